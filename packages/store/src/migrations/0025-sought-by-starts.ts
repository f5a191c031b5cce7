import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import type { ColumnTypes } from "./column-types.ts";
import { createIndex } from "./create.ts";

/** What a start, a look each second and a list of keys seek, where they read all there is. */
export const soughtByStarts = ({ dialect }: ColumnTypes): Migration => ({
  async up(kysely: Kysely<unknown>) {
    await createIndex(kysely, dialect, "webhook_deliveries", "webhook_deliveries_leased", ["lease_until"]);
    await createIndex(kysely, dialect, "collections", "collections_by_size", ["embedding_provider", "chunk_count"]);
    await createIndex(kysely, dialect, "api_keys", "api_keys_listed", ["created_at", "id"]);
  },
});
