"""The context of a plugin's methods: the call that they answer, and an event loop for asynchronous ones."""

from __future__ import annotations

import asyncio
import inspect
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from concurrent.futures import CancelledError, Future
from contextvars import ContextVar
from functools import cache
from typing import Any, TypeVar

import grpc

from quarry_plugin._errors import PluginError

Answer = TypeVar("Answer")

# gRPC runs each call in a context of its own.
_current: ContextVar[grpc.ServicerContext | None] = ContextVar("quarry_plugin_call", default=None)


def begin(context: grpc.ServicerContext) -> None:
    _current.set(context)


def is_cancelled() -> bool:
    """
    Whether the service has stopped waiting for the call under way. A method that works for long asks between its steps,
    and returns or raises what it likes: nobody hears it. Asynchronous methods get `asyncio.CancelledError` by themselves.
    """
    context = _current.get()
    return context is not None and not context.is_active()


class Synchronous:
    """The methods of a plugin as plain ones: coroutines and asynchronous generators run on one event loop."""

    def __init__(self, plugin: Any) -> None:
        self._plugin = plugin

    def __getattr__(self, name: str) -> Callable[..., Any]:
        method = getattr(self._plugin, name)

        def call(*given: Any) -> Any:
            answer = method(*given)
            if inspect.isawaitable(answer):
                return _result(answer)
            return _items(answer) if isinstance(answer, AsyncIterator) else answer

        return call


def _result(awaitable: Awaitable[Answer]) -> Answer:
    """Waits on the event loop; a call that is cancelled cancels what it waits for."""
    future = _start(awaitable)
    context = _current.get()
    if context is not None and not context.add_callback(future.cancel):
        future.cancel()
    try:
        return future.result()
    except CancelledError:
        raise PluginError("unavailable", "the call was cancelled") from None


def _items(generator: AsyncIterator[Answer]) -> Iterator[Answer]:
    try:
        while True:
            try:
                yield _result(anext(generator))
            except StopAsyncIteration:
                return
    finally:
        if inspect.isasyncgen(generator):
            _start(generator.aclose()).result()


def _start(awaitable: Awaitable[Answer]) -> Future[Answer]:
    async def wait() -> Answer:
        return await awaitable

    return asyncio.run_coroutine_threadsafe(wait(), _loop())


@cache
def _loop() -> asyncio.AbstractEventLoop:
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, name="quarry-plugin-loop", daemon=True).start()
    return loop
