"""A vector store for Quarry: records in SQLite, exact search with numpy."""

import argparse
import tempfile
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import grpc
from google.protobuf.proto import parse_length_prefixed, serialize_length_prefixed

from fact_queries import keys_matching
from nearest import cosines, matrix_of, nearest, vector_of
from quarry.plugin.v1.common_pb2 import DescribeRequest, HealthRequest, HealthResponse, PluginIdentity
from quarry.plugin.v1.vector_store_pb2 import (
    CosinesRequest,
    CosinesResponse,
    CountRequest,
    CountResponse,
    DeleteByIdsRequest,
    DeleteByIdsResponse,
    DeleteByQueryRequest,
    DeleteByQueryResponse,
    DropCollectionRequest,
    DropCollectionResponse,
    EnsureCollectionRequest,
    EnsureCollectionResponse,
    GetRequest,
    GetResponse,
    ListRequest,
    ListResponse,
    SearchRequest,
    SearchResponse,
    UpsertRequest,
    UpsertResponse,
    VectorHit,
    VectorRecord,
    VectorRecords,
    VectorStoreDescription,
)
from quarry.plugin.v1.vector_store_pb2_grpc import VectorStoreServiceServicer, add_VectorStoreServiceServicer_to_server
from serving import invalid, listen_argument, parts, refusing, refusing_stream, serve
from vector_database import (
    VALUES_AT_ONCE,
    Collection,
    VectorDatabase,
    ensure_collection,
    find_collection,
    put_record,
    select_in,
)

MAX_TOP_K = 10_000
MAX_DIMENSION = 8_192

# An upsert waits in memory until all of it is there, a larger one in a file.
SPOOL_BYTES = 16 * 1024 * 1024

# A page of records ends early when it is as large: the host asks for the next.
PAGE_BYTES = 16 * 1024 * 1024


