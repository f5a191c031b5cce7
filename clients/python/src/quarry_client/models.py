"""Made from the contract by `npm run generate`; don't edit."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from ._model import Model

@dataclass(slots=True, kw_only=True)
class AccessKey(Model):
    """
    A key with limited access.
    """

    name: str
    """Name of the key in lists and in the log."""
    scope: Literal["read", "write", "admin"] | str
    """Access level.; `read`: Read and query.; `write`: Also upload, delete, reprocess and write vectors.; `admin`:
    Also create, change and delete collections, and manage webhooks and keys."""
    collections: list[str] | None
    """Collections that the key has access to; null for all."""
    source: Literal["config", "database"] | str
    """Origin of the key.; `config`: The configuration file, section `apiKeys`.; `database`: Created through the API
    while the service ran."""
    state: Literal["active", "expired", "revoked"] | str
    """State of the key.; `active`: Valid.; `expired`: Expired.; `revoked`: Revoked."""
    created_at: datetime | None
    """Creation time; null for keys of the configuration file."""
    expires_at: datetime | None
    """Expiry time; null for never."""
    revoked_at: datetime | None
    """Time of the revocation; null if the key is not revoked."""
    key: str | None = None
    """The key itself, used as a bearer token. Only in the response to its creation. For a signing key: the secret
    whose bytes sign tokens (HS256), or the private key, PKCS #8 in PEM (EdDSA, unless the public key was
    provided)."""
    filter: dict[str, Any]
    """Access filter: only documents and passages that match it can be read or changed with this key. Empty for no
    restriction."""
    signing: Literal["HS256", "EdDSA"] | str | None = None
    """Algorithm with which the key signs user tokens; absent for other keys. A signing key gives no access by itself:
    its scope, collections and filter are the upper limit for its tokens, and its name is the `kid` in their header.;
    `HS256`: HMAC with SHA-256: the signer and the service share a secret.; `EdDSA`: Ed25519: the service has only the
    public key."""
    public_key: str | None = None
    """Public key that verifies its tokens, SPKI in PEM. Only with EdDSA."""


@dataclass(slots=True, kw_only=True)
class AnalyticsDetail(Model):
    """
    Queries of a collection per hour over the last 30 days, and the queries without results.
    """

    hours: list[AnalyticsHour]
    """Hours with at least one query, oldest first."""
    empty_queries: list[QueryCount]
    """The 10 queries that most often had no results, most frequent first."""


@dataclass(slots=True, kw_only=True)
class AnalyticsHour(Model):
    """
    Statistics on the queries of one hour.
    """

    start: datetime
    """Start of the hour; hours are aligned to UTC."""
    query_count: int
    """Number of queries. A query on several collections counts for each of them."""
    empty_count: int
    """Number of these queries without results."""
    avg_latency_ms: float
    """Mean latency of a query inside the service, in milliseconds."""
    avg_score: float
    """Mean score of the results, 0 to 1; 0 if there were none."""
    avg_result_count: float
    """Mean number of results."""


@dataclass(slots=True, kw_only=True)
class AnalyticsPeriod(Model):
    """
    Averages over the queries of a period; 0 if there were none.
    """

    query_count: int
    """Number of queries. A query on several collections counts for each of them."""
    avg_latency_ms: float
    """Mean latency of a query inside the service, in milliseconds."""
    avg_score: float
    """Mean score of the results, 0 to 1."""
    avg_result_count: float
    """Mean number of results."""


@dataclass(slots=True, kw_only=True)
class Attachment(Model):
    """
    A document that was created from a file inside another document.
    """

    document_id: str
    """UUID of the document."""
    filename: str
    """File name of the document."""


@dataclass(slots=True, kw_only=True)
class BatchDeleteDocumentsResponse(Model):
    """
    Result of a batch delete.
    """

    status: str
    """Always `ok`."""
    deleted: int
    """Number of deleted documents."""
    errors: list[DocumentError]
    """Documents that were not deleted, with the reason."""


@dataclass(slots=True, kw_only=True)
class BatchGetDocumentStatusesResponse(Model):
    """
    Status of the requested documents.
    """

    documents: list[DocumentState]
    """Documents that exist, in the order of the request."""
    total: int
    """Number of documents in the response."""


@dataclass(slots=True, kw_only=True)
class BatchGetDocumentsResponse(Model):
    """
    The requested documents.
    """

    documents: list[Document]
    """Documents that exist, in the order of the request."""
    total: int
    """Number of documents in the response."""


@dataclass(slots=True, kw_only=True)
class BatchQueryResponse(Model):
    """
    Results of several queries.
    """

    results: list[QueryResponse]
    """One response per query, in the order of the queries."""


@dataclass(slots=True, kw_only=True)
class BatchUploadDocumentsResponse(Model):
    """
    Result of a batch upload.
    """

    documents: list[Document]
    """Accepted documents, in the order of their files."""
    errors: list[FileError]
    """Files that were not accepted."""
    total: int
    """Number of accepted documents."""


@dataclass(slots=True, kw_only=True)
class CharacterRange(Model):
    """
    A range of characters.
    """

    start: int
    """First character, counted from 0 within the fragment."""
    end: int
    """End of the range (exclusive)."""


@dataclass(slots=True, kw_only=True)
class Chunk(Model):
    """
    A passage of a document.
    """

    id: str
    """The chunk's id."""
    text: str
    """The chunk's text."""
    chunk_index: int
    """Zero-based position in the document."""
    metadata: dict[str, Any]
    """Metadata of the upload, and `document_id`, `page` (from 1, or null), `filename`, `file_type`, `section`
    (headings above most of the text), `start_char`, `end_char`. Also `title`, `author`, `file_created_at`,
    `file_modified_at`, `keywords`, `language` and the fields of `info.fields`, if the file declares them and the
    upload's metadata does not set them. A chunk of a table has `table`, unless the upload's metadata sets it: the
    number of the table in the document, and the rows contained in the text (`{"number": 3, "first_row": 41,
    "last_row": 80}`, counted from 1; the rows are null if the text contains only the header). If a chunk contains
    several tables, it is the one with most rows. A pre-cut chunk also has its own metadata, and `own_fields`, the
    names of these fields: changes to the document's metadata don't affect them."""
    citation: Citation | None = None
    """Location in the document. Only with `citations`. Extension."""
    links: list[Link] | None = None
    """Links in the text, at most 64; absent if there are none. Extension."""


@dataclass(slots=True, kw_only=True)
class Citation(Model):
    """
    Location of a passage in its document, as needed to cite the passage and to show it in a viewer.
    """

    document_id: str
    """UUID of the document."""
    filename: str
    """The document's filename."""
    title: str | None = None
    """Title of the document, from the file or from the upload's metadata. Absent if neither has one."""
    source_url: str | None = None
    """Address that the document was fetched from, or the one in the upload's metadata. Absent if there is none."""
    page_from: int | None = None
    """Page, slide, sheet or frame that the passage begins on, counted from 1. Absent if the format has no pages."""
    page_to: int | None = None
    """Page, slide, sheet or frame that the passage ends on."""
    section: list[str]
    """Headings above most of the passage's text, outermost first."""
    start: int | None = None
    """Start of the passage in the document's text, in UTF-16 code units from 0. The document's text is the text of
    all its blocks (paragraphs, headings, rows) in order: separated by one line break between two list items and
    between two table rows, and by two line breaks between other blocks. Text that a passage repeats at its beginning
    (the header of a continued table) is not part of the range. Absent if unknown."""
    end: int | None = None
    """End of the passage in the document's text (exclusive), in UTF-16 code units."""
    boxes: list[CitationBox]
    """Position of the range on its pages: the rectangles of its lines, in order, at most 64. Adjacent lines of one
    column with the same edges are merged into one rectangle. Empty if unknown: the format has no pages, or the
    document was parsed before positions were stored (reprocessing adds them)."""


