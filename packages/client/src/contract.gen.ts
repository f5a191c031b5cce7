// Made from the contract by `npm run generate`; don't edit.

import type { JsonObject } from "@bufbuild/protobuf";
import type { CallOptions } from "@connectrpc/connect";

/** Changes of a collection's index to another embedding model or another vector store, while the collection stays available for queries. */
export interface ChangeServiceCalls {
  /** Starts a change. The new index is built in the background; queries use it once it is complete, and the current index until then. At most one change per collection at a time (409). */
  readonly startChange: (request: StartChangeRequest, options?: CallOptions) => Promise<IndexChange>;
  /** Lists a collection's changes, newest first, with its current index. */
  readonly listChanges: (request: ListChangesRequest, options?: CallOptions) => Promise<ListChangesResponse>;
  /** Reads one change, with its progress and the error of a failed change. */
  readonly getChange: (request: GetChangeRequest, options?: CallOptions) => Promise<IndexChange>;
  /** Cancels a change that has not switched yet, and discards its work. Fails with 409 once it has switched. */
  readonly cancelChange: (request: CancelChangeRequest, options?: CallOptions) => Promise<IndexChange>;
  /** Starts a change back to the previous index, while that is kept: for a day, or until the next change (409). Data written since the switch is first copied to the previous index, so that nothing is lost. Returns the change back. */
  readonly rollBackChange: (request: RollBackChangeRequest, options?: CallOptions) => Promise<IndexChange>;
  /** Lists the configured vector stores, and whether each is currently available. */
  readonly listVectorStores: (
    request: ListVectorStoresRequest,
    options?: CallOptions,
  ) => Promise<ListVectorStoresResponse>;
}

/** Named collections, which contain documents and vectors, and settings for embedding, chunking and search. */
export interface CollectionServiceCalls {
  /** Lists collections, oldest first. */
  readonly listCollections: (
    request: ListCollectionsRequest,
    options?: CallOptions,
  ) => Promise<ListCollectionsResponse>;
  /** Creates a collection. A name that is already taken is a conflict (409). */
  readonly createCollection: (request: CreateCollectionRequest, options?: CallOptions) => Promise<Collection>;
  /** Reads one collection. */
  readonly getCollection: (request: GetCollectionRequest, options?: CallOptions) => Promise<Collection>;
  /** Changes the settings of a collection. Fields that are not set keep their value. */
  readonly updateCollection: (request: UpdateCollectionRequest, options?: CallOptions) => Promise<Collection>;
  /** Deletes a collection with all its documents and vectors. Returns when none of its data can be found any more. */
  readonly deleteCollection: (request: DeleteCollectionRequest, options?: CallOptions) => Promise<StatusResponse>;
  /** Returns counts of one collection, exact at the time of the call. */
  readonly getCollectionStats: (request: GetCollectionStatsRequest, options?: CallOptions) => Promise<CollectionStats>;
  /** Returns statistics on the recent queries of one collection. They lag behind the queries by at most 5 seconds. Facet counts and searches of people in the console are not included. */
  readonly getCollectionAnalytics: (
    request: GetCollectionAnalyticsRequest,
    options?: CallOptions,
  ) => Promise<CollectionAnalytics>;
}

/** Documents of a collection: upload, track, read and delete them. */
export interface DocumentServiceCalls {
  /** Uploads a file. Returns the document in status `pending` once its bytes and its record are durable; processing follows. An unsupported file type is 400, a file over the maximum upload size 413. */
  readonly uploadDocument: (request: AsyncIterable<UploadDocumentRequest>, options?: CallOptions) => Promise<Document>;
  /** Creates a document from a text, from pre-cut chunks, or from the page at a URL, as JSON on the path that also accepts forms. Returns the document in status `pending`, like an upload. A page is fetched when the document is processed; when it is reprocessed, the page's server is only asked whether it has changed. Extension. */
  readonly createDocument: (request: CreateDocumentRequest, options?: CallOptions) => Promise<Document>;
  /** Lists documents: all of them, or those that match the request; oldest first, or as `sort` specifies. */
  readonly listDocuments: (request: ListDocumentsRequest, options?: CallOptions) => Promise<ListDocumentsResponse>;
  /** Lists documents with identical bytes, in groups. Extension. */
  readonly listDuplicates: (request: ListDuplicatesRequest, options?: CallOptions) => Promise<ListDuplicatesResponse>;
  /** Counts the documents per value of metadata fields, exactly: over all documents in any status, over those that match a filter, or over those that a query finds. Extension. */
  readonly countFacets: (request: CountFacetsRequest, options?: CallOptions) => Promise<CountFacetsResponse>;
  /** Reads one document. */
  readonly getDocument: (request: GetDocumentRequest, options?: CallOptions) => Promise<Document>;
  /** Deletes a document and its vectors, in any status. It disappears from searches and lists immediately. */
  readonly deleteDocument: (request: DeleteDocumentRequest, options?: CallOptions) => Promise<StatusResponse>;
  /** Changes the properties of a document, but not its bytes. The change is visible to the next query, list and filter. Nothing is parsed or embedded again, and the cost does not depend on the document's size. Works in any status. Extension. */
  readonly patchDocument: (request: PatchDocumentRequest, options?: CallOptions) => Promise<Document>;
  /** Reads one document by its id alone. The id of a document in a collection that the key has no access to is 404, like an id that doesn't exist. Extension. */
  readonly getDocumentById: (request: GetDocumentByIdRequest, options?: CallOptions) => Promise<Document>;
  /** Deletes a document by its id alone, as DeleteDocument does. Extension. */
  readonly deleteDocumentById: (request: DeleteDocumentByIdRequest, options?: CallOptions) => Promise<StatusResponse>;
  /** Queues a document to be parsed, chunked and embedded again. Existing chunks stay searchable until they are replaced. */
  readonly reprocessDocument: (request: ReprocessDocumentRequest, options?: CallOptions) => Promise<StatusResponse>;
  /** Lists the live chunks of a document, in order. */
  readonly listChunks: (request: ListChunksRequest, options?: CallOptions) => Promise<ListChunksResponse>;
  /** Lists the live chunks of a document by its id alone, as ListChunks does. Extension. */
  readonly listChunksById: (request: ListChunksByIdRequest, options?: CallOptions) => Promise<ListChunksResponse>;
  /** Sends the original file: first its properties, then its bytes. */
  readonly downloadDocumentFile: (
    request: DownloadDocumentFileRequest,
    options?: CallOptions,
  ) => AsyncIterable<DownloadDocumentFileResponse>;
  /** Reads one page: its text, and its size as it is displayed. A page that doesn't exist is 404, and so is any page of a file without pages. Extension. */
  readonly getDocumentPage: (request: GetDocumentPageRequest, options?: CallOptions) => Promise<DocumentPage>;
  /** Sends the image of a page: first its properties, then its bytes. PDFs and images have page images; a page that can't be rendered is 409. Images are rendered on request, in a queue; if too many requests are waiting, the answer is 429 or 503. Extension. */
  readonly getDocumentPageImage: (
    request: GetDocumentPageImageRequest,
    options?: CallOptions,
  ) => AsyncIterable<DownloadDocumentFileResponse>;
  /** Sends the whole extracted text in UTF-8: first its properties, then the text. `start_char` and `end_char` of chunks and pages are positions in this text, in UTF-16 code units. Between two pages the last line break is replaced by a form feed; pages without text have none. Extension. */
  readonly getDocumentText: (
    request: GetDocumentTextRequest,
    options?: CallOptions,
  ) => AsyncIterable<GetDocumentTextResponse>;
  /** Sends the whole document as GitHub Flavored Markdown in UTF-8: first its properties, then the text. Headings, lists, quotes, code and tables are those that the parser recognised; each page begins with `<!-- page 3 -->`. Extension. */
  readonly getDocumentMarkdown: (
    request: GetDocumentMarkdownRequest,
    options?: CallOptions,
  ) => AsyncIterable<GetDocumentTextResponse>;
  /** Lists the tables of a document in document order, each with its first rows. A document that was parsed before tables were stored is 409 until it is reprocessed. Extension. */
  readonly listDocumentTables: (
    request: ListDocumentTablesRequest,
    options?: CallOptions,
  ) => Promise<ListDocumentTablesResponse>;
  /** Reads one table, or some of its rows. A table that doesn't exist is 404. Extension. */
  readonly getDocumentTable: (request: GetDocumentTableRequest, options?: CallOptions) => Promise<DocumentTable>;
  /** Sends one whole table as CSV (RFC 4180) in UTF-8: the rows of its header, then all others. Cells contain the document's text unchanged, even if a spreadsheet would interpret it as a formula. Extension. */
  readonly getDocumentTableCsv: (
    request: GetDocumentTableCsvRequest,
    options?: CallOptions,
  ) => AsyncIterable<GetDocumentTextResponse>;
  /** Streams the processing progress of a document. Sends its last step first; the stream ends after `complete` or `failed`. */
  readonly watchDocumentProgress: (
    request: WatchDocumentProgressRequest,
    options?: CallOptions,
  ) => AsyncIterable<DocumentProgress>;
  /** Streams the processing progress of up to 100 documents. Sends the last step of each first; the stream ends when all of them are ready or failed. An id without a document is reported as failed. Extension. */
  readonly watchDocumentsProgress: (
    request: WatchDocumentsProgressRequest,
    options?: CallOptions,
  ) => AsyncIterable<DocumentsProgress>;
  /** Uploads up to 100 files. An invalid file does not affect the others; if none is accepted, the request is 400. */
  readonly batchUploadDocuments: (
    request: AsyncIterable<BatchUploadDocumentsRequest>,
    options?: CallOptions,
  ) => Promise<BatchUploadDocumentsResponse>;
  /** Reads the status of up to 100 documents. Unknown ids are omitted. */
  readonly batchGetDocumentStatuses: (
    request: BatchGetDocumentStatusesRequest,
    options?: CallOptions,
  ) => Promise<BatchGetDocumentStatusesResponse>;
  /** Reads up to 100 documents. Unknown ids are omitted. */
  readonly batchGetDocuments: (
    request: BatchGetDocumentsRequest,
    options?: CallOptions,
  ) => Promise<BatchGetDocumentsResponse>;
  /** Deletes up to 100 documents. Documents that can't be deleted are listed in `errors`; the others are deleted. */
  readonly batchDeleteDocuments: (
    request: BatchDeleteDocumentsRequest,
    options?: CallOptions,
  ) => Promise<BatchDeleteDocumentsResponse>;
}

/** Setup of this service: its plugins, settings and configuration file. No secrets are returned. Keys limited to specific collections can't use it (403). Extension. */
export interface InstallationServiceCalls {
  /** Lists the loaded plugins with their health. The health checks run concurrently, each for at most 5 seconds. Extension. */
  readonly listPlugins: (request: ListPluginsRequest, options?: CallOptions) => Promise<ListPluginsResponse>;
  /** Returns the environment settings and the configuration of this process, as they are in effect. Extension. */
  readonly getConfiguration: (request: GetConfigurationRequest, options?: CallOptions) => Promise<Configuration>;
}

/** Background jobs of the service: waiting, running, completed and failed ones. Extension. Keys limited to specific collections can't use it (403), because jobs reveal information about all collections. */
export interface JobServiceCalls {
  /** Lists jobs. Failed and completed jobs are sorted by their end, latest first, and kept for a day after it; waiting jobs by the time they are due; jobs in processing by the time since a worker took them, longest first. Without a state, the newest jobs come first. */
  readonly listJobs: (request: ListJobsRequest, options?: CallOptions) => Promise<ListJobsResponse>;
  /** Runs a failed job again, with a full set of attempts. For a document this is the same as reprocessing it: the document is pending again, and the response is the job of the new run. Only for failed jobs (409): waiting and running jobs continue by themselves, and a failed index change must be started again. */
  readonly requeueJob: (request: RequeueJobRequest, options?: CallOptions) => Promise<Job>;
}

/** Access keys with fewer rights than the API secret, created and revoked while the service runs. A key that is limited to specific collections can't use these calls (403), except WhoAmI. Extension. */
export interface KeyServiceCalls {
  /** Creates a key. The response contains the key, which is never shown again: the service stores only its digest. A name can't be reused (409). Extension. */
  readonly createKey: (request: CreateKeyRequest, options?: CallOptions) => Promise<AccessKey>;
  /** Lists the keys of the configuration file, by name, then those created through the API, oldest first, including revoked ones. The API secret is not listed. Extension. */
  readonly listKeys: (request: ListKeysRequest, options?: CallOptions) => Promise<ListKeysResponse>;
  /** Revokes a key permanently; a key can revoke itself. All servers refuse it within about a second. A key of the configuration file must be removed there (409). Extension. */
  readonly revokeKey: (request: RevokeKeyRequest, options?: CallOptions) => Promise<StatusResponse>;
  /** Returns the rights of the calling key or user token. Extension. */
  readonly whoAmI: (request: WhoAmIRequest, options?: CallOptions) => Promise<Identity>;
}

/** Models that run on the service's machine: they are downloaded, loaded without a restart, and used by collections. A model is identified by name, never by a path or an address: it is a model that Quarry knows, a folder in the service's models folder, or a configured model that needs no key. Keys limited to specific collections can't use these calls (403). Extension. */
export interface ModelServiceCalls {
  /** Lists the known models, the models in the models folder and the loaded models, with the current or last use of a model. Extension. */
  readonly listModels: (request: ListModelsRequest, options?: CallOptions) => Promise<ListModelsResponse>;
  /** Starts to prepare a model: downloads it, installs the runtime if it is missing, loads the model and measures its speed. Collections can then use the model by name; it does not become the default, and no collection is changed. One model at a time (409). Extension. */
  readonly prepareModel: (request: PrepareModelRequest, options?: CallOptions) => Promise<ModelUse>;
  /** Makes the most recently prepared model the default for new collections, and starts to move the collections that it was prepared for: one after the other, each by an index change, while they remain available. Rerankers have no default: the collections use the reranker from then on. Fails with 409 if another model was prepared last, or none. Extension. */
  readonly useModel: (request: UseModelRequest, options?: CallOptions) => Promise<ModelUse>;
  /** Cancels a preparation, or a move of collections including the current index change. Collections already moved are not moved back. Fails with 409 if nothing is running. Extension. */
  readonly cancelModelUse: (request: CancelModelUseRequest, options?: CallOptions) => Promise<ModelUse>;
  /** Makes the previous embedder the default again, and starts to roll back the index changes of the moved collections, while their previous indexes are kept: for a day. Fails with 409 if there is nothing to roll back. Extension. */
  readonly rollBackModelUse: (request: RollBackModelUseRequest, options?: CallOptions) => Promise<ModelUse>;
}

/** Work on many documents or vectors that a filter selects. The selection is fixed at the start: later additions and changes don't affect it. Up to 1,000 items are processed before the response is sent; more become an operation, which runs in the background and continues after a crash. Extension. */
export interface OperationServiceCalls {
  /** Lists operations, newest first. Operations are kept for a week after they end. */
  readonly listOperations: (request: ListOperationsRequest, options?: CallOptions) => Promise<ListOperationsResponse>;
  /** Reads one operation. */
  readonly getOperation: (request: GetOperationRequest, options?: CallOptions) => Promise<Operation>;
  /** Streams the progress of an operation. Sends its current state first, then an update after each progress; the stream ends when the operation has ended. */
  readonly watchOperation: (request: WatchOperationRequest, options?: CallOptions) => AsyncIterable<Operation>;
  /** Cancels a running operation. Completed work is not undone. Fails with 409 if the operation has ended. */
  readonly cancelOperation: (request: CancelOperationRequest, options?: CallOptions) => Promise<Operation>;
  /** Deletes the documents that match. They disappear from searches and lists immediately. */
  readonly deleteDocuments: (request: DeleteDocumentsRequest, options?: CallOptions) => Promise<WorkAnswer>;
  /** Changes the metadata or expiry time of the documents that match, as PatchDocument does for one document. Nothing is parsed or embedded again. */
  readonly updateDocuments: (request: UpdateDocumentsRequest, options?: CallOptions) => Promise<WorkAnswer>;
  /** Queues the documents that match to be parsed, chunked and embedded again. Existing chunks stay searchable until they are replaced. */
  readonly reprocessDocuments: (request: ReprocessDocumentsRequest, options?: CallOptions) => Promise<WorkAnswer>;
  /** Starts an operation that deletes all documents of a collection, in any status, and all entries that were written directly. It covers what exists at the time of the call and is accessible with the key. The collection and its settings remain. */
  readonly truncateCollection: (request: TruncateCollectionRequest, options?: CallOptions) => Promise<Operation>;
  /** Starts an operation that reprocesses all documents of a collection that are ready or failed and accessible with the key. Existing chunks stay searchable until they are replaced. */
  readonly reembedCollection: (request: ReembedCollectionRequest, options?: CallOptions) => Promise<Operation>;
}

