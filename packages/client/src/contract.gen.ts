// Made from the contract by `npm run generate`; don't edit.

import type { JsonObject } from "@bufbuild/protobuf";
import type { CallOptions } from "@connectrpc/connect";

/** Changes of a collection's index while it goes on answering: to another embedding model, to another vector store. */
export interface ChangeServiceCalls {
  /** Starts a change. The next index is built in the background and answers when it is complete; until then the present one does. At most one change of a collection at a time (409). */
  readonly startChange: (request: StartChangeRequest, options?: CallOptions) => Promise<IndexChange>;
  /** Lists a collection's changes, newest first, and says where its index is. */
  readonly listChanges: (request: ListChangesRequest, options?: CallOptions) => Promise<ListChangesResponse>;
  /** Reads one change: how far it is, and what ended it. */
  readonly getChange: (request: GetChangeRequest, options?: CallOptions) => Promise<IndexChange>;
  /** Ends a change that has not switched, as if it had never been started. Too late once it has switched (409). */
  readonly cancelChange: (request: CancelChangeRequest, options?: CallOptions) => Promise<IndexChange>;
  /** Starts the change back to the former index, for as long as it is kept: a day, or until the next change (409). What was written since the switch is brought there first, so that nothing is lost. The answer is the change back. */
  readonly rollBackChange: (request: RollBackChangeRequest, options?: CallOptions) => Promise<IndexChange>;
  /** Lists the vector stores of the server's configuration, and whether each answers now. */
  readonly listVectorStores: (
    request: ListVectorStoresRequest,
    options?: CallOptions,
  ) => Promise<ListVectorStoresResponse>;
}

/** Named collections: what holds documents and vectors, with the way they are embedded, chunked and searched. */
export interface CollectionServiceCalls {
  /** Lists collections, oldest first. */
  readonly listCollections: (
    request: ListCollectionsRequest,
    options?: CallOptions,
  ) => Promise<ListCollectionsResponse>;
  /** Creates a collection. A name that is taken is a conflict (409). */
  readonly createCollection: (request: CreateCollectionRequest, options?: CallOptions) => Promise<Collection>;
  /** Reads one collection. */
  readonly getCollection: (request: GetCollectionRequest, options?: CallOptions) => Promise<Collection>;
  /** Changes what can be changed; everything that is not given keeps its value. */
  readonly updateCollection: (request: UpdateCollectionRequest, options?: CallOptions) => Promise<Collection>;
  /** Deletes a collection with all its documents and vectors. Answers when nothing of it can be found any more. */
  readonly deleteCollection: (request: DeleteCollectionRequest, options?: CallOptions) => Promise<StatusResponse>;
  /** Counts of one collection, exact at the moment of the call. */
  readonly getCollectionStats: (request: GetCollectionStatsRequest, options?: CallOptions) => Promise<CollectionStats>;
  /** How one collection was queried lately. Lags behind the queries by at most 5 seconds. Facets, and searches of people in the console, are no queries. */
  readonly getCollectionAnalytics: (
    request: GetCollectionAnalyticsRequest,
    options?: CallOptions,
  ) => Promise<CollectionAnalytics>;
}

/** Documents of a collection: upload, follow, read, search-readiness, delete. */
export interface DocumentServiceCalls {
  /** Takes a file in. Answers with the document in status `pending`, when bytes and record are durable; processing follows. An unsupported file type is 400, a file over the maximum upload size 413. */
  readonly uploadDocument: (request: AsyncIterable<UploadDocumentRequest>, options?: CallOptions) => Promise<Document>;
  /** Takes in a text, chunks that were cut elsewhere, or the page at a URL, as JSON on the path that forms are sent to. Answers with the document in status `pending`, as an upload does. A page is fetched when its turn comes; processed again, its server is asked only whether it has changed. Extension. */
  readonly createDocument: (request: CreateDocumentRequest, options?: CallOptions) => Promise<Document>;
  /** Lists documents: all, or those that match what is given; oldest first, or as `sort` says. */
  readonly listDocuments: (request: ListDocumentsRequest, options?: CallOptions) => Promise<ListDocumentsResponse>;
  /** Lists documents that have the same bytes, in groups. Extension. */
  readonly listDuplicates: (request: ListDuplicatesRequest, options?: CallOptions) => Promise<ListDuplicatesResponse>;
  /** Counts the values that documents have in fields of their metadata, exactly: of all documents in any status, of those that match a filter, or of those that a query finds. Extension. */
  readonly countFacets: (request: CountFacetsRequest, options?: CallOptions) => Promise<CountFacetsResponse>;
  /** Reads one document. */
  readonly getDocument: (request: GetDocumentRequest, options?: CallOptions) => Promise<Document>;
  /** Deletes a document and its vectors, in any status. It is unsearchable and invisible at once. */
  readonly deleteDocument: (request: DeleteDocumentRequest, options?: CallOptions) => Promise<StatusResponse>;
  /** Changes what is said of a document, its bytes apart. The next query, list and filter know it; nothing is read or embedded again, and a large document costs what a small one does. Works in any status. Extension. */
  readonly patchDocument: (request: PatchDocumentRequest, options?: CallOptions) => Promise<Document>;
  /** Reads one document by its id alone. An id of a collection that the key may not touch is 404, as one that doesn't exist. Extension. */
  readonly getDocumentById: (request: GetDocumentByIdRequest, options?: CallOptions) => Promise<Document>;
  /** Deletes a document by its id alone, as DeleteDocument does. Extension. */
  readonly deleteDocumentById: (request: DeleteDocumentByIdRequest, options?: CallOptions) => Promise<StatusResponse>;
  /** Queues a document to be parsed, chunked and embedded again. What was searchable stays so until it is replaced. */
  readonly reprocessDocument: (request: ReprocessDocumentRequest, options?: CallOptions) => Promise<StatusResponse>;
  /** Lists the live chunks of a document, in order. */
  readonly listChunks: (request: ListChunksRequest, options?: CallOptions) => Promise<ListChunksResponse>;
  /** Lists the live chunks of a document by its id alone, as ListChunks does. Extension. */
  readonly listChunksById: (request: ListChunksByIdRequest, options?: CallOptions) => Promise<ListChunksResponse>;
  /** Sends the original file: first what describes it, then its bytes. */
  readonly downloadDocumentFile: (
    request: DownloadDocumentFileRequest,
    options?: CallOptions,
  ) => AsyncIterable<DownloadDocumentFileResponse>;
  /** Reads one page: its text, and its size as it is displayed. A file without pages, and a page that it doesn't have, is 404. Extension. */
  readonly getDocumentPage: (request: GetDocumentPageRequest, options?: CallOptions) => Promise<DocumentPage>;
  /** Sends a page's picture: first what describes it, then its bytes. PDFs and images have them; a page that can't be drawn is 409. Pictures are drawn when they are asked for, in turn; where too many wait the answer is 429 or 503. Extension. */
  readonly getDocumentPageImage: (
    request: GetDocumentPageImageRequest,
    options?: CallOptions,
  ) => AsyncIterable<DownloadDocumentFileResponse>;
  /** Sends the whole text as it was read, in UTF-8: first what describes it, then the text. `start_char` and `end_char` of chunks and pages count in it, in UTF-16 units. Between two pages a form feed stands in the place of the last line break; pages without text have none. Extension. */
  readonly getDocumentText: (
    request: GetDocumentTextRequest,
    options?: CallOptions,
  ) => AsyncIterable<GetDocumentTextResponse>;
  /** Sends the whole document as GitHub Flavored Markdown in UTF-8: first what describes it, then the text. Headings, lists, quotes, code and tables are what the file's reader took them for; in front of each page stands `<!-- page 3 -->`. Extension. */
  readonly getDocumentMarkdown: (
    request: GetDocumentMarkdownRequest,
    options?: CallOptions,
  ) => AsyncIterable<GetDocumentTextResponse>;
  /** Lists the tables of a document in its order, each with its first rows. A document that was read before tables were kept is 409 until it is processed again. Extension. */
  readonly listDocumentTables: (
    request: ListDocumentTablesRequest,
    options?: CallOptions,
  ) => Promise<ListDocumentTablesResponse>;
  /** Reads one table, or some of its rows. One that the document doesn't have is 404. Extension. */
  readonly getDocumentTable: (request: GetDocumentTableRequest, options?: CallOptions) => Promise<DocumentTable>;
  /** Sends one table whole as CSV (RFC 4180) in UTF-8: the rows of its header, then all others. Cells are what stands in the document, also where a spreadsheet would take them for a formula. Extension. */
  readonly getDocumentTableCsv: (
    request: GetDocumentTableCsvRequest,
    options?: CallOptions,
  ) => AsyncIterable<GetDocumentTextResponse>;
  /** Follows the processing of a document. First comes its last step; the stream ends after `complete` or `failed`. */
  readonly watchDocumentProgress: (
    request: WatchDocumentProgressRequest,
    options?: CallOptions,
  ) => AsyncIterable<DocumentProgress>;
  /** Follows the processing of up to 100 documents: of each first its last step; the stream ends when all of them are ready or failed. An id that leads to no document is told as failed. Extension. */
  readonly watchDocumentsProgress: (
    request: WatchDocumentsProgressRequest,
    options?: CallOptions,
  ) => AsyncIterable<DocumentsProgress>;
  /** Takes up to 100 files in. One bad file never spoils the others; when none is accepted the request is 400. */
  readonly batchUploadDocuments: (
    request: AsyncIterable<BatchUploadDocumentsRequest>,
    options?: CallOptions,
  ) => Promise<BatchUploadDocumentsResponse>;
  /** Reads the status of up to 100 documents. Unknown ids are left out. */
  readonly batchGetDocumentStatuses: (
    request: BatchGetDocumentStatusesRequest,
    options?: CallOptions,
  ) => Promise<BatchGetDocumentStatusesResponse>;
  /** Reads up to 100 documents. Unknown ids are left out. */
  readonly batchGetDocuments: (
    request: BatchGetDocumentsRequest,
    options?: CallOptions,
  ) => Promise<BatchGetDocumentsResponse>;
  /** Deletes up to 100 documents. What can't be deleted stands in `errors`; the rest is deleted. */
  readonly batchDeleteDocuments: (
    request: BatchDeleteDocumentsRequest,
    options?: CallOptions,
  ) => Promise<BatchDeleteDocumentsResponse>;
}

/** How this service is set up: its plugins, its settings, its configuration file. Nothing here shows a secret. A key that is limited to collections may use none of this (403). Extension. */
export interface InstallationServiceCalls {
  /** Lists the plugins that are loaded, and asks each how it is: all at once, none longer than 5 seconds. Extension. */
  readonly listPlugins: (request: ListPluginsRequest, options?: CallOptions) => Promise<ListPluginsResponse>;
  /** Reads the settings of the environment and the configuration of this process, as they are in effect. Extension. */
  readonly getConfiguration: (request: GetConfigurationRequest, options?: CallOptions) => Promise<Configuration>;
}

/** The work behind the API: what waits, what runs, what was given up. Extension. A key that is limited to collections can't use it (403), since jobs tell of all collections. */
export interface JobServiceCalls {
  /** Lists jobs: failed and completed ones by their end, latest first, kept a day after it; waiting ones by the time they are due; those in processing by how long they are held, longest first; without a state, newest first. */
  readonly listJobs: (request: ListJobsRequest, options?: CallOptions) => Promise<ListJobsResponse>;
  /** Runs a failed job again, with fresh attempts. For a document it does what reprocess does: the document is pending again, and the answer is the job of its new run. Only failed jobs (409): one that waits or runs goes on by itself, and a failed change of an index is started anew. */
  readonly requeueJob: (request: RequeueJobRequest, options?: CallOptions) => Promise<Job>;
}

/** Access keys that may do less than the API secret, made and revoked while the service runs. A key that is limited to collections may use none of this (403), WhoAmI apart. Extension. */
export interface KeyServiceCalls {
  /** Makes a key. The answer shows it, once: the service keeps only its digest. A name is never used twice (409). Extension. */
  readonly createKey: (request: CreateKeyRequest, options?: CallOptions) => Promise<AccessKey>;
  /** Lists the keys of the configuration file, by name, then those made here, oldest first, revoked ones included. The API secret is none of them. Extension. */
  readonly listKeys: (request: ListKeysRequest, options?: CallOptions) => Promise<ListKeysResponse>;
  /** Revokes a key for good, also the one that asks. Every server refuses it within about a second. A key of the configuration file is removed there, not here (409). Extension. */
  readonly revokeKey: (request: RevokeKeyRequest, options?: CallOptions) => Promise<StatusResponse>;
  /** Returns what the calling key or user token may do. Extension. */
  readonly whoAmI: (request: WhoAmIRequest, options?: CallOptions) => Promise<Identity>;
}

/** Models that run on the service's machine: fetched, loaded without a restart, and used by collections. A model is named, never given by a path or an address: it is one that Quarry knows, a folder in the models folder of the service, or one of the configuration that needs no key. A key that is limited to collections may use none of this (403). Extension. */
export interface ModelServiceCalls {
  /** Lists the known models, those in the models folder and those that are loaded, and reports the use of a model that is under way or was the last. Extension. */
  readonly listModels: (request: ListModelsRequest, options?: CallOptions) => Promise<ListModelsResponse>;
  /** Begins to fetch a model, to install the runtime where it is missing, to load the model and to measure it. The model can then be named by collections; it does not become the default, and no collection is changed. One model at a time (409). Extension. */
  readonly prepareModel: (request: PrepareModelRequest, options?: CallOptions) => Promise<ModelUse>;
  /** Makes the model that was prepared last the default for new collections, and begins to move the collections that it was prepared for: each by a change of its index, one after the other, while they answer. A reranker has no default: the collections rerank with it from then on. 409 where another model was prepared last, or none. Extension. */
  readonly useModel: (request: UseModelRequest, options?: CallOptions) => Promise<ModelUse>;
  /** Ends a preparation, or a move of collections with the change of an index that is under way. Collections that were moved stay moved. 409 where nothing is under way. Extension. */
  readonly cancelModelUse: (request: CancelModelUseRequest, options?: CallOptions) => Promise<ModelUse>;
  /** Makes the former embedder the default again, and begins to roll back the changes of the collections that were moved, as long as their former indexes are kept: a day. 409 where there is nothing to roll back. Extension. */
  readonly rollBackModelUse: (request: RollBackModelUseRequest, options?: CallOptions) => Promise<ModelUse>;
}

/** Work on many documents or vectors, chosen by a filter. What it finds at its beginning is what it works on, whatever comes or changes meanwhile. Up to 1,000 are done before the answer; more become an operation, which goes on by itself, also after a crash. Extension. */
export interface OperationServiceCalls {
  /** Lists operations, newest first. They are kept for a week after their end. */
  readonly listOperations: (request: ListOperationsRequest, options?: CallOptions) => Promise<ListOperationsResponse>;
  /** Reads one operation. */
  readonly getOperation: (request: GetOperationRequest, options?: CallOptions) => Promise<Operation>;
  /** Follows an operation: first as it is now, then whenever it has got on; the stream ends when it has ended. */
  readonly watchOperation: (request: WatchOperationRequest, options?: CallOptions) => AsyncIterable<Operation>;
  /** Ends an operation that runs. What is done stays done. 409 for one that has ended. */
  readonly cancelOperation: (request: CancelOperationRequest, options?: CallOptions) => Promise<Operation>;
  /** Deletes the documents that match. They are unsearchable and invisible at once. */
  readonly deleteDocuments: (request: DeleteDocumentsRequest, options?: CallOptions) => Promise<WorkAnswer>;
  /** Changes what is said of the documents that match, as PatchDocument does for one; nothing is read or embedded again. */
  readonly updateDocuments: (request: UpdateDocumentsRequest, options?: CallOptions) => Promise<WorkAnswer>;
  /** Queues the documents that match to be parsed, chunked and embedded again. What is searchable stays so until it is replaced. */
  readonly reprocessDocuments: (request: ReprocessDocumentsRequest, options?: CallOptions) => Promise<WorkAnswer>;
  /** Begins to delete all documents of a collection, in any status, and all entries that were written directly: those that there are now, as far as the key may touch them. The collection and its settings stay. */
  readonly truncateCollection: (request: TruncateCollectionRequest, options?: CallOptions) => Promise<Operation>;
  /** Begins to process again all documents of a collection that are ready or failed, as far as the key may touch them. What is searchable stays so until it is replaced. */
  readonly reembedCollection: (request: ReembedCollectionRequest, options?: CallOptions) => Promise<Operation>;
}

