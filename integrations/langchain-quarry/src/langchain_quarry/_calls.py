"""Synchronous and asynchronous calls behind one interface, so that what the store does is written once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from threading import Lock
from typing import Any, Protocol, TypeVar
from weakref import WeakKeyDictionary

from langchain_core.embeddings import Embeddings
from quarry_client import AsyncClient, Client
from quarry_client.models import Operation

ResultT = TypeVar("ResultT")


class Calls(Protocol):
    async def send(self, call: Callable[[Any], Any]) -> Any:
        """The answer to a call that `call` makes with a client of either kind."""

    async def embed_documents(self, embeddings: Embeddings, texts: list[str]) -> list[list[float]]: ...

    async def embed_query(self, embeddings: Embeddings, text: str) -> list[float]: ...

    async def follow(self, operation: Operation) -> Operation:
        """The operation as it was when the stream of its events ended."""


class SyncCalls:
    """Its coroutines never wait: `run_sync` runs them."""

    def __init__(self, client: Client) -> None:
        self._client = client

    async def send(self, call: Callable[[Any], Any]) -> Any:
        return call(self._client)

    async def embed_documents(self, embeddings: Embeddings, texts: list[str]) -> list[list[float]]:
        return embeddings.embed_documents(texts)

    async def embed_query(self, embeddings: Embeddings, text: str) -> list[float]:
        return embeddings.embed_query(text)

    async def follow(self, operation: Operation) -> Operation:
        with self._client.operations.watch(operation.id) as events:
            for event in events:
                operation = event
        return operation


class AsyncCalls:
    def __init__(self, client: AsyncClient) -> None:
        self._client = client

    async def send(self, call: Callable[[Any], Any]) -> Any:
        return await call(self._client)

    async def embed_documents(self, embeddings: Embeddings, texts: list[str]) -> list[list[float]]:
        return await embeddings.aembed_documents(texts)

    async def embed_query(self, embeddings: Embeddings, text: str) -> list[float]:
        return await embeddings.aembed_query(text)

    async def follow(self, operation: Operation) -> Operation:
        async with self._client.operations.watch(operation.id) as events:
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
        self, client: Client | None, async_client: AsyncClient | None, base_url: str | None, api_key: str | None
    ) -> None:
        is_given = client is not None or async_client is not None
        if is_given and (base_url is not None or api_key is not None):
            raise ValueError("base_url, api_key: can't be given together with a client, which has its own")
        self._is_given = is_given
        self._client = client
        self._async_client = async_client
        self._access: dict[str, Any] = {"base_url": base_url, "api_key": api_key}
        self._by_loop: WeakKeyDictionary[asyncio.AbstractEventLoop, AsyncClient] = WeakKeyDictionary()
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

    def _refuse_if_given(self, name: str, kind: str) -> None:
        if self._is_given:
            raise ValueError(f"{name}: is needed for {kind} methods where a client of the other kind is given")
