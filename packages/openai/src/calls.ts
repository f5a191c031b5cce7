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
      "the largest file is `SERVICE_MAX_UPLOAD_SIZE_MB`; any type is taken, and what is not read fails when it is attached",
  },
  "GET /v1/files": {
    call: "files.list",
    differs: "keys with limits see their own files only",
  },
  "GET /v1/files/{file_id}": {
    call: "files.retrieve, files.wait_for_processing",
    differs: "`status` is `processed` at once",
  },
  "DELETE /v1/files/{file_id}": {
    call: "files.delete",
    differs: "documents made from it go with it, at once, in stores that the key may write to",
  },
  "GET /v1/files/{file_id}/content": { call: "files.content", differs: "for every purpose" },
  "POST /v1/uploads": { call: "uploads.create", differs: "as large as a file; `mime_type` may be anything" },
  "POST /v1/uploads/{upload_id}/parts": { call: "uploads.parts.create, uploads.upload_file_chunked", differs: "" },
  "POST /v1/uploads/{upload_id}/complete": { call: "uploads.complete", differs: "" },
  "POST /v1/uploads/{upload_id}/cancel": { call: "uploads.cancel", differs: "" },
  "POST /v1/vector_stores": {
    call: "vector_stores.create",
    differs: "makes a collection with the default embedder and hybrid search; needs the scope `admin`",
  },
  "GET /v1/vector_stores": { call: "vector_stores.list", differs: "lists every collection that the key may see" },
  "GET /v1/vector_stores/{vector_store_id}": {
    call: "vector_stores.retrieve",
    differs: "`description` is shown; keys with a filter see their own counts, and `usage_bytes` 0",
  },
  "POST /v1/vector_stores/{vector_store_id}": {
    call: "vector_stores.update",
    differs: "metadata replaces the collection's; needs the scope `admin`",
  },
  "DELETE /v1/vector_stores/{vector_store_id}": {
    call: "vector_stores.delete",
    differs: "deletes the collection; needs the scope `admin`",
  },
  "POST /v1/vector_stores/{vector_store_id}/search": {
    call: "vector_stores.search",
    differs:
      "`search_mode` and `ranking_options.hybrid_search` are taken too, results have `citation` and `chunk_id`; `rewrite_query` changes nothing; `query` may have 10 texts",
  },
  "POST /v1/vector_stores/{vector_store_id}/files": {
    call: "vector_stores.files.create, .create_and_poll, .upload, .upload_and_poll",
    differs: "the same file again takes what is new of attributes and chunking; `auto` is as the collection says",
  },
  "GET /v1/vector_stores/{vector_store_id}/files": {
    call: "vector_stores.files.list",
    differs: "documents that came through `/v1/collections` are listed, as `file-` and their id",
  },
  "GET /v1/vector_stores/{vector_store_id}/files/{file_id}": {
    call: "vector_stores.files.retrieve, .poll",
    differs: "",
  },
  "POST /v1/vector_stores/{vector_store_id}/files/{file_id}": {
    call: "vector_stores.files.update",
    differs: "filters see it at once; metadata that attributes can't hold (lists, objects) stays",
  },
  "DELETE /v1/vector_stores/{vector_store_id}/files/{file_id}": {
    call: "vector_stores.files.delete",
    differs: "it is not found from then on",
  },
  "GET /v1/vector_stores/{vector_store_id}/files/{file_id}/content": {
    call: "vector_stores.files.content",
    differs: "chunks, in order; after 4 million characters `next_page` is for `page`",
  },
  "POST /v1/vector_stores/{vector_store_id}/file_batches": {
    call: "vector_stores.file_batches.create, .create_and_poll, .upload_and_poll",
    differs: "",
  },
  "GET /v1/vector_stores/{vector_store_id}/file_batches/{batch_id}": {
    call: "vector_stores.file_batches.retrieve, .poll",
    differs: "a file counts in the batch that attached it last",
  },
  "POST /v1/vector_stores/{vector_store_id}/file_batches/{batch_id}/cancel": {
    call: "vector_stores.file_batches.cancel",
    differs: "what is being processed ends",
  },
  "GET /v1/vector_stores/{vector_store_id}/file_batches/{batch_id}/files": {
    call: "vector_stores.file_batches.list_files",
    differs: "",
  },
  "POST /v1/embeddings": {
    call: "embeddings.create",
    differs:
      "models of the embedders here, and their `modelAliases`; `usage` is counted by length; tokens are read as `cl100k_base`",
  },
  "GET /v1/models": { call: "models.list", differs: "embedding models; `created` is 0" },
  "GET /v1/models/{model}": { call: "models.retrieve", differs: "" },
};