/** The service as a whole: health, readiness, statistics, usage, embedding models and file types. */
export interface PlatformServiceCalls {
  /** Returns `ok` if the server is running. */
  readonly getHealth: (request: GetHealthRequest, options?: CallOptions) => Promise<Health>;
  /** Checks whether all systems that the service depends on are reachable and writable. If one is not, the status is HTTP 503, with the same body. */
  readonly getReadiness: (request: GetReadinessRequest, options?: CallOptions) => Promise<Readiness>;
  /** Returns counts over all collections, exact at the time of the call. */
  readonly getPlatformStats: (request: GetPlatformStatsRequest, options?: CallOptions) => Promise<PlatformStats>;
  /** Returns usage per day (UTC), by collection or by key; days without usage are omitted. Counts are written within 2 seconds and kept for 400 days. A key sees the usage of the collections that it has access to and, grouped by key, only its own; a key with the scope admin for all collections sees all keys. User tokens count for the key that signs them. Extension. */
  readonly getUsage: (request: GetUsageRequest, options?: CallOptions) => Promise<Usage>;
  /** Lists the embedding models. */
  readonly listEmbeddingModels: (
    request: ListEmbeddingModelsRequest,
    options?: CallOptions,
  ) => Promise<ListEmbeddingModelsResponse>;
  /** Lists the file types accepted for upload: those with a configured parser, starting with the standard types of the API. Extension. */
  readonly listFileTypes: (request: ListFileTypesRequest, options?: CallOptions) => Promise<ListFileTypesResponse>;
}

/** Search and reranking. */
export interface QueryServiceCalls {
  /** Searches one collection. */
  readonly query: (request: QueryRequest, options?: CallOptions) => Promise<QueryResponse>;
  /** Searches several collections and merges the results by score. */
  readonly multiQuery: (request: MultiQueryRequest, options?: CallOptions) => Promise<MultiQueryResponse>;
  /** Runs up to 20 independent queries. If one query is invalid, the whole request fails, with an error that names its index. */
  readonly batchQuery: (request: BatchQueryRequest, options?: CallOptions) => Promise<BatchQueryResponse>;
  /** Scores the relevance of texts to a query, with a configured reranker. The format is that of Cohere's and Jina's rerank APIs; their additional fields are ignored. Fails with 503 if the reranker does not answer within 10 seconds. Extension. */
  readonly rerank: (request: RerankRequest, options?: CallOptions) => Promise<RerankResponse>;
}

/** Export and import of whole collections, as a stream of files. */
export interface TransferServiceCalls {
  /** Sends a collection as a tar archive: its settings without keys, its documents with their files, passages and vectors, and the vectors that clients wrote. The collection can be written to during the export: everything that exists throughout is in the archive exactly once. The archive ends with `end.json`; an archive without it is truncated. */
  readonly exportCollection: (
    request: ExportCollectionRequest,
    options?: CallOptions,
  ) => AsyncIterable<ExportCollectionResponse>;
  /** Creates a collection from an archive that `ExportCollection` sent. The collection appears once the whole archive is stored and verified; if the archive is invalid, nothing is imported (400). Documents that were not ready are processed. Fails with 409 if the name or the id of a document is taken. The header `X-Embedding-Api-Key` sets an API key for the embedding provider. */
  readonly importCollection: (
    request: AsyncIterable<ImportCollectionRequest>,
    options?: CallOptions,
  ) => Promise<Collection>;
}

/** Entries that clients write directly, without ingestion: vectors that they computed themselves, or texts. Chunks of documents are not entries. */
export interface VectorServiceCalls {
  /** Inserts or replaces whole entries by id. The call is atomic: if one entry is invalid, none is written. The next query includes them. */
  readonly upsertVectors: (request: UpsertVectorsRequest, options?: CallOptions) => Promise<UpsertVectorsResponse>;
  /** Returns the entries that exist among the given ids. Extension. */
  readonly getVectors: (request: GetVectorsRequest, options?: CallOptions) => Promise<GetVectorsResponse>;
  /** Lists a collection's entries, page by page, ordered by the time of their last write. Extension. */
  readonly listVectors: (request: ListVectorsRequest, options?: CallOptions) => Promise<ListVectorsResponse>;
  /** Returns the number of entries, or of those that match. Extension. */
  readonly countVectors: (request: CountVectorsRequest, options?: CallOptions) => Promise<CountVectorsResponse>;
  /** Changes the metadata of entries, of all or of none; their vectors and texts remain unchanged. The change is visible to the next query. Extension. */
  readonly updateVectors: (request: UpdateVectorsRequest, options?: CallOptions) => Promise<UpdateVectorsResponse>;
  /** Deletes entries: those with the given ids, those that match a filter, or all. Unknown ids are not an error. With a filter or `all`, up to 1,000 entries are deleted before the response is sent; more become an operation, and the status is 202. */
  readonly deleteVectors: (request: DeleteVectorsRequest, options?: CallOptions) => Promise<DeleteVectorsResponse>;
}

/** Webhooks: receivers of document events, and the history of their deliveries. */
export interface WebhookServiceCalls {
  /** Registers a webhook. The response contains its secret, which is never shown again. At most 50 webhooks (409). */
  readonly createWebhook: (request: CreateWebhookRequest, options?: CallOptions) => Promise<Webhook>;
  /** Lists webhooks, oldest first. */
  readonly listWebhooks: (request: ListWebhooksRequest, options?: CallOptions) => Promise<ListWebhooksResponse>;
  /** Reads one webhook. */
  readonly getWebhook: (request: GetWebhookRequest, options?: CallOptions) => Promise<Webhook>;
  /** Changes a webhook. Fields that are not set keep their value. */
  readonly updateWebhook: (request: UpdateWebhookRequest, options?: CallOptions) => Promise<Webhook>;
  /** Deletes a webhook. */
  readonly deleteWebhook: (request: DeleteWebhookRequest, options?: CallOptions) => Promise<StatusResponse>;
  /** Lists the deliveries to a webhook, newest first. */
  readonly listWebhookDeliveries: (
    request: ListWebhookDeliveriesRequest,
    options?: CallOptions,
  ) => Promise<ListWebhookDeliveriesResponse>;
  /** Sends a `webhook.test` event to the webhook's URL, even if the webhook is inactive. */
  readonly testWebhook: (request: TestWebhookRequest, options?: CallOptions) => Promise<TestWebhookResponse>;
  /** Sends a finished delivery again, with the same id and body, so that the receiver can recognise a repetition. It goes to the webhook's current URL with a full set of attempts, and its outcome replaces the previous one. A pending delivery is already being sent (409); a delivery of an inactive webhook waits until the webhook is active. Extension. */
  readonly redeliverWebhookDelivery: (
    request: RedeliverWebhookDeliveryRequest,
    options?: CallOptions,
  ) => Promise<WebhookDelivery>;
}

/** A key with limited access. */
export interface AccessKey {
  /** Name of the key in lists and in the log. */
  readonly name: string;
  /** Access level. */
  readonly scope: AccessScope;
  /** Collections that the key has access to; null for all. */
  readonly collections: readonly string[] | null;
  /** Origin of the key. */
  readonly source: AccessKeySource;
  /** State of the key. */
  readonly state: AccessKeyState;
  /** Creation time; null for keys of the configuration file. */
  readonly createdAt: string | null;
  /** Expiry time; null for never. */
  readonly expiresAt: string | null;
  /** Time of the revocation; null if the key is not revoked. */
  readonly revokedAt: string | null;
  /** The key itself, used as a bearer token. Only in the response to its creation. For a signing key: the secret whose bytes sign tokens (HS256), or the private key, PKCS #8 in PEM (EdDSA, unless the public key was provided). */
  readonly key?: string | undefined;
  /** Access filter: only documents and passages that match it can be read or changed with this key. Empty for no restriction. */
  readonly filter: JsonObject;
  /** Algorithm with which the key signs user tokens; absent for other keys. A signing key gives no access by itself: its scope, collections and filter are the upper limit for its tokens, and its name is the `kid` in their header. */
  readonly signing?: TokenAlgorithm | undefined;
  /** Public key that verifies its tokens, SPKI in PEM. Only with EdDSA. */
  readonly publicKey?: string | undefined;
}

/** Origin of a key. */
export const AccessKeySource = {
  /** The configuration file, section `apiKeys`. */
  CONFIG: "config",
  /** Created through the API while the service ran. */
  DATABASE: "database",
} as const;
/** Origin of a key. */
export type AccessKeySource = (typeof AccessKeySource)[keyof typeof AccessKeySource];

/** State of a key. */
export const AccessKeyState = {
  /** Valid. */
  ACTIVE: "active",
  /** Expired. */
  EXPIRED: "expired",
  /** Revoked. */
  REVOKED: "revoked",
} as const;
/** State of a key. */
export type AccessKeyState = (typeof AccessKeyState)[keyof typeof AccessKeyState];

/** Access level of a key. Each scope includes the previous ones. */
export const AccessScope = {
  /** Read and query. */
  READ: "read",
  /** Also upload, delete, reprocess and write vectors. */
  WRITE: "write",
  /** Also create, change and delete collections, and manage webhooks and keys. */
  ADMIN: "admin",
} as const;
/** Access level of a key. Each scope includes the previous ones. */
export type AccessScope = (typeof AccessScope)[keyof typeof AccessScope];

/** Queries of a collection per hour over the last 30 days, and the queries without results. */
export interface AnalyticsDetail {
  /** Hours with at least one query, oldest first. */
  readonly hours: readonly AnalyticsHour[];
  /** The 10 queries that most often had no results, most frequent first. */
  readonly emptyQueries: readonly QueryCount[];
}

/** Statistics on the queries of one hour. */
export interface AnalyticsHour {
  /** Start of the hour; hours are aligned to UTC. */
  readonly start: string;
  /** Number of queries. A query on several collections counts for each of them. */
  readonly queryCount: number;
  /** Number of these queries without results. */
  readonly emptyCount: number;
  /** Mean latency of a query inside the service, in milliseconds. */
  readonly avgLatencyMs: number;
  /** Mean score of the results, 0 to 1; 0 if there were none. */
  readonly avgScore: number;
  /** Mean number of results. */
  readonly avgResultCount: number;
}

/** Averages over the queries of a period; 0 if there were none. */
export interface AnalyticsPeriod {
  /** Number of queries. A query on several collections counts for each of them. */
  readonly queryCount: number;
  /** Mean latency of a query inside the service, in milliseconds. */
  readonly avgLatencyMs: number;
  /** Mean score of the results, 0 to 1. */
  readonly avgScore: number;
  /** Mean number of results. */
  readonly avgResultCount: number;
}

/** Properties of an archive. */
export interface ArchiveInfo {
  /** Suggested file name. */
  readonly filename: string;
  /** Media type of the archive. */
  readonly mediaType: string;
}

/** A document that was created from a file inside another document. */
export interface Attachment {
  /** UUID of the document. */
  readonly documentId: string;
  /** File name of the document. */
  readonly filename: string;
}

/** Selects the documents to delete. */
export interface BatchDeleteDocumentsRequest {
  /** The collection's name. */
  readonly collectionName: string;
  /** 1 to 100 document ids. Can be empty if `external_ids` is set. */
  readonly documentIds?: readonly string[] | null | undefined;
  /** Client-assigned ids of documents, in addition to or instead of document_ids: at most 100 ids in total. Extension. */
  readonly externalIds?: readonly string[] | null | undefined;
}

/** Result of a batch delete. */
export interface BatchDeleteDocumentsResponse {
  /** Always `ok`. */
  readonly status: string;
  /** Number of deleted documents. */
  readonly deleted: number;
  /** Documents that were not deleted, with the reason. */
  readonly errors: readonly DocumentError[];
}

/** Selects the documents whose status to read. */
export interface BatchGetDocumentStatusesRequest {
  /** The collection's name. */
  readonly collectionName: string;
  /** 1 to 100 document ids. Can be empty if `external_ids` is set. */
  readonly documentIds?: readonly string[] | null | undefined;
  /** Client-assigned ids of documents, in addition to or instead of document_ids: at most 100 ids in total. Extension. */
  readonly externalIds?: readonly string[] | null | undefined;
}

/** Status of the requested documents. */
export interface BatchGetDocumentStatusesResponse {
  /** Documents that exist, in the order of the request. */
  readonly documents: readonly DocumentState[];
  /** Number of documents in the response. */
  readonly total: number;
}

/** Selects the documents to read. */
export interface BatchGetDocumentsRequest {
  /** The collection's name. */
  readonly collectionName: string;
  /** 1 to 100 document ids. Can be empty if `external_ids` is set. */
  readonly documentIds?: readonly string[] | null | undefined;
  /** Client-assigned ids of documents, in addition to or instead of document_ids: at most 100 ids in total. Extension. */
  readonly externalIds?: readonly string[] | null | undefined;
}

/** The requested documents. */
export interface BatchGetDocumentsResponse {
  /** Documents that exist, in the order of the request. */
  readonly documents: readonly Document[];
  /** Number of documents in the response. */
  readonly total: number;
}

/** One query of a batch. */
export interface BatchQueryItem {
  /** The collection's name. */
  readonly collection: string;
  /** Query text in natural language; at most 32,768 characters, not blank. Required, except for a semantic query with a `vector`. */
  readonly query?: string | null | undefined;
  /** Maximum number of results, 1 to 1,000; for several collections, per collection. Default: the collection's default_top_k. */
  readonly topK?: number | null | undefined;
  /** Metadata filter: a field maps to a value, or to an object of operators such as `{"$gte": 2020}`. Operators: $eq $ne $gt $gte $lt $lte $in $nin $exists $contains $not_contains $and $or $not $nor. Default: no filter. */
  readonly filters?: JsonObject | null | undefined;
  /** Minimum score of a result; scores are from 0 to 1. Default: the collection's default_min_score. */
  readonly minScore?: number | null | undefined;
  /** Search mode. Default: the collection's default_search_mode. */
  readonly searchMode?: SearchMode | null | undefined;
  /** Whether a reranking model sorts the results. Default: the collection's reranking_enabled. */
  readonly rerank?: boolean | null | undefined;
  /** Adds component scores to each result, and timings to the response. Default false. Extension. */
  readonly explain?: boolean | null | undefined;
  /** Adds the text of this many neighbouring chunks on each side, 0 to 10. Default 0. Extension. */
  readonly expand?: number | null | undefined;
  /** Weight of the semantic score in hybrid search, 0 to 1; the remainder is the weight of the keyword score. Other modes ignore it. Default: the collection's default_alpha. Extension. */
  readonly alpha?: number | null | undefined;
  /** Maximum number of results per document, 1 to 1,000; the next best results of other documents replace the rest. Default: no limit. Extension. */
  readonly maxChunksPerDocument?: number | null | undefined;
  /** Weight of diversity, 0 to 1: results are sorted by relevance minus this fraction of their similarity to previous results. Scores don't change. Default 0: sorted by score alone. Extension. */
  readonly diversity?: number | null | undefined;
  /** Adds `highlights` to each result, the fragments of its text that match the query: true, or an object with limits. Default: no highlights. Extension. */
  readonly highlight?: Highlight | boolean | null | undefined;
  /** Adds `citation` to each result, its location: document, pages, section, range of the text and rectangles on the page. Default false. Extension. */
  readonly citations?: boolean | null | undefined;
  /** Query vector, used instead of an embedding of the query text: little-endian float32 values, as many as the collection's dimension; in JSON an array of numbers. A semantic query then needs no text; a hybrid query uses the text for keyword search. Without a text the mode is semantic. Extension. */
  readonly vector?: readonly number[] | Float32Array | null | undefined;
  /** Parts of the results to return. An omitted text is absent, omitted metadata is empty. Default: text and metadata. Extension. */
  readonly include?: readonly Include[] | null | undefined;
}

/** Several independent queries. */
export interface BatchQueryRequest {
  /** 1 to 20 queries. */
  readonly queries: readonly BatchQueryItem[];
}

/** Results of several queries. */
export interface BatchQueryResponse {
  /** One response per query, in the order of the queries. */
  readonly results: readonly QueryResponse[];
}

/** A message of a batch upload: first the header, then in any order the metadata (at most once) and the files with their bytes. */
export interface BatchUploadDocumentsRequest {
  /** Target of the upload; always the first message. */
  readonly header?: UploadHeader | null | undefined;
  /** Metadata of every document, default empty. Can be sent before, between or after the files. In a form: a string with a JSON object. */
  readonly metadata?: JsonObject | null | undefined;
  /** Start of the next file. */
  readonly file?: UploadFile | null | undefined;
  /** Next bytes of the file. */
  readonly chunk?: Uint8Array | null | undefined;
  /** Client-assigned ids of the documents, one per file and in the order of the files; "" for none. In a form: a string with a JSON array of strings. Default: none. Extension. */
  readonly externalIds?: readonly string[] | null | undefined;
  /** Action for a file whose external id already belongs to a document. Default: error. Extension. */
  readonly onConflict?: OnConflict | null | undefined;
  /** Action for a file whose bytes are those of a document of the collection. Default: allow. Extension. */
  readonly onDuplicate?: OnDuplicate | null | undefined;
  /** Time at which the documents expire; in the future. Default: according to the collection's `default_ttl_seconds`. Extension. */
  readonly expiresAt?: string | Date | null | undefined;
}

