"""What Quarry's conformance suite can't send: python -m unittest."""

import tempfile
import threading
import unittest
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import grpc
import numpy as np

from quarry.plugin.v1.vector_store_pb2 import (
    CountRequest,
    DeleteByQueryRequest,
    EnsureCollectionRequest,
    FactQueries,
    FactQuery,
    ListRequest,
    NumberComparison,
    SearchRequest,
    UpsertRequest,
    UpsertStart,
    VectorRecord,
    VectorRecords,
)
from quarry.plugin.v1.vector_store_pb2_grpc import VectorStoreServiceStub
from quarry_plugin import TokenCheck, add_plugin

from vector_database import VectorDatabase
from vector_store import VectorStore

COLLECTION = "letters"
VECTOR = np.array([0.6, 0.8], dtype="<f4").tobytes()
TOKEN = (("authorization", "Bearer secret"),)


def start(count: int) -> UpsertRequest:
    return UpsertRequest(start=UpsertStart(collection=COLLECTION, total_records=count))


def records(*ids: str) -> UpsertRequest:
    entries = [VectorRecord(id=id, vector=VECTOR, metadata_json="{}", words=[f"id {id}"]) for id in ids]
    return UpsertRequest(records=VectorRecords(records=entries))


class VectorStoreTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        database = VectorDatabase(Path(folder.name) / "vectors.sqlite")
        self.addCleanup(database.close)
        server = grpc.server(ThreadPoolExecutor(4), interceptors=[TokenCheck("secret")])
        add_plugin(server, VectorStore(database))
        port = server.add_insecure_port("127.0.0.1:0")
        server.start()
        self.addCleanup(lambda: server.stop(None).wait())
        channel = grpc.insecure_channel(f"127.0.0.1:{port}")
        self.addCleanup(channel.close)
        self.store = VectorStoreServiceStub(channel)
        self.store.EnsureCollection(EnsureCollectionRequest(collection=COLLECTION, dimension=2), metadata=TOKEN)

    def count(self, query: FactQuery | None = None) -> int:
        return int(self.store.Count(CountRequest(collection=COLLECTION, query=query), metadata=TOKEN).count)

    def upsert(self, *requests: UpsertRequest) -> None:
        self.store.Upsert(iter(requests), metadata=TOKEN)

    def refused(self, code: grpc.StatusCode, call: object, *arguments: object) -> None:
        assert callable(call)
        with self.assertRaises(grpc.RpcError) as caught:
            answer = call(*arguments)
            if isinstance(answer, Iterator):
                list(answer)
        self.assertEqual(caught.exception.code(), code)

    def test_an_upsert_of_fewer_or_more_records_than_announced_writes_nothing(self) -> None:
        for requests in (
            [start(3), records("a", "b")],
            [start(1), records("a"), records("b")],
            [start(1)],
            [records("a")],
            [start(1), start(1), records("a")],
            [],
        ):
            self.refused(grpc.StatusCode.INVALID_ARGUMENT, self.upsert, *requests)
        self.assertEqual(self.count(), 0)
        self.upsert(start(2), records("a"), records("b"))
        self.assertEqual(self.count(), 2)

    def test_an_upsert_that_is_cancelled_writes_nothing_and_holds_nobody_up(self) -> None:
        is_cancelled = threading.Event()

        def requests() -> Iterator[UpsertRequest]:
            yield start(2)
            yield records("a")
            is_cancelled.wait()

        call = self.store.Upsert.future(requests(), metadata=TOKEN)
        self.upsert(start(1), records("another"))
        call.cancel()
        is_cancelled.set()
        with self.assertRaises(grpc.FutureCancelledError):
            call.result()
        self.assertEqual(self.count(), 1)

    def test_a_query_that_is_not_understood_is_refused_never_guessed(self) -> None:
        self.upsert(start(1), records("a"))
        unknown = FactQuery()
        for query in (
            unknown,
            FactQuery(all_of=FactQueries(parts=[FactQuery(everything=FactQuery.Everything()), unknown])),
            FactQuery(any_of=FactQueries()),
            FactQuery(has_none=FactQuery.Words()),
            FactQuery(number=NumberComparison(path="page", value=1)),
        ):
            self.refused(grpc.StatusCode.INVALID_ARGUMENT, self.count, query)
            request = DeleteByQueryRequest(collection=COLLECTION, query=query)
            self.refused(grpc.StatusCode.INVALID_ARGUMENT, lambda: self.store.DeleteByQuery(request, metadata=TOKEN))
        no_query = DeleteByQueryRequest(collection=COLLECTION)
        self.refused(grpc.StatusCode.INVALID_ARGUMENT, lambda: self.store.DeleteByQuery(no_query, metadata=TOKEN))
        self.assertEqual(self.count(), 1)

    def test_pages_of_metadata_alone_go_on_where_the_last_one_ended(self) -> None:
        self.upsert(start(3), records("c", "a", "b"))
        for query in (None, FactQuery(everything=FactQuery.Everything())):
            ids: list[list[str]] = []
            cursor: str | None = None
            while cursor is not None or not ids:
                request = ListRequest(collection=COLLECTION, query=query, cursor=cursor, limit=2, metadata_only=True)
                answers = list(self.store.List(request, metadata=TOKEN))
                page = [record for answer in answers for record in answer.records]
                self.assertEqual([(record.vector, record.metadata_json) for record in page], [(b"", "{}")] * len(page))
                ids.append([record.id for record in page])
                cursor = answers[-1].next_cursor if answers[-1].HasField("next_cursor") else None
            self.assertEqual(ids, [["c", "a"], ["b"]])

    def test_requests_beyond_the_bounds_are_refused(self) -> None:
        for request in (
            SearchRequest(collection=COLLECTION, vector=VECTOR, top_k=0),
            SearchRequest(collection=COLLECTION, vector=VECTOR, top_k=10_001),
            SearchRequest(collection=COLLECTION, vector=VECTOR[:-1], top_k=1),
        ):
            self.refused(grpc.StatusCode.INVALID_ARGUMENT, lambda: self.store.Search(request, metadata=TOKEN))
        for request in (
            ListRequest(collection=COLLECTION, limit=0),
            ListRequest(collection=COLLECTION, limit=1, cursor="elsewhere"),
        ):
            self.refused(grpc.StatusCode.INVALID_ARGUMENT, lambda: self.store.List(request, metadata=TOKEN))
        for dimension in (0, 8_193):
            request = EnsureCollectionRequest(collection="another", dimension=dimension)
            self.refused(grpc.StatusCode.INVALID_ARGUMENT, lambda: self.store.EnsureCollection(request, metadata=TOKEN))

    def test_calls_without_the_token_are_refused(self) -> None:
        for metadata in ((), (("authorization", "Bearer wrong"),), (("authorization", "secret"),)):
            count = CountRequest(collection=COLLECTION)
            self.refused(grpc.StatusCode.UNAUTHENTICATED, lambda: self.store.Count(count, metadata=metadata))
            listed = ListRequest(collection=COLLECTION, limit=1)
            self.refused(grpc.StatusCode.UNAUTHENTICATED, lambda: self.store.List(listed, metadata=metadata))
            self.refused(
                grpc.StatusCode.UNAUTHENTICATED,
                lambda: self.store.Upsert(iter([start(1), records("a")]), metadata=metadata),
            )
        self.assertEqual(self.count(), 0)


if __name__ == "__main__":
    unittest.main()
