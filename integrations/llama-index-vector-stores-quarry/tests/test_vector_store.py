"""The store within LlamaIndex, and what the store in memory can't do."""

import asyncio
import copy
import pickle
from typing import Any

import pytest
from conftest import RERANKED
from llama_index.core import MockEmbedding, StorageContext, VectorStoreIndex
from llama_index.core.schema import Document, ImageNode, IndexNode, MediaResource, Node, TextNode
from llama_index.core.vector_stores.types import (
    FilterCondition,
    FilterOperator,
    MetadataFilter,
    MetadataFilters,
    VectorStoreQuery,
    VectorStoreQueryMode,
)
from llama_index.vector_stores.quarry import QuarryVectorStore
from quarry_client import APIConnectionError, AuthenticationError, BadRequestError, Client, NotFoundError

BIRDS = {
    "heron": "Herons stand still in shallow water and wait for fish.",
    "stork": "Storks build large nests on roofs and chimneys.",
    "crane": "Cranes dance in the meadows when they court.",
}


def birds() -> list[TextNode]:
    """With vectors that are like the question's in the order of the names."""
    vectors = ([1.0, 0.1], [1.0, 1.0], [0.1, 1.0])
    return [
        TextNode(id_=name, text=text, embedding=vector, metadata={"name": name})
        for (name, text), vector in zip(BIRDS.items(), vectors)
    ]


def where(key: str, value: Any, operator: FilterOperator = FilterOperator.EQ) -> MetadataFilters:
    return MetadataFilters(filters=[MetadataFilter(key=key, value=value, operator=operator)])


@pytest.fixture
def embedding_store(collection: str) -> Any:
    """One whose texts the service embeds."""
    store = QuarryVectorStore(collection, is_embedding_query=False, collection_settings=RERANKED)
    yield store
    store.close()


def test_nodes_of_every_kind_come_back_as_they_were(store: QuarryVectorStore) -> None:
    given = [
        TextNode(id_="a/b?c=ü", text="Ein Kranich 🕊\n", metadata={"names": {"de": ["Kranich"]}, "none": None, "a.b": 1.5}),
        IndexNode(id_="index", text="Points to another.", index_id="other"),
        ImageNode(id_="image", text="", image_url="https://example.org/heron.png"),
        Node(id_="node", text_resource=MediaResource(text="Of resources.")),
        TextNode(id_="large", text="x" * 100_000, metadata={"large": "ü" * 10_000}),
    ]
    for node in given:
        node.embedding = [0.6, 0.8]
    before = copy.deepcopy(given)
    store.add(given)
    assert given == before
    nodes = store.get_nodes([node.node_id for node in [*given[::-1], *given[:1]]])
    for node in given:
        node.embedding = None
    assert {node.node_id: node for node in nodes} == {node.node_id: node for node in given}
    assert [node.to_dict() for node in nodes[:5]] == [node.to_dict() for node in given[::-1]]


def test_an_index_whose_texts_the_service_embeds(embedding_store: QuarryVectorStore) -> None:
    documents = [Document(id_=name, text=text, metadata={"name": name}) for name, text in BIRDS.items()]
    storage = StorageContext.from_defaults(vector_store=embedding_store)
    embed_model = MockEmbedding(embed_dim=1)
    index = VectorStoreIndex.from_documents(documents, storage_context=storage, embed_model=embed_model)
    retriever = index.as_retriever(similarity_top_k=1)
    [found] = retriever.retrieve("Where are nests built?")
    assert (found.node.ref_doc_id, found.node.get_content()) == ("stork", BIRDS["stork"])
    assert 0 < (found.score or 0) <= 1
    mmr = index.as_retriever(similarity_top_k=3, vector_store_query_mode="mmr")
    assert len({each.node.ref_doc_id for each in mmr.retrieve("birds")}) == 3
    reranked = index.as_retriever(similarity_top_k=3, vector_store_query_mode="semantic_hybrid")
    assert reranked.retrieve("dance in the meadows")[0].node.ref_doc_id == "crane"
    index.delete_ref_doc("stork")
    again = VectorStoreIndex.from_vector_store(embedding_store, embed_model=embed_model)
    found_again = again.as_retriever(similarity_top_k=3).retrieve("Where are nests built?")
    assert {each.node.ref_doc_id for each in found_again} == {"heron", "crane"}


