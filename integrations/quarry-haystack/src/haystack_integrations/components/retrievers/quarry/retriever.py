"""Components that search a `QuarryDocumentStore`."""

from __future__ import annotations

from typing import Any, Literal, TypeVar

from haystack import component, default_from_dict, default_to_dict
from haystack.dataclasses import Document
from haystack.document_stores.types import FilterPolicy
from haystack.document_stores.types.filter_policy import apply_filter_policy

from haystack_integrations.document_stores.quarry import QuarryDocumentStore

_Search = tuple["dict[str, Any] | None", dict[str, Any]]
"""The filters and all else of a query."""

RetrieverT = TypeVar("RetrieverT", bound="_Retriever")


class _Retriever:
    """Settings that all retrievers have."""

    _settings: dict[str, Any]

    def _set_up(
        self, document_store: QuarryDocumentStore, filter_policy: str | FilterPolicy, top_k: int, **settings: Any
    ) -> None:
        if not isinstance(document_store, QuarryDocumentStore):
            raise ValueError(f"document_store: must be a QuarryDocumentStore, got {document_store!r:.80}")
        policy = filter_policy if isinstance(filter_policy, FilterPolicy) else FilterPolicy.from_str(filter_policy)
        self._document_store = document_store
        self._filter_policy = policy
        self._settings = {"top_k": top_k, **settings}

    def to_dict(self) -> dict[str, Any]:
        """Serializes the retriever with its store."""
        policy = self._filter_policy.value
        store = self._document_store.to_dict()
        return default_to_dict(self, document_store=store, filter_policy=policy, **self._settings)

    @classmethod
    def from_dict(cls: type[RetrieverT], data: dict[str, Any]) -> RetrieverT:
        """Deserializes a retriever with its store."""
        parameters = dict(data["init_parameters"])
        parameters["document_store"] = QuarryDocumentStore.from_dict(parameters["document_store"])
        return default_from_dict(cls, {**data, "init_parameters": parameters})

    def close(self) -> None:
        """Closes the synchronous connections of the store."""
        self._document_store.close()

    async def close_async(self) -> None:
        """Closes the connections that the store has in the running event loop."""
        await self._document_store.close_async()

    def _search(self, filters: dict[str, Any] | None, top_k: int | None, **query: Any) -> _Search:
        settings = {key: value for key, value in self._settings.items() if value is not None}
        init_filters = settings.pop("filters", None)
        settings["min_score"] = settings.pop("score_threshold", None)
        if top_k is not None:
            settings["top_k"] = top_k
        selected = apply_filter_policy(self._filter_policy, init_filters, filters)
        return selected, {**settings, **query}


@component
class QuarryEmbeddingRetriever(_Retriever):
    """
    Finds documents by the embedding of a query, which a component of Haystack has made: with the model of the documents'
    embeddings.
    """

    def __init__(
        self,
        document_store: QuarryDocumentStore,
        *,
        filters: dict[str, Any] | None = None,
        top_k: int = 10,
        filter_policy: str | FilterPolicy = FilterPolicy.REPLACE,
        score_threshold: float | None = None,
    ) -> None:
        """
        :param document_store: The store that is searched.
        :param filters: Filters of all searches.
        :param top_k: Most documents of a search, 1 to 1,000.
        :param filter_policy: Whether a search's own filters take the place of `filters`, or are merged with them.
        :param score_threshold: The lowest score of a document, 0 to 1. Default: as the collection has it.
        """
        self._set_up(document_store, filter_policy, top_k, filters=filters, score_threshold=score_threshold)

    @component.output_types(documents=list[Document])
    def run(
        self, query_embedding: list[float], filters: dict[str, Any] | None = None, top_k: int | None = None
    ) -> dict[str, list[Document]]:
        """
        Searches.

        :param query_embedding: As long as the documents' embeddings.
        :param filters: Filters of this search, used as `filter_policy` says.
        :param top_k: Most documents, in the place of the retriever's.
        :raises FilterError: If the filters are malformed.
        :returns: `documents`, the best first, with scores from 0 to 1.
        """
        return {"documents": self._document_store._search(*self._by(query_embedding, filters, top_k))}

    @component.output_types(documents=list[Document])
    async def run_async(
        self, query_embedding: list[float], filters: dict[str, Any] | None = None, top_k: int | None = None
    ) -> dict[str, list[Document]]:
        """Searches, as `run` does."""
        return {"documents": await self._document_store._search_async(*self._by(query_embedding, filters, top_k))}

    def _by(
        self, query_embedding: list[float], filters: dict[str, Any] | None, top_k: int | None
    ) -> _Search:
        return self._search(filters, top_k, vector=_numbers(query_embedding), search_mode="semantic")


