"""Exact nearest neighbours: every vector is read and compared, a block at a time."""

import sqlite3
from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fact_queries import Keys
from vector_database import Collection, select_in

# Vectors held at once.
BLOCK = 2_000

Vector = NDArray[np.float64]


class Hit(NamedTuple):
    id: str
    cosine: float
    metadata: str


def cosines(block: NDArray[np.float32], vector: Vector) -> Vector:
    """
    Of unit vectors. A row's sum never depends on the rows beside it, which a matrix product doesn't promise: equal vectors
    have equal cosines, in every call.
    """
    return np.clip((block.astype(np.float64) * vector).sum(axis=1), -1.0, 1.0)


def nearest(
    connection: sqlite3.Connection, collection: Collection, vector: Vector, count: int, matching: Keys | None
) -> list[Hit]:
    """The highest cosines among the matching records (None: all), equal ones by id in code point order."""
    keys: list[Keys] = []
    values: list[Vector] = []
    for block_keys, block in _blocks(connection, collection, matching):
        keys.append(block_keys)
        values.append(cosines(block, vector))
    if not keys:
        return []
    all_keys, all_cosines = np.concatenate(keys), np.concatenate(values)
    if count < len(all_cosines):
        # Those of the last place's cosine stay in all: which of them are in is decided by their ids.
        last = np.partition(all_cosines, -count)[-count]
        kept = all_cosines >= last
        all_keys, all_cosines = all_keys[kept], all_cosines[kept]
    by_key = dict(zip(all_keys.tolist(), all_cosines.tolist(), strict=True))
    rows = select_in(connection, "SELECT key, id, metadata FROM records WHERE key IN {}", (), by_key)
    hits = [Hit(id, by_key[key], metadata) for key, id, metadata in rows]
    hits.sort(key=lambda hit: (-hit.cosine, hit.id))
    return hits[:count]


def vector_of(data: bytes) -> Vector:
    return np.frombuffer(data, dtype="<f4").astype(np.float64)


def matrix_of(vectors: list[bytes]) -> NDArray[np.float32]:
    return np.frombuffer(b"".join(vectors), dtype="<f4").reshape(len(vectors), -1)


def _blocks(
    connection: sqlite3.Connection, collection: Collection, matching: Keys | None
) -> Iterator[tuple[Keys, NDArray[np.float32]]]:
    rows: Iterator[tuple[Any, ...]]
    if matching is None:
        statement = "SELECT key, vector FROM records WHERE collection = ? ORDER BY key"
        rows = connection.execute(statement, (collection.key,))
    else:
        rows = select_in(connection, "SELECT key, vector FROM records WHERE key IN {}", (), matching.tolist())
    while block := list(islice(rows, BLOCK)):
        keys, vectors = zip(*block, strict=True)
        yield np.array(keys, dtype=np.int64), matrix_of(list(vectors))
