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
        Starts a change. The next index is built in the background and answers when it is complete; until then the
        present one does. At most one change of a collection at a time (409). Needs a key with the scope `admin`.

        Args:
            vector_store: Name of the vector store to move to.
            embedding_provider: Embedding provider to move to: `provider_a` or `openai`, `provider_b` or `cohere`, or
                the name of another configured embedder.
            embedding_model: The embedding model's name. Default: the present one, or with another provider that
                provider's own.
            embedding_api_key: API key for the embedding provider; stored encrypted, never returned. Default: the
                present one, unless the provider changes.
            dimension: Length of each embedding vector, 1 to 8,192. Default: the model's own, or the present one if
                the model stays.
            repair: Whether to repair the index instead: it is made again where it is and as it is. Nothing else may
                be given then.
        """
        return self._client.call(_methods.CHANGE_START, models.IndexChange, path={"collection_name": collection_name}, body={"vector_store": vector_store, "embedding_provider": embedding_provider, "embedding_model": embedding_model, "embedding_api_key": embedding_api_key, "dimension": dimension, "repair": repair}, options=options)

    def list(self, collection_name: str, *, limit: int | Omit = OMIT, offset: int | Omit = OMIT, **options: Unpack[RequestOptions]) -> Page[models.ListChangesResponse, models.IndexChange]:
        """
        Lists a collection's changes, newest first, and says where its index is. Needs a key with the scope `read`.

        Args:
            limit: Most changes to return, 1 to 1,000. Default 100.
            offset: How many to skip. Default 0.
        """
        return self._client.page(_methods.CHANGE_LIST, models.ListChangesResponse, models.IndexChange, path={"collection_name": collection_name}, query={"limit": limit, "offset": offset}, options=options)

    def get(self, collection_name: str, id: str, **options: Unpack[RequestOptions]) -> models.IndexChange:
        """
        Reads one change: how far it is, and what ended it. Needs a key with the scope `read`.
        """
        return self._client.call(_methods.CHANGE_GET, models.IndexChange, path={"collection_name": collection_name, "id": id}, options=options)

    def cancel(self, collection_name: str, id: str, **options: Unpack[RequestOptions]) -> models.IndexChange:
        """
        Ends a change that has not switched, as if it had never been started. Too late once it has switched (409).
        Needs a key with the scope `admin`.
        """
        return self._client.call(_methods.CHANGE_CANCEL, models.IndexChange, path={"collection_name": collection_name, "id": id}, options=options)

    def roll_back(self, collection_name: str, id: str, **options: Unpack[RequestOptions]) -> models.IndexChange:
        """
        Starts the change back to the former index, for as long as it is kept: a day, or until the next change (409).
        What was written since the switch is brought there first, so that nothing is lost. The answer is the change
        back. Needs a key with the scope `admin`.
        """
        return self._client.call(_methods.CHANGE_ROLL_BACK, models.IndexChange, path={"collection_name": collection_name, "id": id}, options=options)

    def list_vector_stores(self, **options: Unpack[RequestOptions]) -> models.ListVectorStoresResponse:
        """
        Lists the vector stores of the server's configuration, and whether each answers now. Needs a key with the
        scope `read`.
        """
        return self._client.call(_methods.CHANGE_LIST_VECTOR_STORES, models.ListVectorStoresResponse, options=options)


class CollectionsResource:
    def __init__(self, client: Caller) -> None:
        self._client = client

    def list(self, *, name: str | Omit = OMIT, limit: int | Omit = OMIT, offset: int | Omit = OMIT, **options: Unpack[RequestOptions]) -> Page[models.ListCollectionsResponse, models.Collection]:
        """
        Lists collections, oldest first. Needs a key with the scope `read`.

        Args:
            name: Only names that start so, compared case-insensitively; `%` and `_` are literal. Default: all.
            limit: Most collections to return, 1 to 1,000. Default 100.
            offset: How many to skip. Default 0.
        """
        return self._client.page(_methods.COLLECTION_LIST, models.ListCollectionsResponse, models.Collection, query={"name": name, "limit": limit, "offset": offset}, options=options)

    def create(self, *, name: str, description: str | None | Omit = OMIT, embedding_provider: str | None | Omit = OMIT, embedding_model: str | None | Omit = OMIT, embedding_api_key: str | None | Omit = OMIT, dimension: int | None | Omit = OMIT, chunk_size: int | None | Omit = OMIT, chunk_overlap: int | None | Omit = OMIT, default_top_k: int | None | Omit = OMIT, default_min_score: float | None | Omit = OMIT, default_search_mode: Literal["semantic", "keyword", "hybrid"] | str | None | Omit = OMIT, reranking_enabled: bool | None | Omit = OMIT, reranking_model: str | None | Omit = OMIT, reranking_api_key: str | None | Omit = OMIT, metadata: Mapping[str, Any] | None | Omit = OMIT, default_alpha: float | None | Omit = OMIT, chunk_strategy: Literal["sentence", "paragraph", "section", "page", "fixed"] | str | None | Omit = OMIT, default_ttl_seconds: int | None | Omit = OMIT, **options: Unpack[RequestOptions]) -> models.Collection:
        """
        Creates a collection. A name that is taken is a conflict (409). Needs a key with the scope `admin`.

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
            default_top_k: Results of a query that does not say how many, 1 to 1,000. Default 10.
            default_min_score: Lowest score of a result for a query that does not say. Default: none.
            default_search_mode: Search mode of a query that does not say. Default: semantic.; `semantic`: By meaning:
                similarity of embeddings.; `keyword`: By words: the keyword index.; `hybrid`: Both, fused into one
                ranking.
            reranking_enabled: Whether queries are reranked unless they say otherwise. Default false.
            reranking_model: The reranking model's name. Default `rerank-v3.5`.
            reranking_api_key: API key for the reranking provider; stored encrypted, never returned.
            metadata: Arbitrary key-value pairs. Default: empty.
            default_alpha: Weight of the semantic score in hybrid search, 0 to 1, for a query that does not say.
                Default: the embedder's own. Extension.
            chunk_strategy: Chunking strategy: `sentence`, `paragraph`, `section`, `page` or `fixed`. Default:
                sentence. Extension.; `sentence`: Sentences, packed until a chunk is full; small sections share one.
                The default.; `paragraph`: Paragraphs: one is cut only if no chunk could hold it.; `section`:
                Sections: every heading begins a chunk.; `page`: Pages: one chunk each where it fits, whatever
                headings it has.; `fixed`: Nothing: as many tokens as fit, cut between words.
            default_ttl_seconds: Seconds after which a document expires that comes without an `expires_at`, 1 to
                2,000,000,000. Default: never. Extension.
        """
        return self._client.call(_methods.COLLECTION_CREATE, models.Collection, body={"name": name, "description": description, "embedding_provider": embedding_provider, "embedding_model": embedding_model, "embedding_api_key": embedding_api_key, "dimension": dimension, "chunk_size": chunk_size, "chunk_overlap": chunk_overlap, "default_top_k": default_top_k, "default_min_score": default_min_score, "default_search_mode": default_search_mode, "reranking_enabled": reranking_enabled, "reranking_model": reranking_model, "reranking_api_key": reranking_api_key, "metadata": metadata, "default_alpha": default_alpha, "chunk_strategy": chunk_strategy, "default_ttl_seconds": default_ttl_seconds}, options=options)

    def get(self, name: str, **options: Unpack[RequestOptions]) -> models.Collection:
        """
        Reads one collection. Needs a key with the scope `read`.
        """
        return self._client.call(_methods.COLLECTION_GET, models.Collection, path={"name": name}, options=options)

    def update(self, name: str, *, description: str | None | Omit = OMIT, metadata: Mapping[str, Any] | None | Omit = OMIT, reranking_enabled: bool | None | Omit = OMIT, reranking_model: str | None | Omit = OMIT, reranking_api_key: str | None | Omit = OMIT, default_top_k: int | None | Omit = OMIT, default_min_score: float | None | Omit = OMIT, default_search_mode: Literal["semantic", "keyword", "hybrid"] | str | None | Omit = OMIT, default_alpha: float | None | Omit = OMIT, chunk_strategy: Literal["sentence", "paragraph", "section", "page", "fixed"] | str | None | Omit = OMIT, default_ttl_seconds: int | None | Omit = OMIT, **options: Unpack[RequestOptions]) -> models.Collection:
        """
        Changes what can be changed; everything that is not given keeps its value. Needs a key with the scope `admin`.

        Args:
            description: Description of its purpose.
            metadata: Replaces the whole object.
            reranking_enabled: Whether queries are reranked unless they say otherwise.
            reranking_model: The reranking model's name.
            reranking_api_key: API key for the reranking provider; an empty string removes the stored one.
            default_top_k: Results of a query that does not say how many, 1 to 1,000.
            default_min_score: Lowest score of a result for a query that does not say; a JSON null removes it.
            default_search_mode: Search mode of a query that does not say.; `semantic`: By meaning: similarity of
                embeddings.; `keyword`: By words: the keyword index.; `hybrid`: Both, fused into one ranking.
            default_alpha: Weight of the semantic score in hybrid search, 0 to 1, for a query that does not say; a
                JSON null gives way to the embedder's own. Extension.
            chunk_strategy: Chunking strategy of documents that are processed or reprocessed from now on; a JSON null
                restores the default. Extension.; `sentence`: Sentences, packed until a chunk is full; small sections
                share one. The default.; `paragraph`: Paragraphs: one is cut only if no chunk could hold it.;
                `section`: Sections: every heading begins a chunk.; `page`: Pages: one chunk each where it fits,
                whatever headings it has.; `fixed`: Nothing: as many tokens as fit, cut between words.
            default_ttl_seconds: Seconds after which a document expires that comes from now on without an
                `expires_at`; a JSON null: never. Extension.
        """
        return self._client.call(_methods.COLLECTION_UPDATE, models.Collection, path={"name": name}, body={"description": description, "metadata": metadata, "reranking_enabled": reranking_enabled, "reranking_model": reranking_model, "reranking_api_key": reranking_api_key, "default_top_k": default_top_k, "default_min_score": default_min_score, "default_search_mode": default_search_mode, "default_alpha": default_alpha, "chunk_strategy": chunk_strategy, "default_ttl_seconds": default_ttl_seconds}, options=options)

    def delete(self, name: str, **options: Unpack[RequestOptions]) -> models.StatusResponse:
        """
        Deletes a collection with all its documents and vectors. Answers when nothing of it can be found any more.
        Needs a key with the scope `admin`.
        """
        return self._client.call(_methods.COLLECTION_DELETE, models.StatusResponse, path={"name": name}, options=options)

    def get_stats(self, name: str, **options: Unpack[RequestOptions]) -> models.CollectionStats:
        """
        Counts of one collection, exact at the moment of the call. Needs a key with the scope `read`.
        """
        return self._client.call(_methods.COLLECTION_GET_STATS, models.CollectionStats, path={"name": name}, options=options)

    def get_analytics(self, name: str, *, detail: bool | Omit = OMIT, **options: Unpack[RequestOptions]) -> models.CollectionAnalytics:
        """
        How one collection was queried lately. Lags behind the queries by at most 5 seconds. Facets, and searches of
        people in the console, are no queries. Needs a key with the scope `read`.

        Args:
            detail: Also the course of the queries over time, and those that found nothing. Default false. Extension.
        """
        return self._client.call(_methods.COLLECTION_GET_ANALYTICS, models.CollectionAnalytics, path={"name": name}, query={"detail": detail}, options=options)


class DocumentsResource(DocumentWaiting):
    def __init__(self, client: Caller) -> None:
        self._client = client

    def upload(self, collection_name: str, file: FileInput, *, metadata: Mapping[str, Any] | Omit = OMIT, external_id: str | Omit = OMIT, on_conflict: Literal["error", "skip", "replace"] | str | Omit = OMIT, on_duplicate: Literal["allow", "skip", "error"] | str | Omit = OMIT, expires_at: datetime | str | Omit = OMIT, if_updated_at: datetime | str | Omit = OMIT, on_progress: Progress | None = None, **options: Unpack[RequestOptions]) -> models.Document:
        """
        Takes a file in. Answers with the document in status `pending`, when bytes and record are durable; processing
        follows. An unsupported file type is 400, a file over the maximum upload size 413. Needs a key with the scope
        `write`.

        Args:
            metadata: Metadata of the document, default empty. It may come before or after the file. In a form: a
                string that holds a JSON object.
            external_id: The caller's own id of the document, unique in the collection: 1 to 512 bytes of UTF-8.
                Default: none. Extension.
            on_conflict: Action when a document already has that external id. Default: error. Extension.
            on_duplicate: Action when a document of the collection has the same bytes. Default: allow. Extension.
            expires_at: When the document goes; in the future. Default: as the collection's `default_ttl_seconds`
                says. Extension.
            if_updated_at: `updated_at` of the document that is to be replaced, as the caller read it: where it is
                another by now, nothing is done, and the answer is 412. Extension.
        """
        return self._client.call(_methods.DOCUMENT_UPLOAD, models.Document, path={"collection_name": collection_name}, body={"metadata": metadata, "external_id": external_id, "on_conflict": on_conflict, "on_duplicate": on_duplicate, "expires_at": expires_at, "if_updated_at": if_updated_at}, file=[file], on_progress=on_progress, options=options)

    def create(self, collection_name: str, *, text: str | None | Omit = OMIT, chunks: Sequence[params.GivenChunk] | None | Omit = OMIT, url: str | None | Omit = OMIT, filename: str | None | Omit = OMIT, metadata: Mapping[str, Any] | None | Omit = OMIT, external_id: str | None | Omit = OMIT, on_conflict: Literal["error", "skip", "replace"] | str | None | Omit = OMIT, on_duplicate: Literal["allow", "skip", "error"] | str | None | Omit = OMIT, expires_at: datetime | str | None | Omit = OMIT, if_updated_at: datetime | str | None | Omit = OMIT, **options: Unpack[RequestOptions]) -> models.Document:
        """
        Takes in a text, chunks that were cut elsewhere, or the page at a URL, as JSON on the path that forms are sent
        to. Answers with the document in status `pending`, as an upload does. A page is fetched when its turn comes;
        processed again, its server is asked only whether it has changed. Extension. Needs a key with the scope
        `write`.

        Args:
            text: The document's text: Markdown, or what the extension of `filename` says. It is kept as a file in
                UTF-8.
            chunks: 1 to 10,000 chunks, which are taken as they are: not cut, not joined, in this order.
            url: Address of a page or file, http:// or https://, which the service fetches. What it is, its bytes and
                the answer's media type say: text, HTML, or one of the file types of uploads.
            filename: File name of the document. Its extension says how a `text` is read: .md, .txt, .html, .htm,
                .csv, .tsv, .xml or .json. Default: `text.md`, `chunks`, or the last part of the URL's path.
            metadata: Metadata of the document. Default: empty.
            external_id: The caller's own id of the document, unique in the collection: 1 to 512 bytes of UTF-8.
                Default: none.
            on_conflict: Action when a document already has that external id. Default: error.; `error`: The call fails
                with 409, and nothing is written.; `skip`: The existing one stays.; `replace`: The existing one is
                replaced.
            on_duplicate: Action when a document of the collection has the same bytes. Default: allow.; `allow`: It is
                another document.; `skip`: The one that is there is the answer.; `error`: The one that comes is
                refused with 409, which names the other.
            expires_at: When the document goes; in the future. Default: as the collection's `default_ttl_seconds`
                says.
            if_updated_at: `updated_at` of the document that is to be replaced, as the caller read it: where it is
                another by now, nothing is done, and the answer is 412.
        """
        return self._client.call(_methods.DOCUMENT_CREATE, models.Document, path={"collection_name": collection_name}, body={"text": text, "chunks": chunks, "url": url, "filename": filename, "metadata": metadata, "external_id": external_id, "on_conflict": on_conflict, "on_duplicate": on_duplicate, "expires_at": expires_at, "if_updated_at": if_updated_at}, options=options)

    def list(self, collection_name: str, *, status: Literal["pending", "processing", "ready", "failed"] | str | Omit = OMIT, limit: int | Omit = OMIT, offset: int | Omit = OMIT, info: bool | Omit = OMIT, failed_by: Literal["provider", "file", "service"] | str | Omit = OMIT, filters: str | Omit = OMIT, filename: str | Omit = OMIT, file_type: str | Omit = OMIT, external_id: str | Omit = OMIT, sort: str | Omit = OMIT, cursor: str | Omit = OMIT, **options: Unpack[RequestOptions]) -> Page[models.ListDocumentsResponse, models.Document]:
        """
        Lists documents: all, or those that match what is given; oldest first, or as `sort` says. Needs a key with the
        scope `read`.

        Args:
            status: Only documents in this status. Default: all.; `pending`: Accepted and durable; processing has not
                started.; `processing`: Being parsed, chunked or embedded.; `ready`: Searchable.; `failed`: Processing
                ended with an error, which `error_message` tells.
            limit: Most documents to return, 1 to 1,000. Default 100.
            offset: How many to skip. Default 0.
            info: Adds `info` to each document. Default false. Extension.
            failed_by: Only documents that failed, and by whose failure. Default: all. Extension.; `provider`: The
                embedding provider's: it was away for too long, or refused. Processing the document again may help.;
                `file`: The file's own: it can't be read, or has no text.; `service`: The service's, or that of
                something it stands on.
            filters: Only documents that match, in any status: a filter as of a query, as JSON, over what a document's
                chunks share, for example `{"year": {"$gte": 2020}}`. Default: all. Extension.
            filename: Only documents whose file name has this in it, whatever the case. Default: all. Extension.
            file_type: Only documents of this type: the extension without the dot, for example `pdf`. Default: all.
                Extension.
            external_id: Only the document with this id of the caller's own. Default: all. Extension.
            sort: Sort field: `created_at`, `updated_at`, `filename` (case-insensitive), `file_size` or `chunk_count`;
                with `-` before it, descending. Documents with equal values are sorted by id. Default: created_at.
                Extension.
            cursor: The `next_cursor` of the page before, whose other parameters must be the same; `offset` counts
                from there. However far into the list, a page takes no longer. Default: from the first. Extension.
        """
        return self._client.page(_methods.DOCUMENT_LIST, models.ListDocumentsResponse, models.Document, path={"collection_name": collection_name}, query={"status": status, "limit": limit, "offset": offset, "info": info, "failed_by": failed_by, "filters": filters, "filename": filename, "file_type": file_type, "external_id": external_id, "sort": sort, "cursor": cursor}, options=options)

    def list_duplicates(self, collection_name: str, *, limit: int | Omit = OMIT, cursor: str | Omit = OMIT, **options: Unpack[RequestOptions]) -> Page[models.ListDuplicatesResponse, models.DuplicateGroup]:
        """
        Lists documents that have the same bytes, in groups. Extension. Needs a key with the scope `read`.

        Args:
            limit: Most groups to return, 1 to 100. Default 20. A page ends before that after some 1,000 documents.
            cursor: The `next_cursor` of the page before. Default: from the first.
        """
        return self._client.page(_methods.DOCUMENT_LIST_DUPLICATES, models.ListDuplicatesResponse, models.DuplicateGroup, path={"collection_name": collection_name}, query={"limit": limit, "cursor": cursor}, options=options)

    def count_facets(self, collection_name: str, *, fields: Sequence[str], filters: Mapping[str, Any] | None | Omit = OMIT, limit: int | None | Omit = OMIT, query: str | None | Omit = OMIT, search_mode: Literal["semantic", "keyword", "hybrid"] | str | None | Omit = OMIT, min_score: float | None | Omit = OMIT, **options: Unpack[RequestOptions]) -> models.CountFacetsResponse:
        """
        Counts the values that documents have in fields of their metadata, exactly: of all documents in any status, of
        those that match a filter, or of those that a query finds. Extension. Needs a key with the scope `read`.

        Args:
            fields: The fields, 1 to 20, as filters name them: of the upload's metadata, or `filename`, `file_type`,
                `title`, `author`, `language`, `file_created_at`, `file_modified_at`, `keywords`, `created_at`,
                `external_id`, `content_hash`, `source_url`, `parent_id`, `expires_at`.
            filters: Only documents that match, in any status: a filter as of a query, over what a document's chunks
                share. Default: all.
            limit: Values of each field, the most frequent, 1 to 1,000. Default 10.
            query: Only documents that this query finds: those of its best 1,000 results within `filters`. Default: no
                query.
            search_mode: How the query looks for passages. Default: the collection's default_search_mode.; `semantic`:
                By meaning: similarity of embeddings.; `keyword`: By words: the keyword index.; `hybrid`: Both, fused
                into one ranking.
            min_score: Lowest score of the query's results. Default: the collection's default_min_score.
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
        Deletes a document and its vectors, in any status. It is unsearchable and invisible at once. Needs a key with
        the scope `write`.
        """
        return self._client.call(_methods.DOCUMENT_DELETE, models.StatusResponse, path={"collection_name": collection_name, "document_id": document_id}, options=options)

    def delete_by_external_id(self, collection_name: str, by_external_id: str, **options: Unpack[RequestOptions]) -> models.StatusResponse:
        """
        Deletes a document and its vectors, in any status. It is unsearchable and invisible at once. Needs a key with
        the scope `write`.
        """
        return self._client.call(_methods.DOCUMENT_DELETE_BY_EXTERNAL_ID, models.StatusResponse, path={"collection_name": collection_name, "by_external_id": by_external_id}, options=options)

    def patch(self, collection_name: str, document_id: str, *, metadata: Mapping[str, Any] | None | Omit = OMIT, filename: str | None | Omit = OMIT, external_id: str | None | Omit = OMIT, expires_at: datetime | str | None | Omit = OMIT, if_updated_at: datetime | str | None | Omit = OMIT, **options: Unpack[RequestOptions]) -> models.Document:
        """
        Changes what is said of a document, its bytes apart. The next query, list and filter know it; nothing is read
        or embedded again, and a large document costs what a small one does. Works in any status. Extension. Needs a
        key with the scope `write`.

        Args:
            metadata: Changes to the metadata, as a JSON Merge Patch (RFC 7396): members are added or replaced,
                objects member by member, and a null takes one away.
            filename: Another file name, of the same type.
            external_id: The caller's own id, unique in the collection: 1 to 512 bytes of UTF-8; a JSON null takes it
                away.
            expires_at: When the document goes; in the future. A JSON null: never.
            if_updated_at: `updated_at` as the caller read it: where it is another by now, nothing is changed, and the
                answer is 412. An `If-Match` header with the document's `ETag` says the same.
        """
        return self._client.call(_methods.DOCUMENT_PATCH, models.Document, path={"collection_name": collection_name, "document_id": document_id}, body={"metadata": metadata, "filename": filename, "external_id": external_id, "expires_at": expires_at, "if_updated_at": if_updated_at}, options=options)

    def patch_by_external_id(self, collection_name: str, by_external_id: str, *, metadata: Mapping[str, Any] | None | Omit = OMIT, filename: str | None | Omit = OMIT, external_id: str | None | Omit = OMIT, expires_at: datetime | str | None | Omit = OMIT, if_updated_at: datetime | str | None | Omit = OMIT, **options: Unpack[RequestOptions]) -> models.Document:
        """
        Changes what is said of a document, its bytes apart. The next query, list and filter know it; nothing is read
        or embedded again, and a large document costs what a small one does. Works in any status. Extension. Needs a
        key with the scope `write`.

        Args:
            metadata: Changes to the metadata, as a JSON Merge Patch (RFC 7396): members are added or replaced,
                objects member by member, and a null takes one away.
            filename: Another file name, of the same type.
            external_id: The caller's own id, unique in the collection: 1 to 512 bytes of UTF-8; a JSON null takes it
                away.
            expires_at: When the document goes; in the future. A JSON null: never.
            if_updated_at: `updated_at` as the caller read it: where it is another by now, nothing is changed, and the
                answer is 412. An `If-Match` header with the document's `ETag` says the same.
        """
        return self._client.call(_methods.DOCUMENT_PATCH_BY_EXTERNAL_ID, models.Document, path={"collection_name": collection_name, "by_external_id": by_external_id}, body={"metadata": metadata, "filename": filename, "external_id": external_id, "expires_at": expires_at, "if_updated_at": if_updated_at}, options=options)

    def get_by_id(self, document_id: str, *, info: bool | Omit = OMIT, **options: Unpack[RequestOptions]) -> models.Document:
        """
        Reads one document by its id alone. An id of a collection that the key may not touch is 404, as one that
        doesn't exist. Extension. Needs a key with the scope `read`.

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
        Queues a document to be parsed, chunked and embedded again. What was searchable stays so until it is replaced.
        Needs a key with the scope `write`.
        """
        return self._client.call(_methods.DOCUMENT_REPROCESS, models.StatusResponse, path={"collection_name": collection_name, "document_id": document_id}, options=options)

    def list_chunks(self, collection_name: str, document_id: str, *, limit: int | Omit = OMIT, offset: int | Omit = OMIT, citations: bool | Omit = OMIT, **options: Unpack[RequestOptions]) -> Page[models.ListChunksResponse, models.Chunk]:
        """
        Lists the live chunks of a document, in order. Needs a key with the scope `read`.

        Args:
            limit: Most chunks to return, at least 1. Default: all. Extension.
            offset: How many to skip. Default 0. Extension.
            citations: Adds to each chunk where it stands. Default false. Extension.
        """
        return self._client.page(_methods.DOCUMENT_LIST_CHUNKS, models.ListChunksResponse, models.Chunk, path={"collection_name": collection_name, "document_id": document_id}, query={"limit": limit, "offset": offset, "citations": citations}, options=options)

    def list_chunks_by_id(self, document_id: str, *, limit: int | Omit = OMIT, offset: int | Omit = OMIT, citations: bool | Omit = OMIT, **options: Unpack[RequestOptions]) -> Page[models.ListChunksResponse, models.Chunk]:
        """
        Lists the live chunks of a document by its id alone, as ListChunks does. Extension. Needs a key with the scope
        `read`.

        Args:
            limit: Most chunks to return, at least 1. Default: all.
            offset: How many to skip. Default 0.
            citations: Adds to each chunk where it stands. Default false.
        """
        return self._client.page(_methods.DOCUMENT_LIST_CHUNKS_BY_ID, models.ListChunksResponse, models.Chunk, path={"document_id": document_id}, query={"limit": limit, "offset": offset, "citations": citations}, options=options)

    def download_file(self, collection_name: str, document_id: str, *, range: str | Omit = OMIT, if_range: str | Omit = OMIT, if_none_match: str | Omit = OMIT, **options: Unpack[RequestOptions]) -> BytesStream:
        """
        Sends the original file: first what describes it, then its bytes. Needs a key with the scope `read`.

        Args:
            range: One range of bytes, such as `bytes=0-1023` or `bytes=-500`; anything else is ignored.
            if_range: The range is sent only while this is the file's `ETag`; otherwise the whole file is.
            if_none_match: Answers 304 without the bytes when it names the file's `ETag`.
        """
        return self._client.stream(_methods.DOCUMENT_DOWNLOAD_FILE, path={"collection_name": collection_name, "document_id": document_id}, header={"Range": range, "If-Range": if_range, "If-None-Match": if_none_match}, options=options)

    def get_page(self, collection_name: str, document_id: str, page: int, **options: Unpack[RequestOptions]) -> models.DocumentPage:
        """
        Reads one page: its text, and its size as it is displayed. A file without pages, and a page that it doesn't
        have, is 404. Extension. Needs a key with the scope `read`.
        """
        return self._client.call(_methods.DOCUMENT_GET_PAGE, models.DocumentPage, path={"collection_name": collection_name, "document_id": document_id, "page": page}, options=options)

    def get_page_image(self, collection_name: str, document_id: str, page: int, *, width: int | Omit = OMIT, range: str | Omit = OMIT, if_range: str | Omit = OMIT, if_none_match: str | Omit = OMIT, **options: Unpack[RequestOptions]) -> BytesStream:
        """
        Sends a page's picture: first what describes it, then its bytes. PDFs and images have them; a page that can't
        be drawn is 409. Pictures are drawn when they are asked for, in turn; where too many wait the answer is 429 or
        503. Extension. Needs a key with the scope `read`.

        Args:
            width: Pixels that it is to be wide, rounded up to 320, 640, 960, 1280, 1920 or 2560. Default 1280. An
                image is never enlarged, and a page that is very long is drawn narrower.
            range: One range of bytes, such as `bytes=0-1023` or `bytes=-500`; anything else is ignored.
            if_range: The range is sent only while this is the file's `ETag`; otherwise the whole file is.
            if_none_match: Answers 304 without the bytes when it names the file's `ETag`.
        """
        return self._client.stream(_methods.DOCUMENT_GET_PAGE_IMAGE, path={"collection_name": collection_name, "document_id": document_id, "page": page}, query={"width": width}, header={"Range": range, "If-Range": if_range, "If-None-Match": if_none_match}, options=options)

    def get_text(self, collection_name: str, document_id: str, **options: Unpack[RequestOptions]) -> BytesStream:
        """
        Sends the whole text as it was read, in UTF-8: first what describes it, then the text. `start_char` and
        `end_char` of chunks and pages count in it, in UTF-16 units. Between two pages a form feed stands in the place
        of the last line break; pages without text have none. Extension. Needs a key with the scope `read`.
        """
        return self._client.stream(_methods.DOCUMENT_GET_TEXT, path={"collection_name": collection_name, "document_id": document_id}, options=options)

    def get_markdown(self, collection_name: str, document_id: str, **options: Unpack[RequestOptions]) -> BytesStream:
        """
        Sends the whole document as GitHub Flavored Markdown in UTF-8: first what describes it, then the text.
        Headings, lists, quotes, code and tables are what the file's reader took them for; in front of each page
        stands `<!-- page 3 -->`. Extension. Needs a key with the scope `read`.
        """
        return self._client.stream(_methods.DOCUMENT_GET_MARKDOWN, path={"collection_name": collection_name, "document_id": document_id}, options=options)

    def list_tables(self, collection_name: str, document_id: str, *, limit: int | Omit = OMIT, offset: int | Omit = OMIT, rows: int | Omit = OMIT, **options: Unpack[RequestOptions]) -> Page[models.ListDocumentTablesResponse, models.DocumentTable]:
        """
        Lists the tables of a document in its order, each with its first rows. A document that was read before tables
        were kept is 409 until it is processed again. Extension. Needs a key with the scope `read`.

        Args:
            limit: Most tables to return, 1 to 100. Default 20.
            offset: How many to skip. Default 0.
            rows: Most rows of each, 0 to 100. Default 20.
        """
        return self._client.page(_methods.DOCUMENT_LIST_TABLES, models.ListDocumentTablesResponse, models.DocumentTable, path={"collection_name": collection_name, "document_id": document_id}, query={"limit": limit, "offset": offset, "rows": rows}, options=options)

    def get_table(self, collection_name: str, document_id: str, table: int, *, limit: int | Omit = OMIT, offset: int | Omit = OMIT, **options: Unpack[RequestOptions]) -> models.DocumentTable:
        """
        Reads one table, or some of its rows. One that the document doesn't have is 404. Extension. Needs a key with
        the scope `read`.

        Args:
            limit: Most rows to return, 1 to 1,000. Default 100.
            offset: How many rows to skip. Default 0.
        """
        return self._client.call(_methods.DOCUMENT_GET_TABLE, models.DocumentTable, path={"collection_name": collection_name, "document_id": document_id, "table": table}, query={"limit": limit, "offset": offset}, options=options)

    def get_table_csv(self, collection_name: str, document_id: str, table: int, **options: Unpack[RequestOptions]) -> BytesStream:
        """
        Sends one table whole as CSV (RFC 4180) in UTF-8: the rows of its header, then all others. Cells are what
        stands in the document, also where a spreadsheet would take them for a formula. Extension. Needs a key with
        the scope `read`.
        """
        return self._client.stream(_methods.DOCUMENT_GET_TABLE_CSV, path={"collection_name": collection_name, "document_id": document_id, "table": table}, options=options)

    def watch_progress(self, collection_name: str, document_id: str, **options: Unpack[RequestOptions]) -> EventStream[models.DocumentProgress]:
        """
        Follows the processing of a document. First comes its last step; the stream ends after `complete` or `failed`.
        Needs a key with the scope `read`.
        """
        return self._client.events(_methods.DOCUMENT_WATCH_PROGRESS, models.DocumentProgress, path={"collection_name": collection_name, "document_id": document_id}, options=options)

    def watch_documents_progress(self, collection_name: str, *, ids: Sequence[str], **options: Unpack[RequestOptions]) -> EventStream[models.DocumentsProgress]:
        """
        Follows the processing of up to 100 documents: of each first its last step; the stream ends when all of them
        are ready or failed. An id that leads to no document is told as failed. Extension. Needs a key with the scope
        `read`.

        Args:
            ids: 1 to 100 document ids. In a URL separated by commas, or one parameter for each.
        """
        return self._client.events(_methods.DOCUMENT_WATCH_DOCUMENTS_PROGRESS, models.DocumentsProgress, path={"collection_name": collection_name}, query={"ids": ids}, options=options)

    def batch_upload(self, collection_name: str, files: Sequence[FileInput], *, metadata: Mapping[str, Any] | Omit = OMIT, external_ids: Sequence[str] | Omit = OMIT, on_conflict: Literal["error", "skip", "replace"] | str | Omit = OMIT, on_duplicate: Literal["allow", "skip", "error"] | str | Omit = OMIT, expires_at: datetime | str | Omit = OMIT, on_progress: Progress | None = None, **options: Unpack[RequestOptions]) -> models.BatchUploadDocumentsResponse:
        """
        Takes up to 100 files in. One bad file never spoils the others; when none is accepted the request is 400.
        Needs a key with the scope `write`.

        Args:
            metadata: Metadata of every document, default empty. It may come before, between or after the files. In a
                form: a string that holds a JSON object.
            external_ids: The caller's own ids of the documents, as many as there are files and in their order; "" for
                none. In a form: a string that holds a JSON array of strings. Default: none. Extension.
            on_conflict: Action for a file whose external id a document already has. Default: error. Extension.
            on_duplicate: Action for a file whose bytes a document of the collection already has. Default: allow.
                Extension.
            expires_at: When the documents go; in the future. Default: as the collection's `default_ttl_seconds` says.
                Extension.
        """
        return self._client.call(_methods.DOCUMENT_BATCH_UPLOAD, models.BatchUploadDocumentsResponse, path={"collection_name": collection_name}, body={"metadata": metadata, "external_ids": external_ids, "on_conflict": on_conflict, "on_duplicate": on_duplicate, "expires_at": expires_at}, files=files, on_progress=on_progress, options=options)

    def batch_get_statuses(self, collection_name: str, *, document_ids: Sequence[str] | None | Omit = OMIT, external_ids: Sequence[str] | None | Omit = OMIT, **options: Unpack[RequestOptions]) -> models.BatchGetDocumentStatusesResponse:
        """
        Reads the status of up to 100 documents. Unknown ids are left out. Needs a key with the scope `read`.

        Args:
            document_ids: 1 to 100 document ids; none where `external_ids` are given.
            external_ids: The callers' own ids of documents, beside or in place of document_ids: at most 100 of both.
                Extension.
        """
        return self._client.call(_methods.DOCUMENT_BATCH_GET_STATUSES, models.BatchGetDocumentStatusesResponse, path={"collection_name": collection_name}, body={"document_ids": document_ids, "external_ids": external_ids}, options=options)

    def batch_get(self, collection_name: str, *, document_ids: Sequence[str] | None | Omit = OMIT, external_ids: Sequence[str] | None | Omit = OMIT, **options: Unpack[RequestOptions]) -> models.BatchGetDocumentsResponse:
        """
        Reads up to 100 documents. Unknown ids are left out. Needs a key with the scope `read`.

        Args:
            document_ids: 1 to 100 document ids; none where `external_ids` are given.
            external_ids: The callers' own ids of documents, beside or in place of document_ids: at most 100 of both.
                Extension.
        """
        return self._client.call(_methods.DOCUMENT_BATCH_GET, models.BatchGetDocumentsResponse, path={"collection_name": collection_name}, body={"document_ids": document_ids, "external_ids": external_ids}, options=options)

    def batch_delete(self, collection_name: str, *, document_ids: Sequence[str] | None | Omit = OMIT, external_ids: Sequence[str] | None | Omit = OMIT, **options: Unpack[RequestOptions]) -> models.BatchDeleteDocumentsResponse:
        """
        Deletes up to 100 documents. What can't be deleted stands in `errors`; the rest is deleted. Needs a key with
        the scope `write`.

        Args:
            document_ids: 1 to 100 document ids; none where `external_ids` are given.
            external_ids: The callers' own ids of documents, beside or in place of document_ids: at most 100 of both.
                Extension.
        """
        return self._client.call(_methods.DOCUMENT_BATCH_DELETE, models.BatchDeleteDocumentsResponse, path={"collection_name": collection_name}, body={"document_ids": document_ids, "external_ids": external_ids}, options=options)


class InstallationResource:
    def __init__(self, client: Caller) -> None:
        self._client = client

    def list_plugins(self, **options: Unpack[RequestOptions]) -> models.ListPluginsResponse:
        """
        Lists the plugins that are loaded, and asks each how it is: all at once, none longer than 5 seconds.
        Extension. Needs a key with the scope `admin`.
        """
        return self._client.call(_methods.INSTALLATION_LIST_PLUGINS, models.ListPluginsResponse, options=options)

    def get_configuration(self, **options: Unpack[RequestOptions]) -> models.Configuration:
        """
        Reads the settings of the environment and the configuration of this process, as they are in effect. Extension.
        Needs a key with the scope `admin`.
        """
        return self._client.call(_methods.INSTALLATION_GET_CONFIGURATION, models.Configuration, options=options)


class JobsResource:
    def __init__(self, client: Caller) -> None:
        self._client = client

    def list(self, *, state: Literal["queued", "waiting", "processing", "completed", "failed"] | str | Omit = OMIT, kind: str | Omit = OMIT, stuck: bool | Omit = OMIT, limit: int | Omit = OMIT, offset: int | Omit = OMIT, **options: Unpack[RequestOptions]) -> Page[models.ListJobsResponse, models.Job]:
        """
        Lists jobs: failed and completed ones by their end, latest first, kept a day after it; waiting ones by the
        time they are due; those in processing by how long they are held, longest first; without a state, newest
        first. Needs a key with the scope `admin`.

        Args:
            state: Only jobs in this state.; `queued`: Due; the next free worker takes it.; `waiting`: Waits for its
                time: a retry after a failed attempt, or work that is for later.; `processing`: Held by a worker.;
                `completed`: Finished.; `failed`: Given up, with an error.
            kind: Only jobs of this kind.
            stuck: Only jobs that look stuck (see Job). Default false.
            limit: Most jobs to return, 1 to 1,000. Default 100.
            offset: How many to skip. Default 0.
        """
        return self._client.page(_methods.JOB_LIST, models.ListJobsResponse, models.Job, query={"state": state, "kind": kind, "stuck": stuck, "limit": limit, "offset": offset}, options=options)

    def requeue(self, id: str, **options: Unpack[RequestOptions]) -> models.Job:
        """
        Runs a failed job again, with fresh attempts. For a document it does what reprocess does: the document is
        pending again, and the answer is the job of its new run. Only failed jobs (409): one that waits or runs goes
        on by itself, and a failed change of an index is started anew. Needs a key with the scope `admin`.
        """
        return self._client.call(_methods.JOB_REQUEUE, models.Job, path={"id": id}, options=options)


class KeysResource:
    def __init__(self, client: Caller) -> None:
        self._client = client

    def create(self, *, name: str, scope: Literal["read", "write", "admin"] | str | None | Omit = OMIT, collections: Sequence[str] | None | Omit = OMIT, expires_at: datetime | str | None | Omit = OMIT, filter: Mapping[str, Any] | None | Omit = OMIT, signing: Literal["HS256", "EdDSA"] | str | None | Omit = OMIT, public_key: str | None | Omit = OMIT, **options: Unpack[RequestOptions]) -> models.AccessKey:
        """
        Makes a key. The answer shows it, once: the service keeps only its digest. A name is never used twice (409).
        Extension. Needs a key with the scope `admin`.

        Args:
            name: 1 to 64 letters, digits, `.`, `_` or `-`. Never used before, not even by a key that was revoked.
            scope: Its rights.; `read`: Reads and queries.; `write`: Also uploads, deletes, reprocessing and vector
                writes.; `admin`: Also creating, changing and deleting collections, webhooks, and keys.
            collections: The only collections it may touch, whether they exist yet or not; at least one. Default, and
                null: all.
            expires_at: When it ends, in the future. Default, and null: never.
            filter: Access filter: only documents and passages that match it can be read or changed. It is in the
                language of `filters`, over metadata and the system fields of whole documents (not `page`, `section`,
                `chunk_index`). Lists, counts, queries and single documents are as if there were nothing that does not
                match, and a document or entry that is written must match before and after. Not with the scope
                `admin`. Default, and null: none.
            signing: Makes a key that signs user tokens: JWTs that a backend makes by itself, each with a scope
                (`read` or `write`), collections, a filter and an end. Not with the scope `admin`. Default, and null:
                an ordinary key.; `HS256`: HMAC with SHA-256: who signs and the service have the same secret.;
                `EdDSA`: Ed25519: the service has the public key alone.
            public_key: With `signing` EdDSA: the public key, SPKI in PEM, of which nobody but you has the private
                one. Default, and null: the service makes the pair, shows the private key once and keeps the public
                one.
        """
        return self._client.call(_methods.KEY_CREATE, models.AccessKey, body={"name": name, "scope": scope, "collections": collections, "expires_at": expires_at, "filter": filter, "signing": signing, "public_key": public_key}, options=options)

    def list(self, *, limit: int | Omit = OMIT, offset: int | Omit = OMIT, **options: Unpack[RequestOptions]) -> Page[models.ListKeysResponse, models.AccessKey]:
        """
        Lists the keys of the configuration file, by name, then those made here, oldest first, revoked ones included.
        The API secret is none of them. Extension. Needs a key with the scope `admin`.

        Args:
            limit: Most keys to return, 1 to 1,000. Default: all.
            offset: How many to skip. Default 0.
        """
        return self._client.page(_methods.KEY_LIST, models.ListKeysResponse, models.AccessKey, query={"limit": limit, "offset": offset}, options=options)

    def revoke(self, name: str, **options: Unpack[RequestOptions]) -> models.StatusResponse:
        """
        Revokes a key for good, also the one that asks. Every server refuses it within about a second. A key of the
        configuration file is removed there, not here (409). Extension. Needs a key with the scope `admin`.
        """
        return self._client.call(_methods.KEY_REVOKE, models.StatusResponse, path={"name": name}, options=options)

    def who_am_i(self, **options: Unpack[RequestOptions]) -> models.Identity:
        """
        Returns what the calling key or user token may do. Extension. Needs a key with the scope `read`.
        """
        return self._client.call(_methods.KEY_WHO_AM_I, models.Identity, options=options)


class ModelsResource:
    def __init__(self, client: Caller) -> None:
        self._client = client

    def list(self, **options: Unpack[RequestOptions]) -> models.ListModelsResponse:
        """
        Lists the known models, those in the models folder and those that are loaded, and reports the use of a model
        that is under way or was the last. Extension. Needs a key with the scope `admin`.
        """
        return self._client.call(_methods.MODEL_LIST, models.ListModelsResponse, options=options)

    def prepare(self, name: str, *, collections: Sequence[str] | None | Omit = OMIT, all: bool | None | Omit = OMIT, **options: Unpack[RequestOptions]) -> models.ModelUse:
        """
        Begins to fetch a model, to install the runtime where it is missing, to load the model and to measure it. The
        model can then be named by collections; it does not become the default, and no collection is changed. One
        model at a time (409). Extension. Needs a key with the scope `admin`.

        Args:
            collections: Names of the collections to move, 1,000 at most. Default: none.
            all: Whether all collections that have an embedding model are moved; `collections` must then be empty.
                Default: false.
        """
        return self._client.call(_methods.MODEL_PREPARE, models.ModelUse, path={"name": name}, body={"collections": collections, "all": all}, options=options)

    def use(self, name: str, **options: Unpack[RequestOptions]) -> models.ModelUse:
        """
        Makes the model that was prepared last the default for new collections, and begins to move the collections
        that it was prepared for: each by a change of its index, one after the other, while they answer. A reranker
        has no default: the collections rerank with it from then on. 409 where another model was prepared last, or
        none. Extension. Needs a key with the scope `admin`.
        """
        return self._client.call(_methods.MODEL_USE, models.ModelUse, path={"name": name}, options=options)

    def cancel_use(self, **options: Unpack[RequestOptions]) -> models.ModelUse:
        """
        Ends a preparation, or a move of collections with the change of an index that is under way. Collections that
        were moved stay moved. 409 where nothing is under way. Extension. Needs a key with the scope `admin`.
        """
        return self._client.call(_methods.MODEL_CANCEL_USE, models.ModelUse, options=options)

    def roll_back_use(self, **options: Unpack[RequestOptions]) -> models.ModelUse:
        """
        Makes the former embedder the default again, and begins to roll back the changes of the collections that were
        moved, as long as their former indexes are kept: a day. 409 where there is nothing to roll back. Extension.
        Needs a key with the scope `admin`.
        """
        return self._client.call(_methods.MODEL_ROLL_BACK_USE, models.ModelUse, options=options)


class OperationsResource:
    def __init__(self, client: Caller) -> None:
        self._client = client

    def list(self, *, collection: str | Omit = OMIT, limit: int | Omit = OMIT, offset: int | Omit = OMIT, **options: Unpack[RequestOptions]) -> Page[models.ListOperationsResponse, models.Operation]:
        """
        Lists operations, newest first. They are kept for a week after their end. Needs a key with the scope `read`.

        Args:
            collection: Only those on this collection. Default: all.
            limit: Most operations to return, 1 to 1,000. Default 100.
            offset: How many to skip. Default 0.
        """
        return self._client.page(_methods.OPERATION_LIST, models.ListOperationsResponse, models.Operation, query={"collection": collection, "limit": limit, "offset": offset}, options=options)

    def get(self, id: str, **options: Unpack[RequestOptions]) -> models.Operation:
        """
        Reads one operation. Needs a key with the scope `read`.
        """
        return self._client.call(_methods.OPERATION_GET, models.Operation, path={"id": id}, options=options)

    def watch(self, id: str, **options: Unpack[RequestOptions]) -> EventStream[models.Operation]:
        """
        Follows an operation: first as it is now, then whenever it has got on; the stream ends when it has ended.
        Needs a key with the scope `read`.
        """
        return self._client.events(_methods.OPERATION_WATCH, models.Operation, path={"id": id}, options=options)

    def cancel(self, id: str, **options: Unpack[RequestOptions]) -> models.Operation:
        """
        Ends an operation that runs. What is done stays done. 409 for one that has ended. Needs a key with the scope
        `write`.
        """
        return self._client.call(_methods.OPERATION_CANCEL, models.Operation, path={"id": id}, options=options)

    def delete_documents(self, collection_name: str, *, filters: Mapping[str, Any] | None | Omit = OMIT, all: bool | None | Omit = OMIT, dry_run: bool | None | Omit = OMIT, limit: int | None | Omit = OMIT, **options: Unpack[RequestOptions]) -> models.WorkAnswer:
        """
        Deletes the documents that match. They are unsearchable and invisible at once. Needs a key with the scope
        `write`.

        Args:
            filters: Only documents that match, in any status: a filter as of a query, over what a document's chunks
                share. Not empty.
            all: All documents of the collection, in the place of `filters`. Default false.
            dry_run: Only says how many match. Default false.
            limit: Most documents to work on, those that came first. Default: all that match.
        """
        return self._client.call(_methods.OPERATION_DELETE_DOCUMENTS, models.WorkAnswer, path={"collection_name": collection_name}, body={"filters": filters, "all": all, "dry_run": dry_run, "limit": limit}, options=options)

    def update_documents(self, collection_name: str, *, filters: Mapping[str, Any] | None | Omit = OMIT, all: bool | None | Omit = OMIT, dry_run: bool | None | Omit = OMIT, limit: int | None | Omit = OMIT, metadata: Mapping[str, Any] | None | Omit = OMIT, expires_at: datetime | str | None | Omit = OMIT, **options: Unpack[RequestOptions]) -> models.WorkAnswer:
        """
        Changes what is said of the documents that match, as PatchDocument does for one; nothing is read or embedded
        again. Needs a key with the scope `write`.

        Args:
            filters: Only documents that match, in any status: a filter as of a query, over what a document's chunks
                share. Not empty.
            all: All documents of the collection, in the place of `filters`. Default false.
            dry_run: Only says how many match. Default false.
            limit: Most documents to work on, those that came first. Default: all that match.
            metadata: Changes to the metadata of each, as a JSON Merge Patch (RFC 7396): members are added or
                replaced, objects member by member, and a null takes one away.
            expires_at: When the documents go; in the future. A JSON null: never.
        """
        return self._client.call(_methods.OPERATION_UPDATE_DOCUMENTS, models.WorkAnswer, path={"collection_name": collection_name}, body={"filters": filters, "all": all, "dry_run": dry_run, "limit": limit, "metadata": metadata, "expires_at": expires_at}, options=options)

    def reprocess_documents(self, collection_name: str, *, filters: Mapping[str, Any] | None | Omit = OMIT, all: bool | None | Omit = OMIT, dry_run: bool | None | Omit = OMIT, limit: int | None | Omit = OMIT, **options: Unpack[RequestOptions]) -> models.WorkAnswer:
        """
        Queues the documents that match to be parsed, chunked and embedded again. What is searchable stays so until it
        is replaced. Needs a key with the scope `write`.

        Args:
            filters: Only documents that match, in any status: a filter as of a query, over what a document's chunks
                share. Not empty.
            all: All documents of the collection, in the place of `filters`. Default false.
            dry_run: Only says how many match. Default false.
            limit: Most documents to work on, those that came first. Default: all that match.
        """
        return self._client.call(_methods.OPERATION_REPROCESS_DOCUMENTS, models.WorkAnswer, path={"collection_name": collection_name}, body={"filters": filters, "all": all, "dry_run": dry_run, "limit": limit}, options=options)

    def truncate_collection(self, collection_name: str, **options: Unpack[RequestOptions]) -> models.Operation:
        """
        Begins to delete all documents of a collection, in any status, and all entries that were written directly:
        those that there are now, as far as the key may touch them. The collection and its settings stay. Needs a key
        with the scope `write`.
        """
        return self._client.call(_methods.OPERATION_TRUNCATE_COLLECTION, models.Operation, path={"collection_name": collection_name}, options=options)

    def reembed_collection(self, collection_name: str, **options: Unpack[RequestOptions]) -> models.Operation:
        """
        Begins to process again all documents of a collection that are ready or failed, as far as the key may touch
        them. What is searchable stays so until it is replaced. Needs a key with the scope `write`.
        """
        return self._client.call(_methods.OPERATION_REEMBED_COLLECTION, models.Operation, path={"collection_name": collection_name}, options=options)


class PlatformResource:
    def __init__(self, client: Caller) -> None:
        self._client = client

    def get_health(self, **options: Unpack[RequestOptions]) -> models.Health:
        """
        Answers when the server runs. Needs no token.
        """
        return self._client.call(_methods.PLATFORM_GET_HEALTH, models.Health, options=options)

    def get_readiness(self, **options: Unpack[RequestOptions]) -> models.Readiness:
        """
        Tells whether everything it needs can be reached and written to. HTTP 503, with the same body, when something
        can't. Needs no token.
        """
        return self._client.call(_methods.PLATFORM_GET_READINESS, models.Readiness, options=options)

    def get_stats(self, **options: Unpack[RequestOptions]) -> models.PlatformStats:
        """
        Counts over all collections, exact at the moment of the call. Needs a key with the scope `read`.
        """
        return self._client.call(_methods.PLATFORM_GET_STATS, models.PlatformStats, options=options)

    def get_usage(self, *, group_by: Literal["collection", "key"] | str | Omit = OMIT, from_: str | Omit = OMIT, to: str | Omit = OMIT, limit: int | Omit = OMIT, offset: int | Omit = OMIT, **options: Unpack[RequestOptions]) -> Page[models.Usage, models.UsageDay]:
        """
        Returns what was used by day (UTC), by collection or by key: days on which something was. Counts are written
        within 2 seconds and kept for 400 days. A key sees the collections that it may touch, and of keys itself; a
        key with the scope admin for all collections sees all keys. User tokens count for the key that signs them.
        Extension. Needs a key with the scope `read`.

        Args:
            group_by: By what it is grouped. Default: collection.; `collection`: By collection. Collections that are
                deleted are left out.; `key`: By key.
            from_: The first day, such as `2026-11-20`. Default: 29 days before the last.
            to: The last day. Default: today.
            limit: Most days of groups to return, 1 to 1,000. Default 1,000.
            offset: How many to skip. Default 0.
        """
        return self._client.page(_methods.PLATFORM_GET_USAGE, models.Usage, models.UsageDay, query={"group_by": group_by, "from": from_, "to": to, "limit": limit, "offset": offset}, options=options)

    def list_embedding_models(self, *, all: bool | Omit = OMIT, **options: Unpack[RequestOptions]) -> models.ListEmbeddingModelsResponse:
        """
        Lists the embedding models. Needs a key with the scope `read`.

        Args:
            all: Also the models of every other configured embedder. Default false. Extension.
        """
        return self._client.call(_methods.PLATFORM_LIST_EMBEDDING_MODELS, models.ListEmbeddingModelsResponse, query={"all": all}, options=options)

    def list_file_types(self, **options: Unpack[RequestOptions]) -> models.ListFileTypesResponse:
        """
        Lists the file types that uploads may have: those that a parser is configured for, the contract's own first.
        Extension. Needs a key with the scope `read`.
        """
        return self._client.call(_methods.PLATFORM_LIST_FILE_TYPES, models.ListFileTypesResponse, options=options)


class QueriesResource:
    def __init__(self, client: Caller) -> None:
        self._client = client

    def query(self, collection_name: str, *, query: str | None | Omit = OMIT, top_k: int | None | Omit = OMIT, filters: Mapping[str, Any] | None | Omit = OMIT, min_score: float | None | Omit = OMIT, search_mode: Literal["semantic", "keyword", "hybrid"] | str | None | Omit = OMIT, rerank: bool | None | Omit = OMIT, explain: bool | None | Omit = OMIT, expand: int | None | Omit = OMIT, alpha: float | None | Omit = OMIT, max_chunks_per_document: int | None | Omit = OMIT, diversity: float | None | Omit = OMIT, highlight: bool | params.Highlight | None | Omit = OMIT, citations: bool | None | Omit = OMIT, vector: Sequence[float] | None | Omit = OMIT, include: Sequence[Literal["embedding", "text", "metadata"] | str] | None | Omit = OMIT, **options: Unpack[RequestOptions]) -> models.QueryResponse:
        """
        Searches one collection. Needs a key with the scope `read`.

        Args:
            query: The question, in natural language; at most 32,768 characters, not blank. Required, except for a
                semantic query with a `vector`.
            top_k: Most results, 1 to 1,000; of several collections, of each. Default: the collection's default_top_k.
            filters: Metadata filter: a field maps to a value, or to an object of operators such as `{"$gte": 2020}`.
                Operators: $eq $ne $gt $gte $lt $lte $in $nin $exists $contains $not_contains $and $or $not $nor.
                Default: no filter.
            min_score: Lowest score of a result; scores are from 0 to 1. Default: the collection's default_min_score.
            search_mode: Default: the collection's default_search_mode.; `semantic`: By meaning: similarity of
                embeddings.; `keyword`: By words: the keyword index.; `hybrid`: Both, fused into one ranking.
            rerank: Whether a reranking model orders the results. Default: the collection's reranking_enabled.
            explain: Adds component scores to each result and timings beside them. Default false. Extension.
            expand: Adds the text of this many neighbouring chunks on each side, 0 to 10. Default 0. Extension.
            alpha: Weight of the semantic score in hybrid search, 0 to 1; the keyword score has the rest. Other modes
                ignore it. Default: the collection's default_alpha. Extension.
            max_chunks_per_document: Most results of one document, 1 to 1,000; the next best of other documents take
                the places. Default: no limit. Extension.
            diversity: How much results are to differ from those before them, 0 to 1: results are ordered by relevance
                less this share of likeness. Scores stay what they are. Default 0, by score alone. Extension.
            highlight: Shows in each result where it holds what was asked for, as `highlights`: true, or how much of
                it. Default: not. Extension.
            citations: Adds to each result where it stands: document, pages, section, range of the text and rectangles
                on the page. Default false. Extension.
            vector: The vector to search by, in the place of one that the service would make of the query: of the
                collection's dimension, little-endian float32, in JSON an array of numbers. A semantic query needs no
                text with it; a hybrid one takes the text for its words. Without a text the mode is semantic.
                Extension.
            include: Parts that results hold; a text that is left out is absent, metadata is empty. Default: text and
                metadata. Extension.; `embedding`: Its vector, of unit length as it is kept.; `text`: Its text.;
                `metadata`: Its metadata.
        """
        return self._client.call(_methods.QUERY_QUERY, models.QueryResponse, path={"collection_name": collection_name}, body={"query": query, "top_k": top_k, "filters": filters, "min_score": min_score, "search_mode": search_mode, "rerank": rerank, "explain": explain, "expand": expand, "alpha": alpha, "max_chunks_per_document": max_chunks_per_document, "diversity": diversity, "highlight": highlight, "citations": citations, "vector": vector, "include": include}, options=options)

    def multi_query(self, *, collections: Sequence[str], query: str | None | Omit = OMIT, top_k: int | None | Omit = OMIT, filters: Mapping[str, Any] | None | Omit = OMIT, min_score: float | None | Omit = OMIT, search_mode: Literal["semantic", "keyword", "hybrid"] | str | None | Omit = OMIT, rerank: bool | None | Omit = OMIT, explain: bool | None | Omit = OMIT, expand: int | None | Omit = OMIT, alpha: float | None | Omit = OMIT, max_chunks_per_document: int | None | Omit = OMIT, diversity: float | None | Omit = OMIT, highlight: bool | params.Highlight | None | Omit = OMIT, citations: bool | None | Omit = OMIT, vector: Sequence[float] | None | Omit = OMIT, include: Sequence[Literal["embedding", "text", "metadata"] | str] | None | Omit = OMIT, **options: Unpack[RequestOptions]) -> models.MultiQueryResponse:
        """
        Searches several collections; the results are merged by score. Needs a key with the scope `read`.

        Args:
            collections: Names of the collections, at least one. A name that stands twice is read once.
            query: The question, in natural language; at most 32,768 characters, not blank. Required, except for a
                semantic query with a `vector`.
            top_k: Most results, 1 to 1,000; of several collections, of each. Default: the collection's default_top_k.
            filters: Metadata filter: a field maps to a value, or to an object of operators such as `{"$gte": 2020}`.
                Operators: $eq $ne $gt $gte $lt $lte $in $nin $exists $contains $not_contains $and $or $not $nor.
                Default: no filter.
            min_score: Lowest score of a result; scores are from 0 to 1. Default: the collection's default_min_score.
            search_mode: Default: the collection's default_search_mode.; `semantic`: By meaning: similarity of
                embeddings.; `keyword`: By words: the keyword index.; `hybrid`: Both, fused into one ranking.
            rerank: Whether a reranking model orders the results. Default: the collection's reranking_enabled.
            explain: Adds component scores to each result and timings beside them. Default false. Extension.
            expand: Adds the text of this many neighbouring chunks on each side, 0 to 10. Default 0. Extension.
            alpha: Weight of the semantic score in hybrid search, 0 to 1; the keyword score has the rest. Other modes
                ignore it. Default: the collection's default_alpha. Extension.
            max_chunks_per_document: Most results of one document, 1 to 1,000; the next best of other documents take
                the places. Default: no limit. Extension.
            diversity: How much results are to differ from those before them, 0 to 1: results are ordered by relevance
                less this share of likeness. Scores stay what they are. Default 0, by score alone. Extension.
            highlight: Shows in each result where it holds what was asked for, as `highlights`: true, or how much of
                it. Default: not. Extension.
            citations: Adds to each result where it stands: document, pages, section, range of the text and rectangles
                on the page. Default false. Extension.
            vector: The vector to search by, in the place of one that the service would make of the query: of the
                collection's dimension, little-endian float32, in JSON an array of numbers. A semantic query needs no
                text with it; a hybrid one takes the text for its words. Without a text the mode is semantic.
                Extension.
            include: Parts that results hold; a text that is left out is absent, metadata is empty. Default: text and
                metadata. Extension.; `embedding`: Its vector, of unit length as it is kept.; `text`: Its text.;
                `metadata`: Its metadata.
        """
        return self._client.call(_methods.QUERY_MULTI_QUERY, models.MultiQueryResponse, body={"query": query, "collections": collections, "top_k": top_k, "filters": filters, "min_score": min_score, "search_mode": search_mode, "rerank": rerank, "explain": explain, "expand": expand, "alpha": alpha, "max_chunks_per_document": max_chunks_per_document, "diversity": diversity, "highlight": highlight, "citations": citations, "vector": vector, "include": include}, options=options)

    def batch_query(self, *, queries: Sequence[params.BatchQueryItem], **options: Unpack[RequestOptions]) -> models.BatchQueryResponse:
        """
        Runs up to 20 independent queries. One invalid query makes the whole request fail, naming its index. Needs a
        key with the scope `read`.

        Args:
            queries: 1 to 20 queries.
        """
        return self._client.call(_methods.QUERY_BATCH_QUERY, models.BatchQueryResponse, body={"queries": queries}, options=options)

    def rerank(self, *, documents: Sequence[str | params.RerankDocument], query: str | None | Omit = OMIT, model: str | None | Omit = OMIT, top_n: int | None | Omit = OMIT, return_documents: bool | None | Omit = OMIT, **options: Unpack[RequestOptions]) -> models.RerankResponse:
        """
        Judges how relevant texts are to a query, with a reranker of the server's configuration. The shape is that of
        Cohere's and Jina's rerank APIs; further fields of theirs are ignored. 503 where the reranker gives no answer
        in 10 seconds. Extension. Needs a key with the scope `read`.

        Args:
            documents: 1 to 1,000 texts: strings, or objects with a `text`.
            query: The question that the documents are judged by.
            model: A model of a configured reranker, or a reranker's name in the configuration. Default: the first
                model of the first reranker that has what it needs.
            top_n: Most results, at least 1. Default: all documents.
            return_documents: Adds each result's document. Default false.
        """
        return self._client.call(_methods.QUERY_RERANK, models.RerankResponse, body={"query": query, "documents": documents, "model": model, "top_n": top_n, "return_documents": return_documents}, options=options)


class TransfersResource:
    def __init__(self, client: Caller) -> None:
        self._client = client

    def export_collection(self, name: str, **options: Unpack[RequestOptions]) -> BytesStream:
        """
        Sends a collection as a tar archive: its settings without keys, its documents with their files, passages and
        vectors, and the vectors that clients wrote. The collection may be written to meanwhile: what is there all the
        time is in the archive exactly once. The archive ends with `end.json`; one without it was cut off. Needs a key
        with the scope `read`.
        """
        return self._client.stream(_methods.TRANSFER_EXPORT_COLLECTION, path={"name": name}, options=options)

    def import_collection(self, name: str, content: ByteSource, *, new_ids: bool | Omit = OMIT, reembed: bool | Omit = OMIT, on_progress: Progress | None = None, **options: Unpack[RequestOptions]) -> models.Collection:
        """
        Makes a new collection of an archive that `ExportCollection` sent. It is there when all of the archive is
        stored and checked, and nothing of it is when anything is wrong with the archive (400). Documents that were
        not ready are processed. A name or a document's id that is taken is 409. An API key for the embedding provider
        stands in the header `X-Embedding-Api-Key`. Needs a key with the scope `admin`.

        Args:
            new_ids: Whether documents get ids of their own. By default they keep those that they have in the archive.
            reembed: Whether documents are processed again from their files, with this server's default embedder. By
                default the archive's vectors are taken, which needs the same embedding provider and model here.
        """
        return self._client.call(_methods.TRANSFER_IMPORT_COLLECTION, models.Collection, path={"name": name}, query={"new_ids": new_ids, "reembed": reembed}, content=content, on_progress=on_progress, options=options)


class VectorsResource:
    def __init__(self, client: Caller) -> None:
        self._client = client

    def upsert(self, collection_name: str, *, vectors: Sequence[params.VectorEntry], on_conflict: Literal["error", "skip", "replace"] | str | None | Omit = OMIT, **options: Unpack[RequestOptions]) -> models.UpsertVectorsResponse:
        """
        Inserts or replaces whole entries by id: all of them, or none when one is invalid. The next query sees them.
        Needs a key with the scope `write`.

        Args:
            vectors: 1 to 10,000 entries. Of several with one id the last wins.
            on_conflict: Action when an id already exists, as if the entries were written one after another. The call
                is atomic. Default: replace. Extension.; `error`: The call fails with 409, and nothing is written.;
                `skip`: The existing one stays.; `replace`: The existing one is replaced.
        """
        return self._client.call(_methods.VECTOR_UPSERT, models.UpsertVectorsResponse, path={"collection_name": collection_name}, body={"vectors": vectors, "on_conflict": on_conflict}, options=options)

    def get(self, collection_name: str, *, ids: Sequence[str], include: Sequence[Literal["embedding", "text", "metadata"] | str] | None | Omit = OMIT, **options: Unpack[RequestOptions]) -> models.GetVectorsResponse:
        """
        The entries that exist among some ids. Extension. Needs a key with the scope `read`.

        Args:
            ids: 1 to 1,000 ids. With embeddings fewer, where the collection's dimension is above 1,048.
            include: Parts that the entries hold. Default: text and metadata.; `embedding`: Its vector, of unit length
                as it is kept.; `text`: Its text.; `metadata`: Its metadata.
        """
        return self._client.call(_methods.VECTOR_GET, models.GetVectorsResponse, path={"collection_name": collection_name}, body={"ids": ids, "include": include}, options=options)

    def list(self, collection_name: str, *, filters: Mapping[str, Any] | None | Omit = OMIT, limit: int | None | Omit = OMIT, cursor: str | None | Omit = OMIT, include: Sequence[Literal["embedding", "text", "metadata"] | str] | None | Omit = OMIT, **options: Unpack[RequestOptions]) -> Page[models.ListVectorsResponse, models.StoredVector]:
        """
        A collection's entries, page by page, in the order in which they were last written. Extension. Needs a key
        with the scope `read`.

        Args:
            filters: Metadata filter, as in queries. Default: no filter.
            limit: Most entries of a page, 1 to 1,000. Default 100.
            cursor: Where the page begins: the `next_cursor` of the one before. Default: at the first entry.
            include: Parts that the entries hold. Default: text and metadata.; `embedding`: Its vector, of unit length
                as it is kept.; `text`: Its text.; `metadata`: Its metadata.
        """
        return self._client.page(_methods.VECTOR_LIST, models.ListVectorsResponse, models.StoredVector, path={"collection_name": collection_name}, body={"filters": filters, "limit": limit, "cursor": cursor, "include": include}, options=options)

    def count(self, collection_name: str, *, filters: Mapping[str, Any] | None | Omit = OMIT, **options: Unpack[RequestOptions]) -> models.CountVectorsResponse:
        """
        How many entries there are, or match. Extension. Needs a key with the scope `read`.

        Args:
            filters: Metadata filter, as in queries. Default: no filter.
        """
        return self._client.call(_methods.VECTOR_COUNT, models.CountVectorsResponse, path={"collection_name": collection_name}, body={"filters": filters}, options=options)

    def update(self, collection_name: str, *, metadata: Mapping[str, Any], ids: Sequence[str] | None | Omit = OMIT, filters: Mapping[str, Any] | None | Omit = OMIT, **options: Unpack[RequestOptions]) -> models.UpdateVectorsResponse:
        """
        Changes the metadata of entries, all of them or none: their vectors and texts stay as they are. The next query
        sees it. Extension. Needs a key with the scope `write`.

        Args:
            metadata: Changes to the metadata, as a JSON Merge Patch (RFC 7396): a field takes the value given, an
                object is merged into one that is there, and null removes the field.
            ids: At most 1,000 ids; unknown ones are no error.
            filters: A metadata filter that is not empty, as in queries. More than 1,000 entries that match are
                refused.
        """
        return self._client.call(_methods.VECTOR_UPDATE, models.UpdateVectorsResponse, path={"collection_name": collection_name}, body={"ids": ids, "filters": filters, "metadata": metadata}, options=options)

    def delete(self, collection_name: str, *, ids: Sequence[str] | None | Omit = OMIT, filters: Mapping[str, Any] | None | Omit = OMIT, all: bool | None | Omit = OMIT, limit: int | None | Omit = OMIT, dry_run: bool | None | Omit = OMIT, **options: Unpack[RequestOptions]) -> models.DeleteVectorsResponse:
        """
        Deletes entries: those with some ids, of which unknown ones are no error, those that match a filter, or all.
        Of those that match, up to 1,000 are deleted before the answer; more become an operation, and the status is
        202. Needs a key with the scope `write`.

        Args:
            ids: The ids, at least one.
            filters: A metadata filter that is not empty, as in queries: what matches is deleted. Extension.
            all: Whether every entry is deleted. Chunks of documents stay. Extension.
            limit: Most entries that are deleted by a filter, or of all, those that were written first. Default: all
                that match. Extension.
            dry_run: Only says how many match a filter, or are all. Default false. Extension.
        """
        return self._client.call(_methods.VECTOR_DELETE, models.DeleteVectorsResponse, path={"collection_name": collection_name}, body={"ids": ids, "filters": filters, "all": all, "limit": limit, "dry_run": dry_run}, options=options)


class WebhooksResource:
    def __init__(self, client: Caller) -> None:
        self._client = client

    def create(self, *, url: str, events: Sequence[Literal["document.processing", "document.ready", "document.failed", "document.deleted", "document.unchanged"] | str], collections: Sequence[str] | None | Omit = OMIT, description: str | None | Omit = OMIT, **options: Unpack[RequestOptions]) -> models.Webhook:
        """
        Registers a webhook. The answer shows its secret, once. At most 50 webhooks (409). Needs a key with the scope
        `admin`.

        Args:
            url: `https://`, or `http://` for localhost, 127.0.0.1 and [::1].
            events: At least one type, without `webhook.test`.; `document.processing`: Processing of a document has
                started.; `document.ready`: A document is processed and searchable.; `document.failed`: Processing of
                a document failed.; `document.deleted`: A document was deleted, by whom and how ever, or its
                `expires_at` has come. Extension.; `document.unchanged`: A document was to be replaced by the same
                bytes, name and metadata: nothing was done. Extension.
            collections: Only events of these collections. Default, and null: all.
            description: Description of its purpose. Default: empty.
        """
        return self._client.call(_methods.WEBHOOK_CREATE, models.Webhook, body={"url": url, "events": events, "collections": collections, "description": description}, options=options)

    def list(self, *, limit: int | Omit = OMIT, offset: int | Omit = OMIT, **options: Unpack[RequestOptions]) -> Page[models.ListWebhooksResponse, models.Webhook]:
        """
        Lists webhooks, oldest first. Needs a key with the scope `admin`.

        Args:
            limit: Most webhooks to return, 1 to 1,000. Default 100.
            offset: How many to skip. Default 0.
        """
        return self._client.page(_methods.WEBHOOK_LIST, models.ListWebhooksResponse, models.Webhook, query={"limit": limit, "offset": offset}, options=options)

    def get(self, id: str, **options: Unpack[RequestOptions]) -> models.Webhook:
        """
        Reads one webhook. Needs a key with the scope `admin`.
        """
        return self._client.call(_methods.WEBHOOK_GET, models.Webhook, path={"id": id}, options=options)

    def update(self, id: str, *, url: str | None | Omit = OMIT, events: Sequence[Literal["document.processing", "document.ready", "document.failed", "document.deleted", "document.unchanged"] | str] | None | Omit = OMIT, collections: Sequence[str] | None | Omit = OMIT, description: str | None | Omit = OMIT, active: bool | None | Omit = OMIT, **options: Unpack[RequestOptions]) -> models.Webhook:
        """
        Changes a webhook; everything that is not given keeps its value. Needs a key with the scope `admin`.

        Args:
            url: `https://`, or `http://` for localhost, 127.0.0.1 and [::1].
            events: Replaces the events.
            collections: Replaces the collections; a JSON null stands for all.
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
        Lists what was sent to a webhook, newest first. Needs a key with the scope `admin`.

        Args:
            limit: Most deliveries to return, 1 to 1,000. Default 100.
            offset: How many to skip. Default 0.
        """
        return self._client.page(_methods.WEBHOOK_LIST_DELIVERIES, models.ListWebhookDeliveriesResponse, models.WebhookDelivery, path={"id": id}, query={"limit": limit, "offset": offset}, options=options)

    def test(self, id: str, **options: Unpack[RequestOptions]) -> models.TestWebhookResponse:
        """
        Sends a `webhook.test` event to the url, also when the webhook is inactive. Needs a key with the scope
        `admin`.
        """
        return self._client.call(_methods.WEBHOOK_TEST, models.TestWebhookResponse, path={"id": id}, options=options)

    def redeliver_delivery(self, id: str, delivery_id: str, **options: Unpack[RequestOptions]) -> models.WebhookDelivery:
        """
        Sends a delivery that is over once more: the same delivery, with the same id and body, so that a receiver can
        tell it has seen it. It goes to the webhook's present url with fresh attempts, and its outcome takes the place
        of the one before. One that is pending is on its way already (409); that of an inactive webhook waits until it
        is active. Extension. Needs a key with the scope `admin`.
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
