"""Requests as they are sent, alike for both kinds of clients."""

from __future__ import annotations

import json
import os
import random
import re
import time
import uuid
from collections.abc import AsyncIterable, AsyncIterator, Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from typing import IO, Any, Final, TypedDict, Union, cast
from urllib.parse import quote

import anyio.to_thread
import httpx

from ._model import to_json

CHUNK_BYTES = 65_536
FIRST_PAUSE_SECONDS = 0.5
MAX_PAUSE_SECONDS = 8.0
MAX_RETRY_AFTER_SECONDS = 60.0


class Omit:
    """Stands for an argument that is not given; None is sent as null."""

    def __bool__(self) -> bool:
        return False

    def __repr__(self) -> str:
        return "OMIT"


OMIT: Final = Omit()

Progress = Callable[[int, "int | None"], None]
"""Told of an upload: bytes sent, and of how many where that is known."""

ByteSource = Union[bytes, IO[bytes], Iterable[bytes], AsyncIterable[bytes]]
FileInput = Union[str, "os.PathLike[str]", IO[bytes], "tuple[str, ByteSource]", "tuple[str, ByteSource, str]"]
"""A path, an open file with a name, or `(name, content)`; content may be an iterator, which can be sent once."""


class RequestOptions(TypedDict, total=False):
    """Options of one call."""

    timeout: float | httpx.Timeout | None
    max_retries: int
    idempotency_key: str
    """Default: a random one for each creation."""
    extra_headers: Mapping[str, str]
    extra_query: Mapping[str, str | int | float | bool]
    extra_body: Mapping[str, Any]


@dataclass(frozen=True)
class Method:
    """An rpc and how it is bound to HTTP."""

    name: str
    verb: str
    path: str
    is_repeatable: bool = False
    """Whether a second call changes nothing that the first did not."""
    is_keyed: bool = False
    """Whether it takes an Idempotency-Key, with which a repeated call is carried out once."""
    items: str = ""
    paging: str = ""


@dataclass
class Source:
    """A file's or a body's bytes."""

    content: ByteSource
    filename: str = ""
    media_type: str = "application/octet-stream"
    path: str | None = None
    size: int | None = None
    start: int = 0

    @classmethod
    def of(cls, given: FileInput) -> Source:
        if isinstance(given, (str, os.PathLike)):
            path = os.fspath(given)
            return cls(b"", os.path.basename(path), path=path, size=os.stat(path).st_size)
        if isinstance(given, tuple):
            source = cls.of_bytes(given[1])
            source.filename = given[0]
            if len(given) == 3:
                source.media_type = given[2]
            return source
        name = getattr(given, "name", None)
        if not isinstance(name, str):
            raise TypeError("file: must be a path, an open file with a name, or (name, content)")
        source = cls.of_bytes(given)
        source.filename = os.path.basename(name)
        return source

    @classmethod
    def of_bytes(cls, content: ByteSource) -> Source:
        if isinstance(content, (bytes, bytearray)):
            return cls(content, size=len(content))
        if hasattr(content, "read") and cast("IO[bytes]", content).seekable():
            file = cast("IO[bytes]", content)
            start = file.tell()
            size = file.seek(0, os.SEEK_END) - start
            file.seek(start)
            return cls(content, size=size, start=start)
        return cls(content)

    def chunks(self) -> Iterator[bytes]:
        if self.path is not None:
            with open(self.path, "rb") as opened:
                while chunk := opened.read(CHUNK_BYTES):
                    yield chunk
        elif isinstance(self.content, (bytes, bytearray)):
            for position in range(0, len(self.content), CHUNK_BYTES):
                yield self.content[position : position + CHUNK_BYTES]
        elif hasattr(self.content, "read"):
            file = cast("IO[bytes]", self.content)
            if self.size is not None:
                file.seek(self.start)
            while chunk := file.read(CHUNK_BYTES):
                yield chunk
        elif isinstance(self.content, AsyncIterable):
            raise TypeError("an asynchronous iterator can be sent by AsyncClient only")
        else:
            yield from self.content


