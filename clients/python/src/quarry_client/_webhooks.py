"""Webhooks as they are received."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import time
from collections.abc import Mapping
from typing import Any

from ._errors import WebhookVerificationError


def verify_webhook(body: bytes | str, signature: str | None, secret: str) -> bool:
    """Whether `X-Service-Signature` was made with the secret over these bytes, in constant time."""
    data = body.encode() if isinstance(body, str) else body
    expected = f"sha256={hmac.new(secret.encode(), data, hashlib.sha256).hexdigest()}"
    return secret != "" and hmac.compare_digest((signature or "").strip().lower().encode(), expected.encode())


def unwrap_webhook(
    body: bytes | str, headers: Mapping[str, str], secret: str, *, tolerance: float = 300.0
) -> dict[str, Any]:
    """
    The event of a request, whose body must be as it came. Raises WebhookVerificationError unless the holder of the
    secret signed it at most `tolerance` seconds ago; a repeated one has the same `webhook-id`.
    """
    data = body.encode() if isinstance(body, str) else body
    given = {name.lower(): value for name, value in headers.items()}
    identifier, timestamp = given.get("webhook-id", ""), given.get("webhook-timestamp", "")
    if not timestamp.isdigit() or abs(time.time() - int(timestamp)) > tolerance:
        raise WebhookVerificationError("webhook-timestamp: is missing, or too far from the time here")
    signed = f"{identifier}.{timestamp}.".encode() + data
    # The secret of Standard Webhooks: base64 behind its prefix, that of an older version's in the alphabet of URLs.
    coded = secret.removeprefix("whsec_").removeprefix("whs_").replace("-", "+").replace("_", "/")
    key = base64.b64decode(coded + "=" * (-len(coded) % 4))
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    candidates = given.get("webhook-signature", "").split(" ")
    if secret == "" or not any(hmac.compare_digest(each.encode(), expected.encode()) for each in candidates):
        raise WebhookVerificationError("webhook-signature: is not one of this body with this secret")
    event: dict[str, Any] = json.loads(data)
    return event
