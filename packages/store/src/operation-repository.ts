import { Context, Effect, Layer } from "effect";
import { type Kysely, sql } from "kysely";
import { Database, type DatabaseService } from "./database.ts";
import { slices } from "./field-values/match-documents.ts";
import { inTransaction } from "./in-transaction.ts";
import { now } from "./now.ts";
import {
  MAX_PROBLEMS,
  type NewOperation,
  newOperationRow,
  operationFromRow,
  type OperationRecord,
  type OperationStep,
} from "./operation.ts";
import { countRows, type Page, type PageRequest } from "./page.ts";
import type { StoreError } from "./store-error.ts";
import type { OperationState, Tables } from "./tables.ts";
import type { Transaction } from "./transaction.ts";

/** Segment of an operation's remaining items. */
export interface OperationSegment {
  readonly number: number;
  readonly items: readonly string[];
}

export interface OperationListRequest extends PageRequest {
  /** Only operations on collections with these names. */
  readonly collectionNames?: readonly string[] | undefined;
}

export interface OperationRepositoryService {
  /** Stores the operation with its items, so that items added later are not included. */
  readonly insert: (
    operation: NewOperation,
    items: readonly string[],
    within: Transaction,
  ) => Effect.Effect<OperationRecord, StoreError>;
  readonly find: (id: string) => Effect.Effect<OperationRecord | undefined, StoreError>;
  /** Lists operations, newest first. */
  readonly list: (request: OperationListRequest) => Effect.Effect<Page<OperationRecord>, StoreError>;
  /** Returns the next items, or undefined if all are done. */
  readonly nextPiece: (id: string) => Effect.Effect<OperationSegment | undefined, StoreError>;
  /**
   * Records the outcome of a segment, in the transaction that does the work. Returns false if it is done already or the
   * operation is no longer running: the transaction must then change nothing.
   */
  readonly finishPiece: (
    id: string,
    segment: number,
    step: OperationStep,
    within: Transaction,
  ) => Effect.Effect<boolean, StoreError>;
  /**
   * Ends a running operation. Deletes the remaining items, unless they may be in progress and will be recorded
   * afterwards. Returns false if it is no longer running.
   */
  readonly end: (
    id: string,
    state: Exclude<OperationState, "running">,
    error: string | undefined,
    within?: Transaction,
    isUnderWay?: boolean,
  ) => Effect.Effect<boolean, StoreError>;
  /** Removes some operations that ended before this time. */
  readonly prune: (before: string) => Effect.Effect<void, StoreError>;
}

/** Items per segment: processed in one transaction, for which others wait about ten milliseconds. */
const ITEMS_PER_SEGMENT = 20;
/** Segments per insert statement. */
const SEGMENTS_PER_INSERT = 100;
/** Operations removed per call. */
const PRUNE_BATCH = 100;