/** The service itself: is it up, what does it hold, what can it embed with. */
export interface PlatformServiceCalls {
  /** Answers when the server runs. */
  readonly getHealth: (request: GetHealthRequest, options?: CallOptions) => Promise<Health>;
  /** Tells whether everything it needs can be reached and written to. HTTP 503, with the same body, when something can't. */
  readonly getReadiness: (request: GetReadinessRequest, options?: CallOptions) => Promise<Readiness>;
  /** Counts over all collections, exact at the moment of the call. */
  readonly getPlatformStats: (request: GetPlatformStatsRequest, options?: CallOptions) => Promise<PlatformStats>;
  /** Returns what was used by day (UTC), by collection or by key: days on which something was. Counts are written within 2 seconds and kept for 400 days. A key sees the collections that it may touch, and of keys itself; a key with the scope admin for all collections sees all keys. User tokens count for the key that signs them. Extension. */
  readonly getUsage: (request: GetUsageRequest, options?: CallOptions) => Promise<Usage>;
  /** Lists the embedding models. */
  readonly listEmbeddingModels: (
    request: ListEmbeddingModelsRequest,
    options?: CallOptions,
  ) => Promise<ListEmbeddingModelsResponse>;
  /** Lists the file types that uploads may have: those that a parser is configured for, the contract's own first. Extension. */
  readonly listFileTypes: (request: ListFileTypesRequest, options?: CallOptions) => Promise<ListFileTypesResponse>;
}

/** Search. */
export interface QueryServiceCalls {
  /** Searches one collection. */
  readonly query: (request: QueryRequest, options?: CallOptions) => Promise<QueryResponse>;
  /** Searches several collections; the results are merged by score. */
  readonly multiQuery: (request: MultiQueryRequest, options?: CallOptions) => Promise<MultiQueryResponse>;
  /** Runs up to 20 independent queries. One invalid query makes the whole request fail, naming its index. */
  readonly batchQuery: (request: BatchQueryRequest, options?: CallOptions) => Promise<BatchQueryResponse>;
  /** Judges how relevant texts are to a query, with a reranker of the server's configuration. The shape is that of Cohere's and Jina's rerank APIs; further fields of theirs are ignored. 503 where the reranker gives no answer in 10 seconds. Extension. */
  readonly rerank: (request: RerankRequest, options?: CallOptions) => Promise<RerankResponse>;
}

/** Whole collections out of the service and into it, as a stream of files. */
export interface TransferServiceCalls {
  /** Sends a collection as a tar archive: its settings without keys, its documents with their files, passages and vectors, and the vectors that clients wrote. The collection may be written to meanwhile: what is there all the time is in the archive exactly once. The archive ends with `end.json`; one without it was cut off. */
  readonly exportCollection: (
    request: ExportCollectionRequest,
    options?: CallOptions,
  ) => AsyncIterable<ExportCollectionResponse>;
  /** Makes a new collection of an archive that `ExportCollection` sent. It is there when all of the archive is stored and checked, and nothing of it is when anything is wrong with the archive (400). Documents that were not ready are processed. A name or a document's id that is taken is 409. An API key for the embedding provider stands in the header `X-Embedding-Api-Key`. */
  readonly importCollection: (
    request: AsyncIterable<ImportCollectionRequest>,
    options?: CallOptions,
  ) => Promise<Collection>;
}

/** Entries that clients write past ingestion: vectors that they computed themselves, or texts. Chunks of documents are none. */
export interface VectorServiceCalls {
  /** Inserts or replaces whole entries by id: all of them, or none when one is invalid. The next query sees them. */
  readonly upsertVectors: (request: UpsertVectorsRequest, options?: CallOptions) => Promise<UpsertVectorsResponse>;
  /** The entries that exist among some ids. Extension. */
  readonly getVectors: (request: GetVectorsRequest, options?: CallOptions) => Promise<GetVectorsResponse>;
  /** A collection's entries, page by page, in the order in which they were last written. Extension. */
  readonly listVectors: (request: ListVectorsRequest, options?: CallOptions) => Promise<ListVectorsResponse>;
  /** How many entries there are, or match. Extension. */
  readonly countVectors: (request: CountVectorsRequest, options?: CallOptions) => Promise<CountVectorsResponse>;
  /** Changes the metadata of entries, all of them or none: their vectors and texts stay as they are. The next query sees it. Extension. */
  readonly updateVectors: (request: UpdateVectorsRequest, options?: CallOptions) => Promise<UpdateVectorsResponse>;
  /** Deletes entries: those with some ids, of which unknown ones are no error, those that match a filter, or all. Of those that match, up to 1,000 are deleted before the answer; more become an operation, and the status is 202. */
  readonly deleteVectors: (request: DeleteVectorsRequest, options?: CallOptions) => Promise<DeleteVectorsResponse>;
}

/** Webhooks: who is told about document processing, and what became of the deliveries. */
export interface WebhookServiceCalls {
  /** Registers a webhook. The answer shows its secret, once. At most 50 webhooks (409). */
  readonly createWebhook: (request: CreateWebhookRequest, options?: CallOptions) => Promise<Webhook>;
  /** Lists webhooks, oldest first. */
  readonly listWebhooks: (request: ListWebhooksRequest, options?: CallOptions) => Promise<ListWebhooksResponse>;
  /** Reads one webhook. */
  readonly getWebhook: (request: GetWebhookRequest, options?: CallOptions) => Promise<Webhook>;
  /** Changes a webhook; everything that is not given keeps its value. */
  readonly updateWebhook: (request: UpdateWebhookRequest, options?: CallOptions) => Promise<Webhook>;
  /** Deletes a webhook. */
  readonly deleteWebhook: (request: DeleteWebhookRequest, options?: CallOptions) => Promise<StatusResponse>;
  /** Lists what was sent to a webhook, newest first. */
  readonly listWebhookDeliveries: (
    request: ListWebhookDeliveriesRequest,
    options?: CallOptions,
  ) => Promise<ListWebhookDeliveriesResponse>;
  /** Sends a `webhook.test` event to the url, also when the webhook is inactive. */
  readonly testWebhook: (request: TestWebhookRequest, options?: CallOptions) => Promise<TestWebhookResponse>;
  /** Sends a delivery that is over once more: the same delivery, with the same id and body, so that a receiver can tell it has seen it. It goes to the webhook's present url with fresh attempts, and its outcome takes the place of the one before. One that is pending is on its way already (409); that of an inactive webhook waits until it is active. Extension. */
  readonly redeliverWebhookDelivery: (
    request: RedeliverWebhookDeliveryRequest,
    options?: CallOptions,
  ) => Promise<WebhookDelivery>;
}

/** A key with less than full access. */
export interface AccessKey {
  /** Name in lists and in the log. */
  readonly name: string;
  /** Its rights. */
  readonly scope: AccessScope;
  /** The only collections it may touch; null for all. */
  readonly collections: readonly string[] | null;
  /** Where it was made. */
  readonly source: AccessKeySource;
  /** Whether it opens anything. */
  readonly state: AccessKeyState;
  /** When it was made; null for those of the configuration file. */
  readonly createdAt: string | null;
  /** When it ends; null for never. */
  readonly expiresAt: string | null;
  /** When it was revoked; null when it was not. */
  readonly revokedAt: string | null;
  /** The key itself, the bearer token. Only in the answer to its creation. Of a signing key the secret whose bytes sign (HS256), or the private key, PKCS #8 in PEM (EdDSA, unless the public key was given). */
  readonly key?: string | undefined;
  /** Access filter: only documents and passages that match it can be read or changed with this key. Empty for all. */
  readonly filter: JsonObject;
  /** How it signs user tokens; absent unless it does. Such a key opens nothing itself; scope, collections and filter are the most that its tokens may have, and its name is the `kid` of their header. */
  readonly signing?: TokenAlgorithm | undefined;
  /** With EdDSA: the public key that its tokens are checked with, SPKI in PEM. */
  readonly publicKey?: string | undefined;
}

/** Where a key was made. */
export const AccessKeySource = {
  /** In the configuration file, section `apiKeys`. */
  CONFIG: "config",
  /** Here, while the service ran. */
  DATABASE: "database",
} as const;
/** Where a key was made. */
export type AccessKeySource = (typeof AccessKeySource)[keyof typeof AccessKeySource];

/** Whether a key opens anything. */
export const AccessKeyState = {
  /** It does. */
  ACTIVE: "active",
  /** Its time is over. */
  EXPIRED: "expired",
  /** It was revoked. */
  REVOKED: "revoked",
} as const;
/** Whether a key opens anything. */
export type AccessKeyState = (typeof AccessKeyState)[keyof typeof AccessKeyState];

/** Access level of a key. Each scope includes the ones before it. */
export const AccessScope = {
  /** Reads and queries. */
  READ: "read",
  /** Also uploads, deletes, reprocessing and vector writes. */
  WRITE: "write",
  /** Also creating, changing and deleting collections, webhooks, and keys. */
  ADMIN: "admin",
} as const;
/** Access level of a key. Each scope includes the ones before it. */
export type AccessScope = (typeof AccessScope)[keyof typeof AccessScope];

/** The course of a collection's queries over the last 30 days, and those that found nothing. */
export interface AnalyticsDetail {
  /** Every hour that had a query, oldest first. */
  readonly hours: readonly AnalyticsHour[];
  /** The 10 queries that most often found nothing, most often first. */
  readonly emptyQueries: readonly QueryCount[];
}

/** The queries of one hour. */
export interface AnalyticsHour {
  /** When the hour began; full hours are those of UTC. */
  readonly start: string;
  /** Number of queries. A multi-collection query counts once per collection. */
  readonly queryCount: number;
  /** How many of these had no result. */
  readonly emptyCount: number;
  /** Mean time of a query inside the service, in milliseconds. */
  readonly avgLatencyMs: number;
  /** Mean score of the results, 0 to 1; 0 where there were none. */
  readonly avgScore: number;
  /** Mean number of results. */
  readonly avgResultCount: number;
}

/** Averages over the queries of a time span; 0 where there were none. */
export interface AnalyticsPeriod {
  /** Number of queries. A multi-collection query counts once per collection. */
  readonly queryCount: number;
  /** Mean time of a query inside the service, in milliseconds. */
  readonly avgLatencyMs: number;
  /** Mean score of the results, 0 to 1. */
  readonly avgScore: number;
  /** Mean number of results. */
  readonly avgResultCount: number;
}

/** Properties of an archive. */
export interface ArchiveInfo {
  /** A name for the file. */
  readonly filename: string;
  /** The media type of the bytes. */
  readonly mediaType: string;
}

/** A document that was made of a file within another one. */
export interface Attachment {
  /** Its id: UUID. */
  readonly documentId: string;
  /** Its file name. */
  readonly filename: string;
}

/** Which documents to delete. */
export interface BatchDeleteDocumentsRequest {
  /** The collection's name. */
  readonly collectionName: string;
  /** 1 to 100 document ids; none where `external_ids` are given. */
  readonly documentIds?: readonly string[] | null | undefined;
  /** The callers' own ids of documents, beside or in place of document_ids: at most 100 of both. Extension. */
  readonly externalIds?: readonly string[] | null | undefined;
}

/** Result of a batch delete. */
export interface BatchDeleteDocumentsResponse {
  /** Always `ok`. */
  readonly status: string;
  /** How many were deleted. */
  readonly deleted: number;
  /** Documents that were not deleted, with the reason. */
  readonly errors: readonly DocumentError[];
}

/** Whose status to read. */
export interface BatchGetDocumentStatusesRequest {
  /** The collection's name. */
  readonly collectionName: string;
  /** 1 to 100 document ids; none where `external_ids` are given. */
  readonly documentIds?: readonly string[] | null | undefined;
  /** The callers' own ids of documents, beside or in place of document_ids: at most 100 of both. Extension. */
  readonly externalIds?: readonly string[] | null | undefined;
}

/** The status of some documents. */
export interface BatchGetDocumentStatusesResponse {
  /** The documents that exist, in the order asked. */
  readonly documents: readonly DocumentState[];
  /** How many there are. */
  readonly total: number;
}

/** Which documents to read. */
export interface BatchGetDocumentsRequest {
  /** The collection's name. */
  readonly collectionName: string;
  /** 1 to 100 document ids; none where `external_ids` are given. */
  readonly documentIds?: readonly string[] | null | undefined;
  /** The callers' own ids of documents, beside or in place of document_ids: at most 100 of both. Extension. */
  readonly externalIds?: readonly string[] | null | undefined;
}

/** Some documents. */
export interface BatchGetDocumentsResponse {
  /** The documents that exist, in the order asked. */
  readonly documents: readonly Document[];
  /** How many there are. */
  readonly total: number;
}

/** One query of a batch. */
export interface BatchQueryItem {
  /** The collection's name. */
  readonly collection: string;
  /** The question, in natural language; at most 32,768 characters, not blank. Required, except for a semantic query with a `vector`. */
  readonly query?: string | null | undefined;
  /** Most results, 1 to 1,000; of several collections, of each. Default: the collection's default_top_k. */
  readonly topK?: number | null | undefined;
  /** Metadata filter: a field maps to a value, or to an object of operators such as `{"$gte": 2020}`. Operators: $eq $ne $gt $gte $lt $lte $in $nin $exists $contains $not_contains $and $or $not $nor. Default: no filter. */
  readonly filters?: JsonObject | null | undefined;
  /** Lowest score of a result; scores are from 0 to 1. Default: the collection's default_min_score. */
  readonly minScore?: number | null | undefined;
  /** Default: the collection's default_search_mode. */
  readonly searchMode?: SearchMode | null | undefined;
  /** Whether a reranking model orders the results. Default: the collection's reranking_enabled. */
  readonly rerank?: boolean | null | undefined;
  /** Adds component scores to each result and timings beside them. Default false. Extension. */
  readonly explain?: boolean | null | undefined;
  /** Adds the text of this many neighbouring chunks on each side, 0 to 10. Default 0. Extension. */
  readonly expand?: number | null | undefined;
  /** Weight of the semantic score in hybrid search, 0 to 1; the keyword score has the rest. Other modes ignore it. Default: the collection's default_alpha. Extension. */
  readonly alpha?: number | null | undefined;
  /** Most results of one document, 1 to 1,000; the next best of other documents take the places. Default: no limit. Extension. */
  readonly maxChunksPerDocument?: number | null | undefined;
  /** How much results are to differ from those before them, 0 to 1: results are ordered by relevance less this share of likeness. Scores stay what they are. Default 0, by score alone. Extension. */
  readonly diversity?: number | null | undefined;
  /** Shows in each result where it holds what was asked for, as `highlights`: true, or how much of it. Default: not. Extension. */
  readonly highlight?: Highlight | boolean | null | undefined;
  /** Adds to each result where it stands: document, pages, section, range of the text and rectangles on the page. Default false. Extension. */
  readonly citations?: boolean | null | undefined;
  /** The vector to search by, in the place of one that the service would make of the query: of the collection's dimension, little-endian float32, in JSON an array of numbers. A semantic query needs no text with it; a hybrid one takes the text for its words. Without a text the mode is semantic. Extension. */
  readonly vector?: readonly number[] | Float32Array | null | undefined;
  /** Parts that results hold; a text that is left out is absent, metadata is empty. Default: text and metadata. Extension. */
  readonly include?: readonly Include[] | null | undefined;
}

/** Several independent queries. */
export interface BatchQueryRequest {
  /** 1 to 20 queries. */
  readonly queries: readonly BatchQueryItem[];
}

/** Results of several queries. */
export interface BatchQueryResponse {
  /** One result set per query, in the order of the queries. */
  readonly results: readonly QueryResponse[];
}

/** One message of a batch upload: the header, then in any order the metadata (at most once) and the files with their bytes. */
export interface BatchUploadDocumentsRequest {
  /** Where it goes; first of all. */
  readonly header?: UploadHeader | null | undefined;
  /** Metadata of every document, default empty. It may come before, between or after the files. In a form: a string that holds a JSON object. */
  readonly metadata?: JsonObject | null | undefined;
  /** Starts the next file. */
  readonly file?: UploadFile | null | undefined;
  /** The next bytes of the file. */
  readonly chunk?: Uint8Array | null | undefined;
  /** The caller's own ids of the documents, as many as there are files and in their order; "" for none. In a form: a string that holds a JSON array of strings. Default: none. Extension. */
  readonly externalIds?: readonly string[] | null | undefined;
  /** Action for a file whose external id a document already has. Default: error. Extension. */
  readonly onConflict?: OnConflict | null | undefined;
  /** Action for a file whose bytes a document of the collection already has. Default: allow. Extension. */
  readonly onDuplicate?: OnDuplicate | null | undefined;
  /** When the documents go; in the future. Default: as the collection's `default_ttl_seconds` says. Extension. */
  readonly expiresAt?: string | Date | null | undefined;
}

/** Result of a batch upload. */
export interface BatchUploadDocumentsResponse {
  /** The accepted documents, in the order of their files. */
  readonly documents: readonly Document[];
  /** The files that were not accepted. */
  readonly errors: readonly FileError[];
  /** How many were accepted. */
  readonly total: number;
}

/** Which change to end. */
export interface CancelChangeRequest {
  /** The collection's name. */
  readonly collectionName: string;
  /** The change's id. */
  readonly id: string;
}

/** No parameters. */
export interface CancelModelUseRequest {}

/** Which operation to end. */
export interface CancelOperationRequest {
  /** The operation's id. */
  readonly id: string;
}

