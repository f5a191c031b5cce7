"""Made from the contract by `npm run generate`; don't edit."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from ._model import Model

@dataclass(slots=True, kw_only=True)
class AccessKey(Model):
    """
    A key with less than full access.
    """

    name: str
    """Name in lists and in the log."""
    scope: Literal["read", "write", "admin"] | str
    """Its rights.; `read`: Reads and queries.; `write`: Also uploads, deletes, reprocessing and vector writes.;
    `admin`: Also creating, changing and deleting collections, webhooks, and keys."""
    collections: list[str] | None
    """The only collections it may touch; null for all."""
    source: Literal["config", "database"] | str
    """Where it was made.; `config`: In the configuration file, section `apiKeys`.; `database`: Here, while the
    service ran."""
    state: Literal["active", "expired", "revoked"] | str
    """Whether it opens anything.; `active`: It does.; `expired`: Its time is over.; `revoked`: It was revoked."""
    created_at: datetime | None
    """When it was made; null for those of the configuration file."""
    expires_at: datetime | None
    """When it ends; null for never."""
    revoked_at: datetime | None
    """When it was revoked; null when it was not."""
    key: str | None = None
    """The key itself, the bearer token. Only in the answer to its creation. Of a signing key the secret whose bytes
    sign (HS256), or the private key, PKCS #8 in PEM (EdDSA, unless the public key was given)."""
    filter: dict[str, Any]
    """Access filter: only documents and passages that match it can be read or changed with this key. Empty for
    all."""
    signing: Literal["HS256", "EdDSA"] | str | None = None
    """How it signs user tokens; absent unless it does. Such a key opens nothing itself; scope, collections and filter
    are the most that its tokens may have, and its name is the `kid` of their header.; `HS256`: HMAC with SHA-256: who
    signs and the service have the same secret.; `EdDSA`: Ed25519: the service has the public key alone."""
    public_key: str | None = None
    """With EdDSA: the public key that its tokens are checked with, SPKI in PEM."""


@dataclass(slots=True, kw_only=True)
class AnalyticsDetail(Model):
    """
    The course of a collection's queries over the last 30 days, and those that found nothing.
    """

    hours: list[AnalyticsHour]
    """Every hour that had a query, oldest first."""
    empty_queries: list[QueryCount]
    """The 10 queries that most often found nothing, most often first."""


@dataclass(slots=True, kw_only=True)
class AnalyticsHour(Model):
    """
    The queries of one hour.
    """

    start: datetime
    """When the hour began; full hours are those of UTC."""
    query_count: int
    """Number of queries. A multi-collection query counts once per collection."""
    empty_count: int
    """How many of these had no result."""
    avg_latency_ms: float
    """Mean time of a query inside the service, in milliseconds."""
    avg_score: float
    """Mean score of the results, 0 to 1; 0 where there were none."""
    avg_result_count: float
    """Mean number of results."""


@dataclass(slots=True, kw_only=True)
class AnalyticsPeriod(Model):
    """
    Averages over the queries of a time span; 0 where there were none.
    """

    query_count: int
    """Number of queries. A multi-collection query counts once per collection."""
    avg_latency_ms: float
    """Mean time of a query inside the service, in milliseconds."""
    avg_score: float
    """Mean score of the results, 0 to 1."""
    avg_result_count: float
    """Mean number of results."""


@dataclass(slots=True, kw_only=True)
class Attachment(Model):
    """
    A document that was made of a file within another one.
    """

    document_id: str
    """Its id: UUID."""
    filename: str
    """Its file name."""


@dataclass(slots=True, kw_only=True)
class BatchDeleteDocumentsResponse(Model):
    """
    Result of a batch delete.
    """

    status: str
    """Always `ok`."""
    deleted: int
    """How many were deleted."""
    errors: list[DocumentError]
    """Documents that were not deleted, with the reason."""


@dataclass(slots=True, kw_only=True)
class BatchGetDocumentStatusesResponse(Model):
    """
    The status of some documents.
    """

    documents: list[DocumentState]
    """The documents that exist, in the order asked."""
    total: int
    """How many there are."""


@dataclass(slots=True, kw_only=True)
class BatchGetDocumentsResponse(Model):
    """
    Some documents.
    """

    documents: list[Document]
    """The documents that exist, in the order asked."""
    total: int
    """How many there are."""


@dataclass(slots=True, kw_only=True)
class BatchQueryResponse(Model):
    """
    Results of several queries.
    """

    results: list[QueryResponse]
    """One result set per query, in the order of the queries."""


@dataclass(slots=True, kw_only=True)
class BatchUploadDocumentsResponse(Model):
    """
    Result of a batch upload.
    """

    documents: list[Document]
    """The accepted documents, in the order of their files."""
    errors: list[FileError]
    """The files that were not accepted."""
    total: int
    """How many were accepted."""


@dataclass(slots=True, kw_only=True)
class CharacterRange(Model):
    """
    A range of characters.
    """

    start: int
    """The first character, from 0, of the fragment."""
    end: int
    """The character behind the last."""


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
    """The upload's metadata, and `document_id`, `page` (1-based, or null), `filename`, `file_type`, `section` (the
    headings above most of the text), `start_char`, `end_char`; also `title`, `author`, `file_created_at`,
    `file_modified_at`, `keywords`, `language` and the facts in `info.fields`, where the file says them and the
    upload's metadata does not. A chunk of a table has `table`, unless the upload's metadata has: which one of the
    document's it is, and which of its rows are in the text (`{"number": 3, "first_row": 41, "last_row": 80}`, from 1
    on; the rows are null where it is the header alone); of several tables it is the one with most rows. A chunk that
    was given has what was given with it, and `own_fields`, the names of that: changing the document's metadata leaves
    them."""
    citation: Citation | None = None
    """Where it stands. Only with `citations`. Extension."""
    links: list[Link] | None = None
    """The addresses behind its words, at most 64; absent where it has none. Extension."""


@dataclass(slots=True, kw_only=True)
class Citation(Model):
    """
    Where a passage stands: what a quotation of it names, and what a viewer needs to show it.
    """

    document_id: str
    """UUID of the document."""
    filename: str
    """The document's filename."""
    title: str | None = None
    """Its title, as the file or the upload's metadata says it; absent where neither does."""
    source_url: str | None = None
    """Where it was fetched from, or what the upload's metadata says of that; absent where nothing does."""
    page_from: int | None = None
    """The page, slide, sheet or frame that the passage begins on, from 1; absent where the format has none."""
    page_to: int | None = None
    """The one that it ends on."""
    section: list[str]
    """The headings above most of it, outermost first."""
    start: int | None = None
    """Where its text begins in the document's text, in UTF-16 units from 0. The document's text is that of all its
    blocks (paragraphs, headings, rows) in order: between two items of a list and two rows of a table stands a line
    break, between others two. What a passage repeats in front, the header of a table that goes on, is not in the
    range. Absent where it is not known."""
    end: int | None = None
    """Where it ends: the unit behind the last."""
    boxes: list[CitationBox]
    """Where the range stands on its pages: the rectangles of its lines in their order, at most 64; neighbouring lines
    of one column with the same edges are one. None where that is not known: the format has no pages, or the document
    was read before it was kept; reprocessing brings them."""


