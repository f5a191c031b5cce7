"""Tests beyond Haystack's suites."""

from __future__ import annotations

import asyncio
import copy
import math
import pickle
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta, timezone
from uuid import uuid4

import pytest
from haystack.components.embedders import MockDocumentEmbedder
from haystack.dataclasses import ByteStream, Document, SparseEmbedding
from haystack.document_stores.errors import DuplicateDocumentError
from haystack.document_stores.types import DuplicatePolicy
from haystack.errors import FilterError
from haystack.utils import Secret
from haystack.utils.filters import document_matches_filter
from quarry_client import APIConnectionError, AuthenticationError, BadRequestError, Client, NotFoundError, PermissionDeniedError

from haystack_integrations.components.retrievers.quarry import QuarryTextRetriever
from haystack_integrations.document_stores.quarry import QuarryDocumentStore
from haystack_integrations.document_stores.quarry import collection as work


@pytest.fixture
def token(client: Client) -> Iterator[object]:
    """Makes keys, by their scope and filter."""
    names: list[str] = []

    def make(scope: str, **limits: object) -> Secret:
        names.append(f"haystack-{uuid4().hex}")
        made = client.keys.create(name=names[-1], scope=scope, **limits)
        return Secret.from_token(made.key)

    yield make
    for name in names:
        client.keys.revoke(name)


def comparison(field: str, operator: str, value: object) -> dict[str, object]:
    return {"field": field, "operator": operator, "value": value}


def at_once(work_of, threads: int) -> None:
    with ThreadPoolExecutor(threads) as executor:
        list(executor.map(work_of, range(threads)))


def test_whole_documents_come_back(document_store):
    meta = {
        "one": 1.0,
        "big": 1e15,
        "list": [1.0, 1, {"two": 2.0, "none": None, "yes": True}],
        "dotted.name": "café \u0000 \U0001f98a",
        "$odd": {"": []},
    }
    image = ByteStream(b"\x00\xff" * 20_000, meta={"width": 2}, mime_type="image/png")
    documents = [
        Document(id="a/b?#ü", content="", meta=meta, embedding=[3.0] * 768),
        Document(id="image", blob=image, sparse_embedding=SparseEmbedding([1, 7], [0.5, 2.0])),
    ]
    document_store.write_documents(documents)
    first, second = document_store.filter_documents()
    assert first.embedding == pytest.approx(documents[0].embedding, rel=1e-6)
    assert repr(first.meta) == repr(meta)  # Also 1.0 and 1, which are equal.
    assert first.content == "" and second == documents[1]


def test_dates_become_strings_that_are_compared_as_moments(document_store):
    here = datetime(2024, 3, 11, 6, 30, tzinfo=timezone(timedelta(hours=2)))
    document_store.write_documents([Document(content="x", meta={"at": here, "day": here.date()})])
    assert document_store.filter_documents()[0].meta == {"at": "2024-03-11T06:30:00+02:00", "day": "2024-03-11"}
    for operator, value in (("==", "2024-03-11T04:30:00Z"), ("<=", here), (">", "20240311T042959Z"), ("in", [here])):
        assert document_store.count_documents_by_filter(comparison("meta.at", operator, value)) == 1, operator
    assert document_store.count_documents_by_filter(comparison("meta.at", "<", here)) == 0


@pytest.mark.parametrize(
    ("problem", "given"),
    [
        ("meta.a.b.0: must be JSON", {"meta": {"a": {"b": [math.nan]}}}),
        ("meta.a: must be JSON", {"meta": {"a": {1: 2}}}),
        ("reserved", {"meta": {"_haystack": 1}}),
        ("not all of them zero", {"embedding": [0.0] * 768}),
        ("list of numbers", {"embedding": ["a"]}),
        (r"vectors\[1\].embedding: must have 768", {"embedding": [1.0, 2.0]}),
        (r"vectors\[1\].metadata: must be at most", {"meta": {"a": "x" * 70_000}}),
    ],
)
def test_one_document_that_cannot_be_kept_leaves_none(document_store, problem, given):
    with pytest.raises((ValueError, BadRequestError), match=problem):
        document_store.write_documents([Document(embedding=[1.0] * 768), Document(content="bad", **given)])
    assert document_store.count_documents() == 0


