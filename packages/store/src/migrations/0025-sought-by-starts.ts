import type { SchemaChange } from "./schema-editor.ts";

/** Indexes for three reads that scanned whole tables: at startup, in a check each second, and in a list of keys. */
export const soughtByStarts: SchemaChange = async ({ createIndex }) => {
  await createIndex("webhook_deliveries", "webhook_deliveries_leased", "lease_until");
  await createIndex("collections", "collections_by_size", "embedding_provider", "chunk_count");
  await createIndex("api_keys", "api_keys_listed", "created_at", "id");
};
