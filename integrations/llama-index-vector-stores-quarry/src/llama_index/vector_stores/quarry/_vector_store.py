"""Entries of a collection as a vector store of LlamaIndex."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from llama_index.core.bridge.pydantic import Field, PrivateAttr
from llama_index.core.indices.query.embedding_utils import get_top_k_mmr_embeddings
from llama_index.core.schema import BaseNode
from llama_index.core.vector_stores.types import (
    BasePydanticVectorStore,
    MetadataFilters,
    VectorStoreQuery,
    VectorStoreQueryMode,
    VectorStoreQueryResult,
)
from quarry_client import AsyncClient, Client
from quarry_client.adapters import Calls, Clients, Entries, run_sync
from quarry_client.models import QueryResult
from typing_extensions import Self

from llama_index.vector_stores.quarry._filters import all_of, filter_of
from llama_index.vector_stores.quarry._nodes import DOCUMENT_KEY, NODE_KEY, entry_of, is_one_of, node_of

Mode = VectorStoreQueryMode

_SEARCH_MODES = {
    Mode.DEFAULT: "semantic",
    Mode.MMR: "semantic",
    Mode.TEXT_SEARCH: "keyword",
    Mode.SPARSE: "keyword",
    Mode.HYBRID: "hybrid",
    Mode.SEMANTIC_HYBRID: "hybrid",
}

_OPTIONS = ("rerank", "min_score", "max_chunks_per_document", "timeout", "max_retries", "extra_headers")
_MMR_OPTIONS = ("mmr_threshold", "mmr_prefetch_factor", "mmr_prefetch_k")

MAX_TOP_K = 1_000


class QuarryVectorStore(BasePydanticVectorStore):
    """
    Nodes in a collection of Quarry.

    Vectors come from the index's embedding model. With `is_embedding_query=False` the service makes them by the collection's
    model, of nodes and of questions, and those that nodes bring are left: give the index a `MockEmbedding(embed_dim=1)`.

    Modes of a query are `default`, `mmr`, `text_search` and `sparse` (by words), `hybrid` (by both, `alpha` being the weight of
    the vectors) and `semantic_hybrid` (reranked as well). Arguments of `query`, or `vector_store_kwargs` of a retriever, are
    `rerank`, `min_score`, `max_chunks_per_document`, `mmr_threshold`, `mmr_prefetch_factor` (4), `mmr_prefetch_k`, `timeout`,
    `max_retries`, `extra_headers`.

    A collection that is missing is created by the first write, with `collection_settings`, and is empty until then; with
    `create_collection=False` it is an error. Connections are those of `client` and `async_client`, or go to `base_url` with
    `api_key`, or to QUARRY_BASE_URL with QUARRY_API_KEY.
    """

    stores_text: bool = True
    collection: str
    base_url: str | None = None
    create_collection: bool = True
    collection_settings: dict[str, Any] = Field(default_factory=dict)
    batch_size: int = 500
    _clients: Clients = PrivateAttr()
    _entries: Entries = PrivateAttr()

    def __init__(
        self,
        collection: str,
        *,
        base_url: str | None = None,
        api_key: str | None = None,
        client: Client | None = None,
        async_client: AsyncClient | None = None,
        is_embedding_query: bool = True,
        create_collection: bool = True,
        collection_settings: Mapping[str, Any] | None = None,
        batch_size: int = 500,
    ) -> None:
        fields: dict[str, Any] = {
            "collection": collection,
            "base_url": base_url,
            "is_embedding_query": is_embedding_query,
            "create_collection": create_collection,
            "collection_settings": dict(collection_settings or {}),
            "batch_size": batch_size,
        }
        super().__init__(**fields)
        self._clients = Clients(client, async_client, base_url, api_key)
        self._entries = Entries(
            collection, creates=create_collection, settings=collection_settings, batch_size=batch_size
        )

    @classmethod
    def from_dict(cls, data: dict[str, Any], **kwargs: Any) -> Self:
        """The store of `to_dict`, which has no key: `api_key`, or QUARRY_API_KEY, has it."""
        return cls(**{name: value for name, value in (data | kwargs).items() if name not in ("class_name", "stores_text")})

    @classmethod
    def class_name(cls) -> str:
        return "QuarryVectorStore"

    @property
    def client(self) -> Client:
        return self._clients.sync().client

    def close(self) -> None:
        """Closes connections of synchronous calls; the next call opens them again."""
        self._clients.close()

    async def aclose(self) -> None:
        """Closes those connections, and those of asynchronous calls on the running event loop."""
        await self._clients.aclose()

    def add(self, nodes: Sequence[BaseNode], **kwargs: Any) -> list[str]:
        """
        Adds nodes, or replaces those with the same ids; gives the ids. Many are written in several requests, each of them whole
        or not at all.
        """
        _refuse(kwargs)
        return run_sync(self._add(self._clients.sync(), nodes))

    async def async_add(self, nodes: Sequence[BaseNode], **kwargs: Any) -> list[str]:
        _refuse(kwargs)
        return await self._add(self._clients.asynchronous(), nodes)

    def delete(self, ref_doc_id: str, **delete_kwargs: Any) -> None:
        _refuse(delete_kwargs)
        run_sync(self._entries.delete(self._clients.sync(), is_one_of(DOCUMENT_KEY, [ref_doc_id])))

    async def adelete(self, ref_doc_id: str, **delete_kwargs: Any) -> None:
        _refuse(delete_kwargs)
        await self._entries.delete(self._clients.asynchronous(), is_one_of(DOCUMENT_KEY, [ref_doc_id]))

    def delete_nodes(
        self, node_ids: list[str] | None = None, filters: MetadataFilters | None = None, **delete_kwargs: Any
    ) -> None:
        """Deletes nodes by their ids, by a filter, or those of the ids that match it."""
        _refuse(delete_kwargs)
        run_sync(self._delete_nodes(self._clients.sync(), node_ids, filters))

    async def adelete_nodes(
        self, node_ids: list[str] | None = None, filters: MetadataFilters | None = None, **delete_kwargs: Any
    ) -> None:
        _refuse(delete_kwargs)
        await self._delete_nodes(self._clients.asynchronous(), node_ids, filters)

    def clear(self) -> None:
        """Deletes all nodes, and leaves documents that Quarry ingested."""
        run_sync(self._entries.delete(self._clients.sync(), None))

    async def aclear(self) -> None:
        await self._entries.delete(self._clients.asynchronous(), None)

    def get_nodes(
        self, node_ids: list[str] | None = None, filters: MetadataFilters | None = None
    ) -> list[BaseNode]:
        """Nodes by their ids, by a filter, or those of the ids that match it; without either, all."""
        return run_sync(self._get_nodes(self._clients.sync(), node_ids, filters))

    async def aget_nodes(
        self, node_ids: list[str] | None = None, filters: MetadataFilters | None = None
    ) -> list[BaseNode]:
        return await self._get_nodes(self._clients.asynchronous(), node_ids, filters)

    def query(self, query: VectorStoreQuery, **kwargs: Any) -> VectorStoreQueryResult:
        return run_sync(self._query(self._clients.sync(), query, kwargs))

    async def aquery(self, query: VectorStoreQuery, **kwargs: Any) -> VectorStoreQueryResult:
        return await self._query(self._clients.asynchronous(), query, kwargs)

    async def _add(self, calls: Calls, nodes: Sequence[BaseNode]) -> list[str]:
        entries = [entry_of(node, is_embedded_here=self.is_embedding_query) for node in nodes]
        await self._entries.upsert(calls, entries)
        return [node.node_id for node in nodes]

    async def _delete_nodes(self, calls: Calls, ids: list[str] | None, filters: MetadataFilters | None) -> None:
        given = filter_of(filters)
        if ids is not None and given is None:
            await self._entries.delete_ids(calls, ids)
        elif given is None:
            raise ValueError("node_ids, filters: one of them is needed; clear() deletes all nodes")
        else:
            await self._entries.delete(calls, all_of(is_one_of(NODE_KEY, ids), given))

    async def _get_nodes(
        self, calls: Calls, ids: list[str] | None, filters: MetadataFilters | None
    ) -> list[BaseNode]:
        given = filter_of(filters)
        if ids is not None and given is None:
            return [node_of(entry) for entry in await self._entries.get(calls, ids)]
        found = await self._entries.list_all(calls, all_of(is_one_of(NODE_KEY, ids), given))
        return [node_of(entry) for entry in found]

    async def _query(self, calls: Calls, query: VectorStoreQuery, given: Mapping[str, Any]) -> VectorStoreQueryResult:
        _refuse(given, (*_OPTIONS, *_MMR_OPTIONS))
        for name in ("embedding_field", "output_fields"):
            if getattr(query, name) is not None:
                raise ValueError(f"{name}: is nothing that Quarry has; an entry has one vector, and comes whole")
        options = self._options(query) | {name: given[name] for name in _OPTIONS if name in given}
        threshold = given.get("mmr_threshold", query.mmr_threshold)
        threshold = 0.5 if threshold is None else threshold
        if query.mode != Mode.MMR:
            return _result(await self._entries.query(calls, options))
        if query.query_embedding is None:
            # The service alone knows the question's vector.
            return _result(await self._entries.query(calls, options | {"diversity": 1 - threshold}))
        wanted = query.similarity_top_k
        fetched = given.get("mmr_prefetch_k") or wanted * given.get("mmr_prefetch_factor", 4)
        more = {"top_k": max(wanted, min(fetched, MAX_TOP_K)), "include": ("embedding", "text", "metadata")}
        found = await self._entries.query(calls, options | more)
        scores, places = get_top_k_mmr_embeddings(
            query.query_embedding,
            [result.embedding or [] for result in found],
            similarity_top_k=wanted,
            mmr_threshold=threshold,
        )
        return _result([found[place] for place in places], scores)

    def _options(self, query: VectorStoreQuery) -> dict[str, Any]:
        """Request fields of a search in the query's mode."""
        search_mode = _SEARCH_MODES.get(query.mode)
        if search_mode is None:
            able = ", ".join(mode.value for mode in _SEARCH_MODES)
            raise ValueError(f"mode: must be one of {able}, got {query.mode.value}")
        top_k = query.similarity_top_k
        if query.mode == Mode.SPARSE:
            top_k = query.sparse_top_k or top_k
        elif search_mode == "hybrid":
            top_k = query.hybrid_top_k or top_k
        options: dict[str, Any] = {
            "search_mode": search_mode,
            "top_k": top_k,
            "filters": all_of(
                # An index that leaves nodes to the store gives an empty list for all of them.
                is_one_of(NODE_KEY, query.node_ids or None),
                is_one_of(DOCUMENT_KEY, query.doc_ids or None),
                filter_of(query.filters),
            ),
        }
        if search_mode != "keyword" and query.query_embedding is not None:
            options["vector"] = list(map(float, query.query_embedding))
        if query.query_str is not None:
            options["query"] = query.query_str
        if query.alpha is not None and search_mode == "hybrid":
            options["alpha"] = query.alpha
        if query.mode == Mode.SEMANTIC_HYBRID:
            options["rerank"] = True
        return options


def _refuse(given: Mapping[str, Any], allowed: Sequence[str] = ()) -> None:
    for name in given:
        if name not in allowed:
            raise TypeError(f"{name}: is no argument here; these are: {', '.join(allowed) or 'none'}")


def _result(found: Sequence[QueryResult], scores: Sequence[float] | None = None) -> VectorStoreQueryResult:
    return VectorStoreQueryResult(
        nodes=[node_of(result) for result in found],
        similarities=[result.score for result in found] if scores is None else list(scores),
        ids=[result.id for result in found],
    )
