"""Tests beyond LangChain's own suite."""

import asyncio
import logging
import os
import threading
from collections.abc import AsyncIterator
from typing import Any

import numpy
import pytest
from langchain_core.documents import Document
from langchain_core.embeddings import DeterministicFakeEmbedding, Embeddings
from langchain_core.indexing import InMemoryRecordManager, aindex, index
from langchain_core.vectorstores import InMemoryVectorStore
from conftest import RERANKED
from langchain_quarry import QuarryVectorStore
from quarry_client import (
    APIConnectionError,
    AsyncClient,
    AuthenticationError,
    BadRequestError,
    Client,
    NotFoundError,
    PermissionDeniedError,
)

FAKE = DeterministicFakeEmbedding(size=6)
BIRDS = [
    Document(id="heron", page_content="Herons stand still in shallow water and wait for fish.", metadata={"year": 2024, "tags": ["water"]}),
    Document(id="stork", page_content="Storks build large nests on roofs and chimneys.", metadata={"year": 2025, "tags": ["town", "roof"]}),
    Document(id="crane", page_content="Cranes dance in the meadows when they court.", metadata={"year": 2026}),
]


class Plane(Embeddings):
    """Of texts that are two numbers."""

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        return [self.embed_query(text) for text in texts]

    def embed_query(self, text: str) -> list[float]:
        return list(numpy.array(text.split(), dtype=numpy.float32))


@pytest.fixture
async def store(collection: str) -> AsyncIterator[QuarryVectorStore]:
    """One whose texts are embedded here."""
    store = QuarryVectorStore(collection, embeddings=FAKE, collection_settings=RERANKED)
    yield store
    await store.aclose()


@pytest.fixture
async def embedding_store(collection: str) -> AsyncIterator[QuarryVectorStore]:
    """One whose texts the service embeds."""
    store = QuarryVectorStore(collection, collection_settings=RERANKED)
    store.add_documents(BIRDS)
    yield store
    await store.aclose()


def ids(documents: list[Document]) -> list[str | None]:
    return [document.id for document in documents]


def test_the_service_embeds(embedding_store: QuarryVectorStore) -> None:
    assert embedding_store.embeddings is None
    [(document, score)] = embedding_store.similarity_search_with_score("Where are nests built?", k=1)
    assert document == BIRDS[1]
    assert 0 < score <= 1
    found = embedding_store.similarity_search("wait for", k=3, mode="keyword")
    assert ids(found) == ["heron"]
    assert ids(embedding_store.similarity_search("dance court", k=1, mode="hybrid", alpha=0.0)) == ["crane"]
    assert ids(embedding_store.similarity_search("dance in the meadows", k=3, rerank=True))[0] == "crane"
    assert len(embedding_store.max_marginal_relevance_search("birds", k=2)) == 2
    retriever = embedding_store.as_retriever(search_type="similarity_score_threshold", search_kwargs={"score_threshold": 0.9})
    assert ids(retriever.invoke(BIRDS[0].page_content)) == ["heron"]
    assert ids(embedding_store.similarity_search("nests", k=3, score_threshold=0.9)) == []


def test_filters(store: QuarryVectorStore) -> None:
    store.add_documents(BIRDS)
    cases: list[tuple[Any, list[str]]] = [
        ({"year": 2025}, ["stork"]),
        ({"year": {"$gte": 2025}}, ["crane", "stork"]),
        ({"tags": {"$in": ["water", "roof"]}}, ["heron", "stork"]),
        ({"$or": [{"year": 2024}, {"tags": {"$exists": False}}]}, ["crane", "heron"]),
        ({"year": "2025"}, []),
        (None, ["crane", "heron", "stork"]),
    ]
    for filters, expected in cases:
        found = store.similarity_search("x", k=10, filter=filters)
        diverse = store.max_marginal_relevance_search("x", k=10, filter=filters)
        assert sorted(map(str, ids(found))) == sorted(map(str, ids(diverse))) == expected


async def test_mmr_is_that_of_the_store_in_memory(collection: str) -> None:
    texts = ["10 1", "9 1.1", "5 5", "1 9", "-1 4", "-8 1", "3 -7"]
    memory = InMemoryVectorStore(Plane())
    memory.add_texts(texts, ids=texts)
    quarry = QuarryVectorStore.from_texts(texts, Plane(), ids=texts, collection=collection)
    for k, fetch_k in ((3, 20), (2, 3), (20, 20)):
        for lambda_mult in (0.0, 0.25, 0.5, 1.0):
            given: dict[str, Any] = {"k": k, "fetch_k": fetch_k, "lambda_mult": lambda_mult}
            expected = ids(memory.max_marginal_relevance_search("6 2", **given))
            assert ids(quarry.max_marginal_relevance_search("6 2", **given)) == expected
            assert ids(await quarry.amax_marginal_relevance_search_by_vector([0.6, 0.2], **given)) == expected
    await quarry.aclose()


