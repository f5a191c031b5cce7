"""The error of every plugin, and the status of the call that it becomes."""

import logging
from typing import Literal, NoReturn, get_args

import grpc
from google.protobuf.any_pb2 import Any
from grpc import StatusCode as Code
from quarry.plugin.v1.common_pb2 import PluginFailure

Reason = Literal[
    "unavailable", "rate_limited", "unauthorized", "not_found", "invalid", "incompatible", "limit", "internal", "damaged"
]
_CODES = (
    *(Code.UNAVAILABLE, Code.RESOURCE_EXHAUSTED, Code.UNAUTHENTICATED, Code.NOT_FOUND, Code.INVALID_ARGUMENT),
    *(Code.FAILED_PRECONDITION, Code.OUT_OF_RANGE, Code.INTERNAL, Code.DATA_LOSS),
)
_CODE_OF: dict[Reason, Code] = dict(zip(get_args(Reason), _CODES, strict=True))


class PluginError(Exception):
    """
    A call that can't be answered. People read the message: what happened, and what to do. `unavailable` and `rate_limited`
    are tried again, after `retry_after_seconds` where they are given; the others are not.
    """

    def __init__(self, reason: Reason, message: str, retry_after_seconds: float | None = None) -> None:
        if reason not in _CODE_OF:
            raise ValueError(f"reason: must be one of {', '.join(_CODE_OF)}, got {reason!r}")
        super().__init__(message)
        self.reason: Reason = reason
        self.message = message
        self.retry_after_seconds = retry_after_seconds


def fail(context: grpc.ServicerContext, error: Exception) -> NoReturn:
    """Ends a call with its status. The words of any other exception are for the log, not for the host's users."""
    if isinstance(error, grpc.RpcError):
        # The host has cancelled while it was sending: nobody waits for an answer.
        raise error
    if isinstance(error, PluginError):
        code = _CODE_OF[error.reason]
        context.set_trailing_metadata((("grpc-status-details-bin", _status_of(error, code)),))
        context.abort(code, error.message)
    logging.error("a call failed", exc_info=error)
    context.abort(Code.INTERNAL, "the plugin failed: its log says why")


def _status_of(error: PluginError, code: Code) -> bytes:
    """A `google.rpc.Status`, whose classes are in a package that nothing else here needs."""
    reason = f"FAILURE_REASON_{error.reason.upper()}"
    detail = Any()
    detail.Pack(PluginFailure(reason=reason, retry_after_seconds=error.retry_after_seconds))
    fields = ((2, error.message.encode()), (3, detail.SerializeToString()))
    return bytes((1 << 3, code.value[0])) + b"".join(
        bytes((number << 3 | 2,)) + _varint(len(data)) + data for number, data in fields
    )


def _varint(number: int) -> bytes:
    return bytes((number,)) if number < 128 else bytes((number & 127 | 128,)) + _varint(number >> 7)
