"""Entries of a collection as a vector store of LangChain."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from langchain_core.documents import Document
from langchain_core.embeddings import Embeddings
from langchain_core.vectorstores import VectorStore
from quarry_client import AsyncClient, Client
from quarry_client.adapters import Calls, Clients, Entries, run_sync
from quarry_client.models import QueryResult
from quarry_client.params import VectorEntry
from typing_extensions import Self

from langchain_quarry._mmr import most_relevant_and_diverse, product, unit
from langchain_quarry._search import document_of, search_options

Scored = list[tuple[Document, float]]

WITH_EMBEDDING = ("embedding", "text", "metadata")


class QuarryVectorStore(VectorStore):
    """
    Texts with vectors in a collection of Quarry.

    With `embeddings` texts and questions are embedded here, and the service keeps the vectors. Without, the service embeds
    them by the collection's model. Both can search by words (`mode="keyword"`), by both (`mode="hybrid"`, `alpha=`) and rerank
    (`rerank=True`). Scores are from 0 to 1, higher is more relevant.

    A collection that is missing is created by the first write, with `collection_settings`, and is empty until then; with
    `create_collection=False` it is an error. Connections are those of `client` and `async_client`, or go to `base_url` with
    `api_key`, or to QUARRY_BASE_URL with QUARRY_API_KEY.
    """

    def __init__(
        self,
        collection: str,
        *,
        embeddings: Embeddings | None = None,
        base_url: str | None = None,
        api_key: str | None = None,
        client: Client | None = None,
        async_client: AsyncClient | None = None,
        create_collection: bool = True,
        collection_settings: Mapping[str, Any] | None = None,
        batch_size: int = 500,
    ) -> None:
        if embeddings is not None and not isinstance(embeddings, Embeddings):
            raise TypeError(f"embeddings: must be Embeddings of LangChain, got a {type(embeddings).__name__}")
        self._embeddings = embeddings
        self._clients = Clients(client, async_client, base_url, api_key)
        self._entries = Entries(
            collection, creates=create_collection, settings=collection_settings, batch_size=batch_size
        )

    @property
    def collection(self) -> str:
        return self._entries.collection

    @property
    def embeddings(self) -> Embeddings | None:
        return self._embeddings

    def close(self) -> None:
        """Closes connections of synchronous calls; the next call opens them again."""
        self._clients.close()

    async def aclose(self) -> None:
        """Closes those connections, and those of asynchronous calls on the running event loop."""
        await self._clients.aclose()

    @classmethod
    def from_texts(
        cls,
        texts: Iterable[str],
        embedding: Embeddings | None,
        metadatas: list[dict[str, Any]] | None = None,
        *,
        ids: list[str] | None = None,
        **kwargs: Any,
    ) -> Self:
        """A store, of which `kwargs` are the arguments, `collection` among them, with texts added to it."""
        store = cls(embeddings=embedding, **kwargs)
        store.add_texts(texts, metadatas, ids=ids)
        return store

    @classmethod
    async def afrom_texts(
        cls,
        texts: Iterable[str],
        embedding: Embeddings | None,
        metadatas: list[dict[str, Any]] | None = None,
        *,
        ids: list[str] | None = None,
        **kwargs: Any,
    ) -> Self:
        store = cls(embeddings=embedding, **kwargs)
        await store.aadd_texts(texts, metadatas, ids=ids)
        return store

    def add_texts(
        self,
        texts: Iterable[str],
        metadatas: list[dict[str, Any]] | None = None,
        *,
        ids: list[str] | None = None,
        batch_size: int | None = None,
        **kwargs: Any,
    ) -> list[str]:
        """
        Adds texts, or replaces those with the same ids; gives the ids. Many are written in several requests, each of them
        whole or not at all.
        """
        return run_sync(self._add(self._clients.sync(), texts, metadatas, ids, batch_size, kwargs))

    async def aadd_texts(
        self,
        texts: Iterable[str],
        metadatas: list[dict[str, Any]] | None = None,
        *,
        ids: list[str] | None = None,
        batch_size: int | None = None,
        **kwargs: Any,
    ) -> list[str]:
        return await self._add(self._clients.asynchronous(), texts, metadatas, ids, batch_size, kwargs)

    def delete(self, ids: list[str] | None = None, *, filter: Mapping[str, Any] | None = None, **kwargs: Any) -> bool:
        """Deletes what has one of the ids, or what matches the filter; without either, everything. True when it is done."""
        return run_sync(self._delete(self._clients.sync(), ids, filter, kwargs))

    async def adelete(
        self, ids: list[str] | None = None, *, filter: Mapping[str, Any] | None = None, **kwargs: Any
    ) -> bool:
        return await self._delete(self._clients.asynchronous(), ids, filter, kwargs)

    def get_by_ids(self, ids: Sequence[str], /) -> list[Document]:
        return run_sync(self._get(self._clients.sync(), ids))

    async def aget_by_ids(self, ids: Sequence[str], /) -> list[Document]:
        return await self._get(self._clients.asynchronous(), ids)

    def similarity_search(self, query: str, k: int = 4, **kwargs: Any) -> list[Document]:
        """
        Documents for a question, best first.

        Args:
            query: The question.
            k: Most documents, 1 to 1,000.
            kwargs: `filter` (in the language of Quarry's filters), `mode` (`semantic`, `keyword` or `hybrid`), `alpha`
                (weight of the meaning in hybrid search, 0 to 1), `rerank`, `score_threshold`, `diversity`,
                `max_chunks_per_document`, `expand`, `timeout`, `max_retries`, `extra_headers`.
        """
        return _documents(self.similarity_search_with_score(query, k, **kwargs))

    async def asimilarity_search(self, query: str, k: int = 4, **kwargs: Any) -> list[Document]:
        return _documents(await self.asimilarity_search_with_score(query, k, **kwargs))

    def similarity_search_with_score(self, query: str, k: int = 4, **kwargs: Any) -> Scored:
        return _scored(run_sync(self._search(self._clients.sync(), query, None, k, kwargs)))

    async def asimilarity_search_with_score(self, query: str, k: int = 4, **kwargs: Any) -> Scored:
        return _scored(await self._search(self._clients.asynchronous(), query, None, k, kwargs))

    def similarity_search_by_vector(self, embedding: list[float], k: int = 4, **kwargs: Any) -> list[Document]:
        return _documents(self.similarity_search_with_score_by_vector(embedding, k, **kwargs))

    async def asimilarity_search_by_vector(self, embedding: list[float], k: int = 4, **kwargs: Any) -> list[Document]:
        return _documents(await self.asimilarity_search_with_score_by_vector(embedding, k, **kwargs))

    def similarity_search_with_score_by_vector(self, embedding: list[float], k: int = 4, **kwargs: Any) -> Scored:
        return _scored(run_sync(self._search(self._clients.sync(), None, embedding, k, kwargs)))

    async def asimilarity_search_with_score_by_vector(
        self, embedding: list[float], k: int = 4, **kwargs: Any
    ) -> Scored:
        return _scored(await self._search(self._clients.asynchronous(), None, embedding, k, kwargs))

    def max_marginal_relevance_search(
        self, query: str, k: int = 4, fetch_k: int = 20, lambda_mult: float = 0.5, **kwargs: Any
    ) -> list[Document]:
        """Documents that are relevant and differ from each other, of the `fetch_k` most relevant ones."""
        return run_sync(self._diverse(self._clients.sync(), query, None, k, fetch_k, lambda_mult, kwargs))

    async def amax_marginal_relevance_search(
        self, query: str, k: int = 4, fetch_k: int = 20, lambda_mult: float = 0.5, **kwargs: Any
    ) -> list[Document]:
        return await self._diverse(self._clients.asynchronous(), query, None, k, fetch_k, lambda_mult, kwargs)

    def max_marginal_relevance_search_by_vector(
        self, embedding: list[float], k: int = 4, fetch_k: int = 20, lambda_mult: float = 0.5, **kwargs: Any
    ) -> list[Document]:
        return run_sync(self._diverse(self._clients.sync(), None, embedding, k, fetch_k, lambda_mult, kwargs))

    async def amax_marginal_relevance_search_by_vector(
        self, embedding: list[float], k: int = 4, fetch_k: int = 20, lambda_mult: float = 0.5, **kwargs: Any
    ) -> list[Document]:
        return await self._diverse(self._clients.asynchronous(), None, embedding, k, fetch_k, lambda_mult, kwargs)

    def _similarity_search_with_relevance_scores(self, query: str, k: int = 4, **kwargs: Any) -> Scored:
        return self.similarity_search_with_score(query, k, **kwargs)

    async def _asimilarity_search_with_relevance_scores(self, query: str, k: int = 4, **kwargs: Any) -> Scored:
        return await self.asimilarity_search_with_score(query, k, **kwargs)

    async def _add(
        self,
        calls: Calls,
        texts: Iterable[str],
        metadatas: Sequence[Mapping[str, Any] | None] | None,
        ids: Sequence[str | None] | None,
        batch_size: int | None,
        more: Mapping[str, Any],
    ) -> list[str]:
        _refuse(more, "batch_size")
        if isinstance(texts, str):
            raise TypeError(f"texts: must be a list of texts, got the string {texts!r}")
        entries = _entries(list(texts), metadatas, ids)
        if not entries:
            return []
        embeddings = self._embeddings
        if embeddings is None:
            for entry in entries:
                entry["embed"] = True
        else:
            given = [entry["text"] or "" for entry in entries]
            vectors = await calls.either(
                lambda: embeddings.embed_documents(given), lambda: embeddings.aembed_documents(given)
            )
            if len(vectors) != len(entries):
                raise ValueError(f"embeddings: gave {len(vectors)} vectors for {len(entries)} texts")
            for entry, vector in zip(entries, vectors):
                entry["embedding"] = _numbers(vector)
        await self._entries.upsert(calls, entries, batch_size)
        return [entry["id"] for entry in entries]

    async def _delete(
        self, calls: Calls, ids: Sequence[str] | None, filters: Mapping[str, Any] | None, more: Mapping[str, Any]
    ) -> bool:
        _refuse(more, "filter")
        if ids is None:
            await self._entries.delete(calls, filters)
        elif filters is None:
            await self._entries.delete_ids(calls, ids)
        else:
            raise ValueError("ids, filter: can't be given together")
        return True

    async def _get(self, calls: Calls, ids: Sequence[str]) -> list[Document]:
        found = await self._entries.get(calls, ids)
        return [Document(id=each.id, page_content=each.text or "", metadata=each.metadata) for each in found]

    async def _search(
        self,
        calls: Calls,
        query: str | None,
        vector: Sequence[float] | None,
        k: int,
        given: Mapping[str, Any],
        include: Sequence[str] | None = None,
    ) -> list[QueryResult]:
        options = {"top_k": k, **search_options(given)}
        if include is not None:
            options["include"] = include
        if query is not None and vector is None and options.get("search_mode") != "keyword":
            vector = await self._embed(calls, query)
        if vector is not None:
            options["vector"] = _numbers(vector)
            options.setdefault("search_mode", "semantic")
        if query is not None:
            options["query"] = query
        return await self._entries.query(calls, options)

    async def _embed(self, calls: Calls, query: str) -> Sequence[float] | None:
        embeddings = self._embeddings
        if embeddings is None:
            return None
        return await calls.either(lambda: embeddings.embed_query(query), lambda: embeddings.aembed_query(query))

    async def _diverse(
        self,
        calls: Calls,
        query: str | None,
        vector: Sequence[float] | None,
        k: int,
        fetch_k: int,
        lambda_mult: float,
        given: Mapping[str, Any],
    ) -> list[Document]:
        if not 0 <= lambda_mult <= 1:
            raise ValueError(f"lambda_mult: must be from 0 to 1, got {lambda_mult!r}")
        if query is not None and given.get("mode") in (None, "semantic"):
            vector = await self._embed(calls, query)
        found = await self._search(calls, query, vector, max(k, fetch_k), given, WITH_EMBEDDING)
        scores = [result.score for result in found]
        vectors = [result.embedding for result in found]
        if vector is not None and given.get("mode") != "hybrid" and not given.get("rerank"):
            # A score is a cosine, but 0 where that is negative.
            question = unit(_numbers(vector))
            scores = [0.0 if each is None else product(question, each) for each in vectors]
        return [document_of(found[place]) for place in most_relevant_and_diverse(scores, vectors, k, lambda_mult)]


def _entries(
    texts: Sequence[str], metadatas: Sequence[Mapping[str, Any] | None] | None, ids: Sequence[str | None] | None
) -> list[VectorEntry]:
    """Entries without vectors; a text without an id gets a random one."""
    for place, text in enumerate(texts):
        if not isinstance(text, str):
            raise TypeError(f"texts[{place}]: must be a string, got a {type(text).__name__}")
    for name, given in (("metadatas", metadatas), ("ids", ids)):
        if given is not None and len(given) != len(texts):
            raise ValueError(f"{name}: must be as many as the texts, got {len(given)} for {len(texts)} texts")
    given_ids = [None] * len(texts) if ids is None else ids
    own = [{}] * len(texts) if metadatas is None else [each or {} for each in metadatas]
    return [
        {"id": str(uuid.uuid4()) if id_ is None else id_, "text": text, "metadata": metadata}
        for text, id_, metadata in zip(texts, given_ids, own)
    ]


def _numbers(vector: Iterable[float]) -> list[float]:
    """A vector of numpy or of integers, as JSON takes it."""
    return list(map(float, vector))


def _refuse(more: Mapping[str, Any], allowed: str) -> None:
    for name in more:
        raise TypeError(f"{name}: is no argument here; beside texts, metadatas and ids there is {allowed}")


def _documents(found: Scored) -> list[Document]:
    return [document for document, _ in found]


def _scored(results: Sequence[QueryResult]) -> Scored:
    return [(document_of(result), result.score) for result in results]
