import { Context, Effect, Layer } from "effect";
import type { Kysely } from "kysely";
import { collectionFromRow, type CollectionRecord } from "./collection.ts";
import { Database, type DatabaseService } from "./database.ts";
import {
  indexChangeFromRow,
  type IndexChangeRecord,
  type IndexDefinition,
  type NewIndexChange,
  newIndexChangeRow,
  CURRENT_CHANGE_STATES,
  OPEN_CHANGE_STATES,
} from "./index-change.ts";
import { now } from "./now.ts";
import { countRows, type Page, type PageRequest } from "./page.ts";
import type { PlaceholderOf } from "./prepared-query.ts";
import { cachedRead } from "./record-cache.ts";
import type { RepairNotes } from "./repair-notes.ts";
import type { StoreError } from "./store-error.ts";
import type { IndexChangesTable, IndexChangeState } from "./index-change-tables.ts";
import type { Tables } from "./tables.ts";
import type { Transaction } from "./transaction.ts";

export interface IndexChangeStep {
  readonly from: readonly IndexChangeState[];
  readonly to: IndexChangeState;
  readonly error?: string;
}

export interface IndexChangeProgress {
  readonly cursor: string | null;
  readonly doneCount: number;
  readonly totalCount: number;
  /** Notes of a repair. Omitted: unchanged. */
  readonly repair?: RepairNotes | undefined;
}

export interface IndexChangeRepositoryService {
  /**
   * Locks and returns the collection: no other transaction can change it until this one ends. Returns undefined if it
   * does not exist. Used by the start and the end of a change, and by a run that makes its document live, so that each
   * sees the other.
   */
  readonly lockCollection: (
    collectionId: string,
    within: Transaction,
  ) => Effect.Effect<CollectionRecord | undefined, StoreError>;
  readonly insert: (change: NewIndexChange, within: Transaction) => Effect.Effect<IndexChangeRecord, StoreError>;
  readonly find: (id: string, within?: Transaction) => Effect.Effect<IndexChangeRecord | undefined, StoreError>;
  /** Lists changes, newest first. */
  readonly list: (collectionId: string, request: PageRequest) => Effect.Effect<Page<IndexChangeRecord>, StoreError>;
  /** Returns the open change, and those whose previous index is retained. */
  readonly current: (
    collectionId: string,
    within?: Transaction,
  ) => Effect.Effect<readonly IndexChangeRecord[], StoreError>;
  /** Lists changes of all collections in a state, by id, after `after`. */
  readonly listInState: (
    state: IndexChangeState,
    after: string | undefined,
    limit: number,
  ) => Effect.Effect<readonly IndexChangeRecord[], StoreError>;
  /** Returns an index number that the collection never used. */
  readonly nextIndexNumber: (collection: CollectionRecord, within: Transaction) => Effect.Effect<number, StoreError>;
  /** Returns false if the change is no longer open: its worker must stop. */
  readonly advance: (id: string, progress: IndexChangeProgress) => Effect.Effect<boolean, StoreError>;
  /** Reports to the open change that a write did not reach its index. Does nothing if it is no longer open. */
  readonly reportGap: (id: string, within?: Transaction) => Effect.Effect<void, StoreError>;
  /** Returns false if it was not in one of the `from` states. */
  readonly step: (id: string, step: IndexChangeStep, within?: Transaction) => Effect.Effect<boolean, StoreError>;
  /** Makes the index live. */
  readonly switchTo: (
    collectionId: string,
    definition: IndexDefinition,
    indexNumber: number,
    within: Transaction,
  ) => Effect.Effect<void, StoreError>;
  /** Records that the collection was created in the vector store. */
  readonly markMade: (collectionId: string) => Effect.Effect<void, StoreError>;
}

/** Collections whose changes are cached until the next commit. */
const MAX_CACHED_COLLECTIONS = 1_000;
const ENDED_STATES: ReadonlySet<IndexChangeState> = new Set(["done", "cancelled", "failed", "rolled_back"]);