/** Result of a batch upload. */
export interface BatchUploadDocumentsResponse {
  /** Accepted documents, in the order of their files. */
  readonly documents: readonly Document[];
  /** Files that were not accepted. */
  readonly errors: readonly FileError[];
  /** Number of accepted documents. */
  readonly total: number;
}

/** Selects the change to cancel. */
export interface CancelChangeRequest {
  /** The collection's name. */
  readonly collectionName: string;
  /** The change's id. */
  readonly id: string;
}

/** No parameters. */
export interface CancelModelUseRequest {}

/** Selects the operation to cancel. */
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
  /** Rebuilds the index in the same store from the remaining data: passages from the original documents, vectors from the texts. */
  REPAIR: "repair",
} as const;
/** Kind of an index change. */
export type ChangeKind = (typeof ChangeKind)[keyof typeof ChangeKind];

/** State of a change. */
export const ChangeState = {
  /** The new index is being built; the previous index serves queries. */
  BUILDING: "building",
  /** The new index is complete and being verified; the previous index serves queries. */
  VERIFYING: "verifying",
  /** The new index serves queries; the previous index is kept, and the change can be rolled back. */
  SWITCHED: "switched",
  /** The new index serves queries; the previous index is deleted. */
  DONE: "done",
  /** The change was cancelled; the previous index serves queries. */
  CANCELLED: "cancelled",
  /** The change ended with an error, see `error`; the previous index serves queries. */
  FAILED: "failed",
  /** The change was rolled back; the previous index serves queries again. */
  ROLLED_BACK: "rolled_back",
  /** The passages are being rebuilt from the original documents; until all are restored, queries of the collection fail with 503. */
  RESTORING: "restoring",
} as const;
/** State of a change. */
export type ChangeState = (typeof ChangeState)[keyof typeof ChangeState];

/** A range of characters. */
export interface CharacterRange {
  /** First character, counted from 0 within the fragment. */
  readonly start: number;
  /** End of the range (exclusive). */
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
  /** Metadata of the upload, and `document_id`, `page` (from 1, or null), `filename`, `file_type`, `section` (headings above most of the text), `start_char`, `end_char`. Also `title`, `author`, `file_created_at`, `file_modified_at`, `keywords`, `language` and the fields of `info.fields`, if the file declares them and the upload's metadata does not set them. A chunk of a table has `table`, unless the upload's metadata sets it: the number of the table in the document, and the rows contained in the text (`{"number": 3, "first_row": 41, "last_row": 80}`, counted from 1; the rows are null if the text contains only the header). If a chunk contains several tables, it is the one with most rows. A pre-cut chunk also has its own metadata, and `own_fields`, the names of these fields: changes to the document's metadata don't affect them. */
  readonly metadata: JsonObject;
  /** Location in the document. Only with `citations`. Extension. */
  readonly citation?: Citation | undefined;
  /** Links in the text, at most 64; absent if there are none. Extension. */
  readonly links?: readonly Link[] | undefined;
}

/** Chunking strategy: the unit of text that chunks keep together if it fits their size. No chunk spans two pages, exceeds chunk_size, or splits a table or code block that fits into one chunk. Extension. */
export const ChunkStrategy = {
  /** Sentences, packed until a chunk is full; small sections share a chunk. The default. */
  SENTENCE: "sentence",
  /** Paragraphs: a paragraph is split only if it does not fit into one chunk. */
  PARAGRAPH: "paragraph",
  /** Sections: every heading begins a new chunk. */
  SECTION: "section",
  /** Pages: one chunk per page if it fits, regardless of headings. */
  PAGE: "page",
  /** Fixed size: as many tokens as fit, split between words. */
  FIXED: "fixed",
} as const;
/** Chunking strategy: the unit of text that chunks keep together if it fits their size. No chunk spans two pages, exceeds chunk_size, or splits a table or code block that fits into one chunk. Extension. */
export type ChunkStrategy = (typeof ChunkStrategy)[keyof typeof ChunkStrategy];

/** Location of a passage in its document, as needed to cite the passage and to show it in a viewer. */
export interface Citation {
  /** UUID of the document. */
  readonly documentId: string;
  /** The document's filename. */
  readonly filename: string;
  /** Title of the document, from the file or from the upload's metadata. Absent if neither has one. */
  readonly title?: string | undefined;
  /** Address that the document was fetched from, or the one in the upload's metadata. Absent if there is none. */
  readonly sourceUrl?: string | undefined;
  /** Page, slide, sheet or frame that the passage begins on, counted from 1. Absent if the format has no pages. */
  readonly pageFrom?: number | undefined;
  /** Page, slide, sheet or frame that the passage ends on. */
  readonly pageTo?: number | undefined;
  /** Headings above most of the passage's text, outermost first. */
  readonly section: readonly string[];
  /** Start of the passage in the document's text, in UTF-16 code units from 0. The document's text is the text of all its blocks (paragraphs, headings, rows) in order: separated by one line break between two list items and between two table rows, and by two line breaks between other blocks. Text that a passage repeats at its beginning (the header of a continued table) is not part of the range. Absent if unknown. */
  readonly start?: number | undefined;
  /** End of the passage in the document's text (exclusive), in UTF-16 code units. */
  readonly end?: number | undefined;
  /** Position of the range on its pages: the rectangles of its lines, in order, at most 64. Adjacent lines of one column with the same edges are merged into one rectangle. Empty if unknown: the format has no pages, or the document was parsed before positions were stored (reprocessing adds them). */
  readonly boxes: readonly CitationBox[];
}

/** A rectangle on a page. Coordinates are fractions of the width and height of the page as it is displayed (rotated and cropped as the file specifies), from its upper left corner. */
export interface CitationBox {
  /** Page number, from 1; 1 for an image. */
  readonly page: number;
  /** Left edge, 0 to 1. */
  readonly x0: number;
  /** Upper edge, 0 to 1. */
  readonly y0: number;
  /** Right edge, 0 to 1. */
  readonly x1: number;
  /** Lower edge, 0 to 1. */
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
  /** Whether queries are reranked by default. */
  readonly rerankingEnabled: boolean;
  /** The reranking model's name. */
  readonly rerankingModel: string;
  /** Whether a reranking API key is stored. The key itself is never returned. */
  readonly hasRerankingApiKey: boolean;
  /** Number of results of a query without `top_k`. */
  readonly defaultTopK: number;
  /** Minimum score of a result, 0 to 1, for a query without `min_score`; null for none. */
  readonly defaultMinScore: number | null;
  /** Search mode of a query without `search_mode`. */
  readonly defaultSearchMode: SearchMode;
  /** Arbitrary key-value pairs. */
  readonly metadata: JsonObject;
  /** Creation time. */
  readonly createdAt: string;
  /** Time of the last change to its settings. */
  readonly updatedAt: string;
  /** Weight of the semantic score in hybrid search, 0 to 1, for a query without `alpha`. Absent if the embedder's default applies. Extension. */
  readonly defaultAlpha?: number | undefined;
  /** Chunking strategy. Absent if none was chosen: `sentence` applies. Extension. */
  readonly chunkStrategy?: ChunkStrategy | undefined;
  /** Time to live in seconds of documents uploaded without an `expires_at`. Absent for unlimited. Extension. */
  readonly defaultTtlSeconds?: number | undefined;
}

/** Statistics on the recent queries of one collection. */
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
  /** Only if the request sets `detail`. Extension. */
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
  /** Number of tokens in the live chunks. */
  readonly totalTokens: number;
  /** Total size of the original files, in bytes. */
  readonly totalSizeBytes: number;
  /** Number of documents by status. */
  readonly statusCounts: StatusCounts;
}

/** Configuration of this process, including the local models chosen since its start. */
export interface Configuration {
  /** Version of the running service. */
  readonly version: string;
  /** Path of the configuration file; null if there is none. */
  readonly configFile: string | null;
  /** Environment settings, in the order of the reference. */
  readonly settings: readonly ServiceSetting[];
  /** Sections of the configuration file, in the order of the reference. */
  readonly sections: readonly ConfigurationSection[];
}

/** A section of the configuration, as it is in effect. */
export interface ConfigurationSection {
  /** Name in the file. */
  readonly name: string;
  /** Description of its purpose. */
  readonly description: string;
  /** Whether it differs from the configuration without a file. */
  readonly isChanged: boolean;
  /** Content of the section under its name, including defaults; secrets are hidden. Empty if nothing is set. */
  readonly content: JsonObject;
}

/** Fields whose values are counted, and the documents to count. */
export interface CountFacetsRequest {
  /** The collection's name. */
  readonly collectionName: string;
  /** 1 to 20 fields, named as in filters: metadata fields of the upload, or `filename`, `file_type`, `title`, `author`, `language`, `file_created_at`, `file_modified_at`, `keywords`, `created_at`, `external_id`, `content_hash`, `source_url`, `parent_id`, `expires_at`. */
  readonly fields: readonly string[];
  /** Only documents that match, in any status: a filter as in queries, over the fields that all chunks of a document share. Default: all. */
  readonly filters?: JsonObject | null | undefined;
  /** Maximum number of values per field, the most frequent ones, 1 to 1,000. Default 10. */
  readonly limit?: number | null | undefined;
  /** Only documents that this query finds: the documents of its best 1,000 results within `filters`. Default: no query. */
  readonly query?: string | null | undefined;
  /** How the query finds passages. Default: the collection's default_search_mode. */
  readonly searchMode?: SearchMode | null | undefined;
  /** Minimum score of the query's results. Default: the collection's default_min_score. */
  readonly minScore?: number | null | undefined;
}

/** Facet counts, one per field. */
export interface CountFacetsResponse {
  /** Number of documents that were counted. */
  readonly total: number;
  /** One facet per field, in the order of the request. */
  readonly facets: readonly Facet[];
}

/** Selects the entries to count. */
export interface CountVectorsRequest {
  /** The collection's name. */
  readonly collectionName: string;
  /** Metadata filter, as in queries. Default: no filter. */
  readonly filters?: JsonObject | null | undefined;
}

/** Number of entries. */
export interface CountVectorsResponse {
  /** Number of entries that match. */
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
  /** Number of results of a query without `top_k`, 1 to 1,000. Default 10. */
  readonly defaultTopK?: number | null | undefined;
  /** Minimum score of a result for a query without `min_score`. Default: none. */
  readonly defaultMinScore?: number | null | undefined;
  /** Search mode of a query without `search_mode`. Default: semantic. */
  readonly defaultSearchMode?: SearchMode | null | undefined;
  /** Whether queries are reranked by default. Default false. */
  readonly rerankingEnabled?: boolean | null | undefined;
  /** The reranking model's name. Default `rerank-v3.5`. */
  readonly rerankingModel?: string | null | undefined;
  /** API key for the reranking provider; stored encrypted, never returned. */
  readonly rerankingApiKey?: string | null | undefined;
  /** Arbitrary key-value pairs. Default: empty. */
  readonly metadata?: JsonObject | null | undefined;
  /** Weight of the semantic score in hybrid search, 0 to 1, for a query without `alpha`. Default: the embedder's default. Extension. */
  readonly defaultAlpha?: number | null | undefined;
  /** Chunking strategy: `sentence`, `paragraph`, `section`, `page` or `fixed`. Default: sentence. Extension. */
  readonly chunkStrategy?: ChunkStrategy | null | undefined;
  /** Time to live in seconds of documents uploaded without an `expires_at`, 1 to 2,000,000,000. Default: unlimited. Extension. */
  readonly defaultTtlSeconds?: number | null | undefined;
}

/** A document that is not uploaded as a file: exactly one of `text`, `chunks` and `url` is required. */
export interface CreateDocumentRequest {
  /** The collection's name. */
  readonly collectionName: string;
  /** Text of the document: Markdown, or the format of the extension of `filename`. Stored as a file in UTF-8. */
  readonly text?: string | null | undefined;
  /** 1 to 10,000 pre-cut chunks, which are stored as they are, in this order, without splitting or merging. */
  readonly chunks?: readonly GivenChunk[] | null | undefined;
  /** Address of a page or file, http:// or https://, which the service fetches. Its bytes and the media type of the response determine its type: text, HTML, or one of the file types of uploads. */
  readonly url?: string | null | undefined;
  /** File name of the document. Its extension determines how `text` is parsed: .md, .txt, .html, .htm, .csv, .tsv, .xml or .json. Default: `text.md`, `chunks`, or the last part of the URL's path. */
  readonly filename?: string | null | undefined;
  /** Metadata of the document. Default: empty. */
  readonly metadata?: JsonObject | null | undefined;
  /** Client-assigned id of the document, unique in the collection: 1 to 512 bytes of UTF-8. Default: none. */
  readonly externalId?: string | null | undefined;
  /** Action when a document already has this external id. Default: error. */
  readonly onConflict?: OnConflict | null | undefined;
  /** Action when a document of the collection has the same bytes. Default: allow. */
  readonly onDuplicate?: OnDuplicate | null | undefined;
  /** Time at which the document expires; in the future. Default: according to the collection's `default_ttl_seconds`. */
  readonly expiresAt?: string | Date | null | undefined;
  /** `updated_at` of the document to replace, as last read by the caller. If it has changed since, nothing is done, and the answer is 412. */
  readonly ifUpdatedAt?: string | Date | null | undefined;
}

/** A new key. */
export interface CreateKeyRequest {
  /** 1 to 64 letters, digits, `.`, `_` or `-`. Must never have been used before, not even by a revoked key. */
  readonly name: string;
  /** Access level. */
  readonly scope?: AccessScope | null | undefined;
  /** Collections that the key has access to; at least one. They need not exist yet. Default, and null: all. */
  readonly collections?: readonly string[] | null | undefined;
  /** Expiry time, in the future. Default, and null: never. */
  readonly expiresAt?: string | Date | null | undefined;
  /** Access filter: only documents and passages that match it can be read or changed. It has the syntax of `filters`, over metadata and the system fields of whole documents (not `page`, `section`, `chunk_index`). Lists, counts, queries and single documents behave as if items that don't match did not exist, and a document or entry must match both before and after it is written. Not allowed with the scope `admin`. Default, and null: none. */
  readonly filter?: JsonObject | null | undefined;
  /** Creates a key that signs user tokens: JWTs that a backend issues by itself, each with a scope (`read` or `write`), collections, a filter and an expiry time. Not allowed with the scope `admin`. Default, and null: an ordinary key. */
  readonly signing?: TokenAlgorithm | null | undefined;
  /** Public key for `signing` EdDSA, SPKI in PEM; its private key stays with you. Default, and null: the service generates the key pair, shows the private key once and stores only the public key. */
  readonly publicKey?: string | null | undefined;
}

/** A new webhook. */
export interface CreateWebhookRequest {
  /** URL that receives the events: `https://`, or `http://` for localhost, 127.0.0.1 and [::1]. */
  readonly url: string;
  /** At least one type, except `webhook.test`. */
  readonly events: readonly EventType[];
  /** Only events of these collections are sent. Default, and null: all. */
  readonly collections?: readonly string[] | null | undefined;
  /** Description of its purpose. Default: empty. */
  readonly description?: string | null | undefined;
}

/** Selects the collection to delete. */
export interface DeleteCollectionRequest {
  /** The collection's name. */
  readonly name: string;
}

/** Selects the document to delete, by its id alone. */
export interface DeleteDocumentByIdRequest {
  /** The document's id. */
  readonly documentId: string;
}

/** Selects the document to delete. */
export interface DeleteDocumentRequest {
  /** The collection's name. */
  readonly collectionName: string;
  /** The document's id. */
  readonly documentId?: string | null | undefined;
  /** Client-assigned id of the document, instead of document_id. In REST it is part of the path. Extension. */
  readonly byExternalId?: string | null | undefined;
}

/** Selects the documents to delete. Either `filters` or `"all": true` is required. */
export interface DeleteDocumentsRequest {
  /** The collection's name. */
  readonly collectionName: string;
  /** Only documents that match, in any status: a filter as in queries, over the fields that all chunks of a document share. Must not be empty. */
  readonly filters?: JsonObject | null | undefined;
  /** Whether to select all documents of the collection, instead of `filters`. Default false. */
  readonly all?: boolean | null | undefined;
  /** Whether to only return the number of matches, without changing anything. Default false. */
  readonly dryRun?: boolean | null | undefined;
  /** Maximum number of documents to process, oldest first. Default: all that match. */
  readonly limit?: number | null | undefined;
}