@dataclass(slots=True, kw_only=True)
class CitationBox(Model):
    """
    A rectangle on a page. Coordinates are fractions of the width and height of the page as it is displayed (rotated
    and cropped as the file specifies), from its upper left corner.
    """

    page: int
    """Page number, from 1; 1 for an image."""
    x0: float
    """Left edge, 0 to 1."""
    y0: float
    """Upper edge, 0 to 1."""
    x1: float
    """Right edge, 0 to 1."""
    y1: float
    """Lower edge, 0 to 1."""


@dataclass(slots=True, kw_only=True)
class Collection(Model):
    """
    A named set of documents and vectors.
    """

    id: str
    """UUID."""
    name: str
    """Unique name, case-sensitive."""
    description: str
    """Description of its purpose; may be empty."""
    embedding_provider: str
    """Embedding provider: `provider_a` (OpenAI), `provider_b` (Cohere), or the name of another configured embedder,
    such as the built-in offline one."""
    embedding_model: str
    """The embedding model's name."""
    dimension: int
    """Length of each embedding vector."""
    chunk_size: int
    """Size of a chunk, in tokens."""
    chunk_overlap: int
    """Overlap of neighbouring chunks, in tokens."""
    document_count: int
    """Number of documents, in every status."""
    has_api_key: bool
    """Whether an embedding API key is stored. The key itself is never returned."""
    reranking_enabled: bool
    """Whether queries are reranked by default."""
    reranking_model: str
    """The reranking model's name."""
    has_reranking_api_key: bool
    """Whether a reranking API key is stored. The key itself is never returned."""
    default_top_k: int
    """Number of results of a query without `top_k`."""
    default_min_score: float | None
    """Minimum score of a result, 0 to 1, for a query without `min_score`; null for none."""
    default_search_mode: Literal["semantic", "keyword", "hybrid"] | str
    """Search mode of a query without `search_mode`.; `semantic`: Semantic search: by similarity of embeddings.;
    `keyword`: Keyword search: by the words of the query, in the keyword index.; `hybrid`: Semantic and keyword
    search, fused into one ranking."""
    metadata: dict[str, Any]
    """Arbitrary key-value pairs."""
    created_at: datetime
    """Creation time."""
    updated_at: datetime
    """Time of the last change to its settings."""
    default_alpha: float | None = None
    """Weight of the semantic score in hybrid search, 0 to 1, for a query without `alpha`. Absent if the embedder's
    default applies. Extension."""
    chunk_strategy: Literal["sentence", "paragraph", "section", "page", "fixed"] | str | None = None
    """Chunking strategy. Absent if none was chosen: `sentence` applies. Extension.; `sentence`: Sentences, packed
    until a chunk is full; small sections share a chunk. The default.; `paragraph`: Paragraphs: a paragraph is split
    only if it does not fit into one chunk.; `section`: Sections: every heading begins a new chunk.; `page`: Pages:
    one chunk per page if it fits, regardless of headings.; `fixed`: Fixed size: as many tokens as fit, split between
    words."""
    default_ttl_seconds: int | None = None
    """Time to live in seconds of documents uploaded without an `expires_at`. Absent for unlimited. Extension."""


@dataclass(slots=True, kw_only=True)
class CollectionAnalytics(Model):
    """
    Statistics on the recent queries of one collection.
    """

    collection: str
    """The collection's name."""
    period_24h: AnalyticsPeriod
    """The last 24 hours."""
    period_7d: AnalyticsPeriod
    """The last 7 days."""
    period_30d: AnalyticsPeriod
    """The last 30 days."""
    top_queries: list[QueryCount]
    """The 10 most frequent queries of the last 30 days, most frequent first."""
    detail: AnalyticsDetail | None = None
    """Only if the request sets `detail`. Extension."""


@dataclass(slots=True, kw_only=True)
class CollectionStats(Model):
    """
    Counts of one collection.
    """

    collection: str
    """The collection's name."""
    document_count: int
    """Number of documents, in every status."""
    total_chunks: int
    """Number of live chunks."""
    total_tokens: int
    """Number of tokens in the live chunks."""
    total_size_bytes: int
    """Total size of the original files, in bytes."""
    status_counts: StatusCounts
    """Number of documents by status."""


@dataclass(slots=True, kw_only=True)
class Configuration(Model):
    """
    Configuration of this process, including the local models chosen since its start.
    """

    version: str
    """Version of the running service."""
    config_file: str | None
    """Path of the configuration file; null if there is none."""
    settings: list[ServiceSetting]
    """Environment settings, in the order of the reference."""
    sections: list[ConfigurationSection]
    """Sections of the configuration file, in the order of the reference."""


@dataclass(slots=True, kw_only=True)
class ConfigurationSection(Model):
    """
    A section of the configuration, as it is in effect.
    """

    name: str
    """Name in the file."""
    description: str
    """Description of its purpose."""
    is_changed: bool
    """Whether it differs from the configuration without a file."""
    content: dict[str, Any]
    """Content of the section under its name, including defaults; secrets are hidden. Empty if nothing is set."""


@dataclass(slots=True, kw_only=True)
class CountFacetsResponse(Model):
    """
    Facet counts, one per field.
    """

    total: int
    """Number of documents that were counted."""
    facets: list[Facet]
    """One facet per field, in the order of the request."""


@dataclass(slots=True, kw_only=True)
class CountVectorsResponse(Model):
    """
    Number of entries.
    """

    count: int
    """Number of entries that match."""


@dataclass(slots=True, kw_only=True)
class DeleteVectorsResponse(Model):
    """
    Result of deleting entries.
    """

    status: str
    """Always `ok`."""
    deleted: int
    """Number of deleted entries. 0 for a dry run, and if an operation deletes them."""
    matched: int | None = None
    """Number of entries that match. Only with `filters` or `all`. Extension."""
    operation: Operation | None = None
    """Operation that deletes the entries if there are more than 1,000. Absent otherwise. Extension."""


@dataclass(slots=True, kw_only=True)
class Document(Model):
    """
    A document of a collection.
    """

    id: str
    """UUID."""
    collection_id: str
    """UUID of the collection."""
    filename: str
    """Original file name."""
    file_type: str
    """Extension without the dot, in lower case, for example `pdf`."""
    file_size: int
    """Size of the original file, in bytes."""
    chunk_count: int
    """Number of chunks; 0 until the document is processed."""
    status: Literal["pending", "processing", "ready", "failed"] | str
    """Processing status.; `pending`: Accepted and durable; processing has not started.; `processing`: Being parsed,
    chunked or embedded.; `ready`: Searchable.; `failed`: Processing ended with an error, see `error_message`."""
    error_message: str | None
    """Error message of failed processing; null unless it failed."""
    metadata: dict[str, Any]
    """Metadata given at upload, including later changes."""
    created_at: datetime
    """Upload time."""
    updated_at: datetime
    """Time of the last change to the document's record."""
    info: DocumentInfo | None = None
    """Properties of the file and details of its processing; null until the document is processed. Only with `info`.
    Extension."""
    external_id: str | None = None
    """Client-assigned id, unique in the collection. Absent if the client set none. Extension."""
    content_hash: str
    """SHA-256 of the original file, in lower-case hex. Extension."""
    source_url: str | None = None
    """Address that the document was fetched from. Absent for uploads. Extension."""
    expires_at: datetime | None = None
    """Expiry time: from then on no response contains the document, and it is deleted. Absent for never. Extension."""
    parent_id: str | None = None
    """Id of the document that contained it as a file (an attachment of an email). Absent for documents that were
    uploaded directly. Extension."""


