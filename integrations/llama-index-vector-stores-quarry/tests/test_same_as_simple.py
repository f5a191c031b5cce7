"""The same calls on LlamaIndex's own store in memory and on Quarry, one after the other, give the same."""

import os
from collections.abc import Iterator
from typing import Any

import pytest
from llama_index.core.schema import NodeRelationship, RelatedNodeInfo, TextNode
from llama_index.core.vector_stores import SimpleVectorStore
from llama_index.core.vector_stores.types import (
    BasePydanticVectorStore,
    FilterCondition,
    FilterOperator,
    MetadataFilter,
    MetadataFilters,
    VectorStoreQuery,
    VectorStoreQueryMode,
)
from llama_index.vector_stores.quarry import QuarryVectorStore
from quarry_client import Client


def nodes() -> list[TextNode]:
    facts: list[tuple[str, list[float], dict[str, Any]]] = [
        ("heron", [3.0, 0.5, 0.1], {"weight": 1.5, "order": "pelicans", "places": ["river", "lake"], "ring": "AX-17b"}),
        ("stork", [0.2, 2.0, 0.4], {"weight": 3.4, "order": "storks", "places": ["meadow"], "ring": "AX-17c", "note": ""}),
        ("crane", [1.0, 1.1, 1.2], {"weight": 5.5, "order": "cranes", "places": ["lake", "meadow", "river"], "ring": "ax-17"}),
        ("egret", [2.0, 0.9, 0.1], {"weight": 0.5, "order": "pelicans", "places": [], "ring": "BY-2"}),
    ]
    return [
        TextNode(
            id_=f"node/{name}",
            text=f"The {name}.",
            embedding=vector,
            metadata=metadata,
            relationships={NodeRelationship.SOURCE: RelatedNodeInfo(node_id=f"source-{name}")},
        )
        for name, vector, metadata in facts
    ]


def filled(store: QuarryVectorStore) -> list[BasePydanticVectorStore]:
    stores = [SimpleVectorStore(), store]
    for each in stores:
        assert each.add(nodes()) == [node.node_id for node in nodes()]
    return stores


@pytest.fixture
def both(store: QuarryVectorStore) -> list[BasePydanticVectorStore]:
    return filled(store)


@pytest.fixture(scope="module")
def unchanged(client: Client) -> Iterator[list[BasePydanticVectorStore]]:
    """For tests that only read."""
    name = f"llama_index_same_{os.getpid()}"
    yield filled(QuarryVectorStore(name, client=client))
    client.collections.delete(name)


def same(stores: list[BasePydanticVectorStore], given: dict[str, Any], **options: Any) -> list[str]:
    """The ids that both stores find, in the same order, and as similar."""
    query = {"query_embedding": [1.0, 0.8, 0.3], "similarity_top_k": 4, **given}
    simple, quarry = (store.query(VectorStoreQuery(**query), **options) for store in stores)
    assert quarry.ids == simple.ids
    assert quarry.similarities == pytest.approx(simple.similarities, abs=1e-6)
    return quarry.ids or []


def matching(key: str, operator: str, value: Any, *more: tuple[str, str, Any], condition: str = "and") -> Any:
    filters = [
        MetadataFilter(key=key, operator=FilterOperator(operator), value=value)
        for key, operator, value in ((key, operator, value), *more)
    ]
    return {"filters": MetadataFilters(filters=filters, condition=FilterCondition(condition))}


FILTERS = [
    matching("order", "==", "pelicans"),
    matching("weight", "==", 5.5),
    matching("weight", "!=", 5.5),
    matching("note", "!=", "none"),
    matching("weight", ">", 1.5),
    matching("weight", ">=", 1.5),
    matching("weight", "<", 1.5),
    matching("weight", "<=", 1.5),
    matching("order", "in", ["cranes", "storks"]),
    matching("order", "in", []),
    matching("order", "nin", ["cranes", "storks"]),
    matching("order", "nin", []),
    matching("nothing", "nin", ["cranes"]),
    matching("places", "any", ["meadow", "river"]),
    matching("places", "all", ["lake", "river"]),
    matching("ring", "all", ["AX", "17b"]),
    matching("places", "contains", "lake"),
    matching("ring", "contains", "AX-17"),
    matching("ring", "text_match", "AX-17"),
    matching("places", "is_empty", None),
    matching("note", "is_empty", None),
    matching("weight", "is_empty", None),
    matching("nothing", "is_empty", None),
    matching("nothing", "==", "lake"),
    matching("weight", "==", 1.5, ("weight", "==", 0.5)),
    matching("order", "==", "pelicans", ("weight", ">", 1.0)),
    matching("order", "==", "storks", ("weight", ">", 5.0), condition="or"),
    matching("order", "==", "storks", ("weight", ">", 5.0), condition="not"),
    matching("doc_id", "==", "source-stork"),
]


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"similarity_top_k": 1},
        {"similarity_top_k": 100},
        {"query_embedding": [0.1, 0.1, 9.0]},
        {"node_ids": ["node/heron", "node/crane", "missing"]},
        {"node_ids": ["node/heron", "node/crane"], **matching("weight", ">", 2.0)},
        *FILTERS,
    ],
)
def test_queries(unchanged: list[BasePydanticVectorStore], given: dict[str, Any]) -> None:
    same(unchanged, given)


@pytest.mark.parametrize("threshold", [0.1, 0.3, 0.5, 1.0])
def test_mmr(unchanged: list[BasePydanticVectorStore], threshold: float) -> None:
    given = {"mode": VectorStoreQueryMode.MMR, "similarity_top_k": 3}
    same(unchanged, given, mmr_threshold=threshold)


def test_deleting_a_document_and_nodes(both: list[BasePydanticVectorStore]) -> None:
    for delete in (
        lambda store: store.delete("source-crane"),
        lambda store: store.delete("missing"),
        lambda store: store.delete_nodes(["node/stork", "missing"]),
        lambda store: store.delete_nodes([]),
        lambda store: store.delete_nodes(["node/heron"], matching("weight", ">", 100)["filters"]),
        lambda store: store.delete_nodes(None, matching("weight", "<", 1)["filters"]),
        lambda store: store.clear(),
    ):
        for each in both:
            delete(each)
        same(both, {})


def test_a_node_that_is_added_again_replaces_the_one_before(both: list[BasePydanticVectorStore]) -> None:
    changed = nodes()[:1]
    changed[0].embedding = [0.1, 0.1, 4.0]
    changed[0].metadata = {"weight": 9}
    for each in both:
        each.add(changed)
    assert same(both, matching("weight", ">", 5)) == ["node/crane", "node/heron"]
