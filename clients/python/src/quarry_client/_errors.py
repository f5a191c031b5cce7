"""Everything that a call can fail with."""

from __future__ import annotations

from typing import Any, cast

import httpx


class QuarryError(Exception):
    """Base of all failures of this client."""


class APIConnectionError(QuarryError):
    """No connection, or one that broke before the answer was whole."""


class APITimeoutError(APIConnectionError):
    """A step of the call took longer than `timeout` allows."""


class DocumentFailedError(QuarryError):
    """Processing of a document ended with an error."""

    def __init__(self, document_id: str, message: str) -> None:
        super().__init__(message)
        self.document_id = document_id


class WaitTimeoutError(QuarryError):
    """A document was neither ready nor failed when the time to wait was over."""


class WebhookVerificationError(QuarryError):
    """A webhook's body is not what the holder of the secret signed, or its signature is too old."""


class APIStatusError(QuarryError):
    """The service refused the call or failed; `detail` is its sentence, `code` its kind of failure."""

    def __init__(self, response: httpx.Response) -> None:
        self.response = response
        self.status_code = response.status_code
        self.request_id = response.headers.get("x-request-id")
        self.body: Any = None
        try:
            self.body = response.json()
        except ValueError:
            self.body = response.text
        parsed = self.body
        body: dict[str, Any] = cast("Any", parsed) if isinstance(parsed, dict) else {}
        self.detail = str(body.get("detail") or response.reason_phrase or "failed")
        self.code: str | None = body.get("code")
        suffix = f" (request {self.request_id})" if self.request_id else ""
        super().__init__(f"{self.status_code}: {self.detail}{suffix}")


class BadRequestError(APIStatusError):
    """400: the request is wrong; `detail` names the field."""


class AuthenticationError(APIStatusError):
    """401: no key, or one that is not known."""


class PermissionDeniedError(APIStatusError):
    """403: the key may not do this."""


class NotFoundError(APIStatusError):
    """404."""


class ConflictError(APIStatusError):
    """409: the name is taken, or the state does not allow it."""


class PreconditionFailedError(APIStatusError):
    """412: what was to be changed is another by now."""


class TooLargeError(APIStatusError):
    """413."""


class RateLimitError(APIStatusError):
    """429: too many calls; the client has tried again by then."""


class InternalServerError(APIStatusError):
    """5xx: the service failed, or is not available now."""


_CLASSES: dict[int, type[APIStatusError]] = {
    400: BadRequestError,
    401: AuthenticationError,
    403: PermissionDeniedError,
    404: NotFoundError,
    409: ConflictError,
    412: PreconditionFailedError,
    413: TooLargeError,
    429: RateLimitError,
}


def status_error(response: httpx.Response) -> APIStatusError:
    fallback = InternalServerError if response.status_code >= 500 else APIStatusError
    return _CLASSES.get(response.status_code, fallback)(response)


def connection_error(error: httpx.HTTPError) -> APIConnectionError:
    text = str(error) or type(error).__name__
    return APITimeoutError(text) if isinstance(error, httpx.TimeoutException) else APIConnectionError(text)
