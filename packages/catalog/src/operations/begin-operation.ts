import { CurrentCaller } from "@quarry/index";
import { type JsonObject, newId } from "@quarry/plugin/domain";
import { JobQueue } from "@quarry/jobs";
import {
  type CollectionRecord,
  Database,
  type OperationRecord,
  OperationRepository,
  type StoreError,
  type Transaction,
} from "@quarry/store";
import { Clock, Effect } from "effect";
import { operationJob, WITHIN } from "./operation-job.ts";
import type { OperationKind } from "./operation-work.ts";

/** Work of a new operation. */
export interface NewWork {
  readonly kind: OperationKind;
  /** Number of items to process. */
  readonly total: number;
  readonly items: readonly string[];
  readonly parameters: JsonObject;
}

/** Records an operation, which then runs by itself. */
export type BeginOperation = (
  collection: CollectionRecord,
  work: NewWork,
) => Effect.Effect<OperationRecord, StoreError>;

/** Maximum number of items processed before the request is answered, in a second or two; more become an operation. */
export const MAX_SYNCHRONOUS_ITEMS = 1_000;

/** Maximum number of items that an operation can count. */
export const MAX_OPERATION_ITEMS = 2 ** 31 - 1;

/** Retention time of ended operations. */
const RETENTION_MS = 7 * 24 * 3_600_000;

export const makeBeginOperation = Effect.gen(function* () {
  const database = yield* Database;
  const jobs = yield* JobQueue;
  const operations = yield* OperationRepository;
  const begin: BeginOperation = Effect.fnUntraced(function* (collection, { kind, total, items, parameters }) {
    const now = yield* Clock.currentTimeMillis;
    yield* operations.prune(new Date(now - RETENTION_MS).toISOString());
    const { accessFilter } = yield* CurrentCaller;
    return yield* database.transaction(
      Effect.fnUntraced(function* (transaction: Transaction) {
        const operation = yield* operations.insert(
          {
            id: newId(),
            collectionId: collection.id,
            collectionName: collection.name,
            kind,
            parameters: {
              ...parameters,
              boundary: accessFilter?.id ?? null,
              ...(accessFilter !== undefined && { [WITHIN]: accessFilter.filter as unknown as JsonObject }),
            },
            total,
          },
          items,
          transaction,
        );
        yield* jobs.enqueue(operationJob(operation), transaction);
        return operation;
      }),
    );
  });
  return begin;
});