def test_modes(store: QuarryVectorStore) -> None:
    store.add(birds())

    def first(mode: VectorStoreQueryMode, **given: Any) -> str:
        query = VectorStoreQuery(query_str="nests on roofs", mode=mode, similarity_top_k=1, **given)
        return (store.query(query).ids or [""])[0]

    heron = {"query_embedding": [1.0, 0.0]}
    assert first(VectorStoreQueryMode.DEFAULT, **heron) == "heron"
    assert first(VectorStoreQueryMode.TEXT_SEARCH) == first(VectorStoreQueryMode.SPARSE, **heron) == "stork"
    assert first(VectorStoreQueryMode.HYBRID, alpha=0.0, **heron) == "stork"
    assert first(VectorStoreQueryMode.HYBRID, alpha=1.0, **heron) == "heron"
    with pytest.raises(ValueError, match="mode: must be one of default, mmr, .*, got svm"):
        first(VectorStoreQueryMode.SVM, **heron)


def test_filters_that_the_store_in_memory_does_not_have(store: QuarryVectorStore) -> None:
    store.add(birds())
    either = MetadataFilters(filters=[*where("name", "heron").filters, *where("name", "crane").filters], condition=FilterCondition.OR)
    neither = MetadataFilters(filters=[either], condition=FilterCondition.NOT)
    both = MetadataFilters(filters=[either, neither])
    assert [[node.node_id for node in store.get_nodes(filters=each)] for each in (either, neither, both)] == [
        ["heron", "crane"],
        ["stork"],
        [],
    ]
    assert [node.node_id for node in store.get_nodes(["heron", "stork"], either)] == ["heron"]
    query = VectorStoreQuery(query_embedding=[1.0, 0.0], similarity_top_k=3, doc_ids=["missing"])
    assert store.query(query).nodes == []


@pytest.mark.parametrize(
    ("filters", "message"),
    [
        (where("name", "HERON", FilterOperator.TEXT_MATCH_INSENSITIVE), "'name' text_match_insensitive: can't be said"),
        (where("name", None), "'name' ==: must have one value, got None; IS_EMPTY finds"),
        (where("name", ["heron"]), r"'name' ==: must have one value, got \['heron'\]"),
        (where("name", "heron", FilterOperator.IN), "'name' in: must have a list of values, got 'heron'"),
        (where("name", [], FilterOperator.ANY), "'name' any: must have at least one value"),
        (MetadataFilters(filters=[MetadataFilters(filters=[])]), "must not be empty"),
    ],
)
def test_a_filter_that_can_not_be_said(store: QuarryVectorStore, filters: MetadataFilters, message: str) -> None:
    store.add(birds())
    with pytest.raises(ValueError, match=message):
        store.query(VectorStoreQuery(query_embedding=[1.0, 0.0], filters=filters))
    with pytest.raises(ValueError, match=message):
        store.delete_nodes(filters=filters)
    assert len(store.get_nodes()) == 3


def test_reranking(collection: str) -> None:
    store = QuarryVectorStore(collection, collection_settings=RERANKED)
    store.add(birds())
    for mode, given in ((VectorStoreQueryMode.SEMANTIC_HYBRID, {}), (VectorStoreQueryMode.DEFAULT, {"rerank": True})):
        for bird in birds():
            query = VectorStoreQuery(query_embedding=[1.0, 1.0], query_str=bird.text[7:], mode=mode, similarity_top_k=3)
            assert (store.query(query, **given).ids or [""])[0] == bird.node_id
    store.close()