/** Kind of an index change. */
export const ChangeKind = {
  /** Embeds the stored texts with another model. */
  MODEL: "model",
  /** Copies the vectors to another store; nothing is embedded. */
  STORE: "store",
  /** Makes the index again where it is, of what is left: passages of the documents' originals, vectors of the texts. */
  REPAIR: "repair",
} as const;
/** Kind of an index change. */
export type ChangeKind = (typeof ChangeKind)[keyof typeof ChangeKind];

/** Where a change stands. */
export const ChangeState = {
  /** The next index is being built; the former one answers. */
  BUILDING: "building",
  /** The next index is complete and is being compared; the former one answers. */
  VERIFYING: "verifying",
  /** The next index answers; the former one is kept, and the change can be rolled back. */
  SWITCHED: "switched",
  /** The next index answers; the former one is gone. */
  DONE: "done",
  /** Was cancelled; the former index answers. */
  CANCELLED: "cancelled",
  /** Ended with an error, which `error` tells; the former index answers. */
  FAILED: "failed",
  /** Was rolled back; the former index answers again. */
  ROLLED_BACK: "rolled_back",
  /** The passages are being made again of the documents' originals; until all are there, the collection answers 503. */
  RESTORING: "restoring",
} as const;
/** Where a change stands. */
export type ChangeState = (typeof ChangeState)[keyof typeof ChangeState];

/** A range of characters. */
export interface CharacterRange {
  /** The first character, from 0, of the fragment. */
  readonly start: number;
  /** The character behind the last. */
  readonly end: number;
}

/** A passage of a document. */
export interface Chunk {
  /** The chunk's id. */
  readonly id: string;
  /** The chunk's text. */
  readonly text: string;
  /** Zero-based position in the document. */
  readonly chunkIndex: number;
  /** The upload's metadata, and `document_id`, `page` (1-based, or null), `filename`, `file_type`, `section` (the headings above most of the text), `start_char`, `end_char`; also `title`, `author`, `file_created_at`, `file_modified_at`, `keywords`, `language` and the facts in `info.fields`, where the file says them and the upload's metadata does not. A chunk of a table has `table`, unless the upload's metadata has: which one of the document's it is, and which of its rows are in the text (`{"number": 3, "first_row": 41, "last_row": 80}`, from 1 on; the rows are null where it is the header alone); of several tables it is the one with most rows. A chunk that was given has what was given with it, and `own_fields`, the names of that: changing the document's metadata leaves them. */
  readonly metadata: JsonObject;
  /** Where it stands. Only with `citations`. Extension. */
  readonly citation?: Citation | undefined;
  /** The addresses behind its words, at most 64; absent where it has none. Extension. */
  readonly links?: readonly Link[] | undefined;
}

/** Chunking strategy: the unit of text that chunks keep together, as far as it fits their size. No chunk spans two pages, exceeds chunk_size, or cuts a table or code that it could hold. Extension. */
export const ChunkStrategy = {
  /** Sentences, packed until a chunk is full; small sections share one. The default. */
  SENTENCE: "sentence",
  /** Paragraphs: one is cut only if no chunk could hold it. */
  PARAGRAPH: "paragraph",
  /** Sections: every heading begins a chunk. */
  SECTION: "section",
  /** Pages: one chunk each where it fits, whatever headings it has. */
  PAGE: "page",
  /** Nothing: as many tokens as fit, cut between words. */
  FIXED: "fixed",
} as const;
/** Chunking strategy: the unit of text that chunks keep together, as far as it fits their size. No chunk spans two pages, exceeds chunk_size, or cuts a table or code that it could hold. Extension. */
export type ChunkStrategy = (typeof ChunkStrategy)[keyof typeof ChunkStrategy];

/** Where a passage stands: what a quotation of it names, and what a viewer needs to show it. */
export interface Citation {
  /** UUID of the document. */
  readonly documentId: string;
  /** The document's filename. */
  readonly filename: string;
  /** Its title, as the file or the upload's metadata says it; absent where neither does. */
  readonly title?: string | undefined;
  /** Where it was fetched from, or what the upload's metadata says of that; absent where nothing does. */
  readonly sourceUrl?: string | undefined;
  /** The page, slide, sheet or frame that the passage begins on, from 1; absent where the format has none. */
  readonly pageFrom?: number | undefined;
  /** The one that it ends on. */
  readonly pageTo?: number | undefined;
  /** The headings above most of it, outermost first. */
  readonly section: readonly string[];
  /** Where its text begins in the document's text, in UTF-16 units from 0. The document's text is that of all its blocks (paragraphs, headings, rows) in order: between two items of a list and two rows of a table stands a line break, between others two. What a passage repeats in front, the header of a table that goes on, is not in the range. Absent where it is not known. */
  readonly start?: number | undefined;
  /** Where it ends: the unit behind the last. */
  readonly end?: number | undefined;
  /** Where the range stands on its pages: the rectangles of its lines in their order, at most 64; neighbouring lines of one column with the same edges are one. None where that is not known: the format has no pages, or the document was read before it was kept; reprocessing brings them. */
  readonly boxes: readonly CitationBox[];
}

/** A rectangle on a page, in shares of the page as it is displayed (turned and cropped as the file says), from its upper left corner. */
export interface CitationBox {
  /** The page, from 1; 1 for a picture. */
  readonly page: number;
  /** Its left edge, 0 to 1. */
  readonly x0: number;
  /** Its upper edge, 0 to 1. */
  readonly y0: number;
  /** Its right edge, 0 to 1. */
  readonly x1: number;
  /** Its lower edge, 0 to 1. */
  readonly y1: number;
}

/** A named set of documents and vectors. */
export interface Collection {
  /** UUID. */
  readonly id: string;
  /** Unique name, case-sensitive. */
  readonly name: string;
  /** Description of its purpose; may be empty. */
  readonly description: string;
  /** Embedding provider: `provider_a` (OpenAI), `provider_b` (Cohere), or the name of another configured embedder, such as the built-in offline one. */
  readonly embeddingProvider: string;
  /** The embedding model's name. */
  readonly embeddingModel: string;
  /** Length of each embedding vector. */
  readonly dimension: number;
  /** Size of a chunk, in tokens. */
  readonly chunkSize: number;
  /** Overlap of neighbouring chunks, in tokens. */
  readonly chunkOverlap: number;
  /** Number of documents, in every status. */
  readonly documentCount: number;
  /** Whether an embedding API key is stored. The key itself is never returned. */
  readonly hasApiKey: boolean;
  /** Whether queries are reranked unless they say otherwise. */
  readonly rerankingEnabled: boolean;
  /** The reranking model's name. */
  readonly rerankingModel: string;
  /** Whether a reranking API key is stored. The key itself is never returned. */
  readonly hasRerankingApiKey: boolean;
  /** Results of a query that does not say how many. */
  readonly defaultTopK: number;
  /** Lowest score of a result, 0 to 1, for a query that does not say; null for none. */
  readonly defaultMinScore: number | null;
  /** Search mode of a query that does not say. */
  readonly defaultSearchMode: SearchMode;
  /** Arbitrary key-value pairs of the owner. */
  readonly metadata: JsonObject;
  /** When it was created. */
  readonly createdAt: string;
  /** When its settings last changed. */
  readonly updatedAt: string;
  /** Weight of the semantic score in hybrid search, 0 to 1, for a query that does not say. Absent where it is the embedder's own. Extension. */
  readonly defaultAlpha?: number | undefined;
  /** Chunking strategy. Absent where none was chosen: `sentence` applies. Extension. */
  readonly chunkStrategy?: ChunkStrategy | undefined;
  /** Seconds after which a document expires that came without an `expires_at`. Absent for never. Extension. */
  readonly defaultTtlSeconds?: number | undefined;
}

/** How one collection was queried lately. */
export interface CollectionAnalytics {
  /** The collection's name. */
  readonly collection: string;
  /** The last 24 hours. */
  readonly period24h: AnalyticsPeriod;
  /** The last 7 days. */
  readonly period7d: AnalyticsPeriod;
  /** The last 30 days. */
  readonly period30d: AnalyticsPeriod;
  /** The 10 most frequent queries of the last 30 days, most frequent first. */
  readonly topQueries: readonly QueryCount[];
  /** Absent unless the request asks for it. Extension. */
  readonly detail?: AnalyticsDetail | undefined;
}

/** Counts of one collection. */
export interface CollectionStats {
  /** The collection's name. */
  readonly collection: string;
  /** Number of documents, in every status. */
  readonly documentCount: number;
  /** Number of live chunks. */
  readonly totalChunks: number;
  /** Tokens of the live chunks. */
  readonly totalTokens: number;
  /** Size of the original files, in bytes. */
  readonly totalSizeBytes: number;
  /** Documents by status. */
  readonly statusCounts: StatusCounts;
}

/** Configuration of this process, with the local models that were chosen since its start. */
export interface Configuration {
  /** Version of the running service. */
  readonly version: string;
  /** Path of the configuration file; null when there is none. */
  readonly configFile: string | null;
  /** The settings of the environment, in the order of the reference. */
  readonly settings: readonly ServiceSetting[];
  /** The sections of the configuration file, in the order of the reference. */
  readonly sections: readonly ConfigurationSection[];
}

/** A section of the configuration, as it is in effect. */
export interface ConfigurationSection {
  /** Its name in the file. */
  readonly name: string;
  /** Description of its purpose. */
  readonly description: string;
  /** Whether it differs from what stands without a file. */
  readonly isChanged: boolean;
  /** The section by its name, with defaults, secrets hidden; empty where nothing is set. */
  readonly content: JsonObject;
}

/** Fields whose values are counted, and the documents that are counted. */
export interface CountFacetsRequest {
  /** The collection's name. */
  readonly collectionName: string;
  /** The fields, 1 to 20, as filters name them: of the upload's metadata, or `filename`, `file_type`, `title`, `author`, `language`, `file_created_at`, `file_modified_at`, `keywords`, `created_at`, `external_id`, `content_hash`, `source_url`, `parent_id`, `expires_at`. */
  readonly fields: readonly string[];
  /** Only documents that match, in any status: a filter as of a query, over what a document's chunks share. Default: all. */
  readonly filters?: JsonObject | null | undefined;
  /** Values of each field, the most frequent, 1 to 1,000. Default 10. */
  readonly limit?: number | null | undefined;
  /** Only documents that this query finds: those of its best 1,000 results within `filters`. Default: no query. */
  readonly query?: string | null | undefined;
  /** How the query looks for passages. Default: the collection's default_search_mode. */
  readonly searchMode?: SearchMode | null | undefined;
  /** Lowest score of the query's results. Default: the collection's default_min_score. */
  readonly minScore?: number | null | undefined;
}

/** Facet counts, one for each field. */
export interface CountFacetsResponse {
  /** How many documents were counted. */
  readonly total: number;
  /** One for each field, in their order. */
  readonly facets: readonly Facet[];
}

/** Which entries to count. */
export interface CountVectorsRequest {
  /** The collection's name. */
  readonly collectionName: string;
  /** Metadata filter, as in queries. Default: no filter. */
  readonly filters?: JsonObject | null | undefined;
}

/** How many there are. */
export interface CountVectorsResponse {
  /** Entries that match. */
  readonly count: number;
}

/** A new collection. */
export interface CreateCollectionRequest {
  /** 1 to 128 characters: an ASCII letter, then ASCII letters, digits and underscores. */
  readonly name: string;
  /** Description of its purpose. Default: empty. */
  readonly description?: string | null | undefined;
  /** `provider_a` or `openai`, `provider_b` or `cohere`, or the name of another configured embedder. Default: the server's. */
  readonly embeddingProvider?: string | null | undefined;
  /** The embedding model's name. Default: the server's. */
  readonly embeddingModel?: string | null | undefined;
  /** API key for the embedding provider; stored encrypted, never returned. Required for `provider_a` and `provider_b` unless the operator configured one for the whole server. */
  readonly embeddingApiKey?: string | null | undefined;
  /** Length of each embedding vector, 1 to 8,192. Default: the model's own. */
  readonly dimension?: number | null | undefined;
  /** Size of a chunk, in tokens, 64 to 10,000. Default 512. */
  readonly chunkSize?: number | null | undefined;
  /** Overlap of neighbouring chunks, in tokens, 0 to 5,000 and below chunk_size. Default 50. */
  readonly chunkOverlap?: number | null | undefined;
  /** Results of a query that does not say how many, 1 to 1,000. Default 10. */
  readonly defaultTopK?: number | null | undefined;
  /** Lowest score of a result for a query that does not say. Default: none. */
  readonly defaultMinScore?: number | null | undefined;
  /** Search mode of a query that does not say. Default: semantic. */
  readonly defaultSearchMode?: SearchMode | null | undefined;
  /** Whether queries are reranked unless they say otherwise. Default false. */
  readonly rerankingEnabled?: boolean | null | undefined;
  /** The reranking model's name. Default `rerank-v3.5`. */
  readonly rerankingModel?: string | null | undefined;
  /** API key for the reranking provider; stored encrypted, never returned. */
  readonly rerankingApiKey?: string | null | undefined;
  /** Arbitrary key-value pairs. Default: empty. */
  readonly metadata?: JsonObject | null | undefined;
  /** Weight of the semantic score in hybrid search, 0 to 1, for a query that does not say. Default: the embedder's own. Extension. */
  readonly defaultAlpha?: number | null | undefined;
  /** Chunking strategy: `sentence`, `paragraph`, `section`, `page` or `fixed`. Default: sentence. Extension. */
  readonly chunkStrategy?: ChunkStrategy | null | undefined;
  /** Seconds after which a document expires that comes without an `expires_at`, 1 to 2,000,000,000. Default: never. Extension. */
  readonly defaultTtlSeconds?: number | null | undefined;
}

/** A document that is no file of the caller's: exactly one of `text`, `chunks` and `url` is given. */
export interface CreateDocumentRequest {
  /** The collection's name. */
  readonly collectionName: string;
  /** The document's text: Markdown, or what the extension of `filename` says. It is kept as a file in UTF-8. */
  readonly text?: string | null | undefined;
  /** 1 to 10,000 chunks, which are taken as they are: not cut, not joined, in this order. */
  readonly chunks?: readonly GivenChunk[] | null | undefined;
  /** Address of a page or file, http:// or https://, which the service fetches. What it is, its bytes and the answer's media type say: text, HTML, or one of the file types of uploads. */
  readonly url?: string | null | undefined;
  /** File name of the document. Its extension says how a `text` is read: .md, .txt, .html, .htm, .csv, .tsv, .xml or .json. Default: `text.md`, `chunks`, or the last part of the URL's path. */
  readonly filename?: string | null | undefined;
  /** Metadata of the document. Default: empty. */
  readonly metadata?: JsonObject | null | undefined;
  /** The caller's own id of the document, unique in the collection: 1 to 512 bytes of UTF-8. Default: none. */
  readonly externalId?: string | null | undefined;
  /** Action when a document already has that external id. Default: error. */
  readonly onConflict?: OnConflict | null | undefined;
  /** Action when a document of the collection has the same bytes. Default: allow. */
  readonly onDuplicate?: OnDuplicate | null | undefined;
  /** When the document goes; in the future. Default: as the collection's `default_ttl_seconds` says. */
  readonly expiresAt?: string | Date | null | undefined;
  /** `updated_at` of the document that is to be replaced, as the caller read it: where it is another by now, nothing is done, and the answer is 412. */
  readonly ifUpdatedAt?: string | Date | null | undefined;
}

/** A new key. */
export interface CreateKeyRequest {
  /** 1 to 64 letters, digits, `.`, `_` or `-`. Never used before, not even by a key that was revoked. */
  readonly name: string;
  /** Its rights. */
  readonly scope?: AccessScope | null | undefined;
  /** The only collections it may touch, whether they exist yet or not; at least one. Default, and null: all. */
  readonly collections?: readonly string[] | null | undefined;
  /** When it ends, in the future. Default, and null: never. */
  readonly expiresAt?: string | Date | null | undefined;
  /** Access filter: only documents and passages that match it can be read or changed. It is in the language of `filters`, over metadata and the system fields of whole documents (not `page`, `section`, `chunk_index`). Lists, counts, queries and single documents are as if there were nothing that does not match, and a document or entry that is written must match before and after. Not with the scope `admin`. Default, and null: none. */
  readonly filter?: JsonObject | null | undefined;
  /** Makes a key that signs user tokens: JWTs that a backend makes by itself, each with a scope (`read` or `write`), collections, a filter and an end. Not with the scope `admin`. Default, and null: an ordinary key. */
  readonly signing?: TokenAlgorithm | null | undefined;
  /** With `signing` EdDSA: the public key, SPKI in PEM, of which nobody but you has the private one. Default, and null: the service makes the pair, shows the private key once and keeps the public one. */
  readonly publicKey?: string | null | undefined;
}

/** A new webhook. */
export interface CreateWebhookRequest {
  /** `https://`, or `http://` for localhost, 127.0.0.1 and [::1]. */
  readonly url: string;
  /** At least one type, without `webhook.test`. */
  readonly events: readonly EventType[];
  /** Only events of these collections. Default, and null: all. */
  readonly collections?: readonly string[] | null | undefined;
  /** Description of its purpose. Default: empty. */
  readonly description?: string | null | undefined;
}

