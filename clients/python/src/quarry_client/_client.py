"""The clients: what sends calls, and tries again."""

from __future__ import annotations

import logging
import os
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator, Mapping
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Generic, ParamSpec, TypedDict, TypeVar, cast

import anyio
import httpx

from ._async_resources import AsyncResources
from ._errors import QuarryError, connection_error, status_error
from ._model import Model
from ._paging import AsyncPager, Page
from ._request import Call, Method, Upload, may_repeat, pause_before
from ._resources import Resources
from ._streams import AsyncBytesStream, AsyncEventStream, BytesStream, EventStream

if TYPE_CHECKING:
    from typing_extensions import Unpack

logger = logging.getLogger("quarry_client")

VERSION = "0.1.0"
DEFAULT_TIMEOUT = httpx.Timeout(60.0, connect=5.0)
_SECRET_HEADERS = frozenset({"authorization", "x-embedding-api-key"})

ModelT = TypeVar("ModelT", bound=Model)
ItemT = TypeVar("ItemT", bound=Model)
ResultT = TypeVar("ResultT")
P = ParamSpec("P")

_answers: ContextVar[list[httpx.Response] | None] = ContextVar("quarry_client_answers", default=None)


class Changes(TypedDict, total=False):
    """Settings that `with_options` replaces."""

    api_key: str | None
    timeout: float | httpx.Timeout | None
    max_retries: int
    default_headers: Mapping[str, str]


@dataclass(frozen=True)
class Settings:
    api_key: str | None
    timeout: float | httpx.Timeout | None
    max_retries: int
    default_headers: Mapping[str, str]

    def __post_init__(self) -> None:
        if type(self.max_retries) is not int or self.max_retries < 0:
            raise ValueError(f"max_retries: must be an integer of at least 0, got {self.max_retries!r}")

    def __repr__(self) -> str:
        return f"Settings(max_retries={self.max_retries}, timeout={self.timeout!r})"

    def headers(self) -> dict[str, str]:
        own = {} if not self.api_key else {"authorization": f"Bearer {self.api_key}"}
        return {"user-agent": f"quarry-python/{VERSION}", **own, **{k.lower(): v for k, v in self.default_headers.items()}}

    def changed(self, changes: Changes) -> Settings:
        return replace(self, **cast("dict[str, Any]", changes))


def _settings(api_key: str | None, base_url: str | None, rest: Mapping[str, Any]) -> tuple[Settings, str]:
    address = base_url or os.environ.get("QUARRY_BASE_URL") or "http://127.0.0.1:8080"
    return Settings(api_key=api_key or os.environ.get("QUARRY_API_KEY"), **rest), address


class _Attempts:
    """The attempts of a call, for both kinds of clients."""

    def __init__(self, call: Call, settings: Settings, http: httpx.Client | httpx.AsyncClient) -> None:
        self._call = call
        self._http = http
        self._payload = call.payload()
        self._headers = call.headers(settings.headers(), self._payload)
        self._most = call.options.get("max_retries", settings.max_retries) + 1
        self._timeout = call.options.get("timeout", settings.timeout)
        self._made = 0
        self._began = 0.0

    def request(self) -> httpx.Request:
        self._made += 1
        self._began = time.monotonic()
        payload: Any = self._payload
        if isinstance(payload, Upload):
            # A stream of one kind: httpx takes what can be iterated both ways for the wrong one.
            payload = payload.__aiter__() if isinstance(self._http, httpx.AsyncClient) else iter(payload)
        request = self._http.build_request(
            self._call.method.verb,
            self._call.url(),
            params=httpx.QueryParams(params) if (params := self._call.params()) else None,
            headers=self._headers,
            content=payload,
            timeout=self._timeout,
        )
        if logger.isEnabledFor(logging.DEBUG):
            shown = {k: "<redacted>" if k.lower() in _SECRET_HEADERS else v for k, v in request.headers.items()}
            logger.debug("%s %s, attempt %d: %s", request.method, request.url.path, self._made, shown)
        return request

    def is_good(self, response: httpx.Response) -> bool:
        took = (time.monotonic() - self._began) * 1_000
        request_id = response.headers.get("x-request-id")
        logger.debug("%s answered %d in %.0f ms (request %s)", self._call.method.name, response.status_code, took, request_id)
        return response.is_success or response.status_code == 304

    def pause_after(self, failure: httpx.Response | httpx.HTTPError) -> float:
        """Seconds until the next attempt; raises the failure where there is none."""
        if self._made >= self._most or not may_repeat(self._call, self._payload, failure):
            if isinstance(failure, httpx.Response):
                raise status_error(failure)
            raise connection_error(failure) from failure
        pause = pause_before(self._made, failure if isinstance(failure, httpx.Response) else None)
        logger.debug("%s failed (%r); again in %.1f s", self._call.method.name, failure, pause)
        return pause


