"""
For adapters of frameworks, whose stores have every method twice: calls of both kinds of clients behind one interface, so that what
a store does is written once, with await; and the entries of a collection as a store of theirs sees them.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Mapping, Sequence
from functools import partial
from threading import Lock
from typing import Any, Protocol, TypeVar

from ._client import AsyncClient, Client, RawResponse, async_raw_response, logger, raw_response
from ._errors import ConflictError, NotFoundError, QuarryError
from ._model import to_json
from .models import DeleteVectorsResponse, Operation, QueryResult, StoredVector
from .params import VectorEntry

MAX_REQUEST_NUMBERS = 1_000_000
"""Numbers of vectors in one request: each takes some 20 bytes in JSON, and a request may have 64 MB."""

MAX_REQUEST_CHARACTERS = 4_000_000
"""Characters of texts in one request."""

MAX_REQUEST_IDS = 1_000

MAX_QUERY_CHARACTERS = 32_768

ResultT = TypeVar("ResultT")


class Calls(Protocol):
    async def send(self, call: Callable[[Any], Any]) -> Any:
        """The answer to a call that `call` makes with a client of either kind."""

    async def send_raw(self, call: Callable[[Any], Any]) -> RawResponse[Any]:
        """The answer with its headers."""
        ...

    async def either(self, sync: Callable[[], ResultT], asynchronous: Callable[[], Awaitable[ResultT]]) -> ResultT:
        """The result of that which is of the client's kind."""
        ...

    async def follow(self, operation: Operation) -> Operation:
        """The operation as it was when the stream of its events ended."""
        ...


class SyncCalls:
    """Its coroutines never wait: `run_sync` runs them."""

    def __init__(self, client: Client) -> None:
        self.client = client

    async def send(self, call: Callable[[Any], Any]) -> Any:
        return call(self.client)

    async def send_raw(self, call: Callable[[Any], Any]) -> RawResponse[Any]:
        return raw_response(call)(self.client)

    async def either(self, sync: Callable[[], ResultT], asynchronous: Callable[[], Awaitable[ResultT]]) -> ResultT:
        return sync()

    async def follow(self, operation: Operation) -> Operation:
        with self.client.operations.watch(operation.id) as events:
            for event in events:
                operation = event
        return operation


class AsyncCalls:
    def __init__(self, client: AsyncClient) -> None:
        self.client = client

    async def send(self, call: Callable[[Any], Any]) -> Any:
        return await call(self.client)

    async def send_raw(self, call: Callable[[Any], Any]) -> RawResponse[Any]:
        return await async_raw_response(call)(self.client)

    async def either(self, sync: Callable[[], ResultT], asynchronous: Callable[[], Awaitable[ResultT]]) -> ResultT:
        return await asynchronous()

    async def follow(self, operation: Operation) -> Operation:
        async with self.client.operations.watch(operation.id) as events:
            async for event in events:
                operation = event
        return operation


def run_sync(work: Coroutine[Any, Any, ResultT]) -> ResultT:
    """The result of a coroutine over `SyncCalls`, which ends without waiting."""
    try:
        work.send(None)
    except StopIteration as end:
        result: ResultT = end.value
        return result
    finally:
        work.close()
    raise RuntimeError("a synchronous call waits")


