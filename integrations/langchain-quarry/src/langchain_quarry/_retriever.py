"""Passages of documents that Quarry has ingested."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from langchain_core.callbacks import AsyncCallbackManagerForRetrieverRun, CallbackManagerForRetrieverRun
from langchain_core.documents import Document
from langchain_core.retrievers import BaseRetriever
from pydantic import ConfigDict, Field, PrivateAttr, SecretStr
from quarry_client import AsyncClient, Client
from quarry_client.adapters import Calls, Clients, reranked, run_sync
from quarry_client.models import QueryResult

from langchain_quarry._search import document_of, search_options

_SEARCH = ("filter", "mode", "alpha", "rerank", "score_threshold", "diversity", "max_chunks_per_document", "expand")


class QuarryRetriever(BaseRetriever):
    """
    Finds passages of documents that were uploaded to Quarry, which reads, cuts and embeds them itself.

    The metadata of what is found has, beside that of the passage (`filename`, `page`, `section` and what was uploaded with the
    document): `source` (where the document was fetched from, or its file name), `document_id`, `score` (0 to 1), `collection`,
    and `citation` (file, title, pages, section, range of the text, rectangles on the page). Every field but those of the
    connection can be given to `invoke` as well: `retriever.invoke("…", k=3, filter={"year": 2026})`.
    """

    model_config = ConfigDict(arbitrary_types_allowed=True, extra="forbid")

    collection: str | Sequence[str]
    """The collection, or several, whose results are merged by score."""
    k: int = Field(default=4, ge=1, le=1000)
    filter: Mapping[str, Any] | None = None
    """In the language of Quarry's filters: `{"year": {"$gte": 2020}}`."""
    mode: Literal["semantic", "keyword", "hybrid"] | None = None
    """Default: the collection's."""
    alpha: float | None = None
    """Weight of the meaning in hybrid search, 0 to 1. Default: the collection's."""
    rerank: bool | None = None
    """Whether a reranking model orders the results. Default: the collection's."""
    score_threshold: float | None = None
    """Lowest score of a result."""
    diversity: float | None = None
    """How much results are to differ from those before them, 0 to 1."""
    max_chunks_per_document: int | None = None
    expand: int | None = None
    """Adds the text of this many neighbouring passages on each side, 0 to 10."""
    base_url: str | None = None
    api_key: SecretStr | None = None
    client: Client | None = Field(default=None, exclude=True)
    async_client: AsyncClient | None = Field(default=None, exclude=True)
    _clients: Clients = PrivateAttr()

    def model_post_init(self, context: Any, /) -> None:
        key = None if self.api_key is None else self.api_key.get_secret_value()
        self._clients = Clients(self.client, self.async_client, self.base_url, key)

    def close(self) -> None:
        """Closes connections of synchronous calls; the next call opens them again."""
        self._clients.close()

    async def aclose(self) -> None:
        """Closes those connections, and those of asynchronous calls on the running event loop."""
        await self._clients.aclose()

    def _get_relevant_documents(
        self, query: str, *, run_manager: CallbackManagerForRetrieverRun, **kwargs: Any
    ) -> list[Document]:
        return run_sync(self._find(self._clients.sync(), query, kwargs))

    async def _aget_relevant_documents(
        self, query: str, *, run_manager: AsyncCallbackManagerForRetrieverRun, **kwargs: Any
    ) -> list[Document]:
        return await self._find(self._clients.asynchronous(), query, kwargs)

    async def _find(self, calls: Calls, query: str, given: Mapping[str, Any]) -> list[Document]:
        options = {"collection": self.collection, "k": self.k, **{name: getattr(self, name) for name in _SEARCH}, **given}
        collection, k = options.pop("collection"), options.pop("k")
        wanted: dict[str, Any] = {"query": query, "top_k": k, "citations": True, **search_options(options)}
        if isinstance(collection, str):
            raw = await calls.send_raw(lambda client: client.queries.query(collection, **wanted))
            return [_cited(result, collection) for result in reranked(raw).results]
        raw = await calls.send_raw(lambda client: client.queries.multi_query(collections=list(collection), **wanted))
        return [_cited(result, result.collection) for result in reranked(raw).results[:k]]


def _cited(result: QueryResult, collection: str | None) -> Document:
    document = document_of(result)
    own: dict[str, Any] = {"document_id": result.document_id, "score": result.score, "collection": collection}
    if result.citation is not None:
        own["citation"] = result.citation.to_dict()
        own["source"] = result.citation.source_url or result.citation.filename
    return document.model_copy(update={"metadata": {**result.metadata, **own}})
