// Made from the contract by `npm run generate`; don't edit.

import type { RpcField } from "./rpc-command.ts";

/** Request fields of the commands that are one rpc: those that are arguments or options. */
export const RPC_FIELDS: Readonly<Record<string, readonly RpcField[]>> = {
  createCollection: [
    { name: "name", text: "1 to 128 characters: an ASCII letter, then ASCII letters, digits and underscores" },
    { name: "description", text: "description of its purpose. Default: empty" },
    {
      name: "embedding_provider",
      text: "provider_a or openai, provider_b or cohere, or the name of another configured embedder. Default: the server's",
    },
    { name: "embedding_model", text: "the embedding model's name. Default: the server's" },
    {
      name: "dimension",
      type: "integer",
      minimum: 1,
      text: "length of each embedding vector, 1 to 8,192. Default: the model's own",
    },
    { name: "chunk_size", type: "integer", minimum: 64, text: "size of a chunk, in tokens, 64 to 10,000. Default 512" },
    {
      name: "chunk_overlap",
      type: "integer",
      minimum: 0,
      text: "overlap of neighbouring chunks, in tokens, 0 to 5,000 and below chunk_size. Default 50",
    },
    {
      name: "default_top_k",
      type: "integer",
      minimum: 1,
      text: "results of a query that does not say how many, 1 to 1,000. Default 10",
    },
    {
      name: "default_min_score",
      type: "number",
      text: "lowest score of a result for a query that does not say. Default: none",
    },
    {
      name: "default_search_mode",
      choices: ["semantic", "keyword", "hybrid"],
      text: "search mode of a query that does not say. Default: semantic",
    },
    {
      name: "reranking_enabled",
      type: "boolean",
      text: "whether queries are reranked unless they say otherwise. Default false",
    },
    { name: "reranking_model", text: "the reranking model's name. Default rerank-v3.5" },
    { name: "metadata", type: "object", text: "arbitrary key-value pairs. Default: empty" },
    {
      name: "default_alpha",
      type: "number",
      minimum: 0,
      text: "weight of the semantic score in hybrid search, 0 to 1, for a query that does not say. Default: the embedder's own",
    },
    {
      name: "chunk_strategy",
      choices: ["sentence", "paragraph", "section", "page", "fixed"],
      text: "chunking strategy: sentence, paragraph, section, page or fixed. Default: sentence",
    },
    {
      name: "default_ttl_seconds",
      type: "integer",
      minimum: 1,
      text: "seconds after which a document expires that comes without an expires_at, 1 to 2,000,000,000. Default: never",
    },
  ],
  listCollections: [
    { name: "name", text: "only names that start so, compared case-insensitively; % and _ are literal. Default: all" },
  ],
  getCollection: [{ name: "name", isPath: true, text: "the collection's name" }],
  listDocuments: [
    { name: "collection_name", isPath: true, text: "the collection's name" },
    {
      name: "status",
      choices: ["pending", "processing", "ready", "failed"],
      text: "only documents in this status. Default: all",
    },
    {
      name: "failed_by",
      choices: ["provider", "file", "service"],
      text: "only documents that failed, and by whose failure. Default: all",
    },
    {
      name: "filters",
      text: 'only documents that match, in any status: a filter as of a query, as JSON, over what a document\'s chunks share, for example {"year": {"$gte": 2020}}. Default: all',
    },
    { name: "filename", text: "only documents whose file name has this in it, whatever the case. Default: all" },
    {
      name: "file_type",
      text: "only documents of this type: the extension without the dot, for example pdf. Default: all",
    },
    { name: "external_id", text: "only the document with this id of the caller's own. Default: all" },
    {
      name: "sort",
      text: "sort field: created_at, updated_at, filename (case-insensitive), file_size or chunk_count; with - before it, descending. Documents with equal values are sorted by id. Default: created_at",
    },
  ],
  listDocumentTables: [
    { name: "collection_name", isPath: true, text: "the collection's name" },
    { name: "document_id", isPath: true, text: "the document's id" },
  ],
  countVectors: [
    { name: "collection_name", isPath: true, text: "the collection's name" },
    { name: "filters", type: "object", text: "metadata filter, as in queries. Default: no filter" },
  ],
  updateVectors: [
    { name: "collection_name", isPath: true, text: "the collection's name" },
    { name: "ids", isList: true, text: "at most 1,000 ids; unknown ones are no error" },
    {
      name: "filters",
      type: "object",
      text: "a metadata filter that is not empty, as in queries. More than 1,000 entries that match are refused",
    },
    {
      name: "metadata",
      type: "object",
      text: "changes to the metadata, as a JSON Merge Patch (RFC 7396): a field takes the value given, an object is merged into one that is there, and null removes the field",
    },
  ],
  startChange: [
    { name: "collection_name", isPath: true, text: "the collection's name" },
    { name: "vector_store", text: "name of the vector store to move to" },
    {
      name: "embedding_provider",
      text: "embedding provider to move to: provider_a or openai, provider_b or cohere, or the name of another configured embedder",
    },
    {
      name: "embedding_model",
      text: "the embedding model's name. Default: the present one, or with another provider that provider's own",
    },
    {
      name: "dimension",
      type: "integer",
      minimum: 1,
      text: "length of each embedding vector, 1 to 8,192. Default: the model's own, or the present one if the model stays",
    },
  ],
  listChanges: [
    { name: "collection_name", isPath: true, text: "the collection's name" },
    { name: "limit", type: "integer", minimum: 1, text: "most changes to return, 1 to 1,000. Default 100" },
    { name: "offset", type: "integer", minimum: 0, text: "how many to skip. Default 0" },
  ],
  getChange: [
    { name: "collection_name", isPath: true, text: "the collection's name" },
    { name: "id", isPath: true, text: "the change's id" },
  ],
  cancelChange: [
    { name: "collection_name", isPath: true, text: "the collection's name" },
    { name: "id", isPath: true, text: "the change's id" },
  ],
  rollBackChange: [
    { name: "collection_name", isPath: true, text: "the collection's name" },
    { name: "id", isPath: true, text: "the change's id" },
  ],
  listOperations: [
    { name: "collection", text: "only those on this collection. Default: all" },
    { name: "limit", type: "integer", minimum: 1, text: "most operations to return, 1 to 1,000. Default 100" },
    { name: "offset", type: "integer", minimum: 0, text: "how many to skip. Default 0" },
  ],
  getOperation: [{ name: "id", isPath: true, text: "the operation's id" }],
  cancelOperation: [{ name: "id", isPath: true, text: "the operation's id" }],
  listEmbeddingModels: [],
  listVectorStores: [],
  listWebhooks: [
    { name: "limit", type: "integer", minimum: 1, text: "most webhooks to return, 1 to 1,000. Default 100" },
    { name: "offset", type: "integer", minimum: 0, text: "how many to skip. Default 0" },
  ],
  createWebhook: [
    { name: "url", text: "https://, or http:// for localhost, 127.0.0.1 and [::1]" },
    {
      name: "events",
      isList: true,
      choices: ["document.processing", "document.ready", "document.failed", "document.deleted", "document.unchanged"],
      text: "at least one type, without webhook.test",
    },
    { name: "collections", isList: true, text: "only events of these collections. Default, and null: all" },
    { name: "description", text: "description of its purpose. Default: empty" },
  ],
  deleteWebhook: [{ name: "id", isPath: true, text: "the webhook's id" }],
  testWebhook: [{ name: "id", isPath: true, text: "the webhook's id" }],
  listJobs: [
    {
      name: "state",
      choices: ["queued", "waiting", "processing", "completed", "failed"],
      text: "only jobs in this state",
    },
    { name: "kind", text: "only jobs of this kind" },
    { name: "stuck", type: "boolean", text: "only jobs that look stuck (see Job). Default false" },
    { name: "limit", type: "integer", minimum: 1, text: "most jobs to return, 1 to 1,000. Default 100" },
    { name: "offset", type: "integer", minimum: 0, text: "how many to skip. Default 0" },
  ],
  listKeys: [
    { name: "limit", type: "integer", minimum: 1, text: "most keys to return, 1 to 1,000. Default: all" },
    { name: "offset", type: "integer", minimum: 0, text: "how many to skip. Default 0" },
  ],
  revokeKey: [{ name: "name", isPath: true, text: "the key's name" }],
};