async def test_asynchronously(store: QuarryVectorStore) -> None:
    assert await store.aget_nodes() == []
    assert await store.async_add(birds()) == list(BIRDS)
    query = VectorStoreQuery(query_embedding=[0.0, 1.0], similarity_top_k=2)
    results = await asyncio.gather(*(store.aquery(query) for _ in range(20)))
    assert [result.ids for result in results] == [["crane", "stork"]] * 20
    assert store.query(query).ids == ["crane", "stork"]
    await store.adelete_nodes(["crane"])
    assert [node.node_id for node in await store.aget_nodes(filters=where("name", "stork"))] == ["stork"]
    await store.aclear()
    assert await store.aget_nodes() == []


def test_one_event_loop_after_the_other(store: QuarryVectorStore) -> None:
    async def added(node: TextNode) -> None:
        await store.async_add([node])
        await store.aclose()

    for node in birds():
        asyncio.run(added(node))
    assert len(store.get_nodes()) == 3


def test_more_than_one_request_takes(store: QuarryVectorStore) -> None:
    nodes = [TextNode(id_=f"{number}", text="", embedding=[1.0, number], metadata={"odd": number % 2}) for number in range(2_500)]
    nodes += [TextNode(id_=f"2026-11-{day}", text="", embedding=[1.0, 0.0]) for day in ("01", "01T00:00:00Z")]
    store.add(nodes)
    assert len(store.get_nodes([node.node_id for node in nodes])) == 2_502
    assert len(store.get_nodes([node.node_id for node in nodes], where("odd", 1, FilterOperator.NE))) == 1_252
    store.delete_nodes(["2026-11-01"], where("odd", 1, FilterOperator.NE))
    assert [node.node_id for node in store.get_nodes(["2026-11-01", "2026-11-01T00:00:00Z"])] == ["2026-11-01T00:00:00Z"]
    store.clear()
    assert store.get_nodes() == []


def test_copies(store: QuarryVectorStore) -> None:
    store.add(birds())
    copies = [pickle.loads(pickle.dumps(store)), copy.deepcopy(store), QuarryVectorStore.from_dict(store.to_dict())]
    for each in copies:
        assert len(each.get_nodes()) == 3
        each.close()


def test_passages_of_documents(client: Client, embedding_store: QuarryVectorStore) -> None:
    client.collections.create(name=embedding_store.collection)
    document = client.documents.upload(embedding_store.collection, ("heron.txt", BIRDS["heron"].encode()))
    client.documents.wait(embedding_store.collection, document.id, timeout=60)
    [node] = embedding_store.query(VectorStoreQuery(query_str="fish")).nodes or []
    assert (node.get_content(), node.ref_doc_id) == (BIRDS["heron"], document.id)
    assert node.metadata["filename"] == "heron.txt"


def test_what_is_refused(store: QuarryVectorStore, collection: str) -> None:
    with pytest.raises(ValueError, match="embedding not set"):
        store.add([TextNode(text="without a vector")])
    store.add(birds())
    query = VectorStoreQuery(query_embedding=[1.0, 0.0, 0.0])
    with pytest.raises(BadRequestError, match="vector: must have 2 numbers"):
        store.query(query)
    with pytest.raises(TypeError, match="rerankk: is no argument here; these are: rerank, min_score"):
        store.query(query, rerankk=True)
    with pytest.raises(ValueError, match="node_ids, filters: one of them is needed"):
        store.delete_nodes()
    with pytest.raises(ValueError, match="batch_size: must be an integer from 1 to 10,000, got 0"):
        QuarryVectorStore(collection, batch_size=0)
    for given, error in (
        ({"collection": "missing_one", "create_collection": False}, NotFoundError),
        ({"collection": collection, "api_key": "wrong"}, AuthenticationError),
        ({"collection": collection, "client": Client(base_url="http://127.0.0.1:9", max_retries=0)}, APIConnectionError),
    ):
        other = QuarryVectorStore(**given)
        with pytest.raises(error):
            other.get_nodes()
        other.client.close()
    assert "wrong" not in repr(QuarryVectorStore(collection, api_key="wrong"))