/** Which collection to delete. */
export interface DeleteCollectionRequest {
  /** The collection's name. */
  readonly name: string;
}

/** Which document to delete, by its id alone. */
export interface DeleteDocumentByIdRequest {
  /** The document's id. */
  readonly documentId: string;
}

/** Which document to delete. */
export interface DeleteDocumentRequest {
  /** The collection's name. */
  readonly collectionName: string;
  /** The document's id. */
  readonly documentId?: string | null | undefined;
  /** In the place of document_id: the id that the caller itself gave it. In REST the path says it. Extension. */
  readonly byExternalId?: string | null | undefined;
}

/** Which documents to delete. Either `filters` or `"all": true` must be given. */
export interface DeleteDocumentsRequest {
  /** The collection's name. */
  readonly collectionName: string;
  /** Only documents that match, in any status: a filter as of a query, over what a document's chunks share. Not empty. */
  readonly filters?: JsonObject | null | undefined;
  /** All documents of the collection, in the place of `filters`. Default false. */
  readonly all?: boolean | null | undefined;
  /** Only says how many match. Default false. */
  readonly dryRun?: boolean | null | undefined;
  /** Most documents to work on, those that came first. Default: all that match. */
  readonly limit?: number | null | undefined;
}

/** Entries to delete: one of `ids`, `filters` and `all`. */
export interface DeleteVectorsRequest {
  /** The collection's name. */
  readonly collectionName: string;
  /** The ids, at least one. */
  readonly ids?: readonly string[] | null | undefined;
  /** A metadata filter that is not empty, as in queries: what matches is deleted. Extension. */
  readonly filters?: JsonObject | null | undefined;
  /** Whether every entry is deleted. Chunks of documents stay. Extension. */
  readonly all?: boolean | null | undefined;
  /** Most entries that are deleted by a filter, or of all, those that were written first. Default: all that match. Extension. */
  readonly limit?: number | null | undefined;
  /** Only says how many match a filter, or are all. Default false. Extension. */
  readonly dryRun?: boolean | null | undefined;
}

/** Result of a deletion of entries. */
export interface DeleteVectorsResponse {
  /** Always `ok`. */
  readonly status: string;
  /** How many entries there were of the ids, or were deleted by a filter or of all; 0 for a dry run, and where an operation does it. */
  readonly deleted: number;
  /** How many match. Only of a deletion by a filter or of all. Extension. */
  readonly matched?: number | undefined;
  /** Operation that deletes them, where more than 1,000 are to be deleted. Absent otherwise. Extension. */
  readonly operation?: Operation | undefined;
}

/** Which webhook to delete. */
export interface DeleteWebhookRequest {
  /** The webhook's id. */
  readonly id: string;
}

/** Status of a delivery. */
export const DeliveryStatus = {
  /** Not sent yet, or to be tried again. */
  PENDING: "pending",
  /** The receiver answered 2xx. */
  DELIVERED: "delivered",
  /** All attempts failed. */
  FAILED: "failed",
} as const;
/** Status of a delivery. */
export type DeliveryStatus = (typeof DeliveryStatus)[keyof typeof DeliveryStatus];

/** A file in a collection. */
export interface Document {
  /** UUID. */
  readonly id: string;
  /** UUID of the collection. */
  readonly collectionId: string;
  /** Original file name. */
  readonly filename: string;
  /** Extension without the dot, in lower case, for example `pdf`. */
  readonly fileType: string;
  /** Size of the original file, in bytes. */
  readonly fileSize: number;
  /** Number of chunks; 0 until processed. */
  readonly chunkCount: number;
  /** Where it stands. */
  readonly status: DocumentStatus;
  /** Why processing failed; null unless it did. */
  readonly errorMessage: string | null;
  /** The metadata given at upload. */
  readonly metadata: JsonObject;
  /** When it was uploaded. */
  readonly createdAt: string;
  /** When its record last changed. */
  readonly updatedAt: string;
  /** Properties of the file and details of its processing; null until it is processed. Only with `info`. Extension. */
  readonly info?: DocumentInfo | null | undefined;
  /** The caller's own id, unique in the collection. Absent where it gave none. Extension. */
  readonly externalId?: string | undefined;
  /** SHA-256 of the original file, in lower-case hex. Extension. */
  readonly contentHash: string;
  /** Where the text was fetched from. Absent for what was uploaded. Extension. */
  readonly sourceUrl?: string | undefined;
  /** From this moment on the document is in no answer, and is removed. Absent for never. Extension. */
  readonly expiresAt?: string | undefined;
  /** The document that it was a file in (an attachment of a mail). Absent for what was uploaded by itself. Extension. */
  readonly parentId?: string | undefined;
}

/** Why a document was not deleted. */
export interface DocumentError {
  /** The id as it was asked for, which may be an external one. */
  readonly documentId: string;
  /** The reason. */
  readonly error: string;
}

/** Properties that a file declares, counts of its pages, warnings, and the duration of its processing. */
export interface DocumentInfo {
  /** Title; null when the file has none. */
  readonly title: string | null;
  /** Author; null when the file names none. */
  readonly author: string | null;
  /** When the file says it was written; null when it doesn't. */
  readonly createdAt: string | null;
  /** Language tag, for example `en` or `pt-BR`; null when the file has none. */
  readonly language: string | null;
  /** Number of pages, slides, sheets or frames; null where the format has none. */
  readonly pageCount: number | null;
  /** How many of the pages were read by recognising the text in their picture (OCR). */
  readonly ocrPageCount: number;
  /** Warnings: parts left out of the text, with the reason, and names in the metadata that are also fields of the service; empty when there are none. */
  readonly warnings: readonly string[];
  /** How many lines were left out because they repeat on many pages or count them: running headers and footers (each is kept once, on the first page that it stands on), and page numbers. */
  readonly repeatedLineCount: number;
  /** When the file says it was last changed; null when it doesn't. */
  readonly modifiedAt: string | null;
  /** Keywords that the file names; empty when it names none. */
  readonly keywords: readonly string[];
  /** Further facts of its format by name, each a text or a list of texts: of a mail `from`, `to`, `cc`, `subject`, `date`, `message_id`. Empty where the format has none. */
  readonly fields: JsonObject;
  /** The documents that were made of files within this one, in their order; empty when there are none. They go with it. */
  readonly attachments: readonly Attachment[];
  /** How sure the text of each page is that was recognised in its picture, in their order; of more than 1,000 such pages the first. Empty where no page was read so, or that was before this was kept. */
  readonly ocrConfidences: readonly PageConfidence[];
  /** How long its processing took; null where it was processed before this was kept, or elsewhere. */
  readonly timings: DocumentTimings | null;
}

/** A page of a document. */
export interface DocumentPage {
  /** Its number, from 1 on. */
  readonly page: number;
  /** How many the document has. */
  readonly pageCount: number;
  /** Its text as it was read: without what stands on every page. Empty where nothing was read. */
  readonly text: string;
  /** Where it begins in the document's text, in UTF-16 units; null where it is empty. */
  readonly startChar: number | null;
  /** Where it ends there; null where it is empty. */
  readonly endChar: number | null;
  /** Whether the page goes on: a page, as a sheet may be one, is given up to its first million characters. */
  readonly truncated: boolean;
  /** Width in points (72 to the inch) as it is displayed, turned and cropped; null where the file's pages have no pictures. */
  readonly width: number | null;
  /** Height in points; null where the width is. */
  readonly height: number | null;
}

/** A step of processing. */
export interface DocumentProgress {
  /** `parsing`, `chunking`, `embedding`, `complete` or `failed`. */
  readonly step: string;
  /** `in_progress`, `completed` or `failed`. */
  readonly status: string;
  /** The step, for humans; the error when processing failed. */
  readonly message: string;
  /** 0 to 100. */
  readonly progress: number;
}

/** The status of one document. */
export interface DocumentState {
  /** The document's id. */
  readonly id: string;
  /** Where it stands. */
  readonly status: DocumentStatus;
  /** Why processing failed; null unless it did. */
  readonly errorMessage: string | null;
  /** Number of chunks; 0 until processed. */
  readonly chunkCount: number;
}

/** Where a document stands in its processing. */
export const DocumentStatus = {
  /** Accepted and durable; processing has not started. */
  PENDING: "pending",
  /** Being parsed, chunked or embedded. */
  PROCESSING: "processing",
  /** Searchable. */
  READY: "ready",
  /** Processing ended with an error, which `error_message` tells. */
  FAILED: "failed",
} as const;
/** Where a document stands in its processing. */
export type DocumentStatus = (typeof DocumentStatus)[keyof typeof DocumentStatus];

/** A table of a document. */
export interface DocumentTable {
  /** Its number in the document, from 1 on. */
  readonly table: number;
  /** Caption, where the document has one above the columns; null elsewhere. */
  readonly caption: string | null;
  /** The rows of its header, from the top, up to some 65,000 characters; empty where it has none. */
  readonly header: readonly DocumentTableRow[];
  /** Rows, from `offset` on. What goes over several columns or rows is named in each. */
  readonly rows: readonly DocumentTableRow[];
  /** How many of its rows stand in front of these. */
  readonly offset: number;
  /** How many it has in all, without those of the header. */
  readonly rowCount: number;
  /** Whether rows follow behind these: as many as were asked for are given, and those of some 260,000 characters at most (of a list, of each table 16,000). */
  readonly truncated: boolean;
  /** Page that it begins on, from 1 on; null where the file has no pages. */
  readonly pageFrom: number | null;
  /** Page that it ends on. */
  readonly pageTo: number | null;
  /** The headings that it stands under, outermost first. */
  readonly section: readonly string[];
}

/** A row of a table. */
export interface DocumentTableRow {
  /** Its cells, from the left as it is read. Those that are empty at its end are left out. */
  readonly cells: readonly string[];
}

/** How long the processing of a document took that made its chunks, in milliseconds. Steps go on beside each other, and each counts the time in which at least one part of the document was in it: their sum may be more or less than `total_ms`. */
export interface DocumentTimings {
  /** From when it was asked for (by an upload, by `reprocess`) until the attempt began that succeeded. */
  readonly waitingMs: number;
  /** Fetching its page, if it has a URL, and reading the file by its parser. */
  readonly readingMs: number;
  /** Cutting the text into chunks. */
  readonly cuttingMs: number;
  /** Embedding the chunks; waiting for the provider is part of it. */
  readonly embeddingMs: number;
  /** Writing vectors to the vector store. */
  readonly storingMs: number;
  /** Writing texts and words to the keyword index. */
  readonly indexingMs: number;
  /** The attempt, from its beginning until all was written. Waiting for a turn of the parsers is in it, and in no step. */
  readonly totalMs: number;
}

/** Documents of all collections. */
export interface DocumentTotals {
  /** Number of documents, in every status. */
  readonly total: number;
  /** Searchable. */
  readonly ready: number;
  /** Waiting for processing. */
  readonly pending: number;
  /** In processing. */
  readonly processing: number;
  /** Ended with an error. */
  readonly failed: number;
  /** Number of live chunks. */
  readonly totalChunks: number;
  /** Tokens of the live chunks. */
  readonly totalTokens: number;
  /** Size of the original files, in bytes. */
  readonly totalSizeBytes: number;
}

/** A step of the processing of one of several documents. */
export interface DocumentsProgress {
  /** The document's id. */
  readonly documentId: string;
  /** `parsing`, `chunking`, `embedding`, `complete` or `failed`. */
  readonly step: string;
  /** `in_progress`, `completed` or `failed`. */
  readonly status: string;
  /** The step, for humans; the error when processing failed. */
  readonly message: string;
  /** 0 to 100. */
  readonly progress: number;
}

/** Which file to send, and which part of it. */
export interface DownloadDocumentFileRequest {
  /** The collection's name. */
  readonly collectionName: string;
  /** The document's id. */
  readonly documentId: string;
  /** First byte to send; negative counts from the end of the file. Default 0. In HTTP the Range header says it. */
  readonly offset?: number | null | undefined;
  /** Most bytes to send. Default: to the end of the file. In HTTP the Range header says it. */
  readonly length?: number | null | undefined;
}

/** One message of a download: `info` first, then the bytes. */
export interface DownloadDocumentFileResponse {
  /** Properties of the file; always the first message. */
  readonly info?: FileInfo | undefined;
  /** The next bytes. */
  readonly chunk?: Uint8Array | undefined;
}

/** Documents of a collection that have the same bytes. */
export interface DuplicateGroup {
  /** SHA-256 of the bytes, in lower-case hex. */
  readonly contentHash: string;
  /** The documents, 2 to 100, the oldest first. */
  readonly documents: readonly Document[];
  /** Whether there are more of them than these. */
  readonly hasMore: boolean;
}

/** Capabilities of an embedder. */
export interface EmbedderAbilities {
  /** The models it is known to have, the default first. */
  readonly models: readonly EmbedderModel[];
  /** Whether other models may be asked for. */
  readonly otherModels: boolean;
  /** Whether it needs a key of the provider's. */
  readonly credential: PluginCredential;
  /** Most texts of one call; null for no bound. */
  readonly maxBatchTexts: number | null;
  /** Most tokens of one call; null for no bound. */
  readonly maxBatchTokens: number | null;
  /** Whether it learns from the texts of a collection. */
  readonly learns: boolean;
  /** Weight of the semantic score in hybrid search, 0 to 1, where neither collection nor query says another. */
  readonly defaultAlpha: number;
}

/** A model of an embedder. */
export interface EmbedderModel {
  /** The model's name. */
  readonly name: string;
  /** Length of its vectors, unless another is asked for. */
  readonly dimension: number;
  /** Shortest vector that may be asked for; null where only `dimension` may. */
  readonly minDimension: number | null;
  /** Longest vector that may be asked for; null where only `dimension` may. */
  readonly maxDimension: number | null;
  /** Most tokens of one text; null for no bound. */
  readonly maxInputTokens: number | null;
  /** Description of the model and its use. */
  readonly description: string;
}

/** A model that makes embeddings. */
export interface EmbeddingModel {
  /** `provider_a`, `provider_b`, or the name of another configured embedder. */
  readonly provider: string;
  /** The model's name. */
  readonly model: string;
  /** Length of its vectors, unless a collection asks for a shorter one. */
  readonly dimension: number;
  /** Description of the model and its use. */
  readonly description: string;
}

/** Type of an event that is sent to webhooks. */
export const EventType = {
  /** Processing of a document has started. */
  DOCUMENT_PROCESSING: "document.processing",
  /** A document is processed and searchable. */
  DOCUMENT_READY: "document.ready",
  /** Processing of a document failed. */
  DOCUMENT_FAILED: "document.failed",
  /** The test endpoint was called. Can't be subscribed to. */
  WEBHOOK_TEST: "webhook.test",
  /** A document was deleted, by whom and how ever, or its `expires_at` has come. Extension. */
  DOCUMENT_DELETED: "document.deleted",
  /** A document was to be replaced by the same bytes, name and metadata: nothing was done. Extension. */
  DOCUMENT_UNCHANGED: "document.unchanged",
} as const;
/** Type of an event that is sent to webhooks. */
export type EventType = (typeof EventType)[keyof typeof EventType];

/** Which collection to export. */
export interface ExportCollectionRequest {
  /** The collection's name. */
  readonly name: string;
}

/** A piece of an archive. */
export interface ExportCollectionResponse {
  /** Properties of the archive; always the first message. */
  readonly info?: ArchiveInfo | undefined;
  /** The next bytes. */
  readonly chunk?: Uint8Array | undefined;
}

/** Values of one field, with the number of documents that have each. A list counts for each of its values. */
export interface Facet {
  /** The field. */
  readonly field: string;
  /** The most frequent values; of those with one count, in their order. */
  readonly values: readonly FacetValue[];
  /** How many different values there are. */
  readonly valueCount: number;
  /** How many documents have something in the field. */
  readonly documents: number;
  /** How many documents have nothing there. */
  readonly missing: number;
  /** The least number. Absent where there are no numbers. */
  readonly min?: number | undefined;
  /** The greatest number. Absent where there are no numbers. */
  readonly max?: number | undefined;
  /** The first of the strings that begin as dates of ISO 8601 do (`2026-08`). Absent where there are none. */
  readonly earliest?: string | undefined;
  /** The last of them. Absent where there are none. */
  readonly latest?: string | undefined;
}

/** A value and how many documents have it. One of the first three is there. */
export interface FacetValue {
  /** The value, where it is a string. */
  readonly string?: string | undefined;
  /** The value, where it is a number. */
  readonly number?: number | undefined;
  /** The value, where it is true or false. */
  readonly boolean?: boolean | undefined;
  /** How many documents have it. */
  readonly count: number;
}

/** Whose failure it is that a document failed. Extension. */
export const FailureSource = {
  /** The embedding provider's: it was away for too long, or refused. Processing the document again may help. */
  PROVIDER: "provider",
  /** The file's own: it can't be read, or has no text. */
  FILE: "file",
  /** The service's, or that of something it stands on. */
  SERVICE: "service",
} as const;
/** Whose failure it is that a document failed. Extension. */
export type FailureSource = (typeof FailureSource)[keyof typeof FailureSource];