class Clients:
    """
    Clients of both kinds, made when first needed. Connections belong to the event loop that opened them, so that there is an
    asynchronous client for each.
    """

    def __init__(
        self,
        client: Client | None,
        async_client: AsyncClient | None,
        base_url: str | None,
        api_key: str | None,
        **options: Any,
    ) -> None:
        is_given = client is not None or async_client is not None
        if is_given and (base_url is not None or api_key is not None):
            raise ValueError("base_url, api_key: can't be given together with a client, which has its own")
        self._is_given = is_given
        self._client = client
        self._async_client = async_client
        self._access: dict[str, Any] = {"base_url": base_url, "api_key": api_key, **options}
        self._by_loop: dict[asyncio.AbstractEventLoop, AsyncClient] = {}
        self._lock = Lock()

    def sync(self) -> SyncCalls:
        with self._lock:
            if self._client is None:
                self._refuse_if_given("client", "synchronous")
                self._client = Client(**self._access)
            return SyncCalls(self._client)

    def asynchronous(self) -> AsyncCalls:
        if self._async_client is not None:
            return AsyncCalls(self._async_client)
        self._refuse_if_given("async_client", "asynchronous")
        loop = asyncio.get_running_loop()
        with self._lock:
            client = self._by_loop.get(loop)
            if client is None:
                # Open connections hold their loop, and `asyncio.run` begins another one at each call.
                for ended in [each for each in self._by_loop if each.is_closed()]:
                    del self._by_loop[ended]
                client = self._by_loop[loop] = AsyncClient(**self._access)
            return AsyncCalls(client)

    def close(self) -> None:
        """Closes the synchronous client, unless it was given."""
        with self._lock:
            if self._client is not None and not self._is_given:
                self._client.close()
                self._client = None

    async def aclose(self) -> None:
        """Closes also the asynchronous client of the running event loop, unless it was given."""
        self.close()
        with self._lock:
            client = self._by_loop.pop(asyncio.get_running_loop(), None)
        if client is not None:
            await client.close()

    def __reduce__(self) -> tuple[Callable[[], Clients], tuple[()]]:
        """A copy, in another process too, opens connections of its own."""
        if self._is_given:
            raise TypeError("a store with a client that was given can't be copied; give base_url and api_key instead")
        return partial(Clients, None, None, **self._access), ()

    def _refuse_if_given(self, name: str, kind: str) -> None:
        if self._is_given:
            raise ValueError(f"{name}: is needed for {kind} methods where a client of the other kind is given")


class Entries:
    """
    The entries of a collection. Where `creates`, one that is missing is created by the first write, with `settings`, and is
    empty until then; otherwise it is an error.
    """

    def __init__(self, collection: str, *, creates: bool, settings: Mapping[str, Any] | None, batch_size: int) -> None:
        self.collection = collection
        self.batch_size = checked_batch_size(batch_size)
        self._creates = creates
        self._settings = dict(settings or {})

    async def upsert(self, calls: Calls, entries: Sequence[VectorEntry], batch_size: int | None = None) -> None:
        """Writes entries in as many requests as it takes, each of them whole or not at all."""
        size = self.batch_size if batch_size is None else checked_batch_size(batch_size)
        for part in _requests(entries, size):

            def write(client: Any, vectors: Sequence[VectorEntry] = part) -> Any:
                return client.vectors.upsert(self.collection, vectors=vectors)

            try:
                await calls.send(write)
            except NotFoundError:
                if not self._creates:
                    raise
                await self._create(calls, part[0].get("embedding"))
                await calls.send(write)
            except (TypeError, ValueError) as error:
                raise type(error)(f"{_blamed(part)}: {error}") from error

    async def _create(self, calls: Calls, vector: Sequence[float] | None) -> None:
        # Vectors that come from elsewhere need no model here.
        own = {} if vector is None else {"embedding_provider": "none", "dimension": len(vector)}
        try:
            await calls.send(lambda client: client.collections.create(name=self.collection, **own | self._settings))
        except ConflictError:
            pass  # Another writer was faster.

    async def get(self, calls: Calls, ids: Sequence[str]) -> list[StoredVector]:
        """Entries that exist, in the order of the ids."""
        found: list[StoredVector] = []
        for part in _parts(ids):
            answer = await self._read(calls.send, lambda client: client.vectors.get(self.collection, ids=part))
            found.extend([] if answer is None else answer.vectors)
        return found

    async def list_all(self, calls: Calls, filters: Mapping[str, Any] | None) -> list[StoredVector]:
        """All that match, in the order in which they were last written."""
        found: list[StoredVector] = []
        given: dict[str, Any] = {"filters": filters, "limit": 1_000}
        while True:
            page = await self._read(calls.send, lambda client: client.vectors.list(self.collection, **given))
            if page is None:
                return found
            found.extend(page.answer.vectors)
            if page.answer.next_cursor is None:
                return found
            given["cursor"] = page.answer.next_cursor

    async def query(self, calls: Calls, given: Mapping[str, Any]) -> list[QueryResult]:
        """
        Returns the results of a search. Beside a vector the text serves reranking and statistics, and is left out where it is blank or too
        long for the service.
        """
        options = dict(given)
        text = options.get("query")
        is_needed = options.get("vector") is None or options.get("search_mode") == "hybrid" or options.get("rerank")
        if text is not None and not is_needed and (not text.strip() or len(text) > MAX_QUERY_CHARACTERS):
            del options["query"]
        raw = await self._read(calls.send_raw, lambda client: client.queries.query(self.collection, **options))
        return [] if raw is None else reranked(raw).results

    async def delete_ids(self, calls: Calls, ids: Sequence[str]) -> None:
        for part in _parts(ids):
            await self._read(calls.send, lambda client: client.vectors.delete(self.collection, ids=part))

    async def delete(self, calls: Calls, filters: Mapping[str, Any] | None) -> None:
        """Deletes what matches, without a filter everything, and waits until it is done."""
        chosen: dict[str, Any] = {"all": True} if filters is None else {"filters": filters}
        answer: DeleteVectorsResponse | None
        answer = await self._read(calls.send, lambda client: client.vectors.delete(self.collection, **chosen))
        # More than 1,000 are deleted after the answer.
        operation = None if answer is None else answer.operation
        while operation is not None and operation.state == "running":
            operation = await calls.follow(operation)
        if operation is not None and (operation.state != "completed" or operation.failed):
            raise QuarryError(f"not everything was deleted: {operation.to_dict()}")

    async def _read(self, send: Callable[[Callable[[Any], Any]], Awaitable[Any]], call: Callable[[Any], Any]) -> Any:
        """The answer; None where the collection is missing and that is no error."""
        try:
            return await send(call)
        except NotFoundError:
            if not self._creates:
                raise
            return None