/** Selects the entries to delete: exactly one of `ids`, `filters` and `all` is required. */
export interface DeleteVectorsRequest {
  /** The collection's name. */
  readonly collectionName: string;
  /** Ids of entries, at least one. */
  readonly ids?: readonly string[] | null | undefined;
  /** Metadata filter, as in queries, that selects the entries to delete; must not be empty. Extension. */
  readonly filters?: JsonObject | null | undefined;
  /** Whether to delete every entry. Chunks of documents are not affected. Extension. */
  readonly all?: boolean | null | undefined;
  /** Maximum number of entries to delete with `filters` or `all`; the entries that were written first are deleted first. Default: all that match. Extension. */
  readonly limit?: number | null | undefined;
  /** Whether to only return the number of entries that match `filters` or `all`, without deleting them. Default false. Extension. */
  readonly dryRun?: boolean | null | undefined;
}

/** Result of deleting entries. */
export interface DeleteVectorsResponse {
  /** Always `ok`. */
  readonly status: string;
  /** Number of deleted entries. 0 for a dry run, and if an operation deletes them. */
  readonly deleted: number;
  /** Number of entries that match. Only with `filters` or `all`. Extension. */
  readonly matched?: number | undefined;
  /** Operation that deletes the entries if there are more than 1,000. Absent otherwise. Extension. */
  readonly operation?: Operation | undefined;
}

/** Selects the webhook to delete. */
export interface DeleteWebhookRequest {
  /** The webhook's id. */
  readonly id: string;
}

/** Status of a delivery. */
export const DeliveryStatus = {
  /** Not sent yet, or waiting for a retry. */
  PENDING: "pending",
  /** The receiver answered with a 2xx status. */
  DELIVERED: "delivered",
  /** All attempts failed. */
  FAILED: "failed",
} as const;
/** Status of a delivery. */
export type DeliveryStatus = (typeof DeliveryStatus)[keyof typeof DeliveryStatus];

/** A document of a collection. */
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
  /** Number of chunks; 0 until the document is processed. */
  readonly chunkCount: number;
  /** Processing status. */
  readonly status: DocumentStatus;
  /** Error message of failed processing; null unless it failed. */
  readonly errorMessage: string | null;
  /** Metadata given at upload, including later changes. */
  readonly metadata: JsonObject;
  /** Upload time. */
  readonly createdAt: string;
  /** Time of the last change to the document's record. */
  readonly updatedAt: string;
  /** Properties of the file and details of its processing; null until the document is processed. Only with `info`. Extension. */
  readonly info?: DocumentInfo | null | undefined;
  /** Client-assigned id, unique in the collection. Absent if the client set none. Extension. */
  readonly externalId?: string | undefined;
  /** SHA-256 of the original file, in lower-case hex. Extension. */
  readonly contentHash: string;
  /** Address that the document was fetched from. Absent for uploads. Extension. */
  readonly sourceUrl?: string | undefined;
  /** Expiry time: from then on no response contains the document, and it is deleted. Absent for never. Extension. */
  readonly expiresAt?: string | undefined;
  /** Id of the document that contained it as a file (an attachment of an email). Absent for documents that were uploaded directly. Extension. */
  readonly parentId?: string | undefined;
}

/** Error of a document that was not deleted. */
export interface DocumentError {
  /** Id as requested, which can be an external id. */
  readonly documentId: string;
  /** Reason. */
  readonly error: string;
}

/** Properties that a file declares, page counts, warnings and processing times. */
export interface DocumentInfo {
  /** Title; null if the file has none. */
  readonly title: string | null;
  /** Author; null if the file has none. */
  readonly author: string | null;
  /** Creation time according to the file; null if it has none. */
  readonly createdAt: string | null;
  /** Language tag, for example `en` or `pt-BR`; null if the file has none. */
  readonly language: string | null;
  /** Number of pages, slides, sheets or frames; null if the format has none. */
  readonly pageCount: number | null;
  /** Number of pages whose text was recognised in their image (OCR). */
  readonly ocrPageCount: number;
  /** Warnings: parts left out of the text, with the reason, and metadata names that are also fields of the service. Empty if there are none. */
  readonly warnings: readonly string[];
  /** Number of lines left out because they repeat on many pages or are page numbers. Each running header and footer is kept once, on the first page that contains it. */
  readonly repeatedLineCount: number;
  /** Time of the last change according to the file; null if it has none. */
  readonly modifiedAt: string | null;
  /** Keywords of the file; empty if it has none. */
  readonly keywords: readonly string[];
  /** Further properties of the format by name, each a text or a list of texts: for an email `from`, `to`, `cc`, `subject`, `date`, `message_id`. Empty if the format has none. */
  readonly fields: JsonObject;
  /** Documents created from files inside this one, in order; empty if there are none. They are deleted with it. */
  readonly attachments: readonly Attachment[];
  /** OCR confidence of each page whose text was recognised in its image, in page order; at most the first 1,000 of these pages. Empty if there are none, or if the document was processed before confidences were stored. */
  readonly ocrConfidences: readonly PageConfidence[];
  /** Processing times; null if the document was processed before they were stored, or elsewhere. */
  readonly timings: DocumentTimings | null;
}

/** A page of a document. */
export interface DocumentPage {
  /** Page number, from 1. */
  readonly page: number;
  /** Number of pages of the document. */
  readonly pageCount: number;
  /** Text of the page as it was extracted, without lines that repeat on every page. Empty if there is none. */
  readonly text: string;
  /** Start of the page in the document's text, in UTF-16 code units; null if the page is empty. */
  readonly startChar: number | null;
  /** End of the page in the document's text; null if the page is empty. */
  readonly endChar: number | null;
  /** Whether the text is truncated: only the first million characters of a page are returned, which a sheet can exceed. */
  readonly truncated: boolean;
  /** Width of the page as it is displayed (rotated and cropped), in points (72 per inch); null if the file's pages have no images. */
  readonly width: number | null;
  /** Height of the page in points; null if `width` is. */
  readonly height: number | null;
}

/** A step of processing. */
export interface DocumentProgress {
  /** `parsing`, `chunking`, `embedding`, `complete` or `failed`. */
  readonly step: string;
  /** `in_progress`, `completed` or `failed`. */
  readonly status: string;
  /** Human-readable description of the step; the error if processing failed. */
  readonly message: string;
  /** Progress, 0 to 100. */
  readonly progress: number;
}

/** Status of one document. */
export interface DocumentState {
  /** The document's id. */
  readonly id: string;
  /** Processing status. */
  readonly status: DocumentStatus;
  /** Error message of failed processing; null unless it failed. */
  readonly errorMessage: string | null;
  /** Number of chunks; 0 until the document is processed. */
  readonly chunkCount: number;
}

/** Processing status of a document. */
export const DocumentStatus = {
  /** Accepted and durable; processing has not started. */
  PENDING: "pending",
  /** Being parsed, chunked or embedded. */
  PROCESSING: "processing",
  /** Searchable. */
  READY: "ready",
  /** Processing ended with an error, see `error_message`. */
  FAILED: "failed",
} as const;
/** Processing status of a document. */
export type DocumentStatus = (typeof DocumentStatus)[keyof typeof DocumentStatus];

/** A table of a document. */
export interface DocumentTable {
  /** Number of the table in the document, from 1. */
  readonly table: number;
  /** Caption, if the document has one above the columns; otherwise null. */
  readonly caption: string | null;
  /** Rows of the header, top to bottom, up to about 65,000 characters; empty if the table has no header. */
  readonly header: readonly DocumentTableRow[];
  /** Rows, from `offset`. The content of a cell that spans several columns or rows is repeated in each of them. */
  readonly rows: readonly DocumentTableRow[];
  /** Number of the table's rows before the returned ones. */
  readonly offset: number;
  /** Number of rows of the whole table, without the header. */
  readonly rowCount: number;
  /** Whether more rows follow. The response contains up to the requested number of rows, and up to about 260,000 characters (in a list, 16,000 per table). */
  readonly truncated: boolean;
  /** Page that the table begins on, from 1; null if the file has no pages. */
  readonly pageFrom: number | null;
  /** Page that the table ends on. */
  readonly pageTo: number | null;
  /** Headings above the table, outermost first. */
  readonly section: readonly string[];
}

/** A row of a table. */
export interface DocumentTableRow {
  /** Cells, in reading order. Empty cells at the end of the row are omitted. */
  readonly cells: readonly string[];
}

/** Processing times of a document, in milliseconds, for the run that produced its chunks. Steps run concurrently, and each counts the time during which at least one part of the document was in it: their sum can be more or less than `total_ms`. */
export interface DocumentTimings {
  /** Time from the request (an upload or `reprocess`) until the start of the attempt that succeeded. */
  readonly waitingMs: number;
  /** Fetching the page, if the document has a URL, and parsing the file. */
  readonly readingMs: number;
  /** Splitting the text into chunks. */
  readonly cuttingMs: number;
  /** Embedding the chunks, including waiting for the provider. */
  readonly embeddingMs: number;
  /** Writing vectors to the vector store. */
  readonly storingMs: number;
  /** Writing texts and terms to the keyword index. */
  readonly indexingMs: number;
  /** Duration of the attempt, from its start until everything was written. Includes time spent waiting for a free parser, which no step includes. */
  readonly totalMs: number;
}

/** Document counts over all collections. */
export interface DocumentTotals {
  /** Number of documents, in every status. */
  readonly total: number;
  /** Number of searchable documents. */
  readonly ready: number;
  /** Number of documents waiting for processing. */
  readonly pending: number;
  /** Number of documents in processing. */
  readonly processing: number;
  /** Number of documents whose processing ended with an error. */
  readonly failed: number;
  /** Number of live chunks. */
  readonly totalChunks: number;
  /** Number of tokens in the live chunks. */
  readonly totalTokens: number;
  /** Total size of the original files, in bytes. */
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
  /** Human-readable description of the step; the error if processing failed. */
  readonly message: string;
  /** Progress, 0 to 100. */
  readonly progress: number;
}

/** Selects the file to send, and the range of its bytes. */
export interface DownloadDocumentFileRequest {
  /** The collection's name. */
  readonly collectionName: string;
  /** The document's id. */
  readonly documentId: string;
  /** First byte to send; a negative value counts from the end of the file. Default 0. In HTTP it is set by the Range header. */
  readonly offset?: number | null | undefined;
  /** Maximum number of bytes to send. Default: to the end of the file. In HTTP it is set by the Range header. */
  readonly length?: number | null | undefined;
}

/** A message of a download: first `info`, then the bytes. */
export interface DownloadDocumentFileResponse {
  /** Properties of the file; always the first message. */
  readonly info?: FileInfo | undefined;
  /** Next bytes of the file. */
  readonly chunk?: Uint8Array | undefined;
}

/** Documents of a collection with identical bytes. */
export interface DuplicateGroup {
  /** SHA-256 of the bytes, in lower-case hex. */
  readonly contentHash: string;
  /** 2 to 100 documents, oldest first. */
  readonly documents: readonly Document[];
  /** Whether the group contains more documents than these. */
  readonly hasMore: boolean;
}

/** Capabilities of an embedder. */
export interface EmbedderAbilities {
  /** Known models, default first. */
  readonly models: readonly EmbedderModel[];
  /** Whether other models can be requested. */
  readonly otherModels: boolean;
  /** Whether it needs a key of the provider. */
  readonly credential: PluginCredential;
  /** Maximum number of texts per call; null for no limit. */
  readonly maxBatchTexts: number | null;
  /** Maximum number of tokens per call; null for no limit. */
  readonly maxBatchTokens: number | null;
  /** Whether it learns from the texts of a collection. */
  readonly learns: boolean;
  /** Weight of the semantic score in hybrid search, 0 to 1, unless the collection or the query sets another. */
  readonly defaultAlpha: number;
}

/** A model of an embedder. */
export interface EmbedderModel {
  /** The model's name. */
  readonly name: string;
  /** Length of its vectors, unless another is requested. */
  readonly dimension: number;
  /** Shortest vector length that can be requested; null if only `dimension` is available. */
  readonly minDimension: number | null;
  /** Longest vector length that can be requested; null if only `dimension` is available. */
  readonly maxDimension: number | null;
  /** Maximum number of tokens per text; null for no limit. */
  readonly maxInputTokens: number | null;
  /** Description of the model and its use. */
  readonly description: string;
}

/** An embedding model. */
export interface EmbeddingModel {
  /** `provider_a`, `provider_b`, or the name of another configured embedder. */
  readonly provider: string;
  /** The model's name. */
  readonly model: string;
  /** Length of its vectors, unless a collection requests a shorter one. */
  readonly dimension: number;
  /** Description of the model and its use. */
  readonly description: string;
}

/** Type of an event sent to webhooks. */
export const EventType = {
  /** Processing of a document has started. */
  DOCUMENT_PROCESSING: "document.processing",
  /** A document is processed and searchable. */
  DOCUMENT_READY: "document.ready",
  /** Processing of a document failed. */
  DOCUMENT_FAILED: "document.failed",
  /** The test endpoint was called. Can't be subscribed to. */
  WEBHOOK_TEST: "webhook.test",
  /** A document was deleted, by any caller and in any way, or because its `expires_at` has passed. Extension. */
  DOCUMENT_DELETED: "document.deleted",
  /** A document was replaced with identical bytes, name and metadata, so nothing was done. Extension. */
  DOCUMENT_UNCHANGED: "document.unchanged",
} as const;
/** Type of an event sent to webhooks. */
export type EventType = (typeof EventType)[keyof typeof EventType];

/** Selects the collection to export. */
export interface ExportCollectionRequest {
  /** The collection's name. */
  readonly name: string;
}

/** A message of an export. */
export interface ExportCollectionResponse {
  /** Properties of the archive; always the first message. */
  readonly info?: ArchiveInfo | undefined;
  /** Next bytes of the archive. */
  readonly chunk?: Uint8Array | undefined;
}

/** Values of one field, with the number of documents that have each. Each element of a list counts as a value. */
export interface Facet {
  /** Name of the field. */
  readonly field: string;
  /** Most frequent values, most frequent first. Values with the same count are sorted by value. */
  readonly values: readonly FacetValue[];
  /** Number of distinct values. */
  readonly valueCount: number;
  /** Number of documents that have a value in the field. */
  readonly documents: number;
  /** Number of documents without a value in the field. */
  readonly missing: number;
  /** Smallest number. Absent if the field has no numbers. */
  readonly min?: number | undefined;
  /** Largest number. Absent if the field has no numbers. */
  readonly max?: number | undefined;
  /** Earliest of the strings that begin like an ISO 8601 date (`2026-08`). Absent if there are none. */
  readonly earliest?: string | undefined;
  /** Latest of the strings that begin like an ISO 8601 date. Absent if there are none. */
  readonly latest?: string | undefined;
}

/** A value and the number of documents that have it. Exactly one of `string`, `number` and `boolean` is set. */
export interface FacetValue {
  /** The value, if it is a string. */
  readonly string?: string | undefined;
  /** The value, if it is a number. */
  readonly number?: number | undefined;
  /** The value, if it is true or false. */
  readonly boolean?: boolean | undefined;
  /** Number of documents that have the value. */
  readonly count: number;
}

/** Cause of a document's failure. Extension. */
export const FailureSource = {
  /** The embedding provider: it was unavailable for too long, or refused the request. Reprocessing the document can help. */
  PROVIDER: "provider",
  /** The file: it can't be parsed, or has no text. */
  FILE: "file",
  /** The service, or a system that it depends on. */
  SERVICE: "service",
} as const;
/** Cause of a document's failure. Extension. */
export type FailureSource = (typeof FailureSource)[keyof typeof FailureSource];

/** Error of a file that was not accepted. */
export interface FileError {
  /** The file's name. */
  readonly filename: string;
  /** Reason. */
  readonly error: string;
}

/** Properties of a file that is being sent. */
export interface FileInfo {
  /** Original file name. */
  readonly filename: string;
  /** Media type that belongs to the file type. */
  readonly mediaType: string;
  /** Size of the whole file, in bytes. */
  readonly size: number;
  /** Content hash, without quotes. */
  readonly etag: string;
  /** Position of the first byte that is sent: never negative, at most `size`. */
  readonly offset: number;
  /** Number of bytes that are sent. 0 if the requested range begins at or after the end of the file. */
  readonly length: number;
}

/** A supported file type. */
export interface FileType {
  /** File extension without the dot, in lower case. */
  readonly extension: string;
  /** Media type used for downloads of original files. */
  readonly mediaType: string;
}

/** Selects the change to read. */
export interface GetChangeRequest {
  /** The collection's name. */
  readonly collectionName: string;
  /** The change's id. */
  readonly id: string;
}

/** Selects the collection whose query statistics to return. */
export interface GetCollectionAnalyticsRequest {
  /** The collection's name. */
  readonly name: string;
  /** Whether to include `detail`: the queries per hour, and the queries without results. Default false. Extension. */
  readonly detail?: boolean | null | undefined;
}

