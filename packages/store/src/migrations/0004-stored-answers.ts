import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import type { ColumnTypes } from "./column-types.ts";
import { createIndex, createTable } from "./create.ts";

/** First responses to requests with an Idempotency-Key, written in the transaction of the work that they report. */
export const storedAnswers = (types: ColumnTypes): Migration => ({
  async up(kysely: Kysely<unknown>) {
    await createTable(kysely, "stored_answers")
      .addColumn("id", types.key, (column) => column.primaryKey())
      .addColumn("fingerprint", types.key, (column) => column.notNull())
      .addColumn("answer", types.text, (column) => column.notNull())
      .addColumn("created_at", types.timestamp, (column) => column.notNull())
      .execute();
    await createIndex(kysely, types.dialect, "stored_answers", "stored_answers_by_age", ["created_at"]);
  },
});
