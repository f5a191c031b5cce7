import type { SchemaChange } from "./schema-editor.ts";

/** First responses to requests with an Idempotency-Key, written in the transaction of the work that they report. */
export const storedAnswers: SchemaChange = async ({ types, createTable, createIndex }) => {
  await createTable("stored_answers")
    .addColumn("id", types.key, (column) => column.primaryKey())
    .addColumn("fingerprint", types.key, (column) => column.notNull())
    .addColumn("answer", types.text, (column) => column.notNull())
    .addColumn("created_at", types.timestamp, (column) => column.notNull())
    .execute();
  await createIndex("stored_answers", "stored_answers_by_age", "created_at");
};
