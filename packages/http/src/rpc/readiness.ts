import { Storage } from "@quarry/catalog";
import { FileStore } from "@quarry/store/files";
import { type OpenVectorStore, Plugins } from "@quarry/host";
import { Redis } from "@quarry/store/redis";
import { DamageRegistry, Database } from "@quarry/store";
import { Effect, Option } from "effect";

/** Timeout of a check, in milliseconds; the vector store's own timeout is the same (contract v1). */
export const CHECK_TIMEOUT_MS = 5_000;

/** Maximum number of damages that an answer lists, to bound its length. */
const MAX_DAMAGE_MESSAGES = 10;

export interface Dependencies {
  readonly database: boolean;
  readonly vectorStore: boolean;
  /** Queue and cache: Redis if configured, else the metadata database. */
  readonly cache: boolean;
  /** Reason why one of them is false, which any caller may read; undefined if none is. */
  readonly reason: string | undefined;
}

export type HealthServices = Database | FileStore | Plugins | Storage;

/** Checks each dependency; never fails and never takes longer than the timeout. */
export const checkReadiness: Effect.Effect<Dependencies, never, HealthServices> = Effect.gen(function* () {
  const database = yield* Database;
  const files = yield* FileStore;
  const { vectorStore } = yield* Plugins;
  const storage = yield* Storage;
  const damages = Option.getOrUndefined(yield* Effect.serviceOption(DamageRegistry));
  const redis = Option.getOrUndefined(yield* Effect.serviceOption(Redis));
  const [databaseUp, filesUp, vectorStoreUp, redisUp, problems] = yield* Effect.all(
    [
      answers(database.ping),
      answers(files.ping),
      answers(reportOf(vectorStore)),
      answers(redis?.ping ?? Effect.void),
      storage.problems,
    ],
    { concurrency: "unbounded" },
  );
  const damaged = damages?.list() ?? [];
  const reasons = [
    ...(databaseUp ? [] : ["the database doesn't answer"]),
    ...(filesUp ? [] : ["the file storage doesn't answer"]),
    ...(vectorStoreUp ? [] : ["the vector store can't serve"]),
    ...(redisUp ? [] : ["Redis doesn't answer"]),
    ...problems.map(({ message }) => message),
    ...damaged.slice(0, MAX_DAMAGE_MESSAGES).map(({ message }) => message),
    ...(damaged.length > MAX_DAMAGE_MESSAGES ? [`${damaged.length - MAX_DAMAGE_MESSAGES} more are damaged`] : []),
  ];
  return {
    // A service that can't store files can't accept any; the spec has no separate field for that.
    database: databaseUp && filesUp && problems.length === 0,
    // Covers everything that search needs, including passages.
    vectorStore: vectorStoreUp && damaged.length === 0,
    cache: databaseUp && redisUp,
    reason: reasons.length === 0 ? undefined : reasons.join("; "),
  };
});

/** Logs which plugin is unhealthy and why, for the operator; the answer contains only a boolean. */
const reportOf = ({ name, plugin, service }: OpenVectorStore) =>
  Effect.tapError(service.health, ({ message }) =>
    Effect.logWarning(`the vector store "${name}" can't serve: ${message}`, { plugin }),
  );

/** Whether a check succeeds within its time. */
export const answers = (check: Effect.Effect<unknown, unknown>): Effect.Effect<boolean> =>
  check.pipe(
    Effect.timeout(CHECK_TIMEOUT_MS),
    Effect.as(true),
    Effect.catchCause(() => Effect.succeed(false)),
  );