/** Selects the collection to read. */
export interface GetCollectionRequest {
  /** The collection's name. */
  readonly name: string;
}

/** Selects the collection whose counts to return. */
export interface GetCollectionStatsRequest {
  /** The collection's name. */
  readonly name: string;
}

/** No parameters. */
export interface GetConfigurationRequest {}

/** Selects the document to read, by its id alone. */
export interface GetDocumentByIdRequest {
  /** The document's id. */
  readonly documentId: string;
  /** Adds `info` to the document. Default false. */
  readonly info?: boolean | null | undefined;
}

/** Selects the document to send as Markdown. */
export interface GetDocumentMarkdownRequest {
  /** The collection's name. */
  readonly collectionName: string;
  /** The document's id. */
  readonly documentId: string;
}

/** Selects the page whose image to send. */
export interface GetDocumentPageImageRequest {
  /** The collection's name. */
  readonly collectionName: string;
  /** The document's id. */
  readonly documentId: string;
  /** Number of the page or frame, from 1. */
  readonly page: number;
  /** Width of the image in pixels, rounded up to 320, 640, 960, 1280, 1920 or 2560. Default 1280. An image is never enlarged, and a very long page is rendered narrower. */
  readonly width?: number | null | undefined;
  /** First byte to send; a negative value counts from the end. Default 0. In HTTP it is set by the Range header. */
  readonly offset?: number | null | undefined;
  /** Maximum number of bytes to send. Default: to the end. In HTTP it is set by the Range header. */
  readonly length?: number | null | undefined;
}

/** Selects the page to read. */
export interface GetDocumentPageRequest {
  /** The collection's name. */
  readonly collectionName: string;
  /** The document's id. */
  readonly documentId: string;
  /** Number of the page, slide, sheet or frame, from 1. */
  readonly page: number;
}

/** Selects the document to read. */
export interface GetDocumentRequest {
  /** The collection's name. */
  readonly collectionName: string;
  /** The document's id. */
  readonly documentId?: string | null | undefined;
  /** Adds `info` to the document. Default false. Extension. */
  readonly info?: boolean | null | undefined;
  /** Client-assigned id of the document, instead of document_id. In REST it is part of the path. Extension. */
  readonly byExternalId?: string | null | undefined;
}

/** Selects the table to send. */
export interface GetDocumentTableCsvRequest {
  /** The collection's name. */
  readonly collectionName: string;
  /** The document's id. */
  readonly documentId: string;
  /** Number of the table in the document, from 1. */
  readonly table: number;
}

/** Selects the table to read. */
export interface GetDocumentTableRequest {
  /** The collection's name. */
  readonly collectionName: string;
  /** The document's id. */
  readonly documentId: string;
  /** Number of the table in the document, from 1. */
  readonly table: number;
  /** Maximum number of rows to return, 1 to 1,000. Default 100. */
  readonly limit?: number | null | undefined;
  /** Number of rows to skip. Default 0. */
  readonly offset?: number | null | undefined;
}

/** Selects the document whose text to send. */
export interface GetDocumentTextRequest {
  /** The collection's name. */
  readonly collectionName: string;
  /** The document's id. */
  readonly documentId: string;
}

/** A message of a text: first `info`, then the text. */
export interface GetDocumentTextResponse {
  /** Properties of the text; always the first message. */
  readonly info?: TextInfo | undefined;
  /** Next bytes of the text, in UTF-8; a character is never split across messages. */
  readonly chunk?: Uint8Array | undefined;
}

/** No parameters. */
export interface GetHealthRequest {}

/** Selects the operation to read. */
export interface GetOperationRequest {
  /** The operation's id. */
  readonly id: string;
}

/** No parameters. */
export interface GetPlatformStatsRequest {}

/** No parameters. */
export interface GetReadinessRequest {}

/** Selects the usage to return. */
export interface GetUsageRequest {
  /** Grouping. Default: collection. */
  readonly groupBy?: UsageGroup | null | undefined;
  /** First day, for example `2026-11-20`. Default: 29 days before the last day. */
  readonly from?: string | null | undefined;
  /** Last day. Default: today. */
  readonly to?: string | null | undefined;
  /** Maximum number of items to return (one per day and group), 1 to 1,000. Default 1,000. */
  readonly limit?: number | null | undefined;
  /** Number of items to skip. Default 0. */
  readonly offset?: number | null | undefined;
}

/** Selects the entries to return. */
export interface GetVectorsRequest {
  /** The collection's name. */
  readonly collectionName: string;
  /** 1 to 1,000 ids. With embeddings the maximum is lower if the collection's dimension is above 1,048. */
  readonly ids: readonly string[];
  /** Parts of the entries to return. Default: text and metadata. */
  readonly include?: readonly Include[] | null | undefined;
}

/** The entries that exist. */
export interface GetVectorsResponse {
  /** Entries in the order of the ids. Ids that don't exist are omitted. */
  readonly vectors: readonly StoredVector[];
  /** Number of entries in the response. */
  readonly total: number;
}

/** Selects the webhook to read. */
export interface GetWebhookRequest {
  /** The webhook's id. */
  readonly id: string;
}

/** A pre-cut chunk. */
export interface GivenChunk {
  /** Text of the chunk: not blank, at most 10,000 tokens, and no more than the collection's embedding model accepts. */
  readonly text?: string | null | undefined;
  /** Page that contains the chunk, from 1. Default: none. */
  readonly page?: number | null | undefined;
  /** Headings above the chunk, outermost first; they are embedded and indexed with the text. Default: none. */
  readonly section?: readonly string[] | null | undefined;
  /** Metadata of this chunk, in addition to the document's; it overrides the document's fields of the same name. Default: empty. */
  readonly metadata?: JsonObject | null | undefined;
}

/** Health of the server. */
export interface Health {
  /** Always `ok`. */
  readonly status: string;
  /** Version of the running service. */
  readonly version: string;
}

/** Limits of the highlights of each result. */
export interface Highlight {
  /** Maximum number of fragments per result, 1 to 10. Default 3. */
  readonly fragments?: number | null | undefined;
  /** Maximum number of characters per fragment, 20 to 2,000. Default 200. */
  readonly fragmentChars?: number | null | undefined;
}

/** A fragment of a result's text. Characters are Unicode code points. */
export interface HighlightedFragment {
  /** The fragment, exactly as in the text. */
  readonly text: string;
  /** Number of characters of the result's text before the fragment. */
  readonly offset: number;
  /** Ranges that match the query, in order. Matches follow the index: inflected and misspelt words and parts of compounds also match. Empty if the fragment is only the sentence closest to the query, as in a semantic search. */
  readonly matches: readonly CharacterRange[];
}

/** Identity and rights of the caller. */
export interface Identity {
  /** Name in the log: `api-secret`; `config:` or `key:` and the key's name; or `token:`, the signing key's name and, if the token has a subject, a slash and the subject. */
  readonly name: string;
  /** Access level. */
  readonly scope: AccessScope;
  /** Names of the collections that the caller has access to; null for all. */
  readonly collections: readonly string[] | null;
  /** Access filter, which documents and passages must match to be read or changed: the key's filter, or the token's filter combined with that of its signing key. Empty for no restriction. */
  readonly filter: JsonObject;
  /** Expiry time; null for never. */
  readonly expiresAt: string | null;
}

/** A message of an import. */
export interface ImportCollectionRequest {
  /** Options of the import; always the first message. */
  readonly header?: ImportHeader | null | undefined;
  /** Next bytes of the archive. */
  readonly chunk?: Uint8Array | null | undefined;
}

/** Options of an import. */
export interface ImportHeader {
  /** Name of the new collection. */
  readonly name: string;
  /** Whether documents get new ids. By default they keep their ids from the archive. */
  readonly newIds?: boolean | null | undefined;
  /** Whether documents are reprocessed from their files, with this server's default embedder. By default the vectors of the archive are imported, which requires the same embedding provider and model on this server. */
  readonly reembed?: boolean | null | undefined;
  /** API key for the embedding provider; stored encrypted, never returned. In HTTP it is the header `X-Embedding-Api-Key`. */
  readonly embeddingApiKey?: string | null | undefined;
}

/** Optional part of an entry or a passage in a response. */
export const Include = {
  /** Its vector, normalised to unit length as it is stored. */
  EMBEDDING: "embedding",
  /** Its text. */
  TEXT: "text",
  /** Its metadata. */
  METADATA: "metadata",
} as const;
/** Optional part of an entry or a passage in a response. */
export type Include = (typeof Include)[keyof typeof Include];

/** A change of a collection's index. */
export interface IndexChange {
  /** UUID. */
  readonly id: string;
  /** Name of the collection. */
  readonly collection: string;
  /** Kind of the change. */
  readonly kind: ChangeKind;
  /** State of the change. */
  readonly state: ChangeState;
  /** Progress, 0 to 100; 100 when the new index serves queries. */
  readonly progress: number;
  /** Number of passages processed so far. */
  readonly doneCount: number;
  /** Number of passages at the last count. */
  readonly totalCount: number;
  /** Previous index. */
  readonly from: IndexDescription;
  /** New index. */
  readonly to: IndexDescription;
  /** Id of the change that this change rolls back; null for all others. */
  readonly rollbackOf: string | null;
  /** Error that ended a failed change; null for all others. */
  readonly error: string | null;
  /** Start time. */
  readonly createdAt: string;
  /** Time of the last progress. */
  readonly updatedAt: string;
  /** End time; null while the change runs or can be rolled back. */
  readonly finishedAt: string | null;
  /** Result of a repair so far; null for other changes. */
  readonly repair: RepairReport | null;
}

/** Vector store and embedding model of an index. */
export interface IndexDescription {
  /** Name of the configured vector store. */
  readonly vectorStore: string;
  /** Embedding provider. */
  readonly embeddingProvider: string;
  /** The embedding model's name. */
  readonly embeddingModel: string;
  /** Length of each embedding vector. */
  readonly dimension: number;
}

/** A background job, which survives crashes. */
export interface Job {
  /** Id of the job; can contain any printable character. */
  readonly id: string;
  /** Kind of work: `ingest` (processes a document), `purge` (removes deleted data from files, passages and vectors), or another kind listed in the guide on jobs. */
  readonly kind: string;
  /** Current state. */
  readonly state: JobState;
  /** Whether the job is in processing and appears stuck: its worker has not renewed the lease for the duration of a lease, or has processed the job for more than 15 minutes and more than ten times as long as the last jobs of its kind took. The next free worker takes a job whose lease has expired. An index change can take hours, so only its lease counts. */
  readonly stuck: boolean;
  /** Name of the collection; null if it no longer exists. */
  readonly collection: string | null;
  /** Id of the document that the job processes; null for other jobs. */
  readonly documentId: string | null;
  /** File name of that document; null if there is none, or the document no longer exists. */
  readonly filename: string | null;
  /** Number of attempts started, including the current one. */
  readonly attempts: number;
  /** Maximum number of attempts. Waiting for a provider does not use one up. */
  readonly maxAttempts: number;
  /** Error of the last failed attempt; null if none failed. */
  readonly error: string | null;
  /** Creation time. */
  readonly createdAt: string;
  /** Time at which the job is or was due; the time of the next attempt while the job waits. */
  readonly dueAt: string;
  /** Start of the last attempt; null before the first. */
  readonly startedAt: string | null;
  /** Expiry of the worker's lease unless the worker renews it; null unless the job is in processing. */
  readonly leaseUntil: string | null;
  /** Time of completion or failure; null before. */
  readonly finishedAt: string | null;
  /** Name of the dependency that the job waits for, after releasing its slot to other jobs: an embedder, "repair" with the id of a collection, or the service's own storage. Null if it doesn't wait. The job resumes when the dependency answers. `due_at` is the latest time of the next check, and `error` is the dependency's error. */
  readonly waitsFor: string | null;
  /** Time at which the job stops waiting and fails; null if it doesn't wait, or waits without a time limit. */
  readonly waitsUntil: string | null;
}

/** Number of jobs by state. Finished jobs are counted for a day after their end. */
export interface JobCounts {
  /** Due. */
  readonly queued: number;
  /** Scheduled for later. */
  readonly waiting: number;
  /** Being processed by a worker. */
  readonly processing: number;
  /** Completed in the last day. */
  readonly completed: number;
  /** Failed in the last day and not processed again since. */
  readonly failed: number;
  /** In processing and apparently stuck. */
  readonly stuck: number;
}

/** State of a job. */
export const JobState = {
  /** Due; the next free worker takes it. */
  QUEUED: "queued",
  /** Scheduled for later: a retry after a failed attempt, or deferred work. */
  WAITING: "waiting",
  /** Being processed by a worker. */
  PROCESSING: "processing",
  /** Finished. */
  COMPLETED: "completed",
  /** Failed permanently, with an error. */
  FAILED: "failed",
} as const;
/** State of a job. */
export type JobState = (typeof JobState)[keyof typeof JobState];

/** A collection in which no passage has certain fields of the filter. */
export interface LackingCollection {
  /** The collection's name. */
  readonly collection: string;
  /** Names of the fields. */
  readonly fields: readonly string[];
}

/** A link of a passage. */
export interface Link {
  /** Link text; empty if the link has none in the passage. */
  readonly text: string;
  /** Address as written in the file: absolute, or relative to the location of the file. */
  readonly url: string;
}

/** Selects the changes to list. */
export interface ListChangesRequest {
  /** The collection's name. */
  readonly collectionName: string;
  /** Maximum number of changes to return, 1 to 1,000. Default 100. */
  readonly limit?: number | null | undefined;
  /** Number of items to skip. Default 0. */
  readonly offset?: number | null | undefined;
}

/** A page of changes. */
export interface ListChangesResponse {
  /** Changes of this page, newest first. */
  readonly changes: readonly IndexChange[];
  /** Total number of items, over all pages. */
  readonly total: number;
  /** Index that currently serves queries. */
  readonly current: IndexDescription;
}

/** Selects the document whose chunks to list, by its id alone. */
export interface ListChunksByIdRequest {
  /** The document's id. */
  readonly documentId: string;
  /** Maximum number of chunks to return, at least 1. Default: all. */
  readonly limit?: number | null | undefined;
  /** Number of items to skip. Default 0. */
  readonly offset?: number | null | undefined;
  /** Adds `citation` to each chunk: its location in the document. Default false. */
  readonly citations?: boolean | null | undefined;
}

/** Selects the document whose chunks to list. */
export interface ListChunksRequest {
  /** The collection's name. */
  readonly collectionName: string;
  /** The document's id. */
  readonly documentId: string;
  /** Maximum number of chunks to return, at least 1. Default: all. Extension. */
  readonly limit?: number | null | undefined;
  /** Number of items to skip. Default 0. Extension. */
  readonly offset?: number | null | undefined;
  /** Adds `citation` to each chunk: its location in the document. Default false. Extension. */
  readonly citations?: boolean | null | undefined;
}

/** The live chunks of a document. */
export interface ListChunksResponse {
  /** Chunks, sorted by chunk_index. */
  readonly chunks: readonly Chunk[];
  /** Total number of chunks of the document. */
  readonly total: number;
}

/** Selects the collections to list. */
export interface ListCollectionsRequest {
  /** Only collections whose name begins with this text, compared case-insensitively; `%` and `_` are literal. Default: all. */
  readonly name?: string | null | undefined;
  /** Maximum number of collections to return, 1 to 1,000. Default 100. */
  readonly limit?: number | null | undefined;
  /** Number of items to skip. Default 0. */
  readonly offset?: number | null | undefined;
}

/** A page of collections. */
export interface ListCollectionsResponse {
  /** Collections of this page, by creation time, then id. */
  readonly collections: readonly Collection[];
  /** Total number of matches, over all pages. */
  readonly total: number;
}

/** Selects the tables to list. */
export interface ListDocumentTablesRequest {
  /** The collection's name. */
  readonly collectionName: string;
  /** The document's id. */
  readonly documentId: string;
  /** Maximum number of tables to return, 1 to 100. Default 20. */
  readonly limit?: number | null | undefined;
  /** Number of items to skip. Default 0. */
  readonly offset?: number | null | undefined;
  /** Maximum number of rows per table, 0 to 100. Default 20. */
  readonly rows?: number | null | undefined;
}

/** Tables of a document. */
export interface ListDocumentTablesResponse {
  /** Tables, sorted by number. */
  readonly tables: readonly DocumentTable[];
  /** Total number of tables of the document. */
  readonly total: number;
}

