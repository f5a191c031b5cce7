import { Database, type StoreError, type Tables } from "@quarry/store";
import { Effect, type Layer } from "effect";
import type { Kysely } from "kysely";

/** Looks into the tables of an index, or at what nobody but a test would do to them. */
export const inTables = <A>(
  layer: Layer.Layer<Database, StoreError>,
  query: (kysely: Kysely<Tables>) => Promise<A>,
): Promise<A> =>
  Effect.gen(function* () {
    const database = yield* Database;
    return yield* database.run(query);
  }).pipe(Effect.provide(layer), Effect.runPromise);

/** How many rows of each table there are. */
export const countRows = async (kysely: Kysely<Tables>, collection?: number): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const table of TABLES) {
    const { count } = await kysely
      .selectFrom(table)
      .select((expression) => expression.fn.countAll().as("count"))
      .$if(collection !== undefined, (query) => query.where("collection", "=", collection!))
      .executeTakeFirstOrThrow();
    counts[table] = Number(count);
  }
  return counts;
};

const TABLES = ["passages", "passage_documents", "passage_segments", "passage_deletions", "passage_blocks"] as const;
