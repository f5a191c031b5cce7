"""Methods that take more than one call."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

import anyio
import httpx

from . import _methods, models
from ._errors import APIConnectionError, DocumentFailedError, WaitTimeoutError

if TYPE_CHECKING:
    from ._client import AsyncCaller, Caller

RECONNECT_SECONDS = 1.0
OnStep = Callable[[models.DocumentProgress], None]


def _settled(document: models.Document) -> bool:
    if document.status == "failed":
        raise DocumentFailedError(document.id, document.error_message or "processing failed")
    return document.status == "ready"


def _too_late(document_id: str, timeout: float | None) -> WaitTimeoutError:
    return WaitTimeoutError(f"document {document_id} was not ready after {timeout} seconds")


class DocumentWaiting:
    _client: Caller

    def wait(
        self, collection_name: str, document_id: str, *, timeout: float | None = None, on_step: OnStep | None = None
    ) -> models.Document:
        """
        Follows the processing of a document until it is ready, over as many connections as it takes; `timeout` is in
        seconds. Raises DocumentFailedError or WaitTimeoutError.
        """
        path = {"collection_name": collection_name, "document_id": document_id}
        deadline = float("inf") if timeout is None else time.monotonic() + timeout
        while True:
            document = self._client.call(_methods.DOCUMENT_GET, models.Document, path=path, options={})
            if _settled(document):
                return document
            left = deadline - time.monotonic()
            if left <= 0:
                raise _too_late(document_id, timeout)
            options = {"timeout": httpx.Timeout(min(left, 60.0))}
            events = self._client.events(
                _methods.DOCUMENT_WATCH_PROGRESS, models.DocumentProgress, path=path, options=options
            )
            events.deadline = deadline
            try:
                with events:
                    for step in events:
                        if on_step is not None:
                            on_step(step)
            except APIConnectionError:
                time.sleep(min(RECONNECT_SECONDS, max(0.0, deadline - time.monotonic())))


class AsyncDocumentWaiting:
    _client: AsyncCaller

    async def wait(
        self, collection_name: str, document_id: str, *, timeout: float | None = None, on_step: OnStep | None = None
    ) -> models.Document:
        """
        Follows the processing of a document until it is ready, over as many connections as it takes; `timeout` is in
        seconds. Raises DocumentFailedError or WaitTimeoutError.
        """
        path = {"collection_name": collection_name, "document_id": document_id}
        with anyio.move_on_after(timeout):
            while True:
                document = await self._client.call(_methods.DOCUMENT_GET, models.Document, path=path, options={})
                if _settled(document):
                    return document
                events = self._client.events(
                    _methods.DOCUMENT_WATCH_PROGRESS, models.DocumentProgress, path=path, options={}
                )
                try:
                    async with events:
                        async for step in events:
                            if on_step is not None:
                                on_step(step)
                except APIConnectionError:
                    await anyio.sleep(RECONNECT_SECONDS)
        raise _too_late(document_id, timeout)