const makeRepository = (database: DatabaseService): IndexChangeRepositoryService => {
  const readCurrent = database.prepareRead<IndexChangesTable>((kysely, placeholder) =>
    selectCurrent(kysely, placeholder(0)),
  );
  // Cached because every write of vectors reads it twice, and nearly every collection has no change.
  const current = cachedRead(database, MAX_CACHED_COLLECTIONS, (collectionId) =>
    Effect.map(readCurrent(collectionId), (rows): readonly IndexChangeRecord[] => rows.map(indexChangeFromRow)),
  );
  const changeIn = (
    id: string,
    states: readonly IndexChangeState[],
    change: Partial<IndexChangesTable>,
    within?: Transaction,
  ) =>
    database.run(async (kysely) => {
      const changed = kysely.updateTable("index_changes").set(change).where("id", "=", id).where("state", "in", states);
      return (await changed.executeTakeFirst()).numUpdatedRows > 0n;
    }, within);
  return {
    lockCollection: (collectionId, within) =>
      database.run(async (kysely) => {
        const collections = kysely.selectFrom("collections").selectAll().where("id", "=", collectionId);
        const row = await latestCommitted(database, collections).executeTakeFirst();
        return row && collectionFromRow(row);
      }, within),
    insert: Effect.fnUntraced(function* (change, within) {
      const row = newIndexChangeRow(change, yield* now);
      yield* database.run((kysely) => kysely.insertInto("index_changes").values(row).execute(), within);
      return indexChangeFromRow(row);
    }),
    find: (id, within) => {
      const find = (kysely: Kysely<Tables>) => kysely.selectFrom("index_changes").selectAll().where("id", "=", id);
      const found =
        within === undefined
          ? database.read((kysely) => find(kysely).executeTakeFirst())
          : database.run((kysely) => latestCommitted(database, find(kysely)).executeTakeFirst(), within);
      return Effect.map(found, (row) => row && indexChangeFromRow(row));
    },
    list: (collectionId, { limit, offset }) =>
      database.read(async (kysely) => {
        const all = kysely.selectFrom("index_changes").where("collection_id", "=", collectionId);
        const page = all.selectAll().orderBy("created_at", "desc").orderBy("id", "desc").limit(limit).offset(offset);
        return { items: (await page.execute()).map(indexChangeFromRow), total: await countRows(all) };
      }),
    current: (collectionId, within) =>
      within === undefined
        ? current(collectionId)
        : database.run(async (kysely) => {
            const rows = await latestCommitted(database, selectCurrent(kysely, collectionId)).execute();
            return rows.map(indexChangeFromRow);
          }, within),
    listInState: (state, after = "", limit) =>
      database.read(async (kysely) => {
        const rows = await kysely
          .selectFrom("index_changes")
          .selectAll()
          .where("state", "=", state)
          .where("id", ">", after)
          .orderBy("id")
          .limit(limit)
          .execute();
        return rows.map(indexChangeFromRow);
      }),
    nextIndexNumber: ({ id, indexNumber }, within) =>
      database.run(async (kysely) => {
        const changes = kysely.selectFrom("index_changes").select("to_generation").where("collection_id", "=", id);
        const rows = await latestCommitted(database, changes).execute();
        return Math.max(indexNumber, ...rows.map((row) => row.to_generation)) + 1;
      }, within),
    advance: Effect.fnUntraced(function* (id, { cursor, doneCount, totalCount, repair }) {
      return yield* changeIn(id, OPEN_CHANGE_STATES, {
        passage_cursor: cursor,
        done_count: doneCount,
        total_count: totalCount,
        updated_at: yield* now,
        ...(repair !== undefined && { repair: JSON.stringify(repair) }),
      });
    }),
    reportGap: (id, within) =>
      database.run(async (kysely) => {
        await kysely
          .updateTable("index_changes")
          .set((column) => ({ gaps: column("gaps", "+", 1) }))
          .where("id", "=", id)
          .where("state", "in", OPEN_CHANGE_STATES)
          .execute();
      }, within),
    step: Effect.fnUntraced(function* (id, { from, to, error }, within) {
      const time = yield* now;
      const change = {
        state: to,
        updated_at: time,
        ...(error !== undefined && { error }),
        ...(ENDED_STATES.has(to) && { finished_at: time }),
      };
      return yield* changeIn(id, from, change, within);
    }),
    switchTo: Effect.fnUntraced(function* (collectionId, definition, indexNumber, within) {
      const change = {
        vector_store: definition.vectorStore,
        embedding_provider: definition.embeddingProvider,
        embedding_model: definition.embeddingModel,
        embedding_api_key: definition.embeddingApiKey,
        dimension: definition.dimension,
        index_generation: indexNumber,
        index_made: 1,
        updated_at: yield* now,
      };
      yield* database.run(
        (kysely) => kysely.updateTable("collections").set(change).where("id", "=", collectionId).execute(),
        within,
      );
    }),
    markMade: (collectionId) =>
      database.run(async (kysely) => {
        await kysely.updateTable("collections").set({ index_made: 1 }).where("id", "=", collectionId).execute();
      }),
  };
};

/** Changes of collections' indexes, to another embedding model or another vector store. */
export class IndexChangeRepository extends Context.Service<IndexChangeRepository, IndexChangeRepositoryService>()(
  "@quarry/store/IndexChangeRepository",
) {
  static readonly layer = Layer.effect(IndexChangeRepository, Effect.map(Database, makeRepository));
}

const selectCurrent = (kysely: Kysely<Tables>, collectionId: string | ReturnType<PlaceholderOf>) =>
  kysely
    .selectFrom("index_changes")
    .selectAll()
    .where("collection_id", "=", collectionId)
    .where("state", "in", CURRENT_CHANGE_STATES);

/** Reads the latest committed state instead of the transaction's snapshot. */
const latestCommitted = <Query extends { forUpdate(): Query }>(database: DatabaseService, query: Query): Query =>
  database.dialect === "mysql" ? query.forUpdate() : query;
