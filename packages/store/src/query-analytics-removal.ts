import { Effect } from "effect";
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { DatabaseService } from "./database.ts";
import type { StoreError } from "./store-error.ts";
import type { Tables } from "./tables.ts";

/** Rows deleted at a time: a few milliseconds, so that a day of queries doesn't hold this thread. */
const REMOVAL_BATCH = 500;

type CountsTable = "query_hours" | "query_days";

/** Deletes what is older, and what belongs to collections that are gone. */
export const pruneQueries = Effect.fnUntraced(function* (
  database: DatabaseService,
  beforeHour: number,
  beforeDay: number,
) {
  yield* removeInBatches(database, "query_hours", sql`hour < ${beforeHour}`);
  yield* removeInBatches(database, "query_days", sql`day < ${beforeDay}`);
  for (const table of ["query_hours", "query_days"] as const) {
    const first = yield* database.read((kysely) => nextCollection(kysely, table, ""));
    for (let id = first; id !== undefined;) {
      const collectionId = id;
      const isThere = yield* database.read((kysely) => collectionExists(kysely, collectionId));
      if (!isThere) yield* removeInBatches(database, table, sql`collection_id = ${collectionId}`);
      id = yield* database.read((kysely) => nextCollection(kysely, table, collectionId));
    }
  }
});

const removeInBatches = (
  database: DatabaseService,
  table: CountsTable,
  condition: RawBuilder<unknown>,
): Effect.Effect<void, StoreError> =>
  Effect.gen(function* () {
    const name = sql.table(table);
    const removal =
      database.dialect === "mysql"
        ? sql`delete from ${name} where ${condition} limit ${REMOVAL_BATCH}`
        : sql`delete from ${name} where rowid in (select rowid from ${name} where ${condition} limit ${REMOVAL_BATCH})`;
    for (;;) {
      const { numAffectedRows = 0n } = yield* database.run((kysely) => removal.execute(kysely));
      if (numAffectedRows < REMOVAL_BATCH) return;
      // Lets everything else have its turn between batches.
      yield* Effect.sleep(0);
    }
  });

/** Distinct ids by the key: one seek per collection, however many rows each has. */
const nextCollection = async (
  kysely: Kysely<Tables>,
  table: CountsTable,
  after: string,
): Promise<string | undefined> => {
  const rows = kysely.selectFrom(table).select("collection_id").where("collection_id", ">", after);
  return (await rows.orderBy("collection_id").limit(1).executeTakeFirst())?.collection_id;
};

const collectionExists = async (kysely: Kysely<Tables>, id: string): Promise<boolean> =>
  (await kysely.selectFrom("collections").select("id").where("id", "=", id).executeTakeFirst()) !== undefined;