def test_filters_find_what_the_reference_finds(document_store):
    documents = [
        Document(id="1", content="a", meta={"n": 1, "s": "x", "deep": {"f": 0.5}}),
        Document(id="2", content="b", meta={"n": 2, "s": "y", "flag": True}),
        Document(id="3", content="c", meta={"n": None, "s": "2024-01-01"}),
    ]
    document_store.write_documents(documents)
    values = {"meta.n": [1, 2, None], "s": ["x", "2024-01-01T00:00:00", None], "meta.deep.f": [0.5, None], "id": ["2", "9"]}
    tried = [comparison(f, o, v) for f, some in values.items() for o in ("==", "!=") for v in some]
    tried += [comparison(f, o, some[:n]) for f, some in values.items() for o in ("in", "not in") for n in range(4)]
    tried += [comparison("meta.n", o, v) for o in (">", ">=", "<", "<=") for v in (0, 1, 1.5, None)]
    tried += [
        {"operator": o, "conditions": [tried[0], {"operator": "NOT", "conditions": tried[3:5]}]}
        for o in ("AND", "OR", "NOT")
    ]
    for filters in tried:
        found = [document.id for document in document_store.filter_documents(filters)]
        assert found == [each.id for each in documents if document_matches_filter(filters, each)], filters
    many = [str(number) for number in range(2, 5_000)]
    assert document_store.count_documents_by_filter(comparison("id", "in", many)) == 2
    assert document_store.count_documents_by_filter(comparison("id", "not in", many)) == 1
    # The service alone can judge these.
    with pytest.raises(FilterError, match="more than 256 conditions"):
        document_store.filter_documents({"operator": "OR", "conditions": [tried[0]] * 300})
    for change in (document_store.delete_by_filter, lambda filters: document_store.update_by_filter(filters, {"a": 1})):
        with pytest.raises(FilterError, match="must not be empty"):
            change({})


@pytest.mark.parametrize(
    "filters",
    [
        "meta.n == 1",
        {"operator": "AND", "conditions": []},
        {"operator": "XOR", "conditions": [comparison("meta.n", "==", 1)]},
        comparison("content", "==", "a"),
        comparison("meta.$where", "==", 1),
        comparison("meta.n", "like", 1),
        comparison("meta.n", "==", [1]),
        comparison("meta.n", "in", [{}]),
        comparison("meta.n", ">", True),
        comparison("meta.n", ">", "yesterday"),
        comparison(7, "==", 1),
    ],
)
def test_malformed_filters_are_refused_before_anything_is_sent(filters):
    store = QuarryDocumentStore(base_url="http://127.0.0.1:1", max_retries=0)
    for method in (store.filter_documents, store.count_documents_by_filter, store.delete_by_filter):
        with pytest.raises(FilterError):
            method(filters)


def test_many_documents_in_one_call(document_store, monkeypatch):
    monkeypatch.setattr(work, "WRITTEN_AT_ONCE", 1_000)
    documents = [Document(id=str(number), content=f"number {number}", meta={"n": number}) for number in range(2_500)]
    assert document_store.write_documents(documents) == 2_500
    more = [*documents, Document(id="new", content="x")]
    with pytest.raises(DuplicateDocumentError, match="exists already"):
        document_store.write_documents(more[::-1])
    assert document_store.count_documents() == 2_500
    assert document_store.write_documents(more, DuplicatePolicy.SKIP) == 1
    assert document_store.update_by_filter(comparison("meta.n", ">=", 0), {"seen": True, "n": 2.0}) == 2_500
    assert document_store.count_documents_by_filter(comparison("meta.seen", "==", True)) == 2_500
    assert document_store.get_metadata_field_unique_values("n") == ([2.0], 1)
    assert document_store.delete_by_filter(comparison("meta.seen", "==", True)) == 2_500
    document_store.delete_documents([document.id for document in documents])
    assert [document.id for document in document_store.filter_documents()] == ["new"]


def test_parts_of_a_call_stay_below_the_limits():
    embedded = [{"id": str(n), "text": "x", "embed": True} for n in range(work.EMBEDDED_AT_ONCE + 1)]
    long = [{"id": str(n), "text": "\u0000" * 3_000_000, "embed": False} for n in range(7)]
    vectors = [{"id": str(n), "embedding": [0.1] * 8_192} for n in range(600)]
    assert [len(part) for part in work._parts_of(embedded)] == [work.EMBEDDED_AT_ONCE, 1]
    assert [len(part) for part in work._parts_of(long)] == [3, 3, 1]
    assert [len(part) for part in work._parts_of(vectors)] == [292, 292, 16]
    assert list(work._parts_of([])) == []


def test_an_id_twice_in_one_call(document_store):
    documents = [Document(id="1", content="first"), Document(id="1", content="second")]
    with pytest.raises(DuplicateDocumentError, match="stands twice"):
        document_store.write_documents(documents)
    assert document_store.write_documents(documents, DuplicatePolicy.SKIP) == 1
    assert document_store.filter_documents()[0].content == "first"
    assert document_store.write_documents(documents, DuplicatePolicy.OVERWRITE) == 2
    assert document_store.filter_documents()[0].content == "second"


def test_one_of_many_writers_of_an_id_wins(document_store):
    outcomes: list[object] = []

    def write(number: int) -> None:
        try:
            outcomes.append(document_store.write_documents([Document(id="1", content=str(number))]))
        except DuplicateDocumentError:
            outcomes.append("duplicate")

    at_once(write, 8)
    assert sorted(map(str, outcomes)) == ["1"] + ["duplicate"] * 7


