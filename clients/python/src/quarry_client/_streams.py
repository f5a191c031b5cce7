"""Answers that are read while they come."""

from __future__ import annotations

import json
import os
import re
import time
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Generator, Iterator
from contextlib import AbstractAsyncContextManager, AbstractContextManager
from typing import Any, Generic, TypeVar
from urllib.parse import unquote

import anyio
import httpx

from ._errors import connection_error
from ._model import Model

ModelT = TypeVar("ModelT", bound=Model)


class _Data:
    """Puts the `data:` lines of an event together."""

    def __init__(self) -> None:
        self._lines: list[str] = []

    def feed(self, line: str) -> Any:
        """The event's JSON at its end, else None."""
        if line.startswith("data:"):
            self._lines.append(line[5:].removeprefix(" "))
        elif line == "" and self._lines:
            text, self._lines = "\n".join(self._lines), []
            return json.loads(text)
        return None


class EventStream(Generic[ModelT]):
    """Events as they come, each as a message. It is opened when the first is asked for; leaving the `with` closes it."""

    def __init__(self, model: type[ModelT], open_stream: Callable[[], AbstractContextManager[httpx.Response]]) -> None:
        self.deadline = float("inf")
        """The time of `time.monotonic()` after which the stream ends, at its next line."""
        self._model = model
        self._open = open_stream
        self._events = self._read()

    def __iter__(self) -> Iterator[ModelT]:
        return self._events

    def __next__(self) -> ModelT:
        return next(self._events)

    def __enter__(self) -> EventStream[ModelT]:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._events.close()

    def _read(self) -> Generator[ModelT, None, None]:
        data = _Data()
        with self._open() as response:
            try:
                for line in response.iter_lines():
                    if time.monotonic() > self.deadline:
                        return
                    if (event := data.feed(line)) is not None:
                        yield self._model.from_dict(event)
            except httpx.HTTPError as error:
                raise connection_error(error) from error


class AsyncEventStream(Generic[ModelT]):
    """Events as they come, each as a message. It is opened when the first is asked for; leaving the `with` closes it."""

    def __init__(
        self, model: type[ModelT], open_stream: Callable[[], AbstractAsyncContextManager[httpx.Response]]
    ) -> None:
        self._model = model
        self._open = open_stream
        self._events = self._read()

    def __aiter__(self) -> AsyncIterator[ModelT]:
        return self._events

    async def __anext__(self) -> ModelT:
        return await self._events.__anext__()

    async def __aenter__(self) -> AsyncEventStream[ModelT]:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        await self._events.aclose()

    async def _read(self) -> AsyncGenerator[ModelT, None]:
        data = _Data()
        async with self._open() as response:
            try:
                async for line in response.aiter_lines():
                    if (event := data.feed(line)) is not None:
                        yield self._model.from_dict(event)
            except httpx.HTTPError as error:
                raise connection_error(error) from error


class _BytesBase:
    def __init__(self, response: httpx.Response) -> None:
        self.response = response
        self.status_code = response.status_code
        """206 for a range; 304 where `if_none_match` names what the caller has."""
        self.headers = response.headers

    @property
    def filename(self) -> str | None:
        """The name that the service gives the file."""
        given = self.headers.get("content-disposition", "")
        extended = re.search(r"filename\*=UTF-8''([^;\s]+)", given, re.IGNORECASE)
        if extended:
            return unquote(extended[1])
        plain = re.search(r'filename="([^"]*)"', given)
        return plain[1] if plain else None


class BytesStream(_BytesBase):
    """A file on its way; read it, or close it."""

    def iter_bytes(self) -> Iterator[bytes]:
        try:
            yield from self.response.iter_bytes()
        except httpx.HTTPError as error:
            raise connection_error(error) from error

    def read(self) -> bytes:
        return b"".join(self.iter_bytes())

    def write_to(self, path: str | os.PathLike[str]) -> None:
        with open(path, "wb") as file:
            for chunk in self.iter_bytes():
                file.write(chunk)

    def close(self) -> None:
        self.response.close()

    def __enter__(self) -> BytesStream:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class AsyncBytesStream(_BytesBase):
    """A file on its way; read it, or close it."""

    async def iter_bytes(self) -> AsyncIterator[bytes]:
        try:
            async for chunk in self.response.aiter_bytes():
                yield chunk
        except httpx.HTTPError as error:
            raise connection_error(error) from error

    async def read(self) -> bytes:
        return b"".join([chunk async for chunk in self.iter_bytes()])

    async def write_to(self, path: str | os.PathLike[str]) -> None:
        async with await anyio.open_file(path, "wb") as file:
            async for chunk in self.iter_bytes():
                await file.write(chunk)

    async def close(self) -> None:
        await self.response.aclose()

    async def __aenter__(self) -> AsyncBytesStream:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()
