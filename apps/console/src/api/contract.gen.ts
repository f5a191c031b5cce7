// Made from the contract by `npm run generate`; don't edit.

export interface paths {
  "/health": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Answers when the server runs
     * @description Answers when the server runs. Needs no token.
     */
    get: operations["getHealth"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/health/ready": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Tells whether everything it needs can be reached and written to
     * @description Tells whether everything it needs can be reached and written to. HTTP 503, with the same body, when something can't. Needs no token.
     */
    get: operations["getReadiness"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/admin/config": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Reads the settings of the environment and the configuration of this process, as they are in effect
     * @description Reads the settings of the environment and the configuration of this process, as they are in effect. Extension. Needs a key with the scope `admin`.
     */
    get: operations["getConfiguration"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/admin/jobs": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lists jobs: failed and completed ones by their end, latest first, kept a day after it; waiting ones by the time they are due; those in processing by how long they are held, longest first; without a state, newest first
     * @description Lists jobs: failed and completed ones by their end, latest first, kept a day after it; waiting ones by the time they are due; those in processing by how long they are held, longest first; without a state, newest first. Needs a key with the scope `admin`.
     */
    get: operations["listJobs"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/admin/jobs/{id}/requeue": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Runs a failed job again, with fresh attempts
     * @description Runs a failed job again, with fresh attempts. For a document it does what reprocess does: the document is pending again, and the answer is the job of its new run. Only failed jobs (409): one that waits or runs goes on by itself, and a failed change of an index is started anew. Needs a key with the scope `admin`.
     */
    post: operations["requeueJob"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/admin/keys": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lists the keys of the configuration file, by name, then those made here, oldest first, revoked ones included
     * @description Lists the keys of the configuration file, by name, then those made here, oldest first, revoked ones included. The API secret is none of them. Extension. Needs a key with the scope `admin`.
     */
    get: operations["listKeys"];
    put?: never;
    /**
     * Makes a key
     * @description Makes a key. The answer shows it, once: the service keeps only its digest. A name is never used twice (409). Extension. Needs a key with the scope `admin`.
     */
    post: operations["createKey"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/admin/keys/{name}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Revokes a key for good, also the one that asks
     * @description Revokes a key for good, also the one that asks. Every server refuses it within about a second. A key of the configuration file is removed there, not here (409). Extension. Needs a key with the scope `admin`.
     */
    delete: operations["revokeKey"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/admin/models": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lists the known models, those in the models folder and those that are loaded, and reports the use of a model that is under way or was the last
     * @description Lists the known models, those in the models folder and those that are loaded, and reports the use of a model that is under way or was the last. Extension. Needs a key with the scope `admin`.
     */
    get: operations["listModels"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/admin/models/{name}/prepare": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Begins to fetch a model, to install the runtime where it is missing, to load the model and to measure it
     * @description Begins to fetch a model, to install the runtime where it is missing, to load the model and to measure it. The model can then be named by collections; it does not become the default, and no collection is changed. One model at a time (409). Extension. Needs a key with the scope `admin`.
     */
    post: operations["prepareModel"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/admin/models/{name}/use": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Makes the model that was prepared last the default for new collections, and begins to move the collections that it was prepared for: each by a change of its index, one after the other, while they answer
     * @description Makes the model that was prepared last the default for new collections, and begins to move the collections that it was prepared for: each by a change of its index, one after the other, while they answer. A reranker has no default: the collections rerank with it from then on. 409 where another model was prepared last, or none. Extension. Needs a key with the scope `admin`.
     */
    post: operations["useModel"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/admin/models/cancel": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Ends a preparation, or a move of collections with the change of an index that is under way
     * @description Ends a preparation, or a move of collections with the change of an index that is under way. Collections that were moved stay moved. 409 where nothing is under way. Extension. Needs a key with the scope `admin`.
     */
    post: operations["cancelModelUse"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/admin/models/rollback": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Makes the former embedder the default again, and begins to roll back the changes of the collections that were moved, as long as their former indexes are kept: a day
     * @description Makes the former embedder the default again, and begins to roll back the changes of the collections that were moved, as long as their former indexes are kept: a day. 409 where there is nothing to roll back. Extension. Needs a key with the scope `admin`.
     */
    post: operations["rollBackModelUse"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/admin/plugins": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lists the plugins that are loaded, and asks each how it is: all at once, none longer than 5 seconds
     * @description Lists the plugins that are loaded, and asks each how it is: all at once, none longer than 5 seconds. Extension. Needs a key with the scope `admin`.
     */
    get: operations["listPlugins"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/admin/webhooks": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lists webhooks, oldest first
     * @description Lists webhooks, oldest first. Needs a key with the scope `admin`.
     */
    get: operations["listWebhooks"];
    put?: never;
    /**
     * Registers a webhook
     * @description Registers a webhook. The answer shows its secret, once. At most 50 webhooks (409). Needs a key with the scope `admin`.
     */
    post: operations["createWebhook"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/admin/webhooks/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Reads one webhook
     * @description Reads one webhook. Needs a key with the scope `admin`.
     */
    get: operations["getWebhook"];
    /**
     * Changes a webhook; everything that is not given keeps its value
     * @description Changes a webhook; everything that is not given keeps its value. Needs a key with the scope `admin`.
     */
    put: operations["updateWebhook"];
    post?: never;
    /**
     * Deletes a webhook
     * @description Deletes a webhook. Needs a key with the scope `admin`.
     */
    delete: operations["deleteWebhook"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/admin/webhooks/{id}/deliveries": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lists what was sent to a webhook, newest first
     * @description Lists what was sent to a webhook, newest first. Needs a key with the scope `admin`.
     */
    get: operations["listWebhookDeliveries"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/admin/webhooks/{id}/deliveries/{delivery_id}/redeliver": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Sends a delivery that is over once more: the same delivery, with the same id and body, so that a receiver can tell it has seen it
     * @description Sends a delivery that is over once more: the same delivery, with the same id and body, so that a receiver can tell it has seen it. It goes to the webhook's present url with fresh attempts, and its outcome takes the place of the one before. One that is pending is on its way already (409); that of an inactive webhook waits until it is active. Extension. Needs a key with the scope `admin`.
     */
    post: operations["redeliverWebhookDelivery"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/admin/webhooks/{id}/test": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Sends a `webhook.test` event to the url, also when the webhook is inactive
     * @description Sends a `webhook.test` event to the url, also when the webhook is inactive. Needs a key with the scope `admin`.
     */
    post: operations["testWebhook"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/auth/whoami": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Returns what the calling key or user token may do
     * @description Returns what the calling key or user token may do. Extension. Needs a key with the scope `read`.
     */
    get: operations["whoAmI"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/batch/query": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Runs up to 20 independent queries
     * @description Runs up to 20 independent queries. One invalid query makes the whole request fail, naming its index. Needs a key with the scope `read`.
     */
    post: operations["batchQuery"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/collections": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lists collections, oldest first
     * @description Lists collections, oldest first. Needs a key with the scope `read`.
     */
    get: operations["listCollections"];
    put?: never;
    /**
     * Creates a collection
     * @description Creates a collection. A name that is taken is a conflict (409). Needs a key with the scope `admin`.
     */
    post: operations["createCollection"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/collections/{collection_name}/changes": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lists a collection's changes, newest first, and says where its index is
     * @description Lists a collection's changes, newest first, and says where its index is. Needs a key with the scope `read`.
     */
    get: operations["listChanges"];
    put?: never;
    /**
     * Starts a change
     * @description Starts a change. The next index is built in the background and answers when it is complete; until then the present one does. At most one change of a collection at a time (409). Needs a key with the scope `admin`.
     */
    post: operations["startChange"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/collections/{collection_name}/changes/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Reads one change: how far it is, and what ended it
     * @description Reads one change: how far it is, and what ended it. Needs a key with the scope `read`.
     */
    get: operations["getChange"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/collections/{collection_name}/changes/{id}/cancel": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Ends a change that has not switched, as if it had never been started
     * @description Ends a change that has not switched, as if it had never been started. Too late once it has switched (409). Needs a key with the scope `admin`.
     */
    post: operations["cancelChange"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/collections/{collection_name}/changes/{id}/rollback": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Starts the change back to the former index, for as long as it is kept: a day, or until the next change (409)
     * @description Starts the change back to the former index, for as long as it is kept: a day, or until the next change (409). What was written since the switch is brought there first, so that nothing is lost. The answer is the change back. Needs a key with the scope `admin`.
     */
    post: operations["rollBackChange"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/collections/{collection_name}/documents": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lists documents: all, or those that match what is given; oldest first, or as `sort` says
     * @description Lists documents: all, or those that match what is given; oldest first, or as `sort` says. Needs a key with the scope `read`.
     */
    get: operations["listDocuments"];
    put?: never;
    /**
     * Takes a file in
     * @description Takes a file in. Answers with the document in status `pending`, when bytes and record are durable; processing follows. An unsupported file type is 400, a file over the maximum upload size 413. Needs a key with the scope `write`. As JSON: Takes in a text, chunks that were cut elsewhere, or the page at a URL, as JSON on the path that forms are sent to. Answers with the document in status `pending`, as an upload does. A page is fetched when its turn comes; processed again, its server is asked only whether it has changed. Extension. Needs a key with the scope `write`.
     */
    post: operations["uploadDocument"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/collections/{collection_name}/documents/{document_id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Reads one document
     * @description Reads one document. Needs a key with the scope `read`.
     */
    get: operations["getDocument"];
    put?: never;
    post?: never;
    /**
     * Deletes a document and its vectors, in any status
     * @description Deletes a document and its vectors, in any status. It is unsearchable and invisible at once. Needs a key with the scope `write`.
     */
    delete: operations["deleteDocument"];
    options?: never;
    head?: never;
    /**
     * Changes what is said of a document, its bytes apart
     * @description Changes what is said of a document, its bytes apart. The next query, list and filter know it; nothing is read or embedded again, and a large document costs what a small one does. Works in any status. Extension. Needs a key with the scope `write`.
     */
    patch: operations["patchDocument"];
    trace?: never;
  };
  "/v1/collections/{collection_name}/documents/{document_id}/chunks": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lists the live chunks of a document, in order
     * @description Lists the live chunks of a document, in order. Needs a key with the scope `read`.
     */
    get: operations["listChunks"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/collections/{collection_name}/documents/{document_id}/file": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Sends the original file: first what describes it, then its bytes
     * @description Sends the original file: first what describes it, then its bytes. Needs a key with the scope `read`.
     */
    get: operations["downloadDocumentFile"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/collections/{collection_name}/documents/{document_id}/markdown": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Sends the whole document as GitHub Flavored Markdown in UTF-8: first what describes it, then the text
     * @description Sends the whole document as GitHub Flavored Markdown in UTF-8: first what describes it, then the text. Headings, lists, quotes, code and tables are what the file's reader took them for; in front of each page stands `<!-- page 3 -->`. Extension. Needs a key with the scope `read`.
     */
    get: operations["getDocumentMarkdown"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/collections/{collection_name}/documents/{document_id}/pages/{page}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Reads one page: its text, and its size as it is displayed
     * @description Reads one page: its text, and its size as it is displayed. A file without pages, and a page that it doesn't have, is 404. Extension. Needs a key with the scope `read`.
     */
    get: operations["getDocumentPage"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/collections/{collection_name}/documents/{document_id}/pages/{page}/image": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Sends a page's picture: first what describes it, then its bytes
     * @description Sends a page's picture: first what describes it, then its bytes. PDFs and images have them; a page that can't be drawn is 409. Pictures are drawn when they are asked for, in turn; where too many wait the answer is 429 or 503. Extension. Needs a key with the scope `read`.
     */
    get: operations["getDocumentPageImage"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/collections/{collection_name}/documents/{document_id}/progress": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Follows the processing of a document
     * @description Follows the processing of a document. First comes its last step; the stream ends after `complete` or `failed`. Needs a key with the scope `read`.
     */
    get: operations["watchDocumentProgress"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/collections/{collection_name}/documents/{document_id}/reprocess": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Queues a document to be parsed, chunked and embedded again
     * @description Queues a document to be parsed, chunked and embedded again. What was searchable stays so until it is replaced. Needs a key with the scope `write`.
     */
    post: operations["reprocessDocument"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/collections/{collection_name}/documents/{document_id}/tables": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lists the tables of a document in its order, each with its first rows
     * @description Lists the tables of a document in its order, each with its first rows. A document that was read before tables were kept is 409 until it is processed again. Extension. Needs a key with the scope `read`.
     */
    get: operations["listDocumentTables"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/collections/{collection_name}/documents/{document_id}/tables/{table}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Reads one table, or some of its rows
     * @description Reads one table, or some of its rows. One that the document doesn't have is 404. Extension. Needs a key with the scope `read`.
     */
    get: operations["getDocumentTable"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/collections/{collection_name}/documents/{document_id}/tables/{table}/csv": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Sends one table whole as CSV (RFC 4180) in UTF-8: the rows of its header, then all others
     * @description Sends one table whole as CSV (RFC 4180) in UTF-8: the rows of its header, then all others. Cells are what stands in the document, also where a spreadsheet would take them for a formula. Extension. Needs a key with the scope `read`.
     */
    get: operations["getDocumentTableCsv"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/collections/{collection_name}/documents/{document_id}/text": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Sends the whole text as it was read, in UTF-8: first what describes it, then the text
     * @description Sends the whole text as it was read, in UTF-8: first what describes it, then the text. `start_char` and `end_char` of chunks and pages count in it, in UTF-16 units. Between two pages a form feed stands in the place of the last line break; pages without text have none. Extension. Needs a key with the scope `read`.
     */
    get: operations["getDocumentText"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/collections/{collection_name}/documents/batch/delete": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Deletes up to 100 documents
     * @description Deletes up to 100 documents. What can't be deleted stands in `errors`; the rest is deleted. Needs a key with the scope `write`.
     */
    post: operations["batchDeleteDocuments"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/collections/{collection_name}/documents/batch/get": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Reads up to 100 documents
     * @description Reads up to 100 documents. Unknown ids are left out. Needs a key with the scope `read`.
     */
    post: operations["batchGetDocuments"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/collections/{collection_name}/documents/batch/progress": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Follows the processing of up to 100 documents: of each first its last step; the stream ends when all of them are ready or failed
     * @description Follows the processing of up to 100 documents: of each first its last step; the stream ends when all of them are ready or failed. An id that leads to no document is told as failed. Extension. Needs a key with the scope `read`.
     */
    get: operations["watchDocumentsProgress"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/collections/{collection_name}/documents/batch/status": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Reads the status of up to 100 documents
     * @description Reads the status of up to 100 documents. Unknown ids are left out. Needs a key with the scope `read`.
     */
    post: operations["batchGetDocumentStatuses"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/collections/{collection_name}/documents/batch/upload": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Takes up to 100 files in
     * @description Takes up to 100 files in. One bad file never spoils the others; when none is accepted the request is 400. Needs a key with the scope `write`.
     */
    post: operations["batchUploadDocuments"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/collections/{collection_name}/documents/delete": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Deletes the documents that match
     * @description Deletes the documents that match. They are unsearchable and invisible at once. Needs a key with the scope `write`.
     */
    post: operations["deleteDocuments"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/collections/{collection_name}/documents/duplicates": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lists documents that have the same bytes, in groups
     * @description Lists documents that have the same bytes, in groups. Extension. Needs a key with the scope `read`.
     */
    get: operations["listDuplicates"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/collections/{collection_name}/documents/external/{by_external_id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Reads one document
     * @description Reads one document. Needs a key with the scope `read`.
     */
    get: operations["getDocumentByExternalId"];
    put?: never;
    post?: never;
    /**
     * Deletes a document and its vectors, in any status
     * @description Deletes a document and its vectors, in any status. It is unsearchable and invisible at once. Needs a key with the scope `write`.
     */
    delete: operations["deleteDocumentByExternalId"];
    options?: never;
    head?: never;
    /**
     * Changes what is said of a document, its bytes apart
     * @description Changes what is said of a document, its bytes apart. The next query, list and filter know it; nothing is read or embedded again, and a large document costs what a small one does. Works in any status. Extension. Needs a key with the scope `write`.
     */
    patch: operations["patchDocumentByExternalId"];
    trace?: never;
  };
  "/v1/collections/{collection_name}/documents/reprocess": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Queues the documents that match to be parsed, chunked and embedded again
     * @description Queues the documents that match to be parsed, chunked and embedded again. What is searchable stays so until it is replaced. Needs a key with the scope `write`.
     */
    post: operations["reprocessDocuments"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/collections/{collection_name}/documents/update": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Changes what is said of the documents that match, as PatchDocument does for one; nothing is read or embedded again
     * @description Changes what is said of the documents that match, as PatchDocument does for one; nothing is read or embedded again. Needs a key with the scope `write`.
     */
    post: operations["updateDocuments"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/collections/{collection_name}/facets": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Counts the values that documents have in fields of their metadata, exactly: of all documents in any status, of those that match a filter, or of those that a query finds
     * @description Counts the values that documents have in fields of their metadata, exactly: of all documents in any status, of those that match a filter, or of those that a query finds. Extension. Needs a key with the scope `read`.
     */
    post: operations["countFacets"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/collections/{collection_name}/query": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Searches one collection
     * @description Searches one collection. Needs a key with the scope `read`.
     */
    post: operations["query"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/collections/{collection_name}/reembed": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Begins to process again all documents of a collection that are ready or failed, as far as the key may touch them
     * @description Begins to process again all documents of a collection that are ready or failed, as far as the key may touch them. What is searchable stays so until it is replaced. Needs a key with the scope `write`.
     */
    post: operations["reembedCollection"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/collections/{collection_name}/truncate": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Begins to delete all documents of a collection, in any status, and all entries that were written directly: those that there are now, as far as the key may touch them
     * @description Begins to delete all documents of a collection, in any status, and all entries that were written directly: those that there are now, as far as the key may touch them. The collection and its settings stay. Needs a key with the scope `write`.
     */
    post: operations["truncateCollection"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/collections/{collection_name}/vectors/count": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * How many entries there are, or match
     * @description How many entries there are, or match. Extension. Needs a key with the scope `read`.
     */
    post: operations["countVectors"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/collections/{collection_name}/vectors/delete": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Deletes entries: those with some ids, of which unknown ones are no error, those that match a filter, or all
     * @description Deletes entries: those with some ids, of which unknown ones are no error, those that match a filter, or all. Of those that match, up to 1,000 are deleted before the answer; more become an operation, and the status is 202. Needs a key with the scope `write`.
     */
    post: operations["deleteVectors"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/collections/{collection_name}/vectors/get": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * The entries that exist among some ids
     * @description The entries that exist among some ids. Extension. Needs a key with the scope `read`.
     */
    post: operations["getVectors"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/collections/{collection_name}/vectors/list": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * A collection's entries, page by page, in the order in which they were last written
     * @description A collection's entries, page by page, in the order in which they were last written. Extension. Needs a key with the scope `read`.
     */
    post: operations["listVectors"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/collections/{collection_name}/vectors/update": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Changes the metadata of entries, all of them or none: their vectors and texts stay as they are
     * @description Changes the metadata of entries, all of them or none: their vectors and texts stay as they are. The next query sees it. Extension. Needs a key with the scope `write`.
     */
    post: operations["updateVectors"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/collections/{collection_name}/vectors/upsert": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Inserts or replaces whole entries by id: all of them, or none when one is invalid
     * @description Inserts or replaces whole entries by id: all of them, or none when one is invalid. The next query sees them. Needs a key with the scope `write`.
     */
    post: operations["upsertVectors"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/collections/{name}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Reads one collection
     * @description Reads one collection. Needs a key with the scope `read`.
     */
    get: operations["getCollection"];
    /**
     * Changes what can be changed; everything that is not given keeps its value
     * @description Changes what can be changed; everything that is not given keeps its value. Needs a key with the scope `admin`.
     */
    put: operations["updateCollection"];
    post?: never;
    /**
     * Deletes a collection with all its documents and vectors
     * @description Deletes a collection with all its documents and vectors. Answers when nothing of it can be found any more. Needs a key with the scope `admin`.
     */
    delete: operations["deleteCollection"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/collections/{name}/analytics": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * How one collection was queried lately
     * @description How one collection was queried lately. Lags behind the queries by at most 5 seconds. Facets, and searches of people in the console, are no queries. Needs a key with the scope `read`.
     */
    get: operations["getCollectionAnalytics"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/collections/{name}/export": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Sends a collection as a tar archive: its settings without keys, its documents with their files, passages and vectors, and the vectors that clients wrote
     * @description Sends a collection as a tar archive: its settings without keys, its documents with their files, passages and vectors, and the vectors that clients wrote. The collection may be written to meanwhile: what is there all the time is in the archive exactly once. The archive ends with `end.json`; one without it was cut off. Needs a key with the scope `read`.
     */
    get: operations["exportCollection"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/collections/{name}/import": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Makes a new collection of an archive that `ExportCollection` sent
     * @description Makes a new collection of an archive that `ExportCollection` sent. It is there when all of the archive is stored and checked, and nothing of it is when anything is wrong with the archive (400). Documents that were not ready are processed. A name or a document's id that is taken is 409. An API key for the embedding provider stands in the header `X-Embedding-Api-Key`. Needs a key with the scope `admin`.
     */
    post: operations["importCollection"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/collections/{name}/stats": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Counts of one collection, exact at the moment of the call
     * @description Counts of one collection, exact at the moment of the call. Needs a key with the scope `read`.
     */
    get: operations["getCollectionStats"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/documents/{document_id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Reads one document by its id alone
     * @description Reads one document by its id alone. An id of a collection that the key may not touch is 404, as one that doesn't exist. Extension. Needs a key with the scope `read`.
     */
    get: operations["getDocumentById"];
    put?: never;
    post?: never;
    /**
     * Deletes a document by its id alone, as DeleteDocument does
     * @description Deletes a document by its id alone, as DeleteDocument does. Extension. Needs a key with the scope `write`.
     */
    delete: operations["deleteDocumentById"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/documents/{document_id}/chunks": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lists the live chunks of a document by its id alone, as ListChunks does
     * @description Lists the live chunks of a document by its id alone, as ListChunks does. Extension. Needs a key with the scope `read`.
     */
    get: operations["listChunksById"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/embeddings/models": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lists the embedding models
     * @description Lists the embedding models. Needs a key with the scope `read`.
     */
    get: operations["listEmbeddingModels"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/file-types": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lists the file types that uploads may have: those that a parser is configured for, the contract's own first
     * @description Lists the file types that uploads may have: those that a parser is configured for, the contract's own first. Extension. Needs a key with the scope `read`.
     */
    get: operations["listFileTypes"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/operations": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lists operations, newest first
     * @description Lists operations, newest first. They are kept for a week after their end. Needs a key with the scope `read`.
     */
    get: operations["listOperations"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/operations/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Reads one operation
     * @description Reads one operation. Needs a key with the scope `read`.
     */
    get: operations["getOperation"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/operations/{id}/cancel": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Ends an operation that runs
     * @description Ends an operation that runs. What is done stays done. 409 for one that has ended. Needs a key with the scope `write`.
     */
    post: operations["cancelOperation"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/operations/{id}/progress": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Follows an operation: first as it is now, then whenever it has got on; the stream ends when it has ended
     * @description Follows an operation: first as it is now, then whenever it has got on; the stream ends when it has ended. Needs a key with the scope `read`.
     */
    get: operations["watchOperation"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/query": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Searches several collections; the results are merged by score
     * @description Searches several collections; the results are merged by score. Needs a key with the scope `read`.
     */
    post: operations["multiQuery"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/rerank": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Judges how relevant texts are to a query, with a reranker of the server's configuration
     * @description Judges how relevant texts are to a query, with a reranker of the server's configuration. The shape is that of Cohere's and Jina's rerank APIs; further fields of theirs are ignored. 503 where the reranker gives no answer in 10 seconds. Extension. Needs a key with the scope `read`.
     */
    post: operations["rerank"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/stats": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Counts over all collections, exact at the moment of the call
     * @description Counts over all collections, exact at the moment of the call. Needs a key with the scope `read`.
     */
    get: operations["getPlatformStats"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/usage": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Returns what was used by day (UTC), by collection or by key: days on which something was
     * @description Returns what was used by day (UTC), by collection or by key: days on which something was. Counts are written within 2 seconds and kept for 400 days. A key sees the collections that it may touch, and of keys itself; a key with the scope admin for all collections sees all keys. User tokens count for the key that signs them. Extension. Needs a key with the scope `read`.
     */
    get: operations["getUsage"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/vector-stores": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lists the vector stores of the server's configuration, and whether each answers now
     * @description Lists the vector stores of the server's configuration, and whether each answers now. Needs a key with the scope `read`.
     */
    get: operations["listVectorStores"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    /** @description A key with less than full access. */
    AccessKey: {
      /** @description The only collections it may touch; null for all. */
      collections: string[] | null;
      /**
       * Format: date-time
       * @description When it was made; null for those of the configuration file.
       */
      created_at: string | null;
      /**
       * Format: date-time
       * @description When it ends; null for never.
       */
      expires_at: string | null;
      /** @description Access filter: only documents and passages that match it can be read or changed with this key. Empty for all. */
      filter: {
        [key: string]: unknown;
      };
      /** @description The key itself, the bearer token. Only in the answer to its creation. Of a signing key the secret whose bytes sign (HS256), or the private key, PKCS #8 in PEM (EdDSA, unless the public key was given). */
      key?: string;
      /** @description Name in lists and in the log. */
      name: string;
      /** @description With EdDSA: the public key that its tokens are checked with, SPKI in PEM. */
      public_key?: string;
      /**
       * Format: date-time
       * @description When it was revoked; null when it was not.
       */
      revoked_at: string | null;
      /**
       * @description Its rights.
       *
       *     - `read`: Reads and queries.
       *     - `write`: Also uploads, deletes, reprocessing and vector writes.
       *     - `admin`: Also creating, changing and deleting collections, webhooks, and keys.
       * @enum {string}
       */
      scope: "read" | "write" | "admin";
      /**
       * @description How it signs user tokens; absent unless it does. Such a key opens nothing itself; scope, collections and filter are the most that its tokens may have, and its name is the `kid` of their header.
       *
       *     - `HS256`: HMAC with SHA-256: who signs and the service have the same secret.
       *     - `EdDSA`: Ed25519: the service has the public key alone.
       * @enum {string}
       */
      signing?: "HS256" | "EdDSA";
      /**
       * @description Where it was made.
       *
       *     - `config`: In the configuration file, section `apiKeys`.
       *     - `database`: Here, while the service ran.
       * @enum {string}
       */
      source: "config" | "database";
      /**
       * @description Whether it opens anything.
       *
       *     - `active`: It does.
       *     - `expired`: Its time is over.
       *     - `revoked`: It was revoked.
       * @enum {string}
       */
      state: "active" | "expired" | "revoked";
    };
    /** @description The course of a collection's queries over the last 30 days, and those that found nothing. */
    AnalyticsDetail: {
      /** @description The 10 queries that most often found nothing, most often first. */
      empty_queries: components["schemas"]["QueryCount"][];
      /** @description Every hour that had a query, oldest first. */
      hours: components["schemas"]["AnalyticsHour"][];
    };
    /** @description The queries of one hour. */
    AnalyticsHour: {
      /**
       * Format: double
       * @description Mean time of a query inside the service, in milliseconds.
       */
      avg_latency_ms: number;
      /**
       * Format: double
       * @description Mean number of results.
       */
      avg_result_count: number;
      /**
       * Format: double
       * @description Mean score of the results, 0 to 1; 0 where there were none.
       */
      avg_score: number;
      /**
       * Format: int64
       * @description How many of these had no result.
       */
      empty_count: number;
      /**
       * Format: int64
       * @description Number of queries. A multi-collection query counts once per collection.
       */
      query_count: number;
      /**
       * Format: date-time
       * @description When the hour began; full hours are those of UTC.
       */
      start: string;
    };
    /** @description Averages over the queries of a time span; 0 where there were none. */
    AnalyticsPeriod: {
      /**
       * Format: double
       * @description Mean time of a query inside the service, in milliseconds.
       */
      avg_latency_ms: number;
      /**
       * Format: double
       * @description Mean number of results.
       */
      avg_result_count: number;
      /**
       * Format: double
       * @description Mean score of the results, 0 to 1.
       */
      avg_score: number;
      /**
       * Format: int64
       * @description Number of queries. A multi-collection query counts once per collection.
       */
      query_count: number;
    };
    /** @description A document that was made of a file within another one. */
    Attachment: {
      /** @description Its id: UUID. */
      document_id: string;
      /** @description Its file name. */
      filename: string;
    };
    /** @description Which documents to delete. */
    BatchDeleteDocumentsRequest: {
      /** @description 1 to 100 document ids; none where `external_ids` are given. */
      document_ids?: string[] | null;
      /** @description The callers' own ids of documents, beside or in place of document_ids: at most 100 of both. Extension. */
      external_ids?: string[] | null;
    };
    /** @description Result of a batch delete. */
    BatchDeleteDocumentsResponse: {
      /**
       * Format: int32
       * @description How many were deleted.
       */
      deleted: number;
      /** @description Documents that were not deleted, with the reason. */
      errors: components["schemas"]["DocumentError"][];
      /**
       * @description Always `ok`.
       * @constant
       */
      status: "ok";
    };
    /** @description Which documents to read. */
    BatchGetDocumentsRequest: {
      /** @description 1 to 100 document ids; none where `external_ids` are given. */
      document_ids?: string[] | null;
      /** @description The callers' own ids of documents, beside or in place of document_ids: at most 100 of both. Extension. */
      external_ids?: string[] | null;
    };
    /** @description Some documents. */
    BatchGetDocumentsResponse: {
      /** @description The documents that exist, in the order asked. */
      documents: components["schemas"]["Document"][];
      /**
       * Format: int32
       * @description How many there are.
       */
      total: number;
    };
    /** @description Whose status to read. */
    BatchGetDocumentStatusesRequest: {
      /** @description 1 to 100 document ids; none where `external_ids` are given. */
      document_ids?: string[] | null;
      /** @description The callers' own ids of documents, beside or in place of document_ids: at most 100 of both. Extension. */
      external_ids?: string[] | null;
    };
    /** @description The status of some documents. */
    BatchGetDocumentStatusesResponse: {
      /** @description The documents that exist, in the order asked. */
      documents: components["schemas"]["DocumentState"][];
      /**
       * Format: int32
       * @description How many there are.
       */
      total: number;
    };
    /** @description One query of a batch. */
    BatchQueryItem: {
      /**
       * Format: double
       * @description Weight of the semantic score in hybrid search, 0 to 1; the keyword score has the rest. Other modes ignore it. Default: the collection's default_alpha. Extension.
       */
      alpha?: number | null;
      /**
       * @description Adds to each result where it stands: document, pages, section, range of the text and rectangles on the page. Default false. Extension.
       * @default false
       */
      citations?: boolean | null;
      /** @description The collection's name. */
      collection: string;
      /**
       * Format: double
       * @description How much results are to differ from those before them, 0 to 1: results are ordered by relevance less this share of likeness. Scores stay what they are. Default 0, by score alone. Extension.
       */
      diversity?: number | null;
      /**
       * Format: int32
       * @description Adds the text of this many neighbouring chunks on each side, 0 to 10. Default 0. Extension.
       * @default 0
       */
      expand?: number | null;
      /**
       * @description Adds component scores to each result and timings beside them. Default false. Extension.
       * @default false
       */
      explain?: boolean | null;
      /** @description Metadata filter: a field maps to a value, or to an object of operators such as `{"$gte": 2020}`. Operators: $eq $ne $gt $gte $lt $lte $in $nin $exists $contains $not_contains $and $or $not $nor. Default: no filter. */
      filters?: {
        [key: string]: unknown;
      } | null;
      /** @description Shows in each result where it holds what was asked for, as `highlights`: true, or how much of it. Default: not. Extension. */
      highlight?: boolean | components["schemas"]["Highlight"] | null;
      /**
       * @description Parts that results hold; a text that is left out is absent, metadata is empty. Default: text and metadata. Extension.
       *
       *     - `embedding`: Its vector, of unit length as it is kept.
       *     - `text`: Its text.
       *     - `metadata`: Its metadata.
       */
      include?: ("embedding" | "text" | "metadata")[] | null;
      /**
       * Format: int32
       * @description Most results of one document, 1 to 1,000; the next best of other documents take the places. Default: no limit. Extension.
       */
      max_chunks_per_document?: number | null;
      /**
       * Format: double
       * @description Lowest score of a result; scores are from 0 to 1. Default: the collection's default_min_score.
       */
      min_score?: number | null;
      /** @description The question, in natural language; at most 32,768 characters, not blank. Required, except for a semantic query with a `vector`. */
      query?: string | null;
      /** @description Whether a reranking model orders the results. Default: the collection's reranking_enabled. */
      rerank?: boolean | null;
      /**
       * @description Default: the collection's default_search_mode.
       *
       *     - `semantic`: By meaning: similarity of embeddings.
       *     - `keyword`: By words: the keyword index.
       *     - `hybrid`: Both, fused into one ranking.
       * @enum {string|null}
       */
      search_mode?: "semantic" | "keyword" | "hybrid" | null;
      /**
       * Format: int32
       * @description Most results, 1 to 1,000; of several collections, of each. Default: the collection's default_top_k.
       */
      top_k?: number | null;
      /** @description The vector to search by, in the place of one that the service would make of the query: of the collection's dimension, little-endian float32, in JSON an array of numbers. A semantic query needs no text with it; a hybrid one takes the text for its words. Without a text the mode is semantic. Extension. */
      vector?: number[] | null;
    };
    /** @description Several independent queries. */
    BatchQueryRequest: {
      /** @description 1 to 20 queries. */
      queries: components["schemas"]["BatchQueryItem"][];
    };
    /** @description Results of several queries. */
    BatchQueryResponse: {
      /** @description One result set per query, in the order of the queries. */
      results: components["schemas"]["QueryResponse"][];
    };
    /** @description Result of a batch upload. */
    BatchUploadDocumentsResponse: {
      /** @description The accepted documents, in the order of their files. */
      documents: components["schemas"]["Document"][];
      /** @description The files that were not accepted. */
      errors: components["schemas"]["FileError"][];
      /**
       * Format: int32
       * @description How many were accepted.
       */
      total: number;
    };
    /** @description A range of characters. */
    CharacterRange: {
      /**
       * Format: int32
       * @description The character behind the last.
       */
      end: number;
      /**
       * Format: int32
       * @description The first character, from 0, of the fragment.
       */
      start: number;
    };
    /** @description A passage of a document. */
    Chunk: {
      /**
       * Format: int32
       * @description Zero-based position in the document.
       */
      chunk_index: number;
      /** @description Where it stands. Only with `citations`. Extension. */
      citation?: components["schemas"]["Citation"];
      /** @description The chunk's id. */
      id: string;
      /** @description The addresses behind its words, at most 64; absent where it has none. Extension. */
      links?: components["schemas"]["Link"][];
      /** @description The upload's metadata, and `document_id`, `page` (1-based, or null), `filename`, `file_type`, `section` (the headings above most of the text), `start_char`, `end_char`; also `title`, `author`, `file_created_at`, `file_modified_at`, `keywords`, `language` and the facts in `info.fields`, where the file says them and the upload's metadata does not. A chunk of a table has `table`, unless the upload's metadata has: which one of the document's it is, and which of its rows are in the text (`{"number": 3, "first_row": 41, "last_row": 80}`, from 1 on; the rows are null where it is the header alone); of several tables it is the one with most rows. A chunk that was given has what was given with it, and `own_fields`, the names of that: changing the document's metadata leaves them. */
      metadata: {
        [key: string]: unknown;
      };
      /** @description The chunk's text. */
      text: string;
    };
    /** @description Where a passage stands: what a quotation of it names, and what a viewer needs to show it. */
    Citation: {
      /** @description Where the range stands on its pages: the rectangles of its lines in their order, at most 64; neighbouring lines of one column with the same edges are one. None where that is not known: the format has no pages, or the document was read before it was kept; reprocessing brings them. */
      boxes: components["schemas"]["CitationBox"][];
      /** @description UUID of the document. */
      document_id: string;
      /**
       * Format: int32
       * @description Where it ends: the unit behind the last.
       */
      end?: number;
      /** @description The document's filename. */
      filename: string;
      /**
       * Format: int32
       * @description The page, slide, sheet or frame that the passage begins on, from 1; absent where the format has none.
       */
      page_from?: number;
      /**
       * Format: int32
       * @description The one that it ends on.
       */
      page_to?: number;
      /** @description The headings above most of it, outermost first. */
      section: string[];
      /** @description Where it was fetched from, or what the upload's metadata says of that; absent where nothing does. */
      source_url?: string;
      /**
       * Format: int32
       * @description Where its text begins in the document's text, in UTF-16 units from 0. The document's text is that of all its blocks (paragraphs, headings, rows) in order: between two items of a list and two rows of a table stands a line break, between others two. What a passage repeats in front, the header of a table that goes on, is not in the range. Absent where it is not known.
       */
      start?: number;
      /** @description Its title, as the file or the upload's metadata says it; absent where neither does. */
      title?: string;
    };
    /** @description A rectangle on a page, in shares of the page as it is displayed (turned and cropped as the file says), from its upper left corner. */
    CitationBox: {
      /**
       * Format: int32
       * @description The page, from 1; 1 for a picture.
       */
      page: number;
      /**
       * Format: double
       * @description Its left edge, 0 to 1.
       */
      x0: number;
      /**
       * Format: double
       * @description Its right edge, 0 to 1.
       */
      x1: number;
      /**
       * Format: double
       * @description Its upper edge, 0 to 1.
       */
      y0: number;
      /**
       * Format: double
       * @description Its lower edge, 0 to 1.
       */
      y1: number;
    };
    /** @description A named set of documents and vectors. */
    Collection: {
      /**
       * Format: int32
       * @description Overlap of neighbouring chunks, in tokens.
       */
      chunk_overlap: number;
      /**
       * Format: int32
       * @description Size of a chunk, in tokens.
       */
      chunk_size: number;
      /**
       * @description Chunking strategy. Absent where none was chosen: `sentence` applies. Extension.
       *
       *     - `sentence`: Sentences, packed until a chunk is full; small sections share one. The default.
       *     - `paragraph`: Paragraphs: one is cut only if no chunk could hold it.
       *     - `section`: Sections: every heading begins a chunk.
       *     - `page`: Pages: one chunk each where it fits, whatever headings it has.
       *     - `fixed`: Nothing: as many tokens as fit, cut between words.
       * @enum {string}
       */
      chunk_strategy?: "sentence" | "paragraph" | "section" | "page" | "fixed";
      /**
       * Format: date-time
       * @description When it was created.
       */
      created_at: string;
      /**
       * Format: double
       * @description Weight of the semantic score in hybrid search, 0 to 1, for a query that does not say. Absent where it is the embedder's own. Extension.
       */
      default_alpha?: number;
      /**
       * Format: double
       * @description Lowest score of a result, 0 to 1, for a query that does not say; null for none.
       */
      default_min_score: number | null;
      /**
       * @description Search mode of a query that does not say.
       *
       *     - `semantic`: By meaning: similarity of embeddings.
       *     - `keyword`: By words: the keyword index.
       *     - `hybrid`: Both, fused into one ranking.
       * @enum {string}
       */
      default_search_mode: "semantic" | "keyword" | "hybrid";
      /**
       * Format: int32
       * @description Results of a query that does not say how many.
       */
      default_top_k: number;
      /**
       * Format: int32
       * @description Seconds after which a document expires that came without an `expires_at`. Absent for never. Extension.
       */
      default_ttl_seconds?: number;
      /** @description Description of its purpose; may be empty. */
      description: string;
      /**
       * Format: int32
       * @description Length of each embedding vector.
       */
      dimension: number;
      /**
       * Format: int32
       * @description Number of documents, in every status.
       */
      document_count: number;
      /** @description The embedding model's name. */
      embedding_model: string;
      /** @description Embedding provider: `provider_a` (OpenAI), `provider_b` (Cohere), or the name of another configured embedder, such as the built-in offline one. */
      embedding_provider: string;
      /** @description Whether an embedding API key is stored. The key itself is never returned. */
      has_api_key: boolean;
      /** @description Whether a reranking API key is stored. The key itself is never returned. */
      has_reranking_api_key: boolean;
      /**
       * Format: uuid
       * @description UUID.
       */
      id: string;
      /** @description Arbitrary key-value pairs of the owner. */
      metadata: {
        [key: string]: unknown;
      };
      /** @description Unique name, case-sensitive. */
      name: string;
      /** @description Whether queries are reranked unless they say otherwise. */
      reranking_enabled: boolean;
      /** @description The reranking model's name. */
      reranking_model: string;
      /**
       * Format: date-time
       * @description When its settings last changed.
       */
      updated_at: string;
    };
    /** @description How one collection was queried lately. */
    CollectionAnalytics: {
      /** @description The collection's name. */
      collection: string;
      /** @description Absent unless the request asks for it. Extension. */
      detail?: components["schemas"]["AnalyticsDetail"];
      /** @description The last 7 days. */
      period_7d: components["schemas"]["AnalyticsPeriod"];
      /** @description The last 24 hours. */
      period_24h: components["schemas"]["AnalyticsPeriod"];
      /** @description The last 30 days. */
      period_30d: components["schemas"]["AnalyticsPeriod"];
      /** @description The 10 most frequent queries of the last 30 days, most frequent first. */
      top_queries: components["schemas"]["QueryCount"][];
    };
    /** @description Counts of one collection. */
    CollectionStats: {
      /** @description The collection's name. */
      collection: string;
      /**
       * Format: int32
       * @description Number of documents, in every status.
       */
      document_count: number;
      /** @description Documents by status. */
      status_counts: components["schemas"]["StatusCounts"];
      /**
       * Format: int64
       * @description Number of live chunks.
       */
      total_chunks: number;
      /**
       * Format: int64
       * @description Size of the original files, in bytes.
       */
      total_size_bytes: number;
      /**
       * Format: int64
       * @description Tokens of the live chunks.
       */
      total_tokens: number;
    };
    /** @description Configuration of this process, with the local models that were chosen since its start. */
    Configuration: {
      /** @description Path of the configuration file; null when there is none. */
      config_file: string | null;
      /** @description The sections of the configuration file, in the order of the reference. */
      sections: components["schemas"]["ConfigurationSection"][];
      /** @description The settings of the environment, in the order of the reference. */
      settings: components["schemas"]["ServiceSetting"][];
      /** @description Version of the running service. */
      version: string;
    };
    /** @description A section of the configuration, as it is in effect. */
    ConfigurationSection: {
      /** @description The section by its name, with defaults, secrets hidden; empty where nothing is set. */
      content: {
        [key: string]: unknown;
      };
      /** @description Description of its purpose. */
      description: string;
      /** @description Whether it differs from what stands without a file. */
      is_changed: boolean;
      /** @description Its name in the file. */
      name: string;
    };
    /** @description Fields whose values are counted, and the documents that are counted. */
    CountFacetsRequest: {
      /** @description The fields, 1 to 20, as filters name them: of the upload's metadata, or `filename`, `file_type`, `title`, `author`, `language`, `file_created_at`, `file_modified_at`, `keywords`, `created_at`, `external_id`, `content_hash`, `source_url`, `parent_id`, `expires_at`. */
      fields: string[];
      /** @description Only documents that match, in any status: a filter as of a query, over what a document's chunks share. Default: all. */
      filters?: {
        [key: string]: unknown;
      } | null;
      /**
       * Format: int32
       * @description Values of each field, the most frequent, 1 to 1,000. Default 10.
       * @default 10
       */
      limit?: number | null;
      /**
       * Format: double
       * @description Lowest score of the query's results. Default: the collection's default_min_score.
       */
      min_score?: number | null;
      /** @description Only documents that this query finds: those of its best 1,000 results within `filters`. Default: no query. */
      query?: string | null;
      /**
       * @description How the query looks for passages. Default: the collection's default_search_mode.
       *
       *     - `semantic`: By meaning: similarity of embeddings.
       *     - `keyword`: By words: the keyword index.
       *     - `hybrid`: Both, fused into one ranking.
       * @enum {string|null}
       */
      search_mode?: "semantic" | "keyword" | "hybrid" | null;
    };
    /** @description Facet counts, one for each field. */
    CountFacetsResponse: {
      /** @description One for each field, in their order. */
      facets: components["schemas"]["Facet"][];
      /**
       * Format: int32
       * @description How many documents were counted.
       */
      total: number;
    };
    /** @description Which entries to count. */
    CountVectorsRequest: {
      /** @description Metadata filter, as in queries. Default: no filter. */
      filters?: {
        [key: string]: unknown;
      } | null;
    };
    /** @description How many there are. */
    CountVectorsResponse: {
      /**
       * Format: int32
       * @description Entries that match.
       */
      count: number;
    };
    /** @description A new collection. */
    CreateCollectionRequest: {
      /**
       * Format: int32
       * @description Overlap of neighbouring chunks, in tokens, 0 to 5,000 and below chunk_size. Default 50.
       * @default 50
       */
      chunk_overlap?: number | null;
      /**
       * Format: int32
       * @description Size of a chunk, in tokens, 64 to 10,000. Default 512.
       * @default 512
       */
      chunk_size?: number | null;
      /**
       * @description Chunking strategy: `sentence`, `paragraph`, `section`, `page` or `fixed`. Default: sentence. Extension.
       *
       *     - `sentence`: Sentences, packed until a chunk is full; small sections share one. The default.
       *     - `paragraph`: Paragraphs: one is cut only if no chunk could hold it.
       *     - `section`: Sections: every heading begins a chunk.
       *     - `page`: Pages: one chunk each where it fits, whatever headings it has.
       *     - `fixed`: Nothing: as many tokens as fit, cut between words.
       * @default sentence
       * @enum {string|null}
       */
      chunk_strategy?: "sentence" | "paragraph" | "section" | "page" | "fixed" | null;
      /**
       * Format: double
       * @description Weight of the semantic score in hybrid search, 0 to 1, for a query that does not say. Default: the embedder's own. Extension.
       */
      default_alpha?: number | null;
      /**
       * Format: double
       * @description Lowest score of a result for a query that does not say. Default: none.
       */
      default_min_score?: number | null;
      /**
       * @description Search mode of a query that does not say. Default: semantic.
       *
       *     - `semantic`: By meaning: similarity of embeddings.
       *     - `keyword`: By words: the keyword index.
       *     - `hybrid`: Both, fused into one ranking.
       * @default semantic
       * @enum {string|null}
       */
      default_search_mode?: "semantic" | "keyword" | "hybrid" | null;
      /**
       * Format: int32
       * @description Results of a query that does not say how many, 1 to 1,000. Default 10.
       * @default 10
       */
      default_top_k?: number | null;
      /**
       * Format: int32
       * @description Seconds after which a document expires that comes without an `expires_at`, 1 to 2,000,000,000. Default: never. Extension.
       */
      default_ttl_seconds?: number | null;
      /**
       * @description Description of its purpose. Default: empty.
       * @default
       */
      description?: string | null;
      /**
       * Format: int32
       * @description Length of each embedding vector, 1 to 8,192. Default: the model's own.
       */
      dimension?: number | null;
      /** @description API key for the embedding provider; stored encrypted, never returned. Required for `provider_a` and `provider_b` unless the operator configured one for the whole server. */
      embedding_api_key?: string | null;
      /** @description The embedding model's name. Default: the server's. */
      embedding_model?: string | null;
      /** @description `provider_a` or `openai`, `provider_b` or `cohere`, or the name of another configured embedder. Default: the server's. */
      embedding_provider?: string | null;
      /** @description Arbitrary key-value pairs. Default: empty. */
      metadata?: {
        [key: string]: unknown;
      } | null;
      /** @description 1 to 128 characters: an ASCII letter, then ASCII letters, digits and underscores. */
      name: string;
      /** @description API key for the reranking provider; stored encrypted, never returned. */
      reranking_api_key?: string | null;
      /**
       * @description Whether queries are reranked unless they say otherwise. Default false.
       * @default false
       */
      reranking_enabled?: boolean | null;
      /**
       * @description The reranking model's name. Default `rerank-v3.5`.
       * @default rerank-v3.5
       */
      reranking_model?: string | null;
    };
    /** @description A document that is no file of the caller's: exactly one of `text`, `chunks` and `url` is given. */
    CreateDocumentRequest: {
      /** @description 1 to 10,000 chunks, which are taken as they are: not cut, not joined, in this order. */
      chunks?: components["schemas"]["GivenChunk"][] | null;
      /**
       * Format: date-time
       * @description When the document goes; in the future. Default: as the collection's `default_ttl_seconds` says.
       */
      expires_at?: string | null;
      /** @description The caller's own id of the document, unique in the collection: 1 to 512 bytes of UTF-8. Default: none. */
      external_id?: string | null;
      /** @description File name of the document. Its extension says how a `text` is read: .md, .txt, .html, .htm, .csv, .tsv, .xml or .json. Default: `text.md`, `chunks`, or the last part of the URL's path. */
      filename?: string | null;
      /**
       * Format: date-time
       * @description `updated_at` of the document that is to be replaced, as the caller read it: where it is another by now, nothing is done, and the answer is 412.
       */
      if_updated_at?: string | null;
      /** @description Metadata of the document. Default: empty. */
      metadata?: {
        [key: string]: unknown;
      } | null;
      /**
       * @description Action when a document already has that external id. Default: error.
       *
       *     - `error`: The call fails with 409, and nothing is written.
       *     - `skip`: The existing one stays.
       *     - `replace`: The existing one is replaced.
       * @default error
       * @enum {string|null}
       */
      on_conflict?: "error" | "skip" | "replace" | null;
      /**
       * @description Action when a document of the collection has the same bytes. Default: allow.
       *
       *     - `allow`: It is another document.
       *     - `skip`: The one that is there is the answer.
       *     - `error`: The one that comes is refused with 409, which names the other.
       * @default allow
       * @enum {string|null}
       */
      on_duplicate?: "allow" | "skip" | "error" | null;
      /** @description The document's text: Markdown, or what the extension of `filename` says. It is kept as a file in UTF-8. */
      text?: string | null;
      /** @description Address of a page or file, http:// or https://, which the service fetches. What it is, its bytes and the answer's media type say: text, HTML, or one of the file types of uploads. */
      url?: string | null;
    };
    /** @description A new key. */
    CreateKeyRequest: {
      /** @description The only collections it may touch, whether they exist yet or not; at least one. Default, and null: all. */
      collections?: string[] | null;
      /**
       * Format: date-time
       * @description When it ends, in the future. Default, and null: never.
       */
      expires_at?: string | null;
      /** @description Access filter: only documents and passages that match it can be read or changed. It is in the language of `filters`, over metadata and the system fields of whole documents (not `page`, `section`, `chunk_index`). Lists, counts, queries and single documents are as if there were nothing that does not match, and a document or entry that is written must match before and after. Not with the scope `admin`. Default, and null: none. */
      filter?: {
        [key: string]: unknown;
      } | null;
      /** @description 1 to 64 letters, digits, `.`, `_` or `-`. Never used before, not even by a key that was revoked. */
      name: string;
      /** @description With `signing` EdDSA: the public key, SPKI in PEM, of which nobody but you has the private one. Default, and null: the service makes the pair, shows the private key once and keeps the public one. */
      public_key?: string | null;
      /**
       * @description Its rights.
       *
       *     - `read`: Reads and queries.
       *     - `write`: Also uploads, deletes, reprocessing and vector writes.
       *     - `admin`: Also creating, changing and deleting collections, webhooks, and keys.
       * @enum {string|null}
       */
      scope?: "read" | "write" | "admin" | null;
      /**
       * @description Makes a key that signs user tokens: JWTs that a backend makes by itself, each with a scope (`read` or `write`), collections, a filter and an end. Not with the scope `admin`. Default, and null: an ordinary key.
       *
       *     - `HS256`: HMAC with SHA-256: who signs and the service have the same secret.
       *     - `EdDSA`: Ed25519: the service has the public key alone.
       * @enum {string|null}
       */
      signing?: "HS256" | "EdDSA" | null;
    };
    /** @description A new webhook. */
    CreateWebhookRequest: {
      /** @description Only events of these collections. Default, and null: all. */
      collections?: string[] | null;
      /**
       * @description Description of its purpose. Default: empty.
       * @default
       */
      description?: string | null;
      /**
       * @description At least one type, without `webhook.test`.
       *
       *     - `document.processing`: Processing of a document has started.
       *     - `document.ready`: A document is processed and searchable.
       *     - `document.failed`: Processing of a document failed.
       *     - `document.deleted`: A document was deleted, by whom and how ever, or its `expires_at` has come. Extension.
       *     - `document.unchanged`: A document was to be replaced by the same bytes, name and metadata: nothing was done. Extension.
       */
      events: (
        | "document.processing"
        | "document.ready"
        | "document.failed"
        | "document.deleted"
        | "document.unchanged"
      )[];
      /** @description `https://`, or `http://` for localhost, 127.0.0.1 and [::1]. */
      url: string;
    };
    /** @description Which documents to delete. Either `filters` or `"all": true` must be given. */
    DeleteDocumentsRequest: {
      /**
       * @description All documents of the collection, in the place of `filters`. Default false.
       * @default false
       */
      all?: boolean | null;
      /**
       * @description Only says how many match. Default false.
       * @default false
       */
      dry_run?: boolean | null;
      /** @description Only documents that match, in any status: a filter as of a query, over what a document's chunks share. Not empty. */
      filters?: {
        [key: string]: unknown;
      } | null;
      /**
       * Format: int32
       * @description Most documents to work on, those that came first. Default: all that match.
       */
      limit?: number | null;
    };
    /** @description Entries to delete: one of `ids`, `filters` and `all`. */
    DeleteVectorsRequest: {
      /** @description Whether every entry is deleted. Chunks of documents stay. Extension. */
      all?: boolean | null;
      /**
       * @description Only says how many match a filter, or are all. Default false. Extension.
       * @default false
       */
      dry_run?: boolean | null;
      /** @description A metadata filter that is not empty, as in queries: what matches is deleted. Extension. */
      filters?: {
        [key: string]: unknown;
      } | null;
      /** @description The ids, at least one. */
      ids?: string[] | null;
      /**
       * Format: int32
       * @description Most entries that are deleted by a filter, or of all, those that were written first. Default: all that match. Extension.
       */
      limit?: number | null;
    };
    /** @description Result of a deletion of entries. */
    DeleteVectorsResponse: {
      /**
       * Format: int32
       * @description How many entries there were of the ids, or were deleted by a filter or of all; 0 for a dry run, and where an operation does it.
       */
      deleted: number;
      /**
       * Format: int32
       * @description How many match. Only of a deletion by a filter or of all. Extension.
       */
      matched?: number;
      /** @description Operation that deletes them, where more than 1,000 are to be deleted. Absent otherwise. Extension. */
      operation?: components["schemas"]["Operation"];
      /**
       * @description Always `ok`.
       * @constant
       */
      status: "ok";
    };
    /** @description A file in a collection. */
    Document: {
      /**
       * Format: int32
       * @description Number of chunks; 0 until processed.
       */
      chunk_count: number;
      /**
       * Format: uuid
       * @description UUID of the collection.
       */
      collection_id: string;
      /** @description SHA-256 of the original file, in lower-case hex. Extension. */
      content_hash: string;
      /**
       * Format: date-time
       * @description When it was uploaded.
       */
      created_at: string;
      /** @description Why processing failed; null unless it did. */
      error_message: string | null;
      /**
       * Format: date-time
       * @description From this moment on the document is in no answer, and is removed. Absent for never. Extension.
       */
      expires_at?: string;
      /** @description The caller's own id, unique in the collection. Absent where it gave none. Extension. */
      external_id?: string;
      /**
       * Format: int64
       * @description Size of the original file, in bytes.
       */
      file_size: number;
      /** @description Extension without the dot, in lower case, for example `pdf`. */
      file_type: string;
      /** @description Original file name. */
      filename: string;
      /**
       * Format: uuid
       * @description UUID.
       */
      id: string;
      /** @description Properties of the file and details of its processing; null until it is processed. Only with `info`. Extension. */
      info?: components["schemas"]["DocumentInfo"] | null;
      /** @description The metadata given at upload. */
      metadata: {
        [key: string]: unknown;
      };
      /** @description The document that it was a file in (an attachment of a mail). Absent for what was uploaded by itself. Extension. */
      parent_id?: string;
      /** @description Where the text was fetched from. Absent for what was uploaded. Extension. */
      source_url?: string;
      /**
       * @description Where it stands.
       *
       *     - `pending`: Accepted and durable; processing has not started.
       *     - `processing`: Being parsed, chunked or embedded.
       *     - `ready`: Searchable.
       *     - `failed`: Processing ended with an error, which `error_message` tells.
       * @enum {string}
       */
      status: "pending" | "processing" | "ready" | "failed";
      /**
       * Format: date-time
       * @description When its record last changed.
       */
      updated_at: string;
    };
    /** @description Why a document was not deleted. */
    DocumentError: {
      /** @description The id as it was asked for, which may be an external one. */
      document_id: string;
      /** @description The reason. */
      error: string;
    };
    /** @description Properties that a file declares, counts of its pages, warnings, and the duration of its processing. */
    DocumentInfo: {
      /** @description The documents that were made of files within this one, in their order; empty when there are none. They go with it. */
      attachments: components["schemas"]["Attachment"][];
      /** @description Author; null when the file names none. */
      author: string | null;
      /**
       * Format: date-time
       * @description When the file says it was written; null when it doesn't.
       */
      created_at: string | null;
      /** @description Further facts of its format by name, each a text or a list of texts: of a mail `from`, `to`, `cc`, `subject`, `date`, `message_id`. Empty where the format has none. */
      fields: {
        [key: string]: unknown;
      };
      /** @description Keywords that the file names; empty when it names none. */
      keywords: string[];
      /** @description Language tag, for example `en` or `pt-BR`; null when the file has none. */
      language: string | null;
      /**
       * Format: date-time
       * @description When the file says it was last changed; null when it doesn't.
       */
      modified_at: string | null;
      /** @description How sure the text of each page is that was recognised in its picture, in their order; of more than 1,000 such pages the first. Empty where no page was read so, or that was before this was kept. */
      ocr_confidences: components["schemas"]["PageConfidence"][];
      /**
       * Format: int32
       * @description How many of the pages were read by recognising the text in their picture (OCR).
       */
      ocr_page_count: number;
      /**
       * Format: int32
       * @description Number of pages, slides, sheets or frames; null where the format has none.
       */
      page_count: number | null;
      /**
       * Format: int32
       * @description How many lines were left out because they repeat on many pages or count them: running headers and footers (each is kept once, on the first page that it stands on), and page numbers.
       */
      repeated_line_count: number;
      /** @description How long its processing took; null where it was processed before this was kept, or elsewhere. */
      timings: components["schemas"]["DocumentTimings"] | null;
      /** @description Title; null when the file has none. */
      title: string | null;
      /** @description Warnings: parts left out of the text, with the reason, and names in the metadata that are also fields of the service; empty when there are none. */
      warnings: string[];
    };
    /** @description A page of a document. */
    DocumentPage: {
      /**
       * Format: int32
       * @description Where it ends there; null where it is empty.
       */
      end_char: number | null;
      /**
       * Format: double
       * @description Height in points; null where the width is.
       */
      height: number | null;
      /**
       * Format: int32
       * @description Its number, from 1 on.
       */
      page: number;
      /**
       * Format: int32
       * @description How many the document has.
       */
      page_count: number;
      /**
       * Format: int32
       * @description Where it begins in the document's text, in UTF-16 units; null where it is empty.
       */
      start_char: number | null;
      /** @description Its text as it was read: without what stands on every page. Empty where nothing was read. */
      text: string;
      /** @description Whether the page goes on: a page, as a sheet may be one, is given up to its first million characters. */
      truncated: boolean;
      /**
       * Format: double
       * @description Width in points (72 to the inch) as it is displayed, turned and cropped; null where the file's pages have no pictures.
       */
      width: number | null;
    };
    /** @description A step of processing. */
    DocumentProgress: {
      /** @description The step, for humans; the error when processing failed. */
      message: string;
      /**
       * Format: double
       * @description 0 to 100.
       */
      progress: number;
      /**
       * @description `in_progress`, `completed` or `failed`.
       * @enum {string}
       */
      status: "in_progress" | "completed" | "failed";
      /**
       * @description `parsing`, `chunking`, `embedding`, `complete` or `failed`.
       * @enum {string}
       */
      step: "parsing" | "chunking" | "embedding" | "complete" | "failed";
    };
    /** @description A step of the processing of one of several documents. */
    DocumentsProgress: {
      /** @description The document's id. */
      document_id: string;
      /** @description The step, for humans; the error when processing failed. */
      message: string;
      /**
       * Format: double
       * @description 0 to 100.
       */
      progress: number;
      /**
       * @description `in_progress`, `completed` or `failed`.
       * @enum {string}
       */
      status: "in_progress" | "completed" | "failed";
      /**
       * @description `parsing`, `chunking`, `embedding`, `complete` or `failed`.
       * @enum {string}
       */
      step: "parsing" | "chunking" | "embedding" | "complete" | "failed";
    };
    /** @description The status of one document. */
    DocumentState: {
      /**
       * Format: int32
       * @description Number of chunks; 0 until processed.
       */
      chunk_count: number;
      /** @description Why processing failed; null unless it did. */
      error_message: string | null;
      /** @description The document's id. */
      id: string;
      /**
       * @description Where it stands.
       *
       *     - `pending`: Accepted and durable; processing has not started.
       *     - `processing`: Being parsed, chunked or embedded.
       *     - `ready`: Searchable.
       *     - `failed`: Processing ended with an error, which `error_message` tells.
       * @enum {string}
       */
      status: "pending" | "processing" | "ready" | "failed";
    };
    /** @description A table of a document. */
    DocumentTable: {
      /** @description Caption, where the document has one above the columns; null elsewhere. */
      caption: string | null;
      /** @description The rows of its header, from the top, up to some 65,000 characters; empty where it has none. */
      header: components["schemas"]["DocumentTableRow"][];
      /**
       * Format: int32
       * @description How many of its rows stand in front of these.
       */
      offset: number;
      /**
       * Format: int32
       * @description Page that it begins on, from 1 on; null where the file has no pages.
       */
      page_from: number | null;
      /**
       * Format: int32
       * @description Page that it ends on.
       */
      page_to: number | null;
      /**
       * Format: int32
       * @description How many it has in all, without those of the header.
       */
      row_count: number;
      /** @description Rows, from `offset` on. What goes over several columns or rows is named in each. */
      rows: components["schemas"]["DocumentTableRow"][];
      /** @description The headings that it stands under, outermost first. */
      section: string[];
      /**
       * Format: int32
       * @description Its number in the document, from 1 on.
       */
      table: number;
      /** @description Whether rows follow behind these: as many as were asked for are given, and those of some 260,000 characters at most (of a list, of each table 16,000). */
      truncated: boolean;
    };
    /** @description A row of a table. */
    DocumentTableRow: {
      /** @description Its cells, from the left as it is read. Those that are empty at its end are left out. */
      cells: string[];
    };
    /** @description How long the processing of a document took that made its chunks, in milliseconds. Steps go on beside each other, and each counts the time in which at least one part of the document was in it: their sum may be more or less than `total_ms`. */
    DocumentTimings: {
      /**
       * Format: double
       * @description Cutting the text into chunks.
       */
      cutting_ms: number;
      /**
       * Format: double
       * @description Embedding the chunks; waiting for the provider is part of it.
       */
      embedding_ms: number;
      /**
       * Format: double
       * @description Writing texts and words to the keyword index.
       */
      indexing_ms: number;
      /**
       * Format: double
       * @description Fetching its page, if it has a URL, and reading the file by its parser.
       */
      reading_ms: number;
      /**
       * Format: double
       * @description Writing vectors to the vector store.
       */
      storing_ms: number;
      /**
       * Format: double
       * @description The attempt, from its beginning until all was written. Waiting for a turn of the parsers is in it, and in no step.
       */
      total_ms: number;
      /**
       * Format: double
       * @description From when it was asked for (by an upload, by `reprocess`) until the attempt began that succeeded.
       */
      waiting_ms: number;
    };
    /** @description Documents of all collections. */
    DocumentTotals: {
      /**
       * Format: int32
       * @description Ended with an error.
       */
      failed: number;
      /**
       * Format: int32
       * @description Waiting for processing.
       */
      pending: number;
      /**
       * Format: int32
       * @description In processing.
       */
      processing: number;
      /**
       * Format: int32
       * @description Searchable.
       */
      ready: number;
      /**
       * Format: int32
       * @description Number of documents, in every status.
       */
      total: number;
      /**
       * Format: int64
       * @description Number of live chunks.
       */
      total_chunks: number;
      /**
       * Format: int64
       * @description Size of the original files, in bytes.
       */
      total_size_bytes: number;
      /**
       * Format: int64
       * @description Tokens of the live chunks.
       */
      total_tokens: number;
    };
    /** @description Documents of a collection that have the same bytes. */
    DuplicateGroup: {
      /** @description SHA-256 of the bytes, in lower-case hex. */
      content_hash: string;
      /** @description The documents, 2 to 100, the oldest first. */
      documents: components["schemas"]["Document"][];
      /** @description Whether there are more of them than these. */
      has_more: boolean;
    };
    /** @description Capabilities of an embedder. */
    EmbedderAbilities: {
      /**
       * @description Whether it needs a key of the provider's.
       *
       *     - `required`: It does nothing without one.
       *     - `optional`: It takes one.
       *     - `none`: It knows of none.
       * @enum {string}
       */
      credential: "required" | "optional" | "none";
      /**
       * Format: double
       * @description Weight of the semantic score in hybrid search, 0 to 1, where neither collection nor query says another.
       */
      default_alpha: number;
      /** @description Whether it learns from the texts of a collection. */
      learns: boolean;
      /**
       * Format: int64
       * @description Most texts of one call; null for no bound.
       */
      max_batch_texts: number | null;
      /**
       * Format: int64
       * @description Most tokens of one call; null for no bound.
       */
      max_batch_tokens: number | null;
      /** @description The models it is known to have, the default first. */
      models: components["schemas"]["EmbedderModel"][];
      /** @description Whether other models may be asked for. */
      other_models: boolean;
    };
    /** @description A model of an embedder. */
    EmbedderModel: {
      /** @description Description of the model and its use. */
      description: string;
      /**
       * Format: int32
       * @description Length of its vectors, unless another is asked for.
       */
      dimension: number;
      /**
       * Format: int32
       * @description Longest vector that may be asked for; null where only `dimension` may.
       */
      max_dimension: number | null;
      /**
       * Format: int64
       * @description Most tokens of one text; null for no bound.
       */
      max_input_tokens: number | null;
      /**
       * Format: int32
       * @description Shortest vector that may be asked for; null where only `dimension` may.
       */
      min_dimension: number | null;
      /** @description The model's name. */
      name: string;
    };
    /** @description A model that makes embeddings. */
    EmbeddingModel: {
      /** @description Description of the model and its use. */
      description: string;
      /**
       * Format: int32
       * @description Length of its vectors, unless a collection asks for a shorter one.
       */
      dimension: number;
      /** @description The model's name. */
      model: string;
      /** @description `provider_a`, `provider_b`, or the name of another configured embedder. */
      provider: string;
    };
    /** @description Values of one field, with the number of documents that have each. A list counts for each of its values. */
    Facet: {
      /**
       * Format: int32
       * @description How many documents have something in the field.
       */
      documents: number;
      /** @description The first of the strings that begin as dates of ISO 8601 do (`2026-08`). Absent where there are none. */
      earliest?: string;
      /** @description The field. */
      field: string;
      /** @description The last of them. Absent where there are none. */
      latest?: string;
      /**
       * Format: double
       * @description The greatest number. Absent where there are no numbers.
       */
      max?: number;
      /**
       * Format: double
       * @description The least number. Absent where there are no numbers.
       */
      min?: number;
      /**
       * Format: int32
       * @description How many documents have nothing there.
       */
      missing: number;
      /**
       * Format: int32
       * @description How many different values there are.
       */
      value_count: number;
      /** @description The most frequent values; of those with one count, in their order. */
      values: components["schemas"]["FacetValue"][];
    };
    /** @description A value and how many documents have it. One of the first three is there. */
    FacetValue: {
      /** @description The value, where it is true or false. */
      boolean?: boolean;
      /**
       * Format: int32
       * @description How many documents have it.
       */
      count: number;
      /**
       * Format: double
       * @description The value, where it is a number.
       */
      number?: number;
      /** @description The value, where it is a string. */
      string?: string;
    };
    /** @description Why a request failed. */
    Failure: {
      /** @description The kind of failure, for programs: stable, where `detail` is for people. */
      code: string;
      /** @description Names the field, what it got and what it may be. */
      detail: string;
    };
    /** @description Why a file was not accepted. */
    FileError: {
      /** @description The reason. */
      error: string;
      /** @description The file's name. */
      filename: string;
    };
    /** @description A file type that is read. */
    FileType: {
      /** @description The extension of its files, without the dot, in lower case. */
      extension: string;
      /** @description Media type that the original of a document is answered with. */
      media_type: string;
    };
    /** @description Which entries to get. */
    GetVectorsRequest: {
      /** @description 1 to 1,000 ids. With embeddings fewer, where the collection's dimension is above 1,048. */
      ids: string[];
      /**
       * @description Parts that the entries hold. Default: text and metadata.
       *
       *     - `embedding`: Its vector, of unit length as it is kept.
       *     - `text`: Its text.
       *     - `metadata`: Its metadata.
       */
      include?: ("embedding" | "text" | "metadata")[] | null;
    };
    /** @description The entries that exist. */
    GetVectorsResponse: {
      /**
       * Format: int32
       * @description How many there are here.
       */
      total: number;
      /** @description In the order of the ids; those that don't exist are left out. */
      vectors: components["schemas"]["StoredVector"][];
    };
    /** @description A chunk that was cut elsewhere. */
    GivenChunk: {
      /** @description Metadata of this chunk alone, beside the document's, which it goes before. Default: empty. */
      metadata?: {
        [key: string]: unknown;
      } | null;
      /**
       * Format: int32
       * @description The page that it is on, from 1. Default: none.
       */
      page?: number | null;
      /** @description The headings above it, the outermost first; they are embedded and indexed with the text. Default: none. */
      section?: string[] | null;
      /** @description The chunk's text: not blank, at most 10,000 tokens, and no more than the collection's embedding model takes. */
      text?: string | null;
    };
    /** @description The server runs. */
    Health: {
      /**
       * @description Always `ok`.
       * @constant
       */
      status: "ok";
      /** @description Version of the running service. */
      version: string;
    };
    /** @description How much of each result is shown. */
    Highlight: {
      /**
       * Format: int32
       * @description Most characters of a fragment, 20 to 2,000. Default 200.
       * @default 200
       */
      fragment_chars?: number | null;
      /**
       * Format: int32
       * @description Most fragments of a result, 1 to 10. Default 3.
       * @default 3
       */
      fragments?: number | null;
    };
    /** @description A fragment of a result's text. Characters are code points of Unicode. */
    HighlightedFragment: {
      /** @description Ranges that match the query, in order, as the index understands words: inflected, misspelt, as part of a compound. Empty where the fragment is only the sentence that is nearest to the query, as in a semantic search. */
      matches: components["schemas"]["CharacterRange"][];
      /**
       * Format: int32
       * @description How many characters of the result's text stand before it.
       */
      offset: number;
      /** @description The fragment, as it stands in the text. */
      text: string;
    };
    /** @description The caller, as the service knows it. */
    Identity: {
      /** @description The only collections it may touch, by name; null for all. */
      collections: string[] | null;
      /**
       * Format: date-time
       * @description When it ends; null for never.
       */
      expires_at: string | null;
      /** @description Filter that documents and passages match to be seen and touched: the key's filter, or the token's and that of its signing key together. Empty where it is for all. */
      filter: {
        [key: string]: unknown;
      };
      /** @description The name in the log: `api-secret`, `config:` or `key:` and the key's name, or `token:`, the signing key's name and, where the token has one, its subject after a slash. */
      name: string;
      /**
       * @description Its rights.
       *
       *     - `read`: Reads and queries.
       *     - `write`: Also uploads, deletes, reprocessing and vector writes.
       *     - `admin`: Also creating, changing and deleting collections, webhooks, and keys.
       * @enum {string}
       */
      scope: "read" | "write" | "admin";
    };
    /** @description A change of a collection's index. */
    IndexChange: {
      /** @description Name of the collection. */
      collection: string;
      /**
       * Format: date-time
       * @description When it was started.
       */
      created_at: string;
      /**
       * Format: int64
       * @description Passages looked at so far.
       */
      done_count: number;
      /** @description Error that ended a failed change; null for all others. */
      error: string | null;
      /**
       * Format: date-time
       * @description When it ended; null while it runs or can be rolled back.
       */
      finished_at: string | null;
      /** @description The index before. */
      from: components["schemas"]["IndexDescription"];
      /**
       * Format: uuid
       * @description UUID.
       */
      id: string;
      /**
       * @description Kind of the change.
       *
       *     - `model`: Embeds the stored texts with another model.
       *     - `store`: Copies the vectors to another store; nothing is embedded.
       *     - `repair`: Makes the index again where it is, of what is left: passages of the documents' originals, vectors of the texts.
       * @enum {string}
       */
      kind: "model" | "store" | "repair";
      /**
       * Format: int32
       * @description How far it is, 0 to 100; 100 when the next index answers.
       */
      progress: number;
      /** @description Result of a repair so far; null for all others. */
      repair: components["schemas"]["RepairReport"] | null;
      /** @description The change that this one takes back; null for all others. */
      rollback_of: string | null;
      /**
       * @description Where it stands.
       *
       *     - `building`: The next index is being built; the former one answers.
       *     - `verifying`: The next index is complete and is being compared; the former one answers.
       *     - `switched`: The next index answers; the former one is kept, and the change can be rolled back.
       *     - `done`: The next index answers; the former one is gone.
       *     - `cancelled`: Was cancelled; the former index answers.
       *     - `failed`: Ended with an error, which `error` tells; the former index answers.
       *     - `rolled_back`: Was rolled back; the former index answers again.
       *     - `restoring`: The passages are being made again of the documents' originals; until all are there, the collection answers 503.
       * @enum {string}
       */
      state: "building" | "verifying" | "switched" | "done" | "cancelled" | "failed" | "rolled_back" | "restoring";
      /** @description The index after. */
      to: components["schemas"]["IndexDescription"];
      /**
       * Format: int64
       * @description Passages that there were when it last began to count.
       */
      total_count: number;
      /**
       * Format: date-time
       * @description When it last got on.
       */
      updated_at: string;
    };
    /** @description Vector store and embedding model of an index. */
    IndexDescription: {
      /**
       * Format: int32
       * @description Length of each embedding vector.
       */
      dimension: number;
      /** @description The embedding model's name. */
      embedding_model: string;
      /** @description Embedding provider. */
      embedding_provider: string;
      /** @description Name of the vector store in the server's configuration. */
      vector_store: string;
    };
    /** @description A unit of work that survives crashes. */
    Job: {
      /**
       * Format: int32
       * @description Attempts begun, the one under way included.
       */
      attempts: number;
      /** @description Name of the collection; null when it is gone. */
      collection: string | null;
      /**
       * Format: date-time
       * @description When it was made.
       */
      created_at: string;
      /** @description Id of the document that it is about; null when it is about something else. */
      document_id: string | null;
      /**
       * Format: date-time
       * @description When it is due, or was: the time of the next attempt while it waits.
       */
      due_at: string;
      /** @description Error that ended the last failed attempt; null when none failed. */
      error: string | null;
      /** @description File name of that document; null when there is none, or it is gone. */
      filename: string | null;
      /**
       * Format: date-time
       * @description When it completed or failed; null before.
       */
      finished_at: string | null;
      /** @description Names the work; it may contain any printable character. */
      id: string;
      /** @description Kind of work: `ingest` (a document is processed), `purge` (deleted data is removed from files, passages and vectors), or another kind that the guide on jobs lists. */
      kind: string;
      /**
       * Format: date-time
       * @description Until when its worker holds it without giving a sign; null unless it is in processing.
       */
      lease_until: string | null;
      /**
       * Format: int32
       * @description How many attempts it has. Waiting for a provider takes none of them.
       */
      max_attempts: number;
      /**
       * Format: date-time
       * @description When its last attempt began; null before the first.
       */
      started_at: string | null;
      /**
       * @description Where it stands.
       *
       *     - `queued`: Due; the next free worker takes it.
       *     - `waiting`: Waits for its time: a retry after a failed attempt, or work that is for later.
       *     - `processing`: Held by a worker.
       *     - `completed`: Finished.
       *     - `failed`: Given up, with an error.
       * @enum {string}
       */
      state: "queued" | "waiting" | "processing" | "completed" | "failed";
      /** @description Whether it is in processing and looks stuck: its worker has not been heard of for the time of a lease, or holds it for more than 15 minutes and ten times as long as the last ones of its kind took. A job whose lease has run out is taken by the next free worker. A change of an index may take hours, so only its lease counts. */
      stuck: boolean;
      /** @description Name of the embedder that it waits for, having given its place to others; null when it doesn't. It is woken when the provider answers; `due_at` is when it looks again at the latest, `error` says what the provider said. */
      waits_for: string | null;
      /**
       * Format: date-time
       * @description Until when it waits for that before it fails; null when it doesn't wait, or has nothing to fail of yet.
       */
      waits_until: string | null;
    };
    /** @description Jobs by state, as far as they are kept: a day after their end. */
    JobCounts: {
      /**
       * Format: int32
       * @description Finished in the last day.
       */
      completed: number;
      /**
       * Format: int32
       * @description Given up in the last day, and not processed again since.
       */
      failed: number;
      /**
       * Format: int32
       * @description Held by a worker.
       */
      processing: number;
      /**
       * Format: int32
       * @description Due.
       */
      queued: number;
      /**
       * Format: int32
       * @description Jobs in processing that look stuck.
       */
      stuck: number;
      /**
       * Format: int32
       * @description Waiting for their time.
       */
      waiting: number;
    };
    /** @description A collection where no passage has some fields of the filter. */
    LackingCollection: {
      /** @description The collection's name. */
      collection: string;
      /** @description The fields. */
      fields: string[];
    };
    /** @description A link of a passage. */
    Link: {
      /** @description The words that it stands behind; empty where it has none in the text. */
      text: string;
      /** @description Its address, as the file has it: absolute, or relative to where the file is from. */
      url: string;
    };
    /** @description A page of changes. */
    ListChangesResponse: {
      /** @description The changes of this page, newest first. */
      changes: components["schemas"]["IndexChange"][];
      /** @description The index that answers now. */
      current: components["schemas"]["IndexDescription"];
      /**
       * Format: int32
       * @description How many there are in all.
       */
      total: number;
    };
    /** @description The live chunks of a document. */
    ListChunksResponse: {
      /** @description The chunks, by chunk_index. */
      chunks: components["schemas"]["Chunk"][];
      /**
       * Format: int32
       * @description How many the document has in all.
       */
      total: number;
    };
    /** @description A page of collections. */
    ListCollectionsResponse: {
      /** @description The collections of this page, by creation time, then id. */
      collections: components["schemas"]["Collection"][];
      /**
       * Format: int32
       * @description How many match in all.
       */
      total: number;
    };
    /** @description A page of documents. */
    ListDocumentsResponse: {
      /** @description The documents of this page, by creation time, then id. */
      documents: components["schemas"]["Document"][];
      /** @description Where the next page begins, for `cursor`. Absent on the last page, and where nothing but `status`, `failed_by`, `limit` and `offset` was asked for; to begin a walk by cursors, say a `sort`. Extension. */
      next_cursor?: string;
      /**
       * Format: int32
       * @description How many match in all.
       */
      total: number;
    };
    /** @description Tables of a document. */
    ListDocumentTablesResponse: {
      /** @description The tables, by their number. */
      tables: components["schemas"]["DocumentTable"][];
      /**
       * Format: int32
       * @description How many the document has in all.
       */
      total: number;
    };
    /** @description Documents that have the same bytes. */
    ListDuplicatesResponse: {
      /** @description The groups, in the order of their hashes. */
      groups: components["schemas"]["DuplicateGroup"][];
      /** @description Where the next page begins, for `cursor`. Absent on the last page. */
      next_cursor?: string;
    };
    /** @description The embedding models. */
    ListEmbeddingModelsResponse: {
      /** @description The models, by provider. */
      models: components["schemas"]["EmbeddingModel"][];
    };
    /** @description The file types that are read. */
    ListFileTypesResponse: {
      /** @description File types of the contract in its order, then others in the order of the configuration. */
      file_types: components["schemas"]["FileType"][];
    };
    /** @description A page of jobs. */
    ListJobsResponse: {
      /** @description All jobs by state, or all of the kind that was asked for. */
      counts: components["schemas"]["JobCounts"];
      /** @description The jobs of this page. */
      jobs: components["schemas"]["Job"][];
      /**
       * Format: int32
       * @description How many match in all.
       */
      total: number;
    };
    /** @description The keys. */
    ListKeysResponse: {
      /** @description All of them, or those of this page. */
      keys: components["schemas"]["AccessKey"][];
      /**
       * Format: int32
       * @description How many there are in all.
       */
      total: number;
    };
    /** @description The models, and the use of one. */
    ListModelsResponse: {
      /** @description Known models first, then folders, then others that are loaded and need no key. */
      models: components["schemas"]["LocalModel"][];
      /** @description The use that is under way, or the last one; absent where there was none. */
      use?: components["schemas"]["ModelUse"];
    };
    /** @description A page of operations. */
    ListOperationsResponse: {
      /** @description The operations of this page, newest first. */
      operations: components["schemas"]["Operation"][];
      /**
       * Format: int32
       * @description How many there are in all.
       */
      total: number;
    };
    /** @description The plugins that are loaded. */
    ListPluginsResponse: {
      /** @description Vector stores, embedders, rerankers, parsers; each kind in the order of the configuration. */
      plugins: components["schemas"]["Plugin"][];
    };
    /** @description Which entries to list. */
    ListVectorsRequest: {
      /** @description Where the page begins: the `next_cursor` of the one before. Default: at the first entry. */
      cursor?: string | null;
      /** @description Metadata filter, as in queries. Default: no filter. */
      filters?: {
        [key: string]: unknown;
      } | null;
      /**
       * @description Parts that the entries hold. Default: text and metadata.
       *
       *     - `embedding`: Its vector, of unit length as it is kept.
       *     - `text`: Its text.
       *     - `metadata`: Its metadata.
       */
      include?: ("embedding" | "text" | "metadata")[] | null;
      /**
       * Format: int32
       * @description Most entries of a page, 1 to 1,000. Default 100.
       * @default 100
       */
      limit?: number | null;
    };
    /** @description A page of entries. */
    ListVectorsResponse: {
      /** @description Where the next page begins; null after the last. */
      next_cursor: string | null;
      /** @description In the order in which they were last written. A page may have fewer than `limit`, and even none, before the last one. */
      vectors: components["schemas"]["StoredVector"][];
    };
    /** @description The vector stores of the server. */
    ListVectorStoresResponse: {
      /** @description In the order of the configuration. */
      vector_stores: components["schemas"]["VectorStore"][];
    };
    /** @description A page of deliveries. */
    ListWebhookDeliveriesResponse: {
      /** @description The deliveries of this page, newest first. */
      deliveries: components["schemas"]["WebhookDelivery"][];
      /**
       * Format: int32
       * @description How many there are in all.
       */
      total: number;
    };
    /** @description A page of webhooks. */
    ListWebhooksResponse: {
      /**
       * Format: int32
       * @description How many there are in all.
       */
      total: number;
      /** @description The webhooks of this page, by creation time, then id. */
      webhooks: components["schemas"]["Webhook"][];
    };
    /** @description A model that can run on this machine. */
    LocalModel: {
      /** @description Whether new collections get it. */
      is_default: boolean;
      /** @description Whether it is loaded, so that collections can name it. */
      is_loaded: boolean;
      /** @description Whether its folder is in the models folder. */
      is_present: boolean;
      /**
       * @description Embedder or reranker; absent for a folder that is not loaded.
       *
       *     - `vector_store`: Keeps vectors and finds the nearest.
       *     - `parser`: Reads files.
       *     - `embedder`: Computes vectors of texts.
       *     - `reranker`: Orders passages by a query.
       * @enum {string}
       */
      kind?: "vector_store" | "parser" | "embedder" | "reranker";
      /** @description Languages of a known model; empty for others. */
      languages: string;
      /** @description Licence of a known model; empty for others. */
      licence: string;
      /**
       * Format: int32
       * @description Approximate size of a known model's files in MB; 0 for others.
       */
      megabytes: number;
      /** @description The name that it is used by, and that collections give as `embedding_provider`. */
      name: string;
    };
    /** @description Cost of using a model. */
    ModelCost: {
      /**
       * Format: int32
       * @description Collections to move.
       */
      collections: number;
      /**
       * Format: int64
       * @description Approximate bytes of the new vectors. The former ones are kept beside them for a day.
       */
      disk_bytes: number;
      /**
       * Format: int64
       * @description Documents in them.
       */
      documents: number;
      /**
       * Format: int64
       * @description Passages in them.
       */
      passages: number;
      /**
       * Format: double
       * @description Measured passages a second, with this machine's present load and passages of the collections to move.
       */
      passages_per_second: number;
      /**
       * Format: double
       * @description Approximate duration of the move, in seconds.
       */
      seconds: number;
    };
    /** @description The use of a model. */
    ModelUse: {
      /** @description Its cost; null until it is measured. */
      cost: components["schemas"]["ModelCost"] | null;
      /** @description The file or collection in work; empty where there is none. */
      detail: string;
      /**
       * Format: int32
       * @description Collections that are moved or need no move.
       */
      done_count: number;
      /** @description Error that ended it; null without one. */
      error: string | null;
      /** @description Name of the model. */
      name: string;
      /** @description Collections that could not be moved, each with the reason; the first 100. */
      problems: string[];
      /**
       * Format: int32
       * @description Progress of the present step, 0 to 100.
       */
      progress: number;
      /**
       * Format: date-time
       * @description Start of the preparation, the move or the rollback.
       */
      started_at: string;
      /**
       * @description Its state.
       *
       *     - `fetching`: Files are fetched, or verified.
       *     - `installing`: The runtime is being installed.
       *     - `measuring`: The model is loaded and measured.
       *     - `prepared`: The model can be used; `cost` says at what cost.
       *     - `moving`: Collections are being moved.
       *     - `done`: The model is the default, and the collections are moved; `problems` lists those that are not.
       *     - `cancelled`: Cancelled.
       *     - `failed`: Ended by an error, which is in `error`.
       *     - `rolling_back`: Collections are being moved back.
       *     - `rolled_back`: The former embedder is the default, and the collections are moved back; `problems` lists those that are not.
       * @enum {string}
       */
      state:
        | "fetching"
        | "installing"
        | "measuring"
        | "prepared"
        | "moving"
        | "done"
        | "cancelled"
        | "failed"
        | "rolling_back"
        | "rolled_back";
      /**
       * Format: int32
       * @description Collections to move.
       */
      total_count: number;
      /** @description Warnings about the collections to move: languages that the model does not know. */
      warnings: string[];
    };
    /** @description Query of several collections. */
    MultiQueryRequest: {
      /**
       * Format: double
       * @description Weight of the semantic score in hybrid search, 0 to 1; the keyword score has the rest. Other modes ignore it. Default: the collection's default_alpha. Extension.
       */
      alpha?: number | null;
      /**
       * @description Adds to each result where it stands: document, pages, section, range of the text and rectangles on the page. Default false. Extension.
       * @default false
       */
      citations?: boolean | null;
      /** @description Names of the collections, at least one. A name that stands twice is read once. */
      collections: string[];
      /**
       * Format: double
       * @description How much results are to differ from those before them, 0 to 1: results are ordered by relevance less this share of likeness. Scores stay what they are. Default 0, by score alone. Extension.
       */
      diversity?: number | null;
      /**
       * Format: int32
       * @description Adds the text of this many neighbouring chunks on each side, 0 to 10. Default 0. Extension.
       * @default 0
       */
      expand?: number | null;
      /**
       * @description Adds component scores to each result and timings beside them. Default false. Extension.
       * @default false
       */
      explain?: boolean | null;
      /** @description Metadata filter: a field maps to a value, or to an object of operators such as `{"$gte": 2020}`. Operators: $eq $ne $gt $gte $lt $lte $in $nin $exists $contains $not_contains $and $or $not $nor. Default: no filter. */
      filters?: {
        [key: string]: unknown;
      } | null;
      /** @description Shows in each result where it holds what was asked for, as `highlights`: true, or how much of it. Default: not. Extension. */
      highlight?: boolean | components["schemas"]["Highlight"] | null;
      /**
       * @description Parts that results hold; a text that is left out is absent, metadata is empty. Default: text and metadata. Extension.
       *
       *     - `embedding`: Its vector, of unit length as it is kept.
       *     - `text`: Its text.
       *     - `metadata`: Its metadata.
       */
      include?: ("embedding" | "text" | "metadata")[] | null;
      /**
       * Format: int32
       * @description Most results of one document, 1 to 1,000; the next best of other documents take the places. Default: no limit. Extension.
       */
      max_chunks_per_document?: number | null;
      /**
       * Format: double
       * @description Lowest score of a result; scores are from 0 to 1. Default: the collection's default_min_score.
       */
      min_score?: number | null;
      /** @description The question, in natural language; at most 32,768 characters, not blank. Required, except for a semantic query with a `vector`. */
      query?: string | null;
      /** @description Whether a reranking model orders the results. Default: the collection's reranking_enabled. */
      rerank?: boolean | null;
      /**
       * @description Default: the collection's default_search_mode.
       *
       *     - `semantic`: By meaning: similarity of embeddings.
       *     - `keyword`: By words: the keyword index.
       *     - `hybrid`: Both, fused into one ranking.
       * @enum {string|null}
       */
      search_mode?: "semantic" | "keyword" | "hybrid" | null;
      /**
       * Format: int32
       * @description Most results, 1 to 1,000; of several collections, of each. Default: the collection's default_top_k.
       */
      top_k?: number | null;
      /** @description The vector to search by, in the place of one that the service would make of the query: of the collection's dimension, little-endian float32, in JSON an array of numbers. A semantic query needs no text with it; a hybrid one takes the text for its words. Without a text the mode is semantic. Extension. */
      vector?: number[] | null;
    };
    /** @description Results of a query of several collections. */
    MultiQueryResponse: {
      /** @description How the query was understood. Only with `explain`. Extension. */
      explanation?: components["schemas"]["QueryExplanation"];
      /** @description The query as it was asked. */
      query: string;
      /** @description The results of all collections, best first, each with its `collection`. */
      results: components["schemas"]["QueryResult"][];
      /** @description Where the time went. Only with `explain`. Extension. */
      timings?: components["schemas"]["QueryTimings"];
      /**
       * Format: int32
       * @description How many results there are here.
       */
      total: number;
    };
    /** @description Some things by their ids. */
    NamedItems: {
      /**
       * Format: int64
       * @description How many there are.
       */
      count: number;
      /** @description The ids of the first of them, 100 at most. */
      ids: string[];
    };
    /** @description Work on many documents or vectors that goes on by itself. */
    Operation: {
      /** @description Name of the collection, as it was at the beginning. */
      collection: string;
      /**
       * Format: date-time
       * @description When it began.
       */
      created_at: string;
      /**
       * Format: int32
       * @description How many of them are done.
       */
      done: number;
      /** @description Errors: what could not be done, and why; the first 100. */
      errors: components["schemas"]["WorkError"][];
      /**
       * Format: int32
       * @description How many could not be done.
       */
      failed: number;
      /**
       * Format: date-time
       * @description When it ended; null while it runs.
       */
      finished_at: string | null;
      /**
       * Format: uuid
       * @description UUID.
       */
      id: string;
      /**
       * @description Kind of the operation.
       *
       *     - `delete_documents`: Documents are deleted.
       *     - `reprocess_documents`: Documents are processed again.
       *     - `update_documents`: Metadata or expiry times of documents are changed.
       *     - `delete_vectors`: Entries that were written directly are deleted; those that are gone meanwhile, or were written again, count as done.
       *     - `truncate`: Documents are deleted, then entries that were written directly.
       * @enum {string}
       */
      kind: "delete_documents" | "reprocess_documents" | "update_documents" | "delete_vectors" | "truncate";
      /**
       * @description Where it stands.
       *
       *     - `running`: It goes on.
       *     - `completed`: All is done that could be done; `errors` says what could not.
       *     - `cancelled`: It was cancelled, or its collection was deleted. What was done by then stays done.
       *     - `failed`: It was given up; the last of `errors` says why.
       * @enum {string}
       */
      state: "running" | "completed" | "cancelled" | "failed";
      /**
       * Format: int32
       * @description How many matched at its beginning, or the `limit` where that is less.
       */
      total: number;
      /**
       * Format: date-time
       * @description When it last got on.
       */
      updated_at: string;
    };
    /** @description How sure the recognised text of a page is. */
    PageConfidence: {
      /**
       * Format: double
       * @description Mean over its words, 0 to 1, long ones counting for more. A page with less than 0.88 is named in the warnings, too.
       */
      confidence: number;
      /**
       * Format: int32
       * @description Number of the page, from 1.
       */
      page: number;
    };
    /** @description Capabilities of a parser. */
    ParserAbilities: {
      /** @description All the types it can read, whether or not it is chosen for them. */
      file_types: string[];
      /**
       * @description Where it runs.
       *
       *     - `thread`: In a worker thread of the service.
       *     - `process`: In a process of its own.
       * @enum {string}
       */
      isolation: "thread" | "process";
    };
    /** @description Changes to a document. A field that is absent keeps its value. */
    PatchDocumentRequest: {
      /**
       * Format: date-time
       * @description When the document goes; in the future. A JSON null: never.
       */
      expires_at?: string | null;
      /** @description The caller's own id, unique in the collection: 1 to 512 bytes of UTF-8; a JSON null takes it away. */
      external_id?: string | null;
      /** @description Another file name, of the same type. */
      filename?: string | null;
      /**
       * Format: date-time
       * @description `updated_at` as the caller read it: where it is another by now, nothing is changed, and the answer is 412. An `If-Match` header with the document's `ETag` says the same.
       */
      if_updated_at?: string | null;
      /** @description Changes to the metadata, as a JSON Merge Patch (RFC 7396): members are added or replaced, objects member by member, and a null takes one away. */
      metadata?: {
        [key: string]: unknown;
      } | null;
    };
    /** @description Counts over all collections. */
    PlatformStats: {
      /**
       * Format: int32
       * @description Number of collections.
       */
      collections: number;
      /** @description Documents of all collections. */
      documents: components["schemas"]["DocumentTotals"];
      /** @description The processing queue. */
      queue: components["schemas"]["QueueCounts"];
      /**
       * Format: int32
       * @description Number of webhooks.
       */
      webhooks: number;
    };
    /** @description A plugin at one place of the configuration. Exactly one of `vector_store`, `embedder`, `reranker` and `parser` is there, as its kind says. */
    Plugin: {
      /**
       * Format: int32
       * @description Version of the plugin contract that it speaks.
       */
      contract_version: number;
      /** @description Capabilities of an embedder. */
      embedder?: components["schemas"]["EmbedderAbilities"];
      /** @description Where it broke its contract since this process was started, and was contained. Not counted for parsers: there the documents tell. */
      faults: components["schemas"]["PluginFaults"];
      /**
       * @description How it says that it is.
       *
       *     - `ok`: Well. Of a provider that asks for money only this is known: its plugin is ready.
       *     - `failing`: Not well, or it did not answer in time; the message says which.
       *     - `unknown`: Can't be asked: a parser is started when a document comes.
       *     - `needs_key`: It has no key of its provider's, and does nothing without one: it serves collections that bring their own.
       * @enum {string}
       */
      health: "ok" | "failing" | "unknown" | "needs_key";
      /** @description Why it is failing; null when it is not. */
      health_message: string | null;
      /** @description Name that the plugin declares. */
      id: string;
      /** @description Whether it is taken where nothing else is asked for. Of rerankers none is. */
      is_default: boolean;
      /**
       * @description Kind of the plugin.
       *
       *     - `vector_store`: Keeps vectors and finds the nearest.
       *     - `parser`: Reads files.
       *     - `embedder`: Computes vectors of texts.
       *     - `reranker`: Orders passages by a query.
       * @enum {string}
       */
      kind: "vector_store" | "parser" | "embedder" | "reranker";
      /** @description Package or path that the configuration loads it from. */
      module: string;
      /** @description Names in the configuration: one name, or the file types that a parser reads. */
      names: string[];
      /** @description Capabilities of a parser. */
      parser?: components["schemas"]["ParserAbilities"];
      /** @description Capabilities of a reranker. */
      reranker?: components["schemas"]["RerankerAbilities"];
      /** @description Its settings with their defaults; secrets are hidden. */
      settings: {
        [key: string]: unknown;
      };
      /** @description Capabilities of a vector store. */
      vector_store?: components["schemas"]["VectorStoreAbilities"];
      /** @description Version of its package; null for a module that belongs to none. */
      version: string | null;
    };
    /** @description Faults of a plugin that harmed nobody else: it threw, hung or answered nonsense. */
    PluginFaults: {
      /**
       * Format: int32
       * @description How many.
       */
      count: number;
      /**
       * Format: date-time
       * @description When the last one was; null when there was none.
       */
      last_at: string | null;
      /** @description Message of the last one; null when there was none. */
      last_message: string | null;
    };
    /** @description The model to prepare, and the collections to prepare it for. */
    PrepareModelRequest: {
      /**
       * @description Whether all collections that have an embedding model are moved; `collections` must then be empty. Default: false.
       * @default false
       */
      all?: boolean | null;
      /** @description Names of the collections to move, 1,000 at most. Default: none. */
      collections?: string[] | null;
    };
    /** @description A word that was taken for a misspelt one. */
    QueryCorrection: {
      /** @description The collection's name. Only in multi-collection queries. */
      collection?: string;
      /** @description The word of the collection that was searched for. */
      replacement: string;
      /** @description The word that the collection doesn't hold, in lower case. */
      word: string;
    };
    /** @description How often a query was asked. */
    QueryCount: {
      /**
       * Format: int64
       * @description How often.
       */
      count: number;
      /** @description The query's text. */
      query: string;
    };
    /** @description How a query was understood. */
    QueryExplanation: {
      /** @description Words of the query that a collection doesn't hold, and what was taken for them there. */
      corrections: components["schemas"]["QueryCorrection"][];
      /** @description Collections without a field of the filter that others have. Only in multi-collection queries. */
      lacking_collections: components["schemas"]["LackingCollection"][];
      /** @description Fields of the filter that no passage has, of those that the key may see: not in the collection, or in none of several. */
      unknown_filter_fields: string[];
      /**
       * Format: int32
       * @description Words at the query's end that it was not searched by: it has more than 1,000 distinct ones. A model that reads texts as a whole is given all of it.
       */
      words_left_out: number;
    };
    /** @description Query of one collection. */
    QueryRequest: {
      /**
       * Format: double
       * @description Weight of the semantic score in hybrid search, 0 to 1; the keyword score has the rest. Other modes ignore it. Default: the collection's default_alpha. Extension.
       */
      alpha?: number | null;
      /**
       * @description Adds to each result where it stands: document, pages, section, range of the text and rectangles on the page. Default false. Extension.
       * @default false
       */
      citations?: boolean | null;
      /**
       * Format: double
       * @description How much results are to differ from those before them, 0 to 1: results are ordered by relevance less this share of likeness. Scores stay what they are. Default 0, by score alone. Extension.
       */
      diversity?: number | null;
      /**
       * Format: int32
       * @description Adds the text of this many neighbouring chunks on each side, 0 to 10. Default 0. Extension.
       * @default 0
       */
      expand?: number | null;
      /**
       * @description Adds component scores to each result and timings beside them. Default false. Extension.
       * @default false
       */
      explain?: boolean | null;
      /** @description Metadata filter: a field maps to a value, or to an object of operators such as `{"$gte": 2020}`. Operators: $eq $ne $gt $gte $lt $lte $in $nin $exists $contains $not_contains $and $or $not $nor. Default: no filter. */
      filters?: {
        [key: string]: unknown;
      } | null;
      /** @description Shows in each result where it holds what was asked for, as `highlights`: true, or how much of it. Default: not. Extension. */
      highlight?: boolean | components["schemas"]["Highlight"] | null;
      /**
       * @description Parts that results hold; a text that is left out is absent, metadata is empty. Default: text and metadata. Extension.
       *
       *     - `embedding`: Its vector, of unit length as it is kept.
       *     - `text`: Its text.
       *     - `metadata`: Its metadata.
       */
      include?: ("embedding" | "text" | "metadata")[] | null;
      /**
       * Format: int32
       * @description Most results of one document, 1 to 1,000; the next best of other documents take the places. Default: no limit. Extension.
       */
      max_chunks_per_document?: number | null;
      /**
       * Format: double
       * @description Lowest score of a result; scores are from 0 to 1. Default: the collection's default_min_score.
       */
      min_score?: number | null;
      /** @description The question, in natural language; at most 32,768 characters, not blank. Required, except for a semantic query with a `vector`. */
      query?: string | null;
      /** @description Whether a reranking model orders the results. Default: the collection's reranking_enabled. */
      rerank?: boolean | null;
      /**
       * @description Default: the collection's default_search_mode.
       *
       *     - `semantic`: By meaning: similarity of embeddings.
       *     - `keyword`: By words: the keyword index.
       *     - `hybrid`: Both, fused into one ranking.
       * @enum {string|null}
       */
      search_mode?: "semantic" | "keyword" | "hybrid" | null;
      /**
       * Format: int32
       * @description Most results, 1 to 1,000; of several collections, of each. Default: the collection's default_top_k.
       */
      top_k?: number | null;
      /** @description The vector to search by, in the place of one that the service would make of the query: of the collection's dimension, little-endian float32, in JSON an array of numbers. A semantic query needs no text with it; a hybrid one takes the text for its words. Without a text the mode is semantic. Extension. */
      vector?: number[] | null;
    };
    /** @description Results of a query of one collection. */
    QueryResponse: {
      /** @description The collection's name. */
      collection: string;
      /** @description How the query was understood. Only with `explain`. Extension. */
      explanation?: components["schemas"]["QueryExplanation"];
      /** @description The query as it was asked. */
      query: string;
      /** @description The results, best first. */
      results: components["schemas"]["QueryResult"][];
      /** @description Where the time went. Only with `explain`. Extension. */
      timings?: components["schemas"]["QueryTimings"];
      /**
       * Format: int32
       * @description How many results there are here.
       */
      total: number;
    };
    /** @description A passage that was found. */
    QueryResult: {
      /**
       * Format: int32
       * @description Zero-based position in the document.
       */
      chunk_index: number;
      /** @description Where it stands. Only with `citations`, and of passages of documents. Extension. */
      citation?: components["schemas"]["Citation"];
      /** @description The collection's name. Only in multi-collection results. */
      collection?: string;
      /** @description UUID of the document; of a direct vector its `metadata.document_id`, or empty. */
      document_id: string;
      /** @description Its vector, of unit length. Only where `include` names it; absent where it has none. Extension. */
      embedding?: number[];
      /** @description The text together with its neighbours' text. Only with `expand`. Extension. */
      expanded_text?: string;
      /** @description How the score came about. Only with `explain`. Extension. */
      explanation?: components["schemas"]["ScoreExplanation"];
      /** @description Where its text holds what was asked for. Only with `highlight`. Extension. */
      highlights?: components["schemas"]["HighlightedFragment"][];
      /** @description Id of the chunk or vector. */
      id: string;
      /** @description The addresses behind the words of its text, at most 64; absent where it has none. Extension. */
      links?: components["schemas"]["Link"][];
      /** @description Metadata of chunk and document. */
      metadata: {
        [key: string]: unknown;
      };
      /**
       * Format: double
       * @description 0 to 1, higher is more relevant.
       */
      score: number;
      /** @description Its text. Absent where `include` does not name it. */
      text?: string;
    };
    /** @description Where the time of a query went, in milliseconds. A stage that did not run is null. */
    QueryTimings: {
      /**
       * Format: double
       * @description Embedding the query.
       */
      embed_ms: number | null;
      /**
       * Format: double
       * @description Searching by words.
       */
      keyword_ms: number | null;
      /**
       * Format: double
       * @description Reranking.
       */
      rerank_ms: number | null;
      /**
       * Format: double
       * @description Searching by vector.
       */
      semantic_ms: number | null;
      /**
       * Format: double
       * @description Everything.
       */
      total_ms: number;
    };
    /** @description Jobs of the processing queue, by state. */
    QueueCounts: {
      /**
       * Format: int64
       * @description Finished.
       */
      completed: number;
      /**
       * Format: int64
       * @description Given up.
       */
      failed: number;
      /**
       * Format: int64
       * @description Waiting for a worker.
       */
      pending: number;
      /**
       * Format: int64
       * @description At a worker.
       */
      processing: number;
      /**
       * Format: int64
       * @description Taken in and not finished: pending and processing together.
       */
      queued: number;
    };
    /** @description Readiness of the service and of the systems that it depends on. */
    Readiness: {
      /** @description The cache and queue store. */
      cache: boolean;
      /** @description The relational database, the files, and the folders that the service writes to. */
      database: boolean;
      /** @description Why it is degraded: a full disk, writes that fail, an index that is damaged, by its name. Absent while it is not. */
      reason?: string;
      /**
       * @description `ok`, or `degraded` when one of the booleans is false.
       * @enum {string}
       */
      status: "ok" | "degraded";
      /** @description The vector store. */
      vector_store: boolean;
      /** @description Version of the running service. */
      version: string;
    };
    /** @description Result of a repair: what it rebuilt, and what is lost. */
    RepairReport: {
      /** @description Whether clients' vectors may be lost that nothing names any more. */
      has_unnamed: boolean;
      /** @description Documents whose passages are lost, and whose originals can't be read: they are failed now. */
      lost_documents: components["schemas"]["NamedItems"];
      /** @description Vectors that clients wrote and that are lost: write them again. */
      lost_vectors: components["schemas"]["NamedItems"];
      /** @description Vectors that clients wrote and that are lost, made again of their texts with the collection's model. */
      remade_vectors: components["schemas"]["NamedItems"];
      /**
       * Format: int64
       * @description Documents whose passages were made again of their originals.
       */
      restored_documents: number;
    };
    /** @description Which documents to process again. Either `filters` or `"all": true` must be given. */
    ReprocessDocumentsRequest: {
      /**
       * @description All documents of the collection, in the place of `filters`. Default false.
       * @default false
       */
      all?: boolean | null;
      /**
       * @description Only says how many match. Default false.
       * @default false
       */
      dry_run?: boolean | null;
      /** @description Only documents that match, in any status: a filter as of a query, over what a document's chunks share. Not empty. */
      filters?: {
        [key: string]: unknown;
      } | null;
      /**
       * Format: int32
       * @description Most documents to work on, those that came first. Default: all that match.
       */
      limit?: number | null;
    };
    /** @description A text to be judged. */
    RerankDocument: {
      /** @description The text. */
      text?: string | null;
    };
    /** @description A text that was judged. */
    RerankedDocument: {
      /** @description The text. */
      text: string;
    };
    /** @description Capabilities of a reranker. */
    RerankerAbilities: {
      /**
       * @description Whether it needs a key of the provider's.
       *
       *     - `required`: It does nothing without one.
       *     - `optional`: It takes one.
       *     - `none`: It knows of none.
       * @enum {string}
       */
      credential: "required" | "optional" | "none";
      /**
       * Format: int64
       * @description Most passages of one call; null for no bound.
       */
      max_passages: number | null;
      /** @description The models it is known to have, the default first. */
      models: string[];
    };
    /** @description Which texts to judge. */
    RerankRequest: {
      /** @description 1 to 1,000 texts: strings, or objects with a `text`. */
      documents: (string | components["schemas"]["RerankDocument"])[];
      /** @description A model of a configured reranker, or a reranker's name in the configuration. Default: the first model of the first reranker that has what it needs. */
      model?: string | null;
      /** @description The question that the documents are judged by. */
      query?: string | null;
      /**
       * @description Adds each result's document. Default false.
       * @default false
       */
      return_documents?: boolean | null;
      /**
       * Format: int32
       * @description Most results, at least 1. Default: all documents.
       */
      top_n?: number | null;
    };
    /** @description The texts by their relevance. */
    RerankResponse: {
      /** @description The request's id, as in its header `X-Request-Id`. */
      id: string;
      /** @description The model that judged. */
      model: string;
      /** @description The most relevant first; of equal ones the earlier. */
      results: components["schemas"]["RerankResult"][];
    };
    /** @description How relevant a text is. */
    RerankResult: {
      /** @description The text. Only with `return_documents`. */
      document?: components["schemas"]["RerankedDocument"];
      /**
       * Format: int32
       * @description Its position among the documents, from 0 on.
       */
      index: number;
      /**
       * Format: double
       * @description From 0 to 1; higher is more relevant.
       */
      relevance_score: number;
    };
    /** @description How a score came about. A part that played no role is null. */
    ScoreExplanation: {
      /**
       * Format: double
       * @description Weight of the semantic score in the fused ranking, 0 to 1.
       */
      alpha: number | null;
      /**
       * Format: double
       * @description Score of the fused ranking, 0 to 1.
       */
      fused_score: number | null;
      /**
       * Format: int32
       * @description One-based rank in the keyword branch.
       */
      keyword_rank: number | null;
      /**
       * Format: double
       * @description Score of the keyword branch, 0 to 1.
       */
      keyword_score: number | null;
      /**
       * Format: double
       * @description Score of the reranker, 0 to 1.
       */
      rerank_score: number | null;
      /**
       * Format: int32
       * @description One-based rank in the semantic branch.
       */
      semantic_rank: number | null;
      /**
       * Format: double
       * @description Score of the semantic branch, 0 to 1.
       */
      semantic_score: number | null;
    };
    /** @description A setting of the environment. */
    ServiceSetting: {
      /** @description Its default, as text; null when it has none. */
      default_value: string | null;
      /** @description Description of its effect. */
      description: string;
      /** @description Description of the values that it may have. */
      expected: string;
      /** @description Whether its value is never shown. */
      is_secret: boolean;
      /** @description Whether the environment sets it. */
      is_set: boolean;
      /** @description The value in effect, as text; null when there is none, and for secrets. */
      value: string | null;
      /** @description The environment variable. */
      variable: string;
    };
    /** @description Target of a change of a collection's index. A field that is not given stays as it is; at least one must be given. */
    StartChangeRequest: {
      /**
       * Format: int32
       * @description Length of each embedding vector, 1 to 8,192. Default: the model's own, or the present one if the model stays.
       */
      dimension?: number | null;
      /** @description API key for the embedding provider; stored encrypted, never returned. Default: the present one, unless the provider changes. */
      embedding_api_key?: string | null;
      /** @description The embedding model's name. Default: the present one, or with another provider that provider's own. */
      embedding_model?: string | null;
      /** @description Embedding provider to move to: `provider_a` or `openai`, `provider_b` or `cohere`, or the name of another configured embedder. */
      embedding_provider?: string | null;
      /** @description Whether to repair the index instead: it is made again where it is and as it is. Nothing else may be given then. */
      repair?: boolean | null;
      /** @description Name of the vector store to move to. */
      vector_store?: string | null;
    };
    /** @description Documents by status. */
    StatusCounts: {
      /**
       * Format: int32
       * @description Ended with an error.
       */
      failed: number;
      /**
       * Format: int32
       * @description Waiting for processing.
       */
      pending: number;
      /**
       * Format: int32
       * @description In processing.
       */
      processing: number;
      /**
       * Format: int32
       * @description Searchable.
       */
      ready: number;
    };
    /** @description The answer of an operation that returns no resource. */
    StatusResponse: {
      /** @description Human-readable description of what was done. */
      message: string;
      /**
       * @description Always `ok`.
       * @constant
       */
      status: "ok";
    };
    /** @description An entry as it is kept. What was not asked for is absent or empty. */
    StoredVector: {
      /** @description Its vector, of unit length: little-endian float32, in JSON an array of numbers. Only where `include` names it. */
      embedding?: number[];
      /** @description Whether it has a vector. One without is found by its words alone. */
      has_embedding: boolean;
      /** @description The entry's id. */
      id: string;
      /** @description Its metadata. */
      metadata: {
        [key: string]: unknown;
      };
      /** @description The text it stands for. Absent where `include` does not name it. */
      text?: string;
    };
    /** @description A test on its way. */
    TestWebhookResponse: {
      /** @description Id of the delivery, to be found in the delivery history. */
      delivery_id: string;
      /** @description Human-readable description of what was done. */
      message: string;
      /**
       * @description Always `ok`.
       * @constant
       */
      status: "ok";
    };
    /** @description Changes to a collection. A field that is absent or null keeps its value, except as said below. */
    UpdateCollectionRequest: {
      /**
       * @description Chunking strategy of documents that are processed or reprocessed from now on; a JSON null restores the default. Extension.
       *
       *     - `sentence`: Sentences, packed until a chunk is full; small sections share one. The default.
       *     - `paragraph`: Paragraphs: one is cut only if no chunk could hold it.
       *     - `section`: Sections: every heading begins a chunk.
       *     - `page`: Pages: one chunk each where it fits, whatever headings it has.
       *     - `fixed`: Nothing: as many tokens as fit, cut between words.
       * @enum {string|null}
       */
      chunk_strategy?: "sentence" | "paragraph" | "section" | "page" | "fixed" | null;
      /**
       * Format: double
       * @description Weight of the semantic score in hybrid search, 0 to 1, for a query that does not say; a JSON null gives way to the embedder's own. Extension.
       */
      default_alpha?: number | null;
      /**
       * Format: double
       * @description Lowest score of a result for a query that does not say; a JSON null removes it.
       */
      default_min_score?: number | null;
      /**
       * @description Search mode of a query that does not say.
       *
       *     - `semantic`: By meaning: similarity of embeddings.
       *     - `keyword`: By words: the keyword index.
       *     - `hybrid`: Both, fused into one ranking.
       * @enum {string|null}
       */
      default_search_mode?: "semantic" | "keyword" | "hybrid" | null;
      /**
       * Format: int32
       * @description Results of a query that does not say how many, 1 to 1,000.
       */
      default_top_k?: number | null;
      /**
       * Format: int32
       * @description Seconds after which a document expires that comes from now on without an `expires_at`; a JSON null: never. Extension.
       */
      default_ttl_seconds?: number | null;
      /** @description Description of its purpose. */
      description?: string | null;
      /** @description Replaces the whole object. */
      metadata?: {
        [key: string]: unknown;
      } | null;
      /** @description API key for the reranking provider; an empty string removes the stored one. */
      reranking_api_key?: string | null;
      /** @description Whether queries are reranked unless they say otherwise. */
      reranking_enabled?: boolean | null;
      /** @description The reranking model's name. */
      reranking_model?: string | null;
    };
    /** @description Which documents to change, and how. Either `filters` or `"all": true` must be given, and `metadata` or `expires_at`. */
    UpdateDocumentsRequest: {
      /**
       * @description All documents of the collection, in the place of `filters`. Default false.
       * @default false
       */
      all?: boolean | null;
      /**
       * @description Only says how many match. Default false.
       * @default false
       */
      dry_run?: boolean | null;
      /**
       * Format: date-time
       * @description When the documents go; in the future. A JSON null: never.
       */
      expires_at?: string | null;
      /** @description Only documents that match, in any status: a filter as of a query, over what a document's chunks share. Not empty. */
      filters?: {
        [key: string]: unknown;
      } | null;
      /**
       * Format: int32
       * @description Most documents to work on, those that came first. Default: all that match.
       */
      limit?: number | null;
      /** @description Changes to the metadata of each, as a JSON Merge Patch (RFC 7396): members are added or replaced, objects member by member, and a null takes one away. */
      metadata?: {
        [key: string]: unknown;
      } | null;
    };
    /** @description Entries to change, by either `ids` or `filters`, and the changes to their metadata. */
    UpdateVectorsRequest: {
      /** @description A metadata filter that is not empty, as in queries. More than 1,000 entries that match are refused. */
      filters?: {
        [key: string]: unknown;
      } | null;
      /** @description At most 1,000 ids; unknown ones are no error. */
      ids?: string[] | null;
      /** @description Changes to the metadata, as a JSON Merge Patch (RFC 7396): a field takes the value given, an object is merged into one that is there, and null removes the field. */
      metadata: {
        [key: string]: unknown;
      };
    };
    /** @description Result of a change of entries. */
    UpdateVectorsResponse: {
      /**
       * @description Always `ok`.
       * @constant
       */
      status: "ok";
      /**
       * Format: int32
       * @description How many entries there were.
       */
      updated: number;
    };
    /** @description Changes to a webhook. A field that is absent or null keeps its value, except as said below. */
    UpdateWebhookRequest: {
      /** @description Whether events are sent. */
      active?: boolean | null;
      /** @description Replaces the collections; a JSON null stands for all. */
      collections?: string[] | null;
      /** @description Description of its purpose. */
      description?: string | null;
      /** @description Replaces the events. */
      events?:
        | ("document.processing" | "document.ready" | "document.failed" | "document.deleted" | "document.unchanged")[]
        | null;
      /** @description `https://`, or `http://` for localhost, 127.0.0.1 and [::1]. */
      url?: string | null;
    };
    /** @description Entries to write. */
    UpsertVectorsRequest: {
      /**
       * @description Action when an id already exists, as if the entries were written one after another. The call is atomic. Default: replace. Extension.
       *
       *     - `error`: The call fails with 409, and nothing is written.
       *     - `skip`: The existing one stays.
       *     - `replace`: The existing one is replaced.
       * @default replace
       * @enum {string|null}
       */
      on_conflict?: "error" | "skip" | "replace" | null;
      /** @description 1 to 10,000 entries. Of several with one id the last wins. */
      vectors: components["schemas"]["VectorEntry"][];
    };
    /** @description Result of a write of entries. */
    UpsertVectorsResponse: {
      /**
       * Format: int32
       * @description How many ids were there already. Only with `on_conflict: skip`. Extension.
       */
      skipped?: number;
      /**
       * @description Always `ok`.
       * @constant
       */
      status: "ok";
      /**
       * Format: int32
       * @description How many ids were inserted or replaced.
       */
      upserted: number;
    };
    /** @description Usage by day. */
    Usage: {
      /** @description By day, then by group. */
      days: components["schemas"]["UsageDay"][];
      /**
       * Format: int32
       * @description How many there are in all.
       */
      total: number;
    };
    /** @description Usage of a group on a day. */
    UsageDay: {
      /** @description The day, such as `2026-11-20`. */
      day: string;
      /**
       * Format: int64
       * @description Tokens of texts that an embedder was given for the collection's documents and entries; those of the cache are none. Null by key: an embedder works for a collection.
       */
      embedded_tokens: number | null;
      /** @description The collection's name, or the key's as in the log. */
      group: string;
      /**
       * Format: int64
       * @description Answered queries; one on several collections counts for each.
       */
      queries: number;
      /**
       * Format: int64
       * @description Requests of the contract that were let in; one that names several collections counts for each.
       */
      requests: number;
      /**
       * Format: int64
       * @description Bytes of the original files when the collection was last used that day. Null by key.
       */
      stored_bytes: number | null;
    };
    /** @description One vector with what belongs to it. */
    VectorEntry: {
      /** @description For an entry without an `embedding`: true has the service embed its text with the collection's model; false leaves it without a vector, to be found by its words alone. Extension. */
      embed?: boolean | null;
      /** @description The vector: little-endian float32, as many as the collection's dimension. In JSON an array of numbers. NaN, infinite and all-zero vectors are invalid. Required, unless `embed` is given. */
      embedding?: number[] | null;
      /** @description Unique in the collection; not the id of a document's chunk. */
      id: string;
      /** @description Arbitrary; `document_id` and `chunk_index` in it show up in query results. Default: empty. */
      metadata?: {
        [key: string]: unknown;
      } | null;
      /**
       * @description The text it stands for. Default: empty.
       * @default
       */
      text?: string | null;
    };
    /** @description A vector store of the server's configuration. */
    VectorStore: {
      /** @description Whether it answers now. */
      healthy: boolean;
      /** @description Whether new collections are made on it. */
      is_default: boolean;
      /** @description The name that collections are moved to it by. */
      name: string;
      /** @description The plugin that speaks to it. */
      plugin: string;
    };
    /** @description Capabilities of a vector store. */
    VectorStoreAbilities: {
      /**
       * Format: int32
       * @description Longest vector.
       */
      max_dimension: number;
      /**
       * Format: int32
       * @description Most results of one search.
       */
      max_top_k: number;
      /** @description Whether several processes may use it at once. */
      shared_between_processes: boolean;
    };
    /** @description A receiver of events. */
    Webhook: {
      /** @description Whether events are sent. */
      active: boolean;
      /** @description Only events of these collections; null for all. */
      collections: string[] | null;
      /**
       * Format: date-time
       * @description When it was created.
       */
      created_at: string;
      /** @description Description of its purpose; may be empty. */
      description: string;
      /**
       * @description Which events are sent.
       *
       *     - `document.processing`: Processing of a document has started.
       *     - `document.ready`: A document is processed and searchable.
       *     - `document.failed`: Processing of a document failed.
       *     - `webhook.test`: The test endpoint was called. Can't be subscribed to.
       *     - `document.deleted`: A document was deleted, by whom and how ever, or its `expires_at` has come. Extension.
       *     - `document.unchanged`: A document was to be replaced by the same bytes, name and metadata: nothing was done. Extension.
       */
      events: (
        | "document.processing"
        | "document.ready"
        | "document.failed"
        | "webhook.test"
        | "document.deleted"
        | "document.unchanged"
      )[];
      /** @description The webhook's id. */
      id: string;
      /** @description Key of the HMAC-SHA256 signature. Only in the answer to its creation. */
      secret?: string;
      /**
       * Format: date-time
       * @description When it last changed.
       */
      updated_at: string;
      /** @description Where events are sent. */
      url: string;
    };
    /** @description One event on its way to one webhook. Kept 30 days. */
    WebhookDelivery: {
      /**
       * Format: int32
       * @description How often it was tried.
       */
      attempts: number;
      /** @description The collection's name; empty for a test. */
      collection: string;
      /**
       * Format: date-time
       * @description When the event happened.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When it was delivered; null when it was not.
       */
      delivered_at: string | null;
      /** @description The document's id; empty for a test. */
      document_id: string;
      /** @description Why the last attempt failed; null when it did not. */
      error: string | null;
      /**
       * @description Type of the event.
       *
       *     - `document.processing`: Processing of a document has started.
       *     - `document.ready`: A document is processed and searchable.
       *     - `document.failed`: Processing of a document failed.
       *     - `webhook.test`: The test endpoint was called. Can't be subscribed to.
       *     - `document.deleted`: A document was deleted, by whom and how ever, or its `expires_at` has come. Extension.
       *     - `document.unchanged`: A document was to be replaced by the same bytes, name and metadata: nothing was done. Extension.
       * @enum {string}
       */
      event:
        | "document.processing"
        | "document.ready"
        | "document.failed"
        | "webhook.test"
        | "document.deleted"
        | "document.unchanged";
      /** @description UUID, the same on every attempt; the header X-Service-Delivery. */
      id: string;
      /**
       * Format: date-time
       * @description When it is tried next; null when it is not.
       */
      next_attempt_at: string | null;
      /** @description The body that is sent. */
      payload: {
        [key: string]: unknown;
      };
      /**
       * Format: int32
       * @description HTTP status of the last answer; null when there was none.
       */
      response_status: number | null;
      /**
       * @description Status of the delivery.
       *
       *     - `pending`: Not sent yet, or to be tried again.
       *     - `delivered`: The receiver answered 2xx.
       *     - `failed`: All attempts failed.
       * @enum {string}
       */
      status: "pending" | "delivered" | "failed";
      /** @description The webhook's id. */
      webhook_id: string;
    };
    /** @description Result of work on many documents. */
    WorkAnswer: {
      /**
       * Format: int32
       * @description How many are done. Absent for a dry run, and where an operation does it.
       */
      done?: number;
      /** @description Errors: what could not be done, and why. */
      errors: components["schemas"]["WorkError"][];
      /**
       * Format: int32
       * @description How many match.
       */
      matched: number;
      /** @description Operation that does the work, where more than 1,000 are to be done: the status is 202 then. Absent otherwise. */
      operation?: components["schemas"]["Operation"];
    };
    /** @description Why something could not be done. */
    WorkError: {
      /** @description The document's id; empty where it is about all of them. */
      document_id: string;
      /** @description Error message. */
      error: string;
    };
  };
  responses: {
    /** @description Something in the request is not as it must be. */
    BadRequest: {
      headers: {
        "X-Request-Id": components["headers"]["X-Request-Id"];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "detail": "top_k: must be an integer from 1 to 1000, got 0",
         *       "code": "invalid_argument"
         *     }
         */
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description It is at odds with what is there. */
    Conflict: {
      headers: {
        "X-Request-Id": components["headers"]["X-Request-Id"];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "detail": "name: a collection 'handbook' already exists",
         *       "code": "already_exists"
         *     }
         */
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description The key is valid, but not for this. */
    Forbidden: {
      headers: {
        "X-Request-Id": components["headers"]["X-Request-Id"];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "detail": "This needs a key with the scope write, got one with read",
         *       "code": "permission_denied"
         *     }
         */
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description The service's own fault; the log tells more, by the request's id. */
    InternalError: {
      headers: {
        "X-Request-Id": components["headers"]["X-Request-Id"];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "detail": "Internal server error",
         *       "code": "internal"
         *     }
         */
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description There is no such thing. */
    NotFound: {
      headers: {
        "X-Request-Id": components["headers"]["X-Request-Id"];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "detail": "collection 'handbook' does not exist",
         *       "code": "not_found"
         *     }
         */
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description It has changed since the state that the request is for. */
    PreconditionFailed: {
      headers: {
        "X-Request-Id": components["headers"]["X-Request-Id"];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "detail": "if_updated_at: 2026-11-20T10:00:00.000Z is not what updated_at is now; read it again",
         *       "code": "outdated"
         *     }
         */
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description The range begins after the end of the file. */
    RangeNotSatisfiable: {
      headers: {
        "Content-Range": components["headers"]["Content-Range"];
        "X-Request-Id": components["headers"]["X-Request-Id"];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "detail": "Range: must start before the end of the file (48213 bytes), got a range after it",
         *       "code": "out_of_range"
         *     }
         */
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description The body is larger than the service takes, or the answer would be larger than it gives. */
    TooLarge: {
      headers: {
        "X-Request-Id": components["headers"]["X-Request-Id"];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "detail": "file: must be at most 1024 MB, got a larger upload",
         *       "code": "too_large"
         *     }
         */
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description More requests than the operator allows, or than a provider behind the service takes. */
    TooManyRequests: {
      headers: {
        "Retry-After": components["headers"]["Retry-After"];
        "X-Request-Id": components["headers"]["X-Request-Id"];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "detail": "Too many requests: at most 600 a minute with this key; try again in 1 s",
         *       "code": "resource_exhausted"
         *     }
         */
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description The token is missing or not valid. */
    Unauthorized: {
      headers: {
        "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
        "X-Request-Id": components["headers"]["X-Request-Id"];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "detail": "Authorization: must be 'Bearer <API secret>', got no such header",
         *       "code": "unauthenticated"
         *     }
         */
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description Something the service needs can't be reached, or the service is stopping. */
    Unavailable: {
      headers: {
        "Retry-After": components["headers"]["Retry-After"];
        "X-Request-Id": components["headers"]["X-Request-Id"];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "detail": "The server is shutting down",
         *       "code": "unavailable"
         *     }
         */
        "application/json": components["schemas"]["Failure"];
      };
    };
  };
  parameters: never;
  requestBodies: never;
  headers: {
    /**
     * @description Ranges of bytes can be asked for.
     * @example bytes
     */
    "Accept-Ranges": "bytes";
    /**
     * @description The original file name (RFC 6266).
     * @example attachment; filename="remote-work.pdf"
     */
    "Content-Disposition": string;
    /**
     * @description Which bytes these are, of how many; of a refused range only how many there are.
     * @example bytes 0-1023/48213
     */
    "Content-Range": string;
    /**
     * @description The hash of the file's content.
     * @example "9f86d081884c7d659a2feaa0c55ad015"
     */
    ETag: string;
    /**
     * @description `true` when this is the first answer to the same `Idempotency-Key`, given again.
     * @example true
     */
    "Idempotency-Replayed": "true";
    /**
     * @description Seconds after which to try again.
     * @example 1
     */
    "Retry-After": number;
    /**
     * @description The scheme to authenticate with.
     * @example Bearer
     */
    "WWW-Authenticate": "Bearer";
    /**
     * @description Names of the request that nothing reads, percent-encoded, separated by commas. One that is close to a known name is refused instead. Absent when there are none.
     * @example trace
     */
    "X-Ignored-Fields": string;
    /**
     * @description How many words at its end the query was not searched by, because it has more than 1,000 distinct ones; of several queries the most. Absent when it was searched by all.
     * @example 212
     */
    "X-Query-Words-Left-Out": number;
    /**
     * @description Identifies the request in the service's log: the caller's own `X-Request-Id` if it sent a sane one.
     * @example 0f1a7c52-6c0e-4d5d-8f7b-9f0e4b1f2a3c
     */
    "X-Request-Id": string;
    /**
     * @description `applied`, `skipped` or `failed`: whether the order is the reranker's. Absent when nothing was to be reranked.
     * @example applied
     */
    "X-Rerank-Status": "applied" | "skipped" | "failed";
    /**
     * @description Fields of the filter that nothing has, in the collection or in any of several, as far as the key may see: names percent-encoded, separated by commas. Of several queries those of each. Absent when there are none.
     * @example departement
     */
    "X-Unknown-Filter-Fields": string;
  };
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  getHealth: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The server runs. */
      200: {
        headers: {
          "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
          "X-Request-Id": components["headers"]["X-Request-Id"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": "ok",
           *       "version": "0.1.0"
           *     }
           */
          "application/json": components["schemas"]["Health"];
        };
      };
      400: components["responses"]["BadRequest"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getReadiness: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Readiness of the service and of the systems that it depends on. */
      200: {
        headers: {
          "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
          "X-Request-Id": components["headers"]["X-Request-Id"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": "ok",
           *       "version": "0.1.0",
           *       "database": true,
           *       "vector_store": true,
           *       "cache": true
           *     }
           */
          "application/json": components["schemas"]["Readiness"];
        };
      };
      400: components["responses"]["BadRequest"];
      500: components["responses"]["InternalError"];
      /** @description Readiness of the service and of the systems that it depends on. */
      503: {
        headers: {
          "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
          "X-Request-Id": components["headers"]["X-Request-Id"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Readiness"] | components["schemas"]["Failure"];
        };
      };
    };
  };
  getConfiguration: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Configuration of this process, with the local models that were chosen since its start. */
      200: {
        headers: {
          "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
          "X-Request-Id": components["headers"]["X-Request-Id"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "version": "0.1.0",
           *       "config_file": null,
           *       "settings": [
           *         {
           *           "variable": "SERVICE_PORT",
           *           "description": "Port to listen on; 0 takes any free one.",
           *           "expected": "an integer from 0 to 65535",
           *           "value": "9000",
           *           "default_value": "8080",
           *           "is_set": true,
           *           "is_secret": false
           *         }
           *       ],
           *       "sections": [
           *         {
           *           "name": "vectorStore",
           *           "description": "Where vectors are kept",
           *           "is_changed": false,
           *           "content": {
           *             "@quarry/vector-embedded": {}
           *           }
           *         }
           *       ]
           *     }
           */
          "application/json": components["schemas"]["Configuration"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  listJobs: {
    parameters: {
      query?: {
        /**
         * @description Only jobs of this kind.
         * @example ingest
         */
        kind?: string;
        /**
         * @description Most jobs to return, 1 to 1,000. Default 100.
         * @example 100
         */
        limit?: number;
        /**
         * @description How many to skip. Default 0.
         * @example 0
         */
        offset?: number;
        /**
         * @description Only jobs in this state.
         *
         *     - `queued`: Due; the next free worker takes it.
         *     - `waiting`: Waits for its time: a retry after a failed attempt, or work that is for later.
         *     - `processing`: Held by a worker.
         *     - `completed`: Finished.
         *     - `failed`: Given up, with an error.
         * @example failed
         */
        state?: "queued" | "waiting" | "processing" | "completed" | "failed";
        /**
         * @description Only jobs that look stuck (see Job). Default false.
         * @example false
         */
        stuck?: boolean;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of jobs. */
      200: {
        headers: {
          "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
          "X-Request-Id": components["headers"]["X-Request-Id"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "jobs": [
           *         {
           *           "id": "ingest:7c1f0a7e-3a58-4f0e-8d57-6b1d0f4e2c91:1",
           *           "kind": "ingest",
           *           "state": "failed",
           *           "stuck": false,
           *           "collection": "handbook",
           *           "document_id": "7c1f0a7e-3a58-4f0e-8d57-6b1d0f4e2c91",
           *           "filename": "remote-work.pdf",
           *           "attempts": 1,
           *           "max_attempts": 5,
           *           "error": "the provider does not answer",
           *           "created_at": "2026-11-20T10:00:00.000Z",
           *           "due_at": "2026-11-20T10:00:00.000Z",
           *           "started_at": "2026-11-20T10:04:55.000Z",
           *           "lease_until": null,
           *           "finished_at": "2026-11-20T10:05:00.000Z",
           *           "waits_for": null,
           *           "waits_until": null
           *         }
           *       ],
           *       "total": 1,
           *       "counts": {
           *         "queued": 2,
           *         "waiting": 1,
           *         "processing": 1,
           *         "completed": 128,
           *         "failed": 1,
           *         "stuck": 0
           *       }
           *     }
           */
          "application/json": components["schemas"]["ListJobsResponse"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  requeueJob: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The job's id.
         * @example ingest:7c1f0a7e-3a58-4f0e-8d57-6b1d0f4e2c91:1
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A unit of work that survives crashes. */
      200: {
        headers: {
          "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
          "X-Request-Id": components["headers"]["X-Request-Id"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "ingest:7c1f0a7e-3a58-4f0e-8d57-6b1d0f4e2c91:1",
           *       "kind": "ingest",
           *       "state": "failed",
           *       "stuck": false,
           *       "collection": "handbook",
           *       "document_id": "7c1f0a7e-3a58-4f0e-8d57-6b1d0f4e2c91",
           *       "filename": "remote-work.pdf",
           *       "attempts": 1,
           *       "max_attempts": 5,
           *       "error": "the provider does not answer",
           *       "created_at": "2026-11-20T10:00:00.000Z",
           *       "due_at": "2026-11-20T10:00:00.000Z",
           *       "started_at": "2026-11-20T10:04:55.000Z",
           *       "lease_until": null,
           *       "finished_at": "2026-11-20T10:05:00.000Z",
           *       "waits_for": null,
           *       "waits_until": null
           *     }
           */
          "application/json": components["schemas"]["Job"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  listKeys: {
    parameters: {
      query?: {
        /**
         * @description Most keys to return, 1 to 1,000. Default: all.
         * @example 100
         */
        limit?: number;
        /**
         * @description How many to skip. Default 0.
         * @example 0
         */
        offset?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The keys. */
      200: {
        headers: {
          "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
          "X-Request-Id": components["headers"]["X-Request-Id"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "keys": [
           *         {
           *           "name": "dashboard",
           *           "scope": "read",
           *           "collections": null,
           *           "source": "database",
           *           "state": "active",
           *           "created_at": "2026-11-20T10:00:00.000Z",
           *           "expires_at": null,
           *           "revoked_at": null,
           *           "filter": {}
           *         }
           *       ],
           *       "total": 1
           *     }
           */
          "application/json": components["schemas"]["ListKeysResponse"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  createKey: {
    parameters: {
      query?: never;
      header?: {
        /** @description Chosen by the caller. For a day the same key with the same request gets the first answer again, with another request it is 409. Extension. */
        "Idempotency-Key"?: string;
      };
      path?: never;
      cookie?: never;
    };
    /** @description A new key. */
    requestBody: {
      content: {
        /**
         * @example {
         *       "name": "dashboard",
         *       "scope": "read",
         *       "collections": [
         *         "handbook"
         *       ]
         *     }
         */
        "application/json": components["schemas"]["CreateKeyRequest"];
      };
    };
    responses: {
      /** @description A key with less than full access. */
      201: {
        headers: {
          "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
          "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
          "X-Request-Id": components["headers"]["X-Request-Id"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "name": "dashboard",
           *       "scope": "read",
           *       "collections": null,
           *       "source": "database",
           *       "state": "active",
           *       "created_at": "2026-11-20T10:00:00.000Z",
           *       "expires_at": null,
           *       "revoked_at": null,
           *       "filter": {}
           *     }
           */
          "application/json": components["schemas"]["AccessKey"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      409: components["responses"]["Conflict"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  revokeKey: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The key's name.
         * @example dashboard
         */
        name: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The answer of an operation that returns no resource. */
      200: {
        headers: {
          "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
          "X-Request-Id": components["headers"]["X-Request-Id"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": "ok",
           *       "message": "done"
           *     }
           */
          "application/json": components["schemas"]["StatusResponse"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  listModels: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The models, and the use of one. */
      200: {
        headers: {
          "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
          "X-Request-Id": components["headers"]["X-Request-Id"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "models": [
           *         {
           *           "name": "multilingual-e5-small",
           *           "languages": "about 100",
           *           "licence": "MIT",
           *           "megabytes": 136,
           *           "is_present": true,
           *           "is_loaded": true,
           *           "is_default": false
           *         }
           *       ]
           *     }
           */
          "application/json": components["schemas"]["ListModelsResponse"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  prepareModel: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Name of the model.
         * @example multilingual-e5-small
         */
        name: string;
      };
      cookie?: never;
    };
    /** @description The model to prepare, and the collections to prepare it for. */
    requestBody?: {
      content: {
        /**
         * @example {
         *       "collections": [
         *         "handbook"
         *       ]
         *     }
         */
        "application/json": components["schemas"]["PrepareModelRequest"];
      };
    };
    responses: {
      /** @description The use of a model. */
      202: {
        headers: {
          "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
          "X-Request-Id": components["headers"]["X-Request-Id"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "name": "multilingual-e5-small",
           *       "state": "moving",
           *       "progress": 25,
           *       "detail": "handbook",
           *       "error": null,
           *       "cost": {
           *         "passages_per_second": 31.5,
           *         "collections": 3,
           *         "documents": 128,
           *         "passages": 5300,
           *         "seconds": 168,
           *         "disk_bytes": 8140800
           *       },
           *       "warnings": [],
           *       "done_count": 1,
           *       "total_count": 3,
           *       "problems": [],
           *       "started_at": "2026-11-20T10:00:00.000Z"
           *     }
           */
          "application/json": components["schemas"]["ModelUse"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  useModel: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Name of the model that was prepared.
         * @example multilingual-e5-small
         */
        name: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The use of a model. */
      202: {
        headers: {
          "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
          "X-Request-Id": components["headers"]["X-Request-Id"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "name": "multilingual-e5-small",
           *       "state": "moving",
           *       "progress": 25,
           *       "detail": "handbook",
           *       "error": null,
           *       "cost": {
           *         "passages_per_second": 31.5,
           *         "collections": 3,
           *         "documents": 128,
           *         "passages": 5300,
           *         "seconds": 168,
           *         "disk_bytes": 8140800
           *       },
           *       "warnings": [],
           *       "done_count": 1,
           *       "total_count": 3,
           *       "problems": [],
           *       "started_at": "2026-11-20T10:00:00.000Z"
           *     }
           */
          "application/json": components["schemas"]["ModelUse"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      409: components["responses"]["Conflict"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  cancelModelUse: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The use of a model. */
      200: {
        headers: {
          "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
          "X-Request-Id": components["headers"]["X-Request-Id"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "name": "multilingual-e5-small",
           *       "state": "moving",
           *       "progress": 25,
           *       "detail": "handbook",
           *       "error": null,
           *       "cost": {
           *         "passages_per_second": 31.5,
           *         "collections": 3,
           *         "documents": 128,
           *         "passages": 5300,
           *         "seconds": 168,
           *         "disk_bytes": 8140800
           *       },
           *       "warnings": [],
           *       "done_count": 1,
           *       "total_count": 3,
           *       "problems": [],
           *       "started_at": "2026-11-20T10:00:00.000Z"
           *     }
           */
          "application/json": components["schemas"]["ModelUse"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      409: components["responses"]["Conflict"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  rollBackModelUse: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The use of a model. */
      202: {
        headers: {
          "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
          "X-Request-Id": components["headers"]["X-Request-Id"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "name": "multilingual-e5-small",
           *       "state": "moving",
           *       "progress": 25,
           *       "detail": "handbook",
           *       "error": null,
           *       "cost": {
           *         "passages_per_second": 31.5,
           *         "collections": 3,
           *         "documents": 128,
           *         "passages": 5300,
           *         "seconds": 168,
           *         "disk_bytes": 8140800
           *       },
           *       "warnings": [],
           *       "done_count": 1,
           *       "total_count": 3,
           *       "problems": [],
           *       "started_at": "2026-11-20T10:00:00.000Z"
           *     }
           */
          "application/json": components["schemas"]["ModelUse"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      409: components["responses"]["Conflict"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  listPlugins: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The plugins that are loaded. */
      200: {
        headers: {
          "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
          "X-Request-Id": components["headers"]["X-Request-Id"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "plugins": [
           *         {
           *           "kind": "vector_store",
           *           "names": [
           *             "default"
           *           ],
           *           "id": "@quarry/vector-embedded",
           *           "module": "@quarry/vector-embedded",
           *           "version": "0.1.0",
           *           "contract_version": 1,
           *           "is_default": false,
           *           "health": "ok",
           *           "health_message": null,
           *           "faults": {
           *             "count": 0,
           *             "last_at": null,
           *             "last_message": null
           *           },
           *           "settings": {}
           *         }
           *       ]
           *     }
           */
          "application/json": components["schemas"]["ListPluginsResponse"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  listWebhooks: {
    parameters: {
      query?: {
        /**
         * @description Most webhooks to return, 1 to 1,000. Default 100.
         * @example 100
         */
        limit?: number;
        /**
         * @description How many to skip. Default 0.
         * @example 0
         */
        offset?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of webhooks. */
      200: {
        headers: {
          "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
          "X-Request-Id": components["headers"]["X-Request-Id"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "webhooks": [
           *         {
           *           "id": "b8f6e7d2-90c4-4c35-8a1e-5f2d7c3b6a48",
           *           "url": "https://example.com/hooks/quarry",
           *           "events": [
           *             "document.ready",
           *             "document.failed"
           *           ],
           *           "collections": [
           *             "handbook"
           *           ],
           *           "description": "Tells the intranet what is searchable",
           *           "active": true,
           *           "created_at": "2026-11-20T10:00:00.000Z",
           *           "updated_at": "2026-11-20T10:00:00.000Z"
           *         }
           *       ],
           *       "total": 1
           *     }
           */
          "application/json": components["schemas"]["ListWebhooksResponse"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  createWebhook: {
    parameters: {
      query?: never;
      header?: {
        /** @description Chosen by the caller. For a day the same key with the same request gets the first answer again, with another request it is 409. Extension. */
        "Idempotency-Key"?: string;
      };
      path?: never;
      cookie?: never;
    };
    /** @description A new webhook. */
    requestBody: {
      content: {
        /**
         * @example {
         *       "url": "https://example.com/hooks/quarry",
         *       "events": [
         *         "document.ready",
         *         "document.failed"
         *       ],
         *       "collections": [
         *         "handbook"
         *       ],
         *       "description": "Tells the intranet what is searchable"
         *     }
         */
        "application/json": components["schemas"]["CreateWebhookRequest"];
      };
    };
    responses: {
      /** @description A receiver of events. */
      201: {
        headers: {
          "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
          "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
          "X-Request-Id": components["headers"]["X-Request-Id"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "b8f6e7d2-90c4-4c35-8a1e-5f2d7c3b6a48",
           *       "url": "https://example.com/hooks/quarry",
           *       "events": [
           *         "document.ready",
           *         "document.failed"
           *       ],
           *       "collections": [
           *         "handbook"
           *       ],
           *       "description": "Tells the intranet what is searchable",
           *       "active": true,
           *       "created_at": "2026-11-20T10:00:00.000Z",
           *       "updated_at": "2026-11-20T10:00:00.000Z"
           *     }
           */
          "application/json": components["schemas"]["Webhook"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      409: components["responses"]["Conflict"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getWebhook: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The webhook's id.
         * @example b8f6e7d2-90c4-4c35-8a1e-5f2d7c3b6a48
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A receiver of events. */
      200: {
        headers: {
          "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
          "X-Request-Id": components["headers"]["X-Request-Id"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "b8f6e7d2-90c4-4c35-8a1e-5f2d7c3b6a48",
           *       "url": "https://example.com/hooks/quarry",
           *       "events": [
           *         "document.ready",
           *         "document.failed"
           *       ],
           *       "collections": [
           *         "handbook"
           *       ],
           *       "description": "Tells the intranet what is searchable",
           *       "active": true,
           *       "created_at": "2026-11-20T10:00:00.000Z",
           *       "updated_at": "2026-11-20T10:00:00.000Z"
           *     }
           */
          "application/json": components["schemas"]["Webhook"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  updateWebhook: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The webhook's id. It can't be changed.
         * @example b8f6e7d2-90c4-4c35-8a1e-5f2d7c3b6a48
         */
        id: string;
      };
      cookie?: never;
    };
    /** @description Changes to a webhook. A field that is absent or null keeps its value, except as said below. */
    requestBody?: {
      content: {
        /**
         * @example {
         *       "events": [
         *         "document.failed"
         *       ],
         *       "active": true
         *     }
         */
        "application/json": components["schemas"]["UpdateWebhookRequest"];
      };
    };
    responses: {
      /** @description A receiver of events. */
      200: {
        headers: {
          "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
          "X-Request-Id": components["headers"]["X-Request-Id"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "b8f6e7d2-90c4-4c35-8a1e-5f2d7c3b6a48",
           *       "url": "https://example.com/hooks/quarry",
           *       "events": [
           *         "document.ready",
           *         "document.failed"
           *       ],
           *       "collections": [
           *         "handbook"
           *       ],
           *       "description": "Tells the intranet what is searchable",
           *       "active": true,
           *       "created_at": "2026-11-20T10:00:00.000Z",
           *       "updated_at": "2026-11-20T10:00:00.000Z"
           *     }
           */
          "application/json": components["schemas"]["Webhook"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  deleteWebhook: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The webhook's id.
         * @example b8f6e7d2-90c4-4c35-8a1e-5f2d7c3b6a48
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The answer of an operation that returns no resource. */
      200: {
        headers: {
          "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
          "X-Request-Id": components["headers"]["X-Request-Id"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": "ok",
           *       "message": "done"
           *     }
           */
          "application/json": components["schemas"]["StatusResponse"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  listWebhookDeliveries: {
    parameters: {
      query?: {
        /**
         * @description Most deliveries to return, 1 to 1,000. Default 100.
         * @example 100
         */
        limit?: number;
        /**
         * @description How many to skip. Default 0.
         * @example 0
         */
        offset?: number;
      };
      header?: never;
      path: {
        /**
         * @description The webhook's id.
         * @example b8f6e7d2-90c4-4c35-8a1e-5f2d7c3b6a48
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of deliveries. */
      200: {
        headers: {
          "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
          "X-Request-Id": components["headers"]["X-Request-Id"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "deliveries": [
           *         {
           *           "id": "7c1f0a7e-3a58-4f0e-8d57-6b1d0f4e2c91",
           *           "webhook_id": "b8f6e7d2-90c4-4c35-8a1e-5f2d7c3b6a48",
           *           "event": "document.ready",
           *           "collection": "handbook",
           *           "document_id": "7c1f0a7e-3a58-4f0e-8d57-6b1d0f4e2c91",
           *           "status": "delivered",
           *           "attempts": 1,
           *           "response_status": null,
           *           "error": null,
           *           "payload": {
           *             "event": "document.ready",
           *             "timestamp": "2026-11-20T10:00:05.000Z",
           *             "collection": "handbook",
           *             "document_id": "7c1f0a7e-3a58-4f0e-8d57-6b1d0f4e2c91",
           *             "status": "ready",
           *             "chunk_count": 42,
           *             "error_message": null
           *           },
           *           "created_at": "2026-11-20T10:00:00.000Z",
           *           "next_attempt_at": null,
           *           "delivered_at": null
           *         }
           *       ],
           *       "total": 1
           *     }
           */
          "application/json": components["schemas"]["ListWebhookDeliveriesResponse"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  redeliverWebhookDelivery: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The delivery's id.
         * @example 9d3b2a60-1c57-4e0c-b0f5-7a8e6d4c2b15
         */
        delivery_id: string;
        /**
         * @description The webhook's id.
         * @example 7c1f0a7e-3a58-4f0e-8d57-6b1d0f4e2c91
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One event on its way to one webhook. Kept 30 days. */
      200: {
        headers: {
          "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
          "X-Request-Id": components["headers"]["X-Request-Id"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "7c1f0a7e-3a58-4f0e-8d57-6b1d0f4e2c91",
           *       "webhook_id": "b8f6e7d2-90c4-4c35-8a1e-5f2d7c3b6a48",
           *       "event": "document.ready",
           *       "collection": "handbook",
           *       "document_id": "7c1f0a7e-3a58-4f0e-8d57-6b1d0f4e2c91",
           *       "status": "delivered",
           *       "attempts": 1,
           *       "response_status": null,
           *       "error": null,
           *       "payload": {
           *         "event": "document.ready",
           *         "timestamp": "2026-11-20T10:00:05.000Z",
           *         "collection": "handbook",
           *         "document_id": "7c1f0a7e-3a58-4f0e-8d57-6b1d0f4e2c91",
           *         "status": "ready",
           *         "chunk_count": 42,
           *         "error_message": null
           *       },
           *       "created_at": "2026-11-20T10:00:00.000Z",
           *       "next_attempt_at": null,
           *       "delivered_at": null
           *     }
           */
          "application/json": components["schemas"]["WebhookDelivery"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  testWebhook: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The webhook's id.
         * @example b8f6e7d2-90c4-4c35-8a1e-5f2d7c3b6a48
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A test on its way. */
      200: {
        headers: {
          "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
          "X-Request-Id": components["headers"]["X-Request-Id"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": "ok",
           *       "message": "done",
           *       "delivery_id": "9d3b2a60-1c57-4e0c-b0f5-7a8e6d4c2b15"
           *     }
           */
          "application/json": components["schemas"]["TestWebhookResponse"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  whoAmI: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The caller, as the service knows it. */
      200: {
        headers: {
          "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
          "X-Request-Id": components["headers"]["X-Request-Id"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "name": "handbook",
           *       "scope": "read",
           *       "collections": null,
           *       "filter": {},
           *       "expires_at": null
           *     }
           */
          "application/json": components["schemas"]["Identity"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  batchQuery: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** @description Several independent queries. */
    requestBody: {
      content: {
        /**
         * @example {
         *       "queries": [
         *         {
         *           "collection": "handbook",
         *           "query": "how many days may I work from home?",
         *           "top_k": 3
         *         },
         *         {
         *           "collection": "contracts",
         *           "query": "notice period",
         *           "search_mode": "keyword"
         *         }
         *       ]
         *     }
         */
        "application/json": components["schemas"]["BatchQueryRequest"];
      };
    };
    responses: {
      /** @description Results of several queries. */
      200: {
        headers: {
          "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
          "X-Query-Words-Left-Out": components["headers"]["X-Query-Words-Left-Out"];
          "X-Request-Id": components["headers"]["X-Request-Id"];
          "X-Rerank-Status": components["headers"]["X-Rerank-Status"];
          "X-Unknown-Filter-Fields": components["headers"]["X-Unknown-Filter-Fields"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "results": [
           *         {
           *           "results": [
           *             {
           *               "id": "3f2c9d54-8f0b-5a63-b1de-0c5a7e9d4f26",
           *               "text": "Employees may work from home up to three days a week.",
           *               "score": 0.83,
           *               "document_id": "7c1f0a7e-3a58-4f0e-8d57-6b1d0f4e2c91",
           *               "chunk_index": 0,
           *               "metadata": {
           *                 "document_id": "7c1f0a7e-3a58-4f0e-8d57-6b1d0f4e2c91",
           *                 "page": 3,
           *                 "filename": "remote-work.pdf",
           *                 "file_type": "pdf",
           *                 "section": [
           *                   "Working time",
           *                   "Remote work"
           *                 ],
           *                 "start_char": 5120,
           *                 "end_char": 5173,
           *                 "department": "people",
           *                 "year": 2026
           *               }
           *             }
           *           ],
           *           "query": "how many days may I work from home?",
           *           "collection": "handbook",
           *           "total": 1
           *         }
           *       ]
           *     }
           */
          "application/json": components["schemas"]["BatchQueryResponse"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  listCollections: {
    parameters: {
      query?: {
        /**
         * @description Most collections to return, 1 to 1,000. Default 100.
         * @example 100
         */
        limit?: number;
        /**
         * @description Only names that start so, compared case-insensitively; `%` and `_` are literal. Default: all.
         * @example hand
         */
        name?: string;
        /**
         * @description How many to skip. Default 0.
         * @example 0
         */
        offset?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of collections. */
      200: {
        headers: {
          "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
          "X-Request-Id": components["headers"]["X-Request-Id"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "collections": [
           *         {
           *           "id": "0d8b6b0e-5d0f-4c6e-9a53-2f4c1b7f3a10",
           *           "name": "handbook",
           *           "description": "Company handbook and policies",
           *           "embedding_provider": "local",
           *           "embedding_model": "quarry-local-v2",
           *           "dimension": 1024,
           *           "chunk_size": 512,
           *           "chunk_overlap": 50,
           *           "document_count": 128,
           *           "has_api_key": false,
           *           "reranking_enabled": false,
           *           "reranking_model": "rerank-v3.5",
           *           "has_reranking_api_key": false,
           *           "default_top_k": 10,
           *           "default_min_score": null,
           *           "default_search_mode": "hybrid",
           *           "metadata": {
           *             "department": "people",
           *             "year": 2026
           *           },
           *           "created_at": "2026-11-20T10:00:00.000Z",
           *           "updated_at": "2026-11-20T10:00:00.000Z"
           *         }
           *       ],
           *       "total": 1
           *     }
           */
          "application/json": components["schemas"]["ListCollectionsResponse"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  createCollection: {
    parameters: {
      query?: never;
      header?: {
        /** @description Chosen by the caller. For a day the same key with the same request gets the first answer again, with another request it is 409. Extension. */
        "Idempotency-Key"?: string;
      };
      path?: never;
      cookie?: never;
    };
    /** @description A new collection. */
    requestBody: {
      content: {
        /**
         * @example {
         *       "name": "handbook",
         *       "description": "Company handbook and policies",
         *       "chunk_size": 512,
         *       "chunk_overlap": 50,
         *       "default_search_mode": "hybrid",
         *       "metadata": {
         *         "department": "people"
         *       }
         *     }
         */
        "application/json": components["schemas"]["CreateCollectionRequest"];
      };
    };
    responses: {
      /** @description A named set of documents and vectors. */
      201: {
        headers: {
          "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
          "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
          "X-Request-Id": components["headers"]["X-Request-Id"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0d8b6b0e-5d0f-4c6e-9a53-2f4c1b7f3a10",
           *       "name": "handbook",
           *       "description": "Company handbook and policies",
           *       "embedding_provider": "local",
           *       "embedding_model": "quarry-local-v2",
           *       "dimension": 1024,
           *       "chunk_size": 512,
           *       "chunk_overlap": 50,
           *       "document_count": 128,
           *       "has_api_key": false,
           *       "reranking_enabled": false,
           *       "reranking_model": "rerank-v3.5",
           *       "has_reranking_api_key": false,
           *       "default_top_k": 10,
           *       "default_min_score": null,
           *       "default_search_mode": "hybrid",
           *       "metadata": {
           *         "department": "people",
           *         "year": 2026
           *       },
           *       "created_at": "2026-11-20T10:00:00.000Z",
           *       "updated_at": "2026-11-20T10:00:00.000Z"
           *     }
           */
          "application/json": components["schemas"]["Collection"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      409: components["responses"]["Conflict"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  listChanges: {
    parameters: {
      query?: {
        /**
         * @description Most changes to return, 1 to 1,000. Default 100.
         * @example 100
         */
        limit?: number;
        /**
         * @description How many to skip. Default 0.
         * @example 0
         */
        offset?: number;
      };
      header?: never;
      path: {
        /**
         * @description The collection's name.
         * @example handbook
         */
        collection_name: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of changes. */
      200: {
        headers: {
          "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
          "X-Request-Id": components["headers"]["X-Request-Id"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "changes": [
           *         {
           *           "id": "5e8b1c4d-2f6a-4d3b-9c70-1a9e3f7b5d24",
           *           "collection": "handbook",
           *           "kind": "store",
           *           "state": "building",
           *           "progress": 24,
           *           "done_count": 1280,
           *           "total_count": 5210,
           *           "from": {
           *             "vector_store": "milvus",
           *             "embedding_provider": "local",
           *             "embedding_model": "quarry-local-v2",
           *             "dimension": 1024
           *           },
           *           "to": {
           *             "vector_store": "milvus",
           *             "embedding_provider": "local",
           *             "embedding_model": "quarry-local-v2",
           *             "dimension": 1024
           *           },
           *           "rollback_of": null,
           *           "error": null,
           *           "created_at": "2026-11-20T10:00:00.000Z",
           *           "updated_at": "2026-11-20T10:00:00.000Z",
           *           "finished_at": null,
           *           "repair": null
           *         }
           *       ],
           *       "total": 1,
           *       "current": {
           *         "vector_store": "milvus",
           *         "embedding_provider": "local",
           *         "embedding_model": "quarry-local-v2",
           *         "dimension": 1024
           *       }
           *     }
           */
          "application/json": components["schemas"]["ListChangesResponse"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  startChange: {
    parameters: {
      query?: never;
      header?: {
        /** @description Chosen by the caller. For a day the same key with the same request gets the first answer again, with another request it is 409. Extension. */
        "Idempotency-Key"?: string;
      };
      path: {
        /**
         * @description The collection's name.
         * @example handbook
         */
        collection_name: string;
      };
      cookie?: never;
    };
    /** @description Target of a change of a collection's index. A field that is not given stays as it is; at least one must be given. */
    requestBody?: {
      content: {
        /**
         * @example {
         *       "vector_store": "milvus"
         *     }
         */
        "application/json": components["schemas"]["StartChangeRequest"];
      };
    };
    responses: {
      /** @description A change of a collection's index. */
      201: {
        headers: {
          "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
          "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
          "X-Request-Id": components["headers"]["X-Request-Id"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "5e8b1c4d-2f6a-4d3b-9c70-1a9e3f7b5d24",
           *       "collection": "handbook",
           *       "kind": "store",
           *       "state": "building",
           *       "progress": 24,
           *       "done_count": 1280,
           *       "total_count": 5210,
           *       "from": {
           *         "vector_store": "milvus",
           *         "embedding_provider": "local",
           *         "embedding_model": "quarry-local-v2",
           *         "dimension": 1024
           *       },
           *       "to": {
           *         "vector_store": "milvus",
           *         "embedding_provider": "local",
           *         "embedding_model": "quarry-local-v2",
           *         "dimension": 1024
           *       },
           *       "rollback_of": null,
           *       "error": null,
           *       "created_at": "2026-11-20T10:00:00.000Z",
           *       "updated_at": "2026-11-20T10:00:00.000Z",
           *       "finished_at": null,
           *       "repair": null
           *     }
           */
          "application/json": components["schemas"]["IndexChange"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getChange: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The collection's name.
         * @example handbook
         */
        collection_name: string;
        /**
         * @description The change's id.
         * @example 5e8b1c4d-2f6a-4d3b-9c70-1a9e3f7b5d24
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A change of a collection's index. */
      200: {
        headers: {
          "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
          "X-Request-Id": components["headers"]["X-Request-Id"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "5e8b1c4d-2f6a-4d3b-9c70-1a9e3f7b5d24",
           *       "collection": "handbook",
           *       "kind": "store",
           *       "state": "building",
           *       "progress": 24,
           *       "done_count": 1280,
           *       "total_count": 5210,
           *       "from": {
           *         "vector_store": "milvus",
           *         "embedding_provider": "local",
           *         "embedding_model": "quarry-local-v2",
           *         "dimension": 1024
           *       },
           *       "to": {
           *         "vector_store": "milvus",
           *         "embedding_provider": "local",
           *         "embedding_model": "quarry-local-v2",
           *         "dimension": 1024
           *       },
           *       "rollback_of": null,
           *       "error": null,
           *       "created_at": "2026-11-20T10:00:00.000Z",
           *       "updated_at": "2026-11-20T10:00:00.000Z",
           *       "finished_at": null,
           *       "repair": null
           *     }
           */
          "application/json": components["schemas"]["IndexChange"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  cancelChange: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The collection's name.
         * @example handbook
         */
        collection_name: string;
        /**
         * @description The change's id.
         * @example 5e8b1c4d-2f6a-4d3b-9c70-1a9e3f7b5d24
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A change of a collection's index. */
      200: {
        headers: {
          "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
          "X-Request-Id": components["headers"]["X-Request-Id"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "5e8b1c4d-2f6a-4d3b-9c70-1a9e3f7b5d24",
           *       "collection": "handbook",
           *       "kind": "store",
           *       "state": "building",
           *       "progress": 24,
           *       "done_count": 1280,
           *       "total_count": 5210,
           *       "from": {
           *         "vector_store": "milvus",
           *         "embedding_provider": "local",
           *         "embedding_model": "quarry-local-v2",
           *         "dimension": 1024
           *       },
           *       "to": {
           *         "vector_store": "milvus",
           *         "embedding_provider": "local",
           *         "embedding_model": "quarry-local-v2",
           *         "dimension": 1024
           *       },
           *       "rollback_of": null,
           *       "error": null,
           *       "created_at": "2026-11-20T10:00:00.000Z",
           *       "updated_at": "2026-11-20T10:00:00.000Z",
           *       "finished_at": null,
           *       "repair": null
           *     }
           */
          "application/json": components["schemas"]["IndexChange"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  rollBackChange: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The collection's name.
         * @example handbook
         */
        collection_name: string;
        /**
         * @description The change's id.
         * @example 5e8b1c4d-2f6a-4d3b-9c70-1a9e3f7b5d24
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A change of a collection's index. */
      201: {
        headers: {
          "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
          "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
          "X-Request-Id": components["headers"]["X-Request-Id"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "5e8b1c4d-2f6a-4d3b-9c70-1a9e3f7b5d24",
           *       "collection": "handbook",
           *       "kind": "store",
           *       "state": "building",
           *       "progress": 24,
           *       "done_count": 1280,
           *       "total_count": 5210,
           *       "from": {
           *         "vector_store": "milvus",
           *         "embedding_provider": "local",
           *         "embedding_model": "quarry-local-v2",
           *         "dimension": 1024
           *       },
           *       "to": {
           *         "vector_store": "milvus",
           *         "embedding_provider": "local",
           *         "embedding_model": "quarry-local-v2",
           *         "dimension": 1024
           *       },
           *       "rollback_of": null,
           *       "error": null,
           *       "created_at": "2026-11-20T10:00:00.000Z",
           *       "updated_at": "2026-11-20T10:00:00.000Z",
           *       "finished_at": null,
           *       "repair": null
           *     }
           */
          "application/json": components["schemas"]["IndexChange"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  listDocuments: {
    parameters: {
      query?: {
        /** @description The `next_cursor` of the page before, whose other parameters must be the same; `offset` counts from there. However far into the list, a page takes no longer. Default: from the first. Extension. */
        cursor?: string;
        /** @description Only the document with this id of the caller's own. Default: all. Extension. */
        external_id?: string;
        /**
         * @description Only documents that failed, and by whose failure. Default: all. Extension.
         *
         *     - `provider`: The embedding provider's: it was away for too long, or refused. Processing the document again may help.
         *     - `file`: The file's own: it can't be read, or has no text.
         *     - `service`: The service's, or that of something it stands on.
         */
        failed_by?: "provider" | "file" | "service";
        /**
         * @description Only documents of this type: the extension without the dot, for example `pdf`. Default: all. Extension.
         * @example pdf
         */
        file_type?: string;
        /**
         * @description Only documents whose file name has this in it, whatever the case. Default: all. Extension.
         * @example remote-work.pdf
         */
        filename?: string;
        /** @description Only documents that match, in any status: a filter as of a query, as JSON, over what a document's chunks share, for example `{"year": {"$gte": 2020}}`. Default: all. Extension. */
        filters?: string;
        /** @description Adds `info` to each document. Default false. Extension. */
        info?: boolean;
        /**
         * @description Most documents to return, 1 to 1,000. Default 100.
         * @example 100
         */
        limit?: number;
        /**
         * @description How many to skip. Default 0.
         * @example 0
         */
        offset?: number;
        /** @description Sort field: `created_at`, `updated_at`, `filename` (case-insensitive), `file_size` or `chunk_count`; with `-` before it, descending. Documents with equal values are sorted by id. Default: created_at. Extension. */
        sort?: string;
        /**
         * @description Only documents in this status. Default: all.
         *
         *     - `pending`: Accepted and durable; processing has not started.
         *     - `processing`: Being parsed, chunked or embedded.
         *     - `ready`: Searchable.
         *     - `failed`: Processing ended with an error, which `error_message` tells.
         * @example ready
         */
        status?: "pending" | "processing" | "ready" | "failed";
      };
      header?: never;
      path: {
        /**
         * @description The collection's name.
         * @example handbook
         */
        collection_name: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of documents. */
      200: {
        headers: {
          "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
          "X-Request-Id": components["headers"]["X-Request-Id"];
          "X-Unknown-Filter-Fields": components["headers"]["X-Unknown-Filter-Fields"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "documents": [
           *         {
           *           "id": "7c1f0a7e-3a58-4f0e-8d57-6b1d0f4e2c91",
           *           "collection_id": "0d8b6b0e-5d0f-4c6e-9a53-2f4c1b7f3a10",
           *           "filename": "remote-work.pdf",
           *           "file_type": "pdf",
           *           "file_size": 48213,
           *           "chunk_count": 42,
           *           "status": "ready",
           *           "error_message": null,
           *           "metadata": {
           *             "department": "people",
           *             "year": 2026
           *           },
           *           "created_at": "2026-11-20T10:00:00.000Z",
           *           "updated_at": "2026-11-20T10:00:00.000Z",
           *           "content_hash": ""
           *         }
           *       ],
           *       "total": 1
           *     }
           */
          "application/json": components["schemas"]["ListDocumentsResponse"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  uploadDocument: {
    parameters: {
      query?: never;
      header?: {
        /** @description Chosen by the caller. For a day the same key with the same request gets the first answer again, with another request it is 409. Extension. */
        "Idempotency-Key"?: string;
      };
      path: {
        /**
         * @description The collection's name.
         * @example handbook
         */
        collection_name: string;
      };
      cookie?: never;
    };
    /** @description A form; its parts may come in any order, and unknown parts are ignored and named in `X-Ignored-Fields`, unless their name is close to a known one. Or, as JSON: A document that is no file of the caller's: exactly one of `text`, `chunks` and `url` is given. */
    requestBody: {
      content: {
        /**
         * @example {
         *       "text": "# Remote work\n\nEmployees may work from home up to three days a week.",
         *       "metadata": {
         *         "department": "people"
         *       }
         *     }
         */
        "application/json": components["schemas"]["CreateDocumentRequest"];
        "multipart/form-data": {
          /**
           * Format: date-time
           * @description When the document goes; in the future. Default: as the collection's `default_ttl_seconds` says. Extension.
           */
          expires_at?: string;
          /** @description The caller's own id of the document, unique in the collection: 1 to 512 bytes of UTF-8. Default: none. Extension. */
          external_id?: string;
          /**
           * Format: binary
           * @description The file. The part needs a file name; its last extension says the type, not the declared media type.
           */
          file: string;
          /**
           * Format: date-time
           * @description `updated_at` of the document that is to be replaced, as the caller read it: where it is another by now, nothing is done, and the answer is 412. Extension.
           */
          if_updated_at?: string;
          /**
           * @description Metadata of the document, default empty. It may come before or after the file. In a form: a string that holds a JSON object.
           * @example {"department": "people", "year": 2026}
           */
          metadata?: string;
          /**
           * @description Action when a document already has that external id. Default: error. Extension.
           * @enum {string}
           */
          on_conflict?: "error" | "skip" | "replace";
          /**
           * @description Action when a document of the collection has the same bytes. Default: allow. Extension.
           * @enum {string}
           */
          on_duplicate?: "allow" | "skip" | "error";
        };
      };
    };
    responses: {
      /** @description A file in a collection. */
      201: {
        headers: {
          "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
          "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
          "X-Request-Id": components["headers"]["X-Request-Id"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "7c1f0a7e-3a58-4f0e-8d57-6b1d0f4e2c91",
           *       "collection_id": "0d8b6b0e-5d0f-4c6e-9a53-2f4c1b7f3a10",
           *       "filename": "remote-work.pdf",
           *       "file_type": "pdf",
           *       "file_size": 48213,
           *       "chunk_count": 42,
           *       "status": "ready",
           *       "error_message": null,
           *       "metadata": {
           *         "department": "people",
           *         "year": 2026
           *       },
           *       "created_at": "2026-11-20T10:00:00.000Z",
           *       "updated_at": "2026-11-20T10:00:00.000Z",
           *       "content_hash": ""
           *     }
           */
          "application/json": components["schemas"]["Document"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      412: components["responses"]["PreconditionFailed"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getDocument: {
    parameters: {
      query?: {
        /** @description Adds `info` to the document. Default false. Extension. */
        info?: boolean;
      };
      header?: never;
      path: {
        /**
         * @description The collection's name.
         * @example handbook
         */
        collection_name: string;
        /**
         * @description The document's id.
         * @example 7c1f0a7e-3a58-4f0e-8d57-6b1d0f4e2c91
         */
        document_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A file in a collection. */
      200: {
        headers: {
          "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
          "X-Request-Id": components["headers"]["X-Request-Id"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "7c1f0a7e-3a58-4f0e-8d57-6b1d0f4e2c91",
           *       "collection_id": "0d8b6b0e-5d0f-4c6e-9a53-2f4c1b7f3a10",
           *       "filename": "remote-work.pdf",
           *       "file_type": "pdf",
           *       "file_size": 48213,
           *       "chunk_count": 42,
           *       "status": "ready",
           *       "error_message": null,
           *       "metadata": {
           *         "department": "people",
           *         "year": 2026
           *       },
           *       "created_at": "2026-11-20T10:00:00.000Z",
           *       "updated_at": "2026-11-20T10:00:00.000Z",
           *       "content_hash": ""
           *     }
           */
          "application/json": components["schemas"]["Document"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  deleteDocument: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The collection's name.
         * @example handbook
         */
        collection_name: string;
        /**
         * @description The document's id.
         * @example 7c1f0a7e-3a58-4f0e-8d57-6b1d0f4e2c91
         */
        document_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The answer of an operation that returns no resource. */
      200: {
        headers: {
          "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
          "X-Request-Id": components["headers"]["X-Request-Id"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": "ok",
           *       "message": "done"
           *     }
           */
          "application/json": components["schemas"]["StatusResponse"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      412: components["responses"]["PreconditionFailed"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  patchDocument: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The collection's name.
         * @example handbook
         */
        collection_name: string;
        /**
         * @description The document's id.
         * @example 7c1f0a7e-3a58-4f0e-8d57-6b1d0f4e2c91
         */
        document_id: string;
      };
      cookie?: never;
    };
    /** @description Changes to a document. A field that is absent keeps its value. */
    requestBody?: {
      content: {
        /**
         * @example {
         *       "metadata": {
         *         "department": "people",
         *         "draft": null
         *       }
         *     }
         */
        "application/json": components["schemas"]["PatchDocumentRequest"];
      };
    };
    responses: {
      /** @description A file in a collection. */
      200: {
        headers: {
          "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
          "X-Request-Id": components["headers"]["X-Request-Id"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "7c1f0a7e-3a58-4f0e-8d57-6b1d0f4e2c91",
           *       "collection_id": "0d8b6b0e-5d0f-4c6e-9a53-2f4c1b7f3a10",
           *       "filename": "remote-work.pdf",
           *       "file_type": "pdf",
           *       "file_size": 48213,
           *       "chunk_count": 42,
           *       "status": "ready",
           *       "error_message": null,
           *       "metadata": {
           *         "department": "people",
           *         "year": 2026
           *       },
           *       "created_at": "2026-11-20T10:00:00.000Z",
           *       "updated_at": "2026-11-20T10:00:00.000Z",
           *       "content_hash": ""
           *     }
           */
          "application/json": components["schemas"]["Document"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      412: components["responses"]["PreconditionFailed"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  listChunks: {
    parameters: {
      query?: {
        /** @description Adds to each chunk where it stands. Default false. Extension. */
        citations?: boolean;
        /**
         * @description Most chunks to return, at least 1. Default: all. Extension.
         * @example 100
         */
        limit?: number;
        /**
         * @description How many to skip. Default 0. Extension.
         * @example 0
         */
        offset?: number;
      };
      header?: never;
      path: {
        /**
         * @description The collection's name.
         * @example handbook
         */
        collection_name: string;
        /**
         * @description The document's id.
         * @example 7c1f0a7e-3a58-4f0e-8d57-6b1d0f4e2c91
         */
        document_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The live chunks of a document. */
      200: {
        headers: {
          "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
          "X-Request-Id": components["headers"]["X-Request-Id"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "chunks": [
           *         {
           *           "id": "3f2c9d54-8f0b-5a63-b1de-0c5a7e9d4f26",
           *           "text": "Employees may work from home up to three days a week.",
           *           "chunk_index": 0,
           *           "metadata": {
           *             "document_id": "7c1f0a7e-3a58-4f0e-8d57-6b1d0f4e2c91",
           *             "page": 3,
           *             "filename": "remote-work.pdf",
           *             "file_type": "pdf",
           *             "section": [
           *               "Working time",
           *               "Remote work"
           *             ],
           *             "start_char": 5120,
           *             "end_char": 5173,
           *             "department": "people",
           *             "year": 2026
           *           }
           *         }
           *       ],
           *       "total": 1
           *     }
           */
          "application/json": components["schemas"]["ListChunksResponse"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  downloadDocumentFile: {
    parameters: {
      query?: never;
      header?: {
        /** @description Answers 304 without the bytes when it names the file's `ETag`. */
        "If-None-Match"?: string;
        /** @description The range is sent only while this is the file's `ETag`; otherwise the whole file is. */
        "If-Range"?: string;
        /** @description One range of bytes, such as `bytes=0-1023` or `bytes=-500`; anything else is ignored. */
        Range?: string;
      };
      path: {
        /**
         * @description The collection's name.
         * @example handbook
         */
        collection_name: string;
        /**
         * @description The document's id.
         * @example 7c1f0a7e-3a58-4f0e-8d57-6b1d0f4e2c91
         */
        document_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The whole file. */
      200: {
        headers: {
          "Accept-Ranges": components["headers"]["Accept-Ranges"];
          "Content-Disposition": components["headers"]["Content-Disposition"];
          ETag: components["headers"]["ETag"];
          "X-Request-Id": components["headers"]["X-Request-Id"];
          [name: string]: unknown;
        };
        content: {
          "*/*": unknown;
        };
      };
      /** @description The range that was asked for. */
      206: {
        headers: {
          "Accept-Ranges": components["headers"]["Accept-Ranges"];
          "Content-Disposition": components["headers"]["Content-Disposition"];
          "Content-Range": components["headers"]["Content-Range"];
          ETag: components["headers"]["ETag"];
          "X-Request-Id": components["headers"]["X-Request-Id"];
          [name: string]: unknown;
        };
        content: {
          "*/*": unknown;
        };
      };
      /** @description The caller has this very file already. */
      304: {
        headers: {
          ETag: components["headers"]["ETag"];
          "X-Request-Id": components["headers"]["X-Request-Id"];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      416: components["responses"]["RangeNotSatisfiable"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getDocumentMarkdown: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The collection's name.
         * @example handbook
         */
        collection_name: string;
        /**
         * @description The document's id.
         * @example 7c1f0a7e-3a58-4f0e-8d57-6b1d0f4e2c91
         */
        document_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The bytes, as they are made. When the connection breaks before their end, they are not all. */
      200: {
        headers: {
          "Content-Disposition": components["headers"]["Content-Disposition"];
          "X-Request-Id": components["headers"]["X-Request-Id"];
          [name: string]: unknown;
        };
        content: {
          "*/*": unknown;
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getDocumentPage: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The collection's name.
         * @example handbook
         */
        collection_name: string;
        /**
         * @description The document's id.
         * @example 7c1f0a7e-3a58-4f0e-8d57-6b1d0f4e2c91
         */
        document_id: string;
        /**
         * @description Number of the page, slide, sheet or frame, from 1 on.
         * @example 3
         */
        page: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of a document. */
      200: {
        headers: {
          "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
          "X-Request-Id": components["headers"]["X-Request-Id"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "page": 3,
           *       "page_count": 12,
           *       "text": "Up to three days a week may be worked remotely.",
           *       "start_char": 5120,
           *       "end_char": 5167,
           *       "truncated": false,
           *       "width": 595,
           *       "height": 842
           *     }
           */
          "application/json": components["schemas"]["DocumentPage"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getDocumentPageImage: {
    parameters: {
      query?: {
        /** @description Pixels that it is to be wide, rounded up to 320, 640, 960, 1280, 1920 or 2560. Default 1280. An image is never enlarged, and a page that is very long is drawn narrower. */
        width?: number;
      };
      header?: {
        /** @description Answers 304 without the bytes when it names the file's `ETag`. */
        "If-None-Match"?: string;
        /** @description The range is sent only while this is the file's `ETag`; otherwise the whole file is. */
        "If-Range"?: string;
        /** @description One range of bytes, such as `bytes=0-1023` or `bytes=-500`; anything else is ignored. */
        Range?: string;
      };
      path: {
        /**
         * @description The collection's name.
         * @example handbook
         */
        collection_name: string;
        /**
         * @description The document's id.
         * @example 7c1f0a7e-3a58-4f0e-8d57-6b1d0f4e2c91
         */
        document_id: string;
        /**
         * @description Number of the page or frame, from 1 on.
         * @example 3
         */
        page: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The whole file. */
      200: {
        headers: {
          "Accept-Ranges": components["headers"]["Accept-Ranges"];
          "Content-Disposition": components["headers"]["Content-Disposition"];
          ETag: components["headers"]["ETag"];
          "X-Request-Id": components["headers"]["X-Request-Id"];
          [name: string]: unknown;
        };
        content: {
          "*/*": unknown;
        };
      };
      /** @description The range that was asked for. */
      206: {
        headers: {
          "Accept-Ranges": components["headers"]["Accept-Ranges"];
          "Content-Disposition": components["headers"]["Content-Disposition"];
          "Content-Range": components["headers"]["Content-Range"];
          ETag: components["headers"]["ETag"];
          "X-Request-Id": components["headers"]["X-Request-Id"];
          [name: string]: unknown;
        };
        content: {
          "*/*": unknown;
        };
      };
      /** @description The caller has this very file already. */
      304: {
        headers: {
          ETag: components["headers"]["ETag"];
          "X-Request-Id": components["headers"]["X-Request-Id"];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      416: components["responses"]["RangeNotSatisfiable"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  watchDocumentProgress: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The collection's name.
         * @example handbook
         */
        collection_name: string;
        /**
         * @description The document's id.
         * @example 7c1f0a7e-3a58-4f0e-8d57-6b1d0f4e2c91
         */
        document_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Server-sent events; the data of each is a `DocumentProgress` as JSON. Comment lines keep an idle stream alive. */
      200: {
        headers: {
          "X-Request-Id": components["headers"]["X-Request-Id"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": "{\"step\":\"parsing\",\"status\":\"in_progress\",\"message\":\"done\",\"progress\":25}"
           *     }
           */
          "text/event-stream": {
            data: string;
          };
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  reprocessDocument: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The collection's name.
         * @example handbook
         */
        collection_name: string;
        /**
         * @description The document's id.
         * @example 7c1f0a7e-3a58-4f0e-8d57-6b1d0f4e2c91
         */
        document_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The answer of an operation that returns no resource. */
      200: {
        headers: {
          "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
          "X-Request-Id": components["headers"]["X-Request-Id"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": "ok",
           *       "message": "done"
           *     }
           */
          "application/json": components["schemas"]["StatusResponse"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  listDocumentTables: {
    parameters: {
      query?: {
        /**
         * @description Most tables to return, 1 to 100. Default 20.
         * @example 100
         */
        limit?: number;
        /**
         * @description How many to skip. Default 0.
         * @example 0
         */
        offset?: number;
        /** @description Most rows of each, 0 to 100. Default 20. */
        rows?: number;
      };
      header?: never;
      path: {
        /**
         * @description The collection's name.
         * @example handbook
         */
        collection_name: string;
        /**
         * @description The document's id.
         * @example 7c1f0a7e-3a58-4f0e-8d57-6b1d0f4e2c91
         */
        document_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Tables of a document. */
      200: {
        headers: {
          "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
          "X-Request-Id": components["headers"]["X-Request-Id"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "tables": [
           *         {
           *           "table": 2,
           *           "caption": "Table 2: Days off by years of service",
           *           "header": [
           *             {
           *               "cells": [
           *                 "up to 5 years",
           *                 "28"
           *               ]
           *             }
           *           ],
           *           "rows": [
           *             {
           *               "cells": [
           *                 "up to 5 years",
           *                 "28"
           *               ]
           *             }
           *           ],
           *           "offset": 0,
           *           "row_count": 4,
           *           "truncated": false,
           *           "page_from": 3,
           *           "page_to": 3,
           *           "section": [
           *             "Working time",
           *             "Holidays"
           *           ]
           *         }
           *       ],
           *       "total": 1
           *     }
           */
          "application/json": components["schemas"]["ListDocumentTablesResponse"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getDocumentTable: {
    parameters: {
      query?: {
        /**
         * @description Most rows to return, 1 to 1,000. Default 100.
         * @example 100
         */
        limit?: number;
        /**
         * @description How many rows to skip. Default 0.
         * @example 0
         */
        offset?: number;
      };
      header?: never;
      path: {
        /**
         * @description The collection's name.
         * @example handbook
         */
        collection_name: string;
        /**
         * @description The document's id.
         * @example 7c1f0a7e-3a58-4f0e-8d57-6b1d0f4e2c91
         */
        document_id: string;
        /**
         * @description Number of the table in the document, from 1 on.
         * @example 2
         */
        table: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A table of a document. */
      200: {
        headers: {
          "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
          "X-Request-Id": components["headers"]["X-Request-Id"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "table": 2,
           *       "caption": "Table 2: Days off by years of service",
           *       "header": [
           *         {
           *           "cells": [
           *             "up to 5 years",
           *             "28"
           *           ]
           *         }
           *       ],
           *       "rows": [
           *         {
           *           "cells": [
           *             "up to 5 years",
           *             "28"
           *           ]
           *         }
           *       ],
           *       "offset": 0,
           *       "row_count": 4,
           *       "truncated": false,
           *       "page_from": 3,
           *       "page_to": 3,
           *       "section": [
           *         "Working time",
           *         "Holidays"
           *       ]
           *     }
           */
          "application/json": components["schemas"]["DocumentTable"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getDocumentTableCsv: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The collection's name.
         * @example handbook
         */
        collection_name: string;
        /**
         * @description The document's id.
         * @example 7c1f0a7e-3a58-4f0e-8d57-6b1d0f4e2c91
         */
        document_id: string;
        /**
         * @description Number of the table in the document, from 1 on.
         * @example 2
         */
        table: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The bytes, as they are made. When the connection breaks before their end, they are not all. */
      200: {
        headers: {
          "Content-Disposition": components["headers"]["Content-Disposition"];
          "X-Request-Id": components["headers"]["X-Request-Id"];
          [name: string]: unknown;
        };
        content: {
          "*/*": unknown;
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getDocumentText: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The collection's name.
         * @example handbook
         */
        collection_name: string;
        /**
         * @description The document's id.
         * @example 7c1f0a7e-3a58-4f0e-8d57-6b1d0f4e2c91
         */
        document_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The bytes, as they are made. When the connection breaks before their end, they are not all. */
      200: {
        headers: {
          "Content-Disposition": components["headers"]["Content-Disposition"];
          "X-Request-Id": components["headers"]["X-Request-Id"];
          [name: string]: unknown;
        };
        content: {
          "*/*": unknown;
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  batchDeleteDocuments: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The collection's name.
         * @example handbook
         */
        collection_name: string;
      };
      cookie?: never;
    };
    /** @description Which documents to delete. */
    requestBody?: {
      content: {
        /**
         * @example {
         *       "document_ids": [
         *         "7c1f0a7e-3a58-4f0e-8d57-6b1d0f4e2c91"
         *       ]
         *     }
         */
        "application/json": components["schemas"]["BatchDeleteDocumentsRequest"];
      };
    };
    responses: {
      /** @description Result of a batch delete. */
      200: {
        headers: {
          "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
          "X-Request-Id": components["headers"]["X-Request-Id"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": "ok",
           *       "deleted": 2,
           *       "errors": [
           *         {
           *           "document_id": "7c1f0a7e-3a58-4f0e-8d57-6b1d0f4e2c91",
           *           "error": "not found"
           *         }
           *       ]
           *     }
           */
          "application/json": components["schemas"]["BatchDeleteDocumentsResponse"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  batchGetDocuments: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The collection's name.
         * @example handbook
         */
        collection_name: string;
      };
      cookie?: never;
    };
    /** @description Which documents to read. */
    requestBody?: {
      content: {
        /**
         * @example {
         *       "document_ids": [
         *         "7c1f0a7e-3a58-4f0e-8d57-6b1d0f4e2c91"
         *       ]
         *     }
         */
        "application/json": components["schemas"]["BatchGetDocumentsRequest"];
      };
    };
    responses: {
      /** @description Some documents. */
      200: {
        headers: {
          "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
          "X-Request-Id": components["headers"]["X-Request-Id"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "documents": [
           *         {
           *           "id": "7c1f0a7e-3a58-4f0e-8d57-6b1d0f4e2c91",
           *           "collection_id": "0d8b6b0e-5d0f-4c6e-9a53-2f4c1b7f3a10",
           *           "filename": "remote-work.pdf",
           *           "file_type": "pdf",
           *           "file_size": 48213,
           *           "chunk_count": 42,
           *           "status": "ready",
           *           "error_message": null,
           *           "metadata": {
           *             "department": "people",
           *             "year": 2026
           *           },
           *           "created_at": "2026-11-20T10:00:00.000Z",
           *           "updated_at": "2026-11-20T10:00:00.000Z",
           *           "content_hash": ""
           *         }
           *       ],
           *       "total": 1
           *     }
           */
          "application/json": components["schemas"]["BatchGetDocumentsResponse"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  watchDocumentsProgress: {
    parameters: {
      query: {
        /** @description 1 to 100 document ids. In a URL separated by commas, or one parameter for each. */
        ids: string[];
      };
      header?: never;
      path: {
        /**
         * @description The collection's name.
         * @example handbook
         */
        collection_name: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Server-sent events; the data of each is a `DocumentsProgress` as JSON. Comment lines keep an idle stream alive. */
      200: {
        headers: {
          "X-Request-Id": components["headers"]["X-Request-Id"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": "{\"document_id\":\"7c1f0a7e-3a58-4f0e-8d57-6b1d0f4e2c91\",\"step\":\"parsing\",\"status\":\"in_progress\",\"message\":\"done\",\"progress\":25}"
           *     }
           */
          "text/event-stream": {
            data: string;
          };
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  batchGetDocumentStatuses: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The collection's name.
         * @example handbook
         */
        collection_name: string;
      };
      cookie?: never;
    };
    /** @description Whose status to read. */
    requestBody?: {
      content: {
        /**
         * @example {
         *       "document_ids": [
         *         "7c1f0a7e-3a58-4f0e-8d57-6b1d0f4e2c91"
         *       ]
         *     }
         */
        "application/json": components["schemas"]["BatchGetDocumentStatusesRequest"];
      };
    };
    responses: {
      /** @description The status of some documents. */
      200: {
        headers: {
          "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
          "X-Request-Id": components["headers"]["X-Request-Id"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "documents": [
           *         {
           *           "id": "7c1f0a7e-3a58-4f0e-8d57-6b1d0f4e2c91",
           *           "status": "ready",
           *           "error_message": null,
           *           "chunk_count": 42
           *         }
           *       ],
           *       "total": 1
           *     }
           */
          "application/json": components["schemas"]["BatchGetDocumentStatusesResponse"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  batchUploadDocuments: {
    parameters: {
      query?: never;
      header?: {
        /** @description Chosen by the caller. For a day the same key with the same request gets the first answer again, with another request it is 409. Extension. */
        "Idempotency-Key"?: string;
      };
      path: {
        /**
         * @description The collection's name.
         * @example handbook
         */
        collection_name: string;
      };
      cookie?: never;
    };
    /** @description A form; its parts may come in any order, and unknown parts are ignored and named in `X-Ignored-Fields`, unless their name is close to a known one. */
    requestBody: {
      content: {
        "multipart/form-data": {
          /**
           * Format: date-time
           * @description When the documents go; in the future. Default: as the collection's `default_ttl_seconds` says. Extension.
           */
          expires_at?: string;
          /** @description The caller's own ids of the documents, as many as there are files and in their order; "" for none. In a form: a string that holds a JSON array of strings. Default: none. Extension. */
          external_ids?: string;
          /** @description One part for each file. The part needs a file name; its last extension says the type, not the declared media type. */
          files: string[];
          /**
           * @description Metadata of every document, default empty. It may come before, between or after the files. In a form: a string that holds a JSON object.
           * @example {"department": "people", "year": 2026}
           */
          metadata?: string;
          /**
           * @description Action for a file whose external id a document already has. Default: error. Extension.
           * @enum {string}
           */
          on_conflict?: "error" | "skip" | "replace";
          /**
           * @description Action for a file whose bytes a document of the collection already has. Default: allow. Extension.
           * @enum {string}
           */
          on_duplicate?: "allow" | "skip" | "error";
        };
      };
    };
    responses: {
      /** @description Result of a batch upload. */
      201: {
        headers: {
          "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
          "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
          "X-Request-Id": components["headers"]["X-Request-Id"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "documents": [
           *         {
           *           "id": "7c1f0a7e-3a58-4f0e-8d57-6b1d0f4e2c91",
           *           "collection_id": "0d8b6b0e-5d0f-4c6e-9a53-2f4c1b7f3a10",
           *           "filename": "remote-work.pdf",
           *           "file_type": "pdf",
           *           "file_size": 48213,
           *           "chunk_count": 42,
           *           "status": "ready",
           *           "error_message": null,
           *           "metadata": {
           *             "department": "people",
           *             "year": 2026
           *           },
           *           "created_at": "2026-11-20T10:00:00.000Z",
           *           "updated_at": "2026-11-20T10:00:00.000Z",
           *           "content_hash": ""
           *         }
           *       ],
           *       "errors": [
           *         {
           *           "filename": "remote-work.pdf",
           *           "error": "the file is empty"
           *         }
           *       ],
           *       "total": 1
           *     }
           */
          "application/json": components["schemas"]["BatchUploadDocumentsResponse"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  deleteDocuments: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The collection's name.
         * @example handbook
         */
        collection_name: string;
      };
      cookie?: never;
    };
    /** @description Which documents to delete. Either `filters` or `"all": true` must be given. */
    requestBody?: {
      content: {
        /**
         * @example {
         *       "filters": {
         *         "department": "people"
         *       },
         *       "dry_run": true
         *     }
         */
        "application/json": components["schemas"]["DeleteDocumentsRequest"];
      };
    };
    responses: {
      /** @description Result of work on many documents. */
      200: {
        headers: {
          "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
          "X-Request-Id": components["headers"]["X-Request-Id"];
          "X-Unknown-Filter-Fields": components["headers"]["X-Unknown-Filter-Fields"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "matched": 1500,
           *       "errors": [
           *         {
           *           "document_id": "7c1f0a7e-3a58-4f0e-8d57-6b1d0f4e2c91",
           *           "error": "the file is empty"
           *         }
           *       ]
           *     }
           */
          "application/json": components["schemas"]["WorkAnswer"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  listDuplicates: {
    parameters: {
      query?: {
        /** @description The `next_cursor` of the page before. Default: from the first. */
        cursor?: string;
        /**
         * @description Most groups to return, 1 to 100. Default 20. A page ends before that after some 1,000 documents.
         * @example 100
         */
        limit?: number;
      };
      header?: never;
      path: {
        /**
         * @description The collection's name.
         * @example handbook
         */
        collection_name: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Documents that have the same bytes. */
      200: {
        headers: {
          "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
          "X-Request-Id": components["headers"]["X-Request-Id"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "groups": [
           *         {
           *           "content_hash": "",
           *           "documents": [
           *             {
           *               "id": "7c1f0a7e-3a58-4f0e-8d57-6b1d0f4e2c91",
           *               "collection_id": "0d8b6b0e-5d0f-4c6e-9a53-2f4c1b7f3a10",
           *               "filename": "remote-work.pdf",
           *               "file_type": "pdf",
           *               "file_size": 48213,
           *               "chunk_count": 42,
           *               "status": "ready",
           *               "error_message": null,
           *               "metadata": {
           *                 "department": "people",
           *                 "year": 2026
           *               },
           *               "created_at": "2026-11-20T10:00:00.000Z",
           *               "updated_at": "2026-11-20T10:00:00.000Z",
           *               "content_hash": ""
           *             }
           *           ],
           *           "has_more": false
           *         }
           *       ]
           *     }
           */
          "application/json": components["schemas"]["ListDuplicatesResponse"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getDocumentByExternalId: {
    parameters: {
      query?: {
        /** @description Adds `info` to the document. Default false. Extension. */
        info?: boolean;
      };
      header?: never;
      path: {
        /** @description In the place of document_id: the id that the caller itself gave it. In REST the path says it. Extension. */
        by_external_id: string;
        /**
         * @description The collection's name.
         * @example handbook
         */
        collection_name: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A file in a collection. */
      200: {
        headers: {
          "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
          "X-Request-Id": components["headers"]["X-Request-Id"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "7c1f0a7e-3a58-4f0e-8d57-6b1d0f4e2c91",
           *       "collection_id": "0d8b6b0e-5d0f-4c6e-9a53-2f4c1b7f3a10",
           *       "filename": "remote-work.pdf",
           *       "file_type": "pdf",
           *       "file_size": 48213,
           *       "chunk_count": 42,
           *       "status": "ready",
           *       "error_message": null,
           *       "metadata": {
           *         "department": "people",
           *         "year": 2026
           *       },
           *       "created_at": "2026-11-20T10:00:00.000Z",
           *       "updated_at": "2026-11-20T10:00:00.000Z",
           *       "content_hash": ""
           *     }
           */
          "application/json": components["schemas"]["Document"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  deleteDocumentByExternalId: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description In the place of document_id: the id that the caller itself gave it. In REST the path says it. Extension. */
        by_external_id: string;
        /**
         * @description The collection's name.
         * @example handbook
         */
        collection_name: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The answer of an operation that returns no resource. */
      200: {
        headers: {
          "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
          "X-Request-Id": components["headers"]["X-Request-Id"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": "ok",
           *       "message": "done"
           *     }
           */
          "application/json": components["schemas"]["StatusResponse"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      412: components["responses"]["PreconditionFailed"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  patchDocumentByExternalId: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description In the place of document_id: the id that the caller itself gave it. In REST the path says it. Extension. */
        by_external_id: string;
        /**
         * @description The collection's name.
         * @example handbook
         */
        collection_name: string;
      };
      cookie?: never;
    };
    /** @description Changes to a document. A field that is absent keeps its value. */
    requestBody?: {
      content: {
        /**
         * @example {
         *       "metadata": {
         *         "department": "people",
         *         "draft": null
         *       }
         *     }
         */
        "application/json": components["schemas"]["PatchDocumentRequest"];
      };
    };
    responses: {
      /** @description A file in a collection. */
      200: {
        headers: {
          "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
          "X-Request-Id": components["headers"]["X-Request-Id"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "7c1f0a7e-3a58-4f0e-8d57-6b1d0f4e2c91",
           *       "collection_id": "0d8b6b0e-5d0f-4c6e-9a53-2f4c1b7f3a10",
           *       "filename": "remote-work.pdf",
           *       "file_type": "pdf",
           *       "file_size": 48213,
           *       "chunk_count": 42,
           *       "status": "ready",
           *       "error_message": null,
           *       "metadata": {
           *         "department": "people",
           *         "year": 2026
           *       },
           *       "created_at": "2026-11-20T10:00:00.000Z",
           *       "updated_at": "2026-11-20T10:00:00.000Z",
           *       "content_hash": ""
           *     }
           */
          "application/json": components["schemas"]["Document"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      412: components["responses"]["PreconditionFailed"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  reprocessDocuments: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The collection's name.
         * @example handbook
         */
        collection_name: string;
      };
      cookie?: never;
    };
    /** @description Which documents to process again. Either `filters` or `"all": true` must be given. */
    requestBody?: {
      content: {
        /**
         * @example {
         *       "filters": {
         *         "department": "people"
         *       },
         *       "dry_run": true
         *     }
         */
        "application/json": components["schemas"]["ReprocessDocumentsRequest"];
      };
    };
    responses: {
      /** @description Result of work on many documents. */
      200: {
        headers: {
          "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
          "X-Request-Id": components["headers"]["X-Request-Id"];
          "X-Unknown-Filter-Fields": components["headers"]["X-Unknown-Filter-Fields"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "matched": 1500,
           *       "errors": [
           *         {
           *           "document_id": "7c1f0a7e-3a58-4f0e-8d57-6b1d0f4e2c91",
           *           "error": "the file is empty"
           *         }
           *       ]
           *     }
           */
          "application/json": components["schemas"]["WorkAnswer"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  updateDocuments: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The collection's name.
         * @example handbook
         */
        collection_name: string;
      };
      cookie?: never;
    };
    /** @description Which documents to change, and how. Either `filters` or `"all": true` must be given, and `metadata` or `expires_at`. */
    requestBody?: {
      content: {
        /**
         * @example {
         *       "filters": {
         *         "department": "people"
         *       },
         *       "metadata": {
         *         "reviewed": true
         *       }
         *     }
         */
        "application/json": components["schemas"]["UpdateDocumentsRequest"];
      };
    };
    responses: {
      /** @description Result of work on many documents. */
      200: {
        headers: {
          "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
          "X-Request-Id": components["headers"]["X-Request-Id"];
          "X-Unknown-Filter-Fields": components["headers"]["X-Unknown-Filter-Fields"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "matched": 1500,
           *       "errors": [
           *         {
           *           "document_id": "7c1f0a7e-3a58-4f0e-8d57-6b1d0f4e2c91",
           *           "error": "the file is empty"
           *         }
           *       ]
           *     }
           */
          "application/json": components["schemas"]["WorkAnswer"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  countFacets: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The collection's name.
         * @example handbook
         */
        collection_name: string;
      };
      cookie?: never;
    };
    /** @description Fields whose values are counted, and the documents that are counted. */
    requestBody: {
      content: {
        /**
         * @example {
         *       "fields": [
         *         "department"
         *       ],
         *       "filters": {
         *         "year": {
         *           "$gte": 2024
         *         }
         *       }
         *     }
         */
        "application/json": components["schemas"]["CountFacetsRequest"];
      };
    };
    responses: {
      /** @description Facet counts, one for each field. */
      200: {
        headers: {
          "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
          "X-Request-Id": components["headers"]["X-Request-Id"];
          "X-Unknown-Filter-Fields": components["headers"]["X-Unknown-Filter-Fields"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "total": 1,
           *       "facets": [
           *         {
           *           "field": "department",
           *           "values": [
           *             {
           *               "string": "people",
           *               "count": 64
           *             }
           *           ],
           *           "value_count": 5,
           *           "documents": 120,
           *           "missing": 8
           *         }
           *       ]
           *     }
           */
          "application/json": components["schemas"]["CountFacetsResponse"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  query: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The collection's name.
         * @example handbook
         */
        collection_name: string;
      };
      cookie?: never;
    };
    /** @description Query of one collection. */
    requestBody?: {
      content: {
        /**
         * @example {
         *       "query": "how many days may I work from home?",
         *       "top_k": 5,
         *       "search_mode": "hybrid",
         *       "filters": {
         *         "department": "people",
         *         "year": {
         *           "$gte": 2024
         *         }
         *       }
         *     }
         */
        "application/json": components["schemas"]["QueryRequest"];
      };
    };
    responses: {
      /** @description Results of a query of one collection. */
      200: {
        headers: {
          "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
          "X-Query-Words-Left-Out": components["headers"]["X-Query-Words-Left-Out"];
          "X-Request-Id": components["headers"]["X-Request-Id"];
          "X-Rerank-Status": components["headers"]["X-Rerank-Status"];
          "X-Unknown-Filter-Fields": components["headers"]["X-Unknown-Filter-Fields"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "results": [
           *         {
           *           "id": "3f2c9d54-8f0b-5a63-b1de-0c5a7e9d4f26",
           *           "text": "Employees may work from home up to three days a week.",
           *           "score": 0.83,
           *           "document_id": "7c1f0a7e-3a58-4f0e-8d57-6b1d0f4e2c91",
           *           "chunk_index": 0,
           *           "metadata": {
           *             "document_id": "7c1f0a7e-3a58-4f0e-8d57-6b1d0f4e2c91",
           *             "page": 3,
           *             "filename": "remote-work.pdf",
           *             "file_type": "pdf",
           *             "section": [
           *               "Working time",
           *               "Remote work"
           *             ],
           *             "start_char": 5120,
           *             "end_char": 5173,
           *             "department": "people",
           *             "year": 2026
           *           }
           *         }
           *       ],
           *       "query": "how many days may I work from home?",
           *       "collection": "handbook",
           *       "total": 1
           *     }
           */
          "application/json": components["schemas"]["QueryResponse"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  reembedCollection: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The collection's name.
         * @example handbook
         */
        collection_name: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Work on many documents or vectors that goes on by itself. */
      202: {
        headers: {
          "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
          "X-Request-Id": components["headers"]["X-Request-Id"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "7c1f0a7e-3a58-4f0e-8d57-6b1d0f4e2c91",
           *       "collection": "handbook",
           *       "kind": "delete_documents",
           *       "state": "running",
           *       "total": 1,
           *       "done": 1500,
           *       "failed": 1,
           *       "errors": [
           *         {
           *           "document_id": "7c1f0a7e-3a58-4f0e-8d57-6b1d0f4e2c91",
           *           "error": "the file is empty"
           *         }
           *       ],
           *       "created_at": "2026-11-20T10:00:00.000Z",
           *       "updated_at": "2026-11-20T10:00:00.000Z",
           *       "finished_at": null
           *     }
           */
          "application/json": components["schemas"]["Operation"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  truncateCollection: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The collection's name.
         * @example handbook
         */
        collection_name: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Work on many documents or vectors that goes on by itself. */
      202: {
        headers: {
          "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
          "X-Request-Id": components["headers"]["X-Request-Id"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "7c1f0a7e-3a58-4f0e-8d57-6b1d0f4e2c91",
           *       "collection": "handbook",
           *       "kind": "delete_documents",
           *       "state": "running",
           *       "total": 1,
           *       "done": 1500,
           *       "failed": 1,
           *       "errors": [
           *         {
           *           "document_id": "7c1f0a7e-3a58-4f0e-8d57-6b1d0f4e2c91",
           *           "error": "the file is empty"
           *         }
           *       ],
           *       "created_at": "2026-11-20T10:00:00.000Z",
           *       "updated_at": "2026-11-20T10:00:00.000Z",
           *       "finished_at": null
           *     }
           */
          "application/json": components["schemas"]["Operation"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  countVectors: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The collection's name.
         * @example handbook
         */
        collection_name: string;
      };
      cookie?: never;
    };
    /** @description Which entries to count. */
    requestBody?: {
      content: {
        /**
         * @example {
         *       "filters": {
         *         "department": "people"
         *       }
         *     }
         */
        "application/json": components["schemas"]["CountVectorsRequest"];
      };
    };
    responses: {
      /** @description How many there are. */
      200: {
        headers: {
          "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
          "X-Request-Id": components["headers"]["X-Request-Id"];
          "X-Unknown-Filter-Fields": components["headers"]["X-Unknown-Filter-Fields"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "count": 17
           *     }
           */
          "application/json": components["schemas"]["CountVectorsResponse"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  deleteVectors: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The collection's name.
         * @example handbook
         */
        collection_name: string;
      };
      cookie?: never;
    };
    /** @description Entries to delete: one of `ids`, `filters` and `all`. */
    requestBody?: {
      content: {
        /**
         * @example {
         *       "ids": [
         *         "note-1"
         *       ]
         *     }
         */
        "application/json": components["schemas"]["DeleteVectorsRequest"];
      };
    };
    responses: {
      /** @description Result of a deletion of entries. */
      200: {
        headers: {
          "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
          "X-Request-Id": components["headers"]["X-Request-Id"];
          "X-Unknown-Filter-Fields": components["headers"]["X-Unknown-Filter-Fields"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": "ok",
           *       "deleted": 2
           *     }
           */
          "application/json": components["schemas"]["DeleteVectorsResponse"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getVectors: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The collection's name.
         * @example handbook
         */
        collection_name: string;
      };
      cookie?: never;
    };
    /** @description Which entries to get. */
    requestBody: {
      content: {
        /**
         * @example {
         *       "ids": [
         *         "note-1",
         *         "note-2"
         *       ]
         *     }
         */
        "application/json": components["schemas"]["GetVectorsRequest"];
      };
    };
    responses: {
      /** @description The entries that exist. */
      200: {
        headers: {
          "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
          "X-Request-Id": components["headers"]["X-Request-Id"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "vectors": [
           *         {
           *           "id": "note-1",
           *           "text": "Employees may work from home up to three days a week.",
           *           "metadata": {
           *             "department": "people",
           *             "year": 2026
           *           },
           *           "has_embedding": true
           *         }
           *       ],
           *       "total": 1
           *     }
           */
          "application/json": components["schemas"]["GetVectorsResponse"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  listVectors: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The collection's name.
         * @example handbook
         */
        collection_name: string;
      };
      cookie?: never;
    };
    /** @description Which entries to list. */
    requestBody?: {
      content: {
        /**
         * @example {
         *       "filters": {
         *         "year": {
         *           "$gte": 2025
         *         }
         *       },
         *       "limit": 100
         *     }
         */
        "application/json": components["schemas"]["ListVectorsRequest"];
      };
    };
    responses: {
      /** @description A page of entries. */
      200: {
        headers: {
          "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
          "X-Request-Id": components["headers"]["X-Request-Id"];
          "X-Unknown-Filter-Fields": components["headers"]["X-Unknown-Filter-Fields"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "vectors": [
           *         {
           *           "id": "note-1",
           *           "text": "Employees may work from home up to three days a week.",
           *           "metadata": {
           *             "department": "people",
           *             "year": 2026
           *           },
           *           "has_embedding": true
           *         }
           *       ],
           *       "next_cursor": null
           *     }
           */
          "application/json": components["schemas"]["ListVectorsResponse"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  updateVectors: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The collection's name.
         * @example handbook
         */
        collection_name: string;
      };
      cookie?: never;
    };
    /** @description Entries to change, by either `ids` or `filters`, and the changes to their metadata. */
    requestBody: {
      content: {
        /**
         * @example {
         *       "ids": [
         *         "note-1"
         *       ],
         *       "metadata": {
         *         "year": 2026
         *       }
         *     }
         */
        "application/json": components["schemas"]["UpdateVectorsRequest"];
      };
    };
    responses: {
      /** @description Result of a change of entries. */
      200: {
        headers: {
          "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
          "X-Request-Id": components["headers"]["X-Request-Id"];
          "X-Unknown-Filter-Fields": components["headers"]["X-Unknown-Filter-Fields"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": "ok",
           *       "updated": 2
           *     }
           */
          "application/json": components["schemas"]["UpdateVectorsResponse"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  upsertVectors: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The collection's name.
         * @example handbook
         */
        collection_name: string;
      };
      cookie?: never;
    };
    /** @description Entries to write. */
    requestBody: {
      content: {
        /**
         * @example {
         *       "vectors": [
         *         {
         *           "id": "note-1",
         *           "embedding": [
         *             0.12,
         *             -0.4,
         *             0.33,
         *             0.05,
         *             -0.21,
         *             0.6,
         *             0.18,
         *             -0.07
         *           ],
         *           "text": "Employees may work from home up to three days a week.",
         *           "metadata": {
         *             "department": "people"
         *           }
         *         }
         *       ]
         *     }
         */
        "application/json": components["schemas"]["UpsertVectorsRequest"];
      };
    };
    responses: {
      /** @description Result of a write of entries. */
      200: {
        headers: {
          "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
          "X-Request-Id": components["headers"]["X-Request-Id"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": "ok",
           *       "upserted": 1
           *     }
           */
          "application/json": components["schemas"]["UpsertVectorsResponse"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getCollection: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The collection's name.
         * @example handbook
         */
        name: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A named set of documents and vectors. */
      200: {
        headers: {
          "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
          "X-Request-Id": components["headers"]["X-Request-Id"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0d8b6b0e-5d0f-4c6e-9a53-2f4c1b7f3a10",
           *       "name": "handbook",
           *       "description": "Company handbook and policies",
           *       "embedding_provider": "local",
           *       "embedding_model": "quarry-local-v2",
           *       "dimension": 1024,
           *       "chunk_size": 512,
           *       "chunk_overlap": 50,
           *       "document_count": 128,
           *       "has_api_key": false,
           *       "reranking_enabled": false,
           *       "reranking_model": "rerank-v3.5",
           *       "has_reranking_api_key": false,
           *       "default_top_k": 10,
           *       "default_min_score": null,
           *       "default_search_mode": "hybrid",
           *       "metadata": {
           *         "department": "people",
           *         "year": 2026
           *       },
           *       "created_at": "2026-11-20T10:00:00.000Z",
           *       "updated_at": "2026-11-20T10:00:00.000Z"
           *     }
           */
          "application/json": components["schemas"]["Collection"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  updateCollection: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The collection's name. It can't be changed.
         * @example handbook
         */
        name: string;
      };
      cookie?: never;
    };
    /** @description Changes to a collection. A field that is absent or null keeps its value, except as said below. */
    requestBody?: {
      content: {
        /**
         * @example {
         *       "description": "Handbook, policies and forms",
         *       "default_top_k": 20,
         *       "default_min_score": null
         *     }
         */
        "application/json": components["schemas"]["UpdateCollectionRequest"];
      };
    };
    responses: {
      /** @description A named set of documents and vectors. */
      200: {
        headers: {
          "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
          "X-Request-Id": components["headers"]["X-Request-Id"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0d8b6b0e-5d0f-4c6e-9a53-2f4c1b7f3a10",
           *       "name": "handbook",
           *       "description": "Company handbook and policies",
           *       "embedding_provider": "local",
           *       "embedding_model": "quarry-local-v2",
           *       "dimension": 1024,
           *       "chunk_size": 512,
           *       "chunk_overlap": 50,
           *       "document_count": 128,
           *       "has_api_key": false,
           *       "reranking_enabled": false,
           *       "reranking_model": "rerank-v3.5",
           *       "has_reranking_api_key": false,
           *       "default_top_k": 10,
           *       "default_min_score": null,
           *       "default_search_mode": "hybrid",
           *       "metadata": {
           *         "department": "people",
           *         "year": 2026
           *       },
           *       "created_at": "2026-11-20T10:00:00.000Z",
           *       "updated_at": "2026-11-20T10:00:00.000Z"
           *     }
           */
          "application/json": components["schemas"]["Collection"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  deleteCollection: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The collection's name.
         * @example handbook
         */
        name: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The answer of an operation that returns no resource. */
      200: {
        headers: {
          "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
          "X-Request-Id": components["headers"]["X-Request-Id"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": "ok",
           *       "message": "done"
           *     }
           */
          "application/json": components["schemas"]["StatusResponse"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getCollectionAnalytics: {
    parameters: {
      query?: {
        /** @description Also the course of the queries over time, and those that found nothing. Default false. Extension. */
        detail?: boolean;
      };
      header?: never;
      path: {
        /**
         * @description The collection's name.
         * @example handbook
         */
        name: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description How one collection was queried lately. */
      200: {
        headers: {
          "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
          "X-Request-Id": components["headers"]["X-Request-Id"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "collection": "handbook",
           *       "period_24h": {
           *         "query_count": 340,
           *         "avg_latency_ms": 12.4,
           *         "avg_score": 0.61,
           *         "avg_result_count": 8.2
           *       },
           *       "period_7d": {
           *         "query_count": 340,
           *         "avg_latency_ms": 12.4,
           *         "avg_score": 0.61,
           *         "avg_result_count": 8.2
           *       },
           *       "period_30d": {
           *         "query_count": 340,
           *         "avg_latency_ms": 12.4,
           *         "avg_score": 0.61,
           *         "avg_result_count": 8.2
           *       },
           *       "top_queries": [
           *         {
           *           "query": "how many days may I work from home?",
           *           "count": 17
           *         }
           *       ]
           *     }
           */
          "application/json": components["schemas"]["CollectionAnalytics"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  exportCollection: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The collection's name.
         * @example handbook
         */
        name: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The bytes, as they are made. When the connection breaks before their end, they are not all. */
      200: {
        headers: {
          "Content-Disposition": components["headers"]["Content-Disposition"];
          "X-Request-Id": components["headers"]["X-Request-Id"];
          [name: string]: unknown;
        };
        content: {
          "*/*": unknown;
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  importCollection: {
    parameters: {
      query?: {
        /** @description Whether documents get ids of their own. By default they keep those that they have in the archive. */
        new_ids?: boolean;
        /** @description Whether documents are processed again from their files, with this server's default embedder. By default the archive's vectors are taken, which needs the same embedding provider and model here. */
        reembed?: boolean;
      };
      header?: never;
      path: {
        /**
         * @description Name of the new collection.
         * @example handbook
         */
        name: string;
      };
      cookie?: never;
    };
    /** @description The bytes as they are, of any length; they are read as they come, whatever the declared media type. */
    requestBody: {
      content: {
        "application/octet-stream": unknown;
      };
    };
    responses: {
      /** @description A named set of documents and vectors. */
      201: {
        headers: {
          "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
          "X-Request-Id": components["headers"]["X-Request-Id"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0d8b6b0e-5d0f-4c6e-9a53-2f4c1b7f3a10",
           *       "name": "handbook",
           *       "description": "Company handbook and policies",
           *       "embedding_provider": "local",
           *       "embedding_model": "quarry-local-v2",
           *       "dimension": 1024,
           *       "chunk_size": 512,
           *       "chunk_overlap": 50,
           *       "document_count": 128,
           *       "has_api_key": false,
           *       "reranking_enabled": false,
           *       "reranking_model": "rerank-v3.5",
           *       "has_reranking_api_key": false,
           *       "default_top_k": 10,
           *       "default_min_score": null,
           *       "default_search_mode": "hybrid",
           *       "metadata": {
           *         "department": "people",
           *         "year": 2026
           *       },
           *       "created_at": "2026-11-20T10:00:00.000Z",
           *       "updated_at": "2026-11-20T10:00:00.000Z"
           *     }
           */
          "application/json": components["schemas"]["Collection"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      409: components["responses"]["Conflict"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getCollectionStats: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The collection's name.
         * @example handbook
         */
        name: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Counts of one collection. */
      200: {
        headers: {
          "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
          "X-Request-Id": components["headers"]["X-Request-Id"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "collection": "handbook",
           *       "document_count": 128,
           *       "total_chunks": 5210,
           *       "total_tokens": 2101337,
           *       "total_size_bytes": 61865984,
           *       "status_counts": {
           *         "ready": 125,
           *         "pending": 1,
           *         "processing": 1,
           *         "failed": 1
           *       }
           *     }
           */
          "application/json": components["schemas"]["CollectionStats"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getDocumentById: {
    parameters: {
      query?: {
        /** @description Adds `info` to the document. Default false. */
        info?: boolean;
      };
      header?: never;
      path: {
        /**
         * @description The document's id.
         * @example 7c1f0a7e-3a58-4f0e-8d57-6b1d0f4e2c91
         */
        document_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A file in a collection. */
      200: {
        headers: {
          "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
          "X-Request-Id": components["headers"]["X-Request-Id"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "7c1f0a7e-3a58-4f0e-8d57-6b1d0f4e2c91",
           *       "collection_id": "0d8b6b0e-5d0f-4c6e-9a53-2f4c1b7f3a10",
           *       "filename": "remote-work.pdf",
           *       "file_type": "pdf",
           *       "file_size": 48213,
           *       "chunk_count": 42,
           *       "status": "ready",
           *       "error_message": null,
           *       "metadata": {
           *         "department": "people",
           *         "year": 2026
           *       },
           *       "created_at": "2026-11-20T10:00:00.000Z",
           *       "updated_at": "2026-11-20T10:00:00.000Z",
           *       "content_hash": ""
           *     }
           */
          "application/json": components["schemas"]["Document"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  deleteDocumentById: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The document's id.
         * @example 7c1f0a7e-3a58-4f0e-8d57-6b1d0f4e2c91
         */
        document_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The answer of an operation that returns no resource. */
      200: {
        headers: {
          "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
          "X-Request-Id": components["headers"]["X-Request-Id"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": "ok",
           *       "message": "done"
           *     }
           */
          "application/json": components["schemas"]["StatusResponse"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      412: components["responses"]["PreconditionFailed"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  listChunksById: {
    parameters: {
      query?: {
        /** @description Adds to each chunk where it stands. Default false. */
        citations?: boolean;
        /**
         * @description Most chunks to return, at least 1. Default: all.
         * @example 100
         */
        limit?: number;
        /**
         * @description How many to skip. Default 0.
         * @example 0
         */
        offset?: number;
      };
      header?: never;
      path: {
        /**
         * @description The document's id.
         * @example 7c1f0a7e-3a58-4f0e-8d57-6b1d0f4e2c91
         */
        document_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The live chunks of a document. */
      200: {
        headers: {
          "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
          "X-Request-Id": components["headers"]["X-Request-Id"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "chunks": [
           *         {
           *           "id": "3f2c9d54-8f0b-5a63-b1de-0c5a7e9d4f26",
           *           "text": "Employees may work from home up to three days a week.",
           *           "chunk_index": 0,
           *           "metadata": {
           *             "document_id": "7c1f0a7e-3a58-4f0e-8d57-6b1d0f4e2c91",
           *             "page": 3,
           *             "filename": "remote-work.pdf",
           *             "file_type": "pdf",
           *             "section": [
           *               "Working time",
           *               "Remote work"
           *             ],
           *             "start_char": 5120,
           *             "end_char": 5173,
           *             "department": "people",
           *             "year": 2026
           *           }
           *         }
           *       ],
           *       "total": 1
           *     }
           */
          "application/json": components["schemas"]["ListChunksResponse"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  listEmbeddingModels: {
    parameters: {
      query?: {
        /**
         * @description Also the models of every other configured embedder. Default false. Extension.
         * @example true
         */
        all?: boolean;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The embedding models. */
      200: {
        headers: {
          "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
          "X-Request-Id": components["headers"]["X-Request-Id"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "models": [
           *         {
           *           "provider": "provider_a",
           *           "model": "text-embedding-3-small",
           *           "dimension": 1536,
           *           "description": "Small and fast general-purpose model"
           *         }
           *       ]
           *     }
           */
          "application/json": components["schemas"]["ListEmbeddingModelsResponse"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  listFileTypes: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The file types that are read. */
      200: {
        headers: {
          "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
          "X-Request-Id": components["headers"]["X-Request-Id"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "file_types": [
           *         {
           *           "extension": "",
           *           "media_type": ""
           *         }
           *       ]
           *     }
           */
          "application/json": components["schemas"]["ListFileTypesResponse"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  listOperations: {
    parameters: {
      query?: {
        /**
         * @description Only those on this collection. Default: all.
         * @example handbook
         */
        collection?: string;
        /**
         * @description Most operations to return, 1 to 1,000. Default 100.
         * @example 100
         */
        limit?: number;
        /**
         * @description How many to skip. Default 0.
         * @example 0
         */
        offset?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of operations. */
      200: {
        headers: {
          "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
          "X-Request-Id": components["headers"]["X-Request-Id"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "operations": [
           *         {
           *           "id": "7c1f0a7e-3a58-4f0e-8d57-6b1d0f4e2c91",
           *           "collection": "handbook",
           *           "kind": "delete_documents",
           *           "state": "running",
           *           "total": 1,
           *           "done": 1500,
           *           "failed": 1,
           *           "errors": [
           *             {
           *               "document_id": "7c1f0a7e-3a58-4f0e-8d57-6b1d0f4e2c91",
           *               "error": "the file is empty"
           *             }
           *           ],
           *           "created_at": "2026-11-20T10:00:00.000Z",
           *           "updated_at": "2026-11-20T10:00:00.000Z",
           *           "finished_at": null
           *         }
           *       ],
           *       "total": 1
           *     }
           */
          "application/json": components["schemas"]["ListOperationsResponse"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getOperation: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The operation's id.
         * @example 7c1f0a7e-3a58-4f0e-8d57-6b1d0f4e2c91
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Work on many documents or vectors that goes on by itself. */
      200: {
        headers: {
          "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
          "X-Request-Id": components["headers"]["X-Request-Id"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "7c1f0a7e-3a58-4f0e-8d57-6b1d0f4e2c91",
           *       "collection": "handbook",
           *       "kind": "delete_documents",
           *       "state": "running",
           *       "total": 1,
           *       "done": 1500,
           *       "failed": 1,
           *       "errors": [
           *         {
           *           "document_id": "7c1f0a7e-3a58-4f0e-8d57-6b1d0f4e2c91",
           *           "error": "the file is empty"
           *         }
           *       ],
           *       "created_at": "2026-11-20T10:00:00.000Z",
           *       "updated_at": "2026-11-20T10:00:00.000Z",
           *       "finished_at": null
           *     }
           */
          "application/json": components["schemas"]["Operation"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  cancelOperation: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The operation's id.
         * @example 7c1f0a7e-3a58-4f0e-8d57-6b1d0f4e2c91
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Work on many documents or vectors that goes on by itself. */
      200: {
        headers: {
          "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
          "X-Request-Id": components["headers"]["X-Request-Id"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "7c1f0a7e-3a58-4f0e-8d57-6b1d0f4e2c91",
           *       "collection": "handbook",
           *       "kind": "delete_documents",
           *       "state": "running",
           *       "total": 1,
           *       "done": 1500,
           *       "failed": 1,
           *       "errors": [
           *         {
           *           "document_id": "7c1f0a7e-3a58-4f0e-8d57-6b1d0f4e2c91",
           *           "error": "the file is empty"
           *         }
           *       ],
           *       "created_at": "2026-11-20T10:00:00.000Z",
           *       "updated_at": "2026-11-20T10:00:00.000Z",
           *       "finished_at": null
           *     }
           */
          "application/json": components["schemas"]["Operation"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      409: components["responses"]["Conflict"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  watchOperation: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The operation's id.
         * @example 7c1f0a7e-3a58-4f0e-8d57-6b1d0f4e2c91
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Server-sent events; the data of each is a `Operation` as JSON. Comment lines keep an idle stream alive. */
      200: {
        headers: {
          "X-Request-Id": components["headers"]["X-Request-Id"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": "{\"id\":\"7c1f0a7e-3a58-4f0e-8d57-6b1d0f4e2c91\",\"collection\":\"handbook\",\"kind\":\"delete_documents\",\"state\":\"running\",\"total\":1,\"done\":1500,\"failed\":1,\"errors\":[{\"document_id\":\"7c1f0a7e-3a58-4f0e-8d57-6b1d0f4e2c91\",\"error\":\"the file is empty\"}],\"created_at\":\"2026-11-20T10:00:00.000Z\",\"updated_at\":\"2026-11-20T10:00:00.000Z\",\"finished_at\":null}"
           *     }
           */
          "text/event-stream": {
            data: string;
          };
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  multiQuery: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** @description Query of several collections. */
    requestBody: {
      content: {
        /**
         * @example {
         *       "query": "how many days may I work from home?",
         *       "collections": [
         *         "handbook",
         *         "contracts"
         *       ],
         *       "top_k": 5
         *     }
         */
        "application/json": components["schemas"]["MultiQueryRequest"];
      };
    };
    responses: {
      /** @description Results of a query of several collections. */
      200: {
        headers: {
          "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
          "X-Query-Words-Left-Out": components["headers"]["X-Query-Words-Left-Out"];
          "X-Request-Id": components["headers"]["X-Request-Id"];
          "X-Rerank-Status": components["headers"]["X-Rerank-Status"];
          "X-Unknown-Filter-Fields": components["headers"]["X-Unknown-Filter-Fields"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "results": [
           *         {
           *           "id": "3f2c9d54-8f0b-5a63-b1de-0c5a7e9d4f26",
           *           "text": "Employees may work from home up to three days a week.",
           *           "score": 0.83,
           *           "document_id": "7c1f0a7e-3a58-4f0e-8d57-6b1d0f4e2c91",
           *           "chunk_index": 0,
           *           "metadata": {
           *             "document_id": "7c1f0a7e-3a58-4f0e-8d57-6b1d0f4e2c91",
           *             "page": 3,
           *             "filename": "remote-work.pdf",
           *             "file_type": "pdf",
           *             "section": [
           *               "Working time",
           *               "Remote work"
           *             ],
           *             "start_char": 5120,
           *             "end_char": 5173,
           *             "department": "people",
           *             "year": 2026
           *           }
           *         }
           *       ],
           *       "query": "how many days may I work from home?",
           *       "total": 1
           *     }
           */
          "application/json": components["schemas"]["MultiQueryResponse"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  rerank: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** @description Which texts to judge. */
    requestBody: {
      content: {
        /**
         * @example {
         *       "query": "how many days may I work from home?",
         *       "documents": [
         *         "Employees may work from home up to three days a week.",
         *         "The canteen is open from eleven to two."
         *       ],
         *       "top_n": 1
         *     }
         */
        "application/json": components["schemas"]["RerankRequest"];
      };
    };
    responses: {
      /** @description The texts by their relevance. */
      200: {
        headers: {
          "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
          "X-Request-Id": components["headers"]["X-Request-Id"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "7c1f0a7e-3a58-4f0e-8d57-6b1d0f4e2c91",
           *       "model": "rerank-v3.5",
           *       "results": [
           *         {
           *           "index": 0,
           *           "relevance_score": 0.83
           *         }
           *       ]
           *     }
           */
          "application/json": components["schemas"]["RerankResponse"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getPlatformStats: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Counts over all collections. */
      200: {
        headers: {
          "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
          "X-Request-Id": components["headers"]["X-Request-Id"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "collections": 3,
           *       "documents": {
           *         "total": 128,
           *         "ready": 125,
           *         "pending": 1,
           *         "processing": 1,
           *         "failed": 1,
           *         "total_chunks": 5210,
           *         "total_tokens": 2101337,
           *         "total_size_bytes": 61865984
           *       },
           *       "webhooks": 2,
           *       "queue": {
           *         "queued": 2,
           *         "completed": 128,
           *         "failed": 1,
           *         "pending": 1,
           *         "processing": 1
           *       }
           *     }
           */
          "application/json": components["schemas"]["PlatformStats"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  getUsage: {
    parameters: {
      query?: {
        /** @description The first day, such as `2026-11-20`. Default: 29 days before the last. */
        from?: string;
        /**
         * @description By what it is grouped. Default: collection.
         *
         *     - `collection`: By collection. Collections that are deleted are left out.
         *     - `key`: By key.
         */
        group_by?: "collection" | "key";
        /**
         * @description Most days of groups to return, 1 to 1,000. Default 1,000.
         * @example 100
         */
        limit?: number;
        /**
         * @description How many to skip. Default 0.
         * @example 0
         */
        offset?: number;
        /** @description The last day. Default: today. */
        to?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Usage by day. */
      200: {
        headers: {
          "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
          "X-Request-Id": components["headers"]["X-Request-Id"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "days": [
           *         {
           *           "day": "2026-11-20",
           *           "group": "handbook",
           *           "requests": 1204,
           *           "queries": 340,
           *           "embedded_tokens": 51200,
           *           "stored_bytes": 61865984
           *         }
           *       ],
           *       "total": 1
           *     }
           */
          "application/json": components["schemas"]["Usage"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
  listVectorStores: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The vector stores of the server. */
      200: {
        headers: {
          "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
          "X-Request-Id": components["headers"]["X-Request-Id"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "vector_stores": [
           *         {
           *           "name": "milvus",
           *           "plugin": "@quarry/vector-milvus",
           *           "is_default": false,
           *           "healthy": true
           *         }
           *       ]
           *     }
           */
          "application/json": components["schemas"]["ListVectorStoresResponse"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      413: components["responses"]["TooLarge"];
      429: components["responses"]["TooManyRequests"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["Unavailable"];
    };
  };
}