@component
class QuarryTextRetriever(_Retriever):
    """Finds documents by the text of a query: by meaning, with the collection's own model, or by words."""

    def __init__(
        self,
        document_store: QuarryDocumentStore,
        *,
        filters: dict[str, Any] | None = None,
        top_k: int = 10,
        filter_policy: str | FilterPolicy = FilterPolicy.REPLACE,
        score_threshold: float | None = None,
        search_mode: Literal["semantic", "keyword"] = "semantic",
        rerank: bool | None = None,
    ) -> None:
        """
        :param document_store: The store that is searched.
        :param filters: Filters of all searches.
        :param top_k: Most documents of a search, 1 to 1,000.
        :param filter_policy: Whether a search's own filters take the place of `filters`, or are merged with them.
        :param score_threshold: The lowest score of a document, 0 to 1. Default: as the collection has it.
        :param search_mode: `semantic`, for which the collection needs a model, or `keyword`.
        :param rerank: Whether the service's reranking model orders the documents. Default: as the collection has it.
        """
        settings = {"score_threshold": score_threshold, "search_mode": search_mode, "rerank": rerank}
        self._set_up(document_store, filter_policy, top_k, filters=filters, **settings)

    @component.output_types(documents=list[Document])
    def run(
        self, query: str, filters: dict[str, Any] | None = None, top_k: int | None = None
    ) -> dict[str, list[Document]]:
        """
        Searches.

        :param query: The question, in natural language.
        :param filters: Filters of this search, used as `filter_policy` says.
        :param top_k: Most documents, in the place of the retriever's.
        :raises FilterError: If the filters are malformed.
        :returns: `documents`, the best first, with scores from 0 to 1.
        """
        return {"documents": self._document_store._search(*self._search(filters, top_k, query=query))}

    @component.output_types(documents=list[Document])
    async def run_async(
        self, query: str, filters: dict[str, Any] | None = None, top_k: int | None = None
    ) -> dict[str, list[Document]]:
        """Searches, as `run` does."""
        return {"documents": await self._document_store._search_async(*self._search(filters, top_k, query=query))}


@component
class QuarryHybridRetriever(_Retriever):
    """Finds documents by meaning and by words, in one ranking."""

    def __init__(
        self,
        document_store: QuarryDocumentStore,
        *,
        filters: dict[str, Any] | None = None,
        top_k: int = 10,
        filter_policy: str | FilterPolicy = FilterPolicy.REPLACE,
        score_threshold: float | None = None,
        alpha: float | None = None,
        rerank: bool | None = None,
    ) -> None:
        """
        :param document_store: The store that is searched.
        :param filters: Filters of all searches.
        :param top_k: Most documents of a search, 1 to 1,000.
        :param filter_policy: Whether a search's own filters take the place of `filters`, or are merged with them.
        :param score_threshold: The lowest score of a document, 0 to 1. Default: as the collection has it.
        :param alpha: Weight of meaning, 0 to 1; words have the rest. Default: as the collection has it.
        :param rerank: Whether the service's reranking model orders the documents. Default: as the collection has it.
        """
        settings = {"score_threshold": score_threshold, "alpha": alpha, "rerank": rerank}
        self._set_up(document_store, filter_policy, top_k, filters=filters, **settings)

    @component.output_types(documents=list[Document])
    def run(
        self,
        query: str,
        query_embedding: list[float] | None = None,
        filters: dict[str, Any] | None = None,
        top_k: int | None = None,
    ) -> dict[str, list[Document]]:
        """
        Searches.

        :param query: The question, in natural language.
        :param query_embedding: Its embedding. Default: the service makes it, with the collection's model.
        :param filters: Filters of this search, used as `filter_policy` says.
        :param top_k: Most documents, in the place of the retriever's.
        :raises FilterError: If the filters are malformed.
        :returns: `documents`, the best first, with scores from 0 to 1.
        """
        return {"documents": self._document_store._search(*self._by(query, query_embedding, filters, top_k))}

    @component.output_types(documents=list[Document])
    async def run_async(
        self,
        query: str,
        query_embedding: list[float] | None = None,
        filters: dict[str, Any] | None = None,
        top_k: int | None = None,
    ) -> dict[str, list[Document]]:
        """Searches, as `run` does."""
        return {"documents": await self._document_store._search_async(*self._by(query, query_embedding, filters, top_k))}

    def _by(
        self, query: str, query_embedding: list[float] | None, filters: dict[str, Any] | None, top_k: int | None
    ) -> _Search:
        vector = {} if query_embedding is None else {"vector": _numbers(query_embedding)}
        return self._search(filters, top_k, query=query, search_mode="hybrid", **vector)


def _numbers(embedding: Any) -> list[float]:
    return [float(number) for number in embedding]
