import type { SchemaChange, SchemaEditor } from "./schema-editor.ts";

/** Creates collections, their documents, and a key-value table about the installation. */
export const catalog: SchemaChange = async (schema) => {
  const { types, createTable } = schema;
  await createCollections(schema);
  await createDocuments(schema);
  await createTable("meta")
    .addColumn("name", types.key, (column) => column.primaryKey())
    .addColumn("value", types.text, (column) => column.notNull())
    .execute();
};

const createCollections = async ({ types, createTable, createIndex }: SchemaEditor): Promise<void> => {
  await createTable("collections")
    .addColumn("id", types.id, (column) => column.primaryKey())
    .addColumn("name", types.key, (column) => column.notNull().unique())
    .addColumn("name_lower", types.key, (column) => column.notNull())
    .addColumn("description", types.text, (column) => column.notNull())
    .addColumn("embedding_provider", types.key, (column) => column.notNull())
    .addColumn("embedding_model", types.text, (column) => column.notNull())
    .addColumn("embedding_api_key", types.text)
    .addColumn("dimension", "integer", (column) => column.notNull())
    .addColumn("chunk_size", "integer", (column) => column.notNull())
    .addColumn("chunk_overlap", "integer", (column) => column.notNull())
    .addColumn("reranking_enabled", "integer", (column) => column.notNull())
    .addColumn("reranking_model", types.text, (column) => column.notNull())
    .addColumn("reranking_api_key", types.text)
    .addColumn("default_top_k", "integer", (column) => column.notNull())
    .addColumn("default_min_score", "double precision")
    .addColumn("default_search_mode", types.key, (column) => column.notNull())
    .addColumn("metadata", types.json, (column) => column.notNull())
    .addColumn("index_generation", "integer", (column) => column.notNull())
    .addColumn("document_count", "bigint", (column) => column.notNull())
    .addColumn("chunk_count", "bigint", (column) => column.notNull())
    .addColumn("token_count", "bigint", (column) => column.notNull())
    .addColumn("size_bytes", "bigint", (column) => column.notNull())
    .addColumn("created_at", types.timestamp, (column) => column.notNull())
    .addColumn("updated_at", types.timestamp, (column) => column.notNull())
    .execute();
  await createIndex("collections", "collections_listed", "created_at", "id");
  await createIndex("collections", "collections_by_prefix", "name_lower", "created_at", "id");
};

const createDocuments = async ({ types, createTable, createIndex }: SchemaEditor): Promise<void> => {
  await createTable("documents")
    .addColumn("id", types.id, (column) => column.primaryKey())
    .addColumn("collection_id", types.id, (column) => column.notNull())
    .addColumn("filename", types.text, (column) => column.notNull())
    .addColumn("file_type", types.key, (column) => column.notNull())
    .addColumn("file_size", "bigint", (column) => column.notNull())
    .addColumn("content_hash", types.key, (column) => column.notNull())
    .addColumn("metadata", types.json, (column) => column.notNull())
    .addColumn("status", types.key, (column) => column.notNull())
    .addColumn("error_message", types.text)
    .addColumn("generation", "integer", (column) => column.notNull())
    .addColumn("live_generation", "integer")
    .addColumn("chunk_count", "bigint", (column) => column.notNull())
    .addColumn("token_count", "bigint", (column) => column.notNull())
    .addColumn("info", types.json)
    .addColumn("created_at", types.timestamp, (column) => column.notNull())
    .addColumn("updated_at", types.timestamp, (column) => column.notNull())
    .addForeignKeyConstraint("documents_of_collection", ["collection_id"], "collections", ["id"], (constraint) =>
      constraint.onDelete("cascade"),
    )
    .execute();
  await createIndex("documents", "documents_listed", "collection_id", "created_at", "id");
  await createIndex("documents", "documents_listed_by_status", "collection_id", "status", "created_at", "id");
  await createIndex("documents", "documents_by_status", "status", "created_at", "id");
};
