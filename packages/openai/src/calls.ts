/** Call of OpenAI's clients, for the documentation. */
export interface ServedCall {
  /** Name of the call in the clients. */
  readonly call: string;
  /** Differences from OpenAI's own service; "" if there are none. */
  readonly differs: string;
}

/** Calls of each route, by verb and path. */
export const CALLS: Readonly<Record<string, ServedCall>> = {
  "POST /v1/files": {
    call: "files.create",
    differs:
      "maximum size `SERVICE_MAX_UPLOAD_SIZE_MB`; accepts any type, unsupported ones fail when they are attached",
  },
  "GET /v1/files": {
    call: "files.list",
    differs: "limited keys see only their own files",
  },
  "GET /v1/files/{file_id}": {
    call: "files.retrieve, files.wait_for_processing",
    differs: "`status` is immediately `processed`",
  },
  "DELETE /v1/files/{file_id}": {
    call: "files.delete",
    differs: "also deletes its documents, immediately, in stores that the key can write to",
  },
  "GET /v1/files/{file_id}/content": { call: "files.content", differs: "for every purpose" },
  "POST /v1/uploads": { call: "uploads.create", differs: "same maximum size as a file; accepts any `mime_type`" },
  "POST /v1/uploads/{upload_id}/parts": { call: "uploads.parts.create, uploads.upload_file_chunked", differs: "" },
  "POST /v1/uploads/{upload_id}/complete": { call: "uploads.complete", differs: "" },
  "POST /v1/uploads/{upload_id}/cancel": { call: "uploads.cancel", differs: "" },
  "POST /v1/vector_stores": {
    call: "vector_stores.create",
    differs: "creates a collection with the default embedder and hybrid search; requires the scope `admin`",
  },
  "GET /v1/vector_stores": { call: "vector_stores.list", differs: "lists all collections that the key can access" },
  "GET /v1/vector_stores/{vector_store_id}": {
    call: "vector_stores.retrieve",
    differs: "`description` is shown; keys with a filter see their own counts, and `usage_bytes` 0",
  },
  "POST /v1/vector_stores/{vector_store_id}": {
    call: "vector_stores.update",
    differs: "replaces the collection's metadata; requires the scope `admin`",
  },
  "DELETE /v1/vector_stores/{vector_store_id}": {
    call: "vector_stores.delete",
    differs: "deletes the collection; requires the scope `admin`",
  },
  "POST /v1/vector_stores/{vector_store_id}/search": {
    call: "vector_stores.search",
    differs:
      "`search_mode` and `ranking_options.hybrid_search` are also accepted, results have `citation` and `chunk_id`; `rewrite_query` has no effect; `query` accepts up to 10 texts",
  },
  "POST /v1/vector_stores/{vector_store_id}/files": {
    call: "vector_stores.files.create, .create_and_poll, .upload, .upload_and_poll",
    differs: "attaching a file again updates its attributes and chunking; `auto` uses the collection's settings",
  },
  "GET /v1/vector_stores/{vector_store_id}/files": {
    call: "vector_stores.files.list",
    differs: "includes documents uploaded through `/v1/collections`, as `file-` and their id",
  },
  "GET /v1/vector_stores/{vector_store_id}/files/{file_id}": {
    call: "vector_stores.files.retrieve, .poll",
    differs: "",
  },
  "POST /v1/vector_stores/{vector_store_id}/files/{file_id}": {
    call: "vector_stores.files.update",
    differs: "filters use it immediately; metadata that is not possible in attributes (lists, objects) is retained",
  },
  "DELETE /v1/vector_stores/{vector_store_id}/files/{file_id}": {
    call: "vector_stores.files.delete",
    differs: "it is immediately unsearchable",
  },
  "GET /v1/vector_stores/{vector_store_id}/files/{file_id}/content": {
    call: "vector_stores.files.content",
    differs: "chunks, in order; after 4 million characters, pass `next_page` as `page`",
  },
  "POST /v1/vector_stores/{vector_store_id}/file_batches": {
    call: "vector_stores.file_batches.create, .create_and_poll, .upload_and_poll",
    differs: "",
  },
  "GET /v1/vector_stores/{vector_store_id}/file_batches/{batch_id}": {
    call: "vector_stores.file_batches.retrieve, .poll",
    differs: "a file counts only in the last batch that attached it",
  },
  "POST /v1/vector_stores/{vector_store_id}/file_batches/{batch_id}/cancel": {
    call: "vector_stores.file_batches.cancel",
    differs: "processing of its files stops",
  },
  "GET /v1/vector_stores/{vector_store_id}/file_batches/{batch_id}/files": {
    call: "vector_stores.file_batches.list_files",
    differs: "",
  },
  "POST /v1/embeddings": {
    call: "embeddings.create",
    differs:
      "models of the configured embedders, and `modelAliases`; `usage` is estimated by length; token input is decoded as `cl100k_base`",
  },
  "GET /v1/models": { call: "models.list", differs: "embedding models; `created` is 0" },
  "GET /v1/models/{model}": { call: "models.retrieve", differs: "" },
};