def test_an_update_leaves_the_rest(document_store):
    document = Document(content="x", meta={"a": 1.0, "b": {"c": 1, "d": 2}, "e": 3}, embedding=[1.0] * 768)
    document_store.write_documents([document])
    document_store.update_by_filter(comparison("id", "==", document.id), {"a": 7, "b": {"c": 9.0}, "e": None})
    [changed] = document_store.filter_documents()
    assert repr(changed.meta) == "{'a': 7, 'b': {'c': 9.0, 'd': 2}}"
    assert changed.content == "x" and changed.embedding == pytest.approx(document.embedding)
    with pytest.raises(ValueError, match="reserved"):
        document_store.update_by_filter(comparison("id", "==", "1"), {"_haystack": {}})


def test_metadata_of_many_kinds(document_store):
    metas = [{"a": 1, "b": "x"}, {"a": 2.5, "b": 1, "c": {"d": 3}}, {"a": None, "c": {"d": True}, "e": [1, 2]}]
    document_store.write_documents([Document(content="x", meta=meta) for meta in metas])
    types = {"a": "float", "b": "keyword", "c": "keyword", "e": "keyword"}
    assert document_store.get_metadata_fields_info() == {key: {"type": kind} for key, kind in types.items()}
    assert document_store.get_metadata_field_min_max("b") == {"min": None, "max": None}
    assert document_store.get_metadata_field_min_max("meta.c.d") == {"min": 3, "max": 3}
    assert document_store.get_metadata_field_unique_values("c.d") == ([3, True], 2)
    assert document_store.get_metadata_field_unique_values("e") == ([[1, 2]], 1)
    assert document_store.count_unique_metadata_by_filter({}, ["meta.a", "none"]) == {"a": 2, "none": 0}


def test_a_collection_is_as_long_as_its_first_embedding(client):
    store = QuarryDocumentStore(f"first_{uuid4().hex}")
    try:
        assert store.count_documents() == 0 and QuarryTextRetriever(store).run("x") == {"documents": []}
        with pytest.raises(NotFoundError):
            client.collections.get(store.collection_name)
        documents = MockDocumentEmbedder(dimension=5).run([Document(content="x")])["documents"]
        store.write_documents([Document(content="without"), *documents])
        assert client.collections.get(store.collection_name).dimension == 5
    finally:
        client.collections.delete(store.collection_name)
        store.close()


def test_each_event_loop_has_its_connections(document_store):
    async def count() -> int:
        counts = await asyncio.gather(*[document_store.count_documents_async() for _ in range(5)])
        await document_store.close_async()
        return sum(counts)

    document_store.write_documents([Document(content="x")])
    results: list[int] = []
    at_once(lambda _: results.append(asyncio.run(count())), 3)
    assert results == [5, 5, 5]


def test_keys_that_may_less(document_store, token):
    name = document_store.collection_name
    reader = QuarryDocumentStore(name, api_key=token("read"))
    assert reader.count_documents() == 0
    with pytest.raises(PermissionDeniedError):
        reader.write_documents([Document(content="x")])
    document_store.write_documents([Document(content="ours", meta={"team": "a"}), Document(content="theirs")])
    writer = QuarryDocumentStore(name, api_key=token("write", filter={"team": "a"}))
    assert [document.content for document in writer.filter_documents()] == ["ours"]
    with pytest.raises(PermissionDeniedError):
        writer.write_documents([Document(content="x", meta={"team": "b"})])
    writer.delete_all_documents()
    assert [document.content for document in document_store.filter_documents()] == ["theirs"]
    for store in (reader, writer):
        store.close()


def test_no_failure_looks_like_an_empty_store(client):
    for settings, error in (
        ({"api_key": Secret.from_token("wrong")}, AuthenticationError),
        ({"base_url": "http://127.0.0.1:1", "max_retries": 0}, APIConnectionError),
        ({"base_url": f"{client.base_url}/elsewhere"}, NotFoundError),
    ):
        store = QuarryDocumentStore(**settings)
        with pytest.raises(error):
            store.count_documents()
        store.close()


def test_a_store_is_copied_and_serialized_without_its_key(monkeypatch):
    monkeypatch.setenv("OTHER_KEY", "hidden")
    store = QuarryDocumentStore("notes", api_key=Secret.from_env_var("OTHER_KEY"), embedding_dimension=3)
    data = store.to_dict()
    assert "hidden" not in str(data)
    again = QuarryDocumentStore.from_dict(data)
    assert again.to_dict() == data and again.api_key == store.api_key
    assert copy.deepcopy(store).to_dict() == pickle.loads(pickle.dumps(store)).to_dict() == data
    with pytest.raises(ValueError, match="serialize"):
        QuarryDocumentStore(api_key=Secret.from_token("hidden")).to_dict()
