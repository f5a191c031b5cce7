import type { Json } from "./contract.ts";

/** Decoded responses of the steps so far, by the step's name. */
export type Answers = Readonly<Record<string, any>>;

export interface Step {
  readonly name: string;
  /** `Service.Rpc`. */
  readonly method: string;
  readonly arguments?: Json | ((answers: Answers) => Json);
  /** Files of an upload; the other arguments are further parts of the form. */
  readonly files?: readonly { readonly filename: string; readonly text: string }[];
  /** API key. Default: the server's key. */
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const COLLECTION = { collection_name: "birds" };
const HERONS =
  "# Herons\n\nHerons stand still in shallow water.\n\n| Name | Height |\n|---|---|\n| Grey heron | 98 |\n";

/** Returns the cursor by its name in REST's JSON or in Protobuf's. */
const cursorOf = ({ next_cursor, nextCursor }: { next_cursor?: string; nextCursor?: string }): string | undefined =>
  next_cursor ?? nextCursor;

/** Calls of every kind, in an order in which a server gives the same responses on every run. */
export const SCENARIO: readonly Step[] = [
  { name: "health", method: "PlatformService.GetHealth" },
  { name: "who the key is", method: "KeyService.WhoAmI" },
  { name: "a wrong key", method: "KeyService.WhoAmI", key: "wrong" },
  {
    name: "create a collection",
    method: "CollectionService.CreateCollection",
    arguments: { name: "birds", description: "Birds — é", dimension: 256, default_search_mode: "keyword" },
    headers: { "idempotency-key": "conformance-1" },
  },
  {
    name: "create it again with the same key",
    method: "CollectionService.CreateCollection",
    arguments: { name: "birds", description: "Birds — é", dimension: 256, default_search_mode: "keyword" },
    headers: { "idempotency-key": "conformance-1" },
  },
  { name: "a name that is taken", method: "CollectionService.CreateCollection", arguments: { name: "birds" } },
  { name: "a bad value", method: "CollectionService.CreateCollection", arguments: { name: "1 bird" } },
  { name: "an unknown collection", method: "CollectionService.GetCollection", arguments: { name: "unheard_of" } },
  {
    name: "set a value",
    method: "CollectionService.UpdateCollection",
    arguments: { name: "birds", default_min_score: 0.25 },
  },
  {
    name: "take a value away with null",
    method: "CollectionService.UpdateCollection",
    arguments: { name: "birds", default_min_score: null },
  },
  {
    name: "create a second collection",
    method: "CollectionService.CreateCollection",
    arguments: { name: "pairs", dimension: 2 },
  },
  { name: "first page of collections", method: "CollectionService.ListCollections", arguments: { limit: 1 } },
  {
    name: "second page of collections",
    method: "CollectionService.ListCollections",
    arguments: { limit: 1, offset: 1 },
  },
  {
    name: "create a document of text",
    method: "DocumentService.CreateDocument",
    arguments: {
      ...COLLECTION,
      text: "Kingfishers dive for small fish.",
      filename: "kingfishers.txt",
      external_id: "bird/1",
      metadata: { year: 2026, weight: 0.5, tags: ["fish", "dive"], nested: { deep: [1, null, true] } },
    },
  },
  {
    name: "upload a file",
    method: "DocumentService.UploadDocument",
    arguments: { ...COLLECTION, metadata: { year: 2025 }, on_duplicate: "skip" },
    files: [{ filename: "herons.md", text: HERONS }],
  },
  {
    name: "follow a document",
    method: "DocumentService.WatchDocumentProgress",
    arguments: (answers) => ({ ...COLLECTION, document_id: answers["create a document of text"].id }),
  },
  {
    name: "follow the upload",
    method: "DocumentService.WatchDocumentProgress",
    arguments: (answers) => ({ ...COLLECTION, document_id: answers["upload a file"].id }),
  },
  {
    name: "upload several files, one of them bad",
    method: "DocumentService.BatchUploadDocuments",
    arguments: { collection_name: "pairs", external_ids: ["a", ""] },
    files: [
      { filename: "a.txt", text: "One." },
      { filename: "program.exe", text: "Two." },
    ],
  },
  {
    name: "read a document",
    method: "DocumentService.GetDocument",
    arguments: (answers) => ({ ...COLLECTION, document_id: answers["create a document of text"].id }),
  },
  {
    name: "an unknown document",
    method: "DocumentService.GetDocument",
    arguments: { ...COLLECTION, document_id: "00000000-0000-4000-8000-00000000ffff" },
  },
  {
    name: "change a document's metadata",
    method: "DocumentService.PatchDocument",
    arguments: (answers) => ({
      ...COLLECTION,
      document_id: answers["create a document of text"].id,
      metadata: { tags: null, colour: "blue" },
    }),
  },
  {
    name: "first page of documents",
    method: "DocumentService.ListDocuments",
    arguments: { ...COLLECTION, limit: 1, sort: "filename" },
  },
  {
    name: "second page of documents",
    method: "DocumentService.ListDocuments",
    arguments: { ...COLLECTION, limit: 1, offset: 1, sort: "filename" },
  },
  {
    name: "documents by a filter",
    method: "DocumentService.ListDocuments",
    arguments: { ...COLLECTION, filters: '{"year":2026}' },
  },
  {
    name: "count values",
    method: "DocumentService.CountFacets",
    arguments: { ...COLLECTION, fields: ["year", "file_type"] },
  },
  {
    name: "chunks with citations",
    method: "DocumentService.ListChunks",
    arguments: (answers) => ({ ...COLLECTION, document_id: answers["upload a file"].id, citations: true }),
  },
  {
    name: "tables",
    method: "DocumentService.ListDocumentTables",
    arguments: (answers) => ({ ...COLLECTION, document_id: answers["upload a file"].id }),
  },
  {
    name: "download a file",
    method: "DocumentService.DownloadDocumentFile",
    arguments: (answers) => ({ ...COLLECTION, document_id: answers["create a document of text"].id }),
  },
  {
    name: "a document as Markdown",
    method: "DocumentService.GetDocumentMarkdown",
    arguments: (answers) => ({ ...COLLECTION, document_id: answers["upload a file"].id }),
  },
  {
    name: "query by words, with citations",
    method: "QueryService.Query",
    arguments: {
      ...COLLECTION,
      query: "shallow water",
      search_mode: "keyword",
      filters: { year: { $gte: 2020 } },
      top_k: 3,
      citations: true,
      highlight: true,
    },
  },
  {
    name: "a bad filter",
    method: "QueryService.Query",
    arguments: { ...COLLECTION, query: "water", filters: { $near: 1 } },
  },
  {
    name: "write vectors",
    method: "VectorService.UpsertVectors",
    arguments: {
      collection_name: "pairs",
      vectors: [
        { id: "east", embedding: [1, 0], text: "East", metadata: { axis: "x" } },
        { id: "north", embedding: [0, 1], text: "North", metadata: { axis: "y" } },
        { id: "north-east", embedding: [0.6, 0.8], text: "North-east" },
      ],
    },
  },
  {
    name: "query by a vector",
    method: "QueryService.Query",
    arguments: {
      collection_name: "pairs",
      vector: [1, 0],
      top_k: 2,
      include: ["text", "metadata"],
      filters: { axis: { $in: ["x", "y"] } },
    },
  },
  {
    name: "read vectors",
    method: "VectorService.GetVectors",
    arguments: { collection_name: "pairs", ids: ["north", "unheard_of"], include: ["embedding", "text"] },
  },
  {
    name: "first page of vectors",
    method: "VectorService.ListVectors",
    arguments: { collection_name: "pairs", limit: 2 },
  },
  {
    name: "second page of vectors",
    method: "VectorService.ListVectors",
    arguments: (answers) => ({
      collection_name: "pairs",
      limit: 2,
      cursor: cursorOf(answers["first page of vectors"]),
    }),
  },
  {
    name: "query two collections",
    method: "QueryService.MultiQuery",
    arguments: { query: "north heron", collections: ["birds", "pairs"], search_mode: "keyword", top_k: 2 },
  },
  {
    name: "delete vectors",
    method: "VectorService.DeleteVectors",
    arguments: { collection_name: "pairs", ids: ["east", "unheard_of"] },
  },
  {
    name: "register a webhook",
    method: "WebhookService.CreateWebhook",
    arguments: { url: "https://example.com/quarry", events: ["document.ready"], collections: ["birds"] },
  },
  { name: "list webhooks", method: "WebhookService.ListWebhooks" },
  {
    name: "delete a document",
    method: "DocumentService.DeleteDocument",
    arguments: (answers) => ({ ...COLLECTION, document_id: answers["create a document of text"].id }),
  },
  { name: "delete a collection", method: "CollectionService.DeleteCollection", arguments: { name: "birds" } },
];
