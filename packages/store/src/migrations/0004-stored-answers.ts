import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import type { ColumnTypes } from "./column-types.ts";

/** First answers to requests with an Idempotency-Key (decision 27), written in the transaction of what they tell. */
export const storedAnswers = (types: ColumnTypes): Migration => ({
  async up(kysely: Kysely<unknown>) {
    await kysely.schema
      .createTable("stored_answers")
      .addColumn("id", types.key, (column) => column.primaryKey())
      .addColumn("fingerprint", types.key, (column) => column.notNull())
      .addColumn("answer", types.text, (column) => column.notNull())
      .addColumn("created_at", types.timestamp, (column) => column.notNull())
      .execute();
    await kysely.schema.createIndex("stored_answers_by_age").on("stored_answers").column("created_at").execute();
  },
});