@dataclass(slots=True, kw_only=True)
class CitationBox(Model):
    """
    A rectangle on a page, in shares of the page as it is displayed (turned and cropped as the file says), from its
    upper left corner.
    """

    page: int
    """The page, from 1; 1 for a picture."""
    x0: float
    """Its left edge, 0 to 1."""
    y0: float
    """Its upper edge, 0 to 1."""
    x1: float
    """Its right edge, 0 to 1."""
    y1: float
    """Its lower edge, 0 to 1."""


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
    """Whether queries are reranked unless they say otherwise."""
    reranking_model: str
    """The reranking model's name."""
    has_reranking_api_key: bool
    """Whether a reranking API key is stored. The key itself is never returned."""
    default_top_k: int
    """Results of a query that does not say how many."""
    default_min_score: float | None
    """Lowest score of a result, 0 to 1, for a query that does not say; null for none."""
    default_search_mode: Literal["semantic", "keyword", "hybrid"] | str
    """Search mode of a query that does not say.; `semantic`: By meaning: similarity of embeddings.; `keyword`: By
    words: the keyword index.; `hybrid`: Both, fused into one ranking."""
    metadata: dict[str, Any]
    """Arbitrary key-value pairs of the owner."""
    created_at: datetime
    """When it was created."""
    updated_at: datetime
    """When its settings last changed."""
    default_alpha: float | None = None
    """Weight of the semantic score in hybrid search, 0 to 1, for a query that does not say. Absent where it is the
    embedder's own. Extension."""
    chunk_strategy: Literal["sentence", "paragraph", "section", "page", "fixed"] | str | None = None
    """Chunking strategy. Absent where none was chosen: `sentence` applies. Extension.; `sentence`: Sentences, packed
    until a chunk is full; small sections share one. The default.; `paragraph`: Paragraphs: one is cut only if no
    chunk could hold it.; `section`: Sections: every heading begins a chunk.; `page`: Pages: one chunk each where it
    fits, whatever headings it has.; `fixed`: Nothing: as many tokens as fit, cut between words."""
    default_ttl_seconds: int | None = None
    """Seconds after which a document expires that came without an `expires_at`. Absent for never. Extension."""


@dataclass(slots=True, kw_only=True)
class CollectionAnalytics(Model):
    """
    How one collection was queried lately.
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
    """Absent unless the request asks for it. Extension."""


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
    """Tokens of the live chunks."""
    total_size_bytes: int
    """Size of the original files, in bytes."""
    status_counts: StatusCounts
    """Documents by status."""


@dataclass(slots=True, kw_only=True)
class Configuration(Model):
    """
    Configuration of this process, with the local models that were chosen since its start.
    """

    version: str
    """Version of the running service."""
    config_file: str | None
    """Path of the configuration file; null when there is none."""
    settings: list[ServiceSetting]
    """The settings of the environment, in the order of the reference."""
    sections: list[ConfigurationSection]
    """The sections of the configuration file, in the order of the reference."""


@dataclass(slots=True, kw_only=True)
class ConfigurationSection(Model):
    """
    A section of the configuration, as it is in effect.
    """

    name: str
    """Its name in the file."""
    description: str
    """Description of its purpose."""
    is_changed: bool
    """Whether it differs from what stands without a file."""
    content: dict[str, Any]
    """The section by its name, with defaults, secrets hidden; empty where nothing is set."""


@dataclass(slots=True, kw_only=True)
class CountFacetsResponse(Model):
    """
    Facet counts, one for each field.
    """

    total: int
    """How many documents were counted."""
    facets: list[Facet]
    """One for each field, in their order."""


@dataclass(slots=True, kw_only=True)
class CountVectorsResponse(Model):
    """
    How many there are.
    """

    count: int
    """Entries that match."""


@dataclass(slots=True, kw_only=True)
class DeleteVectorsResponse(Model):
    """
    Result of a deletion of entries.
    """

    status: str
    """Always `ok`."""
    deleted: int
    """How many entries there were of the ids, or were deleted by a filter or of all; 0 for a dry run, and where an
    operation does it."""
    matched: int | None = None
    """How many match. Only of a deletion by a filter or of all. Extension."""
    operation: Operation | None = None
    """Operation that deletes them, where more than 1,000 are to be deleted. Absent otherwise. Extension."""


@dataclass(slots=True, kw_only=True)
class Document(Model):
    """
    A file in a collection.
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
    """Number of chunks; 0 until processed."""
    status: Literal["pending", "processing", "ready", "failed"] | str
    """Where it stands.; `pending`: Accepted and durable; processing has not started.; `processing`: Being parsed,
    chunked or embedded.; `ready`: Searchable.; `failed`: Processing ended with an error, which `error_message`
    tells."""
    error_message: str | None
    """Why processing failed; null unless it did."""
    metadata: dict[str, Any]
    """The metadata given at upload."""
    created_at: datetime
    """When it was uploaded."""
    updated_at: datetime
    """When its record last changed."""
    info: DocumentInfo | None = None
    """Properties of the file and details of its processing; null until it is processed. Only with `info`.
    Extension."""
    external_id: str | None = None
    """The caller's own id, unique in the collection. Absent where it gave none. Extension."""
    content_hash: str
    """SHA-256 of the original file, in lower-case hex. Extension."""
    source_url: str | None = None
    """Where the text was fetched from. Absent for what was uploaded. Extension."""
    expires_at: datetime | None = None
    """From this moment on the document is in no answer, and is removed. Absent for never. Extension."""
    parent_id: str | None = None
    """The document that it was a file in (an attachment of a mail). Absent for what was uploaded by itself.
    Extension."""


@dataclass(slots=True, kw_only=True)
class DocumentError(Model):
    """
    Why a document was not deleted.
    """

    document_id: str
    """The id as it was asked for, which may be an external one."""
    error: str
    """The reason."""


