import { FileStore } from "@quarry/files";
import { type OpenVectorStore, Plugins } from "@quarry/host";
import { Redis } from "@quarry/redis";
import { Database } from "@quarry/store";
import { Effect, Option } from "effect";

/** What a check may take; the vector store's own bound is the same (contract v1). */
export const CHECK_TIMEOUT_MS = 5_000;

export interface Dependencies {
  readonly database: boolean;
  readonly vectorStore: boolean;
  /** The queue and the cache: Redis where there is one, else the metadata database. */
  readonly cache: boolean;
}

/** Asks each dependency; never fails and never takes longer than the timeout. */
export const checkReadiness: Effect.Effect<Dependencies, never, Database | FileStore | Plugins> = Effect.gen(
  function* () {
    const database = yield* Database;
    const files = yield* FileStore;
    const { vectorStore } = yield* Plugins;
    const redis = Option.getOrUndefined(yield* Effect.serviceOption(Redis));
    const [databaseUp, filesUp, vectorStoreUp, redisUp] = yield* Effect.all(
      [answers(database.ping), answers(files.ping), answers(toldOf(vectorStore)), answers(redis?.ping ?? Effect.void)],
      { concurrency: "unbounded" },
    );
    // A service that can't store files can't take any in: the spec has no field of its own for that.
    return { database: databaseUp && filesUp, vectorStore: vectorStoreUp, cache: databaseUp && redisUp };
  },
);

/** The answer has a boolean and no more; who runs the service learns which plugin it is, and why. */
const toldOf = ({ name, plugin, service }: OpenVectorStore) =>
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