@dataclass(slots=True, kw_only=True)
class DocumentError(Model):
    """
    Error of a document that was not deleted.
    """

    document_id: str
    """Id as requested, which can be an external id."""
    error: str
    """Reason."""


@dataclass(slots=True, kw_only=True)
class DocumentInfo(Model):
    """
    Properties that a file declares, page counts, warnings and processing times.
    """

    title: str | None
    """Title; null if the file has none."""
    author: str | None
    """Author; null if the file has none."""
    created_at: datetime | None
    """Creation time according to the file; null if it has none."""
    language: str | None
    """Language tag, for example `en` or `pt-BR`; null if the file has none."""
    page_count: int | None
    """Number of pages, slides, sheets or frames; null if the format has none."""
    ocr_page_count: int
    """Number of pages whose text was recognised in their image (OCR)."""
    warnings: list[str]
    """Warnings: parts left out of the text, with the reason, and metadata names that are also fields of the service.
    Empty if there are none."""
    repeated_line_count: int
    """Number of lines left out because they repeat on many pages or are page numbers. Each running header and footer
    is kept once, on the first page that contains it."""
    modified_at: datetime | None
    """Time of the last change according to the file; null if it has none."""
    keywords: list[str]
    """Keywords of the file; empty if it has none."""
    fields: dict[str, Any]
    """Further properties of the format by name, each a text or a list of texts: for an email `from`, `to`, `cc`,
    `subject`, `date`, `message_id`. Empty if the format has none."""
    attachments: list[Attachment]
    """Documents created from files inside this one, in order; empty if there are none. They are deleted with it."""
    ocr_confidences: list[PageConfidence]
    """OCR confidence of each page whose text was recognised in its image, in page order; at most the first 1,000 of
    these pages. Empty if there are none, or if the document was processed before confidences were stored."""
    timings: DocumentTimings | None
    """Processing times; null if the document was processed before they were stored, or elsewhere."""


@dataclass(slots=True, kw_only=True)
class DocumentPage(Model):
    """
    A page of a document.
    """

    page: int
    """Page number, from 1."""
    page_count: int
    """Number of pages of the document."""
    text: str
    """Text of the page as it was extracted, without lines that repeat on every page. Empty if there is none."""
    start_char: int | None
    """Start of the page in the document's text, in UTF-16 code units; null if the page is empty."""
    end_char: int | None
    """End of the page in the document's text; null if the page is empty."""
    truncated: bool
    """Whether the text is truncated: only the first million characters of a page are returned, which a sheet can
    exceed."""
    width: float | None
    """Width of the page as it is displayed (rotated and cropped), in points (72 per inch); null if the file's pages
    have no images."""
    height: float | None
    """Height of the page in points; null if `width` is."""


@dataclass(slots=True, kw_only=True)
class DocumentProgress(Model):
    """
    A step of processing.
    """

    step: Literal["parsing", "chunking", "embedding", "complete", "failed"] | str
    """`parsing`, `chunking`, `embedding`, `complete` or `failed`."""
    status: Literal["in_progress", "completed", "failed"] | str
    """`in_progress`, `completed` or `failed`."""
    message: str
    """Human-readable description of the step; the error if processing failed."""
    progress: float
    """Progress, 0 to 100."""


@dataclass(slots=True, kw_only=True)
class DocumentState(Model):
    """
    Status of one document.
    """

    id: str
    """The document's id."""
    status: Literal["pending", "processing", "ready", "failed"] | str
    """Processing status.; `pending`: Accepted and durable; processing has not started.; `processing`: Being parsed,
    chunked or embedded.; `ready`: Searchable.; `failed`: Processing ended with an error, see `error_message`."""
    error_message: str | None
    """Error message of failed processing; null unless it failed."""
    chunk_count: int
    """Number of chunks; 0 until the document is processed."""


@dataclass(slots=True, kw_only=True)
class DocumentTable(Model):
    """
    A table of a document.
    """

    table: int
    """Number of the table in the document, from 1."""
    caption: str | None
    """Caption, if the document has one above the columns; otherwise null."""
    header: list[DocumentTableRow]
    """Rows of the header, top to bottom, up to about 65,000 characters; empty if the table has no header."""
    rows: list[DocumentTableRow]
    """Rows, from `offset`. The content of a cell that spans several columns or rows is repeated in each of them."""
    offset: int
    """Number of the table's rows before the returned ones."""
    row_count: int
    """Number of rows of the whole table, without the header."""
    truncated: bool
    """Whether more rows follow. The response contains up to the requested number of rows, and up to about 260,000
    characters (in a list, 16,000 per table)."""
    page_from: int | None
    """Page that the table begins on, from 1; null if the file has no pages."""
    page_to: int | None
    """Page that the table ends on."""
    section: list[str]
    """Headings above the table, outermost first."""


@dataclass(slots=True, kw_only=True)
class DocumentTableRow(Model):
    """
    A row of a table.
    """

    cells: list[str]
    """Cells, in reading order. Empty cells at the end of the row are omitted."""


@dataclass(slots=True, kw_only=True)
class DocumentTimings(Model):
    """
    Processing times of a document, in milliseconds, for the run that produced its chunks. Steps run concurrently, and
    each counts the time during which at least one part of the document was in it: their sum can be more or less than
    `total_ms`.
    """

    waiting_ms: float
    """Time from the request (an upload or `reprocess`) until the start of the attempt that succeeded."""
    reading_ms: float
    """Fetching the page, if the document has a URL, and parsing the file."""
    cutting_ms: float
    """Splitting the text into chunks."""
    embedding_ms: float
    """Embedding the chunks, including waiting for the provider."""
    storing_ms: float
    """Writing vectors to the vector store."""
    indexing_ms: float
    """Writing texts and terms to the keyword index."""
    total_ms: float
    """Duration of the attempt, from its start until everything was written. Includes time spent waiting for a free
    parser, which no step includes."""


@dataclass(slots=True, kw_only=True)
class DocumentTotals(Model):
    """
    Document counts over all collections.
    """

    total: int
    """Number of documents, in every status."""
    ready: int
    """Number of searchable documents."""
    pending: int
    """Number of documents waiting for processing."""
    processing: int
    """Number of documents in processing."""
    failed: int
    """Number of documents whose processing ended with an error."""
    total_chunks: int
    """Number of live chunks."""
    total_tokens: int
    """Number of tokens in the live chunks."""
    total_size_bytes: int
    """Total size of the original files, in bytes."""


@dataclass(slots=True, kw_only=True)
class DocumentsProgress(Model):
    """
    A step of the processing of one of several documents.
    """

    document_id: str
    """The document's id."""
    step: Literal["parsing", "chunking", "embedding", "complete", "failed"] | str
    """`parsing`, `chunking`, `embedding`, `complete` or `failed`."""
    status: Literal["in_progress", "completed", "failed"] | str
    """`in_progress`, `completed` or `failed`."""
    message: str
    """Human-readable description of the step; the error if processing failed."""
    progress: float
    """Progress, 0 to 100."""


@dataclass(slots=True, kw_only=True)
class DuplicateGroup(Model):
    """
    Documents of a collection with identical bytes.
    """

    content_hash: str
    """SHA-256 of the bytes, in lower-case hex."""
    documents: list[Document]
    """2 to 100 documents, oldest first."""
    has_more: bool
    """Whether the group contains more documents than these."""