def test_relevance_is_the_cosine(collection: str) -> None:
    quarry = QuarryVectorStore.from_texts(["1 0", "1 1", "-1 0"], Plane(), collection=collection)
    found = quarry.similarity_search_with_relevance_scores("2 0", k=3)
    assert [document.page_content for document, _ in found] == ["1 0", "1 1", "-1 0"]
    assert [score for _, score in found] == pytest.approx([1, 0.5**0.5, 0], abs=1e-6)
    by_vector = quarry.similarity_search_with_score_by_vector([0, 3], k=1)
    assert [document.page_content for document, _ in by_vector] == ["1 1"]
    quarry.close()


def test_words_beside_vectors_of_ones_own(store: QuarryVectorStore) -> None:
    store.add_documents(BIRDS)
    assert ids(store.similarity_search("roofs", k=3, mode="keyword")) == ["stork"]
    assert ids(store.similarity_search("roofs", k=1, mode="hybrid", alpha=0)) == ["stork"]
    for bird in BIRDS:
        assert ids(store.similarity_search(bird.page_content[7:], k=3, rerank=True))[0] == bird.id
    assert len(store.similarity_search(" ", k=3)) == len(store.similarity_search("x" * 40_000, k=3)) == 3


async def test_asynchronous_and_synchronous_calls_of_one_store(store: QuarryVectorStore) -> None:
    made = await QuarryVectorStore.afrom_texts(["a", "b"], FAKE, [{"n": 1}, {"n": 2}], ids=["1", "2"], collection=store.collection)
    await made.aclose()
    found = await asyncio.gather(*(store.asimilarity_search_with_relevance_scores("b", k=1) for _ in range(20)))
    assert {(document.id, round(score, 5)) for [(document, score)] in found} == {("2", 1)}
    assert ids(store.similarity_search("b", k=1, filter={"n": {"$lt": 2}})) == ["1"]
    chain = store.as_retriever(search_type="mmr", search_kwargs={"k": 1})
    assert ids(await chain.ainvoke("a")) == ["1"]
    await store.adelete(filter={"n": 1})
    assert ids(await store.aget_by_ids(["1", "2"])) == ["2"]
    await store.adelete()
    assert await store.aget_by_ids(["1", "2"]) == []


def test_one_event_loop_after_the_other(store: QuarryVectorStore) -> None:
    async def added(text: str) -> None:
        await store.aadd_texts([text], ids=[text])
        await store.aclose()

    for text in ("a", "b"):
        asyncio.run(added(text))
    assert len(store.get_by_ids(["a", "b"])) == 2