def _read(response: httpx.Response, model: type[ModelT]) -> ModelT:
    try:
        return model.from_dict(response.json())
    except (ValueError, AttributeError) as error:
        raise QuarryError(f"the answer is no {model.__name__} in JSON, but begins {response.text[:80]!r}") from error


def _keep(response: httpx.Response) -> None:
    kept = _answers.get()
    if kept is not None:
        kept.append(response)


class Caller:
    """Sends calls and waits for their answers."""

    def __init__(self, settings: Settings, http: httpx.Client) -> None:
        self._settings = settings
        self._http = http

    def call(self, method: Method, model: type[ModelT], **given: Any) -> ModelT:
        return self._answer(Call(method, **given), model)

    def page(self, method: Method, model: type[ModelT], item: type[ItemT], **given: Any) -> Page[ModelT, ItemT]:
        call = Call(method, **given)
        return Page(call, self._answer(call, model), lambda following: self._answer(following, model))

    def events(self, method: Method, model: type[ModelT], **given: Any) -> EventStream[ModelT]:
        return EventStream(model, lambda: self._opened(Call(method, **given)))

    def stream(self, method: Method, **given: Any) -> BytesStream:
        return BytesStream(self._send(Call(method, **given), is_stream=True))

    def _answer(self, call: Call, model: type[ModelT]) -> ModelT:
        return _read(self._send(call, is_stream=False), model)

    @contextmanager
    def _opened(self, call: Call) -> Generator[httpx.Response, None, None]:
        response = self._send(call, is_stream=True)
        try:
            yield response
        finally:
            response.close()

    def _send(self, call: Call, *, is_stream: bool) -> httpx.Response:
        attempts = _Attempts(call, self._settings, self._http)
        while True:
            failure: httpx.Response | httpx.HTTPError
            try:
                response = self._http.send(attempts.request(), stream=True)
                is_good = attempts.is_good(response)
                if not is_good or not is_stream:
                    response.read()
                if is_good:
                    _keep(response)
                    return response
                failure = response
            except httpx.HTTPError as error:
                failure = error
            time.sleep(attempts.pause_after(failure))


class AsyncCaller:
    """Sends calls and waits for their answers."""

    def __init__(self, settings: Settings, http: httpx.AsyncClient) -> None:
        self._settings = settings
        self._http = http

    async def call(self, method: Method, model: type[ModelT], **given: Any) -> ModelT:
        return await self._answer(Call(method, **given), model)

    def page(self, method: Method, model: type[ModelT], item: type[ItemT], **given: Any) -> AsyncPager[ModelT, ItemT]:
        return AsyncPager(Call(method, **given), lambda call: self._answer(call, model))

    def events(self, method: Method, model: type[ModelT], **given: Any) -> AsyncEventStream[ModelT]:
        return AsyncEventStream(model, lambda: self._opened(Call(method, **given)))

    async def stream(self, method: Method, **given: Any) -> AsyncBytesStream:
        return AsyncBytesStream(await self._send(Call(method, **given), is_stream=True))

    async def _answer(self, call: Call, model: type[ModelT]) -> ModelT:
        return _read(await self._send(call, is_stream=False), model)

    @asynccontextmanager
    async def _opened(self, call: Call) -> AsyncGenerator[httpx.Response, None]:
        response = await self._send(call, is_stream=True)
        try:
            yield response
        finally:
            await response.aclose()

    async def _send(self, call: Call, *, is_stream: bool) -> httpx.Response:
        attempts = _Attempts(call, self._settings, self._http)
        while True:
            failure: httpx.Response | httpx.HTTPError
            try:
                response = await self._http.send(attempts.request(), stream=True)
                is_good = attempts.is_good(response)
                if not is_good or not is_stream:
                    await response.aread()
                if is_good:
                    _keep(response)
                    return response
                failure = response
            except httpx.HTTPError as error:
                failure = error
            await anyio.sleep(attempts.pause_after(failure))


