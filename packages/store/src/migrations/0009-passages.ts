import type { SchemaChange } from "./schema-editor.ts";

/** Longest id of a passage in UTF-8 bytes: 512 UTF-16 units of at most three bytes. */
const ID_BYTES = 1_536;
/** Longest id of a document in UTF-8 bytes. */
const DOCUMENT_ID_BYTES = 255;

/**
 * Passages of all collections and their keyword index, for `@quarry/search`. Ids are bytes: text columns ignore
 * trailing spaces and have their own collations, while bytes compare in code point order. Secondary indexes are unique
 * constraints (each ends in a column that makes it unique), so that each table is created by one statement.
 */
export const passages: SchemaChange = async ({ types, createTable }) => {
  await createTable("passage_collections")
    .addColumn("number", types.autoIncrement, (column) => column.autoIncrement().primaryKey())
    // Null once it is dropped, until all its contents are deleted.
    .addColumn("collection_id", types.key, (column) => column.unique())
    .addColumn("version", "bigint", (column) => column.notNull())
    .addColumn("next_seq", "bigint", (column) => column.notNull())
    .addColumn("next_document", "bigint", (column) => column.notNull())
    .addColumn("next_segment", "bigint", (column) => column.notNull())
    .addColumn("postings_version", "integer", (column) => column.notNull())
    .addColumn("analyzer_version", "integer", (column) => column.notNull())
    .execute();
  await createTable("passage_documents")
    .addColumn("collection", "bigint", (column) => column.notNull())
    .addColumn("number", "bigint", (column) => column.notNull())
    .addColumn("document_id", types.byteKey(DOCUMENT_ID_BYTES), (column) => column.notNull())
    .addColumn("generation", "bigint", (column) => column.notNull())
    .addColumn("passages", "bigint", (column) => column.notNull())
    .addColumn("metadata", types.json, (column) => column.notNull())
    .addPrimaryKeyConstraint("passage_documents_key", ["collection", "number"])
    .addUniqueConstraint("passage_documents_by_id", ["collection", "document_id", "generation", "number"])
    .execute();
  await createTable("passages")
    .addColumn("collection", "bigint", (column) => column.notNull())
    .addColumn("seq", "bigint", (column) => column.notNull())
    .addColumn("id", types.byteKey(ID_BYTES), (column) => column.notNull())
    .addColumn("document", "bigint", (column) => column.notNull())
    .addColumn("chunk_index", "bigint", (column) => column.notNull())
    .addColumn("token_count", "bigint", (column) => column.notNull())
    .addColumn("length", "bigint", (column) => column.notNull())
    .addColumn("metadata", types.json, (column) => column.notNull())
    .addColumn("context", types.text, (column) => column.notNull())
    .addColumn("text", types.text, (column) => column.notNull())
    .addPrimaryKeyConstraint("passages_key", ["collection", "seq"])
    .addUniqueConstraint("passages_by_id", ["collection", "id"])
    .addUniqueConstraint("passages_by_document", ["collection", "document", "chunk_index", "seq"])
    .execute();
  await createTable("passage_segments")
    .addColumn("collection", "bigint", (column) => column.notNull())
    .addColumn("number", "bigint", (column) => column.notNull())
    .addColumn("status", "integer", (column) => column.notNull())
    .addColumn("since", "bigint", (column) => column.notNull())
    .addColumn("born", "bigint", (column) => column.notNull())
    .addColumn("first_seq", "bigint", (column) => column.notNull())
    .addColumn("row_count", "bigint", (column) => column.notNull())
    .addColumn("live_count", "bigint", (column) => column.notNull())
    .addColumn("live_length", "bigint", (column) => column.notNull())
    .addColumn("block_count", "bigint", (column) => column.notNull())
    .addColumn("sources", types.json, (column) => column.notNull())
    .addColumn("terms", types.bytes, (column) => column.notNull())
    .addColumn("data", types.bytes, (column) => column.notNull())
    .addPrimaryKeyConstraint("passage_segments_key", ["collection", "number"])
    .addUniqueConstraint("passage_segments_by_status", ["status", "since", "collection", "number"])
    .execute();
  await createTable("passage_deletions")
    .addColumn("collection", "bigint", (column) => column.notNull())
    .addColumn("segment", "bigint", (column) => column.notNull())
    .addColumn("version", "bigint", (column) => column.notNull())
    .addColumn("data", types.bytes, (column) => column.notNull())
    .addPrimaryKeyConstraint("passage_deletions_key", ["collection", "segment", "version"])
    .execute();
  await createTable("passage_blocks")
    .addColumn("collection", "bigint", (column) => column.notNull())
    .addColumn("segment", "bigint", (column) => column.notNull())
    .addColumn("block", "bigint", (column) => column.notNull())
    .addColumn("data", types.bytes, (column) => column.notNull())
    .addPrimaryKeyConstraint("passage_blocks_key", ["collection", "segment", "block"])
    .execute();
};