@dataclass(slots=True, kw_only=True)
class DocumentInfo(Model):
    """
    Properties that a file declares, counts of its pages, warnings, and the duration of its processing.
    """

    title: str | None
    """Title; null when the file has none."""
    author: str | None
    """Author; null when the file names none."""
    created_at: datetime | None
    """When the file says it was written; null when it doesn't."""
    language: str | None
    """Language tag, for example `en` or `pt-BR`; null when the file has none."""
    page_count: int | None
    """Number of pages, slides, sheets or frames; null where the format has none."""
    ocr_page_count: int
    """How many of the pages were read by recognising the text in their picture (OCR)."""
    warnings: list[str]
    """Warnings: parts left out of the text, with the reason, and names in the metadata that are also fields of the
    service; empty when there are none."""
    repeated_line_count: int
    """How many lines were left out because they repeat on many pages or count them: running headers and footers (each
    is kept once, on the first page that it stands on), and page numbers."""
    modified_at: datetime | None
    """When the file says it was last changed; null when it doesn't."""
    keywords: list[str]
    """Keywords that the file names; empty when it names none."""
    fields: dict[str, Any]
    """Further facts of its format by name, each a text or a list of texts: of a mail `from`, `to`, `cc`, `subject`,
    `date`, `message_id`. Empty where the format has none."""
    attachments: list[Attachment]
    """The documents that were made of files within this one, in their order; empty when there are none. They go with
    it."""
    ocr_confidences: list[PageConfidence]
    """How sure the text of each page is that was recognised in its picture, in their order; of more than 1,000 such
    pages the first. Empty where no page was read so, or that was before this was kept."""
    timings: DocumentTimings | None
    """How long its processing took; null where it was processed before this was kept, or elsewhere."""


@dataclass(slots=True, kw_only=True)
class DocumentPage(Model):
    """
    A page of a document.
    """

    page: int
    """Its number, from 1 on."""
    page_count: int
    """How many the document has."""
    text: str
    """Its text as it was read: without what stands on every page. Empty where nothing was read."""
    start_char: int | None
    """Where it begins in the document's text, in UTF-16 units; null where it is empty."""
    end_char: int | None
    """Where it ends there; null where it is empty."""
    truncated: bool
    """Whether the page goes on: a page, as a sheet may be one, is given up to its first million characters."""
    width: float | None
    """Width in points (72 to the inch) as it is displayed, turned and cropped; null where the file's pages have no
    pictures."""
    height: float | None
    """Height in points; null where the width is."""


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
    """The step, for humans; the error when processing failed."""
    progress: float
    """0 to 100."""


@dataclass(slots=True, kw_only=True)
class DocumentState(Model):
    """
    The status of one document.
    """

    id: str
    """The document's id."""
    status: Literal["pending", "processing", "ready", "failed"] | str
    """Where it stands.; `pending`: Accepted and durable; processing has not started.; `processing`: Being parsed,
    chunked or embedded.; `ready`: Searchable.; `failed`: Processing ended with an error, which `error_message`
    tells."""
    error_message: str | None
    """Why processing failed; null unless it did."""
    chunk_count: int
    """Number of chunks; 0 until processed."""


@dataclass(slots=True, kw_only=True)
class DocumentTable(Model):
    """
    A table of a document.
    """

    table: int
    """Its number in the document, from 1 on."""
    caption: str | None
    """Caption, where the document has one above the columns; null elsewhere."""
    header: list[DocumentTableRow]
    """The rows of its header, from the top, up to some 65,000 characters; empty where it has none."""
    rows: list[DocumentTableRow]
    """Rows, from `offset` on. What goes over several columns or rows is named in each."""
    offset: int
    """How many of its rows stand in front of these."""
    row_count: int
    """How many it has in all, without those of the header."""
    truncated: bool
    """Whether rows follow behind these: as many as were asked for are given, and those of some 260,000 characters at
    most (of a list, of each table 16,000)."""
    page_from: int | None
    """Page that it begins on, from 1 on; null where the file has no pages."""
    page_to: int | None
    """Page that it ends on."""
    section: list[str]
    """The headings that it stands under, outermost first."""


@dataclass(slots=True, kw_only=True)
class DocumentTableRow(Model):
    """
    A row of a table.
    """

    cells: list[str]
    """Its cells, from the left as it is read. Those that are empty at its end are left out."""


@dataclass(slots=True, kw_only=True)
class DocumentTimings(Model):
    """
    How long the processing of a document took that made its chunks, in milliseconds. Steps go on beside each other,
    and each counts the time in which at least one part of the document was in it: their sum may be more or less than
    `total_ms`.
    """

    waiting_ms: float
    """From when it was asked for (by an upload, by `reprocess`) until the attempt began that succeeded."""
    reading_ms: float
    """Fetching its page, if it has a URL, and reading the file by its parser."""
    cutting_ms: float
    """Cutting the text into chunks."""
    embedding_ms: float
    """Embedding the chunks; waiting for the provider is part of it."""
    storing_ms: float
    """Writing vectors to the vector store."""
    indexing_ms: float
    """Writing texts and words to the keyword index."""
    total_ms: float
    """The attempt, from its beginning until all was written. Waiting for a turn of the parsers is in it, and in no
    step."""


@dataclass(slots=True, kw_only=True)
class DocumentTotals(Model):
    """
    Documents of all collections.
    """

    total: int
    """Number of documents, in every status."""
    ready: int
    """Searchable."""
    pending: int
    """Waiting for processing."""
    processing: int
    """In processing."""
    failed: int
    """Ended with an error."""
    total_chunks: int
    """Number of live chunks."""
    total_tokens: int
    """Tokens of the live chunks."""
    total_size_bytes: int
    """Size of the original files, in bytes."""


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
    """The step, for humans; the error when processing failed."""
    progress: float
    """0 to 100."""


@dataclass(slots=True, kw_only=True)
class DuplicateGroup(Model):
    """
    Documents of a collection that have the same bytes.
    """

    content_hash: str
    """SHA-256 of the bytes, in lower-case hex."""
    documents: list[Document]
    """The documents, 2 to 100, the oldest first."""
    has_more: bool
    """Whether there are more of them than these."""


@dataclass(slots=True, kw_only=True)
class EmbedderAbilities(Model):
    """
    Capabilities of an embedder.
    """

    models: list[EmbedderModel]
    """The models it is known to have, the default first."""
    other_models: bool
    """Whether other models may be asked for."""
    credential: Literal["required", "optional", "none"] | str
    """Whether it needs a key of the provider's.; `required`: It does nothing without one.; `optional`: It takes one.;
    `none`: It knows of none."""
    max_batch_texts: int | None
    """Most texts of one call; null for no bound."""
    max_batch_tokens: int | None
    """Most tokens of one call; null for no bound."""
    learns: bool
    """Whether it learns from the texts of a collection."""
    default_alpha: float
    """Weight of the semantic score in hybrid search, 0 to 1, where neither collection nor query says another."""


@dataclass(slots=True, kw_only=True)
class EmbedderModel(Model):
    """
    A model of an embedder.
    """

    name: str
    """The model's name."""
    dimension: int
    """Length of its vectors, unless another is asked for."""
    min_dimension: int | None
    """Shortest vector that may be asked for; null where only `dimension` may."""
    max_dimension: int | None
    """Longest vector that may be asked for; null where only `dimension` may."""
    max_input_tokens: int | None
    """Most tokens of one text; null for no bound."""
    description: str
    """Description of the model and its use."""