@dataclass(slots=True, kw_only=True)
class EmbedderAbilities(Model):
    """
    Capabilities of an embedder.
    """

    models: list[EmbedderModel]
    """Known models, default first."""
    other_models: bool
    """Whether other models can be requested."""
    credential: Literal["required", "optional", "none"] | str
    """Whether it needs a key of the provider.; `required`: A key is required.; `optional`: A key is optional.;
    `none`: Keys are not supported."""
    max_batch_texts: int | None
    """Maximum number of texts per call; null for no limit."""
    max_batch_tokens: int | None
    """Maximum number of tokens per call; null for no limit."""
    learns: bool
    """Whether it learns from the texts of a collection."""
    default_alpha: float
    """Weight of the semantic score in hybrid search, 0 to 1, unless the collection or the query sets another."""


@dataclass(slots=True, kw_only=True)
class EmbedderModel(Model):
    """
    A model of an embedder.
    """

    name: str
    """The model's name."""
    dimension: int
    """Length of its vectors, unless another is requested."""
    min_dimension: int | None
    """Shortest vector length that can be requested; null if only `dimension` is available."""
    max_dimension: int | None
    """Longest vector length that can be requested; null if only `dimension` is available."""
    max_input_tokens: int | None
    """Maximum number of tokens per text; null for no limit."""
    description: str
    """Description of the model and its use."""


@dataclass(slots=True, kw_only=True)
class EmbeddingModel(Model):
    """
    An embedding model.
    """

    provider: str
    """`provider_a`, `provider_b`, or the name of another configured embedder."""
    model: str
    """The model's name."""
    dimension: int
    """Length of its vectors, unless a collection requests a shorter one."""
    description: str
    """Description of the model and its use."""


@dataclass(slots=True, kw_only=True)
class Facet(Model):
    """
    Values of one field, with the number of documents that have each. Each element of a list counts as a value.
    """

    field: str
    """Name of the field."""
    values: list[FacetValue]
    """Most frequent values, most frequent first. Values with the same count are sorted by value."""
    value_count: int
    """Number of distinct values."""
    documents: int
    """Number of documents that have a value in the field."""
    missing: int
    """Number of documents without a value in the field."""
    min: float | None = None
    """Smallest number. Absent if the field has no numbers."""
    max: float | None = None
    """Largest number. Absent if the field has no numbers."""
    earliest: str | None = None
    """Earliest of the strings that begin like an ISO 8601 date (`2026-08`). Absent if there are none."""
    latest: str | None = None
    """Latest of the strings that begin like an ISO 8601 date. Absent if there are none."""


@dataclass(slots=True, kw_only=True)
class FacetValue(Model):
    """
    A value and the number of documents that have it. Exactly one of `string`, `number` and `boolean` is set.
    """

    string: str | None = None
    """The value, if it is a string."""
    number: float | None = None
    """The value, if it is a number."""
    boolean: bool | None = None
    """The value, if it is true or false."""
    count: int
    """Number of documents that have the value."""


@dataclass(slots=True, kw_only=True)
class FileError(Model):
    """
    Error of a file that was not accepted.
    """

    filename: str
    """The file's name."""
    error: str
    """Reason."""


@dataclass(slots=True, kw_only=True)
class FileType(Model):
    """
    A supported file type.
    """

    extension: str
    """File extension without the dot, in lower case."""
    media_type: str
    """Media type used for downloads of original files."""


@dataclass(slots=True, kw_only=True)
class GetVectorsResponse(Model):
    """
    The entries that exist.
    """

    vectors: list[StoredVector]
    """Entries in the order of the ids. Ids that don't exist are omitted."""
    total: int
    """Number of entries in the response."""


@dataclass(slots=True, kw_only=True)
class Health(Model):
    """
    Health of the server.
    """

    status: str
    """Always `ok`."""
    version: str
    """Version of the running service."""


@dataclass(slots=True, kw_only=True)
class HighlightedFragment(Model):
    """
    A fragment of a result's text. Characters are Unicode code points.
    """

    text: str
    """The fragment, exactly as in the text."""
    offset: int
    """Number of characters of the result's text before the fragment."""
    matches: list[CharacterRange]
    """Ranges that match the query, in order. Matches follow the index: inflected and misspelt words and parts of
    compounds also match. Empty if the fragment is only the sentence closest to the query, as in a semantic search."""


@dataclass(slots=True, kw_only=True)
class Identity(Model):
    """
    Identity and rights of the caller.
    """

    name: str
    """Name in the log: `api-secret`; `config:` or `key:` and the key's name; or `token:`, the signing key's name and,
    if the token has a subject, a slash and the subject."""
    scope: Literal["read", "write", "admin"] | str
    """Access level.; `read`: Read and query.; `write`: Also upload, delete, reprocess and write vectors.; `admin`:
    Also create, change and delete collections, and manage webhooks and keys."""
    collections: list[str] | None
    """Names of the collections that the caller has access to; null for all."""
    filter: dict[str, Any]
    """Access filter, which documents and passages must match to be read or changed: the key's filter, or the token's
    filter combined with that of its signing key. Empty for no restriction."""
    expires_at: datetime | None
    """Expiry time; null for never."""


@dataclass(slots=True, kw_only=True)
class IndexChange(Model):
    """
    A change of a collection's index.
    """

    id: str
    """UUID."""
    collection: str
    """Name of the collection."""
    kind: Literal["model", "store", "repair"] | str
    """Kind of the change.; `model`: Embeds the stored texts with another model.; `store`: Copies the vectors to
    another store; nothing is embedded.; `repair`: Rebuilds the index in the same store from the remaining data:
    passages from the original documents, vectors from the texts."""
    state: Literal["building", "verifying", "switched", "done", "cancelled", "failed", "rolled_back", "restoring"] | str
    """State of the change.; `building`: The new index is being built; the previous index serves queries.;
    `verifying`: The new index is complete and being verified; the previous index serves queries.; `switched`: The new
    index serves queries; the previous index is kept, and the change can be rolled back.; `done`: The new index serves
    queries; the previous index is deleted.; `cancelled`: The change was cancelled; the previous index serves
    queries.; `failed`: The change ended with an error, see `error`; the previous index serves queries.;
    `rolled_back`: The change was rolled back; the previous index serves queries again.; `restoring`: The passages are
    being rebuilt from the original documents; until all are restored, queries of the collection fail with 503."""
    progress: int
    """Progress, 0 to 100; 100 when the new index serves queries."""
    done_count: int
    """Number of passages processed so far."""
    total_count: int
    """Number of passages at the last count."""
    from_: IndexDescription
    """Previous index."""
    to: IndexDescription
    """New index."""
    rollback_of: str | None
    """Id of the change that this change rolls back; null for all others."""
    error: str | None
    """Error that ended a failed change; null for all others."""
    created_at: datetime
    """Start time."""
    updated_at: datetime
    """Time of the last progress."""
    finished_at: datetime | None
    """End time; null while the change runs or can be rolled back."""
    repair: RepairReport | None
    """Result of a repair so far; null for other changes."""


@dataclass(slots=True, kw_only=True)
class IndexDescription(Model):
    """
    Vector store and embedding model of an index.
    """

    vector_store: str
    """Name of the configured vector store."""
    embedding_provider: str
    """Embedding provider."""
    embedding_model: str
    """The embedding model's name."""
    dimension: int
    """Length of each embedding vector."""


