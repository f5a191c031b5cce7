"""Work on a collection, with a client of either kind: each method of the store is written once."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from haystack.dataclasses import Document
from haystack.document_stores.errors import DocumentStoreError, DuplicateDocumentError
from haystack.document_stores.types import DuplicatePolicy
from haystack.errors import FilterError
from quarry_client import OMIT, ConflictError, NotFoundError, models
from quarry_client.adapters import Calls
from quarry_client.params import VectorEntry

from .converters import RESERVED, FloatPaths, to_document, to_entry, to_meta, to_metadata
from .filters import Filter, path_of, to_quarry_filter

T = TypeVar("T")

DEFAULT_DIMENSION = 768
WRITTEN_AT_ONCE = 10_000
EMBEDDED_AT_ONCE = 500
"""Texts that the service embeds in one call: a model of a provider takes seconds for them, not minutes."""
WRITTEN_BYTES_AT_ONCE = 60_000_000
"""The service takes bodies of 64 MiB."""
BYTES_OF_NUMBER = 25
READ_AT_ONCE = 1_000

_ON_CONFLICT = {
    DuplicatePolicy.NONE: "error",
    DuplicatePolicy.FAIL: "error",
    DuplicatePolicy.SKIP: "skip",
    DuplicatePolicy.OVERWRITE: "replace",
}
_TYPES: dict[type, str] = {bool: "boolean", int: "int", float: "float"}


class Collection:
    """The entries of a collection as documents. One that is missing is empty, and is created by the first write."""

    def __init__(self, name: str, dimension: int | None, *, server_embedding: bool, return_embedding: bool) -> None:
        self._name = name
        self._dimension = dimension
        self._server_embedding = server_embedding
        self._include = ["text", "metadata", "embedding"] if return_embedding else ["text", "metadata"]

    async def count(self, calls: Calls, filters: Any) -> int:
        selected = to_quarry_filter(filters)
        answer = await self._read(calls, lambda client: client.vectors.count(self._name, filters=selected))
        return 0 if answer is None else int(answer.count)

    async def filter(self, calls: Calls, filters: Any) -> list[Document]:
        documents: list[Document] = []
        selected = to_quarry_filter(filters)
        await self._walk(calls, selected, self._include, lambda entry: documents.append(to_document(entry)))
        return documents

    async def write(self, calls: Calls, documents: Any, policy: DuplicatePolicy) -> int:
        # All of them, before the first is written: one that can't be kept leaves nothing half done.
        given = _list_of(documents, Document, "documents")
        entries = [to_entry(document, server_embedding=self._server_embedding) for document in given]
        on_conflict = _ON_CONFLICT[policy]
        parts = list(_parts_of(entries))
        if on_conflict == "error":
            await self._refuse_duplicates(calls, [entry["id"] for entry in entries], look_up=len(parts) > 1)
        written = 0
        for part in parts:
            written += await self._upsert(calls, part, on_conflict)
        return len(entries) if on_conflict == "replace" else written

    async def delete_ids(self, calls: Calls, document_ids: Any) -> None:
        ids = _list_of(document_ids, str, "document_ids")
        for start in range(0, len(ids), WRITTEN_AT_ONCE):
            await self._delete(calls, ids=ids[start : start + WRITTEN_AT_ONCE])

    async def delete_by_filter(self, calls: Calls, filters: Any) -> int:
        return await self._delete(calls, filters=_not_empty(filters))

    async def delete_all(self, calls: Calls, recreate_collection: bool) -> None:
        if not recreate_collection:
            await self._delete(calls, all=True)
            return
        await self._read(calls, lambda client: client.collections.delete(self._name))
        await self._create(calls, self._dimension)

    async def update_by_filter(self, calls: Calls, filters: Any, meta: Mapping[str, Any]) -> int:
        selected = _not_empty(filters)
        floats: FloatPaths = {}
        changes = to_metadata(meta, floats, "meta")
        # A value that was a float may be an integer now.
        patch = {**changes, RESERVED: {"floats": {key: floats.get(key) for key in changes}}}
        left = await self.count(calls, filters)
        if left <= READ_AT_ONCE:
            return await self._update(calls, patch, filters=selected) if left > 0 else 0
        # A list is in the order of the last writes: what is changed here comes again, behind all that is to be changed.
        updated, page = 0, None
        while left > 0 and (page is None or page.next_cursor is not None):
            page = await self._page(calls, selected, ["metadata"], page)
            ids = [entry.id for entry in page.vectors[:left]] if page is not None else []
            if ids:
                updated += await self._update(calls, patch, ids=ids)
                left -= len(ids)
        return updated

    async def count_unique(self, calls: Calls, filters: Any, fields: Sequence[str]) -> dict[str, int]:
        values: dict[str, set[str]] = {path_of(field): set() for field in fields}

        def look(entry: models.StoredVector) -> None:
            meta = to_meta(entry.metadata)
            for path, found in values.items():
                if (value := _value_at(meta, path)) is not None:
                    found.add(_key_of(value))

        await self._walk(calls, to_quarry_filter(filters), ["metadata"], look)
        return {path: len(found) for path, found in values.items()}

    async def fields_info(self, calls: Calls) -> dict[str, dict[str, str]]:
        types: dict[str, set[str]] = {}

        def look(entry: models.StoredVector) -> None:
            for key, value in to_meta(entry.metadata).items():
                if value is not None:
                    types.setdefault(key, set()).add(_TYPES.get(type(value), "keyword"))

        await self._walk(calls, None, ["metadata"], look)
        return {key: {"type": _common(found)} for key, found in types.items()}

    async def min_max(self, calls: Calls, field: str) -> dict[str, Any]:
        path = path_of(field)
        bounds: dict[bool, list[Any]] = {}

        def look(entry: models.StoredVector) -> None:
            value = _value_at(to_meta(entry.metadata), path)
            if isinstance(value, (int, float, str)) and not isinstance(value, bool):
                so_far = bounds.get(isinstance(value, str), [value])
                bounds[isinstance(value, str)] = [min(value, so_far[0]), max(value, so_far[-1])]

        await self._walk(calls, {path: {"$exists": True}}, ["metadata"], look)
        # Numbers and strings have no order among each other.
        least, greatest = next(iter(bounds.values())) if len(bounds) == 1 else (None, None)
        return {"min": least, "max": greatest}

    async def unique_values(
        self, calls: Calls, field: str, search_term: str | None, start: int, size: int, filters: Any
    ) -> tuple[list[Any], int]:
        path, wanted = path_of(field), (search_term or "").lower()
        selected, has_field = to_quarry_filter(filters), {path: {"$exists": True}}
        values: dict[str, Any] = {}

        def look(entry: models.StoredVector) -> None:
            value = _value_at(to_meta(entry.metadata), path)
            if value is not None and wanted in str(value).lower():
                values.setdefault(_key_of(value), value)

        both = {"$and": [has_field, selected]} if selected else has_field
        await self._walk(calls, both, ["metadata"], look)
        ordered = sorted(values.values(), key=lambda value: (str(value), type(value).__name__))
        return ordered[start : start + size], len(ordered)

    async def search(self, calls: Calls, filters: Any, query: Mapping[str, Any]) -> list[Document]:
        given = {"filters": to_quarry_filter(filters), "include": self._include, **query}
        answer = await self._read(calls, lambda client: client.queries.query(self._name, **given))
        return [] if answer is None else [to_document(result) for result in answer.results]

    async def _refuse_duplicates(self, calls: Calls, ids: list[str], *, look_up: bool) -> None:
        """Looked up are ids that are written in several parts, so that none of these is refused when others are written."""
        if len(set(ids)) < len(ids):
            [(most_frequent, _)] = Counter(ids).most_common(1)
            raise DuplicateDocumentError(f"ID {most_frequent!r} stands twice in the documents")
        for start in range(0, len(ids) if look_up else 0, READ_AT_ONCE):
            given = {"ids": ids[start : start + READ_AT_ONCE], "include": ["metadata"]}
            found = await self._read(calls, lambda client: client.vectors.get(self._name, **given))
            if found is not None and found.vectors:
                raise DuplicateDocumentError(f"ID {found.vectors[0].id!r} exists already")

    async def _upsert(self, calls: Calls, entries: Sequence[VectorEntry], on_conflict: str) -> int:
        given = {"vectors": entries, "on_conflict": on_conflict}
        try:
            try:
                answer = await calls.send(lambda client: client.vectors.upsert(self._name, **given))
            except NotFoundError as error:
                _refuse_other(error)
                lengths = (len(entry["embedding"] or ()) for entry in entries if "embedding" in entry)
                await self._create(calls, self._dimension or next(lengths, None))
                answer = await calls.send(lambda client: client.vectors.upsert(self._name, **given))
        except ConflictError as error:
            # Beside duplicates, a collection that is changing to another model is a conflict.
            if on_conflict == "error" and error.detail.startswith("vectors["):
                raise DuplicateDocumentError(error.detail) from error
            raise
        return int(answer.upserted)

    async def _create(self, calls: Calls, dimension: int | None) -> None:
        settings: dict[str, Any] = {"dimension": self._dimension or OMIT}
        if not self._server_embedding:
            settings = {"embedding_provider": "none", "dimension": dimension or DEFAULT_DIMENSION}
        try:
            await calls.send(lambda client: client.collections.create(name=self._name, **settings))
        except ConflictError:
            pass  # Another writer was faster.

    async def _update(self, calls: Calls, patch: dict[str, Any], **selection: Any) -> int:
        answer = await calls.send(lambda client: client.vectors.update(self._name, metadata=patch, **selection))
        return int(answer.updated)

    async def _delete(self, calls: Calls, **selection: Any) -> int:
        """Waits for the operation that deletes more than 1,000."""
        answer = await self._read(calls, lambda client: client.vectors.delete(self._name, **selection))
        if answer is None or answer.operation is None:
            return 0 if answer is None else int(answer.deleted)
        operation: models.Operation = answer.operation
        while operation.state == "running":
            operation = await calls.follow(operation)
        if operation.state != "completed" or operation.failed > 0:
            problems = "; ".join(error.error for error in operation.errors)
            raise DocumentStoreError(f"deletion {operation.id} {operation.state}, {operation.done} deleted: {problems}")
        return operation.done

    async def _walk(
        self, calls: Calls, filters: Filter | None, include: list[str], look: Callable[[models.StoredVector], None]
    ) -> None:
        page = await self._page(calls, filters, include, None)
        while page is not None:
            for entry in page.vectors:
                look(entry)
            page = await self._page(calls, filters, include, page) if page.next_cursor is not None else None

    async def _page(
        self, calls: Calls, filters: Filter | None, include: list[str], before: models.ListVectorsResponse | None
    ) -> models.ListVectorsResponse | None:
        cursor = OMIT if before is None else before.next_cursor
        given = {"filters": filters, "include": include, "limit": READ_AT_ONCE, "cursor": cursor}
        page = await self._read(calls, lambda client: client.vectors.list(self._name, **given))
        answer: models.ListVectorsResponse | None = None if page is None else page.answer
        return answer

    async def _read(self, calls: Calls, call: Callable[[Any], Any]) -> Any:
        """The answer; None where the collection is missing."""
        try:
            return await calls.send(call)
        except NotFoundError as error:
            _refuse_other(error)
            return None


def _refuse_other(error: NotFoundError) -> None:
    """A wrong address answers 404 as well, and is no empty collection."""
    if not error.detail.startswith("collection "):
        raise error


def _parts_of(entries: list[VectorEntry]) -> Iterator[list[VectorEntry]]:
    """Entries as they are written together."""
    part: list[VectorEntry] = []
    size = embedded = 0
    for entry in entries:
        # Escaped JSON is at least as long as what is sent.
        rest = json.dumps({key: value for key, value in entry.items() if key != "embedding"})
        length = len(rest) + BYTES_OF_NUMBER * len(entry.get("embedding") or ())
        is_full = len(part) == WRITTEN_AT_ONCE or embedded == EMBEDDED_AT_ONCE or size + length > WRITTEN_BYTES_AT_ONCE
        if part and is_full:
            yield part
            part, size, embedded = [], 0, 0
        part.append(entry)
        size += length
        embedded += entry.get("embed") is True
    if part:
        yield part


def _list_of(given: Any, kind: type[T], name: str) -> list[T]:
    items = list(given) if isinstance(given, Iterable) and not isinstance(given, str) else [given]
    wrong = next((item for item in items if not isinstance(item, kind)), None)
    if isinstance(given, str) or wrong is not None:
        raise ValueError(f"{name}: must be a list of {kind.__name__}, got {given if wrong is None else wrong!r:.80}")
    return items


def _not_empty(filters: Any) -> Filter:
    selected = to_quarry_filter(filters)
    if selected is None:
        raise FilterError("filters must not be empty here")
    return selected


def _common(types: set[str]) -> str:
    if len(types) == 1:
        return next(iter(types))
    return "float" if types == {"int", "float"} else "keyword"


def _value_at(meta: dict[str, Any], path: str) -> Any:
    """The value of a field as filters find it: a whole name first, then along its dots."""
    if path in meta:
        return meta[path]
    value: Any = meta
    for part in path.split("."):
        value = value.get(part) if isinstance(value, dict) else None
    return value


def _key_of(value: Any) -> str:
    """Tells 1, 1.0, "1" and true apart."""
    return json.dumps(value, sort_keys=True)
