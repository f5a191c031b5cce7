"""Retrievers, alone and in pipelines."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from uuid import uuid4

import pytest
from haystack import Document, Pipeline
from haystack.components.retrievers import MultiQueryTextRetriever, SentenceWindowRetriever
from haystack.errors import FilterError
from quarry_client import BadRequestError, Client

from haystack_integrations.components.retrievers.quarry import (
    QuarryEmbeddingRetriever,
    QuarryHybridRetriever,
    QuarryTextRetriever,
)
from haystack_integrations.document_stores.quarry import QuarryDocumentStore

BIRDS = {"field": "meta.kind", "operator": "==", "value": "bird"}
STORK = {"field": "meta.name", "operator": "==", "value": "stork"}
TEXTS = {
    "stork": "White storks nest on roofs.",
    "heron": "Grey herons nest high up in trees.",
    "pump": "The pump of the boiler stops at ninety degrees.",
}


@pytest.fixture(scope="module")
def store(client: Client) -> Iterator[QuarryDocumentStore]:
    """Documents that the service has embedded."""
    store = QuarryDocumentStore(f"texts_{uuid4().hex}", server_embedding=True)
    store.write_documents(
        [
            Document(content=text, meta={"name": name, "kind": "machine" if name == "pump" else "bird"})
            for name, text in TEXTS.items()
        ]
    )
    yield store
    client.collections.delete(store.collection_name)
    store.close()


def names(result: dict[str, list[Document]]) -> list[str]:
    return [document.meta["name"] for document in result["documents"]]


def both(retriever, **given: object) -> list[str]:
    """Documents that `run` finds, and `run_async` finds as well."""

    async def run_async() -> dict[str, list[Document]]:
        result = await retriever.run_async(**given)
        await retriever.close_async()
        return result

    result = retriever.run(**given)
    assert asyncio.run(run_async()) == result
    assert all(0 <= document.score <= 1 for document in result["documents"])
    return names(result)


def test_by_text(store):
    assert both(QuarryTextRetriever(store, top_k=1), query="white storks on roofs") == ["stork"]
    assert both(QuarryTextRetriever(store, search_mode="keyword"), query="boiler") == ["pump"]
    assert both(QuarryHybridRetriever(store, alpha=0.3), query="grey herons", top_k=1) == ["heron"]
    assert QuarryTextRetriever(store, score_threshold=1.0).run("pump")["documents"] == []


def test_by_embedding(document_store):
    documents = [
        Document(content="red pumps", embedding=[1.0, 0.0] * 384, meta={"name": "x"}),
        Document(content="blue valves", embedding=[0.0, 2.0] * 384, meta={"name": "y"}),
        Document(content="red valves", meta={"name": "none"}),
    ]
    document_store.write_documents(documents)
    near_y = [0.1, 5.0] * 384
    assert both(QuarryEmbeddingRetriever(document_store), query_embedding=near_y) == ["y", "x"]
    [best] = QuarryEmbeddingRetriever(document_store, top_k=1).run(near_y)["documents"]
    assert best.embedding == pytest.approx(documents[1].embedding)
    hybrid = QuarryHybridRetriever(document_store)
    assert set(both(hybrid, query="red", query_embedding=near_y)) == {"x", "y", "none"}
    with pytest.raises(BadRequestError, match="needs a vector"):
        hybrid.run("red")
    with pytest.raises(BadRequestError, match="must have 768 numbers"):
        QuarryEmbeddingRetriever(document_store).run([1.0])


@pytest.mark.parametrize(("policy", "found"), [("replace", ["stork"]), ("merge", [])])
def test_filters_of_a_call_replace_or_are_merged(store, policy, found):
    machines = {**BIRDS, "value": "machine"}
    retriever = QuarryTextRetriever(store, filters=machines, filter_policy=policy)
    assert names(retriever.run("nest")) == ["pump"]
    assert names(retriever.run("nest", filters=STORK)) == found


def test_chunks_that_the_service_has_cut(client, store):
    document = client.documents.create(store.collection_name, text="Cranes dance.", metadata={"name": "crane"})
    client.documents.wait(store.collection_name, document.id)
    [found] = QuarryTextRetriever(store, top_k=1).run("cranes that dance")["documents"]
    assert (found.content, found.meta["document_id"], found.meta["chunk_index"]) == ("Cranes dance.", document.id, 0)
    assert store.count_documents() == len(TEXTS)
    client.documents.delete(store.collection_name, document.id)


def test_wrong_settings(store):
    with pytest.raises(ValueError, match="must be a QuarryDocumentStore"):
        QuarryTextRetriever("birds")
    with pytest.raises(BadRequestError, match="top_k: must be"):
        QuarryTextRetriever(store).run("x", top_k=0)
    with pytest.raises(FilterError):
        QuarryTextRetriever(store).run("x", filters={"field": "meta.name"})
    with pytest.raises(BadRequestError, match="query: must be text"):
        QuarryTextRetriever(store).run(" ")


@pytest.mark.parametrize(
    ("kind", "settings"),
    [
        (QuarryEmbeddingRetriever, {"score_threshold": 0.5}),
        (QuarryTextRetriever, {"search_mode": "keyword", "rerank": False}),
        (QuarryHybridRetriever, {"alpha": 0.7, "top_k": 3}),
    ],
)
def test_retrievers_are_serialized(store, kind, settings):
    retriever = kind(store, filters=BIRDS, filter_policy="merge", **settings)
    data = retriever.to_dict()
    assert settings.items() <= data["init_parameters"].items()
    assert kind.from_dict(data).to_dict() == data
    pipeline = Pipeline()
    pipeline.add_component("retriever", retriever)
    assert Pipeline.loads(pipeline.dumps()).to_dict() == pipeline.to_dict()


def test_in_pipelines(store):
    pipeline = Pipeline()
    pipeline.add_component("retriever", QuarryHybridRetriever(store, top_k=1))
    asked = {"retriever": {"query": "storks"}}
    assert names(pipeline.run(asked)["retriever"]) == ["stork"]

    async def run_async() -> dict[str, dict[str, list[Document]]]:
        result = await pipeline.run_async(asked)
        await store.close_async()
        return result

    assert names(asyncio.run(run_async())["retriever"]) == ["stork"]


def test_under_components_of_haystack(store, document_store):
    several = MultiQueryTextRetriever(retriever=QuarryTextRetriever(store, top_k=1))
    assert sorted(names(several.run(queries=["storks on roofs", "boiler pump"]))) == ["pump", "stork"]
    parts = [Document(content=f"part {n}", meta={"source_id": "a", "split_id": n, "split_idx_start": 7 * n}) for n in range(5)]
    document_store.write_documents(parts)
    window = SentenceWindowRetriever(document_store, window_size=1).run(retrieved_documents=[parts[2]])
    assert [document.content for document in window["context_documents"]] == ["part 1", "part 2", "part 3"]