@dataclass(slots=True, kw_only=True)
class Job(Model):
    """
    A background job, which survives crashes.
    """

    id: str
    """Id of the job; can contain any printable character."""
    kind: str
    """Kind of work: `ingest` (processes a document), `purge` (removes deleted data from files, passages and vectors),
    or another kind listed in the guide on jobs."""
    state: Literal["queued", "waiting", "processing", "completed", "failed"] | str
    """Current state.; `queued`: Due; the next free worker takes it.; `waiting`: Scheduled for later: a retry after a
    failed attempt, or deferred work.; `processing`: Being processed by a worker.; `completed`: Finished.; `failed`:
    Failed permanently, with an error."""
    stuck: bool
    """Whether the job is in processing and appears stuck: its worker has not renewed the lease for the duration of a
    lease, or has processed the job for more than 15 minutes and more than ten times as long as the last jobs of its
    kind took. The next free worker takes a job whose lease has expired. An index change can take hours, so only its
    lease counts."""
    collection: str | None
    """Name of the collection; null if it no longer exists."""
    document_id: str | None
    """Id of the document that the job processes; null for other jobs."""
    filename: str | None
    """File name of that document; null if there is none, or the document no longer exists."""
    attempts: int
    """Number of attempts started, including the current one."""
    max_attempts: int
    """Maximum number of attempts. Waiting for a provider does not use one up."""
    error: str | None
    """Error of the last failed attempt; null if none failed."""
    created_at: datetime
    """Creation time."""
    due_at: datetime
    """Time at which the job is or was due; the time of the next attempt while the job waits."""
    started_at: datetime | None
    """Start of the last attempt; null before the first."""
    lease_until: datetime | None
    """Expiry of the worker's lease unless the worker renews it; null unless the job is in processing."""
    finished_at: datetime | None
    """Time of completion or failure; null before."""
    waits_for: str | None
    """Name of the dependency that the job waits for, after releasing its slot to other jobs: an embedder, "repair"
    with the id of a collection, or the service's own storage. Null if it doesn't wait. The job resumes when the
    dependency answers. `due_at` is the latest time of the next check, and `error` is the dependency's error."""
    waits_until: datetime | None
    """Time at which the job stops waiting and fails; null if it doesn't wait, or waits without a time limit."""


@dataclass(slots=True, kw_only=True)
class JobCounts(Model):
    """
    Number of jobs by state. Finished jobs are counted for a day after their end.
    """

    queued: int
    """Due."""
    waiting: int
    """Scheduled for later."""
    processing: int
    """Being processed by a worker."""
    completed: int
    """Completed in the last day."""
    failed: int
    """Failed in the last day and not processed again since."""
    stuck: int
    """In processing and apparently stuck."""


@dataclass(slots=True, kw_only=True)
class LackingCollection(Model):
    """
    A collection in which no passage has certain fields of the filter.
    """

    collection: str
    """The collection's name."""
    fields: list[str]
    """Names of the fields."""


@dataclass(slots=True, kw_only=True)
class Link(Model):
    """
    A link of a passage.
    """

    text: str
    """Link text; empty if the link has none in the passage."""
    url: str
    """Address as written in the file: absolute, or relative to the location of the file."""


@dataclass(slots=True, kw_only=True)
class ListChangesResponse(Model):
    """
    A page of changes.
    """

    changes: list[IndexChange]
    """Changes of this page, newest first."""
    total: int
    """Total number of items, over all pages."""
    current: IndexDescription
    """Index that currently serves queries."""


@dataclass(slots=True, kw_only=True)
class ListChunksResponse(Model):
    """
    The live chunks of a document.
    """

    chunks: list[Chunk]
    """Chunks, sorted by chunk_index."""
    total: int
    """Total number of chunks of the document."""


@dataclass(slots=True, kw_only=True)
class ListCollectionsResponse(Model):
    """
    A page of collections.
    """

    collections: list[Collection]
    """Collections of this page, by creation time, then id."""
    total: int
    """Total number of matches, over all pages."""


@dataclass(slots=True, kw_only=True)
class ListDocumentTablesResponse(Model):
    """
    Tables of a document.
    """

    tables: list[DocumentTable]
    """Tables, sorted by number."""
    total: int
    """Total number of tables of the document."""


@dataclass(slots=True, kw_only=True)
class ListDocumentsResponse(Model):
    """
    A page of documents.
    """

    documents: list[Document]
    """Documents of this page, in the order of `sort`; by default by creation time, then id."""
    total: int
    """Total number of matches, over all pages."""
    next_cursor: str | None = None
    """Cursor of the next page, for `cursor`. Absent on the last page, and if the request sets only `status`,
    `failed_by`, `limit` and `offset`: to paginate by cursor, set `sort` in the first request. Extension."""


@dataclass(slots=True, kw_only=True)
class ListDuplicatesResponse(Model):
    """
    Groups of documents with identical bytes.
    """

    groups: list[DuplicateGroup]
    """Groups, sorted by content hash."""
    next_cursor: str | None = None
    """Cursor of the next page, for `cursor`. Absent on the last page."""


@dataclass(slots=True, kw_only=True)
class ListEmbeddingModelsResponse(Model):
    """
    The embedding models.
    """

    models: list[EmbeddingModel]
    """Models, sorted by provider."""


@dataclass(slots=True, kw_only=True)
class ListFileTypesResponse(Model):
    """
    The supported file types.
    """

    file_types: list[FileType]
    """Standard file types of the API in their order, then others in the order of the configuration."""


@dataclass(slots=True, kw_only=True)
class ListJobsResponse(Model):
    """
    A page of jobs.
    """

    jobs: list[Job]
    """Jobs of this page."""
    total: int
    """Total number of matches, over all pages."""
    counts: JobCounts
    """Number of jobs by state: of all jobs, or of the requested kind."""


@dataclass(slots=True, kw_only=True)
class ListKeysResponse(Model):
    """
    The keys.
    """

    keys: list[AccessKey]
    """All keys, or those of this page."""
    total: int
    """Total number of items, over all pages."""


@dataclass(slots=True, kw_only=True)
class ListModelsResponse(Model):
    """
    Models, and the use of one of them.
    """

    models: list[LocalModel]
    """Known models first, then folders, then other loaded models that need no key."""
    use: ModelUse | None = None
    """Current or last use of a model; absent if there was none."""


@dataclass(slots=True, kw_only=True)
class ListOperationsResponse(Model):
    """
    A page of operations.
    """

    operations: list[Operation]
    """Operations of this page, newest first."""
    total: int
    """Total number of items, over all pages."""


@dataclass(slots=True, kw_only=True)
class ListPluginsResponse(Model):
    """
    The loaded plugins.
    """

    plugins: list[Plugin]
    """Vector stores, embedders, rerankers and parsers, each kind in the order of the configuration."""


@dataclass(slots=True, kw_only=True)
class ListVectorStoresResponse(Model):
    """
    The vector stores of the server.
    """

    vector_stores: list[VectorStore]
    """Vector stores in the order of the configuration."""


@dataclass(slots=True, kw_only=True)
class ListVectorsResponse(Model):
    """
    A page of entries.
    """

    vectors: list[StoredVector]
    """Entries, ordered by the time of their last write. Pages before the last one can contain fewer than `limit`
    entries, or none."""
    next_cursor: str | None
    """Cursor of the next page, for `cursor`; null on the last page."""


@dataclass(slots=True, kw_only=True)
class ListWebhookDeliveriesResponse(Model):
    """
    A page of deliveries.
    """

    deliveries: list[WebhookDelivery]
    """Deliveries of this page, newest first."""
    total: int
    """Total number of items, over all pages."""


@dataclass(slots=True, kw_only=True)
class ListWebhooksResponse(Model):
    """
    A page of webhooks.
    """

    webhooks: list[Webhook]
    """Webhooks of this page, by creation time, then id."""
    total: int
    """Total number of items, over all pages."""