/** Selects the documents to list. */
export interface ListDocumentsRequest {
  /** The collection's name. */
  readonly collectionName: string;
  /** Only documents in this status. Default: all. */
  readonly status?: DocumentStatus | null | undefined;
  /** Maximum number of documents to return, 1 to 1,000. Default 100. */
  readonly limit?: number | null | undefined;
  /** Number of items to skip. Default 0. */
  readonly offset?: number | null | undefined;
  /** Adds `info` to each document. Default false. Extension. */
  readonly info?: boolean | null | undefined;
  /** Only failed documents with this cause of failure. Default: all. Extension. */
  readonly failedBy?: FailureSource | null | undefined;
  /** Only documents that match, in any status: a filter as in queries, as JSON, over the fields that all chunks of a document share, for example `{"year": {"$gte": 2020}}`. Default: all. Extension. */
  readonly filters?: string | null | undefined;
  /** Only documents whose file name contains this text, case-insensitively. Default: all. Extension. */
  readonly filename?: string | null | undefined;
  /** Only documents of this type: the extension without the dot, for example `pdf`. Default: all. Extension. */
  readonly fileType?: string | null | undefined;
  /** Only the document with this client-assigned id. Default: all. Extension. */
  readonly externalId?: string | null | undefined;
  /** Sort field: `created_at`, `updated_at`, `filename` (case-insensitive), `file_size` or `chunk_count`; prefix `-` for descending order. Documents with equal values are sorted by id. Default: created_at. Extension. */
  readonly sort?: string | null | undefined;
  /** `next_cursor` of the previous page, whose other parameters must be the same; `offset` counts from there. Later pages take no longer than earlier ones. Default: from the first document. Extension. */
  readonly cursor?: string | null | undefined;
}

/** A page of documents. */
export interface ListDocumentsResponse {
  /** Documents of this page, in the order of `sort`; by default by creation time, then id. */
  readonly documents: readonly Document[];
  /** Total number of matches, over all pages. */
  readonly total: number;
  /** Cursor of the next page, for `cursor`. Absent on the last page, and if the request sets only `status`, `failed_by`, `limit` and `offset`: to paginate by cursor, set `sort` in the first request. Extension. */
  readonly nextCursor?: string | undefined;
}

/** Selects the collection in which to find documents with identical bytes. */
export interface ListDuplicatesRequest {
  /** The collection's name. */
  readonly collectionName: string;
  /** Maximum number of groups to return, 1 to 100. Default 20. A page contains fewer groups if it reaches about 1,000 documents. */
  readonly limit?: number | null | undefined;
  /** `next_cursor` of the previous page. Default: from the first group. */
  readonly cursor?: string | null | undefined;
}

/** Groups of documents with identical bytes. */
export interface ListDuplicatesResponse {
  /** Groups, sorted by content hash. */
  readonly groups: readonly DuplicateGroup[];
  /** Cursor of the next page, for `cursor`. Absent on the last page. */
  readonly nextCursor?: string | undefined;
}

/** Selects the embedding models to list. */
export interface ListEmbeddingModelsRequest {
  /** Whether to include the models of all other configured embedders. Default false. Extension. */
  readonly all?: boolean | null | undefined;
}

/** The embedding models. */
export interface ListEmbeddingModelsResponse {
  /** Models, sorted by provider. */
  readonly models: readonly EmbeddingModel[];
}

/** No parameters. */
export interface ListFileTypesRequest {}

/** The supported file types. */
export interface ListFileTypesResponse {
  /** Standard file types of the API in their order, then others in the order of the configuration. */
  readonly fileTypes: readonly FileType[];
}

/** Selects the jobs to list. */
export interface ListJobsRequest {
  /** Only jobs in this state. */
  readonly state?: JobState | null | undefined;
  /** Only jobs of this kind. */
  readonly kind?: string | null | undefined;
  /** Only jobs that appear stuck (see Job). Default false. */
  readonly stuck?: boolean | null | undefined;
  /** Maximum number of jobs to return, 1 to 1,000. Default 100. */
  readonly limit?: number | null | undefined;
  /** Number of items to skip. Default 0. */
  readonly offset?: number | null | undefined;
}

/** A page of jobs. */
export interface ListJobsResponse {
  /** Jobs of this page. */
  readonly jobs: readonly Job[];
  /** Total number of matches, over all pages. */
  readonly total: number;
  /** Number of jobs by state: of all jobs, or of the requested kind. */
  readonly counts: JobCounts;
}

/** Selects the keys to list. */
export interface ListKeysRequest {
  /** Maximum number of keys to return, 1 to 1,000. Default: all. */
  readonly limit?: number | null | undefined;
  /** Number of items to skip. Default 0. */
  readonly offset?: number | null | undefined;
}

/** The keys. */
export interface ListKeysResponse {
  /** All keys, or those of this page. */
  readonly keys: readonly AccessKey[];
  /** Total number of items, over all pages. */
  readonly total: number;
}

/** No parameters. */
export interface ListModelsRequest {}

/** Models, and the use of one of them. */
export interface ListModelsResponse {
  /** Known models first, then folders, then other loaded models that need no key. */
  readonly models: readonly LocalModel[];
  /** Current or last use of a model; absent if there was none. */
  readonly use?: ModelUse | undefined;
}

/** Selects the operations to list. */
export interface ListOperationsRequest {
  /** Only operations on this collection. Default: all. */
  readonly collection?: string | null | undefined;
  /** Maximum number of operations to return, 1 to 1,000. Default 100. */
  readonly limit?: number | null | undefined;
  /** Number of items to skip. Default 0. */
  readonly offset?: number | null | undefined;
}

/** A page of operations. */
export interface ListOperationsResponse {
  /** Operations of this page, newest first. */
  readonly operations: readonly Operation[];
  /** Total number of items, over all pages. */
  readonly total: number;
}

/** No parameters. */
export interface ListPluginsRequest {}

/** The loaded plugins. */
export interface ListPluginsResponse {
  /** Vector stores, embedders, rerankers and parsers, each kind in the order of the configuration. */
  readonly plugins: readonly Plugin[];
}

/** No parameters. */
export interface ListVectorStoresRequest {}

/** The vector stores of the server. */
export interface ListVectorStoresResponse {
  /** Vector stores in the order of the configuration. */
  readonly vectorStores: readonly VectorStore[];
}

/** Selects the entries to list. */
export interface ListVectorsRequest {
  /** The collection's name. */
  readonly collectionName: string;
  /** Metadata filter, as in queries. Default: no filter. */
  readonly filters?: JsonObject | null | undefined;
  /** Maximum number of entries per page, 1 to 1,000. Default 100. */
  readonly limit?: number | null | undefined;
  /** `next_cursor` of the previous page. Default: from the first entry. */
  readonly cursor?: string | null | undefined;
  /** Parts of the entries to return. Default: text and metadata. */
  readonly include?: readonly Include[] | null | undefined;
}

/** A page of entries. */
export interface ListVectorsResponse {
  /** Entries, ordered by the time of their last write. Pages before the last one can contain fewer than `limit` entries, or none. */
  readonly vectors: readonly StoredVector[];
  /** Cursor of the next page, for `cursor`; null on the last page. */
  readonly nextCursor: string | null;
}

/** Selects the webhook whose deliveries to list. */
export interface ListWebhookDeliveriesRequest {
  /** The webhook's id. */
  readonly id: string;
  /** Maximum number of deliveries to return, 1 to 1,000. Default 100. */
  readonly limit?: number | null | undefined;
  /** Number of items to skip. Default 0. */
  readonly offset?: number | null | undefined;
}

/** A page of deliveries. */
export interface ListWebhookDeliveriesResponse {
  /** Deliveries of this page, newest first. */
  readonly deliveries: readonly WebhookDelivery[];
  /** Total number of items, over all pages. */
  readonly total: number;
}

/** Selects the webhooks to list. */
export interface ListWebhooksRequest {
  /** Maximum number of webhooks to return, 1 to 1,000. Default 100. */
  readonly limit?: number | null | undefined;
  /** Number of items to skip. Default 0. */
  readonly offset?: number | null | undefined;
}

/** A page of webhooks. */
export interface ListWebhooksResponse {
  /** Webhooks of this page, by creation time, then id. */
  readonly webhooks: readonly Webhook[];
  /** Total number of items, over all pages. */
  readonly total: number;
}

/** A model that can run on this machine. */
export interface LocalModel {
  /** Name of the model, also used as `embedding_provider` of collections. */
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
  /** Whether it is loaded and available to collections. */
  readonly isLoaded: boolean;
  /** Whether new collections use it. */
  readonly isDefault: boolean;
}

/** Estimated cost of using a model. */
export interface ModelCost {
  /** Measured number of passages per second, with this machine's current load and passages of the collections to move. */
  readonly passagesPerSecond: number;
  /** Number of collections to move. */
  readonly collections: number;
  /** Number of documents in these collections. */
  readonly documents: number;
  /** Number of passages in these collections. */
  readonly passages: number;
  /** Estimated duration of the move, in seconds. */
  readonly seconds: number;
  /** Estimated size of the new vectors, in bytes. The previous vectors are kept in addition for a day. */
  readonly diskBytes: number;
}

/** Use of a model: its preparation, the move of collections to it, or the rollback. */
export interface ModelUse {
  /** Name of the model. */
  readonly name: string;
  /** Current state. */
  readonly state: ModelUseState;
  /** Progress of the current step, 0 to 100. */
  readonly progress: number;
  /** File or collection being processed; empty if there is none. */
  readonly detail: string;
  /** Error that ended it; null if there is none. */
  readonly error: string | null;
  /** Estimated cost; null until it is measured. */
  readonly cost: ModelCost | null;
  /** Warnings about the collections to move: languages that the model does not support. */
  readonly warnings: readonly string[];
  /** Number of collections that are moved or need no move. */
  readonly doneCount: number;
  /** Number of collections to move. */
  readonly totalCount: number;
  /** Collections that could not be moved, each with the reason; the first 100. */
  readonly problems: readonly string[];
  /** Start of the preparation, the move or the rollback. */
  readonly startedAt: string;
}

/** State of a model use. */
export const ModelUseState = {
  /** Files are being downloaded or verified. */
  FETCHING: "fetching",
  /** The runtime is being installed. */
  INSTALLING: "installing",
  /** The model is being loaded and measured. */
  MEASURING: "measuring",
  /** The model is ready for use; `cost` contains the estimated cost. */
  PREPARED: "prepared",
  /** Collections are being moved. */
  MOVING: "moving",
  /** The model is the default, and the collections are moved; `problems` lists the exceptions. */
  DONE: "done",
  /** Cancelled. */
  CANCELLED: "cancelled",
  /** Failed with the error in `error`. */
  FAILED: "failed",
  /** Collections are being moved back. */
  ROLLING_BACK: "rolling_back",
  /** The previous embedder is the default, and the collections are moved back; `problems` lists the exceptions. */
  ROLLED_BACK: "rolled_back",
} as const;
/** State of a model use. */
export type ModelUseState = (typeof ModelUseState)[keyof typeof ModelUseState];

/** A query of several collections. */
export interface MultiQueryRequest {
  /** Query text in natural language; at most 32,768 characters, not blank. Required, except for a semantic query with a `vector`. */
  readonly query?: string | null | undefined;
  /** Names of the collections, at least one. Duplicate names count once. */
  readonly collections: readonly string[];
  /** Maximum number of results, 1 to 1,000; for several collections, per collection. Default: the collection's default_top_k. */
  readonly topK?: number | null | undefined;
  /** Metadata filter: a field maps to a value, or to an object of operators such as `{"$gte": 2020}`. Operators: $eq $ne $gt $gte $lt $lte $in $nin $exists $contains $not_contains $and $or $not $nor. Default: no filter. */
  readonly filters?: JsonObject | null | undefined;
  /** Minimum score of a result; scores are from 0 to 1. Default: the collection's default_min_score. */
  readonly minScore?: number | null | undefined;
  /** Search mode. Default: the collection's default_search_mode. */
  readonly searchMode?: SearchMode | null | undefined;
  /** Whether a reranking model sorts the results. Default: the collection's reranking_enabled. */
  readonly rerank?: boolean | null | undefined;
  /** Adds component scores to each result, and timings to the response. Default false. Extension. */
  readonly explain?: boolean | null | undefined;
  /** Adds the text of this many neighbouring chunks on each side, 0 to 10. Default 0. Extension. */
  readonly expand?: number | null | undefined;
  /** Weight of the semantic score in hybrid search, 0 to 1; the remainder is the weight of the keyword score. Other modes ignore it. Default: the collection's default_alpha. Extension. */
  readonly alpha?: number | null | undefined;
  /** Maximum number of results per document, 1 to 1,000; the next best results of other documents replace the rest. Default: no limit. Extension. */
  readonly maxChunksPerDocument?: number | null | undefined;
  /** Weight of diversity, 0 to 1: results are sorted by relevance minus this fraction of their similarity to previous results. Scores don't change. Default 0: sorted by score alone. Extension. */
  readonly diversity?: number | null | undefined;
  /** Adds `highlights` to each result, the fragments of its text that match the query: true, or an object with limits. Default: no highlights. Extension. */
  readonly highlight?: Highlight | boolean | null | undefined;
  /** Adds `citation` to each result, its location: document, pages, section, range of the text and rectangles on the page. Default false. Extension. */
  readonly citations?: boolean | null | undefined;
  /** Query vector, used instead of an embedding of the query text: little-endian float32 values, as many as the collection's dimension; in JSON an array of numbers. A semantic query then needs no text; a hybrid query uses the text for keyword search. Without a text the mode is semantic. Extension. */
  readonly vector?: readonly number[] | Float32Array | null | undefined;
  /** Parts of the results to return. An omitted text is absent, omitted metadata is empty. Default: text and metadata. Extension. */
  readonly include?: readonly Include[] | null | undefined;
}

/** Results of a query of several collections. */
export interface MultiQueryResponse {
  /** Results of all collections, best first, each with its `collection`. */
  readonly results: readonly QueryResult[];
  /** Query text of the request. */
  readonly query: string;
  /** Number of results in the response. */
  readonly total: number;
  /** Duration of each stage. Only with `explain`. Extension. */
  readonly timings?: QueryTimings | undefined;
  /** Interpretation of the query. Only with `explain`. Extension. */
  readonly explanation?: QueryExplanation | undefined;
}

/** Number of items, and ids of some of them. */
export interface NamedItems {
  /** Number of items. */
  readonly count: number;
  /** Ids of the first items, at most 100. */
  readonly ids: readonly string[];
}

/** Action when an id to write already exists. */
export const OnConflict = {
  /** The call fails with 409, and nothing is written. */
  ERROR: "error",
  /** The existing item is left unchanged. */
  SKIP: "skip",
  /** The existing item is replaced. */
  REPLACE: "replace",
} as const;
/** Action when an id to write already exists. */
export type OnConflict = (typeof OnConflict)[keyof typeof OnConflict];

/** Action when a new document has the same bytes as one of the collection. Extension. */
export const OnDuplicate = {
  /** A separate document is created. */
  ALLOW: "allow",
  /** Nothing is created, and the existing document is returned. */
  SKIP: "skip",
  /** The new document is refused with 409; the error names the existing one. */
  ERROR: "error",
} as const;
/** Action when a new document has the same bytes as one of the collection. Extension. */
export type OnDuplicate = (typeof OnDuplicate)[keyof typeof OnDuplicate];

/** Work on many documents or vectors that runs in the background. */
export interface Operation {
  /** UUID. */
  readonly id: string;
  /** Name of the collection when the operation started. */
  readonly collection: string;
  /** Kind of the operation. */
  readonly kind: OperationKind;
  /** Current state. */
  readonly state: OperationState;
  /** Number of items that matched at the start, or `limit` if that is less. */
  readonly total: number;
  /** Number of items that are done. */
  readonly done: number;
  /** Number of items that could not be processed. */
  readonly failed: number;
  /** Items that could not be processed, with the reason; the first 100. */
  readonly errors: readonly WorkError[];
  /** Start time. */
  readonly createdAt: string;
  /** Time of the last progress. */
  readonly updatedAt: string;
  /** End time; null while the operation runs. */
  readonly finishedAt: string | null;
}

/** Kind of an operation. */
export const OperationKind = {
  /** Deletes documents. */
  DELETE_DOCUMENTS: "delete_documents",
  /** Reprocesses documents. */
  REPROCESS_DOCUMENTS: "reprocess_documents",
  /** Changes the metadata or expiry times of documents. */
  UPDATE_DOCUMENTS: "update_documents",
  /** Deletes entries that were written directly. Entries that meanwhile no longer exist, or were written again, count as done. */
  DELETE_VECTORS: "delete_vectors",
  /** Deletes documents, then entries that were written directly. */
  TRUNCATE: "truncate",
} as const;
/** Kind of an operation. */
export type OperationKind = (typeof OperationKind)[keyof typeof OperationKind];

/** State of an operation. */
export const OperationState = {
  /** Running. */
  RUNNING: "running",
  /** Completed. `errors` lists the items that could not be processed. */
  COMPLETED: "completed",
  /** Cancelled, or ended because its collection was deleted. Completed work is not undone. */
  CANCELLED: "cancelled",
  /** Failed permanently; the last item of `errors` states the reason. */
  FAILED: "failed",
} as const;
/** State of an operation. */
export type OperationState = (typeof OperationState)[keyof typeof OperationState];

