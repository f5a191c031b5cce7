"""Schemathesis loads this before it runs; see schemathesis.ts."""

import itertools
import re

import schemathesis

HEADER = "Idempotency-Key"
VALID_KEY = re.compile(r"[!-~]{1,255}")

_numbers = itertools.count()


@schemathesis.hook
def map_headers(context, headers):
    """Makes no valid key twice: the generator likes to repeat short ones, and a repeated request rightly gets the first
    answer again, also about something that was deleted since. Keys that are not valid stay as they are."""
    key = (headers or {}).get(HEADER)
    if isinstance(key, str) and VALID_KEY.fullmatch(key):
        return {**headers, HEADER: f"{key[:200]}-{next(_numbers)}"}
    return headers