@dataclass(slots=True, kw_only=True)
class LocalModel(Model):
    """
    A model that can run on this machine.
    """

    name: str
    """Name of the model, also used as `embedding_provider` of collections."""
    kind: Literal["vector_store", "parser", "embedder", "reranker"] | str | None = None
    """Embedder or reranker; absent for a folder that is not loaded.; `vector_store`: Stores vectors and finds the
    nearest ones.; `parser`: Extracts text from files.; `embedder`: Computes the vectors of texts.; `reranker`: Sorts
    passages by relevance to a query."""
    languages: str
    """Languages of a known model; empty for others."""
    licence: str
    """Licence of a known model; empty for others."""
    megabytes: int
    """Approximate size of a known model's files in MB; 0 for others."""
    is_present: bool
    """Whether its folder is in the models folder."""
    is_loaded: bool
    """Whether it is loaded and available to collections."""
    is_default: bool
    """Whether new collections use it."""


@dataclass(slots=True, kw_only=True)
class ModelCost(Model):
    """
    Estimated cost of using a model.
    """

    passages_per_second: float
    """Measured number of passages per second, with this machine's current load and passages of the collections to
    move."""
    collections: int
    """Number of collections to move."""
    documents: int
    """Number of documents in these collections."""
    passages: int
    """Number of passages in these collections."""
    seconds: float
    """Estimated duration of the move, in seconds."""
    disk_bytes: int
    """Estimated size of the new vectors, in bytes. The previous vectors are kept in addition for a day."""


@dataclass(slots=True, kw_only=True)
class ModelUse(Model):
    """
    Use of a model: its preparation, the move of collections to it, or the rollback.
    """

    name: str
    """Name of the model."""
    state: Literal["fetching", "installing", "measuring", "prepared", "moving", "done", "cancelled", "failed", "rolling_back", "rolled_back"] | str
    """Current state.; `fetching`: Files are being downloaded or verified.; `installing`: The runtime is being
    installed.; `measuring`: The model is being loaded and measured.; `prepared`: The model is ready for use; `cost`
    contains the estimated cost.; `moving`: Collections are being moved.; `done`: The model is the default, and the
    collections are moved; `problems` lists the exceptions.; `cancelled`: Cancelled.; `failed`: Failed with the error
    in `error`.; `rolling_back`: Collections are being moved back.; `rolled_back`: The previous embedder is the
    default, and the collections are moved back; `problems` lists the exceptions."""
    progress: int
    """Progress of the current step, 0 to 100."""
    detail: str
    """File or collection being processed; empty if there is none."""
    error: str | None
    """Error that ended it; null if there is none."""
    cost: ModelCost | None
    """Estimated cost; null until it is measured."""
    warnings: list[str]
    """Warnings about the collections to move: languages that the model does not support."""
    done_count: int
    """Number of collections that are moved or need no move."""
    total_count: int
    """Number of collections to move."""
    problems: list[str]
    """Collections that could not be moved, each with the reason; the first 100."""
    started_at: datetime
    """Start of the preparation, the move or the rollback."""


@dataclass(slots=True, kw_only=True)
class MultiQueryResponse(Model):
    """
    Results of a query of several collections.
    """

    results: list[QueryResult]
    """Results of all collections, best first, each with its `collection`."""
    query: str
    """Query text of the request."""
    total: int
    """Number of results in the response."""
    timings: QueryTimings | None = None
    """Duration of each stage. Only with `explain`. Extension."""
    explanation: QueryExplanation | None = None
    """Interpretation of the query. Only with `explain`. Extension."""


@dataclass(slots=True, kw_only=True)
class NamedItems(Model):
    """
    Number of items, and ids of some of them.
    """

    count: int
    """Number of items."""
    ids: list[str]
    """Ids of the first items, at most 100."""


@dataclass(slots=True, kw_only=True)
class Operation(Model):
    """
    Work on many documents or vectors that runs in the background.
    """

    id: str
    """UUID."""
    collection: str
    """Name of the collection when the operation started."""
    kind: Literal["delete_documents", "reprocess_documents", "update_documents", "delete_vectors", "truncate"] | str
    """Kind of the operation.; `delete_documents`: Deletes documents.; `reprocess_documents`: Reprocesses documents.;
    `update_documents`: Changes the metadata or expiry times of documents.; `delete_vectors`: Deletes entries that
    were written directly. Entries that meanwhile no longer exist, or were written again, count as done.; `truncate`:
    Deletes documents, then entries that were written directly."""
    state: Literal["running", "completed", "cancelled", "failed"] | str
    """Current state.; `running`: Running.; `completed`: Completed. `errors` lists the items that could not be
    processed.; `cancelled`: Cancelled, or ended because its collection was deleted. Completed work is not undone.;
    `failed`: Failed permanently; the last item of `errors` states the reason."""
    total: int
    """Number of items that matched at the start, or `limit` if that is less."""
    done: int
    """Number of items that are done."""
    failed: int
    """Number of items that could not be processed."""
    errors: list[WorkError]
    """Items that could not be processed, with the reason; the first 100."""
    created_at: datetime
    """Start time."""
    updated_at: datetime
    """Time of the last progress."""
    finished_at: datetime | None
    """End time; null while the operation runs."""


@dataclass(slots=True, kw_only=True)
class PageConfidence(Model):
    """
    OCR confidence of a page.
    """

    page: int
    """Page number, from 1."""
    confidence: float
    """Mean confidence of the page's words, 0 to 1, in which longer words weigh more. Pages below 0.88 are also listed
    in the warnings."""


@dataclass(slots=True, kw_only=True)
class ParserAbilities(Model):
    """
    Capabilities of a parser.
    """

    file_types: list[str]
    """All file types that it can parse, whether or not it is configured for them."""
    isolation: Literal["thread", "process"] | str
    """Isolation of the parser.; `thread`: Runs in a worker thread of the service.; `process`: Runs in a process of
    its own."""


@dataclass(slots=True, kw_only=True)
class PlatformStats(Model):
    """
    Counts over all collections.
    """

    collections: int
    """Number of collections."""
    documents: DocumentTotals
    """Document counts over all collections."""
    webhooks: int
    """Number of webhooks."""
    queue: QueueCounts
    """Job counts of the processing queue."""


@dataclass(slots=True, kw_only=True)
class Plugin(Model):
    """
    A configured plugin. Exactly one of `vector_store`, `embedder`, `reranker` and `parser` is set, according to its
    kind.
    """

    kind: Literal["vector_store", "parser", "embedder", "reranker"] | str
    """Kind of the plugin.; `vector_store`: Stores vectors and finds the nearest ones.; `parser`: Extracts text from
    files.; `embedder`: Computes the vectors of texts.; `reranker`: Sorts passages by relevance to a query."""
    names: list[str]
    """Names in the configuration: one name, or the file types of a parser."""
    id: str
    """Name declared by the plugin."""
    module: str
    """Package or path that the configuration loads it from."""
    version: str | None
    """Version of its package; null for a module outside a package."""
    contract_version: int
    """Version of the plugin contract that it implements."""
    is_default: bool
    """Whether the plugin is used when a request names no other. Always false for rerankers."""
    health: Literal["ok", "failing", "unknown", "needs_key"] | str
    """Health, as the plugin reports it.; `ok`: Healthy. For a paid provider this only means that the plugin is
    ready.; `failing`: Unhealthy, or the check timed out; the message states which.; `unknown`: Can't be checked: a
    parser is started only when a document arrives.; `needs_key`: The plugin requires a key of its provider and has
    none: it works only for collections that have their own key."""
    health_message: str | None
    """Reason for failing health; null if it is not failing."""
    faults: PluginFaults
    """Contract violations since this process started, which the service contained. Not counted for parsers: the
    documents report their errors."""
    settings: dict[str, Any]
    """Settings including defaults; secrets are hidden."""
    vector_store: VectorStoreAbilities | None = None
    """Capabilities of a vector store."""
    embedder: EmbedderAbilities | None = None
    """Capabilities of an embedder."""
    reranker: RerankerAbilities | None = None
    """Capabilities of a reranker."""
    parser: ParserAbilities | None = None
    """Capabilities of a parser."""


