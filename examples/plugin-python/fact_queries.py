"""Which records a query about facts matches, as sorted arrays of their keys."""

import sqlite3
from functools import reduce
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from quarry.plugin.v1.vector_store_pb2 import FactQuery, NumberComparison
from quarry_plugin import PluginError

from vector_database import select_in

Keys = NDArray[np.int64]
Part = TypeVar("Part")

BOUNDS = {NumberComparison.BOUND_LEAST: "least", NumberComparison.BOUND_GREATEST: "greatest"}

COMPARISONS = {
    NumberComparison.COMPARISON_GREATER: ">",
    NumberComparison.COMPARISON_GREATER_OR_EQUAL: ">=",
    NumberComparison.COMPARISON_LESS: "<",
    NumberComparison.COMPARISON_LESS_OR_EQUAL: "<=",
}


def keys_matching(connection: sqlite3.Connection, collection: int, query: FactQuery) -> Keys:
    match query.WhichOneof("kind"):
        case "everything":
            return all_keys(connection, collection)
        case "nothing":
            return _keys([])
        case "has_any":
            return _keys_with_words(connection, collection, query.has_any)
        case "has_none":
            with_words = _keys_with_words(connection, collection, query.has_none)
            return np.setdiff1d(all_keys(connection, collection), with_words, assume_unique=True)
        case "number":
            return _keys_by_number(connection, collection, query.number)
        case "all_of":
            parts = [keys_matching(connection, collection, part) for part in query.all_of.parts]
            return reduce(lambda one, other: np.intersect1d(one, other, assume_unique=True), _some(parts))
        case "any_of":
            parts = [keys_matching(connection, collection, part) for part in query.any_of.parts]
            return reduce(np.union1d, _some(parts))
        case _:
            # Never a guess: what it leaves out must not be found.
            raise PluginError("invalid", "the query is of a kind that this store doesn't know: update the store")


def all_keys(connection: sqlite3.Connection, collection: int) -> Keys:
    rows = connection.execute("SELECT key FROM records WHERE collection = ? ORDER BY key", (collection,))
    return _keys([key for (key,) in rows])


def _keys_with_words(connection: sqlite3.Connection, collection: int, words: FactQuery.Words) -> Keys:
    statement = "SELECT record FROM words WHERE collection = ? AND word IN {}"
    rows = select_in(connection, statement, (collection,), _some(list(words.words)))
    return np.unique(_keys([key for (key,) in rows]))


def _keys_by_number(connection: sqlite3.Connection, collection: int, number: NumberComparison) -> Keys:
    bound, comparison = BOUNDS.get(number.bound), COMPARISONS.get(number.comparison)
    if bound is None or comparison is None:
        raise PluginError("invalid", "the query compares numbers in a way that this store doesn't know: update the store")
    rows = connection.execute(
        f"SELECT record FROM numbers WHERE collection = ? AND path = ? AND {bound} {comparison} ? ORDER BY record",
        (collection, number.path, number.value),
    )
    return _keys([key for (key,) in rows])


def _keys(values: list[int]) -> Keys:
    return np.array(values, dtype=np.int64)


def _some(parts: list[Part]) -> list[Part]:
    if not parts:
        raise PluginError("invalid", "the query has an empty list of parts or words")
    return parts