/** Why a file was not accepted. */
export interface FileError {
  /** The file's name. */
  readonly filename: string;
  /** The reason. */
  readonly error: string;
}

/** Properties of a file that is being sent. */
export interface FileInfo {
  /** Original file name. */
  readonly filename: string;
  /** Media type by the file's type. */
  readonly mediaType: string;
  /** Size of the whole file, in bytes. */
  readonly size: number;
  /** Content hash; without quotes. */
  readonly etag: string;
  /** First byte of what follows: never negative, at most `size`. */
  readonly offset: number;
  /** How many bytes follow. 0 when the request began at or after the end of the file. */
  readonly length: number;
}

/** A file type that is read. */
export interface FileType {
  /** The extension of its files, without the dot, in lower case. */
  readonly extension: string;
  /** Media type that the original of a document is answered with. */
  readonly mediaType: string;
}

/** Which change to read. */
export interface GetChangeRequest {
  /** The collection's name. */
  readonly collectionName: string;
  /** The change's id. */
  readonly id: string;
}

/** Which collection's queries to look at. */
export interface GetCollectionAnalyticsRequest {
  /** The collection's name. */
  readonly name: string;
  /** Also the course of the queries over time, and those that found nothing. Default false. Extension. */
  readonly detail?: boolean | null | undefined;
}

/** Which collection to read. */
export interface GetCollectionRequest {
  /** The collection's name. */
  readonly name: string;
}

/** Which collection to count. */
export interface GetCollectionStatsRequest {
  /** The collection's name. */
  readonly name: string;
}

/** No parameters. */
export interface GetConfigurationRequest {}

/** Which document to read, by its id alone. */
export interface GetDocumentByIdRequest {
  /** The document's id. */
  readonly documentId: string;
  /** Adds `info` to the document. Default false. */
  readonly info?: boolean | null | undefined;
}

/** Which document to send as Markdown. */
export interface GetDocumentMarkdownRequest {
  /** The collection's name. */
  readonly collectionName: string;
  /** The document's id. */
  readonly documentId: string;
}

/** Which page's picture to send. */
export interface GetDocumentPageImageRequest {
  /** The collection's name. */
  readonly collectionName: string;
  /** The document's id. */
  readonly documentId: string;
  /** Number of the page or frame, from 1 on. */
  readonly page: number;
  /** Pixels that it is to be wide, rounded up to 320, 640, 960, 1280, 1920 or 2560. Default 1280. An image is never enlarged, and a page that is very long is drawn narrower. */
  readonly width?: number | null | undefined;
  /** First byte to send; negative counts from the end. Default 0. In HTTP the Range header says it. */
  readonly offset?: number | null | undefined;
  /** Most bytes to send. Default: to the end. In HTTP the Range header says it. */
  readonly length?: number | null | undefined;
}

/** Which page to read. */
export interface GetDocumentPageRequest {
  /** The collection's name. */
  readonly collectionName: string;
  /** The document's id. */
  readonly documentId: string;
  /** Number of the page, slide, sheet or frame, from 1 on. */
  readonly page: number;
}

/** Which document to read. */
export interface GetDocumentRequest {
  /** The collection's name. */
  readonly collectionName: string;
  /** The document's id. */
  readonly documentId?: string | null | undefined;
  /** Adds `info` to the document. Default false. Extension. */
  readonly info?: boolean | null | undefined;
  /** In the place of document_id: the id that the caller itself gave it. In REST the path says it. Extension. */
  readonly byExternalId?: string | null | undefined;
}

/** Which table to send. */
export interface GetDocumentTableCsvRequest {
  /** The collection's name. */
  readonly collectionName: string;
  /** The document's id. */
  readonly documentId: string;
  /** Number of the table in the document, from 1 on. */
  readonly table: number;
}

/** Which table to read. */
export interface GetDocumentTableRequest {
  /** The collection's name. */
  readonly collectionName: string;
  /** The document's id. */
  readonly documentId: string;
  /** Number of the table in the document, from 1 on. */
  readonly table: number;
  /** Most rows to return, 1 to 1,000. Default 100. */
  readonly limit?: number | null | undefined;
  /** How many rows to skip. Default 0. */
  readonly offset?: number | null | undefined;
}

/** Which document's text to send. */
export interface GetDocumentTextRequest {
  /** The collection's name. */
  readonly collectionName: string;
  /** The document's id. */
  readonly documentId: string;
}

/** One message of a text: `info` first, then the text. */
export interface GetDocumentTextResponse {
  /** Properties of the text; always the first message. */
  readonly info?: TextInfo | undefined;
  /** The next bytes, in UTF-8; no character is cut. */
  readonly chunk?: Uint8Array | undefined;
}

/** No parameters. */
export interface GetHealthRequest {}

/** Which operation to read. */
export interface GetOperationRequest {
  /** The operation's id. */
  readonly id: string;
}

/** No parameters. */
export interface GetPlatformStatsRequest {}

/** No parameters. */
export interface GetReadinessRequest {}

/** Which usage to return. */
export interface GetUsageRequest {
  /** By what it is grouped. Default: collection. */
  readonly groupBy?: UsageGroup | null | undefined;
  /** The first day, such as `2026-11-20`. Default: 29 days before the last. */
  readonly from?: string | null | undefined;
  /** The last day. Default: today. */
  readonly to?: string | null | undefined;
  /** Most days of groups to return, 1 to 1,000. Default 1,000. */
  readonly limit?: number | null | undefined;
  /** How many to skip. Default 0. */
  readonly offset?: number | null | undefined;
}

/** Which entries to get. */
export interface GetVectorsRequest {
  /** The collection's name. */
  readonly collectionName: string;
  /** 1 to 1,000 ids. With embeddings fewer, where the collection's dimension is above 1,048. */
  readonly ids: readonly string[];
  /** Parts that the entries hold. Default: text and metadata. */
  readonly include?: readonly Include[] | null | undefined;
}

/** The entries that exist. */
export interface GetVectorsResponse {
  /** In the order of the ids; those that don't exist are left out. */
  readonly vectors: readonly StoredVector[];
  /** How many there are here. */
  readonly total: number;
}

/** Which webhook to read. */
export interface GetWebhookRequest {
  /** The webhook's id. */
  readonly id: string;
}

/** A chunk that was cut elsewhere. */
export interface GivenChunk {
  /** The chunk's text: not blank, at most 10,000 tokens, and no more than the collection's embedding model takes. */
  readonly text?: string | null | undefined;
  /** The page that it is on, from 1. Default: none. */
  readonly page?: number | null | undefined;
  /** The headings above it, the outermost first; they are embedded and indexed with the text. Default: none. */
  readonly section?: readonly string[] | null | undefined;
  /** Metadata of this chunk alone, beside the document's, which it goes before. Default: empty. */
  readonly metadata?: JsonObject | null | undefined;
}

/** The server runs. */
export interface Health {
  /** Always `ok`. */
  readonly status: string;
  /** Version of the running service. */
  readonly version: string;
}

/** How much of each result is shown. */
export interface Highlight {
  /** Most fragments of a result, 1 to 10. Default 3. */
  readonly fragments?: number | null | undefined;
  /** Most characters of a fragment, 20 to 2,000. Default 200. */
  readonly fragmentChars?: number | null | undefined;
}

/** A fragment of a result's text. Characters are code points of Unicode. */
export interface HighlightedFragment {
  /** The fragment, as it stands in the text. */
  readonly text: string;
  /** How many characters of the result's text stand before it. */
  readonly offset: number;
  /** Ranges that match the query, in order, as the index understands words: inflected, misspelt, as part of a compound. Empty where the fragment is only the sentence that is nearest to the query, as in a semantic search. */
  readonly matches: readonly CharacterRange[];
}

/** The caller, as the service knows it. */
export interface Identity {
  /** The name in the log: `api-secret`, `config:` or `key:` and the key's name, or `token:`, the signing key's name and, where the token has one, its subject after a slash. */
  readonly name: string;
  /** Its rights. */
  readonly scope: AccessScope;
  /** The only collections it may touch, by name; null for all. */
  readonly collections: readonly string[] | null;
  /** Filter that documents and passages match to be seen and touched: the key's filter, or the token's and that of its signing key together. Empty where it is for all. */
  readonly filter: JsonObject;
  /** When it ends; null for never. */
  readonly expiresAt: string | null;
}

/** A piece of an import. */
export interface ImportCollectionRequest {
  /** Options of the import; always the first message. */
  readonly header?: ImportHeader | null | undefined;
  /** The next bytes of the archive. */
  readonly chunk?: Uint8Array | null | undefined;
}

/** Options of an import. */
export interface ImportHeader {
  /** Name of the new collection. */
  readonly name: string;
  /** Whether documents get ids of their own. By default they keep those that they have in the archive. */
  readonly newIds?: boolean | null | undefined;
  /** Whether documents are processed again from their files, with this server's default embedder. By default the archive's vectors are taken, which needs the same embedding provider and model here. */
  readonly reembed?: boolean | null | undefined;
  /** API key for the embedding provider; stored encrypted, never returned. In HTTP the header `X-Embedding-Api-Key`. */
  readonly embeddingApiKey?: string | null | undefined;
}

/** A part of an entry or a passage that an answer can hold. */
export const Include = {
  /** Its vector, of unit length as it is kept. */
  EMBEDDING: "embedding",
  /** Its text. */
  TEXT: "text",
  /** Its metadata. */
  METADATA: "metadata",
} as const;
/** A part of an entry or a passage that an answer can hold. */
export type Include = (typeof Include)[keyof typeof Include];

/** A change of a collection's index. */
export interface IndexChange {
  /** UUID. */
  readonly id: string;
  /** Name of the collection. */
  readonly collection: string;
  /** Kind of the change. */
  readonly kind: ChangeKind;
  /** Where it stands. */
  readonly state: ChangeState;
  /** How far it is, 0 to 100; 100 when the next index answers. */
  readonly progress: number;
  /** Passages looked at so far. */
  readonly doneCount: number;
  /** Passages that there were when it last began to count. */
  readonly totalCount: number;
  /** The index before. */
  readonly from: IndexDescription;
  /** The index after. */
  readonly to: IndexDescription;
  /** The change that this one takes back; null for all others. */
  readonly rollbackOf: string | null;
  /** Error that ended a failed change; null for all others. */
  readonly error: string | null;
  /** When it was started. */
  readonly createdAt: string;
  /** When it last got on. */
  readonly updatedAt: string;
  /** When it ended; null while it runs or can be rolled back. */
  readonly finishedAt: string | null;
  /** Result of a repair so far; null for all others. */
  readonly repair: RepairReport | null;
}

/** Vector store and embedding model of an index. */
export interface IndexDescription {
  /** Name of the vector store in the server's configuration. */
  readonly vectorStore: string;
  /** Embedding provider. */
  readonly embeddingProvider: string;
  /** The embedding model's name. */
  readonly embeddingModel: string;
  /** Length of each embedding vector. */
  readonly dimension: number;
}

/** A unit of work that survives crashes. */
export interface Job {
  /** Names the work; it may contain any printable character. */
  readonly id: string;
  /** Kind of work: `ingest` (a document is processed), `purge` (deleted data is removed from files, passages and vectors), or another kind that the guide on jobs lists. */
  readonly kind: string;
  /** Where it stands. */
  readonly state: JobState;
  /** Whether it is in processing and looks stuck: its worker has not been heard of for the time of a lease, or holds it for more than 15 minutes and ten times as long as the last ones of its kind took. A job whose lease has run out is taken by the next free worker. A change of an index may take hours, so only its lease counts. */
  readonly stuck: boolean;
  /** Name of the collection; null when it is gone. */
  readonly collection: string | null;
  /** Id of the document that it is about; null when it is about something else. */
  readonly documentId: string | null;
  /** File name of that document; null when there is none, or it is gone. */
  readonly filename: string | null;
  /** Attempts begun, the one under way included. */
  readonly attempts: number;
  /** How many attempts it has. Waiting for a provider takes none of them. */
  readonly maxAttempts: number;
  /** Error that ended the last failed attempt; null when none failed. */
  readonly error: string | null;
  /** When it was made. */
  readonly createdAt: string;
  /** When it is due, or was: the time of the next attempt while it waits. */
  readonly dueAt: string;
  /** When its last attempt began; null before the first. */
  readonly startedAt: string | null;
  /** Until when its worker holds it without giving a sign; null unless it is in processing. */
  readonly leaseUntil: string | null;
  /** When it completed or failed; null before. */
  readonly finishedAt: string | null;
  /** Name of the embedder that it waits for, having given its place to others; null when it doesn't. It is woken when the provider answers; `due_at` is when it looks again at the latest, `error` says what the provider said. */
  readonly waitsFor: string | null;
  /** Until when it waits for that before it fails; null when it doesn't wait, or has nothing to fail of yet. */
  readonly waitsUntil: string | null;
}

/** Jobs by state, as far as they are kept: a day after their end. */
export interface JobCounts {
  /** Due. */
  readonly queued: number;
  /** Waiting for their time. */
  readonly waiting: number;
  /** Held by a worker. */
  readonly processing: number;
  /** Finished in the last day. */
  readonly completed: number;
  /** Given up in the last day, and not processed again since. */
  readonly failed: number;
  /** Jobs in processing that look stuck. */
  readonly stuck: number;
}

/** Where a job stands. */
export const JobState = {
  /** Due; the next free worker takes it. */
  QUEUED: "queued",
  /** Waits for its time: a retry after a failed attempt, or work that is for later. */
  WAITING: "waiting",
  /** Held by a worker. */
  PROCESSING: "processing",
  /** Finished. */
  COMPLETED: "completed",
  /** Given up, with an error. */
  FAILED: "failed",
} as const;
/** Where a job stands. */
export type JobState = (typeof JobState)[keyof typeof JobState];

/** A collection where no passage has some fields of the filter. */
export interface LackingCollection {
  /** The collection's name. */
  readonly collection: string;
  /** The fields. */
  readonly fields: readonly string[];
}

/** A link of a passage. */
export interface Link {
  /** The words that it stands behind; empty where it has none in the text. */
  readonly text: string;
  /** Its address, as the file has it: absolute, or relative to where the file is from. */
  readonly url: string;
}

/** Which changes to list. */
export interface ListChangesRequest {
  /** The collection's name. */
  readonly collectionName: string;
  /** Most changes to return, 1 to 1,000. Default 100. */
  readonly limit?: number | null | undefined;
  /** How many to skip. Default 0. */
  readonly offset?: number | null | undefined;
}

/** A page of changes. */
export interface ListChangesResponse {
  /** The changes of this page, newest first. */
  readonly changes: readonly IndexChange[];
  /** How many there are in all. */
  readonly total: number;
  /** The index that answers now. */
  readonly current: IndexDescription;
}

/** A document's chunks, by its id alone. */
export interface ListChunksByIdRequest {
  /** The document's id. */
  readonly documentId: string;
  /** Most chunks to return, at least 1. Default: all. */
  readonly limit?: number | null | undefined;
  /** How many to skip. Default 0. */
  readonly offset?: number | null | undefined;
  /** Adds to each chunk where it stands. Default false. */
  readonly citations?: boolean | null | undefined;
}

/** Which document's chunks to list. */
export interface ListChunksRequest {
  /** The collection's name. */
  readonly collectionName: string;
  /** The document's id. */
  readonly documentId: string;
  /** Most chunks to return, at least 1. Default: all. Extension. */
  readonly limit?: number | null | undefined;
  /** How many to skip. Default 0. Extension. */
  readonly offset?: number | null | undefined;
  /** Adds to each chunk where it stands. Default false. Extension. */
  readonly citations?: boolean | null | undefined;
}

/** The live chunks of a document. */
export interface ListChunksResponse {
  /** The chunks, by chunk_index. */
  readonly chunks: readonly Chunk[];
  /** How many the document has in all. */
  readonly total: number;
}

/** Which collections to list. */
export interface ListCollectionsRequest {
  /** Only names that start so, compared case-insensitively; `%` and `_` are literal. Default: all. */
  readonly name?: string | null | undefined;
  /** Most collections to return, 1 to 1,000. Default 100. */
  readonly limit?: number | null | undefined;
  /** How many to skip. Default 0. */
  readonly offset?: number | null | undefined;
}

/** A page of collections. */
export interface ListCollectionsResponse {
  /** The collections of this page, by creation time, then id. */
  readonly collections: readonly Collection[];
  /** How many match in all. */
  readonly total: number;
}

/** Which tables to list. */
export interface ListDocumentTablesRequest {
  /** The collection's name. */
  readonly collectionName: string;
  /** The document's id. */
  readonly documentId: string;
  /** Most tables to return, 1 to 100. Default 20. */
  readonly limit?: number | null | undefined;
  /** How many to skip. Default 0. */
  readonly offset?: number | null | undefined;
  /** Most rows of each, 0 to 100. Default 20. */
  readonly rows?: number | null | undefined;
}

/** Tables of a document. */
export interface ListDocumentTablesResponse {
  /** The tables, by their number. */
  readonly tables: readonly DocumentTable[];
  /** How many the document has in all. */
  readonly total: number;
}