/** OCR confidence of a page. */
export interface PageConfidence {
  /** Page number, from 1. */
  readonly page: number;
  /** Mean confidence of the page's words, 0 to 1, in which longer words weigh more. Pages below 0.88 are also listed in the warnings. */
  readonly confidence: number;
}

/** Capabilities of a parser. */
export interface ParserAbilities {
  /** All file types that it can parse, whether or not it is configured for them. */
  readonly fileTypes: readonly string[];
  /** Isolation of the parser. */
  readonly isolation: ParserIsolation;
}

/** Isolation of a parser. */
export const ParserIsolation = {
  /** Runs in a worker thread of the service. */
  THREAD: "thread",
  /** Runs in a process of its own. */
  PROCESS: "process",
} as const;
/** Isolation of a parser. */
export type ParserIsolation = (typeof ParserIsolation)[keyof typeof ParserIsolation];

/** Changes to a document. A field that is absent keeps its value. */
export interface PatchDocumentRequest {
  /** The collection's name. */
  readonly collectionName: string;
  /** The document's id. */
  readonly documentId?: string | null | undefined;
  /** Client-assigned id of the document, instead of document_id. In REST it is part of the path. Extension. */
  readonly byExternalId?: string | null | undefined;
  /** Changes to the metadata, as a JSON Merge Patch (RFC 7396): members are added or replaced, objects are merged recursively, and null removes a member. */
  readonly metadata?: JsonObject | null | undefined;
  /** New file name, of the same file type. */
  readonly filename?: string | null | undefined;
  /** Client-assigned id, unique in the collection: 1 to 512 bytes of UTF-8; a JSON null removes it. */
  readonly externalId?: string | null | undefined;
  /** Time at which the document expires; in the future. A JSON null: never. */
  readonly expiresAt?: string | Date | null | undefined;
  /** `updated_at` as last read by the caller. If it has changed since, nothing is changed, and the answer is 412. An `If-Match` header with the document's `ETag` has the same effect. */
  readonly ifUpdatedAt?: string | Date | null | undefined;
}

/** Counts over all collections. */
export interface PlatformStats {
  /** Number of collections. */
  readonly collections: number;
  /** Document counts over all collections. */
  readonly documents: DocumentTotals;
  /** Number of webhooks. */
  readonly webhooks: number;
  /** Job counts of the processing queue. */
  readonly queue: QueueCounts;
}