class VectorStore(VectorStoreServiceServicer):
    def __init__(self, database: VectorDatabase) -> None:
        self._database = database

    def Describe(self, request: DescribeRequest, context: grpc.ServicerContext) -> VectorStoreDescription:
        return VectorStoreDescription(
            identity=PluginIdentity(name="sqlite-numpy", version="1.0.0", spec_versions=[1]),
            max_top_k=MAX_TOP_K,
            max_dimension=MAX_DIMENSION,
            # Several hosts may call this process.
            shared_between_processes=True,
            computes_cosines=True,
        )

    @refusing
    def Health(self, request: HealthRequest) -> HealthResponse:
        with self._database.reading() as connection:
            connection.execute("SELECT count(*) FROM collections")
        return HealthResponse()

    @refusing
    def EnsureCollection(self, request: EnsureCollectionRequest) -> EnsureCollectionResponse:
        if not 1 <= request.dimension <= MAX_DIMENSION:
            raise invalid(f"dimension: must be 1 to {MAX_DIMENSION}, got {request.dimension}")
        with self._database.writing() as connection:
            ensure_collection(connection, request.collection, request.dimension)
        return EnsureCollectionResponse()

    @refusing
    def DropCollection(self, request: DropCollectionRequest) -> DropCollectionResponse:
        with self._database.writing() as connection:
            connection.execute("DELETE FROM collections WHERE name = ?", (request.collection,))
        return DropCollectionResponse()

    @refusing
    def Upsert(self, requests: Iterator[UpsertRequest]) -> UpsertResponse:
        first = next(requests, None)
        if first is None or first.WhichOneof("part") != "start":
            raise invalid("the first message of an upsert must say what follows")
        start = first.start
        # Nobody else waits for a slow sender: the transaction begins when everything has come.
        with tempfile.SpooledTemporaryFile(SPOOL_BYTES) as spool:
            received = 0
            for request in requests:
                if request.WhichOneof("part") != "records":
                    raise invalid("after the first message of an upsert come records")
                received += len(request.records.records)
                serialize_length_prefixed(request.records, spool)
            if received != start.total_records:
                raise invalid(f"{received} records came, {start.total_records} were announced: nothing is written")
            spool.seek(0)
            with self._database.writing() as connection:
                collection = find_collection(connection, start.collection)
                while (batch := parse_length_prefixed(VectorRecords, spool)) is not None:
                    for record in batch.records:
                        check_vector(record.vector, collection, f"record {record.id!r}")
                        put_record(connection, collection.key, record)
        return UpsertResponse()

    @refusing_stream
    def Get(self, request: GetRequest) -> Iterator[GetResponse]:
        ids = iter(request.ids)
        with self._database.reading() as connection:
            find_collection(connection, request.collection)
        while some := list(islice(ids, VALUES_AT_ONCE)):
            # No transaction is open while an answer is on its way: a host that is slow holds nobody up.
            with self._database.reading() as connection:
                collection = find_collection(connection, request.collection)
                statement = "SELECT id, vector, metadata, text FROM records WHERE collection = ? AND id IN {}"
                records = [record_of(*row) for row in select_in(connection, statement, (collection.key,), some)]
            for part in parts(records, VectorRecord.ByteSize):
                yield GetResponse(records=part)

    @refusing_stream
    def List(self, request: ListRequest) -> Iterator[ListResponse]:
        if not 1 <= request.limit <= 10_000:
            raise invalid(f"limit: must be 1 to 10,000, got {request.limit}")
        records, next_cursor = self._page(request)
        for part in parts(records, VectorRecord.ByteSize):
            yield ListResponse(records=part)
        if next_cursor is not None:
            yield ListResponse(next_cursor=next_cursor)

    @refusing
    def Count(self, request: CountRequest) -> CountResponse:
        with self._database.reading() as connection:
            collection = find_collection(connection, request.collection)
            if request.HasField("query"):
                return CountResponse(count=len(keys_matching(connection, collection.key, request.query)))
            statement = "SELECT count(*) FROM records WHERE collection = ?"
            return CountResponse(count=connection.execute(statement, (collection.key,)).fetchone()[0])

    @refusing
    def DeleteByIds(self, request: DeleteByIdsRequest) -> DeleteByIdsResponse:
        with self._database.writing() as connection:
            collection = find_collection(connection, request.collection)
            statement = "DELETE FROM records WHERE collection = ? AND id IN {} RETURNING key"
            deleted = sum(1 for _ in select_in(connection, statement, (collection.key,), request.ids))
        return DeleteByIdsResponse(deleted=deleted)

    @refusing
    def DeleteByQuery(self, request: DeleteByQueryRequest) -> DeleteByQueryResponse:
        if not request.HasField("query"):
            raise invalid("query: must say what to delete")
        with self._database.writing() as connection:
            collection = find_collection(connection, request.collection)
            keys = keys_matching(connection, collection.key, request.query).tolist()
            for _ in select_in(connection, "DELETE FROM records WHERE key IN {}", (), keys):
                pass
        return DeleteByQueryResponse(deleted=len(keys))

    @refusing_stream
    def Search(self, request: SearchRequest) -> Iterator[SearchResponse]:
        if not 1 <= request.top_k <= MAX_TOP_K:
            raise invalid(f"top_k: must be 1 to {MAX_TOP_K}, got {request.top_k}")
        with self._database.reading() as connection:
            collection = find_collection(connection, request.collection)
            check_vector(request.vector, collection, "the query's vector")
            has_query = request.HasField("query")
            matching = keys_matching(connection, collection.key, request.query) if has_query else None
            found = nearest(connection, collection, vector_of(request.vector), request.top_k, matching)
        hits = (
            VectorHit(id=id, cosine=cosine, metadata_json=metadata if request.include_metadata else None)
            for id, cosine, metadata in found
        )
        for part in parts(hits, VectorHit.ByteSize):
            yield SearchResponse(hits=part)

    @refusing
    def Cosines(self, request: CosinesRequest) -> CosinesResponse:
        with self._database.reading() as connection:
            collection = find_collection(connection, request.collection)
            check_vector(request.vector, collection, "the query's vector")
            statement = "SELECT id, vector FROM records WHERE collection = ? AND id IN {}"
            rows = list(select_in(connection, statement, (collection.key,), request.ids))
        if not rows:
            return CosinesResponse()
        values = cosines(matrix_of([vector for _, vector in rows]), vector_of(request.vector))
        return CosinesResponse(
            hits=[VectorHit(id=id, cosine=value) for (id, _), value in zip(rows, values, strict=True)]
        )

    def _page(self, request: ListRequest) -> tuple[list[VectorRecord], str | None]:
        """The records, and where the next page begins if more may follow: the key of the last one here."""
        try:
            after = int(request.cursor) if request.HasField("cursor") else 0
        except ValueError:
            raise invalid(f"cursor: {request.cursor!r} is none of this store's") from None
        # What need not be sent need not be read.
        columns = "key, id, x'', metadata, ''" if request.metadata_only else "key, id, vector, metadata, text"
        records: list[VectorRecord] = []
        size = 0
        with self._database.reading() as connection:
            collection = find_collection(connection, request.collection)
            rows: Iterator[tuple[Any, ...]]
            if request.HasField("query"):
                keys = keys_matching(connection, collection.key, request.query)
                keys = keys[keys > after][: request.limit + 1].tolist()
                # In the order of the keys, since they are asked for in it.
                statement = f"SELECT {columns} FROM records WHERE key IN {{}} ORDER BY key"
                rows = select_in(connection, statement, (), keys)
            else:
                statement = f"SELECT {columns} FROM records WHERE collection = ? AND key > ? ORDER BY key LIMIT ?"
                rows = connection.execute(statement, (collection.key, after, request.limit + 1))
            for key, id, vector, metadata, text in rows:
                if len(records) == request.limit or size > PAGE_BYTES:
                    return records, str(after)
                record = record_of(id, vector, metadata, text)
                records.append(record)
                size += record.ByteSize()
                after = key
        return records, None


def record_of(id: str, vector: bytes, metadata: str, text: str) -> VectorRecord:
    return VectorRecord(id=id, vector=vector, metadata_json=metadata, text=text)


def check_vector(vector: bytes, collection: Collection, what: str) -> None:
    if len(vector) != 4 * collection.dimension:
        raise invalid(f"{what} has {len(vector) / 4:g} numbers, the collection's vectors have {collection.dimension}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    listen_argument(parser, "127.0.0.1:50051")
    parser.add_argument("--data", type=Path, default=Path("data"), help="folder of the database; default: data")
    arguments = parser.parse_args()
    database = VectorDatabase(arguments.data / "vectors.sqlite")
    try:
        serve(arguments.listen, lambda server: add_VectorStoreServiceServicer_to_server(VectorStore(database), server))
    finally:
        database.close()


if __name__ == "__main__":
    main()
