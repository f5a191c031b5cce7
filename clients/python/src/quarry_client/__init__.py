"""Client of a Quarry service: document ingestion and retrieval."""

import logging as _logging
import os as _os

from . import models, params
from ._client import AsyncClient, Client, RawResponse, async_raw_response, logger, raw_response
from ._errors import (
    APIConnectionError,
    APIStatusError,
    APITimeoutError,
    AuthenticationError,
    BadRequestError,
    ConflictError,
    DocumentFailedError,
    InternalServerError,
    NotFoundError,
    PermissionDeniedError,
    PreconditionFailedError,
    QuarryError,
    RateLimitError,
    TooLargeError,
    WaitTimeoutError,
    WebhookVerificationError,
)
from ._model import Model
from ._paging import AsyncPage, AsyncPager, Page
from ._request import OMIT, FileInput, Omit, RequestOptions
from ._streams import AsyncBytesStream, AsyncEventStream, BytesStream, EventStream
from ._webhooks import unwrap_webhook, verify_webhook

__all__ = [
    "OMIT",
    "APIConnectionError",
    "APIStatusError",
    "APITimeoutError",
    "AsyncBytesStream",
    "AsyncClient",
    "AsyncEventStream",
    "AsyncPage",
    "AsyncPager",
    "AuthenticationError",
    "BadRequestError",
    "BytesStream",
    "Client",
    "ConflictError",
    "DocumentFailedError",
    "EventStream",
    "FileInput",
    "InternalServerError",
    "Model",
    "NotFoundError",
    "Omit",
    "Page",
    "PermissionDeniedError",
    "PreconditionFailedError",
    "QuarryError",
    "RateLimitError",
    "RawResponse",
    "RequestOptions",
    "TooLargeError",
    "WaitTimeoutError",
    "WebhookVerificationError",
    "async_raw_response",
    "models",
    "params",
    "raw_response",
    "unwrap_webhook",
    "verify_webhook",
]

if _os.environ.get("QUARRY_LOG", "").lower() == "debug":
    logger.addHandler(_logging.StreamHandler())
    logger.setLevel(_logging.DEBUG)
