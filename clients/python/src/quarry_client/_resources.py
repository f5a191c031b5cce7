"""Made from the contract by `npm run generate`; don't edit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, Literal

from . import _methods, models, params
from ._paging import Page
from ._request import OMIT, ByteSource, FileInput, Omit, Progress, RequestOptions
from ._streams import BytesStream, EventStream
from ._waiting import DocumentWaiting

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._client import Caller

class ChangesResource:
    def __init__(self, client: Caller) -> None:
        self._client = client

    def start(self, collection_name: str, *, vector_store: str | None | Omit = OMIT, embedding_provider: str | None | Omit = OMIT, embedding_model: str | None | Omit = OMIT, embedding_api_key: str | None | Omit = OMIT, dimension: int | None | Omit = OMIT, repair: bool | None | Omit = OMIT, **options: Unpack[RequestOptions]) -> models.IndexChange:
        """
        Starts a change. The new index is built in the background; queries use it once it is complete, and the current
        index until then. At most one change per collection at a time (409). Needs a key with the scope `admin`.

        Args:
            vector_store: Name of the target vector store.
            embedding_provider: Target embedding provider: `provider_a` or `openai`, `provider_b` or `cohere`, or the
                name of another configured embedder.
            embedding_model: Name of the target embedding model. Default: the current model, or the default model of a
                new provider.
            embedding_api_key: API key for the embedding provider; stored encrypted, never returned. Default: the
                current key, unless the provider changes.
            dimension: Length of each embedding vector, 1 to 8,192. Default: the model's own, or the current length if
                the model does not change.
            repair: Whether to repair the index instead: it is rebuilt in the same store with the same settings. No
                other field can be set then.
        """
        return self._client.call(_methods.CHANGE_START, models.IndexChange, path={"collection_name": collection_name}, body={"vector_store": vector_store, "embedding_provider": embedding_provider, "embedding_model": embedding_model, "embedding_api_key": embedding_api_key, "dimension": dimension, "repair": repair}, options=options)

    def list(self, collection_name: str, *, limit: int | Omit = OMIT, offset: int | Omit = OMIT, **options: Unpack[RequestOptions]) -> Page[models.ListChangesResponse, models.IndexChange]:
        """
        Lists a collection's changes, newest first, with its current index. Needs a key with the scope `read`.

        Args:
            limit: Maximum number of changes to return, 1 to 1,000. Default 100.
            offset: Number of items to skip. Default 0.
        """
        return self._client.page(_methods.CHANGE_LIST, models.ListChangesResponse, models.IndexChange, path={"collection_name": collection_name}, query={"limit": limit, "offset": offset}, options=options)

    def get(self, collection_name: str, id: str, **options: Unpack[RequestOptions]) -> models.IndexChange:
        """
        Reads one change, with its progress and the error of a failed change. Needs a key with the scope `read`.
        """
        return self._client.call(_methods.CHANGE_GET, models.IndexChange, path={"collection_name": collection_name, "id": id}, options=options)

    def cancel(self, collection_name: str, id: str, **options: Unpack[RequestOptions]) -> models.IndexChange:
        """
        Cancels a change that has not switched yet, and discards its work. Fails with 409 once it has switched. Needs
        a key with the scope `admin`.
        """
        return self._client.call(_methods.CHANGE_CANCEL, models.IndexChange, path={"collection_name": collection_name, "id": id}, options=options)

    def roll_back(self, collection_name: str, id: str, **options: Unpack[RequestOptions]) -> models.IndexChange:
        """
        Starts a change back to the previous index, while that is kept: for a day, or until the next change (409).
        Data written since the switch is first copied to the previous index, so that nothing is lost. Returns the
        change back. Needs a key with the scope `admin`.
        """
        return self._client.call(_methods.CHANGE_ROLL_BACK, models.IndexChange, path={"collection_name": collection_name, "id": id}, options=options)

    def list_vector_stores(self, **options: Unpack[RequestOptions]) -> models.ListVectorStoresResponse:
        """
        Lists the configured vector stores, and whether each is currently available. Needs a key with the scope
        `read`.
        """
        return self._client.call(_methods.CHANGE_LIST_VECTOR_STORES, models.ListVectorStoresResponse, options=options)


class CollectionsResource:
    def __init__(self, client: Caller) -> None:
        self._client = client

    def list(self, *, name: str | Omit = OMIT, limit: int | Omit = OMIT, offset: int | Omit = OMIT, **options: Unpack[RequestOptions]) -> Page[models.ListCollectionsResponse, models.Collection]:
        """
        Lists collections, oldest first. Needs a key with the scope `read`.

        Args:
            name: Only collections whose name begins with this text, compared case-insensitively; `%` and `_` are
                literal. Default: all.
            limit: Maximum number of collections to return, 1 to 1,000. Default 100.
            offset: Number of items to skip. Default 0.
        """
        return self._client.page(_methods.COLLECTION_LIST, models.ListCollectionsResponse, models.Collection, query={"name": name, "limit": limit, "offset": offset}, options=options)

    def create(self, *, name: str, description: str | None | Omit = OMIT, embedding_provider: str | None | Omit = OMIT, embedding_model: str | None | Omit = OMIT, embedding_api_key: str | None | Omit = OMIT, dimension: int | None | Omit = OMIT, chunk_size: int | None | Omit = OMIT, chunk_overlap: int | None | Omit = OMIT, default_top_k: int | None | Omit = OMIT, default_min_score: float | None | Omit = OMIT, default_search_mode: Literal["semantic", "keyword", "hybrid"] | str | None | Omit = OMIT, reranking_enabled: bool | None | Omit = OMIT, reranking_model: str | None | Omit = OMIT, reranking_api_key: str | None | Omit = OMIT, metadata: Mapping[str, Any] | None | Omit = OMIT, default_alpha: float | None | Omit = OMIT, chunk_strategy: Literal["sentence", "paragraph", "section", "page", "fixed"] | str | None | Omit = OMIT, default_ttl_seconds: int | None | Omit = OMIT, **options: Unpack[RequestOptions]) -> models.Collection:
        """
        Creates a collection. A name that is already taken is a conflict (409). Needs a key with the scope `admin`.

        Args:
            name: 1 to 128 characters: an ASCII letter, then ASCII letters, digits and underscores.
            description: Description of its purpose. Default: empty.
            embedding_provider: `provider_a` or `openai`, `provider_b` or `cohere`, or the name of another configured
                embedder. Default: the server's.
            embedding_model: The embedding model's name. Default: the server's.
            embedding_api_key: API key for the embedding provider; stored encrypted, never returned. Required for
                `provider_a` and `provider_b` unless the operator configured one for the whole server.
            dimension: Length of each embedding vector, 1 to 8,192. Default: the model's own.
            chunk_size: Size of a chunk, in tokens, 64 to 10,000. Default 512.
            chunk_overlap: Overlap of neighbouring chunks, in tokens, 0 to 5,000 and below chunk_size. Default 50.
            default_top_k: Number of results of a query without `top_k`, 1 to 1,000. Default 10.
            default_min_score: Minimum score of a result for a query without `min_score`. Default: none.
            default_search_mode: Search mode of a query without `search_mode`. Default: semantic.; `semantic`:
                Semantic search: by similarity of embeddings.; `keyword`: Keyword search: by the words of the query,
                in the keyword index.; `hybrid`: Semantic and keyword search, fused into one ranking.
            reranking_enabled: Whether queries are reranked by default. Default false.
            reranking_model: The reranking model's name. Default `rerank-v3.5`.
            reranking_api_key: API key for the reranking provider; stored encrypted, never returned.
            metadata: Arbitrary key-value pairs. Default: empty.
            default_alpha: Weight of the semantic score in hybrid search, 0 to 1, for a query without `alpha`.
                Default: the embedder's default. Extension.
            chunk_strategy: Chunking strategy: `sentence`, `paragraph`, `section`, `page` or `fixed`. Default:
                sentence. Extension.; `sentence`: Sentences, packed until a chunk is full; small sections share a
                chunk. The default.; `paragraph`: Paragraphs: a paragraph is split only if it does not fit into one
                chunk.; `section`: Sections: every heading begins a new chunk.; `page`: Pages: one chunk per page if
                it fits, regardless of headings.; `fixed`: Fixed size: as many tokens as fit, split between words.
            default_ttl_seconds: Time to live in seconds of documents uploaded without an `expires_at`, 1 to
                2,000,000,000. Default: unlimited. Extension.
        """
        return self._client.call(_methods.COLLECTION_CREATE, models.Collection, body={"name": name, "description": description, "embedding_provider": embedding_provider, "embedding_model": embedding_model, "embedding_api_key": embedding_api_key, "dimension": dimension, "chunk_size": chunk_size, "chunk_overlap": chunk_overlap, "default_top_k": default_top_k, "default_min_score": default_min_score, "default_search_mode": default_search_mode, "reranking_enabled": reranking_enabled, "reranking_model": reranking_model, "reranking_api_key": reranking_api_key, "metadata": metadata, "default_alpha": default_alpha, "chunk_strategy": chunk_strategy, "default_ttl_seconds": default_ttl_seconds}, options=options)

    def get(self, name: str, **options: Unpack[RequestOptions]) -> models.Collection:
        """
        Reads one collection. Needs a key with the scope `read`.
        """
        return self._client.call(_methods.COLLECTION_GET, models.Collection, path={"name": name}, options=options)

    def update(self, name: str, *, description: str | None | Omit = OMIT, metadata: Mapping[str, Any] | None | Omit = OMIT, reranking_enabled: bool | None | Omit = OMIT, reranking_model: str | None | Omit = OMIT, reranking_api_key: str | None | Omit = OMIT, default_top_k: int | None | Omit = OMIT, default_min_score: float | None | Omit = OMIT, default_search_mode: Literal["semantic", "keyword", "hybrid"] | str | None | Omit = OMIT, default_alpha: float | None | Omit = OMIT, chunk_strategy: Literal["sentence", "paragraph", "section", "page", "fixed"] | str | None | Omit = OMIT, default_ttl_seconds: int | None | Omit = OMIT, **options: Unpack[RequestOptions]) -> models.Collection:
        """
        Changes the settings of a collection. Fields that are not set keep their value. Needs a key with the scope
        `admin`.

        Args:
            description: Description of its purpose.
            metadata: New metadata, which replaces the whole object.
            reranking_enabled: Whether queries are reranked by default.
            reranking_model: The reranking model's name.
            reranking_api_key: API key for the reranking provider; an empty string removes the stored one.
            default_top_k: Number of results of a query without `top_k`, 1 to 1,000.
            default_min_score: Minimum score of a result for a query without `min_score`; a JSON null removes it.
            default_search_mode: Search mode of a query without `search_mode`.; `semantic`: Semantic search: by
                similarity of embeddings.; `keyword`: Keyword search: by the words of the query, in the keyword
                index.; `hybrid`: Semantic and keyword search, fused into one ranking.
            default_alpha: Weight of the semantic score in hybrid search, 0 to 1, for a query without `alpha`; a JSON
                null restores the embedder's default. Extension.
            chunk_strategy: Chunking strategy of documents that are processed or reprocessed after the change; a JSON
                null restores the default. Extension.; `sentence`: Sentences, packed until a chunk is full; small
                sections share a chunk. The default.; `paragraph`: Paragraphs: a paragraph is split only if it does
                not fit into one chunk.; `section`: Sections: every heading begins a new chunk.; `page`: Pages: one
                chunk per page if it fits, regardless of headings.; `fixed`: Fixed size: as many tokens as fit, split
                between words.
            default_ttl_seconds: Time to live in seconds of documents uploaded after the change without an
                `expires_at`; a JSON null: unlimited. Extension.
        """
        return self._client.call(_methods.COLLECTION_UPDATE, models.Collection, path={"name": name}, body={"description": description, "metadata": metadata, "reranking_enabled": reranking_enabled, "reranking_model": reranking_model, "reranking_api_key": reranking_api_key, "default_top_k": default_top_k, "default_min_score": default_min_score, "default_search_mode": default_search_mode, "default_alpha": default_alpha, "chunk_strategy": chunk_strategy, "default_ttl_seconds": default_ttl_seconds}, options=options)

    def delete(self, name: str, **options: Unpack[RequestOptions]) -> models.StatusResponse:
        """
        Deletes a collection with all its documents and vectors. Returns when none of its data can be found any more.
        Needs a key with the scope `admin`.
        """
        return self._client.call(_methods.COLLECTION_DELETE, models.StatusResponse, path={"name": name}, options=options)

    def get_stats(self, name: str, **options: Unpack[RequestOptions]) -> models.CollectionStats:
        """
        Returns counts of one collection, exact at the time of the call. Needs a key with the scope `read`.
        """
        return self._client.call(_methods.COLLECTION_GET_STATS, models.CollectionStats, path={"name": name}, options=options)

    def get_analytics(self, name: str, *, detail: bool | Omit = OMIT, **options: Unpack[RequestOptions]) -> models.CollectionAnalytics:
        """
        Returns statistics on the recent queries of one collection. They lag behind the queries by at most 5 seconds.
        Facet counts and searches of people in the console are not included. Needs a key with the scope `read`.

        Args:
            detail: Whether to include `detail`: the queries per hour, and the queries without results. Default false.
                Extension.
        """
        return self._client.call(_methods.COLLECTION_GET_ANALYTICS, models.CollectionAnalytics, path={"name": name}, query={"detail": detail}, options=options)


class DocumentsResource(DocumentWaiting):
    def __init__(self, client: Caller) -> None:
        self._client = client

    def upload(self, collection_name: str, file: FileInput, *, metadata: Mapping[str, Any] | Omit = OMIT, external_id: str | Omit = OMIT, on_conflict: Literal["error", "skip", "replace"] | str | Omit = OMIT, on_duplicate: Literal["allow", "skip", "error"] | str | Omit = OMIT, expires_at: datetime | str | Omit = OMIT, if_updated_at: datetime | str | Omit = OMIT, on_progress: Progress | None = None, **options: Unpack[RequestOptions]) -> models.Document:
        """
        Uploads a file. Returns the document in status `pending` once its bytes and its record are durable; processing
        follows. An unsupported file type is 400, a file over the maximum upload size 413. Needs a key with the scope
        `write`.

        Args:
            metadata: Metadata of the document, default empty. Can be sent before or after the file. In a form: a
                string with a JSON object.
            external_id: Client-assigned id of the document, unique in the collection: 1 to 512 bytes of UTF-8.
                Default: none. Extension.
            on_conflict: Action when a document already has this external id. Default: error. Extension.
            on_duplicate: Action when a document of the collection has the same bytes. Default: allow. Extension.
            expires_at: Time at which the document expires; in the future. Default: according to the collection's
                `default_ttl_seconds`. Extension.
            if_updated_at: `updated_at` of the document to replace, as last read by the caller. If it has changed
                since, nothing is done, and the answer is 412. Extension.
        """
        return self._client.call(_methods.DOCUMENT_UPLOAD, models.Document, path={"collection_name": collection_name}, body={"metadata": metadata, "external_id": external_id, "on_conflict": on_conflict, "on_duplicate": on_duplicate, "expires_at": expires_at, "if_updated_at": if_updated_at}, file=[file], on_progress=on_progress, options=options)

    def create(self, collection_name: str, *, text: str | None | Omit = OMIT, chunks: Sequence[params.GivenChunk] | None | Omit = OMIT, url: str | None | Omit = OMIT, filename: str | None | Omit = OMIT, metadata: Mapping[str, Any] | None | Omit = OMIT, external_id: str | None | Omit = OMIT, on_conflict: Literal["error", "skip", "replace"] | str | None | Omit = OMIT, on_duplicate: Literal["allow", "skip", "error"] | str | None | Omit = OMIT, expires_at: datetime | str | None | Omit = OMIT, if_updated_at: datetime | str | None | Omit = OMIT, **options: Unpack[RequestOptions]) -> models.Document:
        """
        Creates a document from a text, from pre-cut chunks, or from the page at a URL, as JSON on the path that also
        accepts forms. Returns the document in status `pending`, like an upload. A page is fetched when the document
        is processed; when it is reprocessed, the page's server is only asked whether it has changed. Extension. Needs
        a key with the scope `write`.

        Args:
            text: Text of the document: Markdown, or the format of the extension of `filename`. Stored as a file in
                UTF-8.
            chunks: 1 to 10,000 pre-cut chunks, which are stored as they are, in this order, without splitting or
                merging.
            url: Address of a page or file, http:// or https://, which the service fetches. Its bytes and the media
                type of the response determine its type: text, HTML, or one of the file types of uploads.
            filename: File name of the document. Its extension determines how `text` is parsed: .md, .txt, .html,
                .htm, .csv, .tsv, .xml or .json. Default: `text.md`, `chunks`, or the last part of the URL's path.
            metadata: Metadata of the document. Default: empty.
            external_id: Client-assigned id of the document, unique in the collection: 1 to 512 bytes of UTF-8.
                Default: none.
            on_conflict: Action when a document already has this external id. Default: error.; `error`: The call fails
                with 409, and nothing is written.; `skip`: The existing item is left unchanged.; `replace`: The
                existing item is replaced.
            on_duplicate: Action when a document of the collection has the same bytes. Default: allow.; `allow`: A
                separate document is created.; `skip`: Nothing is created, and the existing document is returned.;
                `error`: The new document is refused with 409; the error names the existing one.
            expires_at: Time at which the document expires; in the future. Default: according to the collection's
                `default_ttl_seconds`.
            if_updated_at: `updated_at` of the document to replace, as last read by the caller. If it has changed
                since, nothing is done, and the answer is 412.
        """
        return self._client.call(_methods.DOCUMENT_CREATE, models.Document, path={"collection_name": collection_name}, body={"text": text, "chunks": chunks, "url": url, "filename": filename, "metadata": metadata, "external_id": external_id, "on_conflict": on_conflict, "on_duplicate": on_duplicate, "expires_at": expires_at, "if_updated_at": if_updated_at}, options=options)

    def list(self, collection_name: str, *, status: Literal["pending", "processing", "ready", "failed"] | str | Omit = OMIT, limit: int | Omit = OMIT, offset: int | Omit = OMIT, info: bool | Omit = OMIT, failed_by: Literal["provider", "file", "service"] | str | Omit = OMIT, filters: str | Omit = OMIT, filename: str | Omit = OMIT, file_type: str | Omit = OMIT, external_id: str | Omit = OMIT, sort: str | Omit = OMIT, cursor: str | Omit = OMIT, **options: Unpack[RequestOptions]) -> Page[models.ListDocumentsResponse, models.Document]:
        """
        Lists documents: all of them, or those that match the request; oldest first, or as `sort` specifies. Needs a
        key with the scope `read`.

        Args:
            status: Only documents in this status. Default: all.; `pending`: Accepted and durable; processing has not
                started.; `processing`: Being parsed, chunked or embedded.; `ready`: Searchable.; `failed`: Processing
                ended with an error, see `error_message`.
            limit: Maximum number of documents to return, 1 to 1,000. Default 100.
            offset: Number of items to skip. Default 0.
            info: Adds `info` to each document. Default false. Extension.
            failed_by: Only failed documents with this cause of failure. Default: all. Extension.; `provider`: The
                embedding provider: it was unavailable for too long, or refused the request. Reprocessing the document
                can help.; `file`: The file: it can't be parsed, or has no text.; `service`: The service, or a system
                that it depends on.
            filters: Only documents that match, in any status: a filter as in queries, as JSON, over the fields that
                all chunks of a document share, for example `{"year": {"$gte": 2020}}`. Default: all. Extension.
            filename: Only documents whose file name contains this text, case-insensitively. Default: all. Extension.
            file_type: Only documents of this type: the extension without the dot, for example `pdf`. Default: all.
                Extension.
            external_id: Only the document with this client-assigned id. Default: all. Extension.
            sort: Sort field: `created_at`, `updated_at`, `filename` (case-insensitive), `file_size` or `chunk_count`;
                prefix `-` for descending order. Documents with equal values are sorted by id. Default: created_at.
                Extension.
            cursor: `next_cursor` of the previous page, whose other parameters must be the same; `offset` counts from
                there. Later pages take no longer than earlier ones. Default: from the first document. Extension.
        """
        return self._client.page(_methods.DOCUMENT_LIST, models.ListDocumentsResponse, models.Document, path={"collection_name": collection_name}, query={"status": status, "limit": limit, "offset": offset, "info": info, "failed_by": failed_by, "filters": filters, "filename": filename, "file_type": file_type, "external_id": external_id, "sort": sort, "cursor": cursor}, options=options)

    def list_duplicates(self, collection_name: str, *, limit: int | Omit = OMIT, cursor: str | Omit = OMIT, **options: Unpack[RequestOptions]) -> Page[models.ListDuplicatesResponse, models.DuplicateGroup]:
        """
        Lists documents with identical bytes, in groups. Extension. Needs a key with the scope `read`.

        Args:
            limit: Maximum number of groups to return, 1 to 100. Default 20. A page contains fewer groups if it
                reaches about 1,000 documents.
            cursor: `next_cursor` of the previous page. Default: from the first group.
        """
        return self._client.page(_methods.DOCUMENT_LIST_DUPLICATES, models.ListDuplicatesResponse, models.DuplicateGroup, path={"collection_name": collection_name}, query={"limit": limit, "cursor": cursor}, options=options)

    def count_facets(self, collection_name: str, *, fields: Sequence[str], filters: Mapping[str, Any] | None | Omit = OMIT, limit: int | None | Omit = OMIT, query: str | None | Omit = OMIT, search_mode: Literal["semantic", "keyword", "hybrid"] | str | None | Omit = OMIT, min_score: float | None | Omit = OMIT, **options: Unpack[RequestOptions]) -> models.CountFacetsResponse:
        """
        Counts the documents per value of metadata fields, exactly: over all documents in any status, over those that
        match a filter, or over those that a query finds. Extension. Needs a key with the scope `read`.

        Args:
            fields: 1 to 20 fields, named as in filters: metadata fields of the upload, or `filename`, `file_type`,
                `title`, `author`, `language`, `file_created_at`, `file_modified_at`, `keywords`, `created_at`,
                `external_id`, `content_hash`, `source_url`, `parent_id`, `expires_at`.
            filters: Only documents that match, in any status: a filter as in queries, over the fields that all chunks
                of a document share. Default: all.
            limit: Maximum number of values per field, the most frequent ones, 1 to 1,000. Default 10.
            query: Only documents that this query finds: the documents of its best 1,000 results within `filters`.
                Default: no query.
            search_mode: How the query finds passages. Default: the collection's default_search_mode.; `semantic`:
                Semantic search: by similarity of embeddings.; `keyword`: Keyword search: by the words of the query,
                in the keyword index.; `hybrid`: Semantic and keyword search, fused into one ranking.
            min_score: Minimum score of the query's results. Default: the collection's default_min_score.
        """
        return self._client.call(_methods.DOCUMENT_COUNT_FACETS, models.CountFacetsResponse, path={"collection_name": collection_name}, body={"fields": fields, "filters": filters, "limit": limit, "query": query, "search_mode": search_mode, "min_score": min_score}, options=options)

    def get(self, collection_name: str, document_id: str, *, info: bool | Omit = OMIT, **options: Unpack[RequestOptions]) -> models.Document:
        """
        Reads one document. Needs a key with the scope `read`.

        Args:
            info: Adds `info` to the document. Default false. Extension.
        """
        return self._client.call(_methods.DOCUMENT_GET, models.Document, path={"collection_name": collection_name, "document_id": document_id}, query={"info": info}, options=options)

    def get_by_external_id(self, collection_name: str, by_external_id: str, *, info: bool | Omit = OMIT, **options: Unpack[RequestOptions]) -> models.Document:
        """
        Reads one document. Needs a key with the scope `read`.

        Args:
            info: Adds `info` to the document. Default false. Extension.
        """
        return self._client.call(_methods.DOCUMENT_GET_BY_EXTERNAL_ID, models.Document, path={"collection_name": collection_name, "by_external_id": by_external_id}, query={"info": info}, options=options)

    def delete(self, collection_name: str, document_id: str, **options: Unpack[RequestOptions]) -> models.StatusResponse:
        """
        Deletes a document and its vectors, in any status. It disappears from searches and lists immediately. Needs a
        key with the scope `write`.
        """
        return self._client.call(_methods.DOCUMENT_DELETE, models.StatusResponse, path={"collection_name": collection_name, "document_id": document_id}, options=options)

    def delete_by_external_id(self, collection_name: str, by_external_id: str, **options: Unpack[RequestOptions]) -> models.StatusResponse:
        """
        Deletes a document and its vectors, in any status. It disappears from searches and lists immediately. Needs a
        key with the scope `write`.
        """
        return self._client.call(_methods.DOCUMENT_DELETE_BY_EXTERNAL_ID, models.StatusResponse, path={"collection_name": collection_name, "by_external_id": by_external_id}, options=options)

    def patch(self, collection_name: str, document_id: str, *, metadata: Mapping[str, Any] | None | Omit = OMIT, filename: str | None | Omit = OMIT, external_id: str | None | Omit = OMIT, expires_at: datetime | str | None | Omit = OMIT, if_updated_at: datetime | str | None | Omit = OMIT, **options: Unpack[RequestOptions]) -> models.Document:
        """
        Changes the properties of a document, but not its bytes. The change is visible to the next query, list and
        filter. Nothing is parsed or embedded again, and the cost does not depend on the document's size. Works in any
        status. Extension. Needs a key with the scope `write`.

        Args:
            metadata: Changes to the metadata, as a JSON Merge Patch (RFC 7396): members are added or replaced,
                objects are merged recursively, and null removes a member.
            filename: New file name, of the same file type.
            external_id: Client-assigned id, unique in the collection: 1 to 512 bytes of UTF-8; a JSON null removes
                it.
            expires_at: Time at which the document expires; in the future. A JSON null: never.
            if_updated_at: `updated_at` as last read by the caller. If it has changed since, nothing is changed, and
                the answer is 412. An `If-Match` header with the document's `ETag` has the same effect.
        """
        return self._client.call(_methods.DOCUMENT_PATCH, models.Document, path={"collection_name": collection_name, "document_id": document_id}, body={"metadata": metadata, "filename": filename, "external_id": external_id, "expires_at": expires_at, "if_updated_at": if_updated_at}, options=options)

    def patch_by_external_id(self, collection_name: str, by_external_id: str, *, metadata: Mapping[str, Any] | None | Omit = OMIT, filename: str | None | Omit = OMIT, external_id: str | None | Omit = OMIT, expires_at: datetime | str | None | Omit = OMIT, if_updated_at: datetime | str | None | Omit = OMIT, **options: Unpack[RequestOptions]) -> models.Document:
        """
        Changes the properties of a document, but not its bytes. The change is visible to the next query, list and
        filter. Nothing is parsed or embedded again, and the cost does not depend on the document's size. Works in any
        status. Extension. Needs a key with the scope `write`.

        Args:
            metadata: Changes to the metadata, as a JSON Merge Patch (RFC 7396): members are added or replaced,
                objects are merged recursively, and null removes a member.
            filename: New file name, of the same file type.
            external_id: Client-assigned id, unique in the collection: 1 to 512 bytes of UTF-8; a JSON null removes
                it.
            expires_at: Time at which the document expires; in the future. A JSON null: never.
            if_updated_at: `updated_at` as last read by the caller. If it has changed since, nothing is changed, and
                the answer is 412. An `If-Match` header with the document's `ETag` has the same effect.
        """
        return self._client.call(_methods.DOCUMENT_PATCH_BY_EXTERNAL_ID, models.Document, path={"collection_name": collection_name, "by_external_id": by_external_id}, body={"metadata": metadata, "filename": filename, "external_id": external_id, "expires_at": expires_at, "if_updated_at": if_updated_at}, options=options)

    def get_by_id(self, document_id: str, *, info: bool | Omit = OMIT, **options: Unpack[RequestOptions]) -> models.Document:
        """
        Reads one document by its id alone. The id of a document in a collection that the key has no access to is 404,
        like an id that doesn't exist. Extension. Needs a key with the scope `read`.

        Args:
            info: Adds `info` to the document. Default false.
        """
        return self._client.call(_methods.DOCUMENT_GET_BY_ID, models.Document, path={"document_id": document_id}, query={"info": info}, options=options)

    def delete_by_id(self, document_id: str, **options: Unpack[RequestOptions]) -> models.StatusResponse:
        """
        Deletes a document by its id alone, as DeleteDocument does. Extension. Needs a key with the scope `write`.
        """
        return self._client.call(_methods.DOCUMENT_DELETE_BY_ID, models.StatusResponse, path={"document_id": document_id}, options=options)

    def reprocess(self, collection_name: str, document_id: str, **options: Unpack[RequestOptions]) -> models.StatusResponse:
        """
        Queues a document to be parsed, chunked and embedded again. Existing chunks stay searchable until they are
        replaced. Needs a key with the scope `write`.
        """
        return self._client.call(_methods.DOCUMENT_REPROCESS, models.StatusResponse, path={"collection_name": collection_name, "document_id": document_id}, options=options)

    def list_chunks(self, collection_name: str, document_id: str, *, limit: int | Omit = OMIT, offset: int | Omit = OMIT, citations: bool | Omit = OMIT, **options: Unpack[RequestOptions]) -> Page[models.ListChunksResponse, models.Chunk]:
        """
        Lists the live chunks of a document, in order. Needs a key with the scope `read`.

        Args:
            limit: Maximum number of chunks to return, at least 1. Default: all. Extension.
            offset: Number of items to skip. Default 0. Extension.
            citations: Adds `citation` to each chunk: its location in the document. Default false. Extension.
        """
        return self._client.page(_methods.DOCUMENT_LIST_CHUNKS, models.ListChunksResponse, models.Chunk, path={"collection_name": collection_name, "document_id": document_id}, query={"limit": limit, "offset": offset, "citations": citations}, options=options)

    def list_chunks_by_id(self, document_id: str, *, limit: int | Omit = OMIT, offset: int | Omit = OMIT, citations: bool | Omit = OMIT, **options: Unpack[RequestOptions]) -> Page[models.ListChunksResponse, models.Chunk]:
        """
        Lists the live chunks of a document by its id alone, as ListChunks does. Extension. Needs a key with the scope
        `read`.

        Args:
            limit: Maximum number of chunks to return, at least 1. Default: all.
            offset: Number of items to skip. Default 0.
            citations: Adds `citation` to each chunk: its location in the document. Default false.
        """
        return self._client.page(_methods.DOCUMENT_LIST_CHUNKS_BY_ID, models.ListChunksResponse, models.Chunk, path={"document_id": document_id}, query={"limit": limit, "offset": offset, "citations": citations}, options=options)

    def download_file(self, collection_name: str, document_id: str, *, range: str | Omit = OMIT, if_range: str | Omit = OMIT, if_none_match: str | Omit = OMIT, **options: Unpack[RequestOptions]) -> BytesStream:
        """
        Sends the original file: first its properties, then its bytes. Needs a key with the scope `read`.

        Args:
            range: One range of bytes, such as `bytes=0-1023` or `bytes=-500`; anything else is ignored.
            if_range: The range is sent only if this is the file's `ETag`; otherwise the whole file is sent.
            if_none_match: The response is 304 without content if it contains the file's `ETag`.
        """
        return self._client.stream(_methods.DOCUMENT_DOWNLOAD_FILE, path={"collection_name": collection_name, "document_id": document_id}, header={"Range": range, "If-Range": if_range, "If-None-Match": if_none_match}, options=options)

    def get_page(self, collection_name: str, document_id: str, page: int, **options: Unpack[RequestOptions]) -> models.DocumentPage:
        """
        Reads one page: its text, and its size as it is displayed. A page that doesn't exist is 404, and so is any
        page of a file without pages. Extension. Needs a key with the scope `read`.
        """
        return self._client.call(_methods.DOCUMENT_GET_PAGE, models.DocumentPage, path={"collection_name": collection_name, "document_id": document_id, "page": page}, options=options)

    def get_page_image(self, collection_name: str, document_id: str, page: int, *, width: int | Omit = OMIT, range: str | Omit = OMIT, if_range: str | Omit = OMIT, if_none_match: str | Omit = OMIT, **options: Unpack[RequestOptions]) -> BytesStream:
        """
        Sends the image of a page: first its properties, then its bytes. PDFs and images have page images; a page that
        can't be rendered is 409. Images are rendered on request, in a queue; if too many requests are waiting, the
        answer is 429 or 503. Extension. Needs a key with the scope `read`.

        Args:
            width: Width of the image in pixels, rounded up to 320, 640, 960, 1280, 1920 or 2560. Default 1280. An
                image is never enlarged, and a very long page is rendered narrower.
            range: One range of bytes, such as `bytes=0-1023` or `bytes=-500`; anything else is ignored.
            if_range: The range is sent only if this is the file's `ETag`; otherwise the whole file is sent.
            if_none_match: The response is 304 without content if it contains the file's `ETag`.
        """
        return self._client.stream(_methods.DOCUMENT_GET_PAGE_IMAGE, path={"collection_name": collection_name, "document_id": document_id, "page": page}, query={"width": width}, header={"Range": range, "If-Range": if_range, "If-None-Match": if_none_match}, options=options)

    def get_text(self, collection_name: str, document_id: str, **options: Unpack[RequestOptions]) -> BytesStream:
        """
        Sends the whole extracted text in UTF-8: first its properties, then the text. `start_char` and `end_char` of
        chunks and pages are positions in this text, in UTF-16 code units. Between two pages the last line break is
        replaced by a form feed; pages without text have none. Extension. Needs a key with the scope `read`.
        """
        return self._client.stream(_methods.DOCUMENT_GET_TEXT, path={"collection_name": collection_name, "document_id": document_id}, options=options)

    def get_markdown(self, collection_name: str, document_id: str, **options: Unpack[RequestOptions]) -> BytesStream:
        """
        Sends the whole document as GitHub Flavored Markdown in UTF-8: first its properties, then the text. Headings,
        lists, quotes, code and tables are those that the parser recognised; each page begins with `<!-- page 3 -->`.
        Extension. Needs a key with the scope `read`.
        """
        return self._client.stream(_methods.DOCUMENT_GET_MARKDOWN, path={"collection_name": collection_name, "document_id": document_id}, options=options)

    def list_tables(self, collection_name: str, document_id: str, *, limit: int | Omit = OMIT, offset: int | Omit = OMIT, rows: int | Omit = OMIT, **options: Unpack[RequestOptions]) -> Page[models.ListDocumentTablesResponse, models.DocumentTable]:
        """
        Lists the tables of a document in document order, each with its first rows. A document that was parsed before
        tables were stored is 409 until it is reprocessed. Extension. Needs a key with the scope `read`.

        Args:
            limit: Maximum number of tables to return, 1 to 100. Default 20.
            offset: Number of items to skip. Default 0.
            rows: Maximum number of rows per table, 0 to 100. Default 20.
        """
        return self._client.page(_methods.DOCUMENT_LIST_TABLES, models.ListDocumentTablesResponse, models.DocumentTable, path={"collection_name": collection_name, "document_id": document_id}, query={"limit": limit, "offset": offset, "rows": rows}, options=options)

    def get_table(self, collection_name: str, document_id: str, table: int, *, limit: int | Omit = OMIT, offset: int | Omit = OMIT, **options: Unpack[RequestOptions]) -> models.DocumentTable:
        """
        Reads one table, or some of its rows. A table that doesn't exist is 404. Extension. Needs a key with the scope
        `read`.

        Args:
            limit: Maximum number of rows to return, 1 to 1,000. Default 100.
            offset: Number of rows to skip. Default 0.
        """
        return self._client.call(_methods.DOCUMENT_GET_TABLE, models.DocumentTable, path={"collection_name": collection_name, "document_id": document_id, "table": table}, query={"limit": limit, "offset": offset}, options=options)

    def get_table_csv(self, collection_name: str, document_id: str, table: int, **options: Unpack[RequestOptions]) -> BytesStream:
        """
        Sends one whole table as CSV (RFC 4180) in UTF-8: the rows of its header, then all others. Cells contain the
        document's text unchanged, even if a spreadsheet would interpret it as a formula. Extension. Needs a key with
        the scope `read`.
        """
        return self._client.stream(_methods.DOCUMENT_GET_TABLE_CSV, path={"collection_name": collection_name, "document_id": document_id, "table": table}, options=options)

    def watch_progress(self, collection_name: str, document_id: str, **options: Unpack[RequestOptions]) -> EventStream[models.DocumentProgress]:
        """
        Streams the processing progress of a document. Sends its last step first; the stream ends after `complete` or
        `failed`. Needs a key with the scope `read`.
        """
        return self._client.events(_methods.DOCUMENT_WATCH_PROGRESS, models.DocumentProgress, path={"collection_name": collection_name, "document_id": document_id}, options=options)

    def watch_documents_progress(self, collection_name: str, *, ids: Sequence[str], **options: Unpack[RequestOptions]) -> EventStream[models.DocumentsProgress]:
        """
        Streams the processing progress of up to 100 documents. Sends the last step of each first; the stream ends
        when all of them are ready or failed. An id without a document is reported as failed. Extension. Needs a key
        with the scope `read`.

        Args:
            ids: 1 to 100 document ids. In a URL: separated by commas, or one parameter per id.
        """
        return self._client.events(_methods.DOCUMENT_WATCH_DOCUMENTS_PROGRESS, models.DocumentsProgress, path={"collection_name": collection_name}, query={"ids": ids}, options=options)

    def batch_upload(self, collection_name: str, files: Sequence[FileInput], *, metadata: Mapping[str, Any] | Omit = OMIT, external_ids: Sequence[str] | Omit = OMIT, on_conflict: Literal["error", "skip", "replace"] | str | Omit = OMIT, on_duplicate: Literal["allow", "skip", "error"] | str | Omit = OMIT, expires_at: datetime | str | Omit = OMIT, on_progress: Progress | None = None, **options: Unpack[RequestOptions]) -> models.BatchUploadDocumentsResponse:
        """
        Uploads up to 100 files. An invalid file does not affect the others; if none is accepted, the request is 400.
        Needs a key with the scope `write`.

        Args:
            metadata: Metadata of every document, default empty. Can be sent before, between or after the files. In a
                form: a string with a JSON object.
            external_ids: Client-assigned ids of the documents, one per file and in the order of the files; "" for
                none. In a form: a string with a JSON array of strings. Default: none. Extension.
            on_conflict: Action for a file whose external id already belongs to a document. Default: error. Extension.
            on_duplicate: Action for a file whose bytes are those of a document of the collection. Default: allow.
                Extension.
            expires_at: Time at which the documents expire; in the future. Default: according to the collection's
                `default_ttl_seconds`. Extension.
        """
        return self._client.call(_methods.DOCUMENT_BATCH_UPLOAD, models.BatchUploadDocumentsResponse, path={"collection_name": collection_name}, body={"metadata": metadata, "external_ids": external_ids, "on_conflict": on_conflict, "on_duplicate": on_duplicate, "expires_at": expires_at}, files=files, on_progress=on_progress, options=options)

    def batch_get_statuses(self, collection_name: str, *, document_ids: Sequence[str] | None | Omit = OMIT, external_ids: Sequence[str] | None | Omit = OMIT, **options: Unpack[RequestOptions]) -> models.BatchGetDocumentStatusesResponse:
        """
        Reads the status of up to 100 documents. Unknown ids are omitted. Needs a key with the scope `read`.

        Args:
            document_ids: 1 to 100 document ids. Can be empty if `external_ids` is set.
            external_ids: Client-assigned ids of documents, in addition to or instead of document_ids: at most 100 ids
                in total. Extension.
        """
        return self._client.call(_methods.DOCUMENT_BATCH_GET_STATUSES, models.BatchGetDocumentStatusesResponse, path={"collection_name": collection_name}, body={"document_ids": document_ids, "external_ids": external_ids}, options=options)

    def batch_get(self, collection_name: str, *, document_ids: Sequence[str] | None | Omit = OMIT, external_ids: Sequence[str] | None | Omit = OMIT, **options: Unpack[RequestOptions]) -> models.BatchGetDocumentsResponse:
        """
        Reads up to 100 documents. Unknown ids are omitted. Needs a key with the scope `read`.

        Args:
            document_ids: 1 to 100 document ids. Can be empty if `external_ids` is set.
            external_ids: Client-assigned ids of documents, in addition to or instead of document_ids: at most 100 ids
                in total. Extension.
        """
        return self._client.call(_methods.DOCUMENT_BATCH_GET, models.BatchGetDocumentsResponse, path={"collection_name": collection_name}, body={"document_ids": document_ids, "external_ids": external_ids}, options=options)

    def batch_delete(self, collection_name: str, *, document_ids: Sequence[str] | None | Omit = OMIT, external_ids: Sequence[str] | None | Omit = OMIT, **options: Unpack[RequestOptions]) -> models.BatchDeleteDocumentsResponse:
        """
        Deletes up to 100 documents. Documents that can't be deleted are listed in `errors`; the others are deleted.
        Needs a key with the scope `write`.

        Args:
            document_ids: 1 to 100 document ids. Can be empty if `external_ids` is set.
            external_ids: Client-assigned ids of documents, in addition to or instead of document_ids: at most 100 ids
                in total. Extension.
        """
        return self._client.call(_methods.DOCUMENT_BATCH_DELETE, models.BatchDeleteDocumentsResponse, path={"collection_name": collection_name}, body={"document_ids": document_ids, "external_ids": external_ids}, options=options)


class InstallationResource:
    def __init__(self, client: Caller) -> None:
        self._client = client

    def list_plugins(self, **options: Unpack[RequestOptions]) -> models.ListPluginsResponse:
        """
        Lists the loaded plugins with their health. The health checks run concurrently, each for at most 5 seconds.
        Extension. Needs a key with the scope `admin`.
        """
        return self._client.call(_methods.INSTALLATION_LIST_PLUGINS, models.ListPluginsResponse, options=options)

    def get_configuration(self, **options: Unpack[RequestOptions]) -> models.Configuration:
        """
        Returns the environment settings and the configuration of this process, as they are in effect. Extension.
        Needs a key with the scope `admin`.
        """
        return self._client.call(_methods.INSTALLATION_GET_CONFIGURATION, models.Configuration, options=options)


class JobsResource:
    def __init__(self, client: Caller) -> None:
        self._client = client

    def list(self, *, state: Literal["queued", "waiting", "processing", "completed", "failed"] | str | Omit = OMIT, kind: str | Omit = OMIT, stuck: bool | Omit = OMIT, limit: int | Omit = OMIT, offset: int | Omit = OMIT, **options: Unpack[RequestOptions]) -> Page[models.ListJobsResponse, models.Job]:
        """
        Lists jobs. Failed and completed jobs are sorted by their end, latest first, and kept for a day after it;
        waiting jobs by the time they are due; jobs in processing by the time since a worker took them, longest first.
        Without a state, the newest jobs come first. Needs a key with the scope `admin`.

        Args:
            state: Only jobs in this state.; `queued`: Due; the next free worker takes it.; `waiting`: Scheduled for
                later: a retry after a failed attempt, or deferred work.; `processing`: Being processed by a worker.;
                `completed`: Finished.; `failed`: Failed permanently, with an error.
            kind: Only jobs of this kind.
            stuck: Only jobs that appear stuck (see Job). Default false.
            limit: Maximum number of jobs to return, 1 to 1,000. Default 100.
            offset: Number of items to skip. Default 0.
        """
        return self._client.page(_methods.JOB_LIST, models.ListJobsResponse, models.Job, query={"state": state, "kind": kind, "stuck": stuck, "limit": limit, "offset": offset}, options=options)

    def requeue(self, id: str, **options: Unpack[RequestOptions]) -> models.Job:
        """
        Runs a failed job again, with a full set of attempts. For a document this is the same as reprocessing it: the
        document is pending again, and the response is the job of the new run. Only for failed jobs (409): waiting and
        running jobs continue by themselves, and a failed index change must be started again. Needs a key with the
        scope `admin`.
        """
        return self._client.call(_methods.JOB_REQUEUE, models.Job, path={"id": id}, options=options)


class KeysResource:
    def __init__(self, client: Caller) -> None:
        self._client = client

    def create(self, *, name: str, scope: Literal["read", "write", "admin"] | str | None | Omit = OMIT, collections: Sequence[str] | None | Omit = OMIT, expires_at: datetime | str | None | Omit = OMIT, filter: Mapping[str, Any] | None | Omit = OMIT, signing: Literal["HS256", "EdDSA"] | str | None | Omit = OMIT, public_key: str | None | Omit = OMIT, **options: Unpack[RequestOptions]) -> models.AccessKey:
        """
        Creates a key. The response contains the key, which is never shown again: the service stores only its digest.
        A name can't be reused (409). Extension. Needs a key with the scope `admin`.

        Args:
            name: 1 to 64 letters, digits, `.`, `_` or `-`. Must never have been used before, not even by a revoked
                key.
            scope: Access level.; `read`: Read and query.; `write`: Also upload, delete, reprocess and write vectors.;
                `admin`: Also create, change and delete collections, and manage webhooks and keys.
            collections: Collections that the key has access to; at least one. They need not exist yet. Default, and
                null: all.
            expires_at: Expiry time, in the future. Default, and null: never.
            filter: Access filter: only documents and passages that match it can be read or changed. It has the syntax
                of `filters`, over metadata and the system fields of whole documents (not `page`, `section`,
                `chunk_index`). Lists, counts, queries and single documents behave as if items that don't match did
                not exist, and a document or entry must match both before and after it is written. Not allowed with
                the scope `admin`. Default, and null: none.
            signing: Creates a key that signs user tokens: JWTs that a backend issues by itself, each with a scope
                (`read` or `write`), collections, a filter and an expiry time. Not allowed with the scope `admin`.
                Default, and null: an ordinary key.; `HS256`: HMAC with SHA-256: the signer and the service share a
                secret.; `EdDSA`: Ed25519: the service has only the public key.
            public_key: Public key for `signing` EdDSA, SPKI in PEM; its private key stays with you. Default, and
                null: the service generates the key pair, shows the private key once and stores only the public key.
        """
        return self._client.call(_methods.KEY_CREATE, models.AccessKey, body={"name": name, "scope": scope, "collections": collections, "expires_at": expires_at, "filter": filter, "signing": signing, "public_key": public_key}, options=options)

    def list(self, *, limit: int | Omit = OMIT, offset: int | Omit = OMIT, **options: Unpack[RequestOptions]) -> Page[models.ListKeysResponse, models.AccessKey]:
        """
        Lists the keys of the configuration file, by name, then those created through the API, oldest first, including
        revoked ones. The API secret is not listed. Extension. Needs a key with the scope `admin`.

        Args:
            limit: Maximum number of keys to return, 1 to 1,000. Default: all.
            offset: Number of items to skip. Default 0.
        """
        return self._client.page(_methods.KEY_LIST, models.ListKeysResponse, models.AccessKey, query={"limit": limit, "offset": offset}, options=options)

    def revoke(self, name: str, **options: Unpack[RequestOptions]) -> models.StatusResponse:
        """
        Revokes a key permanently; a key can revoke itself. All servers refuse it within about a second. A key of the
        configuration file must be removed there (409). Extension. Needs a key with the scope `admin`.
        """
        return self._client.call(_methods.KEY_REVOKE, models.StatusResponse, path={"name": name}, options=options)

    def who_am_i(self, **options: Unpack[RequestOptions]) -> models.Identity:
        """
        Returns the rights of the calling key or user token. Extension. Needs a key with the scope `read`.
        """
        return self._client.call(_methods.KEY_WHO_AM_I, models.Identity, options=options)


class ModelsResource:
    def __init__(self, client: Caller) -> None:
        self._client = client

    def list(self, **options: Unpack[RequestOptions]) -> models.ListModelsResponse:
        """
        Lists the known models, the models in the models folder and the loaded models, with the current or last use of
        a model. Extension. Needs a key with the scope `admin`.
        """
        return self._client.call(_methods.MODEL_LIST, models.ListModelsResponse, options=options)

    def prepare(self, name: str, *, collections: Sequence[str] | None | Omit = OMIT, all: bool | None | Omit = OMIT, **options: Unpack[RequestOptions]) -> models.ModelUse:
        """
        Starts to prepare a model: downloads it, installs the runtime if it is missing, loads the model and measures
        its speed. Collections can then use the model by name; it does not become the default, and no collection is
        changed. One model at a time (409). Extension. Needs a key with the scope `admin`.

        Args:
            collections: Names of the collections to move, at most 1,000. Default: none.
            all: Whether to move all collections that have an embedding model; `collections` must then be empty.
                Default: false.
        """
        return self._client.call(_methods.MODEL_PREPARE, models.ModelUse, path={"name": name}, body={"collections": collections, "all": all}, options=options)

    def use(self, name: str, **options: Unpack[RequestOptions]) -> models.ModelUse:
        """
        Makes the most recently prepared model the default for new collections, and starts to move the collections
        that it was prepared for: one after the other, each by an index change, while they remain available. Rerankers
        have no default: the collections use the reranker from then on. Fails with 409 if another model was prepared
        last, or none. Extension. Needs a key with the scope `admin`.
        """
        return self._client.call(_methods.MODEL_USE, models.ModelUse, path={"name": name}, options=options)

    def cancel_use(self, **options: Unpack[RequestOptions]) -> models.ModelUse:
        """
        Cancels a preparation, or a move of collections including the current index change. Collections already moved
        are not moved back. Fails with 409 if nothing is running. Extension. Needs a key with the scope `admin`.
        """
        return self._client.call(_methods.MODEL_CANCEL_USE, models.ModelUse, options=options)

    def roll_back_use(self, **options: Unpack[RequestOptions]) -> models.ModelUse:
        """
        Makes the previous embedder the default again, and starts to roll back the index changes of the moved
        collections, while their previous indexes are kept: for a day. Fails with 409 if there is nothing to roll
        back. Extension. Needs a key with the scope `admin`.
        """
        return self._client.call(_methods.MODEL_ROLL_BACK_USE, models.ModelUse, options=options)


class OperationsResource:
    def __init__(self, client: Caller) -> None:
        self._client = client

    def list(self, *, collection: str | Omit = OMIT, limit: int | Omit = OMIT, offset: int | Omit = OMIT, **options: Unpack[RequestOptions]) -> Page[models.ListOperationsResponse, models.Operation]:
        """
        Lists operations, newest first. Operations are kept for a week after they end. Needs a key with the scope
        `read`.

        Args:
            collection: Only operations on this collection. Default: all.
            limit: Maximum number of operations to return, 1 to 1,000. Default 100.
            offset: Number of items to skip. Default 0.
        """
        return self._client.page(_methods.OPERATION_LIST, models.ListOperationsResponse, models.Operation, query={"collection": collection, "limit": limit, "offset": offset}, options=options)

    def get(self, id: str, **options: Unpack[RequestOptions]) -> models.Operation:
        """
        Reads one operation. Needs a key with the scope `read`.
        """
        return self._client.call(_methods.OPERATION_GET, models.Operation, path={"id": id}, options=options)

    def watch(self, id: str, **options: Unpack[RequestOptions]) -> EventStream[models.Operation]:
        """
        Streams the progress of an operation. Sends its current state first, then an update after each progress; the
        stream ends when the operation has ended. Needs a key with the scope `read`.
        """
        return self._client.events(_methods.OPERATION_WATCH, models.Operation, path={"id": id}, options=options)

    def cancel(self, id: str, **options: Unpack[RequestOptions]) -> models.Operation:
        """
        Cancels a running operation. Completed work is not undone. Fails with 409 if the operation has ended. Needs a
        key with the scope `write`.
        """
        return self._client.call(_methods.OPERATION_CANCEL, models.Operation, path={"id": id}, options=options)

    def delete_documents(self, collection_name: str, *, filters: Mapping[str, Any] | None | Omit = OMIT, all: bool | None | Omit = OMIT, dry_run: bool | None | Omit = OMIT, limit: int | None | Omit = OMIT, **options: Unpack[RequestOptions]) -> models.WorkAnswer:
        """
        Deletes the documents that match. They disappear from searches and lists immediately. Needs a key with the
        scope `write`.

        Args:
            filters: Only documents that match, in any status: a filter as in queries, over the fields that all chunks
                of a document share. Must not be empty.
            all: Whether to select all documents of the collection, instead of `filters`. Default false.
            dry_run: Whether to only return the number of matches, without changing anything. Default false.
            limit: Maximum number of documents to process, oldest first. Default: all that match.
        """
        return self._client.call(_methods.OPERATION_DELETE_DOCUMENTS, models.WorkAnswer, path={"collection_name": collection_name}, body={"filters": filters, "all": all, "dry_run": dry_run, "limit": limit}, options=options)

    def update_documents(self, collection_name: str, *, filters: Mapping[str, Any] | None | Omit = OMIT, all: bool | None | Omit = OMIT, dry_run: bool | None | Omit = OMIT, limit: int | None | Omit = OMIT, metadata: Mapping[str, Any] | None | Omit = OMIT, expires_at: datetime | str | None | Omit = OMIT, **options: Unpack[RequestOptions]) -> models.WorkAnswer:
        """
        Changes the metadata or expiry time of the documents that match, as PatchDocument does for one document.
        Nothing is parsed or embedded again. Needs a key with the scope `write`.

        Args:
            filters: Only documents that match, in any status: a filter as in queries, over the fields that all chunks
                of a document share. Must not be empty.
            all: Whether to select all documents of the collection, instead of `filters`. Default false.
            dry_run: Whether to only return the number of matches, without changing anything. Default false.
            limit: Maximum number of documents to process, oldest first. Default: all that match.
            metadata: Changes to the metadata of each document, as a JSON Merge Patch (RFC 7396): members are added or
                replaced, objects are merged recursively, and null removes a member.
            expires_at: Time at which the documents expire; in the future. A JSON null: never.
        """
        return self._client.call(_methods.OPERATION_UPDATE_DOCUMENTS, models.WorkAnswer, path={"collection_name": collection_name}, body={"filters": filters, "all": all, "dry_run": dry_run, "limit": limit, "metadata": metadata, "expires_at": expires_at}, options=options)

    def reprocess_documents(self, collection_name: str, *, filters: Mapping[str, Any] | None | Omit = OMIT, all: bool | None | Omit = OMIT, dry_run: bool | None | Omit = OMIT, limit: int | None | Omit = OMIT, **options: Unpack[RequestOptions]) -> models.WorkAnswer:
        """
        Queues the documents that match to be parsed, chunked and embedded again. Existing chunks stay searchable
        until they are replaced. Needs a key with the scope `write`.

        Args:
            filters: Only documents that match, in any status: a filter as in queries, over the fields that all chunks
                of a document share. Must not be empty.
            all: Whether to select all documents of the collection, instead of `filters`. Default false.
            dry_run: Whether to only return the number of matches, without changing anything. Default false.
            limit: Maximum number of documents to process, oldest first. Default: all that match.
        """
        return self._client.call(_methods.OPERATION_REPROCESS_DOCUMENTS, models.WorkAnswer, path={"collection_name": collection_name}, body={"filters": filters, "all": all, "dry_run": dry_run, "limit": limit}, options=options)

    def truncate_collection(self, collection_name: str, **options: Unpack[RequestOptions]) -> models.Operation:
        """
        Starts an operation that deletes all documents of a collection, in any status, and all entries that were
        written directly. It covers what exists at the time of the call and is accessible with the key. The collection
        and its settings remain. Needs a key with the scope `write`.
        """
        return self._client.call(_methods.OPERATION_TRUNCATE_COLLECTION, models.Operation, path={"collection_name": collection_name}, options=options)

    def reembed_collection(self, collection_name: str, **options: Unpack[RequestOptions]) -> models.Operation:
        """
        Starts an operation that reprocesses all documents of a collection that are ready or failed and accessible
        with the key. Existing chunks stay searchable until they are replaced. Needs a key with the scope `write`.
        """
        return self._client.call(_methods.OPERATION_REEMBED_COLLECTION, models.Operation, path={"collection_name": collection_name}, options=options)


class PlatformResource:
    def __init__(self, client: Caller) -> None:
        self._client = client

    def get_health(self, **options: Unpack[RequestOptions]) -> models.Health:
        """
        Returns `ok` if the server is running. Needs no token.
        """
        return self._client.call(_methods.PLATFORM_GET_HEALTH, models.Health, options=options)

    def get_readiness(self, **options: Unpack[RequestOptions]) -> models.Readiness:
        """
        Checks whether all systems that the service depends on are reachable and writable. If one is not, the status
        is HTTP 503, with the same body. Needs no token.
        """
        return self._client.call(_methods.PLATFORM_GET_READINESS, models.Readiness, options=options)

    def get_stats(self, **options: Unpack[RequestOptions]) -> models.PlatformStats:
        """
        Returns counts over all collections, exact at the time of the call. Needs a key with the scope `read`.
        """
        return self._client.call(_methods.PLATFORM_GET_STATS, models.PlatformStats, options=options)

    def get_usage(self, *, group_by: Literal["collection", "key"] | str | Omit = OMIT, from_: str | Omit = OMIT, to: str | Omit = OMIT, limit: int | Omit = OMIT, offset: int | Omit = OMIT, **options: Unpack[RequestOptions]) -> Page[models.Usage, models.UsageDay]:
        """
        Returns usage per day (UTC), by collection or by key; days without usage are omitted. Counts are written
        within 2 seconds and kept for 400 days. A key sees the usage of the collections that it has access to and,
        grouped by key, only its own; a key with the scope admin for all collections sees all keys. User tokens count
        for the key that signs them. Extension. Needs a key with the scope `read`.

        Args:
            group_by: Grouping. Default: collection.; `collection`: By collection. Deleted collections are omitted.;
                `key`: By key.
            from_: First day, for example `2026-11-20`. Default: 29 days before the last day.
            to: Last day. Default: today.
            limit: Maximum number of items to return (one per day and group), 1 to 1,000. Default 1,000.
            offset: Number of items to skip. Default 0.
        """
        return self._client.page(_methods.PLATFORM_GET_USAGE, models.Usage, models.UsageDay, query={"group_by": group_by, "from": from_, "to": to, "limit": limit, "offset": offset}, options=options)

    def list_embedding_models(self, *, all: bool | Omit = OMIT, **options: Unpack[RequestOptions]) -> models.ListEmbeddingModelsResponse:
        """
        Lists the embedding models. Needs a key with the scope `read`.

        Args:
            all: Whether to include the models of all other configured embedders. Default false. Extension.
        """
        return self._client.call(_methods.PLATFORM_LIST_EMBEDDING_MODELS, models.ListEmbeddingModelsResponse, query={"all": all}, options=options)

    def list_file_types(self, **options: Unpack[RequestOptions]) -> models.ListFileTypesResponse:
        """
        Lists the file types accepted for upload: those with a configured parser, starting with the standard types of
        the API. Extension. Needs a key with the scope `read`.
        """
        return self._client.call(_methods.PLATFORM_LIST_FILE_TYPES, models.ListFileTypesResponse, options=options)


class QueriesResource:
    def __init__(self, client: Caller) -> None:
        self._client = client

    def query(self, collection_name: str, *, query: str | None | Omit = OMIT, top_k: int | None | Omit = OMIT, filters: Mapping[str, Any] | None | Omit = OMIT, min_score: float | None | Omit = OMIT, search_mode: Literal["semantic", "keyword", "hybrid"] | str | None | Omit = OMIT, rerank: bool | None | Omit = OMIT, explain: bool | None | Omit = OMIT, expand: int | None | Omit = OMIT, alpha: float | None | Omit = OMIT, max_chunks_per_document: int | None | Omit = OMIT, diversity: float | None | Omit = OMIT, highlight: bool | params.Highlight | None | Omit = OMIT, citations: bool | None | Omit = OMIT, vector: Sequence[float] | None | Omit = OMIT, include: Sequence[Literal["embedding", "text", "metadata"] | str] | None | Omit = OMIT, **options: Unpack[RequestOptions]) -> models.QueryResponse:
        """
        Searches one collection. Needs a key with the scope `read`.

        Args:
            query: Query text in natural language; at most 32,768 characters, not blank. Required, except for a
                semantic query with a `vector`.
            top_k: Maximum number of results, 1 to 1,000; for several collections, per collection. Default: the
                collection's default_top_k.
            filters: Metadata filter: a field maps to a value, or to an object of operators such as `{"$gte": 2020}`.
                Operators: $eq $ne $gt $gte $lt $lte $in $nin $exists $contains $not_contains $and $or $not $nor.
                Default: no filter.
            min_score: Minimum score of a result; scores are from 0 to 1. Default: the collection's default_min_score.
            search_mode: Search mode. Default: the collection's default_search_mode.; `semantic`: Semantic search: by
                similarity of embeddings.; `keyword`: Keyword search: by the words of the query, in the keyword
                index.; `hybrid`: Semantic and keyword search, fused into one ranking.
            rerank: Whether a reranking model sorts the results. Default: the collection's reranking_enabled.
            explain: Adds component scores to each result, and timings to the response. Default false. Extension.
            expand: Adds the text of this many neighbouring chunks on each side, 0 to 10. Default 0. Extension.
            alpha: Weight of the semantic score in hybrid search, 0 to 1; the remainder is the weight of the keyword
                score. Other modes ignore it. Default: the collection's default_alpha. Extension.
            max_chunks_per_document: Maximum number of results per document, 1 to 1,000; the next best results of
                other documents replace the rest. Default: no limit. Extension.
            diversity: Weight of diversity, 0 to 1: results are sorted by relevance minus this fraction of their
                similarity to previous results. Scores don't change. Default 0: sorted by score alone. Extension.
            highlight: Adds `highlights` to each result, the fragments of its text that match the query: true, or an
                object with limits. Default: no highlights. Extension.
            citations: Adds `citation` to each result, its location: document, pages, section, range of the text and
                rectangles on the page. Default false. Extension.
            vector: Query vector, used instead of an embedding of the query text: little-endian float32 values, as
                many as the collection's dimension; in JSON an array of numbers. A semantic query then needs no text;
                a hybrid query uses the text for keyword search. Without a text the mode is semantic. Extension.
            include: Parts of the results to return. An omitted text is absent, omitted metadata is empty. Default:
                text and metadata. Extension.; `embedding`: Its vector, normalised to unit length as it is stored.;
                `text`: Its text.; `metadata`: Its metadata.
        """
        return self._client.call(_methods.QUERY_QUERY, models.QueryResponse, path={"collection_name": collection_name}, body={"query": query, "top_k": top_k, "filters": filters, "min_score": min_score, "search_mode": search_mode, "rerank": rerank, "explain": explain, "expand": expand, "alpha": alpha, "max_chunks_per_document": max_chunks_per_document, "diversity": diversity, "highlight": highlight, "citations": citations, "vector": vector, "include": include}, options=options)

    def multi_query(self, *, collections: Sequence[str], query: str | None | Omit = OMIT, top_k: int | None | Omit = OMIT, filters: Mapping[str, Any] | None | Omit = OMIT, min_score: float | None | Omit = OMIT, search_mode: Literal["semantic", "keyword", "hybrid"] | str | None | Omit = OMIT, rerank: bool | None | Omit = OMIT, explain: bool | None | Omit = OMIT, expand: int | None | Omit = OMIT, alpha: float | None | Omit = OMIT, max_chunks_per_document: int | None | Omit = OMIT, diversity: float | None | Omit = OMIT, highlight: bool | params.Highlight | None | Omit = OMIT, citations: bool | None | Omit = OMIT, vector: Sequence[float] | None | Omit = OMIT, include: Sequence[Literal["embedding", "text", "metadata"] | str] | None | Omit = OMIT, **options: Unpack[RequestOptions]) -> models.MultiQueryResponse:
        """
        Searches several collections and merges the results by score. Needs a key with the scope `read`.

        Args:
            collections: Names of the collections, at least one. Duplicate names count once.
            query: Query text in natural language; at most 32,768 characters, not blank. Required, except for a
                semantic query with a `vector`.
            top_k: Maximum number of results, 1 to 1,000; for several collections, per collection. Default: the
                collection's default_top_k.
            filters: Metadata filter: a field maps to a value, or to an object of operators such as `{"$gte": 2020}`.
                Operators: $eq $ne $gt $gte $lt $lte $in $nin $exists $contains $not_contains $and $or $not $nor.
                Default: no filter.
            min_score: Minimum score of a result; scores are from 0 to 1. Default: the collection's default_min_score.
            search_mode: Search mode. Default: the collection's default_search_mode.; `semantic`: Semantic search: by
                similarity of embeddings.; `keyword`: Keyword search: by the words of the query, in the keyword
                index.; `hybrid`: Semantic and keyword search, fused into one ranking.
            rerank: Whether a reranking model sorts the results. Default: the collection's reranking_enabled.
            explain: Adds component scores to each result, and timings to the response. Default false. Extension.
            expand: Adds the text of this many neighbouring chunks on each side, 0 to 10. Default 0. Extension.
            alpha: Weight of the semantic score in hybrid search, 0 to 1; the remainder is the weight of the keyword
                score. Other modes ignore it. Default: the collection's default_alpha. Extension.
            max_chunks_per_document: Maximum number of results per document, 1 to 1,000; the next best results of
                other documents replace the rest. Default: no limit. Extension.
            diversity: Weight of diversity, 0 to 1: results are sorted by relevance minus this fraction of their
                similarity to previous results. Scores don't change. Default 0: sorted by score alone. Extension.
            highlight: Adds `highlights` to each result, the fragments of its text that match the query: true, or an
                object with limits. Default: no highlights. Extension.
            citations: Adds `citation` to each result, its location: document, pages, section, range of the text and
                rectangles on the page. Default false. Extension.
            vector: Query vector, used instead of an embedding of the query text: little-endian float32 values, as
                many as the collection's dimension; in JSON an array of numbers. A semantic query then needs no text;
                a hybrid query uses the text for keyword search. Without a text the mode is semantic. Extension.
            include: Parts of the results to return. An omitted text is absent, omitted metadata is empty. Default:
                text and metadata. Extension.; `embedding`: Its vector, normalised to unit length as it is stored.;
                `text`: Its text.; `metadata`: Its metadata.
        """
        return self._client.call(_methods.QUERY_MULTI_QUERY, models.MultiQueryResponse, body={"query": query, "collections": collections, "top_k": top_k, "filters": filters, "min_score": min_score, "search_mode": search_mode, "rerank": rerank, "explain": explain, "expand": expand, "alpha": alpha, "max_chunks_per_document": max_chunks_per_document, "diversity": diversity, "highlight": highlight, "citations": citations, "vector": vector, "include": include}, options=options)

    def batch_query(self, *, queries: Sequence[params.BatchQueryItem], **options: Unpack[RequestOptions]) -> models.BatchQueryResponse:
        """
        Runs up to 20 independent queries. If one query is invalid, the whole request fails, with an error that names
        its index. Needs a key with the scope `read`.

        Args:
            queries: 1 to 20 queries.
        """
        return self._client.call(_methods.QUERY_BATCH_QUERY, models.BatchQueryResponse, body={"queries": queries}, options=options)

    def rerank(self, *, documents: Sequence[str | params.RerankDocument], query: str | None | Omit = OMIT, model: str | None | Omit = OMIT, top_n: int | None | Omit = OMIT, return_documents: bool | None | Omit = OMIT, **options: Unpack[RequestOptions]) -> models.RerankResponse:
        """
        Scores the relevance of texts to a query, with a configured reranker. The format is that of Cohere's and
        Jina's rerank APIs; their additional fields are ignored. Fails with 503 if the reranker does not answer within
        10 seconds. Extension. Needs a key with the scope `read`.

        Args:
            documents: 1 to 1,000 texts: strings, or objects with a `text`.
            query: Query text that the documents are scored against.
            model: Model of a configured reranker, or name of a configured reranker. Default: the first model of the
                first reranker that is not missing a required key.
            top_n: Maximum number of results, at least 1. Default: all documents.
            return_documents: Adds its document to each result. Default false.
        """
        return self._client.call(_methods.QUERY_RERANK, models.RerankResponse, body={"query": query, "documents": documents, "model": model, "top_n": top_n, "return_documents": return_documents}, options=options)


class TransfersResource:
    def __init__(self, client: Caller) -> None:
        self._client = client

    def export_collection(self, name: str, **options: Unpack[RequestOptions]) -> BytesStream:
        """
        Sends a collection as a tar archive: its settings without keys, its documents with their files, passages and
        vectors, and the vectors that clients wrote. The collection can be written to during the export: everything
        that exists throughout is in the archive exactly once. The archive ends with `end.json`; an archive without it
        is truncated. Needs a key with the scope `read`.
        """
        return self._client.stream(_methods.TRANSFER_EXPORT_COLLECTION, path={"name": name}, options=options)

    def import_collection(self, name: str, content: ByteSource, *, new_ids: bool | Omit = OMIT, reembed: bool | Omit = OMIT, on_progress: Progress | None = None, **options: Unpack[RequestOptions]) -> models.Collection:
        """
        Creates a collection from an archive that `ExportCollection` sent. The collection appears once the whole
        archive is stored and verified; if the archive is invalid, nothing is imported (400). Documents that were not
        ready are processed. Fails with 409 if the name or the id of a document is taken. The header
        `X-Embedding-Api-Key` sets an API key for the embedding provider. Needs a key with the scope `admin`.

        Args:
            new_ids: Whether documents get new ids. By default they keep their ids from the archive.
            reembed: Whether documents are reprocessed from their files, with this server's default embedder. By
                default the vectors of the archive are imported, which requires the same embedding provider and model
                on this server.
        """
        return self._client.call(_methods.TRANSFER_IMPORT_COLLECTION, models.Collection, path={"name": name}, query={"new_ids": new_ids, "reembed": reembed}, content=content, on_progress=on_progress, options=options)


class VectorsResource:
    def __init__(self, client: Caller) -> None:
        self._client = client

    def upsert(self, collection_name: str, *, vectors: Sequence[params.VectorEntry], on_conflict: Literal["error", "skip", "replace"] | str | None | Omit = OMIT, **options: Unpack[RequestOptions]) -> models.UpsertVectorsResponse:
        """
        Inserts or replaces whole entries by id. The call is atomic: if one entry is invalid, none is written. The
        next query includes them. Needs a key with the scope `write`.

        Args:
            vectors: 1 to 10,000 entries. Of several entries with the same id the last is used.
            on_conflict: Action when an id already exists, as if the entries were written one after another. The call
                is atomic. Default: replace. Extension.; `error`: The call fails with 409, and nothing is written.;
                `skip`: The existing item is left unchanged.; `replace`: The existing item is replaced.
        """
        return self._client.call(_methods.VECTOR_UPSERT, models.UpsertVectorsResponse, path={"collection_name": collection_name}, body={"vectors": vectors, "on_conflict": on_conflict}, options=options)

    def get(self, collection_name: str, *, ids: Sequence[str], include: Sequence[Literal["embedding", "text", "metadata"] | str] | None | Omit = OMIT, **options: Unpack[RequestOptions]) -> models.GetVectorsResponse:
        """
        Returns the entries that exist among the given ids. Extension. Needs a key with the scope `read`.

        Args:
            ids: 1 to 1,000 ids. With embeddings the maximum is lower if the collection's dimension is above 1,048.
            include: Parts of the entries to return. Default: text and metadata.; `embedding`: Its vector, normalised
                to unit length as it is stored.; `text`: Its text.; `metadata`: Its metadata.
        """
        return self._client.call(_methods.VECTOR_GET, models.GetVectorsResponse, path={"collection_name": collection_name}, body={"ids": ids, "include": include}, options=options)

    def list(self, collection_name: str, *, filters: Mapping[str, Any] | None | Omit = OMIT, limit: int | None | Omit = OMIT, cursor: str | None | Omit = OMIT, include: Sequence[Literal["embedding", "text", "metadata"] | str] | None | Omit = OMIT, **options: Unpack[RequestOptions]) -> Page[models.ListVectorsResponse, models.StoredVector]:
        """
        Lists a collection's entries, page by page, ordered by the time of their last write. Extension. Needs a key
        with the scope `read`.

        Args:
            filters: Metadata filter, as in queries. Default: no filter.
            limit: Maximum number of entries per page, 1 to 1,000. Default 100.
            cursor: `next_cursor` of the previous page. Default: from the first entry.
            include: Parts of the entries to return. Default: text and metadata.; `embedding`: Its vector, normalised
                to unit length as it is stored.; `text`: Its text.; `metadata`: Its metadata.
        """
        return self._client.page(_methods.VECTOR_LIST, models.ListVectorsResponse, models.StoredVector, path={"collection_name": collection_name}, body={"filters": filters, "limit": limit, "cursor": cursor, "include": include}, options=options)

    def count(self, collection_name: str, *, filters: Mapping[str, Any] | None | Omit = OMIT, **options: Unpack[RequestOptions]) -> models.CountVectorsResponse:
        """
        Returns the number of entries, or of those that match. Extension. Needs a key with the scope `read`.

        Args:
            filters: Metadata filter, as in queries. Default: no filter.
        """
        return self._client.call(_methods.VECTOR_COUNT, models.CountVectorsResponse, path={"collection_name": collection_name}, body={"filters": filters}, options=options)

    def update(self, collection_name: str, *, metadata: Mapping[str, Any], ids: Sequence[str] | None | Omit = OMIT, filters: Mapping[str, Any] | None | Omit = OMIT, **options: Unpack[RequestOptions]) -> models.UpdateVectorsResponse:
        """
        Changes the metadata of entries, of all or of none; their vectors and texts remain unchanged. The change is
        visible to the next query. Extension. Needs a key with the scope `write`.

        Args:
            metadata: Changes to the metadata, as a JSON Merge Patch (RFC 7396): members are added or replaced,
                objects are merged recursively, and null removes a member.
            ids: At most 1,000 ids. Unknown ids are not an error.
            filters: Metadata filter, as in queries; must not be empty. The call is refused if more than 1,000 entries
                match.
        """
        return self._client.call(_methods.VECTOR_UPDATE, models.UpdateVectorsResponse, path={"collection_name": collection_name}, body={"ids": ids, "filters": filters, "metadata": metadata}, options=options)

    def delete(self, collection_name: str, *, ids: Sequence[str] | None | Omit = OMIT, filters: Mapping[str, Any] | None | Omit = OMIT, all: bool | None | Omit = OMIT, limit: int | None | Omit = OMIT, dry_run: bool | None | Omit = OMIT, **options: Unpack[RequestOptions]) -> models.DeleteVectorsResponse:
        """
        Deletes entries: those with the given ids, those that match a filter, or all. Unknown ids are not an error.
        With a filter or `all`, up to 1,000 entries are deleted before the response is sent; more become an operation,
        and the status is 202. Needs a key with the scope `write`.

        Args:
            ids: Ids of entries, at least one.
            filters: Metadata filter, as in queries, that selects the entries to delete; must not be empty. Extension.
            all: Whether to delete every entry. Chunks of documents are not affected. Extension.
            limit: Maximum number of entries to delete with `filters` or `all`; the entries that were written first
                are deleted first. Default: all that match. Extension.
            dry_run: Whether to only return the number of entries that match `filters` or `all`, without deleting
                them. Default false. Extension.
        """
        return self._client.call(_methods.VECTOR_DELETE, models.DeleteVectorsResponse, path={"collection_name": collection_name}, body={"ids": ids, "filters": filters, "all": all, "limit": limit, "dry_run": dry_run}, options=options)


class WebhooksResource:
    def __init__(self, client: Caller) -> None:
        self._client = client

    def create(self, *, url: str, events: Sequence[Literal["document.processing", "document.ready", "document.failed", "document.deleted", "document.unchanged"] | str], collections: Sequence[str] | None | Omit = OMIT, description: str | None | Omit = OMIT, **options: Unpack[RequestOptions]) -> models.Webhook:
        """
        Registers a webhook. The response contains its secret, which is never shown again. At most 50 webhooks (409).
        Needs a key with the scope `admin`.

        Args:
            url: URL that receives the events: `https://`, or `http://` for localhost, 127.0.0.1 and [::1].
            events: At least one type, except `webhook.test`.; `document.processing`: Processing of a document has
                started.; `document.ready`: A document is processed and searchable.; `document.failed`: Processing of
                a document failed.; `document.deleted`: A document was deleted, by any caller and in any way, or
                because its `expires_at` has passed. Extension.; `document.unchanged`: A document was replaced with
                identical bytes, name and metadata, so nothing was done. Extension.
            collections: Only events of these collections are sent. Default, and null: all.
            description: Description of its purpose. Default: empty.
        """
        return self._client.call(_methods.WEBHOOK_CREATE, models.Webhook, body={"url": url, "events": events, "collections": collections, "description": description}, options=options)

    def list(self, *, limit: int | Omit = OMIT, offset: int | Omit = OMIT, **options: Unpack[RequestOptions]) -> Page[models.ListWebhooksResponse, models.Webhook]:
        """
        Lists webhooks, oldest first. Needs a key with the scope `admin`.

        Args:
            limit: Maximum number of webhooks to return, 1 to 1,000. Default 100.
            offset: Number of items to skip. Default 0.
        """
        return self._client.page(_methods.WEBHOOK_LIST, models.ListWebhooksResponse, models.Webhook, query={"limit": limit, "offset": offset}, options=options)

    def get(self, id: str, **options: Unpack[RequestOptions]) -> models.Webhook:
        """
        Reads one webhook. Needs a key with the scope `admin`.
        """
        return self._client.call(_methods.WEBHOOK_GET, models.Webhook, path={"id": id}, options=options)

    def update(self, id: str, *, url: str | None | Omit = OMIT, events: Sequence[Literal["document.processing", "document.ready", "document.failed", "document.deleted", "document.unchanged"] | str] | None | Omit = OMIT, collections: Sequence[str] | None | Omit = OMIT, description: str | None | Omit = OMIT, active: bool | None | Omit = OMIT, **options: Unpack[RequestOptions]) -> models.Webhook:
        """
        Changes a webhook. Fields that are not set keep their value. Needs a key with the scope `admin`.

        Args:
            url: URL that receives the events: `https://`, or `http://` for localhost, 127.0.0.1 and [::1].
            events: New types of events, which replace the previous ones.
            collections: New collections, which replace the previous ones; a JSON null stands for all.
            description: Description of its purpose.
            active: Whether events are sent.
        """
        return self._client.call(_methods.WEBHOOK_UPDATE, models.Webhook, path={"id": id}, body={"url": url, "events": events, "collections": collections, "description": description, "active": active}, options=options)

    def delete(self, id: str, **options: Unpack[RequestOptions]) -> models.StatusResponse:
        """
        Deletes a webhook. Needs a key with the scope `admin`.
        """
        return self._client.call(_methods.WEBHOOK_DELETE, models.StatusResponse, path={"id": id}, options=options)

    def list_deliveries(self, id: str, *, limit: int | Omit = OMIT, offset: int | Omit = OMIT, **options: Unpack[RequestOptions]) -> Page[models.ListWebhookDeliveriesResponse, models.WebhookDelivery]:
        """
        Lists the deliveries to a webhook, newest first. Needs a key with the scope `admin`.

        Args:
            limit: Maximum number of deliveries to return, 1 to 1,000. Default 100.
            offset: Number of items to skip. Default 0.
        """
        return self._client.page(_methods.WEBHOOK_LIST_DELIVERIES, models.ListWebhookDeliveriesResponse, models.WebhookDelivery, path={"id": id}, query={"limit": limit, "offset": offset}, options=options)

    def test(self, id: str, **options: Unpack[RequestOptions]) -> models.TestWebhookResponse:
        """
        Sends a `webhook.test` event to the webhook's URL, even if the webhook is inactive. Needs a key with the scope
        `admin`.
        """
        return self._client.call(_methods.WEBHOOK_TEST, models.TestWebhookResponse, path={"id": id}, options=options)

    def redeliver_delivery(self, id: str, delivery_id: str, **options: Unpack[RequestOptions]) -> models.WebhookDelivery:
        """
        Sends a finished delivery again, with the same id and body, so that the receiver can recognise a repetition.
        It goes to the webhook's current URL with a full set of attempts, and its outcome replaces the previous one. A
        pending delivery is already being sent (409); a delivery of an inactive webhook waits until the webhook is
        active. Extension. Needs a key with the scope `admin`.
        """
        return self._client.call(_methods.WEBHOOK_REDELIVER_DELIVERY, models.WebhookDelivery, path={"id": id, "delivery_id": delivery_id}, options=options)


class Resources:
    def __init__(self, client: Caller) -> None:
        self.changes = ChangesResource(client)
        self.collections = CollectionsResource(client)
        self.documents = DocumentsResource(client)
        self.installation = InstallationResource(client)
        self.jobs = JobsResource(client)
        self.keys = KeysResource(client)
        self.models = ModelsResource(client)
        self.operations = OperationsResource(client)
        self.platform = PlatformResource(client)
        self.queries = QueriesResource(client)
        self.transfers = TransfersResource(client)
        self.vectors = VectorsResource(client)
        self.webhooks = WebhooksResource(client)
