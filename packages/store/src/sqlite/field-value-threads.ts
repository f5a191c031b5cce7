import { DomainError } from "@quarry/plugin/domain";
import { TaskFailure, TaskPool, workerModule } from "@quarry/plugin/workers";
import { Effect, type Scope } from "effect";
import type { DatabaseService } from "../database.ts";
import { StoreError } from "../store-error.ts";
import type { FieldValueAnswer, FieldValueTask } from "./field-value-worker.ts";
import { fromSqlite } from "./sqlite-errors.ts";

/** Number of threads: one for a caller with many queries, and one that stays free of it, because callers take turns. */
export const FIELD_VALUE_THREADS = 2;
/**
 * Idle time before a thread ends. A start takes a tenth of a second, which a list should not have to wait for each
 * time.
 */
const IDLE_TIMEOUT_MS = 600_000;

/** Runs queries on documents in other threads, on their own connections, which see committed data. */
export const openFieldValueThreads = (
  path: string,
): Effect.Effect<DatabaseService["queryFieldValues"], never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(
        () =>
          new TaskPool<FieldValueTask, FieldValueAnswer>({
            module: workerModule(import.meta.url, "./field-value-worker"),
            threads: FIELD_VALUE_THREADS,
            idleTimeoutMs: IDLE_TIMEOUT_MS,
          }),
      ),
      (pool) => Effect.promise(() => pool.close()),
    ),
    (pool): DatabaseService["queryFieldValues"] =>
      (collectionId, name, request) =>
        Effect.tryPromise({
          // If the caller leaves, the thread is terminated in the middle of its work.
          try: async (signal) =>
            valueOf(await pool.run({ path, collectionId, name, request: request as never }, { signal })) as never,
          catch: toError,
        }),
  );

const valueOf = (answer: FieldValueAnswer): unknown => {
  if ("value" in answer) return answer.value;
  if ("refused" in answer) throw new DomainError(answer.refused);
  throw Object.assign(new Error(answer.failed.message), { errcode: answer.failed.errcode });
};

const toError = (error: unknown): DomainError | StoreError => {
  if (error instanceof DomainError) return error;
  if (!(error instanceof TaskFailure)) return fromSqlite(error);
  return new StoreError({ reason: "unavailable", message: `a thread of the database ended: ${error.message}` });
};