@dataclass(slots=True, kw_only=True)
class PluginFaults(Model):
    """
    Faults of a plugin that affected nothing else: it threw an error, hung or returned an invalid result.
    """

    count: int
    """Number of faults."""
    last_at: datetime | None
    """Time of the last fault; null if there was none."""
    last_message: str | None
    """Message of the last fault; null if there was none."""


@dataclass(slots=True, kw_only=True)
class QueryCorrection(Model):
    """
    Spelling correction of a word of the query.
    """

    word: str
    """Word of the query that the collection does not contain, in lower case."""
    replacement: str
    """Word of the collection that was searched for instead."""
    collection: str | None = None
    """Name of the collection. Only in multi-collection queries."""


@dataclass(slots=True, kw_only=True)
class QueryCount(Model):
    """
    A query and how often it was submitted.
    """

    query: str
    """The query's text."""
    count: int
    """Number of times it was submitted."""


@dataclass(slots=True, kw_only=True)
class QueryExplanation(Model):
    """
    Interpretation of a query.
    """

    corrections: list[QueryCorrection]
    """Words of the query that a collection does not contain, and the words that were searched for instead."""
    words_left_out: int
    """Number of words at the end of the query that keyword search ignored, because the query has more than 1,000
    distinct words. Models that read whole texts receive all of it."""
    unknown_filter_fields: list[str]
    """Fields of the filter that no passage accessible with the key has: in the collection, or in any of several
    collections."""
    lacking_collections: list[LackingCollection]
    """Collections without a filter field that other collections have. Only in multi-collection queries."""


@dataclass(slots=True, kw_only=True)
class QueryResponse(Model):
    """
    Results of a query of one collection.
    """

    results: list[QueryResult]
    """Results, best first."""
    query: str
    """Query text of the request."""
    collection: str
    """The collection's name."""
    total: int
    """Number of results in the response."""
    timings: QueryTimings | None = None
    """Duration of each stage. Only with `explain`. Extension."""
    explanation: QueryExplanation | None = None
    """Interpretation of the query. Only with `explain`. Extension."""


@dataclass(slots=True, kw_only=True)
class QueryResult(Model):
    """
    A search result: a passage or a directly written entry.
    """

    id: str
    """Id of the chunk or the entry."""
    text: str | None = None
    """Text of the passage. Absent if `include` does not name it."""
    score: float
    """Relevance score, 0 to 1; higher is more relevant."""
    document_id: str
    """UUID of the document. For a directly written entry its `metadata.document_id`, or empty."""
    chunk_index: int
    """Zero-based position in the document."""
    metadata: dict[str, Any]
    """Metadata of the chunk and its document."""
    collection: str | None = None
    """Name of the collection. Only in results of multi-collection queries."""
    expanded_text: str | None = None
    """Text together with the text of its neighbouring chunks. Only with `expand`. Extension."""
    explanation: ScoreExplanation | None = None
    """Components of the score. Only with `explain`. Extension."""
    embedding: list[float] | None = None
    """Vector of the passage, normalised to unit length. Only if `include` names it; absent if the passage has none.
    Extension."""
    highlights: list[HighlightedFragment] | None = None
    """Fragments of the text that match the query. Only with `highlight`. Extension."""
    citation: Citation | None = None
    """Location in the document. Only with `citations`, and only for passages of documents. Extension."""
    links: list[Link] | None = None
    """Links in the text, at most 64; absent if there are none. Extension."""


@dataclass(slots=True, kw_only=True)
class QueryTimings(Model):
    """
    Duration of the stages of a query, in milliseconds. A stage that did not run is null.
    """

    embed_ms: float | None
    """Embedding the query."""
    semantic_ms: float | None
    """Vector search."""
    keyword_ms: float | None
    """Keyword search."""
    rerank_ms: float | None
    """Reranking."""
    total_ms: float
    """Total duration."""


@dataclass(slots=True, kw_only=True)
class QueueCounts(Model):
    """
    Number of jobs in the processing queue, by state.
    """

    queued: int
    """Accepted and not finished: pending and processing together."""
    completed: int
    """Finished."""
    failed: int
    """Failed permanently."""
    pending: int
    """Waiting for a worker."""
    processing: int
    """Being processed by a worker."""


@dataclass(slots=True, kw_only=True)
class Readiness(Model):
    """
    Readiness of the service and of the systems that it depends on.
    """

    status: Literal["ok", "degraded"] | str
    """`ok`, or `degraded` if one of `database`, `vector_store` and `cache` is false."""
    version: str
    """Version of the running service."""
    database: bool
    """Whether the relational database, the file storage and the folders that the service writes to are available."""
    vector_store: bool
    """Whether the vector store is available."""
    cache: bool
    """Whether the cache and queue store is available."""
    reason: str | None = None
    """Reason for the status `degraded`: for example a full disk, failing writes, or the name of a damaged index.
    Absent otherwise."""


@dataclass(slots=True, kw_only=True)
class RepairReport(Model):
    """
    Result of a repair: rebuilt data and lost data.
    """

    restored_documents: int
    """Number of documents whose passages were rebuilt from their originals."""
    lost_documents: NamedItems
    """Documents whose passages are lost and whose originals can't be read; their status is now `failed`."""
    remade_vectors: NamedItems
    """Lost vectors of clients that were rebuilt from their texts with the collection's model."""
    lost_vectors: NamedItems
    """Lost vectors of clients, which must be written again."""
    has_unnamed: bool
    """Whether further vectors of clients can be lost whose ids are unknown."""


@dataclass(slots=True, kw_only=True)
class RerankResponse(Model):
    """
    Texts sorted by relevance.
    """

    id: str
    """Id of the request, as in the response header `X-Request-Id`."""
    model: str
    """Model that computed the scores."""
    results: list[RerankResult]
    """Results, most relevant first; of results with equal scores the earlier document first."""


@dataclass(slots=True, kw_only=True)
class RerankResult(Model):
    """
    Relevance of a text.
    """

    index: int
    """Position of the text in `documents`, from 0."""
    relevance_score: float
    """Relevance score, 0 to 1; higher is more relevant."""
    document: RerankedDocument | None = None
    """The text. Only with `return_documents`."""


@dataclass(slots=True, kw_only=True)
class RerankedDocument(Model):
    """
    A scored text.
    """

    text: str
    """The text."""


@dataclass(slots=True, kw_only=True)
class RerankerAbilities(Model):
    """
    Capabilities of a reranker.
    """

    models: list[str]
    """Known models, default first."""
    credential: Literal["required", "optional", "none"] | str
    """Whether it needs a key of the provider.; `required`: A key is required.; `optional`: A key is optional.;
    `none`: Keys are not supported."""
    max_passages: int | None
    """Maximum number of passages per call; null for no limit."""


@dataclass(slots=True, kw_only=True)
class ScoreExplanation(Model):
    """
    Components of a score. A component that was not used is null.
    """

    semantic_score: float | None
    """Score of the semantic branch, 0 to 1."""
    semantic_rank: int | None
    """One-based rank in the semantic branch."""
    keyword_score: float | None
    """Score of the keyword branch, 0 to 1."""
    keyword_rank: int | None
    """One-based rank in the keyword branch."""
    fused_score: float | None
    """Score of the fused ranking, 0 to 1."""
    rerank_score: float | None
    """Score of the reranker, 0 to 1."""
    alpha: float | None
    """Weight of the semantic score in the fused ranking, 0 to 1."""


