import { Storage, type StorageTarget } from "@quarry/catalog";
import { FileStore } from "@quarry/store/files";
import { needsKey, Plugins } from "@quarry/host";
import { Redis } from "@quarry/store/redis";
import { Database } from "@quarry/store";
import { Cause, Effect, Exit, Option } from "effect";
import { CHECK_TIMEOUT_MS, type HealthServices } from "./readiness.ts";

export type DependencyKind = "database" | "files" | "redis" | "vector_store" | "embedder" | "reranker";

/** Result of one dependency check, for operators only: the error's text can contain addresses. */
export interface DependencyHealth {
  readonly kind: DependencyKind;
  /** Name in the config; for the database its engine (`sqlite`, `mysql`), for files their storage (`folder`, `s3`). */
  readonly name: string;
  /** Package of the plugin; null for a dependency that is not a plugin. */
  readonly plugin: string | null;
  /** Whether new collections use it by default; always true if it is the only one of its kind. */
  readonly isDefault: boolean;
  readonly isHealthy: boolean;
  /** Whether the provider's plugin has no key and serves only collections with their own. */
  readonly needsKey: boolean;
  readonly latencyMs: number;
  readonly error: string | null;
  /** Epoch milliseconds. */
  readonly checkedAt: number;
}

type Description = Pick<DependencyHealth, "kind" | "name" | "plugin" | "isDefault" | "needsKey">;

/** Checks the dependencies that the service requires. Never fails, and takes no longer than the readiness check. */
export const checkDependencies: Effect.Effect<readonly DependencyHealth[], never, HealthServices> = Effect.gen(
  function* () {
    const database = yield* Database;
    const files = yield* FileStore;
    const { vectorStores, vectorStore: defaultStore } = yield* Plugins;
    const redis = Option.getOrUndefined(yield* Effect.serviceOption(Redis));
    const storage = yield* Storage;
    const writes = (targets: readonly StorageTarget[]) =>
      Effect.flatMap(storage.problems, (problems) => {
        const problem = problems.find(({ target }) => targets.includes(target));
        return problem === undefined ? Effect.void : Effect.fail(problem);
      });
    const alone = { plugin: null, isDefault: true, needsKey: false };
    return yield* Effect.all(
      [
        checked(
          { kind: "database", name: database.dialect, ...alone },
          Effect.andThen(database.ping, writes(["database"])),
        ),
        checked({ kind: "files", name: files.kind, ...alone }, Effect.andThen(files.ping, writes(OWN_FILES))),
        ...(redis === undefined ? [] : [checked({ kind: "redis", name: "redis", ...alone }, redis.ping)]),
        ...[...vectorStores.values()].map(({ name, plugin, service }) =>
          checked(
            { kind: "vector_store", name, plugin, isDefault: name === defaultStore.name, needsKey: false },
            service.health,
          ),
        ),
      ],
      { concurrency: "unbounded" },
    );
  },
);

/** Checks the embedders and rerankers of the config. A check can load a model: do not call it every second. */
export const checkModels: Effect.Effect<readonly DependencyHealth[], never, Plugins> = Effect.gen(function* () {
  const { embedders, defaultEmbedder, rerankers } = yield* Plugins;
  return yield* Effect.all(
    [
      ...[...embedders.values()].map(({ name, plugin, capabilities, service }) =>
        checked(
          {
            kind: "embedder",
            name,
            plugin,
            isDefault: name === defaultEmbedder.name,
            needsKey: needsKey(capabilities),
          },
          service.health,
        ),
      ),
      ...[...rerankers.values()].map(({ name, plugin, capabilities, service }) =>
        checked({ kind: "reranker", name, plugin, isDefault: false, needsKey: needsKey(capabilities) }, service.health),
      ),
    ],
    { concurrency: "unbounded" },
  );
});

/** Problems of the service's own folders are reported with the files. */
const OWN_FILES: readonly StorageTarget[] = ["files", "data_folder", "temporary_folder"];

const checked = (
  description: Description,
  check: Effect.Effect<unknown, { readonly message: string }>,
): Effect.Effect<DependencyHealth> =>
  Effect.suspend(() => {
    const started = performance.now();
    return check.pipe(
      Effect.timeoutOrElse({
        duration: CHECK_TIMEOUT_MS,
        orElse: () => Effect.fail({ message: `No answer within ${CHECK_TIMEOUT_MS / 1000} s` }),
      }),
      Effect.exit,
      Effect.map((exit) => ({
        ...description,
        isHealthy: Exit.isSuccess(exit),
        latencyMs: performance.now() - started,
        error: Exit.isSuccess(exit) ? null : messageOf(Cause.squash(exit.cause)),
        checkedAt: Date.now(),
      })),
    );
  });

const messageOf = (error: unknown): string =>
  typeof error === "object" && error !== null && "message" in error ? String(error.message) : String(error);
