import { Effect } from "effect";
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { DatabaseService } from "./database.ts";
import { inTransaction } from "./in-transaction.ts";
import { lockSums, recomputeSums } from "./query-sums.ts";
import type { StoreError } from "./store-error.ts";
import type { Tables } from "./tables.ts";

/** Rows per deletion: a few milliseconds, so that a day of queries doesn't block this thread. */
const REMOVAL_BATCH = 500;

/** Queries of an expired day per step. Each is summed again, which costs about 30 key lookups. */
const SUMMED_BATCH = 30;

type CountsTable = "query_hours" | "query_days" | "query_sums";

/** Deletes older rows and rows of removed collections. */
export const pruneQueries = Effect.fnUntraced(function* (
  database: DatabaseService,
  beforeHour: number,
  beforeDay: number,
) {
  yield* removeInBatches(database, "query_hours", sql`hour < ${beforeHour}`);
  for (const table of ["query_hours", "query_days", "query_sums"] as const) {
    for (let after = ""; ;) {
      const next = yield* database.read((kysely) => nextCollection(kysely, table, after));
      if (next === undefined) break;
      after = next.id;
      if (next.isGone) yield* removeInBatches(database, table, sql`collection_id = ${next.id}`);
      else if (table === "query_days") yield* removeExpiredDays(database, next.id, beforeDay);
      // Yields to other work between collections too.
      yield* Effect.sleep(0);
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
      // Lets other work run between batches.
      yield* Effect.sleep(0);
    }
  });

/** Deletes expired days: each step deletes queries of one day and recomputes their sums, in one transaction. */
const removeExpiredDays = Effect.fnUntraced(function* (
  database: DatabaseService,
  collectionId: string,
  beforeDay: number,
) {
  for (;;) {
    const found = yield* database.read((kysely) => queriesBefore(kysely, collectionId, beforeDay));
    const [first] = found;
    if (first === undefined) return;
    const { day } = first;
    const hashes = found.flatMap((query) => (query.day === day ? [query.query_hash] : []));
    yield* inTransaction(database, async (kysely) => {
      await lockSums(kysely, database.dialect, collectionId, hashes);
      await kysely
        .deleteFrom("query_days")
        .where("collection_id", "=", collectionId)
        .where("day", "=", day)
        .where("query_hash", "in", hashes)
        .execute();
      await recomputeSums(kysely, database.dialect, collectionId, beforeDay, hashes);
    });
    yield* Effect.sleep(0);
  }
});

const queriesBefore = (kysely: Kysely<Tables>, collectionId: string, beforeDay: number) =>
  kysely
    .selectFrom("query_days")
    .select(["day", "query_hash"])
    .where("collection_id", "=", collectionId)
    .where("day", "<", beforeDay)
    .orderBy("day")
    .orderBy("query_hash")
    .limit(SUMMED_BATCH)
    .execute();

/**
 * Returns the next collection by key, and whether it was removed: one seek per collection, however many rows each has.
 */
const nextCollection = async (kysely: Kysely<Tables>, table: CountsTable, after: string) => {
  const isGone = sql<number>`not exists (select 1 from collections as c where c.id = collection_id)`.as("isGone");
  const row = await kysely
    .selectFrom(table)
    .select(["collection_id as id", isGone])
    .where("collection_id", ">", after)
    .orderBy("collection_id")
    .limit(1)
    .executeTakeFirst();
  return row && { id: row.id, isGone: Number(row.isGone) === 1 };
};
