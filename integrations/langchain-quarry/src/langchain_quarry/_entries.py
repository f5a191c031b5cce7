"""Texts as entries of a collection, in requests that the service takes."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from langchain_core.documents import Document
from quarry_client.models import StoredVector
from quarry_client.params import VectorEntry

MAX_REQUEST_NUMBERS = 1_000_000
"""Numbers of vectors in one request: each takes some 20 bytes in JSON, and a request may have 64 MB."""

MAX_REQUEST_CHARACTERS = 4_000_000
"""Characters of texts in one request."""

MAX_REQUEST_IDS = 1_000


def with_ids(
    texts: Iterable[str], metadatas: Sequence[Mapping[str, Any] | None] | None, ids: Sequence[str | None] | None
) -> list[VectorEntry]:
    """Entries without vectors; a text without an id gets a random one."""
    entries: list[VectorEntry] = [{"id": "", "text": text} for text in texts]
    for name, given in (("metadatas", metadatas), ("ids", ids)):
        if given is not None and len(given) != len(entries):
            raise ValueError(f"{name}: must be as many as the texts, got {len(given)} for {len(entries)} texts")
    for place, entry in enumerate(entries):
        given_id = ids[place] if ids is not None else None
        entry["id"] = str(uuid.uuid4()) if given_id is None else given_id
        entry["metadata"] = (metadatas[place] if metadatas is not None else None) or {}
    return entries


def in_requests(entries: Sequence[VectorEntry], batch_size: int) -> Iterator[list[VectorEntry]]:
    """The entries in parts, each small enough for one request."""
    part: list[VectorEntry] = []
    numbers = characters = 0
    for entry in entries:
        own_numbers, own_characters = len(entry.get("embedding") or ()), len(entry.get("text") or "")
        is_full = numbers + own_numbers > MAX_REQUEST_NUMBERS or characters + own_characters > MAX_REQUEST_CHARACTERS
        if part and (len(part) == batch_size or is_full):
            yield part
            part, numbers, characters = [], 0, 0
        part.append(entry)
        numbers += own_numbers
        characters += own_characters
    if part:
        yield part


def parts_of(ids: Sequence[str]) -> Iterator[Sequence[str]]:
    for start in range(0, len(ids), MAX_REQUEST_IDS):
        yield ids[start : start + MAX_REQUEST_IDS]


def document_of(entry: StoredVector) -> Document:
    return Document(id=entry.id, page_content=entry.text or "", metadata=entry.metadata or {})
