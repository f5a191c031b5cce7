"""Vector stores."""

import tempfile
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from google.protobuf.proto import parse_length_prefixed, serialize_length_prefixed
from quarry.plugin.v1 import vector_store_pb2 as wire
from quarry.plugin.v1 import vector_store_pb2_grpc

from quarry_plugin._errors import PluginError
from quarry_plugin._serving import SPOOL_BYTES, Calls, Contract, Plugin, check_within, identity, parts

MAX_LIST_LIMIT = 10_000


def vector_store(
    *, name: str, max_top_k: int, max_dimension: int, version: str = "", shared_between_processes: bool = False
) -> Callable[[Plugin], Plugin]:
    """
    Makes a vector store of a class. Its methods take what the contract's requests hold, and give records and hits:

    - `ensure_collection(collection, dimension)`, `drop_collection(collection)`
    - `upsert(collection, records)`: an iterator of all records, once all of them have come
    - `get(collection, ids)`, `page(request)`: records, and with a page where the next one begins, or None
    - `count(collection, query)`, `delete_by_ids(collection, ids)`, `delete_by_query(collection, query)`: how many
    - `search(request)`: hits, the best first; `cosines(collection, vector, ids)`, where it has that
    """

    def of(plugin: Plugin) -> Plugin:
        description = wire.VectorStoreDescription(
            identity=identity(name, version),
            max_top_k=max_top_k,
            max_dimension=max_dimension,
            shared_between_processes=shared_between_processes,
            computes_cosines=hasattr(plugin, "cosines"),
        )
        return Contract(vector_store_pb2_grpc, "VectorStoreService", description, calls).of(plugin)

    def calls(store: Any) -> Calls:
        def ensure_collection(request: wire.EnsureCollectionRequest) -> wire.EnsureCollectionResponse:
            check_within("dimension", request.dimension, 1, max_dimension)
            store.ensure_collection(request.collection, request.dimension)
            return wire.EnsureCollectionResponse()

        def search(request: wire.SearchRequest) -> Iterator[wire.SearchResponse]:
            check_within("top_k", request.top_k, 1, max_top_k)
            for part in parts(store.search(request), wire.VectorHit.ByteSize):
                yield wire.SearchResponse(hits=part)

        return {"EnsureCollection": ensure_collection, "Search": search, **_unbounded_calls(store)}

    return of


def _unbounded_calls(store: Any) -> Calls:
    """The calls to which no capability of the store sets bounds."""

    def drop_collection(request: wire.DropCollectionRequest) -> wire.DropCollectionResponse:
        store.drop_collection(request.collection)
        return wire.DropCollectionResponse()

    def upsert(requests: Iterator[wire.UpsertRequest]) -> wire.UpsertResponse:
        first = next(requests, None)
        if first is None or first.WhichOneof("part") != "start":
            raise PluginError("invalid", "the first message of an upsert must say what follows")
        # Nobody else waits for a slow sender: the store is asked when everything has come.
        spool: Any
        with tempfile.SpooledTemporaryFile(SPOOL_BYTES) as spool:
            received = 0
            for request in requests:
                if request.WhichOneof("part") != "records":
                    raise PluginError("invalid", "after the first message of an upsert come records")
                received += len(request.records.records)
                serialize_length_prefixed(request.records, spool)
            if received != (announced := first.start.total_records):
                message = f"{received} records came, {announced} were announced: nothing is written"
                raise PluginError("invalid", message)
            spool.seek(0)
            store.upsert(first.start.collection, _records_of(spool))
        return wire.UpsertResponse()

    def get(request: wire.GetRequest) -> Iterator[wire.GetResponse]:
        for part in _record_parts(store.get(request.collection, request.ids)):
            yield wire.GetResponse(records=part)

    def page(request: wire.ListRequest) -> Iterator[wire.ListResponse]:
        check_within("limit", request.limit, 1, MAX_LIST_LIMIT)
        records, next_cursor = store.page(request)
        for part in _record_parts(records):
            yield wire.ListResponse(records=part)
        if next_cursor is not None:
            yield wire.ListResponse(next_cursor=next_cursor)

    def count(request: wire.CountRequest) -> wire.CountResponse:
        query = request.query if request.HasField("query") else None
        return wire.CountResponse(count=store.count(request.collection, query))

    def delete_by_ids(request: wire.DeleteByIdsRequest) -> wire.DeleteByIdsResponse:
        return wire.DeleteByIdsResponse(deleted=store.delete_by_ids(request.collection, request.ids))

    def delete_by_query(request: wire.DeleteByQueryRequest) -> wire.DeleteByQueryResponse:
        if not request.HasField("query"):
            raise PluginError("invalid", "query: must say what to delete")
        return wire.DeleteByQueryResponse(deleted=store.delete_by_query(request.collection, request.query))

    def cosines(request: wire.CosinesRequest) -> wire.CosinesResponse:
        return wire.CosinesResponse(hits=store.cosines(request.collection, request.vector, request.ids))

    return {
        **{"DropCollection": drop_collection, "Upsert": upsert, "Get": get, "List": page, "Count": count},
        **{"DeleteByIds": delete_by_ids, "DeleteByQuery": delete_by_query},
        **({"Cosines": cosines} if hasattr(store, "cosines") else {}),
    }


def _record_parts(records: Iterable[wire.VectorRecord]) -> Iterator[list[wire.VectorRecord]]:
    return parts(records, wire.VectorRecord.ByteSize)


def _records_of(spool: Any) -> Iterator[wire.VectorRecord]:
    while (batch := parse_length_prefixed(wire.VectorRecords, spool)) is not None:
        yield from batch.records
