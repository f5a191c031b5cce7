"""Made from the contract by `npm run generate`; don't edit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypedDict

if TYPE_CHECKING:
    from typing_extensions import Required

class BatchQueryItem(TypedDict, total=False):
    """
    One query of a batch.
    """

    collection: Required[str]
    """The collection's name."""
    query: str | None
    """Query text in natural language; at most 32,768 characters, not blank. Required, except for a semantic query
    with a `vector`."""
    top_k: int | None
    """Maximum number of results, 1 to 1,000; for several collections, per collection. Default: the collection's
    default_top_k."""
    filters: Mapping[str, Any] | None
    """Metadata filter: a field maps to a value, or to an object of operators such as `{"$gte": 2020}`. Operators: $eq
    $ne $gt $gte $lt $lte $in $nin $exists $contains $not_contains $and $or $not $nor. Default: no filter."""
    min_score: float | None
    """Minimum score of a result; scores are from 0 to 1. Default: the collection's default_min_score."""
    search_mode: Literal["semantic", "keyword", "hybrid"] | str | None
    """Search mode. Default: the collection's default_search_mode.; `semantic`: Semantic search: by similarity of
    embeddings.; `keyword`: Keyword search: by the words of the query, in the keyword index.; `hybrid`: Semantic and
    keyword search, fused into one ranking."""
    rerank: bool | None
    """Whether a reranking model sorts the results. Default: the collection's reranking_enabled."""
    explain: bool | None
    """Adds component scores to each result, and timings to the response. Default false. Extension."""
    expand: int | None
    """Adds the text of this many neighbouring chunks on each side, 0 to 10. Default 0. Extension."""
    alpha: float | None
    """Weight of the semantic score in hybrid search, 0 to 1; the remainder is the weight of the keyword score. Other
    modes ignore it. Default: the collection's default_alpha. Extension."""
    max_chunks_per_document: int | None
    """Maximum number of results per document, 1 to 1,000; the next best results of other documents replace the rest.
    Default: no limit. Extension."""
    diversity: float | None
    """Weight of diversity, 0 to 1: results are sorted by relevance minus this fraction of their similarity to
    previous results. Scores don't change. Default 0: sorted by score alone. Extension."""
    highlight: bool | Highlight | None
    """Adds `highlights` to each result, the fragments of its text that match the query: true, or an object with
    limits. Default: no highlights. Extension."""
    citations: bool | None
    """Adds `citation` to each result, its location: document, pages, section, range of the text and rectangles on the
    page. Default false. Extension."""
    vector: Sequence[float] | None
    """Query vector, used instead of an embedding of the query text: little-endian float32 values, as many as the
    collection's dimension; in JSON an array of numbers. A semantic query then needs no text; a hybrid query uses the
    text for keyword search. Without a text the mode is semantic. Extension."""
    include: Sequence[Literal["embedding", "text", "metadata"] | str] | None
    """Parts of the results to return. An omitted text is absent, omitted metadata is empty. Default: text and
    metadata. Extension.; `embedding`: Its vector, normalised to unit length as it is stored.; `text`: Its text.;
    `metadata`: Its metadata."""


class GivenChunk(TypedDict, total=False):
    """
    A pre-cut chunk.
    """

    text: str | None
    """Text of the chunk: not blank, at most 10,000 tokens, and no more than the collection's embedding model
    accepts."""
    page: int | None
    """Page that contains the chunk, from 1. Default: none."""
    section: Sequence[str] | None
    """Headings above the chunk, outermost first; they are embedded and indexed with the text. Default: none."""
    metadata: Mapping[str, Any] | None
    """Metadata of this chunk, in addition to the document's; it overrides the document's fields of the same name.
    Default: empty."""


class Highlight(TypedDict, total=False):
    """
    Limits of the highlights of each result.
    """

    fragments: int | None
    """Maximum number of fragments per result, 1 to 10. Default 3."""
    fragment_chars: int | None
    """Maximum number of characters per fragment, 20 to 2,000. Default 200."""


class RerankDocument(TypedDict, total=False):
    """
    A text to score.
    """

    text: str | None
    """The text."""


class VectorEntry(TypedDict, total=False):
    """
    A vector with its id, text and metadata.
    """

    id: Required[str]
    """Id of the entry, unique in the collection. Must not be the id of a document's chunk."""
    embedding: Sequence[float] | None
    """Vector: little-endian float32 values, as many as the collection's dimension. In JSON an array of numbers.
    Vectors with NaN or infinite values and all-zero vectors are invalid. Required, unless `embed` is set."""
    text: str | None
    """Text that the vector represents. Default: empty."""
    metadata: Mapping[str, Any] | None
    """Arbitrary metadata; query results return its `document_id` and `chunk_index`. Default: empty."""
    embed: bool | None
    """For an entry without an `embedding`: true embeds its text with the collection's model; false stores it without
    a vector, so that only keyword search finds it. Extension."""