class Upload:
    """
    A body that is sent while it is read: a form with files, or bytes as they are. What stands around files goes together
    with their bytes: each piece is a write of its own.
    """

    def __init__(self, parts: Mapping[str, Any], field: str, sources: Sequence[Source], progress: Progress | None) -> None:
        boundary = uuid.uuid4().hex
        self._progress = progress
        self._pieces: list[bytes | Source] = []
        self.media_type = f"multipart/form-data; boundary={boundary}" if field else "application/octet-stream"
        if field:
            for name, value in parts.items():
                text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, separators=(",", ":"))
                self._pieces.append(f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{text}\r\n'.encode())
        for source in sources:
            if field:
                name = re.sub(r'["\\]', r"\\\g<0>", re.sub(r"[\r\n]", " ", source.filename))
                head = f'--{boundary}\r\nContent-Disposition: form-data; name="{field}"; filename="{name}"\r\n'
                self._pieces.append(f"{head}Content-Type: {source.media_type}\r\n\r\n".encode())
            self._pieces.append(source)
            if field:
                self._pieces.append(b"\r\n")
        if field:
            self._pieces.append(f"--{boundary}--\r\n".encode())
        sizes = [source.size for source in sources]
        self.total = None if None in sizes else sum(size for size in sizes if size is not None)
        self.length = None if self.total is None else self.total + sum(len(p) for p in self._pieces if isinstance(p, bytes))
        self.is_rewindable = self.total is not None

    def __iter__(self) -> Iterator[bytes]:
        sent, head = 0, b""
        self._tell(sent)
        for piece in self._pieces:
            if isinstance(piece, bytes):
                head += piece
                continue
            before = sent
            for chunk in piece.chunks():
                yield head + chunk
                sent, head = sent + len(chunk), b""
                self._tell(sent)
            self._check(piece, sent - before)
        if head:
            yield head

    async def __aiter__(self) -> AsyncIterator[bytes]:
        sent, head = 0, b""
        self._tell(sent)
        for piece in self._pieces:
            if isinstance(piece, bytes):
                head += piece
                continue
            before = sent
            async for chunk in _async_chunks(piece):
                yield head + chunk
                sent, head = sent + len(chunk), b""
                self._tell(sent)
            self._check(piece, sent - before)
        if head:
            yield head

    def _tell(self, sent: int) -> None:
        if self._progress is not None:
            self._progress(sent, self.total)

    @staticmethod
    def _check(source: Source, sent: int) -> None:
        if source.size is not None and sent != source.size:
            raise ValueError(f"{source.filename or 'content'}: has {sent} bytes, had {source.size} when the upload began")


async def _async_chunks(source: Source) -> AsyncIterator[bytes]:
    if isinstance(source.content, AsyncIterable):
        async for chunk in source.content:
            yield chunk
        return
    chunks = source.chunks()
    if source.path is None and isinstance(source.content, (bytes, bytearray)):
        for chunk in chunks:
            yield chunk
        return
    # A file may block: anyio is what httpx itself stands on.
    while chunk := await anyio.to_thread.run_sync(next, chunks, b""):
        yield chunk


@dataclass
class Call:
    """A call with its arguments, to be sent as often as it takes."""

    method: Method
    options: RequestOptions
    path: Mapping[str, Any] = field(default_factory=lambda: {})
    query: Mapping[str, Any] = field(default_factory=lambda: {})
    header: Mapping[str, Any] = field(default_factory=lambda: {})
    body: Mapping[str, Any] | None = None
    file: Sequence[FileInput] | None = None
    files: Sequence[FileInput] | None = None
    content: ByteSource | None = None
    on_progress: Progress | None = None

    def url(self) -> str:
        def segment(match: re.Match[str]) -> str:
            text = str(self.path[match[1]])
            # An empty segment, or one of dots, would be another path.
            if text in ("", ".", ".."):
                raise ValueError(f"{match[1]}: must not be {text!r}")
            return quote(text, safe="")

        return re.sub(r"\{([a-z0-9_]+)\}", segment, self.method.path)

    def params(self) -> list[tuple[str, str | int | float | bool | None]]:
        given = {**_given(self.query), **dict(self.options.get("extra_query", {}))}
        pairs: list[tuple[str, str | int | float | bool | None]] = []
        for name, value in given.items():
            items: list[Any] = cast("Any", value) if isinstance(value, list) else [value]
            # True and 5 in words of JSON; what is a string already stays.
            pairs.extend((name, item if isinstance(item, str) else json.dumps(item)) for item in items)
        return pairs

    def headers(self, defaults: Mapping[str, str], payload: Upload | bytes | None) -> dict[str, str]:
        headers = {**defaults, "accept": "application/json", **_given(self.header)}
        if self.method.is_keyed:
            headers["idempotency-key"] = self.options.get("idempotency_key") or str(uuid.uuid4())
        if isinstance(payload, Upload):
            headers["content-type"] = payload.media_type
            if payload.length is not None:
                headers["content-length"] = str(payload.length)
        elif payload is not None:
            headers["content-type"] = "application/json"
        return headers | {name.lower(): value for name, value in self.options.get("extra_headers", {}).items()}

    def payload(self) -> Upload | bytes | None:
        parts = {**_given(self.body or {}), **dict(self.options.get("extra_body", {}))}
        files = self.file if self.file is not None else self.files
        if files is not None:
            name = "file" if self.file is not None else "files"
            return Upload(parts, name, [Source.of(file) for file in files], self.on_progress)
        if self.content is not None:
            return Upload({}, "", [Source.of_bytes(self.content)], self.on_progress)
        if self.body is None and not parts:
            return None
        return json.dumps(parts, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()


def _given(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: to_json(value) for name, value in values.items() if not isinstance(value, Omit)}


def may_repeat(call: Call, payload: Upload | bytes | None, error: httpx.HTTPError | httpx.Response) -> bool:
    """
    Whether a failed attempt is made again: one that never reached the service or was refused for its rate always,
    others only where a second attempt can't do the work twice.
    """
    if isinstance(payload, Upload) and not payload.is_rewindable:
        return False
    is_safe = call.method.is_repeatable or call.method.is_keyed
    if isinstance(error, httpx.Response):
        return error.status_code == 429 or (is_safe and error.status_code in (408, 500, 502, 503, 504))
    if isinstance(error, (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)):
        return True
    return is_safe and isinstance(error, httpx.TransportError)


def pause_before(attempt: int, response: httpx.Response | None) -> float:
    """Seconds before attempt number `attempt` + 1: doubled each time, less up to a quarter, at least as `Retry-After` says."""
    pause = min(MAX_PAUSE_SECONDS, FIRST_PAUSE_SECONDS * 2.0 ** (attempt - 1)) * (1 - random.random() / 4)
    asked = _seconds(response.headers.get("retry-after", "")) if response is not None else 0.0
    return max(pause, min(asked, MAX_RETRY_AFTER_SECONDS))


def _seconds(retry_after: str) -> float:
    """A number of seconds, or the time at which to try again."""
    if retry_after.isdecimal():
        return float(retry_after)
    try:
        return parsedate_to_datetime(retry_after).timestamp() - time.time()
    except ValueError:
        return 0.0