@dataclass(slots=True, kw_only=True)
class EmbeddingModel(Model):
    """
    A model that makes embeddings.
    """

    provider: str
    """`provider_a`, `provider_b`, or the name of another configured embedder."""
    model: str
    """The model's name."""
    dimension: int
    """Length of its vectors, unless a collection asks for a shorter one."""
    description: str
    """Description of the model and its use."""


@dataclass(slots=True, kw_only=True)
class Facet(Model):
    """
    Values of one field, with the number of documents that have each. A list counts for each of its values.
    """

    field: str
    """The field."""
    values: list[FacetValue]
    """The most frequent values; of those with one count, in their order."""
    value_count: int
    """How many different values there are."""
    documents: int
    """How many documents have something in the field."""
    missing: int
    """How many documents have nothing there."""
    min: float | None = None
    """The least number. Absent where there are no numbers."""
    max: float | None = None
    """The greatest number. Absent where there are no numbers."""
    earliest: str | None = None
    """The first of the strings that begin as dates of ISO 8601 do (`2026-08`). Absent where there are none."""
    latest: str | None = None
    """The last of them. Absent where there are none."""


@dataclass(slots=True, kw_only=True)
class FacetValue(Model):
    """
    A value and how many documents have it. One of the first three is there.
    """

    string: str | None = None
    """The value, where it is a string."""
    number: float | None = None
    """The value, where it is a number."""
    boolean: bool | None = None
    """The value, where it is true or false."""
    count: int
    """How many documents have it."""


@dataclass(slots=True, kw_only=True)
class FileError(Model):
    """
    Why a file was not accepted.
    """

    filename: str
    """The file's name."""
    error: str
    """The reason."""


@dataclass(slots=True, kw_only=True)
class FileType(Model):
    """
    A file type that is read.
    """

    extension: str
    """The extension of its files, without the dot, in lower case."""
    media_type: str
    """Media type that the original of a document is answered with."""


@dataclass(slots=True, kw_only=True)
class GetVectorsResponse(Model):
    """
    The entries that exist.
    """

    vectors: list[StoredVector]
    """In the order of the ids; those that don't exist are left out."""
    total: int
    """How many there are here."""


@dataclass(slots=True, kw_only=True)
class Health(Model):
    """
    The server runs.
    """

    status: str
    """Always `ok`."""
    version: str
    """Version of the running service."""


@dataclass(slots=True, kw_only=True)
class HighlightedFragment(Model):
    """
    A fragment of a result's text. Characters are code points of Unicode.
    """

    text: str
    """The fragment, as it stands in the text."""
    offset: int
    """How many characters of the result's text stand before it."""
    matches: list[CharacterRange]
    """Ranges that match the query, in order, as the index understands words: inflected, misspelt, as part of a
    compound. Empty where the fragment is only the sentence that is nearest to the query, as in a semantic search."""


@dataclass(slots=True, kw_only=True)
class Identity(Model):
    """
    The caller, as the service knows it.
    """

    name: str
    """The name in the log: `api-secret`, `config:` or `key:` and the key's name, or `token:`, the signing key's name
    and, where the token has one, its subject after a slash."""
    scope: Literal["read", "write", "admin"] | str
    """Its rights.; `read`: Reads and queries.; `write`: Also uploads, deletes, reprocessing and vector writes.;
    `admin`: Also creating, changing and deleting collections, webhooks, and keys."""
    collections: list[str] | None
    """The only collections it may touch, by name; null for all."""
    filter: dict[str, Any]
    """Filter that documents and passages match to be seen and touched: the key's filter, or the token's and that of
    its signing key together. Empty where it is for all."""
    expires_at: datetime | None
    """When it ends; null for never."""


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
    another store; nothing is embedded.; `repair`: Makes the index again where it is, of what is left: passages of the
    documents' originals, vectors of the texts."""
    state: Literal["building", "verifying", "switched", "done", "cancelled", "failed", "rolled_back", "restoring"] | str
    """Where it stands.; `building`: The next index is being built; the former one answers.; `verifying`: The next
    index is complete and is being compared; the former one answers.; `switched`: The next index answers; the former
    one is kept, and the change can be rolled back.; `done`: The next index answers; the former one is gone.;
    `cancelled`: Was cancelled; the former index answers.; `failed`: Ended with an error, which `error` tells; the
    former index answers.; `rolled_back`: Was rolled back; the former index answers again.; `restoring`: The passages
    are being made again of the documents' originals; until all are there, the collection answers 503."""
    progress: int
    """How far it is, 0 to 100; 100 when the next index answers."""
    done_count: int
    """Passages looked at so far."""
    total_count: int
    """Passages that there were when it last began to count."""
    from_: IndexDescription
    """The index before."""
    to: IndexDescription
    """The index after."""
    rollback_of: str | None
    """The change that this one takes back; null for all others."""
    error: str | None
    """Error that ended a failed change; null for all others."""
    created_at: datetime
    """When it was started."""
    updated_at: datetime
    """When it last got on."""
    finished_at: datetime | None
    """When it ended; null while it runs or can be rolled back."""
    repair: RepairReport | None
    """Result of a repair so far; null for all others."""


@dataclass(slots=True, kw_only=True)
class IndexDescription(Model):
    """
    Vector store and embedding model of an index.
    """

    vector_store: str
    """Name of the vector store in the server's configuration."""
    embedding_provider: str
    """Embedding provider."""
    embedding_model: str
    """The embedding model's name."""
    dimension: int
    """Length of each embedding vector."""


@dataclass(slots=True, kw_only=True)
class Job(Model):
    """
    A unit of work that survives crashes.
    """

    id: str
    """Names the work; it may contain any printable character."""
    kind: str
    """Kind of work: `ingest` (a document is processed), `purge` (deleted data is removed from files, passages and
    vectors), or another kind that the guide on jobs lists."""
    state: Literal["queued", "waiting", "processing", "completed", "failed"] | str
    """Where it stands.; `queued`: Due; the next free worker takes it.; `waiting`: Waits for its time: a retry after a
    failed attempt, or work that is for later.; `processing`: Held by a worker.; `completed`: Finished.; `failed`:
    Given up, with an error."""
    stuck: bool
    """Whether it is in processing and looks stuck: its worker has not been heard of for the time of a lease, or holds
    it for more than 15 minutes and ten times as long as the last ones of its kind took. A job whose lease has run out
    is taken by the next free worker. A change of an index may take hours, so only its lease counts."""
    collection: str | None
    """Name of the collection; null when it is gone."""
    document_id: str | None
    """Id of the document that it is about; null when it is about something else."""
    filename: str | None
    """File name of that document; null when there is none, or it is gone."""
    attempts: int
    """Attempts begun, the one under way included."""
    max_attempts: int
    """How many attempts it has. Waiting for a provider takes none of them."""
    error: str | None
    """Error that ended the last failed attempt; null when none failed."""
    created_at: datetime
    """When it was made."""
    due_at: datetime
    """When it is due, or was: the time of the next attempt while it waits."""
    started_at: datetime | None
    """When its last attempt began; null before the first."""
    lease_until: datetime | None
    """Until when its worker holds it without giving a sign; null unless it is in processing."""
    finished_at: datetime | None
    """When it completed or failed; null before."""
    waits_for: str | None
    """Name of the embedder that it waits for, having given its place to others; null when it doesn't. It is woken
    when the provider answers; `due_at` is when it looks again at the latest, `error` says what the provider said."""
    waits_until: datetime | None
    """Until when it waits for that before it fails; null when it doesn't wait, or has nothing to fail of yet."""