/** A configured plugin. Exactly one of `vector_store`, `embedder`, `reranker` and `parser` is set, according to its kind. */
export interface Plugin {
  /** Kind of the plugin. */
  readonly kind: PluginKind;
  /** Names in the configuration: one name, or the file types of a parser. */
  readonly names: readonly string[];
  /** Name declared by the plugin. */
  readonly id: string;
  /** Package or path that the configuration loads it from. */
  readonly module: string;
  /** Version of its package; null for a module outside a package. */
  readonly version: string | null;
  /** Version of the plugin contract that it implements. */
  readonly contractVersion: number;
  /** Whether the plugin is used when a request names no other. Always false for rerankers. */
  readonly isDefault: boolean;
  /** Health, as the plugin reports it. */
  readonly health: PluginHealth;
  /** Reason for failing health; null if it is not failing. */
  readonly healthMessage: string | null;
  /** Contract violations since this process started, which the service contained. Not counted for parsers: the documents report their errors. */
  readonly faults: PluginFaults;
  /** Settings including defaults; secrets are hidden. */
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

/** Whether a plugin needs a key of its provider. */
export const PluginCredential = {
  /** A key is required. */
  REQUIRED: "required",
  /** A key is optional. */
  OPTIONAL: "optional",
  /** Keys are not supported. */
  NONE: "none",
} as const;
/** Whether a plugin needs a key of its provider. */
export type PluginCredential = (typeof PluginCredential)[keyof typeof PluginCredential];

/** Faults of a plugin that affected nothing else: it threw an error, hung or returned an invalid result. */
export interface PluginFaults {
  /** Number of faults. */
  readonly count: number;
  /** Time of the last fault; null if there was none. */
  readonly lastAt: string | null;
  /** Message of the last fault; null if there was none. */
  readonly lastMessage: string | null;
}

/** Health of a plugin, as the plugin reports it. */
export const PluginHealth = {
  /** Healthy. For a paid provider this only means that the plugin is ready. */
  OK: "ok",
  /** Unhealthy, or the check timed out; the message states which. */
  FAILING: "failing",
  /** Can't be checked: a parser is started only when a document arrives. */
  UNKNOWN: "unknown",
  /** The plugin requires a key of its provider and has none: it works only for collections that have their own key. */
  NEEDS_KEY: "needs_key",
} as const;
/** Health of a plugin, as the plugin reports it. */
export type PluginHealth = (typeof PluginHealth)[keyof typeof PluginHealth];

/** Kind of a plugin. */
export const PluginKind = {
  /** Stores vectors and finds the nearest ones. */
  VECTOR_STORE: "vector_store",
  /** Extracts text from files. */
  PARSER: "parser",
  /** Computes the vectors of texts. */
  EMBEDDER: "embedder",
  /** Sorts passages by relevance to a query. */
  RERANKER: "reranker",
} as const;
/** Kind of a plugin. */
export type PluginKind = (typeof PluginKind)[keyof typeof PluginKind];

/** Model to prepare, and the collections to prepare it for. */
export interface PrepareModelRequest {
  /** Name of the model. */
  readonly name: string;
  /** Names of the collections to move, at most 1,000. Default: none. */
  readonly collections?: readonly string[] | null | undefined;
  /** Whether to move all collections that have an embedding model; `collections` must then be empty. Default: false. */
  readonly all?: boolean | null | undefined;
}

/** Spelling correction of a word of the query. */
export interface QueryCorrection {
  /** Word of the query that the collection does not contain, in lower case. */
  readonly word: string;
  /** Word of the collection that was searched for instead. */
  readonly replacement: string;
  /** Name of the collection. Only in multi-collection queries. */
  readonly collection?: string | undefined;
}

/** A query and how often it was submitted. */
export interface QueryCount {
  /** The query's text. */
  readonly query: string;
  /** Number of times it was submitted. */
  readonly count: number;
}

/** Interpretation of a query. */
export interface QueryExplanation {
  /** Words of the query that a collection does not contain, and the words that were searched for instead. */
  readonly corrections: readonly QueryCorrection[];
  /** Number of words at the end of the query that keyword search ignored, because the query has more than 1,000 distinct words. Models that read whole texts receive all of it. */
  readonly wordsLeftOut: number;
  /** Fields of the filter that no passage accessible with the key has: in the collection, or in any of several collections. */
  readonly unknownFilterFields: readonly string[];
  /** Collections without a filter field that other collections have. Only in multi-collection queries. */
  readonly lackingCollections: readonly LackingCollection[];
}

/** A query of one collection. */
export interface QueryRequest {
  /** The collection's name. */
  readonly collectionName: string;
  /** Query text in natural language; at most 32,768 characters, not blank. Required, except for a semantic query with a `vector`. */
  readonly query?: string | null | undefined;
  /** Maximum number of results, 1 to 1,000; for several collections, per collection. Default: the collection's default_top_k. */
  readonly topK?: number | null | undefined;
  /** Metadata filter: a field maps to a value, or to an object of operators such as `{"$gte": 2020}`. Operators: $eq $ne $gt $gte $lt $lte $in $nin $exists $contains $not_contains $and $or $not $nor. Default: no filter. */
  readonly filters?: JsonObject | null | undefined;
  /** Minimum score of a result; scores are from 0 to 1. Default: the collection's default_min_score. */
  readonly minScore?: number | null | undefined;
  /** Search mode. Default: the collection's default_search_mode. */
  readonly searchMode?: SearchMode | null | undefined;
  /** Whether a reranking model sorts the results. Default: the collection's reranking_enabled. */
  readonly rerank?: boolean | null | undefined;
  /** Adds component scores to each result, and timings to the response. Default false. Extension. */
  readonly explain?: boolean | null | undefined;
  /** Adds the text of this many neighbouring chunks on each side, 0 to 10. Default 0. Extension. */
  readonly expand?: number | null | undefined;
  /** Weight of the semantic score in hybrid search, 0 to 1; the remainder is the weight of the keyword score. Other modes ignore it. Default: the collection's default_alpha. Extension. */
  readonly alpha?: number | null | undefined;
  /** Maximum number of results per document, 1 to 1,000; the next best results of other documents replace the rest. Default: no limit. Extension. */
  readonly maxChunksPerDocument?: number | null | undefined;
  /** Weight of diversity, 0 to 1: results are sorted by relevance minus this fraction of their similarity to previous results. Scores don't change. Default 0: sorted by score alone. Extension. */
  readonly diversity?: number | null | undefined;
  /** Adds `highlights` to each result, the fragments of its text that match the query: true, or an object with limits. Default: no highlights. Extension. */
  readonly highlight?: Highlight | boolean | null | undefined;
  /** Adds `citation` to each result, its location: document, pages, section, range of the text and rectangles on the page. Default false. Extension. */
  readonly citations?: boolean | null | undefined;
  /** Query vector, used instead of an embedding of the query text: little-endian float32 values, as many as the collection's dimension; in JSON an array of numbers. A semantic query then needs no text; a hybrid query uses the text for keyword search. Without a text the mode is semantic. Extension. */
  readonly vector?: readonly number[] | Float32Array | null | undefined;
  /** Parts of the results to return. An omitted text is absent, omitted metadata is empty. Default: text and metadata. Extension. */
  readonly include?: readonly Include[] | null | undefined;
}

/** Results of a query of one collection. */
export interface QueryResponse {
  /** Results, best first. */
  readonly results: readonly QueryResult[];
  /** Query text of the request. */
  readonly query: string;
  /** The collection's name. */
  readonly collection: string;
  /** Number of results in the response. */
  readonly total: number;
  /** Duration of each stage. Only with `explain`. Extension. */
  readonly timings?: QueryTimings | undefined;
  /** Interpretation of the query. Only with `explain`. Extension. */
  readonly explanation?: QueryExplanation | undefined;
}

/** A search result: a passage or a directly written entry. */
export interface QueryResult {
  /** Id of the chunk or the entry. */
  readonly id: string;
  /** Text of the passage. Absent if `include` does not name it. */
  readonly text: string;
  /** Relevance score, 0 to 1; higher is more relevant. */
  readonly score: number;
  /** UUID of the document. For a directly written entry its `metadata.document_id`, or empty. */
  readonly documentId: string;
  /** Zero-based position in the document. */
  readonly chunkIndex: number;
  /** Metadata of the chunk and its document. */
  readonly metadata: JsonObject;
  /** Name of the collection. Only in results of multi-collection queries. */
  readonly collection?: string | undefined;
  /** Text together with the text of its neighbouring chunks. Only with `expand`. Extension. */
  readonly expandedText?: string | undefined;
  /** Components of the score. Only with `explain`. Extension. */
  readonly explanation?: ScoreExplanation | undefined;
  /** Vector of the passage, normalised to unit length. Only if `include` names it; absent if the passage has none. Extension. */
  readonly embedding?: readonly number[] | undefined;
  /** Fragments of the text that match the query. Only with `highlight`. Extension. */
  readonly highlights?: readonly HighlightedFragment[] | undefined;
  /** Location in the document. Only with `citations`, and only for passages of documents. Extension. */
  readonly citation?: Citation | undefined;
  /** Links in the text, at most 64; absent if there are none. Extension. */
  readonly links?: readonly Link[] | undefined;
}

/** Duration of the stages of a query, in milliseconds. A stage that did not run is null. */
export interface QueryTimings {
  /** Embedding the query. */
  readonly embedMs: number | null;
  /** Vector search. */
  readonly semanticMs: number | null;
  /** Keyword search. */
  readonly keywordMs: number | null;
  /** Reranking. */
  readonly rerankMs: number | null;
  /** Total duration. */
  readonly totalMs: number;
}

/** Number of jobs in the processing queue, by state. */
export interface QueueCounts {
  /** Accepted and not finished: pending and processing together. */
  readonly queued: number;
  /** Finished. */
  readonly completed: number;
  /** Failed permanently. */
  readonly failed: number;
  /** Waiting for a worker. */
  readonly pending: number;
  /** Being processed by a worker. */
  readonly processing: number;
}

/** Readiness of the service and of the systems that it depends on. */
export interface Readiness {
  /** `ok`, or `degraded` if one of `database`, `vector_store` and `cache` is false. */
  readonly status: string;
  /** Version of the running service. */
  readonly version: string;
  /** Whether the relational database, the file storage and the folders that the service writes to are available. */
  readonly database: boolean;
  /** Whether the vector store is available. */
  readonly vectorStore: boolean;
  /** Whether the cache and queue store is available. */
  readonly cache: boolean;
  /** Reason for the status `degraded`: for example a full disk, failing writes, or the name of a damaged index. Absent otherwise. */
  readonly reason?: string | undefined;
}

/** Selects the delivery to send again. */
export interface RedeliverWebhookDeliveryRequest {
  /** The webhook's id. */
  readonly id: string;
  /** The delivery's id. */
  readonly deliveryId: string;
}

/** Selects the collection whose documents to reprocess. */
export interface ReembedCollectionRequest {
  /** The collection's name. */
  readonly collectionName: string;
}

/** Result of a repair: rebuilt data and lost data. */
export interface RepairReport {
  /** Number of documents whose passages were rebuilt from their originals. */
  readonly restoredDocuments: number;
  /** Documents whose passages are lost and whose originals can't be read; their status is now `failed`. */
  readonly lostDocuments: NamedItems;
  /** Lost vectors of clients that were rebuilt from their texts with the collection's model. */
  readonly remadeVectors: NamedItems;
  /** Lost vectors of clients, which must be written again. */
  readonly lostVectors: NamedItems;
  /** Whether further vectors of clients can be lost whose ids are unknown. */
  readonly hasUnnamed: boolean;
}

/** Selects the document to reprocess. */
export interface ReprocessDocumentRequest {
  /** The collection's name. */
  readonly collectionName: string;
  /** The document's id. */
  readonly documentId: string;
}

/** Selects the documents to reprocess. Either `filters` or `"all": true` is required. */
export interface ReprocessDocumentsRequest {
  /** The collection's name. */
  readonly collectionName: string;
  /** Only documents that match, in any status: a filter as in queries, over the fields that all chunks of a document share. Must not be empty. */
  readonly filters?: JsonObject | null | undefined;
  /** Whether to select all documents of the collection, instead of `filters`. Default false. */
  readonly all?: boolean | null | undefined;
  /** Whether to only return the number of matches, without changing anything. Default false. */
  readonly dryRun?: boolean | null | undefined;
  /** Maximum number of documents to process, oldest first. Default: all that match. */
  readonly limit?: number | null | undefined;
}

/** Selects the job to run again. */
export interface RequeueJobRequest {
  /** The job's id. */
  readonly id: string;
}

/** A text to score. */
export interface RerankDocument {
  /** The text. */
  readonly text?: string | null | undefined;
}

/** Texts to score, and the query. */
export interface RerankRequest {
  /** Query text that the documents are scored against. */
  readonly query?: string | null | undefined;
  /** 1 to 1,000 texts: strings, or objects with a `text`. */
  readonly documents: readonly (RerankDocument | string)[];
  /** Model of a configured reranker, or name of a configured reranker. Default: the first model of the first reranker that is not missing a required key. */
  readonly model?: string | null | undefined;
  /** Maximum number of results, at least 1. Default: all documents. */
  readonly topN?: number | null | undefined;
  /** Adds its document to each result. Default false. */
  readonly returnDocuments?: boolean | null | undefined;
}

/** Texts sorted by relevance. */
export interface RerankResponse {
  /** Id of the request, as in the response header `X-Request-Id`. */
  readonly id: string;
  /** Model that computed the scores. */
  readonly model: string;
  /** Results, most relevant first; of results with equal scores the earlier document first. */
  readonly results: readonly RerankResult[];
}

/** Relevance of a text. */
export interface RerankResult {
  /** Position of the text in `documents`, from 0. */
  readonly index: number;
  /** Relevance score, 0 to 1; higher is more relevant. */
  readonly relevanceScore: number;
  /** The text. Only with `return_documents`. */
  readonly document?: RerankedDocument | undefined;
}

/** A scored text. */
export interface RerankedDocument {
  /** The text. */
  readonly text: string;
}

/** Capabilities of a reranker. */
export interface RerankerAbilities {
  /** Known models, default first. */
  readonly models: readonly string[];
  /** Whether it needs a key of the provider. */
  readonly credential: PluginCredential;
  /** Maximum number of passages per call; null for no limit. */
  readonly maxPassages: number | null;
}

/** Selects the key to revoke. */
export interface RevokeKeyRequest {
  /** The key's name. */
  readonly name: string;
}

/** Selects the change to roll back. */
export interface RollBackChangeRequest {
  /** The collection's name. */
  readonly collectionName: string;
  /** The change's id. */
  readonly id: string;
}

/** No parameters. */
export interface RollBackModelUseRequest {}

/** Components of a score. A component that was not used is null. */
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

/** How a query finds passages. */
export const SearchMode = {
  /** Semantic search: by similarity of embeddings. */
  SEMANTIC: "semantic",
  /** Keyword search: by the words of the query, in the keyword index. */
  KEYWORD: "keyword",
  /** Semantic and keyword search, fused into one ranking. */
  HYBRID: "hybrid",
} as const;
/** How a query finds passages. */
export type SearchMode = (typeof SearchMode)[keyof typeof SearchMode];

/** An environment setting. */
export interface ServiceSetting {
  /** Name of the environment variable. */
  readonly variable: string;
  /** Description of its effect. */
  readonly description: string;
  /** Description of the allowed values. */
  readonly expected: string;
  /** Value in effect, as text; null if there is none, and for secrets. */
  readonly value: string | null;
  /** Default, as text; null if there is none. */
  readonly defaultValue: string | null;
  /** Whether the environment variable is set. */
  readonly isSet: boolean;
  /** Whether the value is secret and never returned. */
  readonly isSecret: boolean;
}

/** Target of an index change. Fields that are not set remain unchanged; at least one must be set. */
export interface StartChangeRequest {
  /** The collection's name. */
  readonly collectionName: string;
  /** Name of the target vector store. */
  readonly vectorStore?: string | null | undefined;
  /** Target embedding provider: `provider_a` or `openai`, `provider_b` or `cohere`, or the name of another configured embedder. */
  readonly embeddingProvider?: string | null | undefined;
  /** Name of the target embedding model. Default: the current model, or the default model of a new provider. */
  readonly embeddingModel?: string | null | undefined;
  /** API key for the embedding provider; stored encrypted, never returned. Default: the current key, unless the provider changes. */
  readonly embeddingApiKey?: string | null | undefined;
  /** Length of each embedding vector, 1 to 8,192. Default: the model's own, or the current length if the model does not change. */
  readonly dimension?: number | null | undefined;
  /** Whether to repair the index instead: it is rebuilt in the same store with the same settings. No other field can be set then. */
  readonly repair?: boolean | null | undefined;
}

/** Number of documents by status. */
export interface StatusCounts {
  /** Number of searchable documents. */
  readonly ready: number;
  /** Number of documents waiting for processing. */
  readonly pending: number;
  /** Number of documents in processing. */
  readonly processing: number;
  /** Number of documents whose processing ended with an error. */
  readonly failed: number;
}

/** Response of an operation that returns no resource. */
export interface StatusResponse {
  /** Always `ok`. */
  readonly status: string;
  /** Human-readable description of what was done. */
  readonly message: string;
}

/** A stored entry. Parts that were not requested are absent or empty. */
export interface StoredVector {
  /** The entry's id. */
  readonly id: string;
  /** Text of the entry. Absent if `include` does not name it. */
  readonly text: string;
  /** Metadata of the entry. */
  readonly metadata: JsonObject;
  /** Whether the entry has a vector. Entries without one are found only by keyword search. */
  readonly hasEmbedding: boolean;
  /** Vector of the entry, normalised to unit length: little-endian float32, in JSON an array of numbers. Only if `include` names it. */
  readonly embedding?: readonly number[] | undefined;
}

/** Selects the webhook to test. */
export interface TestWebhookRequest {
  /** The webhook's id. */
  readonly id: string;
}

/** Result of starting a test. */
export interface TestWebhookResponse {
  /** Always `ok`. */
  readonly status: string;
  /** Human-readable description of what was done. */
  readonly message: string;
  /** Id of the delivery, which appears in the delivery history. */
  readonly deliveryId: string;
}

/** Properties of a text that is being sent. */
export interface TextInfo {
  /** Suggested file name: the original name followed by `.txt`, by `.md`, or by the table's number and `.csv`. */
  readonly filename: string;
  /** text/plain, text/markdown or text/csv, in UTF-8. */
  readonly mediaType: string;
}

/** Signature algorithm of user tokens. */
export const TokenAlgorithm = {
  /** HMAC with SHA-256: the signer and the service share a secret. */
  HS256: "HS256",
  /** Ed25519: the service has only the public key. */
  EDDSA: "EdDSA",
} as const;
/** Signature algorithm of user tokens. */
export type TokenAlgorithm = (typeof TokenAlgorithm)[keyof typeof TokenAlgorithm];

/** Selects the collection to empty. */
export interface TruncateCollectionRequest {
  /** The collection's name. */
  readonly collectionName: string;
}

/** Changes to a collection. A field that is absent or null keeps its value, unless its description states otherwise. */
export interface UpdateCollectionRequest {
  /** The collection's name, which can't be changed. */
  readonly name: string;
  /** Description of its purpose. */
  readonly description?: string | null | undefined;
  /** New metadata, which replaces the whole object. */
  readonly metadata?: JsonObject | null | undefined;
  /** Whether queries are reranked by default. */
  readonly rerankingEnabled?: boolean | null | undefined;
  /** The reranking model's name. */
  readonly rerankingModel?: string | null | undefined;
  /** API key for the reranking provider; an empty string removes the stored one. */
  readonly rerankingApiKey?: string | null | undefined;
  /** Number of results of a query without `top_k`, 1 to 1,000. */
  readonly defaultTopK?: number | null | undefined;
  /** Minimum score of a result for a query without `min_score`; a JSON null removes it. */
  readonly defaultMinScore?: number | null | undefined;
  /** Search mode of a query without `search_mode`. */
  readonly defaultSearchMode?: SearchMode | null | undefined;
  /** Weight of the semantic score in hybrid search, 0 to 1, for a query without `alpha`; a JSON null restores the embedder's default. Extension. */
  readonly defaultAlpha?: number | null | undefined;
  /** Chunking strategy of documents that are processed or reprocessed after the change; a JSON null restores the default. Extension. */
  readonly chunkStrategy?: ChunkStrategy | null | undefined;
  /** Time to live in seconds of documents uploaded after the change without an `expires_at`; a JSON null: unlimited. Extension. */
  readonly defaultTtlSeconds?: number | null | undefined;
}

/** Selects the documents to change and specifies the changes. Requires either `filters` or `"all": true`, and `metadata` or `expires_at`. */
export interface UpdateDocumentsRequest {
  /** The collection's name. */
  readonly collectionName: string;
  /** Only documents that match, in any status: a filter as in queries, over the fields that all chunks of a document share. Must not be empty. */
  readonly filters?: JsonObject | null | undefined;
  /** Whether to select all documents of the collection, instead of `filters`. Default false. */
  readonly all?: boolean | null | undefined;
  /** Whether to only return the number of matches, without changing anything. Default false. */
  readonly dryRun?: boolean | null | undefined;
  /** Maximum number of documents to process, oldest first. Default: all that match. */
  readonly limit?: number | null | undefined;
  /** Changes to the metadata of each document, as a JSON Merge Patch (RFC 7396): members are added or replaced, objects are merged recursively, and null removes a member. */
  readonly metadata?: JsonObject | null | undefined;
  /** Time at which the documents expire; in the future. A JSON null: never. */
  readonly expiresAt?: string | Date | null | undefined;
}

/** Selects the entries to change, by either `ids` or `filters`, and specifies the changes to their metadata. */
export interface UpdateVectorsRequest {
  /** The collection's name. */
  readonly collectionName: string;
  /** At most 1,000 ids. Unknown ids are not an error. */
  readonly ids?: readonly string[] | null | undefined;
  /** Metadata filter, as in queries; must not be empty. The call is refused if more than 1,000 entries match. */
  readonly filters?: JsonObject | null | undefined;
  /** Changes to the metadata, as a JSON Merge Patch (RFC 7396): members are added or replaced, objects are merged recursively, and null removes a member. */
  readonly metadata: JsonObject;
}

/** Result of changing entries. */
export interface UpdateVectorsResponse {
  /** Always `ok`. */
  readonly status: string;
  /** Number of existing entries that were updated. */
  readonly updated: number;
}

/** Changes to a webhook. A field that is absent or null keeps its value, unless its description states otherwise. */
export interface UpdateWebhookRequest {
  /** The webhook's id, which can't be changed. */
  readonly id: string;
  /** URL that receives the events: `https://`, or `http://` for localhost, 127.0.0.1 and [::1]. */
  readonly url?: string | null | undefined;
  /** New types of events, which replace the previous ones. */
  readonly events?: readonly EventType[] | null | undefined;
  /** New collections, which replace the previous ones; a JSON null stands for all. */
  readonly collections?: readonly string[] | null | undefined;
  /** Description of its purpose. */
  readonly description?: string | null | undefined;
  /** Whether events are sent. */
  readonly active?: boolean | null | undefined;
}

/** A message of an upload: first the header, then in any order the metadata (at most once) and the file with its bytes. */
export interface UploadDocumentRequest {
  /** Target of the upload; always the first message. */
  readonly header?: UploadHeader | null | undefined;
  /** Metadata of the document, default empty. Can be sent before or after the file. In a form: a string with a JSON object. */
  readonly metadata?: JsonObject | null | undefined;
  /** Start of the file. */
  readonly file?: UploadFile | null | undefined;
  /** Next bytes of the file. */
  readonly chunk?: Uint8Array | null | undefined;
  /** Client-assigned id of the document, unique in the collection: 1 to 512 bytes of UTF-8. Default: none. Extension. */
  readonly externalId?: string | null | undefined;
  /** Action when a document already has this external id. Default: error. Extension. */
  readonly onConflict?: OnConflict | null | undefined;
  /** Action when a document of the collection has the same bytes. Default: allow. Extension. */
  readonly onDuplicate?: OnDuplicate | null | undefined;
  /** Time at which the document expires; in the future. Default: according to the collection's `default_ttl_seconds`. Extension. */
  readonly expiresAt?: string | Date | null | undefined;
  /** `updated_at` of the document to replace, as last read by the caller. If it has changed since, nothing is done, and the answer is 412. Extension. */
  readonly ifUpdatedAt?: string | Date | null | undefined;
}

/** Start of a file. Its bytes follow, until the stream ends or the next file starts. */
export interface UploadFile {
  /** Original file name. The last extension determines the file type. */
  readonly filename?: string | null | undefined;
  /** Media type that the sender declared; empty if it declared none. Ignored: the extension determines the file type. */
  readonly mediaType?: string | null | undefined;
  /** Size of the file in bytes, if the sender knows it. A file of another size is refused, so that a truncated transfer is never accepted as complete. Not available in a form. */
  readonly size?: number | null | undefined;
}

/** Target of an upload. First message of the stream. */
export interface UploadHeader {
  /** The collection's name. */
  readonly collectionName: string;
}

/** Entries to write. */
export interface UpsertVectorsRequest {
  /** The collection's name. */
  readonly collectionName: string;
  /** 1 to 10,000 entries. Of several entries with the same id the last is used. */
  readonly vectors: readonly VectorEntry[];
  /** Action when an id already exists, as if the entries were written one after another. The call is atomic. Default: replace. Extension. */
  readonly onConflict?: OnConflict | null | undefined;
}

/** Result of writing entries. */
export interface UpsertVectorsResponse {
  /** Always `ok`. */
  readonly status: string;
  /** Number of ids that were inserted or replaced. */
  readonly upserted: number;
  /** Number of ids that already existed. Only with `on_conflict: skip`. Extension. */
  readonly skipped?: number | undefined;
}

/** Usage per day. */
export interface Usage {
  /** Usage, sorted by day, then by group. */
  readonly days: readonly UsageDay[];
  /** Total number of items, over all pages. */
  readonly total: number;
}

/** Usage of a group on one day. */
export interface UsageDay {
  /** Day, for example `2026-11-20`. */
  readonly day: string;
  /** Name of the collection, or name of the key as in the log. */
  readonly group: string;
  /** Number of authorised API requests. A request that names several collections counts for each of them. */
  readonly requests: number;
  /** Number of answered queries. A query on several collections counts for each of them. */
  readonly queries: number;
  /** Number of tokens sent to an embedder for the collection's documents and entries, without those served from the cache. Null by key, because an embedder works for a collection. */
  readonly embeddedTokens: number | null;
  /** Total size of the original files in bytes, when the collection was last used on that day. Null by key. */
  readonly storedBytes: number | null;
}

/** Grouping of usage. */
export const UsageGroup = {
  /** By collection. Deleted collections are omitted. */
  COLLECTION: "collection",
  /** By key. */
  KEY: "key",
} as const;
/** Grouping of usage. */
export type UsageGroup = (typeof UsageGroup)[keyof typeof UsageGroup];

/** Model to use. */
export interface UseModelRequest {
  /** Name of the prepared model. */
  readonly name: string;
}

/** A vector with its id, text and metadata. */
export interface VectorEntry {
  /** Id of the entry, unique in the collection. Must not be the id of a document's chunk. */
  readonly id: string;
  /** Vector: little-endian float32 values, as many as the collection's dimension. In JSON an array of numbers. Vectors with NaN or infinite values and all-zero vectors are invalid. Required, unless `embed` is set. */
  readonly embedding?: readonly number[] | Float32Array | null | undefined;
  /** Text that the vector represents. Default: empty. */
  readonly text?: string | null | undefined;
  /** Arbitrary metadata; query results return its `document_id` and `chunk_index`. Default: empty. */
  readonly metadata?: JsonObject | null | undefined;
  /** For an entry without an `embedding`: true embeds its text with the collection's model; false stores it without a vector, so that only keyword search finds it. Extension. */
  readonly embed?: boolean | null | undefined;
}

/** A configured vector store. */
export interface VectorStore {
  /** Name of the store, used to move collections to it. */
  readonly name: string;
  /** Name of the plugin that connects to it. */
  readonly plugin: string;
  /** Whether new collections use it. */
  readonly isDefault: boolean;
  /** Whether it is currently available. */
  readonly healthy: boolean;
}

/** Capabilities of a vector store. */
export interface VectorStoreAbilities {
  /** Maximum number of results per search. */
  readonly maxTopK: number;
  /** Maximum vector length. */
  readonly maxDimension: number;
  /** Whether several processes can use it concurrently. */
  readonly sharedBetweenProcesses: boolean;
}

/** Selects the document to watch. */
export interface WatchDocumentProgressRequest {
  /** The collection's name. */
  readonly collectionName: string;
  /** The document's id. */
  readonly documentId: string;
}

/** Selects the documents to watch. */
export interface WatchDocumentsProgressRequest {
  /** The collection's name. */
  readonly collectionName: string;
  /** 1 to 100 document ids. In a URL: separated by commas, or one parameter per id. */
  readonly ids: readonly string[];
}

/** Selects the operation to watch. */
export interface WatchOperationRequest {
  /** The operation's id. */
  readonly id: string;
}

/** A receiver of events. */
export interface Webhook {
  /** The webhook's id. */
  readonly id: string;
  /** URL that receives the events. */
  readonly url: string;
  /** Types of the events that are sent. */
  readonly events: readonly EventType[];
  /** Only events of these collections are sent; null for all. */
  readonly collections: readonly string[] | null;
  /** Description of its purpose; may be empty. */
  readonly description: string;
  /** Whether events are sent. */
  readonly active: boolean;
  /** Creation time. */
  readonly createdAt: string;
  /** Time of the last change. */
  readonly updatedAt: string;
  /** Key of the HMAC-SHA256 signature. Only in the response to its creation. */
  readonly secret?: string | undefined;
}

/** Delivery of one event to one webhook. Kept for 30 days. */
export interface WebhookDelivery {
  /** UUID, the same on every attempt. Sent in the header X-Service-Delivery. */
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
  /** Number of attempts so far. */
  readonly attempts: number;
  /** HTTP status of the last response; null if there was none. */
  readonly responseStatus: number | null;
  /** Error of the last attempt; null if it did not fail. */
  readonly error: string | null;
  /** Body of the delivery. */
  readonly payload: JsonObject;
  /** Time of the event. */
  readonly createdAt: string;
  /** Time of the next attempt; null if there will be none. */
  readonly nextAttemptAt: string | null;
  /** Time of the successful delivery; null if it was not delivered. */
  readonly deliveredAt: string | null;
}

/** No parameters. */
export interface WhoAmIRequest {}

/** Result of a call on many documents. */
export interface WorkAnswer {
  /** Number of documents that match. */
  readonly matched: number;
  /** Number of documents that are done. Absent for a dry run, and if an operation does the work. */
  readonly done?: number | undefined;
  /** Documents that could not be processed, with the reason. */
  readonly errors: readonly WorkError[];
  /** Operation that does the work if there are more than 1,000 documents; the status is then 202. Absent otherwise. */
  readonly operation?: Operation | undefined;
}

/** Error of an item that could not be processed. */
export interface WorkError {
  /** The document's id; empty if the error concerns all documents. */
  readonly documentId: string;
  /** Error message. */
  readonly error: string;
}