/** Which documents to list. */
export interface ListDocumentsRequest {
  /** The collection's name. */
  readonly collectionName: string;
  /** Only documents in this status. Default: all. */
  readonly status?: DocumentStatus | null | undefined;
  /** Most documents to return, 1 to 1,000. Default 100. */
  readonly limit?: number | null | undefined;
  /** How many to skip. Default 0. */
  readonly offset?: number | null | undefined;
  /** Adds `info` to each document. Default false. Extension. */
  readonly info?: boolean | null | undefined;
  /** Only documents that failed, and by whose failure. Default: all. Extension. */
  readonly failedBy?: FailureSource | null | undefined;
  /** Only documents that match, in any status: a filter as of a query, as JSON, over what a document's chunks share, for example `{"year": {"$gte": 2020}}`. Default: all. Extension. */
  readonly filters?: string | null | undefined;
  /** Only documents whose file name has this in it, whatever the case. Default: all. Extension. */
  readonly filename?: string | null | undefined;
  /** Only documents of this type: the extension without the dot, for example `pdf`. Default: all. Extension. */
  readonly fileType?: string | null | undefined;
  /** Only the document with this id of the caller's own. Default: all. Extension. */
  readonly externalId?: string | null | undefined;
  /** Sort field: `created_at`, `updated_at`, `filename` (case-insensitive), `file_size` or `chunk_count`; with `-` before it, descending. Documents with equal values are sorted by id. Default: created_at. Extension. */
  readonly sort?: string | null | undefined;
  /** The `next_cursor` of the page before, whose other parameters must be the same; `offset` counts from there. However far into the list, a page takes no longer. Default: from the first. Extension. */
  readonly cursor?: string | null | undefined;
}

/** A page of documents. */
export interface ListDocumentsResponse {
  /** The documents of this page, by creation time, then id. */
  readonly documents: readonly Document[];
  /** How many match in all. */
  readonly total: number;
  /** Where the next page begins, for `cursor`. Absent on the last page, and where nothing but `status`, `failed_by`, `limit` and `offset` was asked for; to begin a walk by cursors, say a `sort`. Extension. */
  readonly nextCursor?: string | undefined;
}

/** Where to look for documents that have the same bytes. */
export interface ListDuplicatesRequest {
  /** The collection's name. */
  readonly collectionName: string;
  /** Most groups to return, 1 to 100. Default 20. A page ends before that after some 1,000 documents. */
  readonly limit?: number | null | undefined;
  /** The `next_cursor` of the page before. Default: from the first. */
  readonly cursor?: string | null | undefined;
}

/** Documents that have the same bytes. */
export interface ListDuplicatesResponse {
  /** The groups, in the order of their hashes. */
  readonly groups: readonly DuplicateGroup[];
  /** Where the next page begins, for `cursor`. Absent on the last page. */
  readonly nextCursor?: string | undefined;
}

/** Which models to list. */
export interface ListEmbeddingModelsRequest {
  /** Also the models of every other configured embedder. Default false. Extension. */
  readonly all?: boolean | null | undefined;
}

/** The embedding models. */
export interface ListEmbeddingModelsResponse {
  /** The models, by provider. */
  readonly models: readonly EmbeddingModel[];
}

/** No parameters. */
export interface ListFileTypesRequest {}

/** The file types that are read. */
export interface ListFileTypesResponse {
  /** File types of the contract in its order, then others in the order of the configuration. */
  readonly fileTypes: readonly FileType[];
}

/** Which jobs to list. */
export interface ListJobsRequest {
  /** Only jobs in this state. */
  readonly state?: JobState | null | undefined;
  /** Only jobs of this kind. */
  readonly kind?: string | null | undefined;
  /** Only jobs that look stuck (see Job). Default false. */
  readonly stuck?: boolean | null | undefined;
  /** Most jobs to return, 1 to 1,000. Default 100. */
  readonly limit?: number | null | undefined;
  /** How many to skip. Default 0. */
  readonly offset?: number | null | undefined;
}

/** A page of jobs. */
export interface ListJobsResponse {
  /** The jobs of this page. */
  readonly jobs: readonly Job[];
  /** How many match in all. */
  readonly total: number;
  /** All jobs by state, or all of the kind that was asked for. */
  readonly counts: JobCounts;
}

/** Which keys to list. */
export interface ListKeysRequest {
  /** Most keys to return, 1 to 1,000. Default: all. */
  readonly limit?: number | null | undefined;
  /** How many to skip. Default 0. */
  readonly offset?: number | null | undefined;
}

/** The keys. */
export interface ListKeysResponse {
  /** All of them, or those of this page. */
  readonly keys: readonly AccessKey[];
  /** How many there are in all. */
  readonly total: number;
}

/** No parameters. */
export interface ListModelsRequest {}

/** The models, and the use of one. */
export interface ListModelsResponse {
  /** Known models first, then folders, then others that are loaded and need no key. */
  readonly models: readonly LocalModel[];
  /** The use that is under way, or the last one; absent where there was none. */
  readonly use?: ModelUse | undefined;
}

/** Which operations to list. */
export interface ListOperationsRequest {
  /** Only those on this collection. Default: all. */
  readonly collection?: string | null | undefined;
  /** Most operations to return, 1 to 1,000. Default 100. */
  readonly limit?: number | null | undefined;
  /** How many to skip. Default 0. */
  readonly offset?: number | null | undefined;
}

/** A page of operations. */
export interface ListOperationsResponse {
  /** The operations of this page, newest first. */
  readonly operations: readonly Operation[];
  /** How many there are in all. */
  readonly total: number;
}

/** No parameters. */
export interface ListPluginsRequest {}

/** The plugins that are loaded. */
export interface ListPluginsResponse {
  /** Vector stores, embedders, rerankers, parsers; each kind in the order of the configuration. */
  readonly plugins: readonly Plugin[];
}

/** No parameters. */
export interface ListVectorStoresRequest {}

/** The vector stores of the server. */
export interface ListVectorStoresResponse {
  /** In the order of the configuration. */
  readonly vectorStores: readonly VectorStore[];
}

/** Which entries to list. */
export interface ListVectorsRequest {
  /** The collection's name. */
  readonly collectionName: string;
  /** Metadata filter, as in queries. Default: no filter. */
  readonly filters?: JsonObject | null | undefined;
  /** Most entries of a page, 1 to 1,000. Default 100. */
  readonly limit?: number | null | undefined;
  /** Where the page begins: the `next_cursor` of the one before. Default: at the first entry. */
  readonly cursor?: string | null | undefined;
  /** Parts that the entries hold. Default: text and metadata. */
  readonly include?: readonly Include[] | null | undefined;
}

/** A page of entries. */
export interface ListVectorsResponse {
  /** In the order in which they were last written. A page may have fewer than `limit`, and even none, before the last one. */
  readonly vectors: readonly StoredVector[];
  /** Where the next page begins; null after the last. */
  readonly nextCursor: string | null;
}

/** Which webhook's deliveries to list. */
export interface ListWebhookDeliveriesRequest {
  /** The webhook's id. */
  readonly id: string;
  /** Most deliveries to return, 1 to 1,000. Default 100. */
  readonly limit?: number | null | undefined;
  /** How many to skip. Default 0. */
  readonly offset?: number | null | undefined;
}

/** A page of deliveries. */
export interface ListWebhookDeliveriesResponse {
  /** The deliveries of this page, newest first. */
  readonly deliveries: readonly WebhookDelivery[];
  /** How many there are in all. */
  readonly total: number;
}

/** Which webhooks to list. */
export interface ListWebhooksRequest {
  /** Most webhooks to return, 1 to 1,000. Default 100. */
  readonly limit?: number | null | undefined;
  /** How many to skip. Default 0. */
  readonly offset?: number | null | undefined;
}

/** A page of webhooks. */
export interface ListWebhooksResponse {
  /** The webhooks of this page, by creation time, then id. */
  readonly webhooks: readonly Webhook[];
  /** How many there are in all. */
  readonly total: number;
}

/** A model that can run on this machine. */
export interface LocalModel {
  /** The name that it is used by, and that collections give as `embedding_provider`. */
  readonly name: string;
  /** Embedder or reranker; absent for a folder that is not loaded. */
  readonly kind?: PluginKind | undefined;
  /** Languages of a known model; empty for others. */
  readonly languages: string;
  /** Licence of a known model; empty for others. */
  readonly licence: string;
  /** Approximate size of a known model's files in MB; 0 for others. */
  readonly megabytes: number;
  /** Whether its folder is in the models folder. */
  readonly isPresent: boolean;
  /** Whether it is loaded, so that collections can name it. */
  readonly isLoaded: boolean;
  /** Whether new collections get it. */
  readonly isDefault: boolean;
}

/** Cost of using a model. */
export interface ModelCost {
  /** Measured passages a second, with this machine's present load and passages of the collections to move. */
  readonly passagesPerSecond: number;
  /** Collections to move. */
  readonly collections: number;
  /** Documents in them. */
  readonly documents: number;
  /** Passages in them. */
  readonly passages: number;
  /** Approximate duration of the move, in seconds. */
  readonly seconds: number;
  /** Approximate bytes of the new vectors. The former ones are kept beside them for a day. */
  readonly diskBytes: number;
}

/** The use of a model. */
export interface ModelUse {
  /** Name of the model. */
  readonly name: string;
  /** Its state. */
  readonly state: ModelUseState;
  /** Progress of the present step, 0 to 100. */
  readonly progress: number;
  /** The file or collection in work; empty where there is none. */
  readonly detail: string;
  /** Error that ended it; null without one. */
  readonly error: string | null;
  /** Its cost; null until it is measured. */
  readonly cost: ModelCost | null;
  /** Warnings about the collections to move: languages that the model does not know. */
  readonly warnings: readonly string[];
  /** Collections that are moved or need no move. */
  readonly doneCount: number;
  /** Collections to move. */
  readonly totalCount: number;
  /** Collections that could not be moved, each with the reason; the first 100. */
  readonly problems: readonly string[];
  /** Start of the preparation, the move or the rollback. */
  readonly startedAt: string;
}

/** State of the use of a model. */
export const ModelUseState = {
  /** Files are fetched, or verified. */
  FETCHING: "fetching",
  /** The runtime is being installed. */
  INSTALLING: "installing",
  /** The model is loaded and measured. */
  MEASURING: "measuring",
  /** The model can be used; `cost` says at what cost. */
  PREPARED: "prepared",
  /** Collections are being moved. */
  MOVING: "moving",
  /** The model is the default, and the collections are moved; `problems` lists those that are not. */
  DONE: "done",
  /** Cancelled. */
  CANCELLED: "cancelled",
  /** Ended by an error, which is in `error`. */
  FAILED: "failed",
  /** Collections are being moved back. */
  ROLLING_BACK: "rolling_back",
  /** The former embedder is the default, and the collections are moved back; `problems` lists those that are not. */
  ROLLED_BACK: "rolled_back",
} as const;
/** State of the use of a model. */
export type ModelUseState = (typeof ModelUseState)[keyof typeof ModelUseState];

/** Query of several collections. */
export interface MultiQueryRequest {
  /** The question, in natural language; at most 32,768 characters, not blank. Required, except for a semantic query with a `vector`. */
  readonly query?: string | null | undefined;
  /** Names of the collections, at least one. A name that stands twice is read once. */
  readonly collections: readonly string[];
  /** Most results, 1 to 1,000; of several collections, of each. Default: the collection's default_top_k. */
  readonly topK?: number | null | undefined;
  /** Metadata filter: a field maps to a value, or to an object of operators such as `{"$gte": 2020}`. Operators: $eq $ne $gt $gte $lt $lte $in $nin $exists $contains $not_contains $and $or $not $nor. Default: no filter. */
  readonly filters?: JsonObject | null | undefined;
  /** Lowest score of a result; scores are from 0 to 1. Default: the collection's default_min_score. */
  readonly minScore?: number | null | undefined;
  /** Default: the collection's default_search_mode. */
  readonly searchMode?: SearchMode | null | undefined;
  /** Whether a reranking model orders the results. Default: the collection's reranking_enabled. */
  readonly rerank?: boolean | null | undefined;
  /** Adds component scores to each result and timings beside them. Default false. Extension. */
  readonly explain?: boolean | null | undefined;
  /** Adds the text of this many neighbouring chunks on each side, 0 to 10. Default 0. Extension. */
  readonly expand?: number | null | undefined;
  /** Weight of the semantic score in hybrid search, 0 to 1; the keyword score has the rest. Other modes ignore it. Default: the collection's default_alpha. Extension. */
  readonly alpha?: number | null | undefined;
  /** Most results of one document, 1 to 1,000; the next best of other documents take the places. Default: no limit. Extension. */
  readonly maxChunksPerDocument?: number | null | undefined;
  /** How much results are to differ from those before them, 0 to 1: results are ordered by relevance less this share of likeness. Scores stay what they are. Default 0, by score alone. Extension. */
  readonly diversity?: number | null | undefined;
  /** Shows in each result where it holds what was asked for, as `highlights`: true, or how much of it. Default: not. Extension. */
  readonly highlight?: Highlight | boolean | null | undefined;
  /** Adds to each result where it stands: document, pages, section, range of the text and rectangles on the page. Default false. Extension. */
  readonly citations?: boolean | null | undefined;
  /** The vector to search by, in the place of one that the service would make of the query: of the collection's dimension, little-endian float32, in JSON an array of numbers. A semantic query needs no text with it; a hybrid one takes the text for its words. Without a text the mode is semantic. Extension. */
  readonly vector?: readonly number[] | Float32Array | null | undefined;
  /** Parts that results hold; a text that is left out is absent, metadata is empty. Default: text and metadata. Extension. */
  readonly include?: readonly Include[] | null | undefined;
}

/** Results of a query of several collections. */
export interface MultiQueryResponse {
  /** The results of all collections, best first, each with its `collection`. */
  readonly results: readonly QueryResult[];
  /** The query as it was asked. */
  readonly query: string;
  /** How many results there are here. */
  readonly total: number;
  /** Where the time went. Only with `explain`. Extension. */
  readonly timings?: QueryTimings | undefined;
  /** How the query was understood. Only with `explain`. Extension. */
  readonly explanation?: QueryExplanation | undefined;
}

/** Some things by their ids. */
export interface NamedItems {
  /** How many there are. */
  readonly count: number;
  /** The ids of the first of them, 100 at most. */
  readonly ids: readonly string[];
}

/** Action when an id that is written already exists. */
export const OnConflict = {
  /** The call fails with 409, and nothing is written. */
  ERROR: "error",
  /** The existing one stays. */
  SKIP: "skip",
  /** The existing one is replaced. */
  REPLACE: "replace",
} as const;
/** Action when an id that is written already exists. */
export type OnConflict = (typeof OnConflict)[keyof typeof OnConflict];

/** Action when a new document has the same bytes as one of the collection. Extension. */
export const OnDuplicate = {
  /** It is another document. */
  ALLOW: "allow",
  /** The one that is there is the answer. */
  SKIP: "skip",
  /** The one that comes is refused with 409, which names the other. */
  ERROR: "error",
} as const;
/** Action when a new document has the same bytes as one of the collection. Extension. */
export type OnDuplicate = (typeof OnDuplicate)[keyof typeof OnDuplicate];

/** Work on many documents or vectors that goes on by itself. */
export interface Operation {
  /** UUID. */
  readonly id: string;
  /** Name of the collection, as it was at the beginning. */
  readonly collection: string;
  /** Kind of the operation. */
  readonly kind: OperationKind;
  /** Where it stands. */
  readonly state: OperationState;
  /** How many matched at its beginning, or the `limit` where that is less. */
  readonly total: number;
  /** How many of them are done. */
  readonly done: number;
  /** How many could not be done. */
  readonly failed: number;
  /** Errors: what could not be done, and why; the first 100. */
  readonly errors: readonly WorkError[];
  /** When it began. */
  readonly createdAt: string;
  /** When it last got on. */
  readonly updatedAt: string;
  /** When it ended; null while it runs. */
  readonly finishedAt: string | null;
}

/** Kind of an operation. */
export const OperationKind = {
  /** Documents are deleted. */
  DELETE_DOCUMENTS: "delete_documents",
  /** Documents are processed again. */
  REPROCESS_DOCUMENTS: "reprocess_documents",
  /** Metadata or expiry times of documents are changed. */
  UPDATE_DOCUMENTS: "update_documents",
  /** Entries that were written directly are deleted; those that are gone meanwhile, or were written again, count as done. */
  DELETE_VECTORS: "delete_vectors",
  /** Documents are deleted, then entries that were written directly. */
  TRUNCATE: "truncate",
} as const;
/** Kind of an operation. */
export type OperationKind = (typeof OperationKind)[keyof typeof OperationKind];

/** Where an operation stands. */
export const OperationState = {
  /** It goes on. */
  RUNNING: "running",
  /** All is done that could be done; `errors` says what could not. */
  COMPLETED: "completed",
  /** It was cancelled, or its collection was deleted. What was done by then stays done. */
  CANCELLED: "cancelled",
  /** It was given up; the last of `errors` says why. */
  FAILED: "failed",
} as const;
/** Where an operation stands. */
export type OperationState = (typeof OperationState)[keyof typeof OperationState];

