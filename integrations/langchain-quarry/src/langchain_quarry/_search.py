"""Arguments of searches, and what they find as documents of LangChain."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from langchain_core.documents import Document
from quarry_client.models import QueryResult

_NAMES = {"filter": "filters", "mode": "search_mode", "score_threshold": "min_score"}
_MORE = ("alpha", "rerank", "diversity", "max_chunks_per_document", "expand")
_OPTIONS = ("timeout", "max_retries", "extra_headers")


def search_options(given: Mapping[str, Any]) -> dict[str, Any]:
    """Arguments of a search by the names that the client has for them; what is None is left to the collection."""
    allowed = (*_NAMES, *_MORE, *_OPTIONS)
    for name in given:
        if name not in allowed:
            raise TypeError(f"{name}: is no argument of a search; these are {', '.join(allowed)}")
    filters = given.get("filter")
    if filters is not None and not isinstance(filters, Mapping):
        kind = type(filters).__name__
        raise TypeError(f'filter: must be a filter of Quarry such as {{"year": {{"$gte": 2020}}}}, got a {kind}')
    return {_NAMES.get(name, name): value for name, value in given.items() if value is not None}


def document_of(result: QueryResult) -> Document:
    return Document(id=result.id, page_content=result.expanded_text or result.text or "", metadata=result.metadata)