@dataclass(slots=True, kw_only=True)
class JobCounts(Model):
    """
    Jobs by state, as far as they are kept: a day after their end.
    """

    queued: int
    """Due."""
    waiting: int
    """Waiting for their time."""
    processing: int
    """Held by a worker."""
    completed: int
    """Finished in the last day."""
    failed: int
    """Given up in the last day, and not processed again since."""
    stuck: int
    """Jobs in processing that look stuck."""


@dataclass(slots=True, kw_only=True)
class LackingCollection(Model):
    """
    A collection where no passage has some fields of the filter.
    """

    collection: str
    """The collection's name."""
    fields: list[str]
    """The fields."""


@dataclass(slots=True, kw_only=True)
class Link(Model):
    """
    A link of a passage.
    """

    text: str
    """The words that it stands behind; empty where it has none in the text."""
    url: str
    """Its address, as the file has it: absolute, or relative to where the file is from."""


@dataclass(slots=True, kw_only=True)
class ListChangesResponse(Model):
    """
    A page of changes.
    """

    changes: list[IndexChange]
    """The changes of this page, newest first."""
    total: int
    """How many there are in all."""
    current: IndexDescription
    """The index that answers now."""


@dataclass(slots=True, kw_only=True)
class ListChunksResponse(Model):
    """
    The live chunks of a document.
    """

    chunks: list[Chunk]
    """The chunks, by chunk_index."""
    total: int
    """How many the document has in all."""


@dataclass(slots=True, kw_only=True)
class ListCollectionsResponse(Model):
    """
    A page of collections.
    """

    collections: list[Collection]
    """The collections of this page, by creation time, then id."""
    total: int
    """How many match in all."""


@dataclass(slots=True, kw_only=True)
class ListDocumentTablesResponse(Model):
    """
    Tables of a document.
    """

    tables: list[DocumentTable]
    """The tables, by their number."""
    total: int
    """How many the document has in all."""


@dataclass(slots=True, kw_only=True)
class ListDocumentsResponse(Model):
    """
    A page of documents.
    """

    documents: list[Document]
    """The documents of this page, by creation time, then id."""
    total: int
    """How many match in all."""
    next_cursor: str | None = None
    """Where the next page begins, for `cursor`. Absent on the last page, and where nothing but `status`, `failed_by`,
    `limit` and `offset` was asked for; to begin a walk by cursors, say a `sort`. Extension."""


@dataclass(slots=True, kw_only=True)
class ListDuplicatesResponse(Model):
    """
    Documents that have the same bytes.
    """

    groups: list[DuplicateGroup]
    """The groups, in the order of their hashes."""
    next_cursor: str | None = None
    """Where the next page begins, for `cursor`. Absent on the last page."""


@dataclass(slots=True, kw_only=True)
class ListEmbeddingModelsResponse(Model):
    """
    The embedding models.
    """

    models: list[EmbeddingModel]
    """The models, by provider."""


@dataclass(slots=True, kw_only=True)
class ListFileTypesResponse(Model):
    """
    The file types that are read.
    """

    file_types: list[FileType]
    """File types of the contract in its order, then others in the order of the configuration."""


@dataclass(slots=True, kw_only=True)
class ListJobsResponse(Model):
    """
    A page of jobs.
    """

    jobs: list[Job]
    """The jobs of this page."""
    total: int
    """How many match in all."""
    counts: JobCounts
    """All jobs by state, or all of the kind that was asked for."""


@dataclass(slots=True, kw_only=True)
class ListKeysResponse(Model):
    """
    The keys.
    """

    keys: list[AccessKey]
    """All of them, or those of this page."""
    total: int
    """How many there are in all."""


@dataclass(slots=True, kw_only=True)
class ListModelsResponse(Model):
    """
    The models, and the use of one.
    """

    models: list[LocalModel]
    """Known models first, then folders, then others that are loaded and need no key."""
    use: ModelUse | None = None
    """The use that is under way, or the last one; absent where there was none."""


@dataclass(slots=True, kw_only=True)
class ListOperationsResponse(Model):
    """
    A page of operations.
    """

    operations: list[Operation]
    """The operations of this page, newest first."""
    total: int
    """How many there are in all."""


@dataclass(slots=True, kw_only=True)
class ListPluginsResponse(Model):
    """
    The plugins that are loaded.
    """

    plugins: list[Plugin]
    """Vector stores, embedders, rerankers, parsers; each kind in the order of the configuration."""


@dataclass(slots=True, kw_only=True)
class ListVectorStoresResponse(Model):
    """
    The vector stores of the server.
    """

    vector_stores: list[VectorStore]
    """In the order of the configuration."""


@dataclass(slots=True, kw_only=True)
class ListVectorsResponse(Model):
    """
    A page of entries.
    """

    vectors: list[StoredVector]
    """In the order in which they were last written. A page may have fewer than `limit`, and even none, before the
    last one."""
    next_cursor: str | None
    """Where the next page begins; null after the last."""


@dataclass(slots=True, kw_only=True)
class ListWebhookDeliveriesResponse(Model):
    """
    A page of deliveries.
    """

    deliveries: list[WebhookDelivery]
    """The deliveries of this page, newest first."""
    total: int
    """How many there are in all."""


@dataclass(slots=True, kw_only=True)
class ListWebhooksResponse(Model):
    """
    A page of webhooks.
    """

    webhooks: list[Webhook]
    """The webhooks of this page, by creation time, then id."""
    total: int
    """How many there are in all."""


@dataclass(slots=True, kw_only=True)
class LocalModel(Model):
    """
    A model that can run on this machine.
    """

    name: str
    """The name that it is used by, and that collections give as `embedding_provider`."""
    kind: Literal["vector_store", "parser", "embedder", "reranker"] | str | None = None
    """Embedder or reranker; absent for a folder that is not loaded.; `vector_store`: Keeps vectors and finds the
    nearest.; `parser`: Reads files.; `embedder`: Computes vectors of texts.; `reranker`: Orders passages by a
    query."""
    languages: str
    """Languages of a known model; empty for others."""
    licence: str
    """Licence of a known model; empty for others."""
    megabytes: int
    """Approximate size of a known model's files in MB; 0 for others."""
    is_present: bool
    """Whether its folder is in the models folder."""
    is_loaded: bool
    """Whether it is loaded, so that collections can name it."""
    is_default: bool
    """Whether new collections get it."""


