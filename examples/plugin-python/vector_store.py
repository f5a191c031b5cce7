"""A vector store for Quarry: records in SQLite, exact search with numpy."""

import argparse
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from quarry.plugin.v1.vector_store_pb2 import FactQuery, ListRequest, SearchRequest, VectorHit, VectorRecord
from quarry_plugin import PluginError, listen_argument, serve, vector_store

from fact_queries import keys_matching
from nearest import cosines, matrix_of, nearest, vector_of
from vector_database import (
    VALUES_AT_ONCE,
    Collection,
    VectorDatabase,
    ensure_collection,
    find_collection,
    put_record,
    select_in,
)

# A page of records ends early when it is as large: the host asks for the next.
PAGE_BYTES = 16 * 1024 * 1024


# Several hosts may call this process.
@vector_store(
    name="sqlite-numpy", version="1.0.0", max_top_k=10_000, max_dimension=8_192, shared_between_processes=True
)
class VectorStore:
    def __init__(self, database: VectorDatabase) -> None:
        self._database = database

    def health(self) -> None:
        with self._database.reading() as connection:
            connection.execute("SELECT count(*) FROM collections")

    def ensure_collection(self, collection: str, dimension: int) -> None:
        with self._database.writing() as connection:
            ensure_collection(connection, collection, dimension)

    def drop_collection(self, collection: str) -> None:
        with self._database.writing() as connection:
            connection.execute("DELETE FROM collections WHERE name = ?", (collection,))

    def upsert(self, collection: str, records: Iterator[VectorRecord]) -> None:
        with self._database.writing() as connection:
            into = find_collection(connection, collection)
            for record in records:
                check_vector(record.vector, into, f"record {record.id!r}")
                put_record(connection, into.key, record)

    def get(self, collection: str, ids: Sequence[str]) -> Iterator[VectorRecord]:
        rest = iter(ids)
        with self._database.reading() as connection:
            find_collection(connection, collection)
        while some := list(islice(rest, VALUES_AT_ONCE)):
            # No transaction is open while an answer is on its way: a host that is slow holds nobody up.
            with self._database.reading() as connection:
                found = find_collection(connection, collection)
                statement = "SELECT id, vector, metadata, text FROM records WHERE collection = ? AND id IN {}"
                records = [record_of(*row) for row in select_in(connection, statement, (found.key,), some)]
            yield from records

    def count(self, collection: str, query: FactQuery | None) -> int:
        with self._database.reading() as connection:
            key = find_collection(connection, collection).key
            if query is not None:
                return len(keys_matching(connection, key, query))
            return int(connection.execute("SELECT count(*) FROM records WHERE collection = ?", (key,)).fetchone()[0])

    def delete_by_ids(self, collection: str, ids: Sequence[str]) -> int:
        with self._database.writing() as connection:
            key = find_collection(connection, collection).key
            statement = "DELETE FROM records WHERE collection = ? AND id IN {} RETURNING key"
            return sum(1 for _ in select_in(connection, statement, (key,), ids))

    def delete_by_query(self, collection: str, query: FactQuery) -> int:
        with self._database.writing() as connection:
            keys = keys_matching(connection, find_collection(connection, collection).key, query).tolist()
            for _ in select_in(connection, "DELETE FROM records WHERE key IN {}", (), keys):
                pass
        return len(keys)

    def search(self, request: SearchRequest) -> Iterator[VectorHit]:
        with self._database.reading() as connection:
            collection = find_collection(connection, request.collection)
            check_vector(request.vector, collection, "the query's vector")
            has_query = request.HasField("query")
            matching = keys_matching(connection, collection.key, request.query) if has_query else None
            found = nearest(connection, collection, vector_of(request.vector), request.top_k, matching)
        return (
            VectorHit(id=id, cosine=cosine, metadata_json=metadata if request.include_metadata else None)
            for id, cosine, metadata in found
        )

    def cosines(self, collection: str, vector: bytes, ids: Sequence[str]) -> list[VectorHit]:
        with self._database.reading() as connection:
            within = find_collection(connection, collection)
            check_vector(vector, within, "the query's vector")
            statement = "SELECT id, vector FROM records WHERE collection = ? AND id IN {}"
            rows = list(select_in(connection, statement, (within.key,), ids))
        if not rows:
            return []
        values = cosines(matrix_of([of_record for _, of_record in rows]), vector_of(vector))
        return [VectorHit(id=id, cosine=value) for (id, _), value in zip(rows, values, strict=True)]

    def page(self, request: ListRequest) -> tuple[list[VectorRecord], str | None]:
        """The records, and where the next page begins if more may follow: the key of the last one here."""
        try:
            after = int(request.cursor) if request.HasField("cursor") else 0
        except ValueError:
            raise PluginError("invalid", f"cursor: {request.cursor!r} is none of this store's") from None
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
        message = f"{what} has {len(vector) / 4:g} numbers, the collection's vectors have {collection.dimension}"
        raise PluginError("invalid", message)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    listen_argument(parser, "127.0.0.1:50051")
    parser.add_argument("--data", type=Path, default=Path("data"), help="folder of the database; default: data")
    arguments = parser.parse_args()
    database = VectorDatabase(arguments.data / "vectors.sqlite")
    try:
        serve(VectorStore(database), arguments.listen)
    finally:
        database.close()


if __name__ == "__main__":
    main()
