import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import type { ColumnTypes } from "./column-types.ts";
import { createIndex } from "./create.ts";

/** Indexes for three reads that scanned whole tables: at startup, in a check each second, and in a list of keys. */
export const soughtByStarts = ({ dialect }: ColumnTypes): Migration => ({
  async up(kysely: Kysely<unknown>) {
    await createIndex(kysely, dialect, "webhook_deliveries", "webhook_deliveries_leased", ["lease_until"]);
    await createIndex(kysely, dialect, "collections", "collections_by_size", ["embedding_provider", "chunk_count"]);
    await createIndex(kysely, dialect, "api_keys", "api_keys_listed", ["created_at", "id"]);
  },
});