class Client(Resources, Caller):
    """
    A Quarry service. What is not given is taken from QUARRY_API_KEY and QUARRY_BASE_URL. One client is for many calls and
    threads: it keeps connections open.
    """

    def __init__(
        self,
        *,
        api_key: str | None = None,
        base_url: str | None = None,
        timeout: float | httpx.Timeout | None = DEFAULT_TIMEOUT,
        max_retries: int = 2,
        default_headers: Mapping[str, str] | None = None,
        http_client: httpx.Client | None = None,
    ) -> None:
        rest = {"timeout": timeout, "max_retries": max_retries, "default_headers": default_headers or {}}
        settings, self.base_url = _settings(api_key, base_url, rest)
        http = http_client or httpx.Client()
        http.base_url = self.base_url
        Caller.__init__(self, settings, http)
        Resources.__init__(self, self)

    def with_options(self, **changes: Unpack[Changes]) -> Client:
        """A client with other settings on the same connections."""
        settings = self._settings.changed(changes)
        return Client(base_url=self.base_url, http_client=self._http, **settings.__dict__)

    def close(self) -> None:
        self._http.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class AsyncClient(AsyncResources, AsyncCaller):
    """
    A Quarry service, for asyncio and trio. What is not given is taken from QUARRY_API_KEY and QUARRY_BASE_URL. One client is
    for many calls: it keeps connections open.
    """

    def __init__(
        self,
        *,
        api_key: str | None = None,
        base_url: str | None = None,
        timeout: float | httpx.Timeout | None = DEFAULT_TIMEOUT,
        max_retries: int = 2,
        default_headers: Mapping[str, str] | None = None,
        http_client: httpx.AsyncClient | None = None,
    ) -> None:
        rest = {"timeout": timeout, "max_retries": max_retries, "default_headers": default_headers or {}}
        settings, self.base_url = _settings(api_key, base_url, rest)
        http = http_client or httpx.AsyncClient()
        http.base_url = self.base_url
        AsyncCaller.__init__(self, settings, http)
        AsyncResources.__init__(self, self)

    def with_options(self, **changes: Unpack[Changes]) -> AsyncClient:
        """A client with other settings on the same connections."""
        settings = self._settings.changed(changes)
        return AsyncClient(base_url=self.base_url, http_client=self._http, **settings.__dict__)

    async def close(self) -> None:
        await self._http.aclose()

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()


@dataclass(frozen=True)
class RawResponse(Generic[ResultT]):
    """An answer with its status and headers."""

    response: httpx.Response
    parsed: ResultT

    @property
    def status_code(self) -> int:
        return self.response.status_code

    @property
    def headers(self) -> httpx.Headers:
        return self.response.headers

    @property
    def request_id(self) -> str | None:
        return cast("str | None", self.response.headers.get("x-request-id"))


def _raw(kept: list[httpx.Response], parsed: ResultT) -> RawResponse[ResultT]:
    if not kept:
        raise TypeError("events have no raw response: their stream is opened when the first is read")
    return RawResponse(kept[-1], parsed)


def raw_response(method: Callable[P, ResultT]) -> Callable[P, RawResponse[ResultT]]:
    """The method with its raw answer: `raw_response(client.documents.get)("manuals", document_id).headers`."""

    def call(*args: P.args, **kwargs: P.kwargs) -> RawResponse[ResultT]:
        kept: list[httpx.Response] = []
        token = _answers.set(kept)
        try:
            return _raw(kept, method(*args, **kwargs))
        finally:
            _answers.reset(token)

    return call


def async_raw_response(method: Callable[P, Awaitable[ResultT]]) -> Callable[P, Awaitable[RawResponse[ResultT]]]:
    """The method of an `AsyncClient` with its raw answer."""

    async def call(*args: P.args, **kwargs: P.kwargs) -> RawResponse[ResultT]:
        kept: list[httpx.Response] = []
        token = _answers.set(kept)
        try:
            return _raw(kept, await method(*args, **kwargs))
        finally:
            _answers.reset(token)

    return call