def reranked(raw: RawResponse[Any]) -> Any:
    """The answer to a search; the log tells where it should have been reranked and wasn't."""
    status = raw.headers.get("x-rerank-status")
    if status in ("failed", "skipped"):
        logger.warning("reranking %s: the order is that of the search (request %s)", status, raw.request_id)
    return raw.parsed


def checked_batch_size(value: int) -> int:
    if type(value) is not int or not 1 <= value <= 10_000:
        raise ValueError(f"batch_size: must be an integer from 1 to 10,000, got {value!r}")
    return value


def _blamed(entries: Sequence[VectorEntry]) -> str:
    """The first entry that is no JSON."""
    for entry in entries:
        try:
            json.dumps(to_json(entry), allow_nan=False)
        except (TypeError, ValueError):
            return f"entry {entry['id']!r}"
    return "entries"


def _requests(entries: Sequence[VectorEntry], batch_size: int) -> Iterator[list[VectorEntry]]:
    """The entries in parts, each small enough for one request."""
    part: list[VectorEntry] = []
    numbers = characters = 0
    for entry in entries:
        own_numbers, own_characters = len(entry.get("embedding") or ()), len(entry.get("text") or "")
        is_full = numbers + own_numbers > MAX_REQUEST_NUMBERS or characters + own_characters > MAX_REQUEST_CHARACTERS
        if part and (len(part) == batch_size or is_full):
            yield part
            part, numbers, characters = [], 0, 0
        part.append(entry)
        numbers += own_numbers
        characters += own_characters
    if part:
        yield part


def _parts(ids: Sequence[str]) -> Iterator[Sequence[str]]:
    if isinstance(ids, str):
        raise TypeError(f"ids: must be a list of ids, got the string {ids!r}")
    for start in range(0, len(ids), MAX_REQUEST_IDS):
        yield ids[start : start + MAX_REQUEST_IDS]
