"""Documents of Haystack as entries of Quarry, and back."""

from __future__ import annotations

import base64
import math
from collections.abc import Mapping
from contextlib import suppress
from datetime import date
from typing import Any

from haystack.dataclasses import ByteStream, Document, SparseEmbedding
from quarry_client import models
from quarry_client.params import VectorEntry

RESERVED = "_haystack"
"""The field of an entry's metadata for what a document has and an entry has not."""

FloatPaths = dict[str, list[list["str | int"]]]
"""By the name of a field: the places below it of floats without a fraction."""

_UNIT = 1e-6
"""How far from 1 the length of an embedding may be for it to be kept as it is."""


def to_entry(document: Document, *, server_embedding: bool) -> VectorEntry:
    """
    Returns the entry that is written for a document.

    :param server_embedding: Whether the service embeds texts that come without an embedding.
    :raises ValueError: If the document has what can't be kept.
    """
    floats: FloatPaths = {}
    metadata = to_metadata(document.meta, floats, f"document {document.id!r}: meta")
    reserved: dict[str, Any] = {"id": document.id}
    if floats:
        reserved["floats"] = floats
    if document.content is None:
        reserved["has_content"] = False
    if document.blob is not None:
        blob = document.blob
        reserved["blob"] = {"meta": blob.meta, "mime_type": blob.mime_type, "data": base64.b64encode(blob.data).decode()}
    if document.sparse_embedding is not None:
        reserved["sparse_embedding"] = document.sparse_embedding.to_dict()
    content = document.content or ""
    entry: VectorEntry = {"id": document.id, "text": content, "metadata": {**metadata, RESERVED: reserved}}
    if document.embedding is None:
        entry["embed"] = server_embedding and content.strip() != ""
        return entry
    entry["embedding"], length = _embedding_of(document)
    # The service keeps directions: what is searched by similarity has length 1.
    if abs(length - 1) > _UNIT:
        reserved["length"] = length
    return entry


def _embedding_of(document: Document) -> tuple[list[float], float]:
    try:
        embedding = [float(number) for number in document.embedding or []]
        length = math.hypot(*embedding)
    except (TypeError, ValueError) as error:
        raise ValueError(f"document {document.id!r}: embedding: must be a list of numbers") from error
    if length == 0 or not math.isfinite(length):
        raise ValueError(f"document {document.id!r}: embedding: must have finite numbers, not all of them zero")
    return embedding, length


def to_metadata(meta: Mapping[str, Any], floats: FloatPaths, at: str) -> dict[str, Any]:
    """
    Returns metadata as JSON has it. `floats` takes the places of floats such as 1.0, which JSON doesn't tell from integers.

    :raises ValueError: If JSON has no such value.
    """
    if RESERVED in meta:
        raise ValueError(f"{at}.{RESERVED}: this name is reserved")
    found: list[list[str | int]] = []
    metadata: dict[str, Any] = _to_json(meta, [], found, at)
    for key, *rest in found:
        floats.setdefault(str(key), []).append(rest)
    return metadata


def _to_json(value: Any, path: list[str | int], floats: list[list[str | int]], at: str) -> Any:
    if isinstance(value, float) and math.isfinite(value):
        if value.is_integer():
            floats.append(path)
        return value
    if value is None or isinstance(value, (str, int)):
        return value
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Mapping) and all(isinstance(key, str) for key in value):
        return {key: _to_json(inner, [*path, key], floats, at) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [_to_json(inner, [*path, index], floats, at) for index, inner in enumerate(value)]
    place = "".join(f".{part}" for part in path)
    raise ValueError(f"{at}{place}: must be JSON or a date, got {type(value).__name__} {value!r:.80}")


def to_document(found: models.StoredVector | models.QueryResult) -> Document:
    """Returns the document of an entry or of a result, also where something else than Haystack has written it."""
    meta = to_meta(found.metadata)
    reserved = found.metadata.get(RESERVED, {})
    if isinstance(found, models.QueryResult) and found.document_id and not reserved:
        # A chunk of a document that the service has read.
        meta = {"document_id": found.document_id, "chunk_index": found.chunk_index, **meta}
    blob, sparse_embedding = reserved.get("blob"), reserved.get("sparse_embedding")
    embedding = found.embedding
    if embedding is not None and "length" in reserved:
        embedding = [number * reserved["length"] for number in embedding]
    return Document(
        id=found.id,
        content=found.text if reserved.get("has_content", True) else None,
        blob=blob and ByteStream(**{**blob, "data": base64.b64decode(blob["data"])}),
        meta=meta,
        score=found.score if isinstance(found, models.QueryResult) else None,
        embedding=embedding,
        sparse_embedding=sparse_embedding and SparseEmbedding.from_dict(sparse_embedding),
    )


def to_meta(metadata: dict[str, Any]) -> dict[str, Any]:
    """Returns a document's meta; takes the places of floats out of the entry's metadata."""
    reserved = metadata.get(RESERVED, {})
    for key, paths in reserved.get("floats", {}).items():
        for *parents, last in ([key, *path] for path in paths):
            # Values that another client has written in the meantime have types of their own.
            with suppress(KeyError, IndexError, TypeError):
                holder: Any = metadata
                for part in parents:
                    holder = holder[part]
                if type(holder[last]) is int:
                    holder[last] = float(holder[last])
    return {key: value for key, value in metadata.items() if key != RESERVED}