def test_writers_of_a_new_collection_at_the_same_time(store: QuarryVectorStore) -> None:
    threads = [threading.Thread(target=store.add_texts, args=([f"text {n}"],), kwargs={"ids": [str(n)]}) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(store.get_by_ids([str(n) for n in range(8)])) == 8


async def test_the_index_helper(store: QuarryVectorStore) -> None:
    records = InMemoryRecordManager(namespace=store.collection)
    records.create_schema()
    given: dict[str, Any] = {"cleanup": "full", "source_id_key": "year", "key_encoder": "sha256"}
    first = index(BIRDS, records, store, **given)
    again = index(BIRDS, records, store, **given)
    assert (first["num_added"], again["num_added"], again["num_skipped"]) == (3, 0, 3)
    await records.acreate_schema()
    last = await aindex(BIRDS[:1], records, store, **given)
    assert (last["num_deleted"], last["num_skipped"]) == (2, 1)
    assert len(store.similarity_search("x", k=10)) == 1


def test_ten_thousand_in_one_call(store: QuarryVectorStore) -> None:
    many = [str(number) for number in range(10_000)]
    assert store.add_texts(many, ids=many) == many
    assert len(store.get_by_ids(many)) == 10_000
    store.delete(many[:1_500])
    store.delete(filter={"missing": {"$exists": True}})
    assert ids(store.get_by_ids(many[1_499:1_501])) == ["1500"]
    store.delete()
    assert store.get_by_ids(many) == []


def test_ids_and_metadata_come_back_as_they_are(store: QuarryVectorStore) -> None:
    odd = ["a/b", "ü", "e\u0301", " ", "..", "?#%", "🕊", "x" * 512]
    metadata = {"a.b": {"c": [1, None, {"d": 1.5}]}, "large": "ü" * 30_000, "": True, "score": "x", "document_id": "y"}
    given = [Document(id=id_, page_content=f"Text of {id_}\n\t\u0000", metadata=metadata) for id_ in odd]
    assert store.add_documents(given) == odd
    assert store.get_by_ids(odd) == given
    assert sorted(store.similarity_search("x", k=10), key=lambda each: odd.index(str(each.id))) == given
    mixed = store.add_documents([Document(page_content="without an id"), Document(id="own", page_content="with one")])
    assert mixed[1] == "own" and len(mixed[0]) == 36


def test_what_is_refused(client: Client, store: QuarryVectorStore) -> None:
    for call, error, message in [
        (lambda: store.add_texts(["a", "b"], ids=["1"]), ValueError, "ids: must be as many as the texts, got 1 for 2"),
        (lambda: store.add_texts(["a"], [{}, {}]), ValueError, "metadatas: must be as many as the texts"),
        (lambda: store.add_texts("abc"), TypeError, "texts: must be a list of texts, got the string 'abc'"),
        (lambda: store.add_texts(["a", 5]), TypeError, r"texts\[1\]: must be a string, got a int"),
        (lambda: store.add_texts(["a", "b"], [{}, {"x": {1}}], ids=["1", "2"]), TypeError, "entry '2': Object of type set"),
        (lambda: store.add_texts(["a"], [{"x": float("nan")}], ids=["1"]), ValueError, "entry '1': Out of range"),
        (lambda: store.add_texts(["a"], namespace="x"), TypeError, "namespace: is no argument here"),
        (lambda: store.add_texts(["a"], batch_size=0), ValueError, "batch_size: must be an integer from 1 to 10,000, got 0"),
        (lambda: store.add_texts(["a"], ids=[""]), BadRequestError, r"vectors\[0\].id: is required and must not be empty"),
        (lambda: store.similarity_search("a", filter=lambda document: True), TypeError, "filter: must be a filter of Quarry"),
        (lambda: store.similarity_search("a", filters={}), TypeError, "filters: is no argument of a search; these are filter, mode"),
        (lambda: store.similarity_search("a", filter={"a": {"$like": 1}}), BadRequestError, "filters.a.*\\$like"),
        (lambda: store.similarity_search("a", k=0), BadRequestError, "top_k: must be an integer from 1 to 1000, got 0"),
        (lambda: store.similarity_search("a", mode="fuzzy"), BadRequestError, "search_mode: must be"),
        (lambda: store.similarity_search_by_vector([1.0]), BadRequestError, "vector: must have 6 numbers"),
        (lambda: store.max_marginal_relevance_search("a", lambda_mult=2), ValueError, "lambda_mult: must be from 0 to 1, got 2"),
        (lambda: store.delete(["a"], filter={"a": 1}), ValueError, "ids, filter: can't be given together"),
        (lambda: store.delete("abc"), TypeError, "ids: must be a list of ids, got the string 'abc'"),
        (lambda: store.delete(filter={}), BadRequestError, "filters"),
        (lambda: QuarryVectorStore("x", embeddings=len), TypeError, "embeddings: must be Embeddings of LangChain"),
        (lambda: QuarryVectorStore("x", client=client, api_key="x"), ValueError, "base_url, api_key: can't be given together"),
        (lambda: QuarryVectorStore("x y", embeddings=FAKE, client=client).add_texts(["a"]), BadRequestError, "name: must"),
    ]:
        store.add_texts(["a"], ids=["a"])
        with pytest.raises(error, match=message):
            call()


def test_a_missing_reranker_is_told(collection: str, caplog: pytest.LogCaptureFixture) -> None:
    store = QuarryVectorStore.from_texts(["a"], FAKE, collection=collection)
    with caplog.at_level(logging.WARNING):
        assert len(store.similarity_search("a", rerank=True)) == 1
    assert "reranking skipped: the order is that of the search" in caplog.text
    store.close()


async def test_access_and_failures(client: Client, store: QuarryVectorStore, collection: str) -> None:
    assert store.similarity_search("x") == store.get_by_ids(["x"]) == []
    assert store.delete(["x"]) and store.delete()
    key = client.keys.create(name=f"reader-{os.getpid()}", scope="read", collections=[collection]).key
    for call, given, error in [
        (lambda other: other.similarity_search("a"), {"create_collection": False, "client": client}, NotFoundError),
        (lambda other: other.similarity_search("a"), {"api_key": "wrong"}, AuthenticationError),
        (lambda other: other.add_texts(["b"]), {"api_key": key}, PermissionDeniedError),
        (lambda other: other.similarity_search("a"), {"base_url": "http://127.0.0.1:9"}, APIConnectionError),
    ]:
        other = QuarryVectorStore(collection, embeddings=FAKE, **given)
        with pytest.raises(error):
            call(other)
        other.close()
    async with AsyncClient(base_url="http://127.0.0.1:9", max_retries=0) as async_client:
        away = QuarryVectorStore(collection, embeddings=FAKE, async_client=async_client)
        with pytest.raises(APIConnectionError):
            await away.asimilarity_search("x")
        with pytest.raises(ValueError, match="client: is needed for synchronous methods"):
            away.similarity_search("x")
    store.add_texts(["a"], ids=["a"])
    reading = QuarryVectorStore(collection, embeddings=FAKE, api_key=key)
    assert ids(reading.similarity_search("a")) == ["a"]
    reading.close()
    client.keys.revoke(f"reader-{os.getpid()}")