const makeRepository = (database: DatabaseService): OperationRepositoryService => ({
  insert: Effect.fnUntraced(function* (operation, items, within) {
    const row = newOperationRow(operation, yield* now);
    const segments = [...slices(items, ITEMS_PER_SEGMENT)].map((batch, segment) => ({
      operation_id: operation.id,
      piece: segment,
      items: JSON.stringify(batch),
    }));
    yield* database.run((kysely) => kysely.insertInto("operations").values(row).execute(), within);
    for (const batch of slices(segments, SEGMENTS_PER_INSERT)) {
      yield* database.run((kysely) => kysely.insertInto("operation_pieces").values(batch).execute(), within);
    }
    return operationFromRow(row);
  }),
  find: (id) =>
    database.read(async (kysely) => {
      const row = await kysely.selectFrom("operations").selectAll().where("id", "=", id).executeTakeFirst();
      return row && operationFromRow(row);
    }),
  list: ({ collectionNames, limit, offset }) =>
    database.read(async (kysely) => {
      const matching = kysely
        .selectFrom("operations")
        .$if(collectionNames !== undefined, (query) => query.where("collection_name", "in", collectionNames!));
      const page = matching.selectAll().orderBy("created_at", "desc").orderBy("id", "desc").limit(limit).offset(offset);
      return { items: (await page.execute()).map(operationFromRow), total: await countRows(matching) };
    }),
  nextPiece: (id) =>
    database.read(async (kysely) => {
      const row = await kysely
        .selectFrom("operation_pieces")
        .select(["piece", "items"])
        .where("operation_id", "=", id)
        .orderBy("piece")
        .limit(1)
        .executeTakeFirst();
      return row && { number: row.piece, items: JSON.parse(row.items) as readonly string[] };
    }),
  finishPiece: Effect.fnUntraced(function* (id, segment, step, within) {
    const time = yield* now;
    return yield* database.run((kysely) => finishPiece(kysely, id, segment, step, time), within);
  }),
  end: (id, state, error, within, isUnderWay = false) =>
    inTransaction(
      database,
      async (kysely, time) => {
        const ended = await kysely
          .updateTable("operations")
          .set({ state, updated_at: time, finished_at: time })
          .where("id", "=", id)
          .where("state", "=", "running")
          .executeTakeFirst();
        if (ended.numUpdatedRows === 0n) return false;
        if (error !== undefined) await addProblems(kysely, id, [{ id: "", error }]);
        if (!isUnderWay) await kysely.deleteFrom("operation_pieces").where("operation_id", "=", id).execute();
        return true;
      },
      within,
    ),
  prune: (before) =>
    inTransaction(database, async (kysely) => {
      const rows = await kysely
        .selectFrom("operations")
        .select("id")
        .where("state", "!=", "running")
        .where("created_at", "<", before)
        .where("finished_at", "<", before)
        .orderBy("created_at")
        .limit(PRUNE_BATCH)
        .execute();
      const ids = rows.map(({ id }) => id);
      if (ids.length === 0) return;
      await kysely.deleteFrom("operations").where("id", "in", ids).execute();
      await kysely.deleteFrom("operation_pieces").where("operation_id", "in", ids).execute();
    }),
});

export class OperationRepository extends Context.Service<OperationRepository, OperationRepositoryService>()(
  "@quarry/store/OperationRepository",
) {
  static readonly layer = Layer.effect(OperationRepository, Effect.map(Database, makeRepository));
}

const finishPiece = async (
  kysely: Kysely<Tables>,
  id: string,
  segment: number,
  { done, problems, next, isDone = false }: OperationStep,
  time: string,
): Promise<boolean> => {
  // The update locks its row: a cancellation waits, and a cancelled operation is not changed.
  const operation = kysely.updateTable("operations").where("id", "=", id);
  const locked = await operation
    .set({ updated_at: time })
    .$if(!isDone, (query) => query.where("state", "=", "running"))
    .executeTakeFirst();
  if (locked.numUpdatedRows === 0n) return false;
  const removed = await kysely
    .deleteFrom("operation_pieces")
    .where("operation_id", "=", id)
    .where("piece", "=", segment)
    .executeTakeFirst();
  if (removed.numDeletedRows === 0n) return false;
  const counts = {
    done_count: sql<number>`done_count + ${done}`,
    failed_count: sql<number>`failed_count + ${problems.length}`,
  };
  await operation.set(counts).execute();
  if (isDone && !(await isRunning(kysely, id))) return false;
  if (next !== undefined) {
    // Uses another number: a delayed worker must not mistake it for its own segment.
    const following = { operation_id: id, piece: segment + 1, items: JSON.stringify(next) };
    await kysely.insertInto("operation_pieces").values(following).execute();
  }
  if (problems.length > 0) await addProblems(kysely, id, problems);
  return true;
};

const isRunning = async (kysely: Kysely<Tables>, id: string): Promise<boolean> => {
  const row = await kysely.selectFrom("operations").select("state").where("id", "=", id).executeTakeFirst();
  return row?.state === "running";
};

const addProblems = async (kysely: Kysely<Tables>, id: string, problems: OperationStep["problems"]): Promise<void> => {
  const row = await kysely.selectFrom("operations").select("errors").where("id", "=", id).executeTakeFirstOrThrow();
  const errors = [...(JSON.parse(row.errors) as OperationStep["problems"]), ...problems].slice(0, MAX_PROBLEMS);
  await kysely
    .updateTable("operations")
    .set({ errors: JSON.stringify(errors) })
    .where("id", "=", id)
    .execute();
};