@dataclass(slots=True, kw_only=True)
class ModelCost(Model):
    """
    Cost of using a model.
    """

    passages_per_second: float
    """Measured passages a second, with this machine's present load and passages of the collections to move."""
    collections: int
    """Collections to move."""
    documents: int
    """Documents in them."""
    passages: int
    """Passages in them."""
    seconds: float
    """Approximate duration of the move, in seconds."""
    disk_bytes: int
    """Approximate bytes of the new vectors. The former ones are kept beside them for a day."""


@dataclass(slots=True, kw_only=True)
class ModelUse(Model):
    """
    The use of a model.
    """

    name: str
    """Name of the model."""
    state: Literal["fetching", "installing", "measuring", "prepared", "moving", "done", "cancelled", "failed", "rolling_back", "rolled_back"] | str
    """Its state.; `fetching`: Files are fetched, or verified.; `installing`: The runtime is being installed.;
    `measuring`: The model is loaded and measured.; `prepared`: The model can be used; `cost` says at what cost.;
    `moving`: Collections are being moved.; `done`: The model is the default, and the collections are moved;
    `problems` lists those that are not.; `cancelled`: Cancelled.; `failed`: Ended by an error, which is in `error`.;
    `rolling_back`: Collections are being moved back.; `rolled_back`: The former embedder is the default, and the
    collections are moved back; `problems` lists those that are not."""
    progress: int
    """Progress of the present step, 0 to 100."""
    detail: str
    """The file or collection in work; empty where there is none."""
    error: str | None
    """Error that ended it; null without one."""
    cost: ModelCost | None
    """Its cost; null until it is measured."""
    warnings: list[str]
    """Warnings about the collections to move: languages that the model does not know."""
    done_count: int
    """Collections that are moved or need no move."""
    total_count: int
    """Collections to move."""
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
    """The results of all collections, best first, each with its `collection`."""
    query: str
    """The query as it was asked."""
    total: int
    """How many results there are here."""
    timings: QueryTimings | None = None
    """Where the time went. Only with `explain`. Extension."""
    explanation: QueryExplanation | None = None
    """How the query was understood. Only with `explain`. Extension."""


@dataclass(slots=True, kw_only=True)
class NamedItems(Model):
    """
    Some things by their ids.
    """

    count: int
    """How many there are."""
    ids: list[str]
    """The ids of the first of them, 100 at most."""


@dataclass(slots=True, kw_only=True)
class Operation(Model):
    """
    Work on many documents or vectors that goes on by itself.
    """

    id: str
    """UUID."""
    collection: str
    """Name of the collection, as it was at the beginning."""
    kind: Literal["delete_documents", "reprocess_documents", "update_documents", "delete_vectors", "truncate"] | str
    """Kind of the operation.; `delete_documents`: Documents are deleted.; `reprocess_documents`: Documents are
    processed again.; `update_documents`: Metadata or expiry times of documents are changed.; `delete_vectors`:
    Entries that were written directly are deleted; those that are gone meanwhile, or were written again, count as
    done.; `truncate`: Documents are deleted, then entries that were written directly."""
    state: Literal["running", "completed", "cancelled", "failed"] | str
    """Where it stands.; `running`: It goes on.; `completed`: All is done that could be done; `errors` says what could
    not.; `cancelled`: It was cancelled, or its collection was deleted. What was done by then stays done.; `failed`:
    It was given up; the last of `errors` says why."""
    total: int
    """How many matched at its beginning, or the `limit` where that is less."""
    done: int
    """How many of them are done."""
    failed: int
    """How many could not be done."""
    errors: list[WorkError]
    """Errors: what could not be done, and why; the first 100."""
    created_at: datetime
    """When it began."""
    updated_at: datetime
    """When it last got on."""
    finished_at: datetime | None
    """When it ended; null while it runs."""


@dataclass(slots=True, kw_only=True)
class PageConfidence(Model):
    """
    How sure the recognised text of a page is.
    """

    page: int
    """Number of the page, from 1."""
    confidence: float
    """Mean over its words, 0 to 1, long ones counting for more. A page with less than 0.88 is named in the warnings,
    too."""


@dataclass(slots=True, kw_only=True)
class ParserAbilities(Model):
    """
    Capabilities of a parser.
    """

    file_types: list[str]
    """All the types it can read, whether or not it is chosen for them."""
    isolation: Literal["thread", "process"] | str
    """Where it runs.; `thread`: In a worker thread of the service.; `process`: In a process of its own."""


@dataclass(slots=True, kw_only=True)
class PlatformStats(Model):
    """
    Counts over all collections.
    """

    collections: int
    """Number of collections."""
    documents: DocumentTotals
    """Documents of all collections."""
    webhooks: int
    """Number of webhooks."""
    queue: QueueCounts
    """The processing queue."""


@dataclass(slots=True, kw_only=True)
class Plugin(Model):
    """
    A plugin at one place of the configuration. Exactly one of `vector_store`, `embedder`, `reranker` and `parser` is
    there, as its kind says.
    """

    kind: Literal["vector_store", "parser", "embedder", "reranker"] | str
    """Kind of the plugin.; `vector_store`: Keeps vectors and finds the nearest.; `parser`: Reads files.; `embedder`:
    Computes vectors of texts.; `reranker`: Orders passages by a query."""
    names: list[str]
    """Names in the configuration: one name, or the file types that a parser reads."""
    id: str
    """Name that the plugin declares."""
    module: str
    """Package or path that the configuration loads it from."""
    version: str | None
    """Version of its package; null for a module that belongs to none."""
    contract_version: int
    """Version of the plugin contract that it speaks."""
    is_default: bool
    """Whether it is taken where nothing else is asked for. Of rerankers none is."""
    health: Literal["ok", "failing", "unknown", "needs_key"] | str
    """How it says that it is.; `ok`: Well. Of a provider that asks for money only this is known: its plugin is
    ready.; `failing`: Not well, or it did not answer in time; the message says which.; `unknown`: Can't be asked: a
    parser is started when a document comes.; `needs_key`: It has no key of its provider's, and does nothing without
    one: it serves collections that bring their own."""
    health_message: str | None
    """Why it is failing; null when it is not."""
    faults: PluginFaults
    """Where it broke its contract since this process was started, and was contained. Not counted for parsers: there
    the documents tell."""
    settings: dict[str, Any]
    """Its settings with their defaults; secrets are hidden."""
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
    Faults of a plugin that harmed nobody else: it threw, hung or answered nonsense.
    """

    count: int
    """How many."""
    last_at: datetime | None
    """When the last one was; null when there was none."""
    last_message: str | None
    """Message of the last one; null when there was none."""


@dataclass(slots=True, kw_only=True)
class QueryCorrection(Model):
    """
    A word that was taken for a misspelt one.
    """

    word: str
    """The word that the collection doesn't hold, in lower case."""
    replacement: str
    """The word of the collection that was searched for."""
    collection: str | None = None
    """The collection's name. Only in multi-collection queries."""


