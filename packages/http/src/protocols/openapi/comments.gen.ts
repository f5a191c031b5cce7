// Made from the contract by `npm run generate`; don't edit.

/** The comment of a service, rpc, message, field, enum or enum value, by its full name; lines are joined. */
export const COMMENTS: Readonly<Record<string, string>> = {
  "quarry.v1.ChangeService":
    "Changes of a collection's index to another embedding model or another vector store, while the collection stays available for queries.",
  "quarry.v1.ChangeService.StartChange":
    "Starts a change. The new index is built in the background; queries use it once it is complete, and the current index until then. At most one change per collection at a time (409).",
  "quarry.v1.ChangeService.ListChanges": "Lists a collection's changes, newest first, with its current index.",
  "quarry.v1.ChangeService.GetChange": "Reads one change, with its progress and the error of a failed change.",
  "quarry.v1.ChangeService.CancelChange":
    "Cancels a change that has not switched yet, and discards its work. Fails with 409 once it has switched.",
  "quarry.v1.ChangeService.RollBackChange":
    "Starts a change back to the previous index, while that is kept: for a day, or until the next change (409). Data written since the switch is first copied to the previous index, so that nothing is lost. Returns the change back.",
  "quarry.v1.ChangeService.ListVectorStores":
    "Lists the configured vector stores, and whether each is currently available.",
  "quarry.v1.ChangeKind": "Kind of an index change.",
  "quarry.v1.ChangeKind.CHANGE_KIND_UNSPECIFIED": "Unspecified. Never sent.",
  "quarry.v1.ChangeKind.CHANGE_KIND_MODEL": "Embeds the stored texts with another model.",
  "quarry.v1.ChangeKind.CHANGE_KIND_STORE": "Copies the vectors to another store; nothing is embedded.",
  "quarry.v1.ChangeKind.CHANGE_KIND_REPAIR":
    "Rebuilds the index in the same store from the remaining data: passages from the original documents, vectors from the texts.",
  "quarry.v1.ChangeState": "State of a change.",
  "quarry.v1.ChangeState.CHANGE_STATE_UNSPECIFIED": "Unspecified. Never sent.",
  "quarry.v1.ChangeState.CHANGE_STATE_BUILDING": "The new index is being built; the previous index serves queries.",
  "quarry.v1.ChangeState.CHANGE_STATE_VERIFYING":
    "The new index is complete and being verified; the previous index serves queries.",
  "quarry.v1.ChangeState.CHANGE_STATE_SWITCHED":
    "The new index serves queries; the previous index is kept, and the change can be rolled back.",
  "quarry.v1.ChangeState.CHANGE_STATE_DONE": "The new index serves queries; the previous index is deleted.",
  "quarry.v1.ChangeState.CHANGE_STATE_CANCELLED": "The change was cancelled; the previous index serves queries.",
  "quarry.v1.ChangeState.CHANGE_STATE_FAILED":
    "The change ended with an error, see `error`; the previous index serves queries.",
  "quarry.v1.ChangeState.CHANGE_STATE_ROLLED_BACK":
    "The change was rolled back; the previous index serves queries again.",
  "quarry.v1.ChangeState.CHANGE_STATE_RESTORING":
    "The passages are being rebuilt from the original documents; until all are restored, queries of the collection fail with 503.",
  "quarry.v1.IndexDescription": "Vector store and embedding model of an index.",
  "quarry.v1.IndexDescription.vector_store": "Name of the configured vector store.",
  "quarry.v1.IndexDescription.embedding_provider": "Embedding provider.",
  "quarry.v1.IndexDescription.embedding_model": "The embedding model's name.",
  "quarry.v1.IndexDescription.dimension": "Length of each embedding vector.",
  "quarry.v1.NamedItems": "Number of items, and ids of some of them.",
  "quarry.v1.NamedItems.count": "Number of items.",
  "quarry.v1.NamedItems.ids": "Ids of the first items, at most 100.",
  "quarry.v1.RepairReport": "Result of a repair: rebuilt data and lost data.",
  "quarry.v1.RepairReport.restored_documents": "Number of documents whose passages were rebuilt from their originals.",
  "quarry.v1.RepairReport.lost_documents":
    "Documents whose passages are lost and whose originals can't be read; their status is now `failed`.",
  "quarry.v1.RepairReport.remade_vectors":
    "Lost vectors of clients that were rebuilt from their texts with the collection's model.",
  "quarry.v1.RepairReport.lost_vectors": "Lost vectors of clients, which must be written again.",
  "quarry.v1.RepairReport.has_unnamed": "Whether further vectors of clients can be lost whose ids are unknown.",
  "quarry.v1.IndexChange": "A change of a collection's index.",
  "quarry.v1.IndexChange.id": "UUID.",
  "quarry.v1.IndexChange.collection": "Name of the collection.",
  "quarry.v1.IndexChange.kind": "Kind of the change.",
  "quarry.v1.IndexChange.state": "State of the change.",
  "quarry.v1.IndexChange.progress": "Progress, 0 to 100; 100 when the new index serves queries.",
  "quarry.v1.IndexChange.done_count": "Number of passages processed so far.",
  "quarry.v1.IndexChange.total_count": "Number of passages at the last count.",
  "quarry.v1.IndexChange.from": "Previous index.",
  "quarry.v1.IndexChange.to": "New index.",
  "quarry.v1.IndexChange.rollback_of": "Id of the change that this change rolls back; null for all others.",
  "quarry.v1.IndexChange.error": "Error that ended a failed change; null for all others.",
  "quarry.v1.IndexChange.created_at": "Start time.",
  "quarry.v1.IndexChange.updated_at": "Time of the last progress.",
  "quarry.v1.IndexChange.finished_at": "End time; null while the change runs or can be rolled back.",
  "quarry.v1.IndexChange.repair": "Result of a repair so far; null for other changes.",
  "quarry.v1.StartChangeRequest":
    "Target of an index change. Fields that are not set remain unchanged; at least one must be set.",
  "quarry.v1.StartChangeRequest.collection_name": "The collection's name.",
  "quarry.v1.StartChangeRequest.vector_store": "Name of the target vector store.",
  "quarry.v1.StartChangeRequest.embedding_provider":
    "Target embedding provider: `provider_a` or `openai`, `provider_b` or `cohere`, or the name of another configured embedder.",
  "quarry.v1.StartChangeRequest.embedding_model":
    "Name of the target embedding model. Default: the current model, or the default model of a new provider.",
  "quarry.v1.StartChangeRequest.embedding_api_key":
    "API key for the embedding provider; stored encrypted, never returned. Default: the current key, unless the provider changes.",
  "quarry.v1.StartChangeRequest.dimension":
    "Length of each embedding vector, 1 to 8,192. Default: the model's own, or the current length if the model does not change.",
  "quarry.v1.StartChangeRequest.repair":
    "Whether to repair the index instead: it is rebuilt in the same store with the same settings. No other field can be set then.",
  "quarry.v1.ListChangesRequest": "Selects the changes to list.",
  "quarry.v1.ListChangesRequest.collection_name": "The collection's name.",
  "quarry.v1.ListChangesRequest.limit": "Maximum number of changes to return, 1 to 1,000. Default 100.",
  "quarry.v1.ListChangesRequest.offset": "Number of items to skip. Default 0.",
  "quarry.v1.ListChangesResponse": "A page of changes.",
  "quarry.v1.ListChangesResponse.changes": "Changes of this page, newest first.",
  "quarry.v1.ListChangesResponse.total": "Total number of items, over all pages.",
  "quarry.v1.ListChangesResponse.current": "Index that currently serves queries.",
  "quarry.v1.GetChangeRequest": "Selects the change to read.",
  "quarry.v1.GetChangeRequest.collection_name": "The collection's name.",
  "quarry.v1.GetChangeRequest.id": "The change's id.",
  "quarry.v1.CancelChangeRequest": "Selects the change to cancel.",
  "quarry.v1.CancelChangeRequest.collection_name": "The collection's name.",
  "quarry.v1.CancelChangeRequest.id": "The change's id.",
  "quarry.v1.RollBackChangeRequest": "Selects the change to roll back.",
  "quarry.v1.RollBackChangeRequest.collection_name": "The collection's name.",
  "quarry.v1.RollBackChangeRequest.id": "The change's id.",
  "quarry.v1.ListVectorStoresRequest": "No parameters.",
  "quarry.v1.ListVectorStoresResponse": "The vector stores of the server.",
  "quarry.v1.ListVectorStoresResponse.vector_stores": "Vector stores in the order of the configuration.",
  "quarry.v1.VectorStore": "A configured vector store.",
  "quarry.v1.VectorStore.name": "Name of the store, used to move collections to it.",
  "quarry.v1.VectorStore.plugin": "Name of the plugin that connects to it.",
  "quarry.v1.VectorStore.is_default": "Whether new collections use it.",
  "quarry.v1.VectorStore.healthy": "Whether it is currently available.",
  "quarry.v1.SearchMode": "How a query finds passages.",
  "quarry.v1.SearchMode.SEARCH_MODE_UNSPECIFIED": "Unspecified: the collection's default applies.",
  "quarry.v1.SearchMode.SEARCH_MODE_SEMANTIC": "Semantic search: by similarity of embeddings.",
  "quarry.v1.SearchMode.SEARCH_MODE_KEYWORD": "Keyword search: by the words of the query, in the keyword index.",
  "quarry.v1.SearchMode.SEARCH_MODE_HYBRID": "Semantic and keyword search, fused into one ranking.",
  "quarry.v1.DocumentStatus": "Processing status of a document.",
  "quarry.v1.DocumentStatus.DOCUMENT_STATUS_UNSPECIFIED": "Unspecified: no filter.",
  "quarry.v1.DocumentStatus.DOCUMENT_STATUS_PENDING": "Accepted and durable; processing has not started.",
  "quarry.v1.DocumentStatus.DOCUMENT_STATUS_PROCESSING": "Being parsed, chunked or embedded.",
  "quarry.v1.DocumentStatus.DOCUMENT_STATUS_READY": "Searchable.",
  "quarry.v1.DocumentStatus.DOCUMENT_STATUS_FAILED": "Processing ended with an error, see `error_message`.",
  "quarry.v1.OnConflict": "Action when an id to write already exists.",
  "quarry.v1.OnConflict.ON_CONFLICT_UNSPECIFIED": "Unspecified: the default of the call applies.",
  "quarry.v1.OnConflict.ON_CONFLICT_ERROR": "The call fails with 409, and nothing is written.",
  "quarry.v1.OnConflict.ON_CONFLICT_SKIP": "The existing item is left unchanged.",
  "quarry.v1.OnConflict.ON_CONFLICT_REPLACE": "The existing item is replaced.",
  "quarry.v1.Include": "Optional part of an entry or a passage in a response.",
  "quarry.v1.Include.INCLUDE_UNSPECIFIED": "Unspecified.",
  "quarry.v1.Include.INCLUDE_EMBEDDING": "Its vector, normalised to unit length as it is stored.",
  "quarry.v1.Include.INCLUDE_TEXT": "Its text.",
  "quarry.v1.Include.INCLUDE_METADATA": "Its metadata.",
  "quarry.v1.Citation":
    "Location of a passage in its document, as needed to cite the passage and to show it in a viewer.",
  "quarry.v1.Citation.document_id": "UUID of the document.",
  "quarry.v1.Citation.filename": "The document's filename.",
  "quarry.v1.Citation.title":
    "Title of the document, from the file or from the upload's metadata. Absent if neither has one.",
  "quarry.v1.Citation.source_url":
    "Address that the document was fetched from, or the one in the upload's metadata. Absent if there is none.",
  "quarry.v1.Citation.page_from":
    "Page, slide, sheet or frame that the passage begins on, counted from 1. Absent if the format has no pages.",
  "quarry.v1.Citation.page_to": "Page, slide, sheet or frame that the passage ends on.",
  "quarry.v1.Citation.section": "Headings above most of the passage's text, outermost first.",
  "quarry.v1.Citation.start":
    "Start of the passage in the document's text, in UTF-16 code units from 0. The document's text is the text of all its blocks (paragraphs, headings, rows) in order: separated by one line break between two list items and between two table rows, and by two line breaks between other blocks. Text that a passage repeats at its beginning (the header of a continued table) is not part of the range. Absent if unknown.",
  "quarry.v1.Citation.end": "End of the passage in the document's text (exclusive), in UTF-16 code units.",
  "quarry.v1.Citation.boxes":
    "Position of the range on its pages: the rectangles of its lines, in order, at most 64. Adjacent lines of one column with the same edges are merged into one rectangle. Empty if unknown: the format has no pages, or the document was parsed before positions were stored (reprocessing adds them).",
  "quarry.v1.Link": "A link of a passage.",
  "quarry.v1.Link.text": "Link text; empty if the link has none in the passage.",
  "quarry.v1.Link.url": "Address as written in the file: absolute, or relative to the location of the file.",
  "quarry.v1.Links": "The links of a passage.",
  "quarry.v1.Links.links": "Links in the order of the text, without duplicates.",
  "quarry.v1.CitationBox":
    "A rectangle on a page. Coordinates are fractions of the width and height of the page as it is displayed (rotated and cropped as the file specifies), from its upper left corner.",
  "quarry.v1.CitationBox.page": "Page number, from 1; 1 for an image.",
  "quarry.v1.CitationBox.x0": "Left edge, 0 to 1.",
  "quarry.v1.CitationBox.y0": "Upper edge, 0 to 1.",
  "quarry.v1.CitationBox.x1": "Right edge, 0 to 1.",
  "quarry.v1.CitationBox.y1": "Lower edge, 0 to 1.",
  "quarry.v1.StatusResponse": "Response of an operation that returns no resource.",
  "quarry.v1.StatusResponse.status": "Always `ok`.",
  "quarry.v1.StatusResponse.message": "Human-readable description of what was done.",
  "quarry.v1.CollectionService":
    "Named collections, which contain documents and vectors, and settings for embedding, chunking and search.",
  "quarry.v1.CollectionService.ListCollections": "Lists collections, oldest first.",
  "quarry.v1.CollectionService.CreateCollection":
    "Creates a collection. A name that is already taken is a conflict (409).",
  "quarry.v1.CollectionService.GetCollection": "Reads one collection.",
  "quarry.v1.CollectionService.UpdateCollection":
    "Changes the settings of a collection. Fields that are not set keep their value.",
  "quarry.v1.CollectionService.DeleteCollection":
    "Deletes a collection with all its documents and vectors. Returns when none of its data can be found any more.",
  "quarry.v1.CollectionService.GetCollectionStats": "Returns counts of one collection, exact at the time of the call.",
  "quarry.v1.CollectionService.GetCollectionAnalytics":
    "Returns statistics on the recent queries of one collection. They lag behind the queries by at most 5 seconds. Facet counts and searches of people in the console are not included.",
  "quarry.v1.ChunkStrategy":
    "Chunking strategy: the unit of text that chunks keep together if it fits their size. No chunk spans two pages, exceeds chunk_size, or splits a table or code block that fits into one chunk. Extension.",
  "quarry.v1.ChunkStrategy.CHUNK_STRATEGY_UNSPECIFIED": "Unspecified: sentence.",
  "quarry.v1.ChunkStrategy.CHUNK_STRATEGY_SENTENCE":
    "Sentences, packed until a chunk is full; small sections share a chunk. The default.",
  "quarry.v1.ChunkStrategy.CHUNK_STRATEGY_PARAGRAPH":
    "Paragraphs: a paragraph is split only if it does not fit into one chunk.",
  "quarry.v1.ChunkStrategy.CHUNK_STRATEGY_SECTION": "Sections: every heading begins a new chunk.",
  "quarry.v1.ChunkStrategy.CHUNK_STRATEGY_PAGE": "Pages: one chunk per page if it fits, regardless of headings.",
  "quarry.v1.ChunkStrategy.CHUNK_STRATEGY_FIXED": "Fixed size: as many tokens as fit, split between words.",
  "quarry.v1.Collection": "A named set of documents and vectors.",
  "quarry.v1.Collection.id": "UUID.",
  "quarry.v1.Collection.name": "Unique name, case-sensitive.",
  "quarry.v1.Collection.description": "Description of its purpose; may be empty.",
  "quarry.v1.Collection.embedding_provider":
    "Embedding provider: `provider_a` (OpenAI), `provider_b` (Cohere), or the name of another configured embedder, such as the built-in offline one.",
  "quarry.v1.Collection.embedding_model": "The embedding model's name.",
  "quarry.v1.Collection.dimension": "Length of each embedding vector.",
  "quarry.v1.Collection.chunk_size": "Size of a chunk, in tokens.",
  "quarry.v1.Collection.chunk_overlap": "Overlap of neighbouring chunks, in tokens.",
  "quarry.v1.Collection.document_count": "Number of documents, in every status.",
  "quarry.v1.Collection.has_api_key": "Whether an embedding API key is stored. The key itself is never returned.",
  "quarry.v1.Collection.reranking_enabled": "Whether queries are reranked by default.",
  "quarry.v1.Collection.reranking_model": "The reranking model's name.",
  "quarry.v1.Collection.has_reranking_api_key":
    "Whether a reranking API key is stored. The key itself is never returned.",
  "quarry.v1.Collection.default_top_k": "Number of results of a query without `top_k`.",
  "quarry.v1.Collection.default_min_score":
    "Minimum score of a result, 0 to 1, for a query without `min_score`; null for none.",
  "quarry.v1.Collection.default_search_mode": "Search mode of a query without `search_mode`.",
  "quarry.v1.Collection.metadata": "Arbitrary key-value pairs.",
  "quarry.v1.Collection.created_at": "Creation time.",
  "quarry.v1.Collection.updated_at": "Time of the last change to its settings.",
  "quarry.v1.Collection.default_alpha":
    "Weight of the semantic score in hybrid search, 0 to 1, for a query without `alpha`. Absent if the embedder's default applies. Extension.",
  "quarry.v1.Collection.chunk_strategy": "Chunking strategy. Absent if none was chosen: `sentence` applies. Extension.",
  "quarry.v1.Collection.default_ttl_seconds":
    "Time to live in seconds of documents uploaded without an `expires_at`. Absent for unlimited. Extension.",
  "quarry.v1.ListCollectionsRequest": "Selects the collections to list.",
  "quarry.v1.ListCollectionsRequest.name":
    "Only collections whose name begins with this text, compared case-insensitively; `%` and `_` are literal. Default: all.",
  "quarry.v1.ListCollectionsRequest.limit": "Maximum number of collections to return, 1 to 1,000. Default 100.",
  "quarry.v1.ListCollectionsRequest.offset": "Number of items to skip. Default 0.",
  "quarry.v1.ListCollectionsResponse": "A page of collections.",
  "quarry.v1.ListCollectionsResponse.collections": "Collections of this page, by creation time, then id.",
  "quarry.v1.ListCollectionsResponse.total": "Total number of matches, over all pages.",
  "quarry.v1.CreateCollectionRequest": "A new collection.",
  "quarry.v1.CreateCollectionRequest.name":
    "1 to 128 characters: an ASCII letter, then ASCII letters, digits and underscores.",
  "quarry.v1.CreateCollectionRequest.description": "Description of its purpose. Default: empty.",
  "quarry.v1.CreateCollectionRequest.embedding_provider":
    "`provider_a` or `openai`, `provider_b` or `cohere`, or the name of another configured embedder. Default: the server's.",
  "quarry.v1.CreateCollectionRequest.embedding_model": "The embedding model's name. Default: the server's.",
  "quarry.v1.CreateCollectionRequest.embedding_api_key":
    "API key for the embedding provider; stored encrypted, never returned. Required for `provider_a` and `provider_b` unless the operator configured one for the whole server.",
  "quarry.v1.CreateCollectionRequest.dimension":
    "Length of each embedding vector, 1 to 8,192. Default: the model's own.",
  "quarry.v1.CreateCollectionRequest.chunk_size": "Size of a chunk, in tokens, 64 to 10,000. Default 512.",
  "quarry.v1.CreateCollectionRequest.chunk_overlap":
    "Overlap of neighbouring chunks, in tokens, 0 to 5,000 and below chunk_size. Default 50.",
  "quarry.v1.CreateCollectionRequest.default_top_k":
    "Number of results of a query without `top_k`, 1 to 1,000. Default 10.",
  "quarry.v1.CreateCollectionRequest.default_min_score":
    "Minimum score of a result for a query without `min_score`. Default: none.",
  "quarry.v1.CreateCollectionRequest.default_search_mode":
    "Search mode of a query without `search_mode`. Default: semantic.",
  "quarry.v1.CreateCollectionRequest.reranking_enabled": "Whether queries are reranked by default. Default false.",
  "quarry.v1.CreateCollectionRequest.reranking_model": "The reranking model's name. Default `rerank-v3.5`.",
  "quarry.v1.CreateCollectionRequest.reranking_api_key":
    "API key for the reranking provider; stored encrypted, never returned.",
  "quarry.v1.CreateCollectionRequest.metadata": "Arbitrary key-value pairs. Default: empty.",
  "quarry.v1.CreateCollectionRequest.default_alpha":
    "Weight of the semantic score in hybrid search, 0 to 1, for a query without `alpha`. Default: the embedder's default. Extension.",
  "quarry.v1.CreateCollectionRequest.chunk_strategy":
    "Chunking strategy: `sentence`, `paragraph`, `section`, `page` or `fixed`. Default: sentence. Extension.",
  "quarry.v1.CreateCollectionRequest.default_ttl_seconds":
    "Time to live in seconds of documents uploaded without an `expires_at`, 1 to 2,000,000,000. Default: unlimited. Extension.",
  "quarry.v1.GetCollectionRequest": "Selects the collection to read.",
  "quarry.v1.GetCollectionRequest.name": "The collection's name.",
  "quarry.v1.UpdateCollectionRequest":
    "Changes to a collection. A field that is absent or null keeps its value, unless its description states otherwise.",
  "quarry.v1.UpdateCollectionRequest.name": "The collection's name, which can't be changed.",
  "quarry.v1.UpdateCollectionRequest.description": "Description of its purpose.",
  "quarry.v1.UpdateCollectionRequest.metadata": "New metadata, which replaces the whole object.",
  "quarry.v1.UpdateCollectionRequest.reranking_enabled": "Whether queries are reranked by default.",
  "quarry.v1.UpdateCollectionRequest.reranking_model": "The reranking model's name.",
  "quarry.v1.UpdateCollectionRequest.reranking_api_key":
    "API key for the reranking provider; an empty string removes the stored one.",
  "quarry.v1.UpdateCollectionRequest.default_top_k": "Number of results of a query without `top_k`, 1 to 1,000.",
  "quarry.v1.UpdateCollectionRequest.default_min_score":
    "Minimum score of a result for a query without `min_score`; a JSON null removes it.",
  "quarry.v1.UpdateCollectionRequest.default_search_mode": "Search mode of a query without `search_mode`.",
  "quarry.v1.UpdateCollectionRequest.clear_default_min_score":
    'Removes default_min_score. Stands for `"default_min_score": null`.',
  "quarry.v1.UpdateCollectionRequest.default_alpha":
    "Weight of the semantic score in hybrid search, 0 to 1, for a query without `alpha`; a JSON null restores the embedder's default. Extension.",
  "quarry.v1.UpdateCollectionRequest.clear_default_alpha": 'Removes default_alpha. Stands for `"default_alpha": null`.',
  "quarry.v1.UpdateCollectionRequest.chunk_strategy":
    "Chunking strategy of documents that are processed or reprocessed after the change; a JSON null restores the default. Extension.",
  "quarry.v1.UpdateCollectionRequest.clear_chunk_strategy":
    'Removes chunk_strategy. Stands for `"chunk_strategy": null`.',
  "quarry.v1.UpdateCollectionRequest.default_ttl_seconds":
    "Time to live in seconds of documents uploaded after the change without an `expires_at`; a JSON null: unlimited. Extension.",
  "quarry.v1.UpdateCollectionRequest.clear_default_ttl_seconds":
    'Removes default_ttl_seconds. Stands for `"default_ttl_seconds": null`.',
  "quarry.v1.DeleteCollectionRequest": "Selects the collection to delete.",
  "quarry.v1.DeleteCollectionRequest.name": "The collection's name.",
  "quarry.v1.GetCollectionStatsRequest": "Selects the collection whose counts to return.",
  "quarry.v1.GetCollectionStatsRequest.name": "The collection's name.",
  "quarry.v1.CollectionStats": "Counts of one collection.",
  "quarry.v1.CollectionStats.collection": "The collection's name.",
  "quarry.v1.CollectionStats.document_count": "Number of documents, in every status.",
  "quarry.v1.CollectionStats.total_chunks": "Number of live chunks.",
  "quarry.v1.CollectionStats.total_tokens": "Number of tokens in the live chunks.",
  "quarry.v1.CollectionStats.total_size_bytes": "Total size of the original files, in bytes.",
  "quarry.v1.CollectionStats.status_counts": "Number of documents by status.",
  "quarry.v1.StatusCounts": "Number of documents by status.",
  "quarry.v1.StatusCounts.ready": "Number of searchable documents.",
  "quarry.v1.StatusCounts.pending": "Number of documents waiting for processing.",
  "quarry.v1.StatusCounts.processing": "Number of documents in processing.",
  "quarry.v1.StatusCounts.failed": "Number of documents whose processing ended with an error.",
  "quarry.v1.GetCollectionAnalyticsRequest": "Selects the collection whose query statistics to return.",
  "quarry.v1.GetCollectionAnalyticsRequest.name": "The collection's name.",
  "quarry.v1.GetCollectionAnalyticsRequest.detail":
    "Whether to include `detail`: the queries per hour, and the queries without results. Default false. Extension.",
  "quarry.v1.CollectionAnalytics": "Statistics on the recent queries of one collection.",
  "quarry.v1.CollectionAnalytics.collection": "The collection's name.",
  "quarry.v1.CollectionAnalytics.period_24h": "The last 24 hours.",
  "quarry.v1.CollectionAnalytics.period_7d": "The last 7 days.",
  "quarry.v1.CollectionAnalytics.period_30d": "The last 30 days.",
  "quarry.v1.CollectionAnalytics.top_queries": "The 10 most frequent queries of the last 30 days, most frequent first.",
  "quarry.v1.CollectionAnalytics.detail": "Only if the request sets `detail`. Extension.",
  "quarry.v1.AnalyticsDetail":
    "Queries of a collection per hour over the last 30 days, and the queries without results.",
  "quarry.v1.AnalyticsDetail.hours": "Hours with at least one query, oldest first.",
  "quarry.v1.AnalyticsDetail.empty_queries": "The 10 queries that most often had no results, most frequent first.",
  "quarry.v1.AnalyticsHour": "Statistics on the queries of one hour.",
  "quarry.v1.AnalyticsHour.start": "Start of the hour; hours are aligned to UTC.",
  "quarry.v1.AnalyticsHour.query_count": "Number of queries. A query on several collections counts for each of them.",
  "quarry.v1.AnalyticsHour.empty_count": "Number of these queries without results.",
  "quarry.v1.AnalyticsHour.avg_latency_ms": "Mean latency of a query inside the service, in milliseconds.",
  "quarry.v1.AnalyticsHour.avg_score": "Mean score of the results, 0 to 1; 0 if there were none.",
  "quarry.v1.AnalyticsHour.avg_result_count": "Mean number of results.",
  "quarry.v1.AnalyticsPeriod": "Averages over the queries of a period; 0 if there were none.",
  "quarry.v1.AnalyticsPeriod.query_count": "Number of queries. A query on several collections counts for each of them.",
  "quarry.v1.AnalyticsPeriod.avg_latency_ms": "Mean latency of a query inside the service, in milliseconds.",
  "quarry.v1.AnalyticsPeriod.avg_score": "Mean score of the results, 0 to 1.",
  "quarry.v1.AnalyticsPeriod.avg_result_count": "Mean number of results.",
  "quarry.v1.QueryCount": "A query and how often it was submitted.",
  "quarry.v1.QueryCount.query": "The query's text.",
  "quarry.v1.QueryCount.count": "Number of times it was submitted.",
  "quarry.v1.DocumentService": "Documents of a collection: upload, track, read and delete them.",
  "quarry.v1.DocumentService.UploadDocument":
    "Uploads a file. Returns the document in status `pending` once its bytes and its record are durable; processing follows. An unsupported file type is 400, a file over the maximum upload size 413.",
  "quarry.v1.DocumentService.CreateDocument":
    "Creates a document from a text, from pre-cut chunks, or from the page at a URL, as JSON on the path that also accepts forms. Returns the document in status `pending`, like an upload. A page is fetched when the document is processed; when it is reprocessed, the page's server is only asked whether it has changed. Extension.",
  "quarry.v1.DocumentService.ListDocuments":
    "Lists documents: all of them, or those that match the request; oldest first, or as `sort` specifies.",
  "quarry.v1.DocumentService.ListDuplicates": "Lists documents with identical bytes, in groups. Extension.",
  "quarry.v1.DocumentService.CountFacets":
    "Counts the documents per value of metadata fields, exactly: over all documents in any status, over those that match a filter, or over those that a query finds. Extension.",
  "quarry.v1.DocumentService.GetDocument": "Reads one document.",
  "quarry.v1.DocumentService.DeleteDocument":
    "Deletes a document and its vectors, in any status. It disappears from searches and lists immediately.",
  "quarry.v1.DocumentService.PatchDocument":
    "Changes the properties of a document, but not its bytes. The change is visible to the next query, list and filter. Nothing is parsed or embedded again, and the cost does not depend on the document's size. Works in any status. Extension.",
  "quarry.v1.DocumentService.GetDocumentById":
    "Reads one document by its id alone. The id of a document in a collection that the key has no access to is 404, like an id that doesn't exist. Extension.",
  "quarry.v1.DocumentService.DeleteDocumentById":
    "Deletes a document by its id alone, as DeleteDocument does. Extension.",
  "quarry.v1.DocumentService.ReprocessDocument":
    "Queues a document to be parsed, chunked and embedded again. Existing chunks stay searchable until they are replaced.",
  "quarry.v1.DocumentService.ListChunks": "Lists the live chunks of a document, in order.",
  "quarry.v1.DocumentService.ListChunksById":
    "Lists the live chunks of a document by its id alone, as ListChunks does. Extension.",
  "quarry.v1.DocumentService.DownloadDocumentFile": "Sends the original file: first its properties, then its bytes.",
  "quarry.v1.DocumentService.GetDocumentPage":
    "Reads one page: its text, and its size as it is displayed. A page that doesn't exist is 404, and so is any page of a file without pages. Extension.",
  "quarry.v1.DocumentService.GetDocumentPageImage":
    "Sends the image of a page: first its properties, then its bytes. PDFs and images have page images; a page that can't be rendered is 409. Images are rendered on request, in a queue; if too many requests are waiting, the answer is 429 or 503. Extension.",
  "quarry.v1.DocumentService.GetDocumentText":
    "Sends the whole extracted text in UTF-8: first its properties, then the text. `start_char` and `end_char` of chunks and pages are positions in this text, in UTF-16 code units. Between two pages the last line break is replaced by a form feed; pages without text have none. Extension.",
  "quarry.v1.DocumentService.GetDocumentMarkdown":
    "Sends the whole document as GitHub Flavored Markdown in UTF-8: first its properties, then the text. Headings, lists, quotes, code and tables are those that the parser recognised; each page begins with `<!-- page 3 -->`. Extension.",
  "quarry.v1.DocumentService.ListDocumentTables":
    "Lists the tables of a document in document order, each with its first rows. A document that was parsed before tables were stored is 409 until it is reprocessed. Extension.",
  "quarry.v1.DocumentService.GetDocumentTable":
    "Reads one table, or some of its rows. A table that doesn't exist is 404. Extension.",
  "quarry.v1.DocumentService.GetDocumentTableCsv":
    "Sends one whole table as CSV (RFC 4180) in UTF-8: the rows of its header, then all others. Cells contain the document's text unchanged, even if a spreadsheet would interpret it as a formula. Extension.",
  "quarry.v1.DocumentService.WatchDocumentProgress":
    "Streams the processing progress of a document. Sends its last step first; the stream ends after `complete` or `failed`.",
  "quarry.v1.DocumentService.WatchDocumentsProgress":
    "Streams the processing progress of up to 100 documents. Sends the last step of each first; the stream ends when all of them are ready or failed. An id without a document is reported as failed. Extension.",
  "quarry.v1.DocumentService.BatchUploadDocuments":
    "Uploads up to 100 files. An invalid file does not affect the others; if none is accepted, the request is 400.",
  "quarry.v1.DocumentService.BatchGetDocumentStatuses":
    "Reads the status of up to 100 documents. Unknown ids are omitted.",
  "quarry.v1.DocumentService.BatchGetDocuments": "Reads up to 100 documents. Unknown ids are omitted.",
  "quarry.v1.DocumentService.BatchDeleteDocuments":
    "Deletes up to 100 documents. Documents that can't be deleted are listed in `errors`; the others are deleted.",
  "quarry.v1.OnDuplicate": "Action when a new document has the same bytes as one of the collection. Extension.",
  "quarry.v1.OnDuplicate.ON_DUPLICATE_UNSPECIFIED": "Unspecified: allow.",
  "quarry.v1.OnDuplicate.ON_DUPLICATE_ALLOW": "A separate document is created.",
  "quarry.v1.OnDuplicate.ON_DUPLICATE_SKIP": "Nothing is created, and the existing document is returned.",
  "quarry.v1.OnDuplicate.ON_DUPLICATE_ERROR": "The new document is refused with 409; the error names the existing one.",
  "quarry.v1.FailureSource": "Cause of a document's failure. Extension.",
  "quarry.v1.FailureSource.FAILURE_SOURCE_UNSPECIFIED": "Unspecified: no filter.",
  "quarry.v1.FailureSource.FAILURE_SOURCE_PROVIDER":
    "The embedding provider: it was unavailable for too long, or refused the request. Reprocessing the document can help.",
  "quarry.v1.FailureSource.FAILURE_SOURCE_FILE": "The file: it can't be parsed, or has no text.",
  "quarry.v1.FailureSource.FAILURE_SOURCE_SERVICE": "The service, or a system that it depends on.",
  "quarry.v1.Document": "A document of a collection.",
  "quarry.v1.Document.id": "UUID.",
  "quarry.v1.Document.collection_id": "UUID of the collection.",
  "quarry.v1.Document.filename": "Original file name.",
  "quarry.v1.Document.file_type": "Extension without the dot, in lower case, for example `pdf`.",
  "quarry.v1.Document.file_size": "Size of the original file, in bytes.",
  "quarry.v1.Document.chunk_count": "Number of chunks; 0 until the document is processed.",
  "quarry.v1.Document.status": "Processing status.",
  "quarry.v1.Document.error_message": "Error message of failed processing; null unless it failed.",
  "quarry.v1.Document.metadata": "Metadata given at upload, including later changes.",
  "quarry.v1.Document.created_at": "Upload time.",
  "quarry.v1.Document.updated_at": "Time of the last change to the document's record.",
  "quarry.v1.Document.info":
    "Properties of the file and details of its processing; null until the document is processed. Only with `info`. Extension.",
  "quarry.v1.Document.without_info": "Stands for a null in `info`: requested, but not known.",
  "quarry.v1.Document.external_id":
    "Client-assigned id, unique in the collection. Absent if the client set none. Extension.",
  "quarry.v1.Document.content_hash": "SHA-256 of the original file, in lower-case hex. Extension.",
  "quarry.v1.Document.source_url": "Address that the document was fetched from. Absent for uploads. Extension.",
  "quarry.v1.Document.expires_at":
    "Expiry time: from then on no response contains the document, and it is deleted. Absent for never. Extension.",
  "quarry.v1.Document.parent_id":
    "Id of the document that contained it as a file (an attachment of an email). Absent for documents that were uploaded directly. Extension.",
  "quarry.v1.DocumentInfo": "Properties that a file declares, page counts, warnings and processing times.",
  "quarry.v1.DocumentInfo.title": "Title; null if the file has none.",
  "quarry.v1.DocumentInfo.author": "Author; null if the file has none.",
  "quarry.v1.DocumentInfo.created_at": "Creation time according to the file; null if it has none.",
  "quarry.v1.DocumentInfo.language": "Language tag, for example `en` or `pt-BR`; null if the file has none.",
  "quarry.v1.DocumentInfo.page_count": "Number of pages, slides, sheets or frames; null if the format has none.",
  "quarry.v1.DocumentInfo.ocr_page_count": "Number of pages whose text was recognised in their image (OCR).",
  "quarry.v1.DocumentInfo.warnings":
    "Warnings: parts left out of the text, with the reason, and metadata names that are also fields of the service. Empty if there are none.",
  "quarry.v1.DocumentInfo.repeated_line_count":
    "Number of lines left out because they repeat on many pages or are page numbers. Each running header and footer is kept once, on the first page that contains it.",
  "quarry.v1.DocumentInfo.modified_at": "Time of the last change according to the file; null if it has none.",
  "quarry.v1.DocumentInfo.keywords": "Keywords of the file; empty if it has none.",
  "quarry.v1.DocumentInfo.fields":
    "Further properties of the format by name, each a text or a list of texts: for an email `from`, `to`, `cc`, `subject`, `date`, `message_id`. Empty if the format has none.",
  "quarry.v1.DocumentInfo.attachments":
    "Documents created from files inside this one, in order; empty if there are none. They are deleted with it.",
  "quarry.v1.DocumentInfo.ocr_confidences":
    "OCR confidence of each page whose text was recognised in its image, in page order; at most the first 1,000 of these pages. Empty if there are none, or if the document was processed before confidences were stored.",
  "quarry.v1.DocumentInfo.timings":
    "Processing times; null if the document was processed before they were stored, or elsewhere.",
  "quarry.v1.PageConfidence": "OCR confidence of a page.",
  "quarry.v1.PageConfidence.page": "Page number, from 1.",
  "quarry.v1.PageConfidence.confidence":
    "Mean confidence of the page's words, 0 to 1, in which longer words weigh more. Pages below 0.88 are also listed in the warnings.",
  "quarry.v1.Attachment": "A document that was created from a file inside another document.",
  "quarry.v1.Attachment.document_id": "UUID of the document.",
  "quarry.v1.Attachment.filename": "File name of the document.",
  "quarry.v1.DocumentTimings":
    "Processing times of a document, in milliseconds, for the run that produced its chunks. Steps run concurrently, and each counts the time during which at least one part of the document was in it: their sum can be more or less than `total_ms`.",
  "quarry.v1.DocumentTimings.waiting_ms":
    "Time from the request (an upload or `reprocess`) until the start of the attempt that succeeded.",
  "quarry.v1.DocumentTimings.reading_ms": "Fetching the page, if the document has a URL, and parsing the file.",
  "quarry.v1.DocumentTimings.cutting_ms": "Splitting the text into chunks.",
  "quarry.v1.DocumentTimings.embedding_ms": "Embedding the chunks, including waiting for the provider.",
  "quarry.v1.DocumentTimings.storing_ms": "Writing vectors to the vector store.",
  "quarry.v1.DocumentTimings.indexing_ms": "Writing texts and terms to the keyword index.",
  "quarry.v1.DocumentTimings.total_ms":
    "Duration of the attempt, from its start until everything was written. Includes time spent waiting for a free parser, which no step includes.",
  "quarry.v1.UploadHeader": "Target of an upload. First message of the stream.",
  "quarry.v1.UploadHeader.collection_name": "The collection's name.",
  "quarry.v1.UploadFile": "Start of a file. Its bytes follow, until the stream ends or the next file starts.",
  "quarry.v1.UploadFile.filename": "Original file name. The last extension determines the file type.",
  "quarry.v1.UploadFile.media_type":
    "Media type that the sender declared; empty if it declared none. Ignored: the extension determines the file type.",
  "quarry.v1.UploadFile.size":
    "Size of the file in bytes, if the sender knows it. A file of another size is refused, so that a truncated transfer is never accepted as complete. Not available in a form.",
  "quarry.v1.UploadDocumentRequest":
    "A message of an upload: first the header, then in any order the metadata (at most once) and the file with its bytes.",
  "quarry.v1.UploadDocumentRequest.header": "Target of the upload; always the first message.",
  "quarry.v1.UploadDocumentRequest.metadata":
    "Metadata of the document, default empty. Can be sent before or after the file. In a form: a string with a JSON object.",
  "quarry.v1.UploadDocumentRequest.file": "Start of the file.",
  "quarry.v1.UploadDocumentRequest.chunk": "Next bytes of the file.",
  "quarry.v1.UploadDocumentRequest.external_id":
    "Client-assigned id of the document, unique in the collection: 1 to 512 bytes of UTF-8. Default: none. Extension.",
  "quarry.v1.UploadDocumentRequest.on_conflict":
    "Action when a document already has this external id. Default: error. Extension.",
  "quarry.v1.UploadDocumentRequest.on_duplicate":
    "Action when a document of the collection has the same bytes. Default: allow. Extension.",
  "quarry.v1.UploadDocumentRequest.expires_at":
    "Time at which the document expires; in the future. Default: according to the collection's `default_ttl_seconds`. Extension.",
  "quarry.v1.UploadDocumentRequest.if_updated_at":
    "`updated_at` of the document to replace, as last read by the caller. If it has changed since, nothing is done, and the answer is 412. Extension.",
  "quarry.v1.UploadDocumentRequest.message": "Payload of the message.",
  "quarry.v1.CreateDocumentRequest":
    "A document that is not uploaded as a file: exactly one of `text`, `chunks` and `url` is required.",
  "quarry.v1.CreateDocumentRequest.collection_name": "The collection's name.",
  "quarry.v1.CreateDocumentRequest.text":
    "Text of the document: Markdown, or the format of the extension of `filename`. Stored as a file in UTF-8.",
  "quarry.v1.CreateDocumentRequest.chunks":
    "1 to 10,000 pre-cut chunks, which are stored as they are, in this order, without splitting or merging.",
  "quarry.v1.CreateDocumentRequest.url":
    "Address of a page or file, http:// or https://, which the service fetches. Its bytes and the media type of the response determine its type: text, HTML, or one of the file types of uploads.",
  "quarry.v1.CreateDocumentRequest.filename":
    "File name of the document. Its extension determines how `text` is parsed: .md, .txt, .html, .htm, .csv, .tsv, .xml or .json. Default: `text.md`, `chunks`, or the last part of the URL's path.",
  "quarry.v1.CreateDocumentRequest.metadata": "Metadata of the document. Default: empty.",
  "quarry.v1.CreateDocumentRequest.external_id":
    "Client-assigned id of the document, unique in the collection: 1 to 512 bytes of UTF-8. Default: none.",
  "quarry.v1.CreateDocumentRequest.on_conflict": "Action when a document already has this external id. Default: error.",
  "quarry.v1.CreateDocumentRequest.on_duplicate":
    "Action when a document of the collection has the same bytes. Default: allow.",
  "quarry.v1.CreateDocumentRequest.expires_at":
    "Time at which the document expires; in the future. Default: according to the collection's `default_ttl_seconds`.",
  "quarry.v1.CreateDocumentRequest.if_updated_at":
    "`updated_at` of the document to replace, as last read by the caller. If it has changed since, nothing is done, and the answer is 412.",
  "quarry.v1.GivenChunk": "A pre-cut chunk.",
  "quarry.v1.GivenChunk.text":
    "Text of the chunk: not blank, at most 10,000 tokens, and no more than the collection's embedding model accepts.",
  "quarry.v1.GivenChunk.page": "Page that contains the chunk, from 1. Default: none.",
  "quarry.v1.GivenChunk.section":
    "Headings above the chunk, outermost first; they are embedded and indexed with the text. Default: none.",
  "quarry.v1.GivenChunk.metadata":
    "Metadata of this chunk, in addition to the document's; it overrides the document's fields of the same name. Default: empty.",
  "quarry.v1.ListDocumentsRequest": "Selects the documents to list.",
  "quarry.v1.ListDocumentsRequest.collection_name": "The collection's name.",
  "quarry.v1.ListDocumentsRequest.status": "Only documents in this status. Default: all.",
  "quarry.v1.ListDocumentsRequest.limit": "Maximum number of documents to return, 1 to 1,000. Default 100.",
  "quarry.v1.ListDocumentsRequest.offset": "Number of items to skip. Default 0.",
  "quarry.v1.ListDocumentsRequest.info": "Adds `info` to each document. Default false. Extension.",
  "quarry.v1.ListDocumentsRequest.failed_by":
    "Only failed documents with this cause of failure. Default: all. Extension.",
  "quarry.v1.ListDocumentsRequest.filters":
    'Only documents that match, in any status: a filter as in queries, as JSON, over the fields that all chunks of a document share, for example `{"year": {"$gte": 2020}}`. Default: all. Extension.',
  "quarry.v1.ListDocumentsRequest.filename":
    "Only documents whose file name contains this text, case-insensitively. Default: all. Extension.",
  "quarry.v1.ListDocumentsRequest.file_type":
    "Only documents of this type: the extension without the dot, for example `pdf`. Default: all. Extension.",
  "quarry.v1.ListDocumentsRequest.external_id":
    "Only the document with this client-assigned id. Default: all. Extension.",
  "quarry.v1.ListDocumentsRequest.sort":
    "Sort field: `created_at`, `updated_at`, `filename` (case-insensitive), `file_size` or `chunk_count`; prefix `-` for descending order. Documents with equal values are sorted by id. Default: created_at. Extension.",
  "quarry.v1.ListDocumentsRequest.cursor":
    "`next_cursor` of the previous page, whose other parameters must be the same; `offset` counts from there. Later pages take no longer than earlier ones. Default: from the first document. Extension.",
  "quarry.v1.ListDocumentsResponse": "A page of documents.",
  "quarry.v1.ListDocumentsResponse.documents":
    "Documents of this page, in the order of `sort`; by default by creation time, then id.",
  "quarry.v1.ListDocumentsResponse.total": "Total number of matches, over all pages.",
  "quarry.v1.ListDocumentsResponse.next_cursor":
    "Cursor of the next page, for `cursor`. Absent on the last page, and if the request sets only `status`, `failed_by`, `limit` and `offset`: to paginate by cursor, set `sort` in the first request. Extension.",
  "quarry.v1.ListDuplicatesRequest": "Selects the collection in which to find documents with identical bytes.",
  "quarry.v1.ListDuplicatesRequest.collection_name": "The collection's name.",
  "quarry.v1.ListDuplicatesRequest.limit":
    "Maximum number of groups to return, 1 to 100. Default 20. A page contains fewer groups if it reaches about 1,000 documents.",
  "quarry.v1.ListDuplicatesRequest.cursor": "`next_cursor` of the previous page. Default: from the first group.",
  "quarry.v1.ListDuplicatesResponse": "Groups of documents with identical bytes.",
  "quarry.v1.ListDuplicatesResponse.groups": "Groups, sorted by content hash.",
  "quarry.v1.ListDuplicatesResponse.next_cursor": "Cursor of the next page, for `cursor`. Absent on the last page.",
  "quarry.v1.DuplicateGroup": "Documents of a collection with identical bytes.",
  "quarry.v1.DuplicateGroup.content_hash": "SHA-256 of the bytes, in lower-case hex.",
  "quarry.v1.DuplicateGroup.documents": "2 to 100 documents, oldest first.",
  "quarry.v1.DuplicateGroup.has_more": "Whether the group contains more documents than these.",
  "quarry.v1.CountFacetsRequest": "Fields whose values are counted, and the documents to count.",
  "quarry.v1.CountFacetsRequest.collection_name": "The collection's name.",
  "quarry.v1.CountFacetsRequest.fields":
    "1 to 20 fields, named as in filters: metadata fields of the upload, or `filename`, `file_type`, `title`, `author`, `language`, `file_created_at`, `file_modified_at`, `keywords`, `created_at`, `external_id`, `content_hash`, `source_url`, `parent_id`, `expires_at`.",
  "quarry.v1.CountFacetsRequest.filters":
    "Only documents that match, in any status: a filter as in queries, over the fields that all chunks of a document share. Default: all.",
  "quarry.v1.CountFacetsRequest.limit":
    "Maximum number of values per field, the most frequent ones, 1 to 1,000. Default 10.",
  "quarry.v1.CountFacetsRequest.query":
    "Only documents that this query finds: the documents of its best 1,000 results within `filters`. Default: no query.",
  "quarry.v1.CountFacetsRequest.search_mode":
    "How the query finds passages. Default: the collection's default_search_mode.",
  "quarry.v1.CountFacetsRequest.min_score":
    "Minimum score of the query's results. Default: the collection's default_min_score.",
  "quarry.v1.CountFacetsResponse": "Facet counts, one per field.",
  "quarry.v1.CountFacetsResponse.total": "Number of documents that were counted.",
  "quarry.v1.CountFacetsResponse.facets": "One facet per field, in the order of the request.",
  "quarry.v1.Facet":
    "Values of one field, with the number of documents that have each. Each element of a list counts as a value.",
  "quarry.v1.Facet.field": "Name of the field.",
  "quarry.v1.Facet.values":
    "Most frequent values, most frequent first. Values with the same count are sorted by value.",
  "quarry.v1.Facet.value_count": "Number of distinct values.",
  "quarry.v1.Facet.documents": "Number of documents that have a value in the field.",
  "quarry.v1.Facet.missing": "Number of documents without a value in the field.",
  "quarry.v1.Facet.min": "Smallest number. Absent if the field has no numbers.",
  "quarry.v1.Facet.max": "Largest number. Absent if the field has no numbers.",
  "quarry.v1.Facet.earliest":
    "Earliest of the strings that begin like an ISO 8601 date (`2026-08`). Absent if there are none.",
  "quarry.v1.Facet.latest": "Latest of the strings that begin like an ISO 8601 date. Absent if there are none.",
  "quarry.v1.FacetValue":
    "A value and the number of documents that have it. Exactly one of `string`, `number` and `boolean` is set.",
  "quarry.v1.FacetValue.string": "The value, if it is a string.",
  "quarry.v1.FacetValue.number": "The value, if it is a number.",
  "quarry.v1.FacetValue.boolean": "The value, if it is true or false.",
  "quarry.v1.FacetValue.count": "Number of documents that have the value.",
  "quarry.v1.GetDocumentRequest": "Selects the document to read.",
  "quarry.v1.GetDocumentRequest.collection_name": "The collection's name.",
  "quarry.v1.GetDocumentRequest.document_id": "The document's id.",
  "quarry.v1.GetDocumentRequest.info": "Adds `info` to the document. Default false. Extension.",
  "quarry.v1.GetDocumentRequest.by_external_id":
    "Client-assigned id of the document, instead of document_id. In REST it is part of the path. Extension.",
  "quarry.v1.DeleteDocumentRequest": "Selects the document to delete.",
  "quarry.v1.DeleteDocumentRequest.collection_name": "The collection's name.",
  "quarry.v1.DeleteDocumentRequest.document_id": "The document's id.",
  "quarry.v1.DeleteDocumentRequest.by_external_id":
    "Client-assigned id of the document, instead of document_id. In REST it is part of the path. Extension.",
  "quarry.v1.GetDocumentByIdRequest": "Selects the document to read, by its id alone.",
  "quarry.v1.GetDocumentByIdRequest.document_id": "The document's id.",
  "quarry.v1.GetDocumentByIdRequest.info": "Adds `info` to the document. Default false.",
  "quarry.v1.DeleteDocumentByIdRequest": "Selects the document to delete, by its id alone.",
  "quarry.v1.DeleteDocumentByIdRequest.document_id": "The document's id.",
  "quarry.v1.PatchDocumentRequest": "Changes to a document. A field that is absent keeps its value.",
  "quarry.v1.PatchDocumentRequest.collection_name": "The collection's name.",
  "quarry.v1.PatchDocumentRequest.document_id": "The document's id.",
  "quarry.v1.PatchDocumentRequest.by_external_id":
    "Client-assigned id of the document, instead of document_id. In REST it is part of the path. Extension.",
  "quarry.v1.PatchDocumentRequest.metadata":
    "Changes to the metadata, as a JSON Merge Patch (RFC 7396): members are added or replaced, objects are merged recursively, and null removes a member.",
  "quarry.v1.PatchDocumentRequest.filename": "New file name, of the same file type.",
  "quarry.v1.PatchDocumentRequest.external_id":
    "Client-assigned id, unique in the collection: 1 to 512 bytes of UTF-8; a JSON null removes it.",
  "quarry.v1.PatchDocumentRequest.clear_external_id": 'Removes the external id. Stands for `"external_id": null`.',
  "quarry.v1.PatchDocumentRequest.expires_at": "Time at which the document expires; in the future. A JSON null: never.",
  "quarry.v1.PatchDocumentRequest.clear_expires_at": 'Removes the expiry time. Stands for `"expires_at": null`.',
  "quarry.v1.PatchDocumentRequest.if_updated_at":
    "`updated_at` as last read by the caller. If it has changed since, nothing is changed, and the answer is 412. An `If-Match` header with the document's `ETag` has the same effect.",
  "quarry.v1.ReprocessDocumentRequest": "Selects the document to reprocess.",
  "quarry.v1.ReprocessDocumentRequest.collection_name": "The collection's name.",
  "quarry.v1.ReprocessDocumentRequest.document_id": "The document's id.",
  "quarry.v1.ListChunksRequest": "Selects the document whose chunks to list.",
  "quarry.v1.ListChunksRequest.collection_name": "The collection's name.",
  "quarry.v1.ListChunksRequest.document_id": "The document's id.",
  "quarry.v1.ListChunksRequest.limit": "Maximum number of chunks to return, at least 1. Default: all. Extension.",
  "quarry.v1.ListChunksRequest.offset": "Number of items to skip. Default 0. Extension.",
  "quarry.v1.ListChunksRequest.citations":
    "Adds `citation` to each chunk: its location in the document. Default false. Extension.",
  "quarry.v1.ListChunksByIdRequest": "Selects the document whose chunks to list, by its id alone.",
  "quarry.v1.ListChunksByIdRequest.document_id": "The document's id.",
  "quarry.v1.ListChunksByIdRequest.limit": "Maximum number of chunks to return, at least 1. Default: all.",
  "quarry.v1.ListChunksByIdRequest.offset": "Number of items to skip. Default 0.",
  "quarry.v1.ListChunksByIdRequest.citations":
    "Adds `citation` to each chunk: its location in the document. Default false.",
  "quarry.v1.ListChunksResponse": "The live chunks of a document.",
  "quarry.v1.ListChunksResponse.chunks": "Chunks, sorted by chunk_index.",
  "quarry.v1.ListChunksResponse.total": "Total number of chunks of the document.",
  "quarry.v1.Chunk": "A passage of a document.",
  "quarry.v1.Chunk.id": "The chunk's id.",
  "quarry.v1.Chunk.text": "The chunk's text.",
  "quarry.v1.Chunk.chunk_index": "Zero-based position in the document.",
  "quarry.v1.Chunk.metadata":
    'Metadata of the upload, and `document_id`, `page` (from 1, or null), `filename`, `file_type`, `section` (headings above most of the text), `start_char`, `end_char`. Also `title`, `author`, `file_created_at`, `file_modified_at`, `keywords`, `language` and the fields of `info.fields`, if the file declares them and the upload\'s metadata does not set them. A chunk of a table has `table`, unless the upload\'s metadata sets it: the number of the table in the document, and the rows contained in the text (`{"number": 3, "first_row": 41, "last_row": 80}`, counted from 1; the rows are null if the text contains only the header). If a chunk contains several tables, it is the one with most rows. A pre-cut chunk also has its own metadata, and `own_fields`, the names of these fields: changes to the document\'s metadata don\'t affect them.',
  "quarry.v1.Chunk.citation": "Location in the document. Only with `citations`. Extension.",
  "quarry.v1.Chunk.links": "Links in the text, at most 64; absent if there are none. Extension.",
  "quarry.v1.DownloadDocumentFileRequest": "Selects the file to send, and the range of its bytes.",
  "quarry.v1.DownloadDocumentFileRequest.collection_name": "The collection's name.",
  "quarry.v1.DownloadDocumentFileRequest.document_id": "The document's id.",
  "quarry.v1.DownloadDocumentFileRequest.offset":
    "First byte to send; a negative value counts from the end of the file. Default 0. In HTTP it is set by the Range header.",
  "quarry.v1.DownloadDocumentFileRequest.length":
    "Maximum number of bytes to send. Default: to the end of the file. In HTTP it is set by the Range header.",
  "quarry.v1.DownloadDocumentFileResponse": "A message of a download: first `info`, then the bytes.",
  "quarry.v1.DownloadDocumentFileResponse.info": "Properties of the file; always the first message.",
  "quarry.v1.DownloadDocumentFileResponse.chunk": "Next bytes of the file.",
  "quarry.v1.DownloadDocumentFileResponse.message": "Payload of the message.",
  "quarry.v1.FileInfo": "Properties of a file that is being sent.",
  "quarry.v1.FileInfo.filename": "Original file name.",
  "quarry.v1.FileInfo.media_type": "Media type that belongs to the file type.",
  "quarry.v1.FileInfo.size": "Size of the whole file, in bytes.",
  "quarry.v1.FileInfo.etag": "Content hash, without quotes.",
  "quarry.v1.FileInfo.offset": "Position of the first byte that is sent: never negative, at most `size`.",
  "quarry.v1.FileInfo.length":
    "Number of bytes that are sent. 0 if the requested range begins at or after the end of the file.",
  "quarry.v1.GetDocumentPageRequest": "Selects the page to read.",
  "quarry.v1.GetDocumentPageRequest.collection_name": "The collection's name.",
  "quarry.v1.GetDocumentPageRequest.document_id": "The document's id.",
  "quarry.v1.GetDocumentPageRequest.page": "Number of the page, slide, sheet or frame, from 1.",
  "quarry.v1.DocumentPage": "A page of a document.",
  "quarry.v1.DocumentPage.page": "Page number, from 1.",
  "quarry.v1.DocumentPage.page_count": "Number of pages of the document.",
  "quarry.v1.DocumentPage.text":
    "Text of the page as it was extracted, without lines that repeat on every page. Empty if there is none.",
  "quarry.v1.DocumentPage.start_char":
    "Start of the page in the document's text, in UTF-16 code units; null if the page is empty.",
  "quarry.v1.DocumentPage.end_char": "End of the page in the document's text; null if the page is empty.",
  "quarry.v1.DocumentPage.truncated":
    "Whether the text is truncated: only the first million characters of a page are returned, which a sheet can exceed.",
  "quarry.v1.DocumentPage.width":
    "Width of the page as it is displayed (rotated and cropped), in points (72 per inch); null if the file's pages have no images.",
  "quarry.v1.DocumentPage.height": "Height of the page in points; null if `width` is.",
  "quarry.v1.GetDocumentPageImageRequest": "Selects the page whose image to send.",
  "quarry.v1.GetDocumentPageImageRequest.collection_name": "The collection's name.",
  "quarry.v1.GetDocumentPageImageRequest.document_id": "The document's id.",
  "quarry.v1.GetDocumentPageImageRequest.page": "Number of the page or frame, from 1.",
  "quarry.v1.GetDocumentPageImageRequest.width":
    "Width of the image in pixels, rounded up to 320, 640, 960, 1280, 1920 or 2560. Default 1280. An image is never enlarged, and a very long page is rendered narrower.",
  "quarry.v1.GetDocumentPageImageRequest.offset":
    "First byte to send; a negative value counts from the end. Default 0. In HTTP it is set by the Range header.",
  "quarry.v1.GetDocumentPageImageRequest.length":
    "Maximum number of bytes to send. Default: to the end. In HTTP it is set by the Range header.",
  "quarry.v1.GetDocumentTextRequest": "Selects the document whose text to send.",
  "quarry.v1.GetDocumentTextRequest.collection_name": "The collection's name.",
  "quarry.v1.GetDocumentTextRequest.document_id": "The document's id.",
  "quarry.v1.GetDocumentTextResponse": "A message of a text: first `info`, then the text.",
  "quarry.v1.GetDocumentTextResponse.info": "Properties of the text; always the first message.",
  "quarry.v1.GetDocumentTextResponse.chunk":
    "Next bytes of the text, in UTF-8; a character is never split across messages.",
  "quarry.v1.GetDocumentTextResponse.message": "Payload of the message.",
  "quarry.v1.TextInfo": "Properties of a text that is being sent.",
  "quarry.v1.TextInfo.filename":
    "Suggested file name: the original name followed by `.txt`, by `.md`, or by the table's number and `.csv`.",
  "quarry.v1.TextInfo.media_type": "text/plain, text/markdown or text/csv, in UTF-8.",
  "quarry.v1.GetDocumentMarkdownRequest": "Selects the document to send as Markdown.",
  "quarry.v1.GetDocumentMarkdownRequest.collection_name": "The collection's name.",
  "quarry.v1.GetDocumentMarkdownRequest.document_id": "The document's id.",
  "quarry.v1.ListDocumentTablesRequest": "Selects the tables to list.",
  "quarry.v1.ListDocumentTablesRequest.collection_name": "The collection's name.",
  "quarry.v1.ListDocumentTablesRequest.document_id": "The document's id.",
  "quarry.v1.ListDocumentTablesRequest.limit": "Maximum number of tables to return, 1 to 100. Default 20.",
  "quarry.v1.ListDocumentTablesRequest.offset": "Number of items to skip. Default 0.",
  "quarry.v1.ListDocumentTablesRequest.rows": "Maximum number of rows per table, 0 to 100. Default 20.",
  "quarry.v1.ListDocumentTablesResponse": "Tables of a document.",
  "quarry.v1.ListDocumentTablesResponse.tables": "Tables, sorted by number.",
  "quarry.v1.ListDocumentTablesResponse.total": "Total number of tables of the document.",
  "quarry.v1.DocumentTable": "A table of a document.",
  "quarry.v1.DocumentTable.table": "Number of the table in the document, from 1.",
  "quarry.v1.DocumentTable.caption": "Caption, if the document has one above the columns; otherwise null.",
  "quarry.v1.DocumentTable.header":
    "Rows of the header, top to bottom, up to about 65,000 characters; empty if the table has no header.",
  "quarry.v1.DocumentTable.rows":
    "Rows, from `offset`. The content of a cell that spans several columns or rows is repeated in each of them.",
  "quarry.v1.DocumentTable.offset": "Number of the table's rows before the returned ones.",
  "quarry.v1.DocumentTable.row_count": "Number of rows of the whole table, without the header.",
  "quarry.v1.DocumentTable.truncated":
    "Whether more rows follow. The response contains up to the requested number of rows, and up to about 260,000 characters (in a list, 16,000 per table).",
  "quarry.v1.DocumentTable.page_from": "Page that the table begins on, from 1; null if the file has no pages.",
  "quarry.v1.DocumentTable.page_to": "Page that the table ends on.",
  "quarry.v1.DocumentTable.section": "Headings above the table, outermost first.",
  "quarry.v1.DocumentTableRow": "A row of a table.",
  "quarry.v1.DocumentTableRow.cells": "Cells, in reading order. Empty cells at the end of the row are omitted.",
  "quarry.v1.GetDocumentTableRequest": "Selects the table to read.",
  "quarry.v1.GetDocumentTableRequest.collection_name": "The collection's name.",
  "quarry.v1.GetDocumentTableRequest.document_id": "The document's id.",
  "quarry.v1.GetDocumentTableRequest.table": "Number of the table in the document, from 1.",
  "quarry.v1.GetDocumentTableRequest.limit": "Maximum number of rows to return, 1 to 1,000. Default 100.",
  "quarry.v1.GetDocumentTableRequest.offset": "Number of rows to skip. Default 0.",
  "quarry.v1.GetDocumentTableCsvRequest": "Selects the table to send.",
  "quarry.v1.GetDocumentTableCsvRequest.collection_name": "The collection's name.",
  "quarry.v1.GetDocumentTableCsvRequest.document_id": "The document's id.",
  "quarry.v1.GetDocumentTableCsvRequest.table": "Number of the table in the document, from 1.",
  "quarry.v1.WatchDocumentProgressRequest": "Selects the document to watch.",
  "quarry.v1.WatchDocumentProgressRequest.collection_name": "The collection's name.",
  "quarry.v1.WatchDocumentProgressRequest.document_id": "The document's id.",
  "quarry.v1.DocumentProgress": "A step of processing.",
  "quarry.v1.DocumentProgress.step": "`parsing`, `chunking`, `embedding`, `complete` or `failed`.",
  "quarry.v1.DocumentProgress.status": "`in_progress`, `completed` or `failed`.",
  "quarry.v1.DocumentProgress.message": "Human-readable description of the step; the error if processing failed.",
  "quarry.v1.DocumentProgress.progress": "Progress, 0 to 100.",
  "quarry.v1.WatchDocumentsProgressRequest": "Selects the documents to watch.",
  "quarry.v1.WatchDocumentsProgressRequest.collection_name": "The collection's name.",
  "quarry.v1.WatchDocumentsProgressRequest.ids":
    "1 to 100 document ids. In a URL: separated by commas, or one parameter per id.",
  "quarry.v1.DocumentsProgress": "A step of the processing of one of several documents.",
  "quarry.v1.DocumentsProgress.document_id": "The document's id.",
  "quarry.v1.DocumentsProgress.step": "`parsing`, `chunking`, `embedding`, `complete` or `failed`.",
  "quarry.v1.DocumentsProgress.status": "`in_progress`, `completed` or `failed`.",
  "quarry.v1.DocumentsProgress.message": "Human-readable description of the step; the error if processing failed.",
  "quarry.v1.DocumentsProgress.progress": "Progress, 0 to 100.",
  "quarry.v1.BatchUploadDocumentsRequest":
    "A message of a batch upload: first the header, then in any order the metadata (at most once) and the files with their bytes.",
  "quarry.v1.BatchUploadDocumentsRequest.header": "Target of the upload; always the first message.",
  "quarry.v1.BatchUploadDocumentsRequest.metadata":
    "Metadata of every document, default empty. Can be sent before, between or after the files. In a form: a string with a JSON object.",
  "quarry.v1.BatchUploadDocumentsRequest.file": "Start of the next file.",
  "quarry.v1.BatchUploadDocumentsRequest.chunk": "Next bytes of the file.",
  "quarry.v1.BatchUploadDocumentsRequest.external_ids":
    'Client-assigned ids of the documents, one per file and in the order of the files; "" for none. In a form: a string with a JSON array of strings. Default: none. Extension.',
  "quarry.v1.BatchUploadDocumentsRequest.on_conflict":
    "Action for a file whose external id already belongs to a document. Default: error. Extension.",
  "quarry.v1.BatchUploadDocumentsRequest.on_duplicate":
    "Action for a file whose bytes are those of a document of the collection. Default: allow. Extension.",
  "quarry.v1.BatchUploadDocumentsRequest.expires_at":
    "Time at which the documents expire; in the future. Default: according to the collection's `default_ttl_seconds`. Extension.",
  "quarry.v1.BatchUploadDocumentsRequest.message": "Payload of the message.",
  "quarry.v1.ExternalIds": "Client-assigned ids of the files, in the order of the files. Extension.",
  "quarry.v1.ExternalIds.external_ids": 'At most 100; "" for a file without one.',
  "quarry.v1.BatchUploadDocumentsResponse": "Result of a batch upload.",
  "quarry.v1.BatchUploadDocumentsResponse.documents": "Accepted documents, in the order of their files.",
  "quarry.v1.BatchUploadDocumentsResponse.errors": "Files that were not accepted.",
  "quarry.v1.BatchUploadDocumentsResponse.total": "Number of accepted documents.",
  "quarry.v1.FileError": "Error of a file that was not accepted.",
  "quarry.v1.FileError.filename": "The file's name.",
  "quarry.v1.FileError.error": "Reason.",
  "quarry.v1.BatchGetDocumentStatusesRequest": "Selects the documents whose status to read.",
  "quarry.v1.BatchGetDocumentStatusesRequest.collection_name": "The collection's name.",
  "quarry.v1.BatchGetDocumentStatusesRequest.document_ids":
    "1 to 100 document ids. Can be empty if `external_ids` is set.",
  "quarry.v1.BatchGetDocumentStatusesRequest.external_ids":
    "Client-assigned ids of documents, in addition to or instead of document_ids: at most 100 ids in total. Extension.",
  "quarry.v1.BatchGetDocumentStatusesResponse": "Status of the requested documents.",
  "quarry.v1.BatchGetDocumentStatusesResponse.documents": "Documents that exist, in the order of the request.",
  "quarry.v1.BatchGetDocumentStatusesResponse.total": "Number of documents in the response.",
  "quarry.v1.DocumentState": "Status of one document.",
  "quarry.v1.DocumentState.id": "The document's id.",
  "quarry.v1.DocumentState.status": "Processing status.",
  "quarry.v1.DocumentState.error_message": "Error message of failed processing; null unless it failed.",
  "quarry.v1.DocumentState.chunk_count": "Number of chunks; 0 until the document is processed.",
  "quarry.v1.BatchGetDocumentsRequest": "Selects the documents to read.",
  "quarry.v1.BatchGetDocumentsRequest.collection_name": "The collection's name.",
  "quarry.v1.BatchGetDocumentsRequest.document_ids": "1 to 100 document ids. Can be empty if `external_ids` is set.",
  "quarry.v1.BatchGetDocumentsRequest.external_ids":
    "Client-assigned ids of documents, in addition to or instead of document_ids: at most 100 ids in total. Extension.",
  "quarry.v1.BatchGetDocumentsResponse": "The requested documents.",
  "quarry.v1.BatchGetDocumentsResponse.documents": "Documents that exist, in the order of the request.",
  "quarry.v1.BatchGetDocumentsResponse.total": "Number of documents in the response.",
  "quarry.v1.BatchDeleteDocumentsRequest": "Selects the documents to delete.",
  "quarry.v1.BatchDeleteDocumentsRequest.collection_name": "The collection's name.",
  "quarry.v1.BatchDeleteDocumentsRequest.document_ids": "1 to 100 document ids. Can be empty if `external_ids` is set.",
  "quarry.v1.BatchDeleteDocumentsRequest.external_ids":
    "Client-assigned ids of documents, in addition to or instead of document_ids: at most 100 ids in total. Extension.",
  "quarry.v1.BatchDeleteDocumentsResponse": "Result of a batch delete.",
  "quarry.v1.BatchDeleteDocumentsResponse.status": "Always `ok`.",
  "quarry.v1.BatchDeleteDocumentsResponse.deleted": "Number of deleted documents.",
  "quarry.v1.BatchDeleteDocumentsResponse.errors": "Documents that were not deleted, with the reason.",
  "quarry.v1.DocumentError": "Error of a document that was not deleted.",
  "quarry.v1.DocumentError.document_id": "Id as requested, which can be an external id.",
  "quarry.v1.DocumentError.error": "Reason.",
  "quarry.v1.InstallationService":
    "Setup of this service: its plugins, settings and configuration file. No secrets are returned. Keys limited to specific collections can't use it (403). Extension.",
  "quarry.v1.InstallationService.ListPlugins":
    "Lists the loaded plugins with their health. The health checks run concurrently, each for at most 5 seconds. Extension.",
  "quarry.v1.InstallationService.GetConfiguration":
    "Returns the environment settings and the configuration of this process, as they are in effect. Extension.",
  "quarry.v1.PluginKind": "Kind of a plugin.",
  "quarry.v1.PluginKind.PLUGIN_KIND_UNSPECIFIED": "Unspecified. Never sent.",
  "quarry.v1.PluginKind.PLUGIN_KIND_VECTOR_STORE": "Stores vectors and finds the nearest ones.",
  "quarry.v1.PluginKind.PLUGIN_KIND_PARSER": "Extracts text from files.",
  "quarry.v1.PluginKind.PLUGIN_KIND_EMBEDDER": "Computes the vectors of texts.",
  "quarry.v1.PluginKind.PLUGIN_KIND_RERANKER": "Sorts passages by relevance to a query.",
  "quarry.v1.PluginHealth": "Health of a plugin, as the plugin reports it.",
  "quarry.v1.PluginHealth.PLUGIN_HEALTH_UNSPECIFIED": "Unspecified. Never sent.",
  "quarry.v1.PluginHealth.PLUGIN_HEALTH_OK": "Healthy. For a paid provider this only means that the plugin is ready.",
  "quarry.v1.PluginHealth.PLUGIN_HEALTH_FAILING": "Unhealthy, or the check timed out; the message states which.",
  "quarry.v1.PluginHealth.PLUGIN_HEALTH_UNKNOWN": "Can't be checked: a parser is started only when a document arrives.",
  "quarry.v1.PluginHealth.PLUGIN_HEALTH_NEEDS_KEY":
    "The plugin requires a key of its provider and has none: it works only for collections that have their own key.",
  "quarry.v1.PluginCredential": "Whether a plugin needs a key of its provider.",
  "quarry.v1.PluginCredential.PLUGIN_CREDENTIAL_UNSPECIFIED": "Unspecified. Never sent.",
  "quarry.v1.PluginCredential.PLUGIN_CREDENTIAL_REQUIRED": "A key is required.",
  "quarry.v1.PluginCredential.PLUGIN_CREDENTIAL_OPTIONAL": "A key is optional.",
  "quarry.v1.PluginCredential.PLUGIN_CREDENTIAL_NONE": "Keys are not supported.",
  "quarry.v1.ParserIsolation": "Isolation of a parser.",
  "quarry.v1.ParserIsolation.PARSER_ISOLATION_UNSPECIFIED": "Unspecified. Never sent.",
  "quarry.v1.ParserIsolation.PARSER_ISOLATION_THREAD": "Runs in a worker thread of the service.",
  "quarry.v1.ParserIsolation.PARSER_ISOLATION_PROCESS": "Runs in a process of its own.",
  "quarry.v1.ListPluginsRequest": "No parameters.",
  "quarry.v1.ListPluginsResponse": "The loaded plugins.",
  "quarry.v1.ListPluginsResponse.plugins":
    "Vector stores, embedders, rerankers and parsers, each kind in the order of the configuration.",
  "quarry.v1.Plugin":
    "A configured plugin. Exactly one of `vector_store`, `embedder`, `reranker` and `parser` is set, according to its kind.",
  "quarry.v1.Plugin.kind": "Kind of the plugin.",
  "quarry.v1.Plugin.names": "Names in the configuration: one name, or the file types of a parser.",
  "quarry.v1.Plugin.id": "Name declared by the plugin.",
  "quarry.v1.Plugin.module": "Package or path that the configuration loads it from.",
  "quarry.v1.Plugin.version": "Version of its package; null for a module outside a package.",
  "quarry.v1.Plugin.contract_version": "Version of the plugin contract that it implements.",
  "quarry.v1.Plugin.is_default":
    "Whether the plugin is used when a request names no other. Always false for rerankers.",
  "quarry.v1.Plugin.health": "Health, as the plugin reports it.",
  "quarry.v1.Plugin.health_message": "Reason for failing health; null if it is not failing.",
  "quarry.v1.Plugin.faults":
    "Contract violations since this process started, which the service contained. Not counted for parsers: the documents report their errors.",
  "quarry.v1.Plugin.settings": "Settings including defaults; secrets are hidden.",
  "quarry.v1.Plugin.vector_store": "Capabilities of a vector store.",
  "quarry.v1.Plugin.embedder": "Capabilities of an embedder.",
  "quarry.v1.Plugin.reranker": "Capabilities of a reranker.",
  "quarry.v1.Plugin.parser": "Capabilities of a parser.",
  "quarry.v1.PluginFaults":
    "Faults of a plugin that affected nothing else: it threw an error, hung or returned an invalid result.",
  "quarry.v1.PluginFaults.count": "Number of faults.",
  "quarry.v1.PluginFaults.last_at": "Time of the last fault; null if there was none.",
  "quarry.v1.PluginFaults.last_message": "Message of the last fault; null if there was none.",
  "quarry.v1.VectorStoreAbilities": "Capabilities of a vector store.",
  "quarry.v1.VectorStoreAbilities.max_top_k": "Maximum number of results per search.",
  "quarry.v1.VectorStoreAbilities.max_dimension": "Maximum vector length.",
  "quarry.v1.VectorStoreAbilities.shared_between_processes": "Whether several processes can use it concurrently.",
  "quarry.v1.EmbedderAbilities": "Capabilities of an embedder.",
  "quarry.v1.EmbedderAbilities.models": "Known models, default first.",
  "quarry.v1.EmbedderAbilities.other_models": "Whether other models can be requested.",
  "quarry.v1.EmbedderAbilities.credential": "Whether it needs a key of the provider.",
  "quarry.v1.EmbedderAbilities.max_batch_texts": "Maximum number of texts per call; null for no limit.",
  "quarry.v1.EmbedderAbilities.max_batch_tokens": "Maximum number of tokens per call; null for no limit.",
  "quarry.v1.EmbedderAbilities.learns": "Whether it learns from the texts of a collection.",
  "quarry.v1.EmbedderAbilities.default_alpha":
    "Weight of the semantic score in hybrid search, 0 to 1, unless the collection or the query sets another.",
  "quarry.v1.EmbedderModel": "A model of an embedder.",
  "quarry.v1.EmbedderModel.name": "The model's name.",
  "quarry.v1.EmbedderModel.dimension": "Length of its vectors, unless another is requested.",
  "quarry.v1.EmbedderModel.min_dimension":
    "Shortest vector length that can be requested; null if only `dimension` is available.",
  "quarry.v1.EmbedderModel.max_dimension":
    "Longest vector length that can be requested; null if only `dimension` is available.",
  "quarry.v1.EmbedderModel.max_input_tokens": "Maximum number of tokens per text; null for no limit.",
  "quarry.v1.EmbedderModel.description": "Description of the model and its use.",
  "quarry.v1.RerankerAbilities": "Capabilities of a reranker.",
  "quarry.v1.RerankerAbilities.models": "Known models, default first.",
  "quarry.v1.RerankerAbilities.credential": "Whether it needs a key of the provider.",
  "quarry.v1.RerankerAbilities.max_passages": "Maximum number of passages per call; null for no limit.",
  "quarry.v1.ParserAbilities": "Capabilities of a parser.",
  "quarry.v1.ParserAbilities.file_types": "All file types that it can parse, whether or not it is configured for them.",
  "quarry.v1.ParserAbilities.isolation": "Isolation of the parser.",
  "quarry.v1.GetConfigurationRequest": "No parameters.",
  "quarry.v1.Configuration": "Configuration of this process, including the local models chosen since its start.",
  "quarry.v1.Configuration.version": "Version of the running service.",
  "quarry.v1.Configuration.config_file": "Path of the configuration file; null if there is none.",
  "quarry.v1.Configuration.settings": "Environment settings, in the order of the reference.",
  "quarry.v1.Configuration.sections": "Sections of the configuration file, in the order of the reference.",
  "quarry.v1.ServiceSetting": "An environment setting.",
  "quarry.v1.ServiceSetting.variable": "Name of the environment variable.",
  "quarry.v1.ServiceSetting.description": "Description of its effect.",
  "quarry.v1.ServiceSetting.expected": "Description of the allowed values.",
  "quarry.v1.ServiceSetting.value": "Value in effect, as text; null if there is none, and for secrets.",
  "quarry.v1.ServiceSetting.default_value": "Default, as text; null if there is none.",
  "quarry.v1.ServiceSetting.is_set": "Whether the environment variable is set.",
  "quarry.v1.ServiceSetting.is_secret": "Whether the value is secret and never returned.",
  "quarry.v1.ConfigurationSection": "A section of the configuration, as it is in effect.",
  "quarry.v1.ConfigurationSection.name": "Name in the file.",
  "quarry.v1.ConfigurationSection.description": "Description of its purpose.",
  "quarry.v1.ConfigurationSection.is_changed": "Whether it differs from the configuration without a file.",
  "quarry.v1.ConfigurationSection.content":
    "Content of the section under its name, including defaults; secrets are hidden. Empty if nothing is set.",
  "quarry.v1.JobService":
    "Background jobs of the service: waiting, running, completed and failed ones. Extension. Keys limited to specific collections can't use it (403), because jobs reveal information about all collections.",
  "quarry.v1.JobService.ListJobs":
    "Lists jobs. Failed and completed jobs are sorted by their end, latest first, and kept for a day after it; waiting jobs by the time they are due; jobs in processing by the time since a worker took them, longest first. Without a state, the newest jobs come first.",
  "quarry.v1.JobService.RequeueJob":
    "Runs a failed job again, with a full set of attempts. For a document this is the same as reprocessing it: the document is pending again, and the response is the job of the new run. Only for failed jobs (409): waiting and running jobs continue by themselves, and a failed index change must be started again.",
  "quarry.v1.JobState": "State of a job.",
  "quarry.v1.JobState.JOB_STATE_UNSPECIFIED": "Unspecified: no filter.",
  "quarry.v1.JobState.JOB_STATE_QUEUED": "Due; the next free worker takes it.",
  "quarry.v1.JobState.JOB_STATE_WAITING": "Scheduled for later: a retry after a failed attempt, or deferred work.",
  "quarry.v1.JobState.JOB_STATE_PROCESSING": "Being processed by a worker.",
  "quarry.v1.JobState.JOB_STATE_COMPLETED": "Finished.",
  "quarry.v1.JobState.JOB_STATE_FAILED": "Failed permanently, with an error.",
  "quarry.v1.Job": "A background job, which survives crashes.",
  "quarry.v1.Job.id": "Id of the job; can contain any printable character.",
  "quarry.v1.Job.kind":
    "Kind of work: `ingest` (processes a document), `purge` (removes deleted data from files, passages and vectors), or another kind listed in the guide on jobs.",
  "quarry.v1.Job.state": "Current state.",
  "quarry.v1.Job.stuck":
    "Whether the job is in processing and appears stuck: its worker has not renewed the lease for the duration of a lease, or has processed the job for more than 15 minutes and more than ten times as long as the last jobs of its kind took. The next free worker takes a job whose lease has expired. An index change can take hours, so only its lease counts.",
  "quarry.v1.Job.collection": "Name of the collection; null if it no longer exists.",
  "quarry.v1.Job.document_id": "Id of the document that the job processes; null for other jobs.",
  "quarry.v1.Job.filename": "File name of that document; null if there is none, or the document no longer exists.",
  "quarry.v1.Job.attempts": "Number of attempts started, including the current one.",
  "quarry.v1.Job.max_attempts": "Maximum number of attempts. Waiting for a provider does not use one up.",
  "quarry.v1.Job.error": "Error of the last failed attempt; null if none failed.",
  "quarry.v1.Job.created_at": "Creation time.",
  "quarry.v1.Job.due_at": "Time at which the job is or was due; the time of the next attempt while the job waits.",
  "quarry.v1.Job.started_at": "Start of the last attempt; null before the first.",
  "quarry.v1.Job.lease_until":
    "Expiry of the worker's lease unless the worker renews it; null unless the job is in processing.",
  "quarry.v1.Job.finished_at": "Time of completion or failure; null before.",
  "quarry.v1.Job.waits_for":
    "Name of the dependency that the job waits for, after releasing its slot to other jobs: an embedder, \"repair\" with the id of a collection, or the service's own storage. Null if it doesn't wait. The job resumes when the dependency answers. `due_at` is the latest time of the next check, and `error` is the dependency's error.",
  "quarry.v1.Job.waits_until":
    "Time at which the job stops waiting and fails; null if it doesn't wait, or waits without a time limit.",
  "quarry.v1.ListJobsRequest": "Selects the jobs to list.",
  "quarry.v1.ListJobsRequest.state": "Only jobs in this state.",
  "quarry.v1.ListJobsRequest.kind": "Only jobs of this kind.",
  "quarry.v1.ListJobsRequest.stuck": "Only jobs that appear stuck (see Job). Default false.",
  "quarry.v1.ListJobsRequest.limit": "Maximum number of jobs to return, 1 to 1,000. Default 100.",
  "quarry.v1.ListJobsRequest.offset": "Number of items to skip. Default 0.",
  "quarry.v1.ListJobsResponse": "A page of jobs.",
  "quarry.v1.ListJobsResponse.jobs": "Jobs of this page.",
  "quarry.v1.ListJobsResponse.total": "Total number of matches, over all pages.",
  "quarry.v1.ListJobsResponse.counts": "Number of jobs by state: of all jobs, or of the requested kind.",
  "quarry.v1.JobCounts": "Number of jobs by state. Finished jobs are counted for a day after their end.",
  "quarry.v1.JobCounts.queued": "Due.",
  "quarry.v1.JobCounts.waiting": "Scheduled for later.",
  "quarry.v1.JobCounts.processing": "Being processed by a worker.",
  "quarry.v1.JobCounts.completed": "Completed in the last day.",
  "quarry.v1.JobCounts.failed": "Failed in the last day and not processed again since.",
  "quarry.v1.JobCounts.stuck": "In processing and apparently stuck.",
  "quarry.v1.RequeueJobRequest": "Selects the job to run again.",
  "quarry.v1.RequeueJobRequest.id": "The job's id.",
  "quarry.v1.WebhookService": "Webhooks: receivers of document events, and the history of their deliveries.",
  "quarry.v1.WebhookService.CreateWebhook":
    "Registers a webhook. The response contains its secret, which is never shown again. At most 50 webhooks (409).",
  "quarry.v1.WebhookService.ListWebhooks": "Lists webhooks, oldest first.",
  "quarry.v1.WebhookService.GetWebhook": "Reads one webhook.",
  "quarry.v1.WebhookService.UpdateWebhook": "Changes a webhook. Fields that are not set keep their value.",
  "quarry.v1.WebhookService.DeleteWebhook": "Deletes a webhook.",
  "quarry.v1.WebhookService.ListWebhookDeliveries": "Lists the deliveries to a webhook, newest first.",
  "quarry.v1.WebhookService.TestWebhook":
    "Sends a `webhook.test` event to the webhook's URL, even if the webhook is inactive.",
  "quarry.v1.WebhookService.RedeliverWebhookDelivery":
    "Sends a finished delivery again, with the same id and body, so that the receiver can recognise a repetition. It goes to the webhook's current URL with a full set of attempts, and its outcome replaces the previous one. A pending delivery is already being sent (409); a delivery of an inactive webhook waits until the webhook is active. Extension.",
  "quarry.v1.EventType": "Type of an event sent to webhooks.",
  "quarry.v1.EventType.EVENT_TYPE_UNSPECIFIED": "Unspecified.",
  "quarry.v1.EventType.EVENT_TYPE_DOCUMENT_PROCESSING": "Processing of a document has started.",
  "quarry.v1.EventType.EVENT_TYPE_DOCUMENT_READY": "A document is processed and searchable.",
  "quarry.v1.EventType.EVENT_TYPE_DOCUMENT_FAILED": "Processing of a document failed.",
  "quarry.v1.EventType.EVENT_TYPE_WEBHOOK_TEST": "The test endpoint was called. Can't be subscribed to.",
  "quarry.v1.EventType.EVENT_TYPE_DOCUMENT_DELETED":
    "A document was deleted, by any caller and in any way, or because its `expires_at` has passed. Extension.",
  "quarry.v1.EventType.EVENT_TYPE_DOCUMENT_UNCHANGED":
    "A document was replaced with identical bytes, name and metadata, so nothing was done. Extension.",
  "quarry.v1.DeliveryStatus": "Status of a delivery.",
  "quarry.v1.DeliveryStatus.DELIVERY_STATUS_UNSPECIFIED": "Unspecified.",
  "quarry.v1.DeliveryStatus.DELIVERY_STATUS_PENDING": "Not sent yet, or waiting for a retry.",
  "quarry.v1.DeliveryStatus.DELIVERY_STATUS_DELIVERED": "The receiver answered with a 2xx status.",
  "quarry.v1.DeliveryStatus.DELIVERY_STATUS_FAILED": "All attempts failed.",
  "quarry.v1.CollectionNames": "Names of collections. In JSON it is the array itself.",
  "quarry.v1.CollectionNames.names": "Names of the collections.",
  "quarry.v1.EventTypes": "Types of events. In JSON it is the array itself.",
  "quarry.v1.EventTypes.types": "At least one type, except `webhook.test`.",
  "quarry.v1.Webhook": "A receiver of events.",
  "quarry.v1.Webhook.id": "The webhook's id.",
  "quarry.v1.Webhook.url": "URL that receives the events.",
  "quarry.v1.Webhook.events": "Types of the events that are sent.",
  "quarry.v1.Webhook.collections": "Only events of these collections are sent; null for all.",
  "quarry.v1.Webhook.description": "Description of its purpose; may be empty.",
  "quarry.v1.Webhook.active": "Whether events are sent.",
  "quarry.v1.Webhook.created_at": "Creation time.",
  "quarry.v1.Webhook.updated_at": "Time of the last change.",
  "quarry.v1.Webhook.secret": "Key of the HMAC-SHA256 signature. Only in the response to its creation.",
  "quarry.v1.CreateWebhookRequest": "A new webhook.",
  "quarry.v1.CreateWebhookRequest.url":
    "URL that receives the events: `https://`, or `http://` for localhost, 127.0.0.1 and [::1].",
  "quarry.v1.CreateWebhookRequest.events": "At least one type, except `webhook.test`.",
  "quarry.v1.CreateWebhookRequest.collections": "Only events of these collections are sent. Default, and null: all.",
  "quarry.v1.CreateWebhookRequest.description": "Description of its purpose. Default: empty.",
  "quarry.v1.ListWebhooksRequest": "Selects the webhooks to list.",
  "quarry.v1.ListWebhooksRequest.limit": "Maximum number of webhooks to return, 1 to 1,000. Default 100.",
  "quarry.v1.ListWebhooksRequest.offset": "Number of items to skip. Default 0.",
  "quarry.v1.ListWebhooksResponse": "A page of webhooks.",
  "quarry.v1.ListWebhooksResponse.webhooks": "Webhooks of this page, by creation time, then id.",
  "quarry.v1.ListWebhooksResponse.total": "Total number of items, over all pages.",
  "quarry.v1.GetWebhookRequest": "Selects the webhook to read.",
  "quarry.v1.GetWebhookRequest.id": "The webhook's id.",
  "quarry.v1.UpdateWebhookRequest":
    "Changes to a webhook. A field that is absent or null keeps its value, unless its description states otherwise.",
  "quarry.v1.UpdateWebhookRequest.id": "The webhook's id, which can't be changed.",
  "quarry.v1.UpdateWebhookRequest.url":
    "URL that receives the events: `https://`, or `http://` for localhost, 127.0.0.1 and [::1].",
  "quarry.v1.UpdateWebhookRequest.events": "New types of events, which replace the previous ones.",
  "quarry.v1.UpdateWebhookRequest.collections":
    "New collections, which replace the previous ones; a JSON null stands for all.",
  "quarry.v1.UpdateWebhookRequest.description": "Description of its purpose.",
  "quarry.v1.UpdateWebhookRequest.active": "Whether events are sent.",
  "quarry.v1.UpdateWebhookRequest.all_collections":
    'Removes the restriction to collections. Stands for `"collections": null`.',
  "quarry.v1.DeleteWebhookRequest": "Selects the webhook to delete.",
  "quarry.v1.DeleteWebhookRequest.id": "The webhook's id.",
  "quarry.v1.ListWebhookDeliveriesRequest": "Selects the webhook whose deliveries to list.",
  "quarry.v1.ListWebhookDeliveriesRequest.id": "The webhook's id.",
  "quarry.v1.ListWebhookDeliveriesRequest.limit": "Maximum number of deliveries to return, 1 to 1,000. Default 100.",
  "quarry.v1.ListWebhookDeliveriesRequest.offset": "Number of items to skip. Default 0.",
  "quarry.v1.ListWebhookDeliveriesResponse": "A page of deliveries.",
  "quarry.v1.ListWebhookDeliveriesResponse.deliveries": "Deliveries of this page, newest first.",
  "quarry.v1.ListWebhookDeliveriesResponse.total": "Total number of items, over all pages.",
  "quarry.v1.WebhookDelivery": "Delivery of one event to one webhook. Kept for 30 days.",
  "quarry.v1.WebhookDelivery.id": "UUID, the same on every attempt. Sent in the header X-Service-Delivery.",
  "quarry.v1.WebhookDelivery.webhook_id": "The webhook's id.",
  "quarry.v1.WebhookDelivery.event": "Type of the event.",
  "quarry.v1.WebhookDelivery.collection": "The collection's name; empty for a test.",
  "quarry.v1.WebhookDelivery.document_id": "The document's id; empty for a test.",
  "quarry.v1.WebhookDelivery.status": "Status of the delivery.",
  "quarry.v1.WebhookDelivery.attempts": "Number of attempts so far.",
  "quarry.v1.WebhookDelivery.response_status": "HTTP status of the last response; null if there was none.",
  "quarry.v1.WebhookDelivery.error": "Error of the last attempt; null if it did not fail.",
  "quarry.v1.WebhookDelivery.payload": "Body of the delivery.",
  "quarry.v1.WebhookDelivery.created_at": "Time of the event.",
  "quarry.v1.WebhookDelivery.next_attempt_at": "Time of the next attempt; null if there will be none.",
  "quarry.v1.WebhookDelivery.delivered_at": "Time of the successful delivery; null if it was not delivered.",
  "quarry.v1.TestWebhookRequest": "Selects the webhook to test.",
  "quarry.v1.TestWebhookRequest.id": "The webhook's id.",
  "quarry.v1.TestWebhookResponse": "Result of starting a test.",
  "quarry.v1.TestWebhookResponse.status": "Always `ok`.",
  "quarry.v1.TestWebhookResponse.message": "Human-readable description of what was done.",
  "quarry.v1.TestWebhookResponse.delivery_id": "Id of the delivery, which appears in the delivery history.",
  "quarry.v1.RedeliverWebhookDeliveryRequest": "Selects the delivery to send again.",
  "quarry.v1.RedeliverWebhookDeliveryRequest.id": "The webhook's id.",
  "quarry.v1.RedeliverWebhookDeliveryRequest.delivery_id": "The delivery's id.",
  "quarry.v1.KeyService":
    "Access keys with fewer rights than the API secret, created and revoked while the service runs. A key that is limited to specific collections can't use these calls (403), except WhoAmI. Extension.",
  "quarry.v1.KeyService.CreateKey":
    "Creates a key. The response contains the key, which is never shown again: the service stores only its digest. A name can't be reused (409). Extension.",
  "quarry.v1.KeyService.ListKeys":
    "Lists the keys of the configuration file, by name, then those created through the API, oldest first, including revoked ones. The API secret is not listed. Extension.",
  "quarry.v1.KeyService.RevokeKey":
    "Revokes a key permanently; a key can revoke itself. All servers refuse it within about a second. A key of the configuration file must be removed there (409). Extension.",
  "quarry.v1.KeyService.WhoAmI": "Returns the rights of the calling key or user token. Extension.",
  "quarry.v1.AccessScope": "Access level of a key. Each scope includes the previous ones.",
  "quarry.v1.AccessScope.ACCESS_SCOPE_UNSPECIFIED": "Unspecified.",
  "quarry.v1.AccessScope.ACCESS_SCOPE_READ": "Read and query.",
  "quarry.v1.AccessScope.ACCESS_SCOPE_WRITE": "Also upload, delete, reprocess and write vectors.",
  "quarry.v1.AccessScope.ACCESS_SCOPE_ADMIN":
    "Also create, change and delete collections, and manage webhooks and keys.",
  "quarry.v1.AccessKeySource": "Origin of a key.",
  "quarry.v1.AccessKeySource.ACCESS_KEY_SOURCE_UNSPECIFIED": "Unspecified. Never sent.",
  "quarry.v1.AccessKeySource.ACCESS_KEY_SOURCE_CONFIG": "The configuration file, section `apiKeys`.",
  "quarry.v1.AccessKeySource.ACCESS_KEY_SOURCE_DATABASE": "Created through the API while the service ran.",
  "quarry.v1.AccessKeyState": "State of a key.",
  "quarry.v1.AccessKeyState.ACCESS_KEY_STATE_UNSPECIFIED": "Unspecified. Never sent.",
  "quarry.v1.AccessKeyState.ACCESS_KEY_STATE_ACTIVE": "Valid.",
  "quarry.v1.AccessKeyState.ACCESS_KEY_STATE_EXPIRED": "Expired.",
  "quarry.v1.AccessKeyState.ACCESS_KEY_STATE_REVOKED": "Revoked.",
  "quarry.v1.TokenAlgorithm": "Signature algorithm of user tokens.",
  "quarry.v1.TokenAlgorithm.TOKEN_ALGORITHM_UNSPECIFIED": "Unspecified.",
  "quarry.v1.TokenAlgorithm.TOKEN_ALGORITHM_HS256": "HMAC with SHA-256: the signer and the service share a secret.",
  "quarry.v1.TokenAlgorithm.TOKEN_ALGORITHM_EDDSA": "Ed25519: the service has only the public key.",
  "quarry.v1.AccessKey": "A key with limited access.",
  "quarry.v1.AccessKey.name": "Name of the key in lists and in the log.",
  "quarry.v1.AccessKey.scope": "Access level.",
  "quarry.v1.AccessKey.collections": "Collections that the key has access to; null for all.",
  "quarry.v1.AccessKey.source": "Origin of the key.",
  "quarry.v1.AccessKey.state": "State of the key.",
  "quarry.v1.AccessKey.created_at": "Creation time; null for keys of the configuration file.",
  "quarry.v1.AccessKey.expires_at": "Expiry time; null for never.",
  "quarry.v1.AccessKey.revoked_at": "Time of the revocation; null if the key is not revoked.",
  "quarry.v1.AccessKey.key":
    "The key itself, used as a bearer token. Only in the response to its creation. For a signing key: the secret whose bytes sign tokens (HS256), or the private key, PKCS #8 in PEM (EdDSA, unless the public key was provided).",
  "quarry.v1.AccessKey.filter":
    "Access filter: only documents and passages that match it can be read or changed with this key. Empty for no restriction.",
  "quarry.v1.AccessKey.signing":
    "Algorithm with which the key signs user tokens; absent for other keys. A signing key gives no access by itself: its scope, collections and filter are the upper limit for its tokens, and its name is the `kid` in their header.",
  "quarry.v1.AccessKey.public_key": "Public key that verifies its tokens, SPKI in PEM. Only with EdDSA.",
  "quarry.v1.CreateKeyRequest": "A new key.",
  "quarry.v1.CreateKeyRequest.name":
    "1 to 64 letters, digits, `.`, `_` or `-`. Must never have been used before, not even by a revoked key.",
  "quarry.v1.CreateKeyRequest.scope": "Access level.",
  "quarry.v1.CreateKeyRequest.collections":
    "Collections that the key has access to; at least one. They need not exist yet. Default, and null: all.",
  "quarry.v1.CreateKeyRequest.expires_at": "Expiry time, in the future. Default, and null: never.",
  "quarry.v1.CreateKeyRequest.filter":
    "Access filter: only documents and passages that match it can be read or changed. It has the syntax of `filters`, over metadata and the system fields of whole documents (not `page`, `section`, `chunk_index`). Lists, counts, queries and single documents behave as if items that don't match did not exist, and a document or entry must match both before and after it is written. Not allowed with the scope `admin`. Default, and null: none.",
  "quarry.v1.CreateKeyRequest.signing":
    "Creates a key that signs user tokens: JWTs that a backend issues by itself, each with a scope (`read` or `write`), collections, a filter and an expiry time. Not allowed with the scope `admin`. Default, and null: an ordinary key.",
  "quarry.v1.CreateKeyRequest.public_key":
    "Public key for `signing` EdDSA, SPKI in PEM; its private key stays with you. Default, and null: the service generates the key pair, shows the private key once and stores only the public key.",
  "quarry.v1.ListKeysRequest": "Selects the keys to list.",
  "quarry.v1.ListKeysRequest.limit": "Maximum number of keys to return, 1 to 1,000. Default: all.",
  "quarry.v1.ListKeysRequest.offset": "Number of items to skip. Default 0.",
  "quarry.v1.ListKeysResponse": "The keys.",
  "quarry.v1.ListKeysResponse.keys": "All keys, or those of this page.",
  "quarry.v1.ListKeysResponse.total": "Total number of items, over all pages.",
  "quarry.v1.RevokeKeyRequest": "Selects the key to revoke.",
  "quarry.v1.RevokeKeyRequest.name": "The key's name.",
  "quarry.v1.WhoAmIRequest": "No parameters.",
  "quarry.v1.Identity": "Identity and rights of the caller.",
  "quarry.v1.Identity.name":
    "Name in the log: `api-secret`; `config:` or `key:` and the key's name; or `token:`, the signing key's name and, if the token has a subject, a slash and the subject.",
  "quarry.v1.Identity.scope": "Access level.",
  "quarry.v1.Identity.collections": "Names of the collections that the caller has access to; null for all.",
  "quarry.v1.Identity.filter":
    "Access filter, which documents and passages must match to be read or changed: the key's filter, or the token's filter combined with that of its signing key. Empty for no restriction.",
  "quarry.v1.Identity.expires_at": "Expiry time; null for never.",
  "quarry.v1.ModelService":
    "Models that run on the service's machine: they are downloaded, loaded without a restart, and used by collections. A model is identified by name, never by a path or an address: it is a model that Quarry knows, a folder in the service's models folder, or a configured model that needs no key. Keys limited to specific collections can't use these calls (403). Extension.",
  "quarry.v1.ModelService.ListModels":
    "Lists the known models, the models in the models folder and the loaded models, with the current or last use of a model. Extension.",
  "quarry.v1.ModelService.PrepareModel":
    "Starts to prepare a model: downloads it, installs the runtime if it is missing, loads the model and measures its speed. Collections can then use the model by name; it does not become the default, and no collection is changed. One model at a time (409). Extension.",
  "quarry.v1.ModelService.UseModel":
    "Makes the most recently prepared model the default for new collections, and starts to move the collections that it was prepared for: one after the other, each by an index change, while they remain available. Rerankers have no default: the collections use the reranker from then on. Fails with 409 if another model was prepared last, or none. Extension.",
  "quarry.v1.ModelService.CancelModelUse":
    "Cancels a preparation, or a move of collections including the current index change. Collections already moved are not moved back. Fails with 409 if nothing is running. Extension.",
  "quarry.v1.ModelService.RollBackModelUse":
    "Makes the previous embedder the default again, and starts to roll back the index changes of the moved collections, while their previous indexes are kept: for a day. Fails with 409 if there is nothing to roll back. Extension.",
  "quarry.v1.ModelUseState": "State of a model use.",
  "quarry.v1.ModelUseState.MODEL_USE_STATE_UNSPECIFIED": "Unspecified. Never sent.",
  "quarry.v1.ModelUseState.MODEL_USE_STATE_FETCHING": "Files are being downloaded or verified.",
  "quarry.v1.ModelUseState.MODEL_USE_STATE_INSTALLING": "The runtime is being installed.",
  "quarry.v1.ModelUseState.MODEL_USE_STATE_MEASURING": "The model is being loaded and measured.",
  "quarry.v1.ModelUseState.MODEL_USE_STATE_PREPARED": "The model is ready for use; `cost` contains the estimated cost.",
  "quarry.v1.ModelUseState.MODEL_USE_STATE_MOVING": "Collections are being moved.",
  "quarry.v1.ModelUseState.MODEL_USE_STATE_DONE":
    "The model is the default, and the collections are moved; `problems` lists the exceptions.",
  "quarry.v1.ModelUseState.MODEL_USE_STATE_CANCELLED": "Cancelled.",
  "quarry.v1.ModelUseState.MODEL_USE_STATE_FAILED": "Failed with the error in `error`.",
  "quarry.v1.ModelUseState.MODEL_USE_STATE_ROLLING_BACK": "Collections are being moved back.",
  "quarry.v1.ModelUseState.MODEL_USE_STATE_ROLLED_BACK":
    "The previous embedder is the default, and the collections are moved back; `problems` lists the exceptions.",
  "quarry.v1.ListModelsRequest": "No parameters.",
  "quarry.v1.ListModelsResponse": "Models, and the use of one of them.",
  "quarry.v1.ListModelsResponse.models": "Known models first, then folders, then other loaded models that need no key.",
  "quarry.v1.ListModelsResponse.use": "Current or last use of a model; absent if there was none.",
  "quarry.v1.LocalModel": "A model that can run on this machine.",
  "quarry.v1.LocalModel.name": "Name of the model, also used as `embedding_provider` of collections.",
  "quarry.v1.LocalModel.kind": "Embedder or reranker; absent for a folder that is not loaded.",
  "quarry.v1.LocalModel.languages": "Languages of a known model; empty for others.",
  "quarry.v1.LocalModel.licence": "Licence of a known model; empty for others.",
  "quarry.v1.LocalModel.megabytes": "Approximate size of a known model's files in MB; 0 for others.",
  "quarry.v1.LocalModel.is_present": "Whether its folder is in the models folder.",
  "quarry.v1.LocalModel.is_loaded": "Whether it is loaded and available to collections.",
  "quarry.v1.LocalModel.is_default": "Whether new collections use it.",
  "quarry.v1.PrepareModelRequest": "Model to prepare, and the collections to prepare it for.",
  "quarry.v1.PrepareModelRequest.name": "Name of the model.",
  "quarry.v1.PrepareModelRequest.collections": "Names of the collections to move, at most 1,000. Default: none.",
  "quarry.v1.PrepareModelRequest.all":
    "Whether to move all collections that have an embedding model; `collections` must then be empty. Default: false.",
  "quarry.v1.UseModelRequest": "Model to use.",
  "quarry.v1.UseModelRequest.name": "Name of the prepared model.",
  "quarry.v1.CancelModelUseRequest": "No parameters.",
  "quarry.v1.RollBackModelUseRequest": "No parameters.",
  "quarry.v1.ModelCost": "Estimated cost of using a model.",
  "quarry.v1.ModelCost.passages_per_second":
    "Measured number of passages per second, with this machine's current load and passages of the collections to move.",
  "quarry.v1.ModelCost.collections": "Number of collections to move.",
  "quarry.v1.ModelCost.documents": "Number of documents in these collections.",
  "quarry.v1.ModelCost.passages": "Number of passages in these collections.",
  "quarry.v1.ModelCost.seconds": "Estimated duration of the move, in seconds.",
  "quarry.v1.ModelCost.disk_bytes":
    "Estimated size of the new vectors, in bytes. The previous vectors are kept in addition for a day.",
  "quarry.v1.ModelUse": "Use of a model: its preparation, the move of collections to it, or the rollback.",
  "quarry.v1.ModelUse.name": "Name of the model.",
  "quarry.v1.ModelUse.state": "Current state.",
  "quarry.v1.ModelUse.progress": "Progress of the current step, 0 to 100.",
  "quarry.v1.ModelUse.detail": "File or collection being processed; empty if there is none.",
  "quarry.v1.ModelUse.error": "Error that ended it; null if there is none.",
  "quarry.v1.ModelUse.cost": "Estimated cost; null until it is measured.",
  "quarry.v1.ModelUse.warnings": "Warnings about the collections to move: languages that the model does not support.",
  "quarry.v1.ModelUse.done_count": "Number of collections that are moved or need no move.",
  "quarry.v1.ModelUse.total_count": "Number of collections to move.",
  "quarry.v1.ModelUse.problems": "Collections that could not be moved, each with the reason; the first 100.",
  "quarry.v1.ModelUse.started_at": "Start of the preparation, the move or the rollback.",
  "quarry.v1.OperationService":
    "Work on many documents or vectors that a filter selects. The selection is fixed at the start: later additions and changes don't affect it. Up to 1,000 items are processed before the response is sent; more become an operation, which runs in the background and continues after a crash. Extension.",
  "quarry.v1.OperationService.ListOperations":
    "Lists operations, newest first. Operations are kept for a week after they end.",
  "quarry.v1.OperationService.GetOperation": "Reads one operation.",
  "quarry.v1.OperationService.WatchOperation":
    "Streams the progress of an operation. Sends its current state first, then an update after each progress; the stream ends when the operation has ended.",
  "quarry.v1.OperationService.CancelOperation":
    "Cancels a running operation. Completed work is not undone. Fails with 409 if the operation has ended.",
  "quarry.v1.OperationService.DeleteDocuments":
    "Deletes the documents that match. They disappear from searches and lists immediately.",
  "quarry.v1.OperationService.UpdateDocuments":
    "Changes the metadata or expiry time of the documents that match, as PatchDocument does for one document. Nothing is parsed or embedded again.",
  "quarry.v1.OperationService.ReprocessDocuments":
    "Queues the documents that match to be parsed, chunked and embedded again. Existing chunks stay searchable until they are replaced.",
  "quarry.v1.OperationService.TruncateCollection":
    "Starts an operation that deletes all documents of a collection, in any status, and all entries that were written directly. It covers what exists at the time of the call and is accessible with the key. The collection and its settings remain.",
  "quarry.v1.OperationService.ReembedCollection":
    "Starts an operation that reprocesses all documents of a collection that are ready or failed and accessible with the key. Existing chunks stay searchable until they are replaced.",
  "quarry.v1.OperationKind": "Kind of an operation.",
  "quarry.v1.OperationKind.OPERATION_KIND_UNSPECIFIED": "Unspecified.",
  "quarry.v1.OperationKind.OPERATION_KIND_DELETE_DOCUMENTS": "Deletes documents.",
  "quarry.v1.OperationKind.OPERATION_KIND_REPROCESS_DOCUMENTS": "Reprocesses documents.",
  "quarry.v1.OperationKind.OPERATION_KIND_UPDATE_DOCUMENTS": "Changes the metadata or expiry times of documents.",
  "quarry.v1.OperationKind.OPERATION_KIND_DELETE_VECTORS":
    "Deletes entries that were written directly. Entries that meanwhile no longer exist, or were written again, count as done.",
  "quarry.v1.OperationKind.OPERATION_KIND_TRUNCATE": "Deletes documents, then entries that were written directly.",
  "quarry.v1.OperationState": "State of an operation.",
  "quarry.v1.OperationState.OPERATION_STATE_UNSPECIFIED": "Unspecified.",
  "quarry.v1.OperationState.OPERATION_STATE_RUNNING": "Running.",
  "quarry.v1.OperationState.OPERATION_STATE_COMPLETED":
    "Completed. `errors` lists the items that could not be processed.",
  "quarry.v1.OperationState.OPERATION_STATE_CANCELLED":
    "Cancelled, or ended because its collection was deleted. Completed work is not undone.",
  "quarry.v1.OperationState.OPERATION_STATE_FAILED": "Failed permanently; the last item of `errors` states the reason.",
  "quarry.v1.Operation": "Work on many documents or vectors that runs in the background.",
  "quarry.v1.Operation.id": "UUID.",
  "quarry.v1.Operation.collection": "Name of the collection when the operation started.",
  "quarry.v1.Operation.kind": "Kind of the operation.",
  "quarry.v1.Operation.state": "Current state.",
  "quarry.v1.Operation.total": "Number of items that matched at the start, or `limit` if that is less.",
  "quarry.v1.Operation.done": "Number of items that are done.",
  "quarry.v1.Operation.failed": "Number of items that could not be processed.",
  "quarry.v1.Operation.errors": "Items that could not be processed, with the reason; the first 100.",
  "quarry.v1.Operation.created_at": "Start time.",
  "quarry.v1.Operation.updated_at": "Time of the last progress.",
  "quarry.v1.Operation.finished_at": "End time; null while the operation runs.",
  "quarry.v1.WorkError": "Error of an item that could not be processed.",
  "quarry.v1.WorkError.document_id": "The document's id; empty if the error concerns all documents.",
  "quarry.v1.WorkError.error": "Error message.",
  "quarry.v1.WorkAnswer": "Result of a call on many documents.",
  "quarry.v1.WorkAnswer.matched": "Number of documents that match.",
  "quarry.v1.WorkAnswer.done":
    "Number of documents that are done. Absent for a dry run, and if an operation does the work.",
  "quarry.v1.WorkAnswer.errors": "Documents that could not be processed, with the reason.",
  "quarry.v1.WorkAnswer.operation":
    "Operation that does the work if there are more than 1,000 documents; the status is then 202. Absent otherwise.",
  "quarry.v1.DeleteDocumentsRequest": 'Selects the documents to delete. Either `filters` or `"all": true` is required.',
  "quarry.v1.DeleteDocumentsRequest.collection_name": "The collection's name.",
  "quarry.v1.DeleteDocumentsRequest.filters":
    "Only documents that match, in any status: a filter as in queries, over the fields that all chunks of a document share. Must not be empty.",
  "quarry.v1.DeleteDocumentsRequest.all":
    "Whether to select all documents of the collection, instead of `filters`. Default false.",
  "quarry.v1.DeleteDocumentsRequest.dry_run":
    "Whether to only return the number of matches, without changing anything. Default false.",
  "quarry.v1.DeleteDocumentsRequest.limit":
    "Maximum number of documents to process, oldest first. Default: all that match.",
  "quarry.v1.UpdateDocumentsRequest":
    'Selects the documents to change and specifies the changes. Requires either `filters` or `"all": true`, and `metadata` or `expires_at`.',
  "quarry.v1.UpdateDocumentsRequest.collection_name": "The collection's name.",
  "quarry.v1.UpdateDocumentsRequest.filters":
    "Only documents that match, in any status: a filter as in queries, over the fields that all chunks of a document share. Must not be empty.",
  "quarry.v1.UpdateDocumentsRequest.all":
    "Whether to select all documents of the collection, instead of `filters`. Default false.",
  "quarry.v1.UpdateDocumentsRequest.dry_run":
    "Whether to only return the number of matches, without changing anything. Default false.",
  "quarry.v1.UpdateDocumentsRequest.limit":
    "Maximum number of documents to process, oldest first. Default: all that match.",
  "quarry.v1.UpdateDocumentsRequest.metadata":
    "Changes to the metadata of each document, as a JSON Merge Patch (RFC 7396): members are added or replaced, objects are merged recursively, and null removes a member.",
  "quarry.v1.UpdateDocumentsRequest.expires_at":
    "Time at which the documents expire; in the future. A JSON null: never.",
  "quarry.v1.UpdateDocumentsRequest.clear_expires_at": 'Removes the expiry time. Stands for `"expires_at": null`.',
  "quarry.v1.ReprocessDocumentsRequest":
    'Selects the documents to reprocess. Either `filters` or `"all": true` is required.',
  "quarry.v1.ReprocessDocumentsRequest.collection_name": "The collection's name.",
  "quarry.v1.ReprocessDocumentsRequest.filters":
    "Only documents that match, in any status: a filter as in queries, over the fields that all chunks of a document share. Must not be empty.",
  "quarry.v1.ReprocessDocumentsRequest.all":
    "Whether to select all documents of the collection, instead of `filters`. Default false.",
  "quarry.v1.ReprocessDocumentsRequest.dry_run":
    "Whether to only return the number of matches, without changing anything. Default false.",
  "quarry.v1.ReprocessDocumentsRequest.limit":
    "Maximum number of documents to process, oldest first. Default: all that match.",
  "quarry.v1.TruncateCollectionRequest": "Selects the collection to empty.",
  "quarry.v1.TruncateCollectionRequest.collection_name": "The collection's name.",
  "quarry.v1.ReembedCollectionRequest": "Selects the collection whose documents to reprocess.",
  "quarry.v1.ReembedCollectionRequest.collection_name": "The collection's name.",
  "quarry.v1.ListOperationsRequest": "Selects the operations to list.",
  "quarry.v1.ListOperationsRequest.collection": "Only operations on this collection. Default: all.",
  "quarry.v1.ListOperationsRequest.limit": "Maximum number of operations to return, 1 to 1,000. Default 100.",
  "quarry.v1.ListOperationsRequest.offset": "Number of items to skip. Default 0.",
  "quarry.v1.ListOperationsResponse": "A page of operations.",
  "quarry.v1.ListOperationsResponse.operations": "Operations of this page, newest first.",
  "quarry.v1.ListOperationsResponse.total": "Total number of items, over all pages.",
  "quarry.v1.GetOperationRequest": "Selects the operation to read.",
  "quarry.v1.GetOperationRequest.id": "The operation's id.",
  "quarry.v1.WatchOperationRequest": "Selects the operation to watch.",
  "quarry.v1.WatchOperationRequest.id": "The operation's id.",
  "quarry.v1.CancelOperationRequest": "Selects the operation to cancel.",
  "quarry.v1.CancelOperationRequest.id": "The operation's id.",
  "quarry.v1.PlatformService":
    "The service as a whole: health, readiness, statistics, usage, embedding models and file types.",
  "quarry.v1.PlatformService.GetHealth": "Returns `ok` if the server is running.",
  "quarry.v1.PlatformService.GetReadiness":
    "Checks whether all systems that the service depends on are reachable and writable. If one is not, the status is HTTP 503, with the same body.",
  "quarry.v1.PlatformService.GetPlatformStats": "Returns counts over all collections, exact at the time of the call.",
  "quarry.v1.PlatformService.GetUsage":
    "Returns usage per day (UTC), by collection or by key; days without usage are omitted. Counts are written within 2 seconds and kept for 400 days. A key sees the usage of the collections that it has access to and, grouped by key, only its own; a key with the scope admin for all collections sees all keys. User tokens count for the key that signs them. Extension.",
  "quarry.v1.PlatformService.ListEmbeddingModels": "Lists the embedding models.",
  "quarry.v1.PlatformService.ListFileTypes":
    "Lists the file types accepted for upload: those with a configured parser, starting with the standard types of the API. Extension.",
  "quarry.v1.UsageGroup": "Grouping of usage.",
  "quarry.v1.UsageGroup.USAGE_GROUP_UNSPECIFIED": "The same as USAGE_GROUP_COLLECTION.",
  "quarry.v1.UsageGroup.USAGE_GROUP_COLLECTION": "By collection. Deleted collections are omitted.",
  "quarry.v1.UsageGroup.USAGE_GROUP_KEY": "By key.",
  "quarry.v1.GetHealthRequest": "No parameters.",
  "quarry.v1.Health": "Health of the server.",
  "quarry.v1.Health.status": "Always `ok`.",
  "quarry.v1.Health.version": "Version of the running service.",
  "quarry.v1.GetReadinessRequest": "No parameters.",
  "quarry.v1.Readiness": "Readiness of the service and of the systems that it depends on.",
  "quarry.v1.Readiness.status": "`ok`, or `degraded` if one of `database`, `vector_store` and `cache` is false.",
  "quarry.v1.Readiness.version": "Version of the running service.",
  "quarry.v1.Readiness.database":
    "Whether the relational database, the file storage and the folders that the service writes to are available.",
  "quarry.v1.Readiness.vector_store": "Whether the vector store is available.",
  "quarry.v1.Readiness.cache": "Whether the cache and queue store is available.",
  "quarry.v1.Readiness.reason":
    "Reason for the status `degraded`: for example a full disk, failing writes, or the name of a damaged index. Absent otherwise.",
  "quarry.v1.GetPlatformStatsRequest": "No parameters.",
  "quarry.v1.PlatformStats": "Counts over all collections.",
  "quarry.v1.PlatformStats.collections": "Number of collections.",
  "quarry.v1.PlatformStats.documents": "Document counts over all collections.",
  "quarry.v1.PlatformStats.webhooks": "Number of webhooks.",
  "quarry.v1.PlatformStats.queue": "Job counts of the processing queue.",
  "quarry.v1.DocumentTotals": "Document counts over all collections.",
  "quarry.v1.DocumentTotals.total": "Number of documents, in every status.",
  "quarry.v1.DocumentTotals.ready": "Number of searchable documents.",
  "quarry.v1.DocumentTotals.pending": "Number of documents waiting for processing.",
  "quarry.v1.DocumentTotals.processing": "Number of documents in processing.",
  "quarry.v1.DocumentTotals.failed": "Number of documents whose processing ended with an error.",
  "quarry.v1.DocumentTotals.total_chunks": "Number of live chunks.",
  "quarry.v1.DocumentTotals.total_tokens": "Number of tokens in the live chunks.",
  "quarry.v1.DocumentTotals.total_size_bytes": "Total size of the original files, in bytes.",
  "quarry.v1.QueueCounts": "Number of jobs in the processing queue, by state.",
  "quarry.v1.QueueCounts.queued": "Accepted and not finished: pending and processing together.",
  "quarry.v1.QueueCounts.completed": "Finished.",
  "quarry.v1.QueueCounts.failed": "Failed permanently.",
  "quarry.v1.QueueCounts.pending": "Waiting for a worker.",
  "quarry.v1.QueueCounts.processing": "Being processed by a worker.",
  "quarry.v1.GetUsageRequest": "Selects the usage to return.",
  "quarry.v1.GetUsageRequest.group_by": "Grouping. Default: collection.",
  "quarry.v1.GetUsageRequest.from": "First day, for example `2026-11-20`. Default: 29 days before the last day.",
  "quarry.v1.GetUsageRequest.to": "Last day. Default: today.",
  "quarry.v1.GetUsageRequest.limit":
    "Maximum number of items to return (one per day and group), 1 to 1,000. Default 1,000.",
  "quarry.v1.GetUsageRequest.offset": "Number of items to skip. Default 0.",
  "quarry.v1.Usage": "Usage per day.",
  "quarry.v1.Usage.days": "Usage, sorted by day, then by group.",
  "quarry.v1.Usage.total": "Total number of items, over all pages.",
  "quarry.v1.UsageDay": "Usage of a group on one day.",
  "quarry.v1.UsageDay.day": "Day, for example `2026-11-20`.",
  "quarry.v1.UsageDay.group": "Name of the collection, or name of the key as in the log.",
  "quarry.v1.UsageDay.requests":
    "Number of authorised API requests. A request that names several collections counts for each of them.",
  "quarry.v1.UsageDay.queries": "Number of answered queries. A query on several collections counts for each of them.",
  "quarry.v1.UsageDay.embedded_tokens":
    "Number of tokens sent to an embedder for the collection's documents and entries, without those served from the cache. Null by key, because an embedder works for a collection.",
  "quarry.v1.UsageDay.stored_bytes":
    "Total size of the original files in bytes, when the collection was last used on that day. Null by key.",
  "quarry.v1.ListEmbeddingModelsRequest": "Selects the embedding models to list.",
  "quarry.v1.ListEmbeddingModelsRequest.all":
    "Whether to include the models of all other configured embedders. Default false. Extension.",
  "quarry.v1.ListEmbeddingModelsResponse": "The embedding models.",
  "quarry.v1.ListEmbeddingModelsResponse.models": "Models, sorted by provider.",
  "quarry.v1.EmbeddingModel": "An embedding model.",
  "quarry.v1.EmbeddingModel.provider": "`provider_a`, `provider_b`, or the name of another configured embedder.",
  "quarry.v1.EmbeddingModel.model": "The model's name.",
  "quarry.v1.EmbeddingModel.dimension": "Length of its vectors, unless a collection requests a shorter one.",
  "quarry.v1.EmbeddingModel.description": "Description of the model and its use.",
  "quarry.v1.ListFileTypesRequest": "No parameters.",
  "quarry.v1.ListFileTypesResponse": "The supported file types.",
  "quarry.v1.ListFileTypesResponse.file_types":
    "Standard file types of the API in their order, then others in the order of the configuration.",
  "quarry.v1.FileType": "A supported file type.",
  "quarry.v1.FileType.extension": "File extension without the dot, in lower case.",
  "quarry.v1.FileType.media_type": "Media type used for downloads of original files.",
  "quarry.v1.QueryService": "Search and reranking.",
  "quarry.v1.QueryService.Query": "Searches one collection.",
  "quarry.v1.QueryService.MultiQuery": "Searches several collections and merges the results by score.",
  "quarry.v1.QueryService.BatchQuery":
    "Runs up to 20 independent queries. If one query is invalid, the whole request fails, with an error that names its index.",
  "quarry.v1.QueryService.Rerank":
    "Scores the relevance of texts to a query, with a configured reranker. The format is that of Cohere's and Jina's rerank APIs; their additional fields are ignored. Fails with 503 if the reranker does not answer within 10 seconds. Extension.",
  "quarry.v1.QueryRequest": "A query of one collection.",
  "quarry.v1.QueryRequest.collection_name": "The collection's name.",
  "quarry.v1.QueryRequest.query":
    "Query text in natural language; at most 32,768 characters, not blank. Required, except for a semantic query with a `vector`.",
  "quarry.v1.QueryRequest.top_k":
    "Maximum number of results, 1 to 1,000; for several collections, per collection. Default: the collection's default_top_k.",
  "quarry.v1.QueryRequest.filters":
    'Metadata filter: a field maps to a value, or to an object of operators such as `{"$gte": 2020}`. Operators: $eq $ne $gt $gte $lt $lte $in $nin $exists $contains $not_contains $and $or $not $nor. Default: no filter.',
  "quarry.v1.QueryRequest.min_score":
    "Minimum score of a result; scores are from 0 to 1. Default: the collection's default_min_score.",
  "quarry.v1.QueryRequest.search_mode": "Search mode. Default: the collection's default_search_mode.",
  "quarry.v1.QueryRequest.rerank":
    "Whether a reranking model sorts the results. Default: the collection's reranking_enabled.",
  "quarry.v1.QueryRequest.explain":
    "Adds component scores to each result, and timings to the response. Default false. Extension.",
  "quarry.v1.QueryRequest.expand":
    "Adds the text of this many neighbouring chunks on each side, 0 to 10. Default 0. Extension.",
  "quarry.v1.QueryRequest.alpha":
    "Weight of the semantic score in hybrid search, 0 to 1; the remainder is the weight of the keyword score. Other modes ignore it. Default: the collection's default_alpha. Extension.",
  "quarry.v1.QueryRequest.max_chunks_per_document":
    "Maximum number of results per document, 1 to 1,000; the next best results of other documents replace the rest. Default: no limit. Extension.",
  "quarry.v1.QueryRequest.diversity":
    "Weight of diversity, 0 to 1: results are sorted by relevance minus this fraction of their similarity to previous results. Scores don't change. Default 0: sorted by score alone. Extension.",
  "quarry.v1.QueryRequest.highlight":
    "Adds `highlights` to each result, the fragments of its text that match the query: true, or an object with limits. Default: no highlights. Extension.",
  "quarry.v1.QueryRequest.citations":
    "Adds `citation` to each result, its location: document, pages, section, range of the text and rectangles on the page. Default false. Extension.",
  "quarry.v1.QueryRequest.vector":
    "Query vector, used instead of an embedding of the query text: little-endian float32 values, as many as the collection's dimension; in JSON an array of numbers. A semantic query then needs no text; a hybrid query uses the text for keyword search. Without a text the mode is semantic. Extension.",
  "quarry.v1.QueryRequest.include":
    "Parts of the results to return. An omitted text is absent, omitted metadata is empty. Default: text and metadata. Extension.",
  "quarry.v1.QueryResponse": "Results of a query of one collection.",
  "quarry.v1.QueryResponse.results": "Results, best first.",
  "quarry.v1.QueryResponse.query": "Query text of the request.",
  "quarry.v1.QueryResponse.collection": "The collection's name.",
  "quarry.v1.QueryResponse.total": "Number of results in the response.",
  "quarry.v1.QueryResponse.timings": "Duration of each stage. Only with `explain`. Extension.",
  "quarry.v1.QueryResponse.explanation": "Interpretation of the query. Only with `explain`. Extension.",
  "quarry.v1.QueryResult": "A search result: a passage or a directly written entry.",
  "quarry.v1.QueryResult.id": "Id of the chunk or the entry.",
  "quarry.v1.QueryResult.text": "Text of the passage. Absent if `include` does not name it.",
  "quarry.v1.QueryResult.score": "Relevance score, 0 to 1; higher is more relevant.",
  "quarry.v1.QueryResult.document_id":
    "UUID of the document. For a directly written entry its `metadata.document_id`, or empty.",
  "quarry.v1.QueryResult.chunk_index": "Zero-based position in the document.",
  "quarry.v1.QueryResult.metadata": "Metadata of the chunk and its document.",
  "quarry.v1.QueryResult.collection": "Name of the collection. Only in results of multi-collection queries.",
  "quarry.v1.QueryResult.expanded_text":
    "Text together with the text of its neighbouring chunks. Only with `expand`. Extension.",
  "quarry.v1.QueryResult.explanation": "Components of the score. Only with `explain`. Extension.",
  "quarry.v1.QueryResult.embedding":
    "Vector of the passage, normalised to unit length. Only if `include` names it; absent if the passage has none. Extension.",
  "quarry.v1.QueryResult.highlights": "Fragments of the text that match the query. Only with `highlight`. Extension.",
  "quarry.v1.QueryResult.citation":
    "Location in the document. Only with `citations`, and only for passages of documents. Extension.",
  "quarry.v1.QueryResult.links": "Links in the text, at most 64; absent if there are none. Extension.",
  "quarry.v1.Highlight": "Limits of the highlights of each result.",
  "quarry.v1.Highlight.fragments": "Maximum number of fragments per result, 1 to 10. Default 3.",
  "quarry.v1.Highlight.fragment_chars": "Maximum number of characters per fragment, 20 to 2,000. Default 200.",
  "quarry.v1.Highlights":
    "Highlighted fragments of a result, in the order of its text. Empty if the query matches only its title or headings.",
  "quarry.v1.Highlights.fragments": "Highlighted fragments.",
  "quarry.v1.HighlightedFragment": "A fragment of a result's text. Characters are Unicode code points.",
  "quarry.v1.HighlightedFragment.text": "The fragment, exactly as in the text.",
  "quarry.v1.HighlightedFragment.offset": "Number of characters of the result's text before the fragment.",
  "quarry.v1.HighlightedFragment.matches":
    "Ranges that match the query, in order. Matches follow the index: inflected and misspelt words and parts of compounds also match. Empty if the fragment is only the sentence closest to the query, as in a semantic search.",
  "quarry.v1.CharacterRange": "A range of characters.",
  "quarry.v1.CharacterRange.start": "First character, counted from 0 within the fragment.",
  "quarry.v1.CharacterRange.end": "End of the range (exclusive).",
  "quarry.v1.ScoreExplanation": "Components of a score. A component that was not used is null.",
  "quarry.v1.ScoreExplanation.semantic_score": "Score of the semantic branch, 0 to 1.",
  "quarry.v1.ScoreExplanation.semantic_rank": "One-based rank in the semantic branch.",
  "quarry.v1.ScoreExplanation.keyword_score": "Score of the keyword branch, 0 to 1.",
  "quarry.v1.ScoreExplanation.keyword_rank": "One-based rank in the keyword branch.",
  "quarry.v1.ScoreExplanation.fused_score": "Score of the fused ranking, 0 to 1.",
  "quarry.v1.ScoreExplanation.rerank_score": "Score of the reranker, 0 to 1.",
  "quarry.v1.ScoreExplanation.alpha": "Weight of the semantic score in the fused ranking, 0 to 1.",
  "quarry.v1.QueryExplanation": "Interpretation of a query.",
  "quarry.v1.QueryExplanation.corrections":
    "Words of the query that a collection does not contain, and the words that were searched for instead.",
  "quarry.v1.QueryExplanation.words_left_out":
    "Number of words at the end of the query that keyword search ignored, because the query has more than 1,000 distinct words. Models that read whole texts receive all of it.",
  "quarry.v1.QueryExplanation.unknown_filter_fields":
    "Fields of the filter that no passage accessible with the key has: in the collection, or in any of several collections.",
  "quarry.v1.QueryExplanation.lacking_collections":
    "Collections without a filter field that other collections have. Only in multi-collection queries.",
  "quarry.v1.LackingCollection": "A collection in which no passage has certain fields of the filter.",
  "quarry.v1.LackingCollection.collection": "The collection's name.",
  "quarry.v1.LackingCollection.fields": "Names of the fields.",
  "quarry.v1.QueryCorrection": "Spelling correction of a word of the query.",
  "quarry.v1.QueryCorrection.word": "Word of the query that the collection does not contain, in lower case.",
  "quarry.v1.QueryCorrection.replacement": "Word of the collection that was searched for instead.",
  "quarry.v1.QueryCorrection.collection": "Name of the collection. Only in multi-collection queries.",
  "quarry.v1.QueryTimings": "Duration of the stages of a query, in milliseconds. A stage that did not run is null.",
  "quarry.v1.QueryTimings.embed_ms": "Embedding the query.",
  "quarry.v1.QueryTimings.semantic_ms": "Vector search.",
  "quarry.v1.QueryTimings.keyword_ms": "Keyword search.",
  "quarry.v1.QueryTimings.rerank_ms": "Reranking.",
  "quarry.v1.QueryTimings.total_ms": "Total duration.",
  "quarry.v1.MultiQueryRequest": "A query of several collections.",
  "quarry.v1.MultiQueryRequest.query":
    "Query text in natural language; at most 32,768 characters, not blank. Required, except for a semantic query with a `vector`.",
  "quarry.v1.MultiQueryRequest.collections": "Names of the collections, at least one. Duplicate names count once.",
  "quarry.v1.MultiQueryRequest.top_k":
    "Maximum number of results, 1 to 1,000; for several collections, per collection. Default: the collection's default_top_k.",
  "quarry.v1.MultiQueryRequest.filters":
    'Metadata filter: a field maps to a value, or to an object of operators such as `{"$gte": 2020}`. Operators: $eq $ne $gt $gte $lt $lte $in $nin $exists $contains $not_contains $and $or $not $nor. Default: no filter.',
  "quarry.v1.MultiQueryRequest.min_score":
    "Minimum score of a result; scores are from 0 to 1. Default: the collection's default_min_score.",
  "quarry.v1.MultiQueryRequest.search_mode": "Search mode. Default: the collection's default_search_mode.",
  "quarry.v1.MultiQueryRequest.rerank":
    "Whether a reranking model sorts the results. Default: the collection's reranking_enabled.",
  "quarry.v1.MultiQueryRequest.explain":
    "Adds component scores to each result, and timings to the response. Default false. Extension.",
  "quarry.v1.MultiQueryRequest.expand":
    "Adds the text of this many neighbouring chunks on each side, 0 to 10. Default 0. Extension.",
  "quarry.v1.MultiQueryRequest.alpha":
    "Weight of the semantic score in hybrid search, 0 to 1; the remainder is the weight of the keyword score. Other modes ignore it. Default: the collection's default_alpha. Extension.",
  "quarry.v1.MultiQueryRequest.max_chunks_per_document":
    "Maximum number of results per document, 1 to 1,000; the next best results of other documents replace the rest. Default: no limit. Extension.",
  "quarry.v1.MultiQueryRequest.diversity":
    "Weight of diversity, 0 to 1: results are sorted by relevance minus this fraction of their similarity to previous results. Scores don't change. Default 0: sorted by score alone. Extension.",
  "quarry.v1.MultiQueryRequest.highlight":
    "Adds `highlights` to each result, the fragments of its text that match the query: true, or an object with limits. Default: no highlights. Extension.",
  "quarry.v1.MultiQueryRequest.citations":
    "Adds `citation` to each result, its location: document, pages, section, range of the text and rectangles on the page. Default false. Extension.",
  "quarry.v1.MultiQueryRequest.vector":
    "Query vector, used instead of an embedding of the query text: little-endian float32 values, as many as the collection's dimension; in JSON an array of numbers. A semantic query then needs no text; a hybrid query uses the text for keyword search. Without a text the mode is semantic. Extension.",
  "quarry.v1.MultiQueryRequest.include":
    "Parts of the results to return. An omitted text is absent, omitted metadata is empty. Default: text and metadata. Extension.",
  "quarry.v1.MultiQueryResponse": "Results of a query of several collections.",
  "quarry.v1.MultiQueryResponse.results": "Results of all collections, best first, each with its `collection`.",
  "quarry.v1.MultiQueryResponse.query": "Query text of the request.",
  "quarry.v1.MultiQueryResponse.total": "Number of results in the response.",
  "quarry.v1.MultiQueryResponse.timings": "Duration of each stage. Only with `explain`. Extension.",
  "quarry.v1.MultiQueryResponse.explanation": "Interpretation of the query. Only with `explain`. Extension.",
  "quarry.v1.BatchQueryRequest": "Several independent queries.",
  "quarry.v1.BatchQueryRequest.queries": "1 to 20 queries.",
  "quarry.v1.BatchQueryItem": "One query of a batch.",
  "quarry.v1.BatchQueryItem.collection": "The collection's name.",
  "quarry.v1.BatchQueryItem.query":
    "Query text in natural language; at most 32,768 characters, not blank. Required, except for a semantic query with a `vector`.",
  "quarry.v1.BatchQueryItem.top_k":
    "Maximum number of results, 1 to 1,000; for several collections, per collection. Default: the collection's default_top_k.",
  "quarry.v1.BatchQueryItem.filters":
    'Metadata filter: a field maps to a value, or to an object of operators such as `{"$gte": 2020}`. Operators: $eq $ne $gt $gte $lt $lte $in $nin $exists $contains $not_contains $and $or $not $nor. Default: no filter.',
  "quarry.v1.BatchQueryItem.min_score":
    "Minimum score of a result; scores are from 0 to 1. Default: the collection's default_min_score.",
  "quarry.v1.BatchQueryItem.search_mode": "Search mode. Default: the collection's default_search_mode.",
  "quarry.v1.BatchQueryItem.rerank":
    "Whether a reranking model sorts the results. Default: the collection's reranking_enabled.",
  "quarry.v1.BatchQueryItem.explain":
    "Adds component scores to each result, and timings to the response. Default false. Extension.",
  "quarry.v1.BatchQueryItem.expand":
    "Adds the text of this many neighbouring chunks on each side, 0 to 10. Default 0. Extension.",
  "quarry.v1.BatchQueryItem.alpha":
    "Weight of the semantic score in hybrid search, 0 to 1; the remainder is the weight of the keyword score. Other modes ignore it. Default: the collection's default_alpha. Extension.",
  "quarry.v1.BatchQueryItem.max_chunks_per_document":
    "Maximum number of results per document, 1 to 1,000; the next best results of other documents replace the rest. Default: no limit. Extension.",
  "quarry.v1.BatchQueryItem.diversity":
    "Weight of diversity, 0 to 1: results are sorted by relevance minus this fraction of their similarity to previous results. Scores don't change. Default 0: sorted by score alone. Extension.",
  "quarry.v1.BatchQueryItem.highlight":
    "Adds `highlights` to each result, the fragments of its text that match the query: true, or an object with limits. Default: no highlights. Extension.",
  "quarry.v1.BatchQueryItem.citations":
    "Adds `citation` to each result, its location: document, pages, section, range of the text and rectangles on the page. Default false. Extension.",
  "quarry.v1.BatchQueryItem.vector":
    "Query vector, used instead of an embedding of the query text: little-endian float32 values, as many as the collection's dimension; in JSON an array of numbers. A semantic query then needs no text; a hybrid query uses the text for keyword search. Without a text the mode is semantic. Extension.",
  "quarry.v1.BatchQueryItem.include":
    "Parts of the results to return. An omitted text is absent, omitted metadata is empty. Default: text and metadata. Extension.",
  "quarry.v1.BatchQueryResponse": "Results of several queries.",
  "quarry.v1.BatchQueryResponse.results": "One response per query, in the order of the queries.",
  "quarry.v1.RerankRequest": "Texts to score, and the query.",
  "quarry.v1.RerankRequest.query": "Query text that the documents are scored against.",
  "quarry.v1.RerankRequest.documents": "1 to 1,000 texts: strings, or objects with a `text`.",
  "quarry.v1.RerankRequest.model":
    "Model of a configured reranker, or name of a configured reranker. Default: the first model of the first reranker that is not missing a required key.",
  "quarry.v1.RerankRequest.top_n": "Maximum number of results, at least 1. Default: all documents.",
  "quarry.v1.RerankRequest.return_documents": "Adds its document to each result. Default false.",
  "quarry.v1.RerankDocument": "A text to score.",
  "quarry.v1.RerankDocument.text": "The text.",
  "quarry.v1.RerankResponse": "Texts sorted by relevance.",
  "quarry.v1.RerankResponse.id": "Id of the request, as in the response header `X-Request-Id`.",
  "quarry.v1.RerankResponse.model": "Model that computed the scores.",
  "quarry.v1.RerankResponse.results":
    "Results, most relevant first; of results with equal scores the earlier document first.",
  "quarry.v1.RerankResult": "Relevance of a text.",
  "quarry.v1.RerankResult.index": "Position of the text in `documents`, from 0.",
  "quarry.v1.RerankResult.relevance_score": "Relevance score, 0 to 1; higher is more relevant.",
  "quarry.v1.RerankResult.document": "The text. Only with `return_documents`.",
  "quarry.v1.RerankedDocument": "A scored text.",
  "quarry.v1.RerankedDocument.text": "The text.",
  "quarry.v1.TransferService": "Export and import of whole collections, as a stream of files.",
  "quarry.v1.TransferService.ExportCollection":
    "Sends a collection as a tar archive: its settings without keys, its documents with their files, passages and vectors, and the vectors that clients wrote. The collection can be written to during the export: everything that exists throughout is in the archive exactly once. The archive ends with `end.json`; an archive without it is truncated.",
  "quarry.v1.TransferService.ImportCollection":
    "Creates a collection from an archive that `ExportCollection` sent. The collection appears once the whole archive is stored and verified; if the archive is invalid, nothing is imported (400). Documents that were not ready are processed. Fails with 409 if the name or the id of a document is taken. The header `X-Embedding-Api-Key` sets an API key for the embedding provider.",
  "quarry.v1.ExportCollectionRequest": "Selects the collection to export.",
  "quarry.v1.ExportCollectionRequest.name": "The collection's name.",
  "quarry.v1.ExportCollectionResponse": "A message of an export.",
  "quarry.v1.ExportCollectionResponse.info": "Properties of the archive; always the first message.",
  "quarry.v1.ExportCollectionResponse.chunk": "Next bytes of the archive.",
  "quarry.v1.ExportCollectionResponse.message": "Payload of the message.",
  "quarry.v1.ArchiveInfo": "Properties of an archive.",
  "quarry.v1.ArchiveInfo.filename": "Suggested file name.",
  "quarry.v1.ArchiveInfo.media_type": "Media type of the archive.",
  "quarry.v1.ImportCollectionRequest": "A message of an import.",
  "quarry.v1.ImportCollectionRequest.header": "Options of the import; always the first message.",
  "quarry.v1.ImportCollectionRequest.chunk": "Next bytes of the archive.",
  "quarry.v1.ImportCollectionRequest.message": "Payload of the message.",
  "quarry.v1.ImportHeader": "Options of an import.",
  "quarry.v1.ImportHeader.name": "Name of the new collection.",
  "quarry.v1.ImportHeader.new_ids": "Whether documents get new ids. By default they keep their ids from the archive.",
  "quarry.v1.ImportHeader.reembed":
    "Whether documents are reprocessed from their files, with this server's default embedder. By default the vectors of the archive are imported, which requires the same embedding provider and model on this server.",
  "quarry.v1.ImportHeader.embedding_api_key":
    "API key for the embedding provider; stored encrypted, never returned. In HTTP it is the header `X-Embedding-Api-Key`.",
  "quarry.v1.VectorService":
    "Entries that clients write directly, without ingestion: vectors that they computed themselves, or texts. Chunks of documents are not entries.",
  "quarry.v1.VectorService.UpsertVectors":
    "Inserts or replaces whole entries by id. The call is atomic: if one entry is invalid, none is written. The next query includes them.",
  "quarry.v1.VectorService.GetVectors": "Returns the entries that exist among the given ids. Extension.",
  "quarry.v1.VectorService.ListVectors":
    "Lists a collection's entries, page by page, ordered by the time of their last write. Extension.",
  "quarry.v1.VectorService.CountVectors": "Returns the number of entries, or of those that match. Extension.",
  "quarry.v1.VectorService.UpdateVectors":
    "Changes the metadata of entries, of all or of none; their vectors and texts remain unchanged. The change is visible to the next query. Extension.",
  "quarry.v1.VectorService.DeleteVectors":
    "Deletes entries: those with the given ids, those that match a filter, or all. Unknown ids are not an error. With a filter or `all`, up to 1,000 entries are deleted before the response is sent; more become an operation, and the status is 202.",
  "quarry.v1.VectorEntry": "A vector with its id, text and metadata.",
  "quarry.v1.VectorEntry.id": "Id of the entry, unique in the collection. Must not be the id of a document's chunk.",
  "quarry.v1.VectorEntry.embedding":
    "Vector: little-endian float32 values, as many as the collection's dimension. In JSON an array of numbers. Vectors with NaN or infinite values and all-zero vectors are invalid. Required, unless `embed` is set.",
  "quarry.v1.VectorEntry.text": "Text that the vector represents. Default: empty.",
  "quarry.v1.VectorEntry.metadata":
    "Arbitrary metadata; query results return its `document_id` and `chunk_index`. Default: empty.",
  "quarry.v1.VectorEntry.embed":
    "For an entry without an `embedding`: true embeds its text with the collection's model; false stores it without a vector, so that only keyword search finds it. Extension.",
  "quarry.v1.UpsertVectorsRequest": "Entries to write.",
  "quarry.v1.UpsertVectorsRequest.collection_name": "The collection's name.",
  "quarry.v1.UpsertVectorsRequest.vectors":
    "1 to 10,000 entries. Of several entries with the same id the last is used.",
  "quarry.v1.UpsertVectorsRequest.on_conflict":
    "Action when an id already exists, as if the entries were written one after another. The call is atomic. Default: replace. Extension.",
  "quarry.v1.UpsertVectorsResponse": "Result of writing entries.",
  "quarry.v1.UpsertVectorsResponse.status": "Always `ok`.",
  "quarry.v1.UpsertVectorsResponse.upserted": "Number of ids that were inserted or replaced.",
  "quarry.v1.UpsertVectorsResponse.skipped":
    "Number of ids that already existed. Only with `on_conflict: skip`. Extension.",
  "quarry.v1.StoredVector": "A stored entry. Parts that were not requested are absent or empty.",
  "quarry.v1.StoredVector.id": "The entry's id.",
  "quarry.v1.StoredVector.text": "Text of the entry. Absent if `include` does not name it.",
  "quarry.v1.StoredVector.metadata": "Metadata of the entry.",
  "quarry.v1.StoredVector.has_embedding":
    "Whether the entry has a vector. Entries without one are found only by keyword search.",
  "quarry.v1.StoredVector.embedding":
    "Vector of the entry, normalised to unit length: little-endian float32, in JSON an array of numbers. Only if `include` names it.",
  "quarry.v1.GetVectorsRequest": "Selects the entries to return.",
  "quarry.v1.GetVectorsRequest.collection_name": "The collection's name.",
  "quarry.v1.GetVectorsRequest.ids":
    "1 to 1,000 ids. With embeddings the maximum is lower if the collection's dimension is above 1,048.",
  "quarry.v1.GetVectorsRequest.include": "Parts of the entries to return. Default: text and metadata.",
  "quarry.v1.GetVectorsResponse": "The entries that exist.",
  "quarry.v1.GetVectorsResponse.vectors": "Entries in the order of the ids. Ids that don't exist are omitted.",
  "quarry.v1.GetVectorsResponse.total": "Number of entries in the response.",
  "quarry.v1.ListVectorsRequest": "Selects the entries to list.",
  "quarry.v1.ListVectorsRequest.collection_name": "The collection's name.",
  "quarry.v1.ListVectorsRequest.filters": "Metadata filter, as in queries. Default: no filter.",
  "quarry.v1.ListVectorsRequest.limit": "Maximum number of entries per page, 1 to 1,000. Default 100.",
  "quarry.v1.ListVectorsRequest.cursor": "`next_cursor` of the previous page. Default: from the first entry.",
  "quarry.v1.ListVectorsRequest.include": "Parts of the entries to return. Default: text and metadata.",
  "quarry.v1.ListVectorsResponse": "A page of entries.",
  "quarry.v1.ListVectorsResponse.vectors":
    "Entries, ordered by the time of their last write. Pages before the last one can contain fewer than `limit` entries, or none.",
  "quarry.v1.ListVectorsResponse.next_cursor": "Cursor of the next page, for `cursor`; null on the last page.",
  "quarry.v1.CountVectorsRequest": "Selects the entries to count.",
  "quarry.v1.CountVectorsRequest.collection_name": "The collection's name.",
  "quarry.v1.CountVectorsRequest.filters": "Metadata filter, as in queries. Default: no filter.",
  "quarry.v1.CountVectorsResponse": "Number of entries.",
  "quarry.v1.CountVectorsResponse.count": "Number of entries that match.",
  "quarry.v1.UpdateVectorsRequest":
    "Selects the entries to change, by either `ids` or `filters`, and specifies the changes to their metadata.",
  "quarry.v1.UpdateVectorsRequest.collection_name": "The collection's name.",
  "quarry.v1.UpdateVectorsRequest.ids": "At most 1,000 ids. Unknown ids are not an error.",
  "quarry.v1.UpdateVectorsRequest.filters":
    "Metadata filter, as in queries; must not be empty. The call is refused if more than 1,000 entries match.",
  "quarry.v1.UpdateVectorsRequest.metadata":
    "Changes to the metadata, as a JSON Merge Patch (RFC 7396): members are added or replaced, objects are merged recursively, and null removes a member.",
  "quarry.v1.UpdateVectorsResponse": "Result of changing entries.",
  "quarry.v1.UpdateVectorsResponse.status": "Always `ok`.",
  "quarry.v1.UpdateVectorsResponse.updated": "Number of existing entries that were updated.",
  "quarry.v1.DeleteVectorsRequest":
    "Selects the entries to delete: exactly one of `ids`, `filters` and `all` is required.",
  "quarry.v1.DeleteVectorsRequest.collection_name": "The collection's name.",
  "quarry.v1.DeleteVectorsRequest.ids": "Ids of entries, at least one.",
  "quarry.v1.DeleteVectorsRequest.filters":
    "Metadata filter, as in queries, that selects the entries to delete; must not be empty. Extension.",
  "quarry.v1.DeleteVectorsRequest.all":
    "Whether to delete every entry. Chunks of documents are not affected. Extension.",
  "quarry.v1.DeleteVectorsRequest.limit":
    "Maximum number of entries to delete with `filters` or `all`; the entries that were written first are deleted first. Default: all that match. Extension.",
  "quarry.v1.DeleteVectorsRequest.dry_run":
    "Whether to only return the number of entries that match `filters` or `all`, without deleting them. Default false. Extension.",
  "quarry.v1.DeleteVectorsResponse": "Result of deleting entries.",
  "quarry.v1.DeleteVectorsResponse.status": "Always `ok`.",
  "quarry.v1.DeleteVectorsResponse.deleted":
    "Number of deleted entries. 0 for a dry run, and if an operation deletes them.",
  "quarry.v1.DeleteVectorsResponse.matched": "Number of entries that match. Only with `filters` or `all`. Extension.",
  "quarry.v1.DeleteVectorsResponse.operation":
    "Operation that deletes the entries if there are more than 1,000. Absent otherwise. Extension.",
};
