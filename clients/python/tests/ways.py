"""Both kinds of clients under one face, and the way to the live service with failures put in between."""

from __future__ import annotations

import asyncio
import inspect
import os
import ssl
import unittest
from pathlib import Path

import httpx

from quarry_client import AsyncClient, Client, _request, _waiting, async_raw_response, raw_response

# The tests are about what is tried again, not about how long users wait.
_request.FIRST_PAUSE_SECONDS = _waiting.RECONNECT_SECONDS = 0.05

GATE = Path(os.environ["QUARRY_TEST_GATE"])
"""While this file is there, documents wait to be embedded, and so are not ready."""


TLS = ssl.create_default_context()
"""Made once: reading the certificates takes longer than most tests."""


class Way:
    """Faults that a client's requests meet, one entry for each request; later requests arrive unharmed."""

    def __init__(self, *fates):
        self.fates = list(fates)
        self.requests = []

    def next(self, request):
        self.requests.append(request)
        return self.fates.pop(0) if self.fates else None


def refusal(status, **headers):
    """Answers without asking the service."""
    return lambda response: httpx.Response(status, headers=headers, json={"detail": "busy"}) if response is None else None


def lost(response):
    """The service does its work, and its answer is lost."""
    if response is not None:
        raise httpx.ReadError("the connection broke")


def replaced(response):
    """The service does its work, and a proxy says that it is away."""
    return None if response is None else httpx.Response(502, text="bad gateway")


def cut(response):
    """The answer breaks off after its first bytes."""
    if response is not None:
        response.stream = Cut(response.stream)


class Cut(httpx.SyncByteStream, httpx.AsyncByteStream):
    def __init__(self, stream):
        self.stream = stream

    def __iter__(self):
        yield next(iter(self.stream))
        raise httpx.ReadError("the connection broke")

    async def __aiter__(self):
        async for chunk in self.stream:
            yield chunk
            raise httpx.ReadError("the connection broke")

    def close(self):
        self.stream.close()

    async def aclose(self):
        await self.stream.aclose()


class Transport(httpx.HTTPTransport):
    def __init__(self, way):
        super().__init__(verify=TLS)
        self.way = way

    def handle_request(self, request):
        fate = self.way.next(request)
        if fate and (answer := fate(None)):
            return answer
        response = super().handle_request(request)
        answer = fate and fate(response)
        if answer:
            response.close()
        return answer or response


class AsyncTransport(httpx.AsyncHTTPTransport):
    def __init__(self, way):
        super().__init__(verify=TLS)
        self.way = way

    async def handle_async_request(self, request):
        fate = self.way.next(request)
        if fate and (answer := fate(None)):
            return answer
        response = await super().handle_async_request(request)
        answer = fate and fate(response)
        if answer:
            await response.aclose()
        return answer or response


class Synchronous:
    def client(self, *fates, **options):
        self.way = Way(*fates)
        client = Client(http_client=httpx.Client(transport=Transport(self.way)), **options)
        self.addCleanup(client.close)
        return client

    def result(self, answer):
        return answer

    def listed(self, items):
        return list(items)

    def raw(self, method):
        return raw_response(method)

    def pieces(self, *pieces):
        return iter(pieces)


class Asynchronous:
    def client(self, *fates, **options):
        self.way = Way(*fates)
        client = AsyncClient(http_client=httpx.AsyncClient(transport=AsyncTransport(self.way)), **options)
        self.addCleanup(lambda: self.result(client.close()))
        return client

    @classmethod
    def setUpClass(cls):
        cls.loop = asyncio.new_event_loop()

    @classmethod
    def tearDownClass(cls):
        cls.loop.close()

    def result(self, answer):
        async def awaited():
            return await answer

        return self.loop.run_until_complete(awaited()) if inspect.isawaitable(answer) else answer

    def listed(self, items):
        async def collected():
            return [item async for item in items]

        return self.loop.run_until_complete(collected())

    def raw(self, method):
        return async_raw_response(method)

    def pieces(self, *pieces):
        async def sent():
            for piece in pieces:
                yield piece

        return sent()


def both(cases, module):
    """Test cases of both kinds of clients, in a module."""
    for kind in (Synchronous, Asynchronous):
        name = f"{kind.__name__}{cases.__name__}"
        module[name] = type(name, (kind, cases, unittest.TestCase), {"__module__": module["__name__"]})