@dataclass(slots=True, kw_only=True)
class QueryCount(Model):
    """
    How often a query was asked.
    """

    query: str
    """The query's text."""
    count: int
    """How often."""


@dataclass(slots=True, kw_only=True)
class QueryExplanation(Model):
    """
    How a query was understood.
    """

    corrections: list[QueryCorrection]
    """Words of the query that a collection doesn't hold, and what was taken for them there."""
    words_left_out: int
    """Words at the query's end that it was not searched by: it has more than 1,000 distinct ones. A model that reads
    texts as a whole is given all of it."""
    unknown_filter_fields: list[str]
    """Fields of the filter that no passage has, of those that the key may see: not in the collection, or in none of
    several."""
    lacking_collections: list[LackingCollection]
    """Collections without a field of the filter that others have. Only in multi-collection queries."""


@dataclass(slots=True, kw_only=True)
class QueryResponse(Model):
    """
    Results of a query of one collection.
    """

    results: list[QueryResult]
    """The results, best first."""
    query: str
    """The query as it was asked."""
    collection: str
    """The collection's name."""
    total: int
    """How many results there are here."""
    timings: QueryTimings | None = None
    """Where the time went. Only with `explain`. Extension."""
    explanation: QueryExplanation | None = None
    """How the query was understood. Only with `explain`. Extension."""


@dataclass(slots=True, kw_only=True)
class QueryResult(Model):
    """
    A passage that was found.
    """

    id: str
    """Id of the chunk or vector."""
    text: str | None = None
    """Its text. Absent where `include` does not name it."""
    score: float
    """0 to 1, higher is more relevant."""
    document_id: str
    """UUID of the document; of a direct vector its `metadata.document_id`, or empty."""
    chunk_index: int
    """Zero-based position in the document."""
    metadata: dict[str, Any]
    """Metadata of chunk and document."""
    collection: str | None = None
    """The collection's name. Only in multi-collection results."""
    expanded_text: str | None = None
    """The text together with its neighbours' text. Only with `expand`. Extension."""
    explanation: ScoreExplanation | None = None
    """How the score came about. Only with `explain`. Extension."""
    embedding: list[float] | None = None
    """Its vector, of unit length. Only where `include` names it; absent where it has none. Extension."""
    highlights: list[HighlightedFragment] | None = None
    """Where its text holds what was asked for. Only with `highlight`. Extension."""
    citation: Citation | None = None
    """Where it stands. Only with `citations`, and of passages of documents. Extension."""
    links: list[Link] | None = None
    """The addresses behind the words of its text, at most 64; absent where it has none. Extension."""


@dataclass(slots=True, kw_only=True)
class QueryTimings(Model):
    """
    Where the time of a query went, in milliseconds. A stage that did not run is null.
    """

    embed_ms: float | None
    """Embedding the query."""
    semantic_ms: float | None
    """Searching by vector."""
    keyword_ms: float | None
    """Searching by words."""
    rerank_ms: float | None
    """Reranking."""
    total_ms: float
    """Everything."""


@dataclass(slots=True, kw_only=True)
class QueueCounts(Model):
    """
    Jobs of the processing queue, by state.
    """

    queued: int
    """Taken in and not finished: pending and processing together."""
    completed: int
    """Finished."""
    failed: int
    """Given up."""
    pending: int
    """Waiting for a worker."""
    processing: int
    """At a worker."""


@dataclass(slots=True, kw_only=True)
class Readiness(Model):
    """
    Readiness of the service and of the systems that it depends on.
    """

    status: Literal["ok", "degraded"] | str
    """`ok`, or `degraded` when one of the booleans is false."""
    version: str
    """Version of the running service."""
    database: bool
    """The relational database, the files, and the folders that the service writes to."""
    vector_store: bool
    """The vector store."""
    cache: bool
    """The cache and queue store."""
    reason: str | None = None
    """Why it is degraded: a full disk, writes that fail, an index that is damaged, by its name. Absent while it is
    not."""


@dataclass(slots=True, kw_only=True)
class RepairReport(Model):
    """
    Result of a repair: what it rebuilt, and what is lost.
    """

    restored_documents: int
    """Documents whose passages were made again of their originals."""
    lost_documents: NamedItems
    """Documents whose passages are lost, and whose originals can't be read: they are failed now."""
    remade_vectors: NamedItems
    """Vectors that clients wrote and that are lost, made again of their texts with the collection's model."""
    lost_vectors: NamedItems
    """Vectors that clients wrote and that are lost: write them again."""
    has_unnamed: bool
    """Whether clients' vectors may be lost that nothing names any more."""


@dataclass(slots=True, kw_only=True)
class RerankResponse(Model):
    """
    The texts by their relevance.
    """

    id: str
    """The request's id, as in its header `X-Request-Id`."""
    model: str
    """The model that judged."""
    results: list[RerankResult]
    """The most relevant first; of equal ones the earlier."""


@dataclass(slots=True, kw_only=True)
class RerankResult(Model):
    """
    How relevant a text is.
    """

    index: int
    """Its position among the documents, from 0 on."""
    relevance_score: float
    """From 0 to 1; higher is more relevant."""
    document: RerankedDocument | None = None
    """The text. Only with `return_documents`."""


@dataclass(slots=True, kw_only=True)
class RerankedDocument(Model):
    """
    A text that was judged.
    """

    text: str
    """The text."""


@dataclass(slots=True, kw_only=True)
class RerankerAbilities(Model):
    """
    Capabilities of a reranker.
    """

    models: list[str]
    """The models it is known to have, the default first."""
    credential: Literal["required", "optional", "none"] | str
    """Whether it needs a key of the provider's.; `required`: It does nothing without one.; `optional`: It takes one.;
    `none`: It knows of none."""
    max_passages: int | None
    """Most passages of one call; null for no bound."""


@dataclass(slots=True, kw_only=True)
class ScoreExplanation(Model):
    """
    How a score came about. A part that played no role is null.
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
    A setting of the environment.
    """

    variable: str
    """The environment variable."""
    description: str
    """Description of its effect."""
    expected: str
    """Description of the values that it may have."""
    value: str | None
    """The value in effect, as text; null when there is none, and for secrets."""
    default_value: str | None
    """Its default, as text; null when it has none."""
    is_set: bool
    """Whether the environment sets it."""
    is_secret: bool
    """Whether its value is never shown."""