@dataclass(slots=True, kw_only=True)
class ServiceSetting(Model):
    """
    An environment setting.
    """

    variable: str
    """Name of the environment variable."""
    description: str
    """Description of its effect."""
    expected: str
    """Description of the allowed values."""
    value: str | None
    """Value in effect, as text; null if there is none, and for secrets."""
    default_value: str | None
    """Default, as text; null if there is none."""
    is_set: bool
    """Whether the environment variable is set."""
    is_secret: bool
    """Whether the value is secret and never returned."""


@dataclass(slots=True, kw_only=True)
class StatusCounts(Model):
    """
    Number of documents by status.
    """

    ready: int
    """Number of searchable documents."""
    pending: int
    """Number of documents waiting for processing."""
    processing: int
    """Number of documents in processing."""
    failed: int
    """Number of documents whose processing ended with an error."""


@dataclass(slots=True, kw_only=True)
class StatusResponse(Model):
    """
    Response of an operation that returns no resource.
    """

    status: str
    """Always `ok`."""
    message: str
    """Human-readable description of what was done."""


@dataclass(slots=True, kw_only=True)
class StoredVector(Model):
    """
    A stored entry. Parts that were not requested are absent or empty.
    """

    id: str
    """The entry's id."""
    text: str | None = None
    """Text of the entry. Absent if `include` does not name it."""
    metadata: dict[str, Any]
    """Metadata of the entry."""
    has_embedding: bool
    """Whether the entry has a vector. Entries without one are found only by keyword search."""
    embedding: list[float] | None = None
    """Vector of the entry, normalised to unit length: little-endian float32, in JSON an array of numbers. Only if
    `include` names it."""


@dataclass(slots=True, kw_only=True)
class TestWebhookResponse(Model):
    """
    Result of starting a test.
    """

    status: str
    """Always `ok`."""
    message: str
    """Human-readable description of what was done."""
    delivery_id: str
    """Id of the delivery, which appears in the delivery history."""


@dataclass(slots=True, kw_only=True)
class UpdateVectorsResponse(Model):
    """
    Result of changing entries.
    """

    status: str
    """Always `ok`."""
    updated: int
    """Number of existing entries that were updated."""


@dataclass(slots=True, kw_only=True)
class UpsertVectorsResponse(Model):
    """
    Result of writing entries.
    """

    status: str
    """Always `ok`."""
    upserted: int
    """Number of ids that were inserted or replaced."""
    skipped: int | None = None
    """Number of ids that already existed. Only with `on_conflict: skip`. Extension."""


@dataclass(slots=True, kw_only=True)
class Usage(Model):
    """
    Usage per day.
    """

    days: list[UsageDay]
    """Usage, sorted by day, then by group."""
    total: int
    """Total number of items, over all pages."""


@dataclass(slots=True, kw_only=True)
class UsageDay(Model):
    """
    Usage of a group on one day.
    """

    day: str
    """Day, for example `2026-11-20`."""
    group: str
    """Name of the collection, or name of the key as in the log."""
    requests: int
    """Number of authorised API requests. A request that names several collections counts for each of them."""
    queries: int
    """Number of answered queries. A query on several collections counts for each of them."""
    embedded_tokens: int | None
    """Number of tokens sent to an embedder for the collection's documents and entries, without those served from the
    cache. Null by key, because an embedder works for a collection."""
    stored_bytes: int | None
    """Total size of the original files in bytes, when the collection was last used on that day. Null by key."""


@dataclass(slots=True, kw_only=True)
class VectorStore(Model):
    """
    A configured vector store.
    """

    name: str
    """Name of the store, used to move collections to it."""
    plugin: str
    """Name of the plugin that connects to it."""
    is_default: bool
    """Whether new collections use it."""
    healthy: bool
    """Whether it is currently available."""


@dataclass(slots=True, kw_only=True)
class VectorStoreAbilities(Model):
    """
    Capabilities of a vector store.
    """

    max_top_k: int
    """Maximum number of results per search."""
    max_dimension: int
    """Maximum vector length."""
    shared_between_processes: bool
    """Whether several processes can use it concurrently."""


@dataclass(slots=True, kw_only=True)
class Webhook(Model):
    """
    A receiver of events.
    """

    id: str
    """The webhook's id."""
    url: str
    """URL that receives the events."""
    events: list[Literal["document.processing", "document.ready", "document.failed", "webhook.test", "document.deleted", "document.unchanged"] | str]
    """Types of the events that are sent.; `document.processing`: Processing of a document has started.;
    `document.ready`: A document is processed and searchable.; `document.failed`: Processing of a document failed.;
    `webhook.test`: The test endpoint was called. Can't be subscribed to.; `document.deleted`: A document was deleted,
    by any caller and in any way, or because its `expires_at` has passed. Extension.; `document.unchanged`: A document
    was replaced with identical bytes, name and metadata, so nothing was done. Extension."""
    collections: list[str] | None
    """Only events of these collections are sent; null for all."""
    description: str
    """Description of its purpose; may be empty."""
    active: bool
    """Whether events are sent."""
    created_at: datetime
    """Creation time."""
    updated_at: datetime
    """Time of the last change."""
    secret: str | None = None
    """Key of the HMAC-SHA256 signature. Only in the response to its creation."""


@dataclass(slots=True, kw_only=True)
class WebhookDelivery(Model):
    """
    Delivery of one event to one webhook. Kept for 30 days.
    """

    id: str
    """UUID, the same on every attempt. Sent in the header X-Service-Delivery."""
    webhook_id: str
    """The webhook's id."""
    event: Literal["document.processing", "document.ready", "document.failed", "webhook.test", "document.deleted", "document.unchanged"] | str
    """Type of the event.; `document.processing`: Processing of a document has started.; `document.ready`: A document
    is processed and searchable.; `document.failed`: Processing of a document failed.; `webhook.test`: The test
    endpoint was called. Can't be subscribed to.; `document.deleted`: A document was deleted, by any caller and in any
    way, or because its `expires_at` has passed. Extension.; `document.unchanged`: A document was replaced with
    identical bytes, name and metadata, so nothing was done. Extension."""
    collection: str
    """The collection's name; empty for a test."""
    document_id: str
    """The document's id; empty for a test."""
    status: Literal["pending", "delivered", "failed"] | str
    """Status of the delivery.; `pending`: Not sent yet, or waiting for a retry.; `delivered`: The receiver answered
    with a 2xx status.; `failed`: All attempts failed."""
    attempts: int
    """Number of attempts so far."""
    response_status: int | None
    """HTTP status of the last response; null if there was none."""
    error: str | None
    """Error of the last attempt; null if it did not fail."""
    payload: dict[str, Any]
    """Body of the delivery."""
    created_at: datetime
    """Time of the event."""
    next_attempt_at: datetime | None
    """Time of the next attempt; null if there will be none."""
    delivered_at: datetime | None
    """Time of the successful delivery; null if it was not delivered."""


@dataclass(slots=True, kw_only=True)
class WorkAnswer(Model):
    """
    Result of a call on many documents.
    """

    matched: int
    """Number of documents that match."""
    done: int | None = None
    """Number of documents that are done. Absent for a dry run, and if an operation does the work."""
    errors: list[WorkError]
    """Documents that could not be processed, with the reason."""
    operation: Operation | None = None
    """Operation that does the work if there are more than 1,000 documents; the status is then 202. Absent
    otherwise."""


@dataclass(slots=True, kw_only=True)
class WorkError(Model):
    """
    Error of an item that could not be processed.
    """

    document_id: str
    """The document's id; empty if the error concerns all documents."""
    error: str
    """Error message."""
