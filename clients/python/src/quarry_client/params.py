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
    """The question, in natural language; at most 32,768 characters, not blank. Required, except for a semantic query
    with a `vector`."""
    top_k: int | None
    """Most results, 1 to 1,000; of several collections, of each. Default: the collection's default_top_k."""
    filters: Mapping[str, Any] | None
    """Metadata filter: a field maps to a value, or to an object of operators such as `{"$gte": 2020}`. Operators: $eq
    $ne $gt $gte $lt $lte $in $nin $exists $contains $not_contains $and $or $not $nor. Default: no filter."""
    min_score: float | None
    """Lowest score of a result; scores are from 0 to 1. Default: the collection's default_min_score."""
    search_mode: Literal["semantic", "keyword", "hybrid"] | str | None
    """Default: the collection's default_search_mode.; `semantic`: By meaning: similarity of embeddings.; `keyword`:
    By words: the keyword index.; `hybrid`: Both, fused into one ranking."""
    rerank: bool | None
    """Whether a reranking model orders the results. Default: the collection's reranking_enabled."""
    explain: bool | None
    """Adds component scores to each result and timings beside them. Default false. Extension."""
    expand: int | None
    """Adds the text of this many neighbouring chunks on each side, 0 to 10. Default 0. Extension."""
    alpha: float | None
    """Weight of the semantic score in hybrid search, 0 to 1; the keyword score has the rest. Other modes ignore it.
    Default: the collection's default_alpha. Extension."""
    max_chunks_per_document: int | None
    """Most results of one document, 1 to 1,000; the next best of other documents take the places. Default: no limit.
    Extension."""
    diversity: float | None
    """How much results are to differ from those before them, 0 to 1: results are ordered by relevance less this share
    of likeness. Scores stay what they are. Default 0, by score alone. Extension."""
    highlight: bool | Highlight | None
    """Shows in each result where it holds what was asked for, as `highlights`: true, or how much of it. Default: not.
    Extension."""
    citations: bool | None
    """Adds to each result where it stands: document, pages, section, range of the text and rectangles on the page.
    Default false. Extension."""
    vector: Sequence[float] | None
    """The vector to search by, in the place of one that the service would make of the query: of the collection's
    dimension, little-endian float32, in JSON an array of numbers. A semantic query needs no text with it; a hybrid
    one takes the text for its words. Without a text the mode is semantic. Extension."""
    include: Sequence[Literal["embedding", "text", "metadata"] | str] | None
    """Parts that results hold; a text that is left out is absent, metadata is empty. Default: text and metadata.
    Extension.; `embedding`: Its vector, of unit length as it is kept.; `text`: Its text.; `metadata`: Its
    metadata."""


class GivenChunk(TypedDict, total=False):
    """
    A chunk that was cut elsewhere.
    """

    text: str | None
    """The chunk's text: not blank, at most 10,000 tokens, and no more than the collection's embedding model takes."""
    page: int | None
    """The page that it is on, from 1. Default: none."""
    section: Sequence[str] | None
    """The headings above it, the outermost first; they are embedded and indexed with the text. Default: none."""
    metadata: Mapping[str, Any] | None
    """Metadata of this chunk alone, beside the document's, which it goes before. Default: empty."""


class Highlight(TypedDict, total=False):
    """
    How much of each result is shown.
    """

    fragments: int | None
    """Most fragments of a result, 1 to 10. Default 3."""
    fragment_chars: int | None
    """Most characters of a fragment, 20 to 2,000. Default 200."""


class RerankDocument(TypedDict, total=False):
    """
    A text to be judged.
    """

    text: str | None
    """The text."""


class VectorEntry(TypedDict, total=False):
    """
    One vector with what belongs to it.
    """

    id: Required[str]
    """Unique in the collection; not the id of a document's chunk."""
    embedding: Sequence[float] | None
    """The vector: little-endian float32, as many as the collection's dimension. In JSON an array of numbers. NaN,
    infinite and all-zero vectors are invalid. Required, unless `embed` is given."""
    text: str | None
    """The text it stands for. Default: empty."""
    metadata: Mapping[str, Any] | None
    """Arbitrary; `document_id` and `chunk_index` in it show up in query results. Default: empty."""
    embed: bool | None
    """For an entry without an `embedding`: true has the service embed its text with the collection's model; false
    leaves it without a vector, to be found by its words alone. Extension."""