/** How sure the recognised text of a page is. */
export interface PageConfidence {
  /** Number of the page, from 1. */
  readonly page: number;
  /** Mean over its words, 0 to 1, long ones counting for more. A page with less than 0.88 is named in the warnings, too. */
  readonly confidence: number;
}

/** Capabilities of a parser. */
export interface ParserAbilities {
  /** All the types it can read, whether or not it is chosen for them. */
  readonly fileTypes: readonly string[];
  /** Where it runs. */
  readonly isolation: ParserIsolation;
}

/** Where a parser runs. */
export const ParserIsolation = {
  /** In a worker thread of the service. */
  THREAD: "thread",
  /** In a process of its own. */
  PROCESS: "process",
} as const;
/** Where a parser runs. */
export type ParserIsolation = (typeof ParserIsolation)[keyof typeof ParserIsolation];

/** Changes to a document. A field that is absent keeps its value. */
export interface PatchDocumentRequest {
  /** The collection's name. */
  readonly collectionName: string;
  /** The document's id. */
  readonly documentId?: string | null | undefined;
  /** In the place of document_id: the id that the caller itself gave it. In REST the path says it. Extension. */
  readonly byExternalId?: string | null | undefined;
  /** Changes to the metadata, as a JSON Merge Patch (RFC 7396): members are added or replaced, objects member by member, and a null takes one away. */
  readonly metadata?: JsonObject | null | undefined;
  /** Another file name, of the same type. */
  readonly filename?: string | null | undefined;
  /** The caller's own id, unique in the collection: 1 to 512 bytes of UTF-8; a JSON null takes it away. */
  readonly externalId?: string | null | undefined;
  /** When the document goes; in the future. A JSON null: never. */
  readonly expiresAt?: string | Date | null | undefined;
  /** `updated_at` as the caller read it: where it is another by now, nothing is changed, and the answer is 412. An `If-Match` header with the document's `ETag` says the same. */
  readonly ifUpdatedAt?: string | Date | null | undefined;
}

/** Counts over all collections. */
export interface PlatformStats {
  /** Number of collections. */
  readonly collections: number;
  /** Documents of all collections. */
  readonly documents: DocumentTotals;
  /** Number of webhooks. */
  readonly webhooks: number;
  /** The processing queue. */
  readonly queue: QueueCounts;
}

/** A plugin at one place of the configuration. Exactly one of `vector_store`, `embedder`, `reranker` and `parser` is there, as its kind says. */
export interface Plugin {
  /** Kind of the plugin. */
  readonly kind: PluginKind;
  /** Names in the configuration: one name, or the file types that a parser reads. */
  readonly names: readonly string[];
  /** Name that the plugin declares. */
  readonly id: string;
  /** Package or path that the configuration loads it from. */
  readonly module: string;
  /** Version of its package; null for a module that belongs to none. */
  readonly version: string | null;
  /** Version of the plugin contract that it speaks. */
  readonly contractVersion: number;
  /** Whether it is taken where nothing else is asked for. Of rerankers none is. */
  readonly isDefault: boolean;
  /** How it says that it is. */
  readonly health: PluginHealth;
  /** Why it is failing; null when it is not. */
  readonly healthMessage: string | null;
  /** Where it broke its contract since this process was started, and was contained. Not counted for parsers: there the documents tell. */
  readonly faults: PluginFaults;
  /** Its settings with their defaults; secrets are hidden. */
  readonly settings: JsonObject;
  /** Capabilities of a vector store. */
  readonly vectorStore?: VectorStoreAbilities | undefined;
  /** Capabilities of an embedder. */
  readonly embedder?: EmbedderAbilities | undefined;
  /** Capabilities of a reranker. */
  readonly reranker?: RerankerAbilities | undefined;
  /** Capabilities of a parser. */
  readonly parser?: ParserAbilities | undefined;
}

/** Whether a plugin needs a key of its provider's. */
export const PluginCredential = {
  /** It does nothing without one. */
  REQUIRED: "required",
  /** It takes one. */
  OPTIONAL: "optional",
  /** It knows of none. */
  NONE: "none",
} as const;
/** Whether a plugin needs a key of its provider's. */
export type PluginCredential = (typeof PluginCredential)[keyof typeof PluginCredential];

/** Faults of a plugin that harmed nobody else: it threw, hung or answered nonsense. */
export interface PluginFaults {
  /** How many. */
  readonly count: number;
  /** When the last one was; null when there was none. */
  readonly lastAt: string | null;
  /** Message of the last one; null when there was none. */
  readonly lastMessage: string | null;
}

/** How a plugin says that it is. */
export const PluginHealth = {
  /** Well. Of a provider that asks for money only this is known: its plugin is ready. */
  OK: "ok",
  /** Not well, or it did not answer in time; the message says which. */
  FAILING: "failing",
  /** Can't be asked: a parser is started when a document comes. */
  UNKNOWN: "unknown",
  /** It has no key of its provider's, and does nothing without one: it serves collections that bring their own. */
  NEEDS_KEY: "needs_key",
} as const;
/** How a plugin says that it is. */
export type PluginHealth = (typeof PluginHealth)[keyof typeof PluginHealth];

/** Kind of a plugin. */
export const PluginKind = {
  /** Keeps vectors and finds the nearest. */
  VECTOR_STORE: "vector_store",
  /** Reads files. */
  PARSER: "parser",
  /** Computes vectors of texts. */
  EMBEDDER: "embedder",
  /** Orders passages by a query. */
  RERANKER: "reranker",
} as const;
/** Kind of a plugin. */
export type PluginKind = (typeof PluginKind)[keyof typeof PluginKind];

/** The model to prepare, and the collections to prepare it for. */
export interface PrepareModelRequest {
  /** Name of the model. */
  readonly name: string;
  /** Names of the collections to move, 1,000 at most. Default: none. */
  readonly collections?: readonly string[] | null | undefined;
  /** Whether all collections that have an embedding model are moved; `collections` must then be empty. Default: false. */
  readonly all?: boolean | null | undefined;
}

/** A word that was taken for a misspelt one. */
export interface QueryCorrection {
  /** The word that the collection doesn't hold, in lower case. */
  readonly word: string;
  /** The word of the collection that was searched for. */
  readonly replacement: string;
  /** The collection's name. Only in multi-collection queries. */
  readonly collection?: string | undefined;
}

/** How often a query was asked. */
export interface QueryCount {
  /** The query's text. */
  readonly query: string;
  /** How often. */
  readonly count: number;
}

/** How a query was understood. */
export interface QueryExplanation {
  /** Words of the query that a collection doesn't hold, and what was taken for them there. */
  readonly corrections: readonly QueryCorrection[];
  /** Words at the query's end that it was not searched by: it has more than 1,000 distinct ones. A model that reads texts as a whole is given all of it. */
  readonly wordsLeftOut: number;
  /** Fields of the filter that no passage has, of those that the key may see: not in the collection, or in none of several. */
  readonly unknownFilterFields: readonly string[];
  /** Collections without a field of the filter that others have. Only in multi-collection queries. */
  readonly lackingCollections: readonly LackingCollection[];
}

/** Query of one collection. */
export interface QueryRequest {
  /** The collection's name. */
  readonly collectionName: string;
  /** The question, in natural language; at most 32,768 characters, not blank. Required, except for a semantic query with a `vector`. */
  readonly query?: string | null | undefined;
  /** Most results, 1 to 1,000; of several collections, of each. Default: the collection's default_top_k. */
  readonly topK?: number | null | undefined;
  /** Metadata filter: a field maps to a value, or to an object of operators such as `{"$gte": 2020}`. Operators: $eq $ne $gt $gte $lt $lte $in $nin $exists $contains $not_contains $and $or $not $nor. Default: no filter. */
  readonly filters?: JsonObject | null | undefined;
  /** Lowest score of a result; scores are from 0 to 1. Default: the collection's default_min_score. */
  readonly minScore?: number | null | undefined;
  /** Default: the collection's default_search_mode. */
  readonly searchMode?: SearchMode | null | undefined;
  /** Whether a reranking model orders the results. Default: the collection's reranking_enabled. */
  readonly rerank?: boolean | null | undefined;
  /** Adds component scores to each result and timings beside them. Default false. Extension. */
  readonly explain?: boolean | null | undefined;
  /** Adds the text of this many neighbouring chunks on each side, 0 to 10. Default 0. Extension. */
  readonly expand?: number | null | undefined;
  /** Weight of the semantic score in hybrid search, 0 to 1; the keyword score has the rest. Other modes ignore it. Default: the collection's default_alpha. Extension. */
  readonly alpha?: number | null | undefined;
  /** Most results of one document, 1 to 1,000; the next best of other documents take the places. Default: no limit. Extension. */
  readonly maxChunksPerDocument?: number | null | undefined;
  /** How much results are to differ from those before them, 0 to 1: results are ordered by relevance less this share of likeness. Scores stay what they are. Default 0, by score alone. Extension. */
  readonly diversity?: number | null | undefined;
  /** Shows in each result where it holds what was asked for, as `highlights`: true, or how much of it. Default: not. Extension. */
  readonly highlight?: Highlight | boolean | null | undefined;
  /** Adds to each result where it stands: document, pages, section, range of the text and rectangles on the page. Default false. Extension. */
  readonly citations?: boolean | null | undefined;
  /** The vector to search by, in the place of one that the service would make of the query: of the collection's dimension, little-endian float32, in JSON an array of numbers. A semantic query needs no text with it; a hybrid one takes the text for its words. Without a text the mode is semantic. Extension. */
  readonly vector?: readonly number[] | Float32Array | null | undefined;
  /** Parts that results hold; a text that is left out is absent, metadata is empty. Default: text and metadata. Extension. */
  readonly include?: readonly Include[] | null | undefined;
}

/** Results of a query of one collection. */
export interface QueryResponse {
  /** The results, best first. */
  readonly results: readonly QueryResult[];
  /** The query as it was asked. */
  readonly query: string;
  /** The collection's name. */
  readonly collection: string;
  /** How many results there are here. */
  readonly total: number;
  /** Where the time went. Only with `explain`. Extension. */
  readonly timings?: QueryTimings | undefined;
  /** How the query was understood. Only with `explain`. Extension. */
  readonly explanation?: QueryExplanation | undefined;
}

/** A passage that was found. */
export interface QueryResult {
  /** Id of the chunk or vector. */
  readonly id: string;
  /** Its text. Absent where `include` does not name it. */
  readonly text: string;
  /** 0 to 1, higher is more relevant. */
  readonly score: number;
  /** UUID of the document; of a direct vector its `metadata.document_id`, or empty. */
  readonly documentId: string;
  /** Zero-based position in the document. */
  readonly chunkIndex: number;
  /** Metadata of chunk and document. */
  readonly metadata: JsonObject;
  /** The collection's name. Only in multi-collection results. */
  readonly collection?: string | undefined;
  /** The text together with its neighbours' text. Only with `expand`. Extension. */
  readonly expandedText?: string | undefined;
  /** How the score came about. Only with `explain`. Extension. */
  readonly explanation?: ScoreExplanation | undefined;
  /** Its vector, of unit length. Only where `include` names it; absent where it has none. Extension. */
  readonly embedding?: readonly number[] | undefined;
  /** Where its text holds what was asked for. Only with `highlight`. Extension. */
  readonly highlights?: readonly HighlightedFragment[] | undefined;
  /** Where it stands. Only with `citations`, and of passages of documents. Extension. */
  readonly citation?: Citation | undefined;
  /** The addresses behind the words of its text, at most 64; absent where it has none. Extension. */
  readonly links?: readonly Link[] | undefined;
}

/** Where the time of a query went, in milliseconds. A stage that did not run is null. */
export interface QueryTimings {
  /** Embedding the query. */
  readonly embedMs: number | null;
  /** Searching by vector. */
  readonly semanticMs: number | null;
  /** Searching by words. */
  readonly keywordMs: number | null;
  /** Reranking. */
  readonly rerankMs: number | null;
  /** Everything. */
  readonly totalMs: number;
}

/** Jobs of the processing queue, by state. */
export interface QueueCounts {
  /** Taken in and not finished: pending and processing together. */
  readonly queued: number;
  /** Finished. */
  readonly completed: number;
  /** Given up. */
  readonly failed: number;
  /** Waiting for a worker. */
  readonly pending: number;
  /** At a worker. */
  readonly processing: number;
}

/** Readiness of the service and of the systems that it depends on. */
export interface Readiness {
  /** `ok`, or `degraded` when one of the booleans is false. */
  readonly status: string;
  /** Version of the running service. */
  readonly version: string;
  /** The relational database, the files, and the folders that the service writes to. */
  readonly database: boolean;
  /** The vector store. */
  readonly vectorStore: boolean;
  /** The cache and queue store. */
  readonly cache: boolean;
  /** Why it is degraded: a full disk, writes that fail, an index that is damaged, by its name. Absent while it is not. */
  readonly reason?: string | undefined;
}

/** Which delivery to send once more. */
export interface RedeliverWebhookDeliveryRequest {
  /** The webhook's id. */
  readonly id: string;
  /** The delivery's id. */
  readonly deliveryId: string;
}

/** Of which collection to process the documents again. */
export interface ReembedCollectionRequest {
  /** The collection's name. */
  readonly collectionName: string;
}

/** Result of a repair: what it rebuilt, and what is lost. */
export interface RepairReport {
  /** Documents whose passages were made again of their originals. */
  readonly restoredDocuments: number;
  /** Documents whose passages are lost, and whose originals can't be read: they are failed now. */
  readonly lostDocuments: NamedItems;
  /** Vectors that clients wrote and that are lost, made again of their texts with the collection's model. */
  readonly remadeVectors: NamedItems;
  /** Vectors that clients wrote and that are lost: write them again. */
  readonly lostVectors: NamedItems;
  /** Whether clients' vectors may be lost that nothing names any more. */
  readonly hasUnnamed: boolean;
}

/** Which document to process again. */
export interface ReprocessDocumentRequest {
  /** The collection's name. */
  readonly collectionName: string;
  /** The document's id. */
  readonly documentId: string;
}

/** Which documents to process again. Either `filters` or `"all": true` must be given. */
export interface ReprocessDocumentsRequest {
  /** The collection's name. */
  readonly collectionName: string;
  /** Only documents that match, in any status: a filter as of a query, over what a document's chunks share. Not empty. */
  readonly filters?: JsonObject | null | undefined;
  /** All documents of the collection, in the place of `filters`. Default false. */
  readonly all?: boolean | null | undefined;
  /** Only says how many match. Default false. */
  readonly dryRun?: boolean | null | undefined;
  /** Most documents to work on, those that came first. Default: all that match. */
  readonly limit?: number | null | undefined;
}

/** Which job to run again. */
export interface RequeueJobRequest {
  /** The job's id. */
  readonly id: string;
}

/** A text to be judged. */
export interface RerankDocument {
  /** The text. */
  readonly text?: string | null | undefined;
}

/** Which texts to judge. */
export interface RerankRequest {
  /** The question that the documents are judged by. */
  readonly query?: string | null | undefined;
  /** 1 to 1,000 texts: strings, or objects with a `text`. */
  readonly documents: readonly (RerankDocument | string)[];
  /** A model of a configured reranker, or a reranker's name in the configuration. Default: the first model of the first reranker that has what it needs. */
  readonly model?: string | null | undefined;
  /** Most results, at least 1. Default: all documents. */
  readonly topN?: number | null | undefined;
  /** Adds each result's document. Default false. */
  readonly returnDocuments?: boolean | null | undefined;
}

/** The texts by their relevance. */
export interface RerankResponse {
  /** The request's id, as in its header `X-Request-Id`. */
  readonly id: string;
  /** The model that judged. */
  readonly model: string;
  /** The most relevant first; of equal ones the earlier. */
  readonly results: readonly RerankResult[];
}

/** How relevant a text is. */
export interface RerankResult {
  /** Its position among the documents, from 0 on. */
  readonly index: number;
  /** From 0 to 1; higher is more relevant. */
  readonly relevanceScore: number;
  /** The text. Only with `return_documents`. */
  readonly document?: RerankedDocument | undefined;
}

/** A text that was judged. */
export interface RerankedDocument {
  /** The text. */
  readonly text: string;
}

/** Capabilities of a reranker. */
export interface RerankerAbilities {
  /** The models it is known to have, the default first. */
  readonly models: readonly string[];
  /** Whether it needs a key of the provider's. */
  readonly credential: PluginCredential;
  /** Most passages of one call; null for no bound. */
  readonly maxPassages: number | null;
}

/** Which key to revoke. */
export interface RevokeKeyRequest {
  /** The key's name. */
  readonly name: string;
}

/** Which change to take back. */
export interface RollBackChangeRequest {
  /** The collection's name. */
  readonly collectionName: string;
  /** The change's id. */
  readonly id: string;
}

/** No parameters. */
export interface RollBackModelUseRequest {}

