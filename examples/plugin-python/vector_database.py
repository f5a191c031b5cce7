"""Collections and their records in one SQLite file. What a transaction has written survives a kill."""

import queue
import sqlite3
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from quarry.plugin.v1.vector_store_pb2 import VectorRecord
from quarry_plugin import PluginError

SCHEMA = """
CREATE TABLE IF NOT EXISTS collections (
  key INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE,
  dimension INTEGER NOT NULL
);
-- The vector stands before what may be long: a search reads no further.
CREATE TABLE IF NOT EXISTS records (
  key INTEGER PRIMARY KEY AUTOINCREMENT,
  collection INTEGER NOT NULL REFERENCES collections ON DELETE CASCADE,
  id TEXT NOT NULL,
  vector BLOB NOT NULL,
  metadata TEXT NOT NULL,
  text TEXT NOT NULL,
  UNIQUE (collection, id)
);
CREATE INDEX IF NOT EXISTS records_in_order ON records (collection, key);
CREATE TABLE IF NOT EXISTS words (
  collection INTEGER NOT NULL,
  word TEXT NOT NULL,
  record INTEGER NOT NULL REFERENCES records ON DELETE CASCADE,
  PRIMARY KEY (collection, word, record)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS words_of_record ON words (record);
CREATE TABLE IF NOT EXISTS numbers (
  collection INTEGER NOT NULL,
  path TEXT NOT NULL,
  record INTEGER NOT NULL REFERENCES records ON DELETE CASCADE,
  least REAL NOT NULL,
  greatest REAL NOT NULL,
  PRIMARY KEY (collection, path, record)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS numbers_of_record ON numbers (record);
"""

# Values of one statement; every build of SQLite takes as many.
VALUES_AT_ONCE = 500

# How long a writer waits for one in another process, a backup for instance.
BUSY_SECONDS = 10.0


class Collection(NamedTuple):
    key: int
    dimension: int


class VectorDatabase:
    """Connections are used by one thread at a time and kept; SQLite lets readers go on while one writes."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._idle: queue.SimpleQueue[sqlite3.Connection] = queue.SimpleQueue()
        # Writers of this process queue here, which is fairer than SQLite's own polling.
        self._writing = threading.Lock()
        path.parent.mkdir(parents=True, exist_ok=True)
        connection = self._take()
        connection.executescript(SCHEMA)
        self._idle.put(connection)

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """Everything that is read inside is of one moment."""
        with self._transaction("BEGIN") as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """All that is written inside is on the disk at the end, or none of it."""
        with self._writing, self._transaction("BEGIN IMMEDIATE") as connection:
            yield connection

    def close(self) -> None:
        while not self._idle.empty():
            self._idle.get().close()

    @contextmanager
    def _transaction(self, begin: str) -> Iterator[sqlite3.Connection]:
        try:
            connection = self._take()
            try:
                connection.execute(begin)
                yield connection
                connection.execute("COMMIT")
            finally:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                self._idle.put(connection)
        except sqlite3.OperationalError as error:
            # A full disk, a file that can't be opened, another process that writes: the same call may work later.
            message = f"the store's database is not usable right now: {error}"
            raise PluginError("unavailable", message) from error

    def _take(self) -> sqlite3.Connection:
        try:
            return self._idle.get_nowait()
        except queue.Empty:
            connection = sqlite3.connect(
                self._path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False
            )
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA foreign_keys = ON")
            return connection


def find_collection(connection: sqlite3.Connection, name: str) -> Collection:
    row = connection.execute("SELECT key, dimension FROM collections WHERE name = ?", (name,)).fetchone()
    if row is None:
        raise PluginError("not_found", f"there is no collection {name}")
    return Collection(*row)


def ensure_collection(connection: sqlite3.Connection, name: str, dimension: int) -> None:
    connection.execute("INSERT OR IGNORE INTO collections (name, dimension) VALUES (?, ?)", (name, dimension))
    present = find_collection(connection, name).dimension
    if present != dimension:
        message = f"the collection {name} has vectors of {present} numbers, not of {dimension}"
        raise PluginError("incompatible", message)


def put_record(connection: sqlite3.Connection, collection: int, record: VectorRecord) -> None:
    """Nothing of an entry with the same id stays. The new one gets a new key: keys are never used again."""
    connection.execute("DELETE FROM records WHERE collection = ? AND id = ?", (collection, record.id))
    key = connection.execute(
        "INSERT INTO records (collection, id, vector, metadata, text) VALUES (?, ?, ?, ?, ?)",
        (collection, record.id, record.vector, record.metadata_json, record.text),
    ).lastrowid
    connection.executemany(
        "INSERT OR IGNORE INTO words (collection, word, record) VALUES (?, ?, ?)",
        ((collection, word, key) for word in record.words),
    )
    connection.executemany(
        "INSERT INTO numbers (collection, path, record, least, greatest) VALUES (?, ?, ?, ?, ?)",
        ((collection, path, key, range_.least, range_.greatest) for path, range_ in record.numbers.items()),
    )


def select_in(
    connection: sqlite3.Connection, statement: str, before: Sequence[Any], values: Iterable[Any]
) -> Iterator[tuple[Any, ...]]:
    """Runs a statement with `IN {}` for some of the values at a time."""
    wanted = list(values)
    for start in range(0, len(wanted), VALUES_AT_ONCE):
        chunk = wanted[start : start + VALUES_AT_ONCE]
        marks = ", ".join("?" * len(chunk))
        yield from connection.execute(statement.format(f"({marks})"), (*before, *chunk))
