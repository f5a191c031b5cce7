import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import type { ColumnTypes } from "./column-types.ts";
import { addColumn, createIndex } from "./create.ts";

/**
 * File of a document's previous version while that is live; lookup of a stored file's owner; and a collection's expired
 * documents.
 */
export const formerFiles = ({ dialect, id }: ColumnTypes): Migration => ({
  async up(kysely: Kysely<unknown>) {
    await addColumn(kysely, dialect, "documents", "former_file_id", id, (column) => column);
    await createIndex(kysely, dialect, "documents", "documents_by_file", ["file_id"]);
    await createIndex(kysely, dialect, "documents", "documents_by_former_file", ["former_file_id"]);
    await createIndex(kysely, dialect, "documents", "documents_expired", [
      ...["collection_id", "expires_at", "status", "failed_by", "number"],
    ]);
  },
});
