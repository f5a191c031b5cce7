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
      text: "number of results of a query without top_k, 1 to 1,000. Default 10",
    },
    {
      name: "default_min_score",
      type: "number",
      text: "minimum score of a result for a query without min_score. Default: none",
    },
    {
      name: "default_search_mode",
      choices: ["semantic", "keyword", "hybrid"],
      text: "search mode of a query without search_mode. Default: semantic",
    },
    { name: "reranking_enabled", type: "boolean", text: "whether queries are reranked by default. Default false" },
    { name: "reranking_model", text: "the reranking model's name. Default rerank-v3.5" },
    { name: "metadata", type: "object", text: "arbitrary key-value pairs. Default: empty" },
    {
      name: "default_alpha",
      type: "number",
      minimum: 0,
      text: "weight of the semantic score in hybrid search, 0 to 1, for a query without alpha. Default: the embedder's default",
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
      text: "time to live in seconds of documents uploaded without an expires_at, 1 to 2,000,000,000. Default: unlimited",
    },
  ],
  listCollections: [
    {
      name: "name",
      text: "only collections whose name begins with this text, compared case-insensitively; % and _ are literal. Default: all",
    },
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
      text: "only failed documents with this cause of failure. Default: all",
    },
    {
      name: "filters",
      text: 'only documents that match, in any status: a filter as in queries, as JSON, over the fields that all chunks of a document share, for example {"year": {"$gte": 2020}}. Default: all',
    },
    { name: "filename", text: "only documents whose file name contains this text, case-insensitively. Default: all" },
    {
      name: "file_type",
      text: "only documents of this type: the extension without the dot, for example pdf. Default: all",
    },
    { name: "external_id", text: "only the document with this client-assigned id. Default: all" },
    {
      name: "sort",
      text: "sort field: created_at, updated_at, filename (case-insensitive), file_size or chunk_count; prefix - for descending order. Documents with equal values are sorted by id. Default: created_at",
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
    { name: "ids", isList: true, text: "at most 1,000 ids. Unknown ids are not an error" },
    {
      name: "filters",
      type: "object",
      text: "metadata filter, as in queries; must not be empty. The call is refused if more than 1,000 entries match",
    },
    {
      name: "metadata",
      type: "object",
      text: "changes to the metadata, as a JSON Merge Patch (RFC 7396): members are added or replaced, objects are merged recursively, and null removes a member",
    },
  ],
  startChange: [
    { name: "collection_name", isPath: true, text: "the collection's name" },
    { name: "vector_store", text: "name of the target vector store" },
    {
      name: "embedding_provider",
      text: "target embedding provider: provider_a or openai, provider_b or cohere, or the name of another configured embedder",
    },
    {
      name: "embedding_model",
      text: "name of the target embedding model. Default: the current model, or the default model of a new provider",
    },
    {
      name: "dimension",
      type: "integer",
      minimum: 1,
      text: "length of each embedding vector, 1 to 8,192. Default: the model's own, or the current length if the model does not change",
    },
  ],
  listChanges: [
    { name: "collection_name", isPath: true, text: "the collection's name" },
    {
      name: "limit",
      type: "integer",
      minimum: 1,
      text: "maximum number of changes to return, 1 to 1,000. Default 100",
    },
    { name: "offset", type: "integer", minimum: 0, text: "number of items to skip. Default 0" },
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
    { name: "collection", text: "only operations on this collection. Default: all" },
    {
      name: "limit",
      type: "integer",
      minimum: 1,
      text: "maximum number of operations to return, 1 to 1,000. Default 100",
    },
    { name: "offset", type: "integer", minimum: 0, text: "number of items to skip. Default 0" },
  ],
  getOperation: [{ name: "id", isPath: true, text: "the operation's id" }],
  cancelOperation: [{ name: "id", isPath: true, text: "the operation's id" }],
  listEmbeddingModels: [],
  listVectorStores: [],
  listWebhooks: [
    {
      name: "limit",
      type: "integer",
      minimum: 1,
      text: "maximum number of webhooks to return, 1 to 1,000. Default 100",
    },
    { name: "offset", type: "integer", minimum: 0, text: "number of items to skip. Default 0" },
  ],
  createWebhook: [
    { name: "url", text: "URL that receives the events: https://, or http:// for localhost, 127.0.0.1 and [::1]" },
    {
      name: "events",
      isList: true,
      choices: ["document.processing", "document.ready", "document.failed", "document.deleted", "document.unchanged"],
      text: "at least one type, except webhook.test",
    },
    { name: "collections", isList: true, text: "only events of these collections are sent. Default, and null: all" },
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
    { name: "stuck", type: "boolean", text: "only jobs that appear stuck (see Job). Default false" },
    { name: "limit", type: "integer", minimum: 1, text: "maximum number of jobs to return, 1 to 1,000. Default 100" },
    { name: "offset", type: "integer", minimum: 0, text: "number of items to skip. Default 0" },
  ],
  listKeys: [
    { name: "limit", type: "integer", minimum: 1, text: "maximum number of keys to return, 1 to 1,000. Default: all" },
    { name: "offset", type: "integer", minimum: 0, text: "number of items to skip. Default 0" },
  ],
  revokeKey: [{ name: "name", isPath: true, text: "the key's name" }],
};