@dataclass(slots=True, kw_only=True)
class StatusCounts(Model):
    """
    Documents by status.
    """

    ready: int
    """Searchable."""
    pending: int
    """Waiting for processing."""
    processing: int
    """In processing."""
    failed: int
    """Ended with an error."""


@dataclass(slots=True, kw_only=True)
class StatusResponse(Model):
    """
    The answer of an operation that returns no resource.
    """

    status: str
    """Always `ok`."""
    message: str
    """Human-readable description of what was done."""


@dataclass(slots=True, kw_only=True)
class StoredVector(Model):
    """
    An entry as it is kept. What was not asked for is absent or empty.
    """

    id: str
    """The entry's id."""
    text: str | None = None
    """The text it stands for. Absent where `include` does not name it."""
    metadata: dict[str, Any]
    """Its metadata."""
    has_embedding: bool
    """Whether it has a vector. One without is found by its words alone."""
    embedding: list[float] | None = None
    """Its vector, of unit length: little-endian float32, in JSON an array of numbers. Only where `include` names
    it."""


@dataclass(slots=True, kw_only=True)
class TestWebhookResponse(Model):
    """
    A test on its way.
    """

    status: str
    """Always `ok`."""
    message: str
    """Human-readable description of what was done."""
    delivery_id: str
    """Id of the delivery, to be found in the delivery history."""


@dataclass(slots=True, kw_only=True)
class UpdateVectorsResponse(Model):
    """
    Result of a change of entries.
    """

    status: str
    """Always `ok`."""
    updated: int
    """How many entries there were."""


@dataclass(slots=True, kw_only=True)
class UpsertVectorsResponse(Model):
    """
    Result of a write of entries.
    """

    status: str
    """Always `ok`."""
    upserted: int
    """How many ids were inserted or replaced."""
    skipped: int | None = None
    """How many ids were there already. Only with `on_conflict: skip`. Extension."""


@dataclass(slots=True, kw_only=True)
class Usage(Model):
    """
    Usage by day.
    """

    days: list[UsageDay]
    """By day, then by group."""
    total: int
    """How many there are in all."""


@dataclass(slots=True, kw_only=True)
class UsageDay(Model):
    """
    Usage of a group on a day.
    """

    day: str
    """The day, such as `2026-11-20`."""
    group: str
    """The collection's name, or the key's as in the log."""
    requests: int
    """Requests of the contract that were let in; one that names several collections counts for each."""
    queries: int
    """Answered queries; one on several collections counts for each."""
    embedded_tokens: int | None
    """Tokens of texts that an embedder was given for the collection's documents and entries; those of the cache are
    none. Null by key: an embedder works for a collection."""
    stored_bytes: int | None
    """Bytes of the original files when the collection was last used that day. Null by key."""


@dataclass(slots=True, kw_only=True)
class VectorStore(Model):
    """
    A vector store of the server's configuration.
    """

    name: str
    """The name that collections are moved to it by."""
    plugin: str
    """The plugin that speaks to it."""
    is_default: bool
    """Whether new collections are made on it."""
    healthy: bool
    """Whether it answers now."""


@dataclass(slots=True, kw_only=True)
class VectorStoreAbilities(Model):
    """
    Capabilities of a vector store.
    """

    max_top_k: int
    """Most results of one search."""
    max_dimension: int
    """Longest vector."""
    shared_between_processes: bool
    """Whether several processes may use it at once."""


@dataclass(slots=True, kw_only=True)
class Webhook(Model):
    """
    A receiver of events.
    """

    id: str
    """The webhook's id."""
    url: str
    """Where events are sent."""
    events: list[Literal["document.processing", "document.ready", "document.failed", "webhook.test", "document.deleted", "document.unchanged"] | str]
    """Which events are sent.; `document.processing`: Processing of a document has started.; `document.ready`: A
    document is processed and searchable.; `document.failed`: Processing of a document failed.; `webhook.test`: The
    test endpoint was called. Can't be subscribed to.; `document.deleted`: A document was deleted, by whom and how
    ever, or its `expires_at` has come. Extension.; `document.unchanged`: A document was to be replaced by the same
    bytes, name and metadata: nothing was done. Extension."""
    collections: list[str] | None
    """Only events of these collections; null for all."""
    description: str
    """Description of its purpose; may be empty."""
    active: bool
    """Whether events are sent."""
    created_at: datetime
    """When it was created."""
    updated_at: datetime
    """When it last changed."""
    secret: str | None = None
    """Key of the HMAC-SHA256 signature. Only in the answer to its creation."""


@dataclass(slots=True, kw_only=True)
class WebhookDelivery(Model):
    """
    One event on its way to one webhook. Kept 30 days.
    """

    id: str
    """UUID, the same on every attempt; the header X-Service-Delivery."""
    webhook_id: str
    """The webhook's id."""
    event: Literal["document.processing", "document.ready", "document.failed", "webhook.test", "document.deleted", "document.unchanged"] | str
    """Type of the event.; `document.processing`: Processing of a document has started.; `document.ready`: A document
    is processed and searchable.; `document.failed`: Processing of a document failed.; `webhook.test`: The test
    endpoint was called. Can't be subscribed to.; `document.deleted`: A document was deleted, by whom and how ever, or
    its `expires_at` has come. Extension.; `document.unchanged`: A document was to be replaced by the same bytes, name
    and metadata: nothing was done. Extension."""
    collection: str
    """The collection's name; empty for a test."""
    document_id: str
    """The document's id; empty for a test."""
    status: Literal["pending", "delivered", "failed"] | str
    """Status of the delivery.; `pending`: Not sent yet, or to be tried again.; `delivered`: The receiver answered
    2xx.; `failed`: All attempts failed."""
    attempts: int
    """How often it was tried."""
    response_status: int | None
    """HTTP status of the last answer; null when there was none."""
    error: str | None
    """Why the last attempt failed; null when it did not."""
    payload: dict[str, Any]
    """The body that is sent."""
    created_at: datetime
    """When the event happened."""
    next_attempt_at: datetime | None
    """When it is tried next; null when it is not."""
    delivered_at: datetime | None
    """When it was delivered; null when it was not."""


@dataclass(slots=True, kw_only=True)
class WorkAnswer(Model):
    """
    Result of work on many documents.
    """

    matched: int
    """How many match."""
    done: int | None = None
    """How many are done. Absent for a dry run, and where an operation does it."""
    errors: list[WorkError]
    """Errors: what could not be done, and why."""
    operation: Operation | None = None
    """Operation that does the work, where more than 1,000 are to be done: the status is 202 then. Absent
    otherwise."""


@dataclass(slots=True, kw_only=True)
class WorkError(Model):
    """
    Why something could not be done.
    """

    document_id: str
    """The document's id; empty where it is about all of them."""
    error: str
    """Error message."""