/** How a score came about. A part that played no role is null. */
export interface ScoreExplanation {
  /** Score of the semantic branch, 0 to 1. */
  readonly semanticScore: number | null;
  /** One-based rank in the semantic branch. */
  readonly semanticRank: number | null;
  /** Score of the keyword branch, 0 to 1. */
  readonly keywordScore: number | null;
  /** One-based rank in the keyword branch. */
  readonly keywordRank: number | null;
  /** Score of the fused ranking, 0 to 1. */
  readonly fusedScore: number | null;
  /** Score of the reranker, 0 to 1. */
  readonly rerankScore: number | null;
  /** Weight of the semantic score in the fused ranking, 0 to 1. */
  readonly alpha: number | null;
}

/** How a query looks for passages. */
export const SearchMode = {
  /** By meaning: similarity of embeddings. */
  SEMANTIC: "semantic",
  /** By words: the keyword index. */
  KEYWORD: "keyword",
  /** Both, fused into one ranking. */
  HYBRID: "hybrid",
} as const;
/** How a query looks for passages. */
export type SearchMode = (typeof SearchMode)[keyof typeof SearchMode];

/** A setting of the environment. */
export interface ServiceSetting {
  /** The environment variable. */
  readonly variable: string;
  /** Description of its effect. */
  readonly description: string;
  /** Description of the values that it may have. */
  readonly expected: string;
  /** The value in effect, as text; null when there is none, and for secrets. */
  readonly value: string | null;
  /** Its default, as text; null when it has none. */
  readonly defaultValue: string | null;
  /** Whether the environment sets it. */
  readonly isSet: boolean;
  /** Whether its value is never shown. */
  readonly isSecret: boolean;
}

/** Target of a change of a collection's index. A field that is not given stays as it is; at least one must be given. */
export interface StartChangeRequest {
  /** The collection's name. */
  readonly collectionName: string;
  /** Name of the vector store to move to. */
  readonly vectorStore?: string | null | undefined;
  /** Embedding provider to move to: `provider_a` or `openai`, `provider_b` or `cohere`, or the name of another configured embedder. */
  readonly embeddingProvider?: string | null | undefined;
  /** The embedding model's name. Default: the present one, or with another provider that provider's own. */
  readonly embeddingModel?: string | null | undefined;
  /** API key for the embedding provider; stored encrypted, never returned. Default: the present one, unless the provider changes. */
  readonly embeddingApiKey?: string | null | undefined;
  /** Length of each embedding vector, 1 to 8,192. Default: the model's own, or the present one if the model stays. */
  readonly dimension?: number | null | undefined;
  /** Whether to repair the index instead: it is made again where it is and as it is. Nothing else may be given then. */
  readonly repair?: boolean | null | undefined;
}

/** Documents by status. */
export interface StatusCounts {
  /** Searchable. */
  readonly ready: number;
  /** Waiting for processing. */
  readonly pending: number;
  /** In processing. */
  readonly processing: number;
  /** Ended with an error. */
  readonly failed: number;
}

/** The answer of an operation that returns no resource. */
export interface StatusResponse {
  /** Always `ok`. */
  readonly status: string;
  /** Human-readable description of what was done. */
  readonly message: string;
}

/** An entry as it is kept. What was not asked for is absent or empty. */
export interface StoredVector {
  /** The entry's id. */
  readonly id: string;
  /** The text it stands for. Absent where `include` does not name it. */
  readonly text: string;
  /** Its metadata. */
  readonly metadata: JsonObject;
  /** Whether it has a vector. One without is found by its words alone. */
  readonly hasEmbedding: boolean;
  /** Its vector, of unit length: little-endian float32, in JSON an array of numbers. Only where `include` names it. */
  readonly embedding?: readonly number[] | undefined;
}

/** Which webhook to test. */
export interface TestWebhookRequest {
  /** The webhook's id. */
  readonly id: string;
}

/** A test on its way. */
export interface TestWebhookResponse {
  /** Always `ok`. */
  readonly status: string;
  /** Human-readable description of what was done. */
  readonly message: string;
  /** Id of the delivery, to be found in the delivery history. */
  readonly deliveryId: string;
}

/** Properties of a text that is being sent. */
export interface TextInfo {
  /** Name of a file for it: the original's with `.txt`, `.md` or the table's number and `.csv` behind. */
  readonly filename: string;
  /** text/plain, text/markdown or text/csv in UTF-8. */
  readonly mediaType: string;
}

/** How user tokens are signed. */
export const TokenAlgorithm = {
  /** HMAC with SHA-256: who signs and the service have the same secret. */
  HS256: "HS256",
  /** Ed25519: the service has the public key alone. */
  EDDSA: "EdDSA",
} as const;
/** How user tokens are signed. */
export type TokenAlgorithm = (typeof TokenAlgorithm)[keyof typeof TokenAlgorithm];

/** Which collection to empty. */
export interface TruncateCollectionRequest {
  /** The collection's name. */
  readonly collectionName: string;
}

/** Changes to a collection. A field that is absent or null keeps its value, except as said below. */
export interface UpdateCollectionRequest {
  /** The collection's name. It can't be changed. */
  readonly name: string;
  /** Description of its purpose. */
  readonly description?: string | null | undefined;
  /** Replaces the whole object. */
  readonly metadata?: JsonObject | null | undefined;
  /** Whether queries are reranked unless they say otherwise. */
  readonly rerankingEnabled?: boolean | null | undefined;
  /** The reranking model's name. */
  readonly rerankingModel?: string | null | undefined;
  /** API key for the reranking provider; an empty string removes the stored one. */
  readonly rerankingApiKey?: string | null | undefined;
  /** Results of a query that does not say how many, 1 to 1,000. */
  readonly defaultTopK?: number | null | undefined;
  /** Lowest score of a result for a query that does not say; a JSON null removes it. */
  readonly defaultMinScore?: number | null | undefined;
  /** Search mode of a query that does not say. */
  readonly defaultSearchMode?: SearchMode | null | undefined;
  /** Weight of the semantic score in hybrid search, 0 to 1, for a query that does not say; a JSON null gives way to the embedder's own. Extension. */
  readonly defaultAlpha?: number | null | undefined;
  /** Chunking strategy of documents that are processed or reprocessed from now on; a JSON null restores the default. Extension. */
  readonly chunkStrategy?: ChunkStrategy | null | undefined;
  /** Seconds after which a document expires that comes from now on without an `expires_at`; a JSON null: never. Extension. */
  readonly defaultTtlSeconds?: number | null | undefined;
}

/** Which documents to change, and how. Either `filters` or `"all": true` must be given, and `metadata` or `expires_at`. */
export interface UpdateDocumentsRequest {
  /** The collection's name. */
  readonly collectionName: string;
  /** Only documents that match, in any status: a filter as of a query, over what a document's chunks share. Not empty. */
  readonly filters?: JsonObject | null | undefined;
  /** All documents of the collection, in the place of `filters`. Default false. */
  readonly all?: boolean | null | undefined;
  /** Only says how many match. Default false. */
  readonly dryRun?: boolean | null | undefined;
  /** Most documents to work on, those that came first. Default: all that match. */
  readonly limit?: number | null | undefined;
  /** Changes to the metadata of each, as a JSON Merge Patch (RFC 7396): members are added or replaced, objects member by member, and a null takes one away. */
  readonly metadata?: JsonObject | null | undefined;
  /** When the documents go; in the future. A JSON null: never. */
  readonly expiresAt?: string | Date | null | undefined;
}

/** Entries to change, by either `ids` or `filters`, and the changes to their metadata. */
export interface UpdateVectorsRequest {
  /** The collection's name. */
  readonly collectionName: string;
  /** At most 1,000 ids; unknown ones are no error. */
  readonly ids?: readonly string[] | null | undefined;
  /** A metadata filter that is not empty, as in queries. More than 1,000 entries that match are refused. */
  readonly filters?: JsonObject | null | undefined;
  /** Changes to the metadata, as a JSON Merge Patch (RFC 7396): a field takes the value given, an object is merged into one that is there, and null removes the field. */
  readonly metadata: JsonObject;
}

/** Result of a change of entries. */
export interface UpdateVectorsResponse {
  /** Always `ok`. */
  readonly status: string;
  /** How many entries there were. */
  readonly updated: number;
}

/** Changes to a webhook. A field that is absent or null keeps its value, except as said below. */
export interface UpdateWebhookRequest {
  /** The webhook's id. It can't be changed. */
  readonly id: string;
  /** `https://`, or `http://` for localhost, 127.0.0.1 and [::1]. */
  readonly url?: string | null | undefined;
  /** Replaces the events. */
  readonly events?: readonly EventType[] | null | undefined;
  /** Replaces the collections; a JSON null stands for all. */
  readonly collections?: readonly string[] | null | undefined;
  /** Description of its purpose. */
  readonly description?: string | null | undefined;
  /** Whether events are sent. */
  readonly active?: boolean | null | undefined;
}

/** One message of an upload: the header, then in any order the metadata (at most once) and the file with its bytes. */
export interface UploadDocumentRequest {
  /** Where it goes; first of all. */
  readonly header?: UploadHeader | null | undefined;
  /** Metadata of the document, default empty. It may come before or after the file. In a form: a string that holds a JSON object. */
  readonly metadata?: JsonObject | null | undefined;
  /** Starts the file. */
  readonly file?: UploadFile | null | undefined;
  /** The next bytes of the file. */
  readonly chunk?: Uint8Array | null | undefined;
  /** The caller's own id of the document, unique in the collection: 1 to 512 bytes of UTF-8. Default: none. Extension. */
  readonly externalId?: string | null | undefined;
  /** Action when a document already has that external id. Default: error. Extension. */
  readonly onConflict?: OnConflict | null | undefined;
  /** Action when a document of the collection has the same bytes. Default: allow. Extension. */
  readonly onDuplicate?: OnDuplicate | null | undefined;
  /** When the document goes; in the future. Default: as the collection's `default_ttl_seconds` says. Extension. */
  readonly expiresAt?: string | Date | null | undefined;
  /** `updated_at` of the document that is to be replaced, as the caller read it: where it is another by now, nothing is done, and the answer is 412. Extension. */
  readonly ifUpdatedAt?: string | Date | null | undefined;
}

/** The start of a file. Its bytes follow, until the stream ends or the next file starts. */
export interface UploadFile {
  /** Original file name. The last extension says the type. */
  readonly filename?: string | null | undefined;
  /** Media type the sender declared; empty when it declared none. The extension decides, not this. */
  readonly mediaType?: string | null | undefined;
  /** Size of the file in bytes, when the sender knows it: a file of another size is refused, so that what was cut off on the way is never taken for whole. Not in a form. */
  readonly size?: number | null | undefined;
}

/** Where an upload goes. The first message of the stream. */
export interface UploadHeader {
  /** The collection's name. */
  readonly collectionName: string;
}

/** Entries to write. */
export interface UpsertVectorsRequest {
  /** The collection's name. */
  readonly collectionName: string;
  /** 1 to 10,000 entries. Of several with one id the last wins. */
  readonly vectors: readonly VectorEntry[];
  /** Action when an id already exists, as if the entries were written one after another. The call is atomic. Default: replace. Extension. */
  readonly onConflict?: OnConflict | null | undefined;
}

/** Result of a write of entries. */
export interface UpsertVectorsResponse {
  /** Always `ok`. */
  readonly status: string;
  /** How many ids were inserted or replaced. */
  readonly upserted: number;
  /** How many ids were there already. Only with `on_conflict: skip`. Extension. */
  readonly skipped?: number | undefined;
}

/** Usage by day. */
export interface Usage {
  /** By day, then by group. */
  readonly days: readonly UsageDay[];
  /** How many there are in all. */
  readonly total: number;
}

/** Usage of a group on a day. */
export interface UsageDay {
  /** The day, such as `2026-11-20`. */
  readonly day: string;
  /** The collection's name, or the key's as in the log. */
  readonly group: string;
  /** Requests of the contract that were let in; one that names several collections counts for each. */
  readonly requests: number;
  /** Answered queries; one on several collections counts for each. */
  readonly queries: number;
  /** Tokens of texts that an embedder was given for the collection's documents and entries; those of the cache are none. Null by key: an embedder works for a collection. */
  readonly embeddedTokens: number | null;
  /** Bytes of the original files when the collection was last used that day. Null by key. */
  readonly storedBytes: number | null;
}

/** By what usage is grouped. */
export const UsageGroup = {
  /** By collection. Collections that are deleted are left out. */
  COLLECTION: "collection",
  /** By key. */
  KEY: "key",
} as const;
/** By what usage is grouped. */
export type UsageGroup = (typeof UsageGroup)[keyof typeof UsageGroup];

/** The model to use. */
export interface UseModelRequest {
  /** Name of the model that was prepared. */
  readonly name: string;
}

/** One vector with what belongs to it. */
export interface VectorEntry {
  /** Unique in the collection; not the id of a document's chunk. */
  readonly id: string;
  /** The vector: little-endian float32, as many as the collection's dimension. In JSON an array of numbers. NaN, infinite and all-zero vectors are invalid. Required, unless `embed` is given. */
  readonly embedding?: readonly number[] | Float32Array | null | undefined;
  /** The text it stands for. Default: empty. */
  readonly text?: string | null | undefined;
  /** Arbitrary; `document_id` and `chunk_index` in it show up in query results. Default: empty. */
  readonly metadata?: JsonObject | null | undefined;
  /** For an entry without an `embedding`: true has the service embed its text with the collection's model; false leaves it without a vector, to be found by its words alone. Extension. */
  readonly embed?: boolean | null | undefined;
}

/** A vector store of the server's configuration. */
export interface VectorStore {
  /** The name that collections are moved to it by. */
  readonly name: string;
  /** The plugin that speaks to it. */
  readonly plugin: string;
  /** Whether new collections are made on it. */
  readonly isDefault: boolean;
  /** Whether it answers now. */
  readonly healthy: boolean;
}

/** Capabilities of a vector store. */
export interface VectorStoreAbilities {
  /** Most results of one search. */
  readonly maxTopK: number;
  /** Longest vector. */
  readonly maxDimension: number;
  /** Whether several processes may use it at once. */
  readonly sharedBetweenProcesses: boolean;
}

/** Which document to follow. */
export interface WatchDocumentProgressRequest {
  /** The collection's name. */
  readonly collectionName: string;
  /** The document's id. */
  readonly documentId: string;
}

/** Which documents to follow. */
export interface WatchDocumentsProgressRequest {
  /** The collection's name. */
  readonly collectionName: string;
  /** 1 to 100 document ids. In a URL separated by commas, or one parameter for each. */
  readonly ids: readonly string[];
}

/** Which operation to follow. */
export interface WatchOperationRequest {
  /** The operation's id. */
  readonly id: string;
}

/** A receiver of events. */
export interface Webhook {
  /** The webhook's id. */
  readonly id: string;
  /** Where events are sent. */
  readonly url: string;
  /** Which events are sent. */
  readonly events: readonly EventType[];
  /** Only events of these collections; null for all. */
  readonly collections: readonly string[] | null;
  /** Description of its purpose; may be empty. */
  readonly description: string;
  /** Whether events are sent. */
  readonly active: boolean;
  /** When it was created. */
  readonly createdAt: string;
  /** When it last changed. */
  readonly updatedAt: string;
  /** Key of the HMAC-SHA256 signature. Only in the answer to its creation. */
  readonly secret?: string | undefined;
}

/** One event on its way to one webhook. Kept 30 days. */
export interface WebhookDelivery {
  /** UUID, the same on every attempt; the header X-Service-Delivery. */
  readonly id: string;
  /** The webhook's id. */
  readonly webhookId: string;
  /** Type of the event. */
  readonly event: EventType;
  /** The collection's name; empty for a test. */
  readonly collection: string;
  /** The document's id; empty for a test. */
  readonly documentId: string;
  /** Status of the delivery. */
  readonly status: DeliveryStatus;
  /** How often it was tried. */
  readonly attempts: number;
  /** HTTP status of the last answer; null when there was none. */
  readonly responseStatus: number | null;
  /** Why the last attempt failed; null when it did not. */
  readonly error: string | null;
  /** The body that is sent. */
  readonly payload: JsonObject;
  /** When the event happened. */
  readonly createdAt: string;
  /** When it is tried next; null when it is not. */
  readonly nextAttemptAt: string | null;
  /** When it was delivered; null when it was not. */
  readonly deliveredAt: string | null;
}

/** No parameters. */
export interface WhoAmIRequest {}

/** Result of work on many documents. */
export interface WorkAnswer {
  /** How many match. */
  readonly matched: number;
  /** How many are done. Absent for a dry run, and where an operation does it. */
  readonly done?: number | undefined;
  /** Errors: what could not be done, and why. */
  readonly errors: readonly WorkError[];
  /** Operation that does the work, where more than 1,000 are to be done: the status is 202 then. Absent otherwise. */
  readonly operation?: Operation | undefined;
}

/** Why something could not be done. */
export interface WorkError {
  /** The document's id; empty where it is about all of them. */
  readonly documentId: string;
  /** Error message. */
  readonly error: string;
}
