import type { Tables } from "@quarry/store";
import type { Kysely } from "kysely";

/** Returns the number of rows in each table. */
export const countRows = async (kysely: Kysely<Tables>): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const table of TABLES) {
    const { count } = await kysely
      .selectFrom(table)
      .select((expression) => expression.fn.countAll().as("count"))
      .executeTakeFirstOrThrow();
    counts[table] = Number(count);
  }
  return counts;
};

const TABLES = ["passages", "passage_documents", "word_writes", "former_words"] as const;
