import type { SchemaChange, SchemaEditor } from "./schema-editor.ts";

/**
 * Webhooks and their deliveries. Deliveries are in this database so that they are written in the transaction of the
 * state change that they report (outbox). They have no foreign key: deleting a webhook with a month of deliveries
 * deletes one row now, and the rest later in batches.
 */
export const webhooks: SchemaChange = async (schema) => {
  const { types, createTable } = schema;
  await createTable("webhooks")
    .addColumn("id", types.id, (column) => column.primaryKey())
    .addColumn("url", types.text, (column) => column.notNull())
    .addColumn("events", types.json, (column) => column.notNull())
    .addColumn("collections", types.json)
    .addColumn("description", types.text, (column) => column.notNull())
    .addColumn("active", "integer", (column) => column.notNull())
    .addColumn("secret", types.text, (column) => column.notNull())
    .addColumn("created_at", types.timestamp, (column) => column.notNull())
    .addColumn("updated_at", types.timestamp, (column) => column.notNull())
    .execute();
  await createDeliveries(schema);
};

const createDeliveries = async ({ types, createTable, createIndex }: SchemaEditor): Promise<void> => {
  await createTable("webhook_deliveries")
    .addColumn("seq", types.autoIncrement, (column) => column.autoIncrement().primaryKey())
    .addColumn("id", types.id, (column) => column.notNull().unique())
    .addColumn("webhook_id", types.id, (column) => column.notNull())
    .addColumn("event", types.key, (column) => column.notNull())
    .addColumn("collection", types.key, (column) => column.notNull())
    .addColumn("document_id", types.key, (column) => column.notNull())
    .addColumn("status", types.key, (column) => column.notNull())
    .addColumn("payload", types.text, (column) => column.notNull())
    .addColumn("attempts", "integer", (column) => column.notNull())
    .addColumn("response_status", "integer")
    .addColumn("error", types.text)
    .addColumn("created_at", types.timestamp, (column) => column.notNull())
    .addColumn("next_attempt_at", "bigint")
    .addColumn("delivered_at", types.timestamp)
    .addColumn("lease_until", "bigint")
    .addColumn("owner", types.key)
    .execute();
  // Indexes, in order: first due delivery of each webhook; next delivery of a document; earliest retry; history;
  // deliveries that are too old.
  await createIndex("webhook_deliveries", "webhook_deliveries_due", "webhook_id", "status", "next_attempt_at", "seq");
  await createIndex(
    "webhook_deliveries",
    "webhook_deliveries_of_document",
    "webhook_id",
    "document_id",
    "status",
    "seq",
  );
  await createIndex("webhook_deliveries", "webhook_deliveries_next", "status", "next_attempt_at");
  await createIndex("webhook_deliveries", "webhook_deliveries_listed", "webhook_id", "seq");
  await createIndex("webhook_deliveries", "webhook_deliveries_by_age", "created_at");
};
