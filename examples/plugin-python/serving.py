"""What every plugin needs around its own work: a gRPC server, a token if one is set, refusals, and a clean end."""

import argparse
import functools
import hmac
import logging
import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NoReturn, TypeVar

import grpc

# Calls under way at once; a stream holds its thread as long as the host sends.
THREADS = 16

# Seconds that calls get to finish when the plugin is asked to stop.
GRACE_SECONDS = 5.0

# Answers are cut into messages of about this size; the host takes up to 4 MiB.
PART_BYTES = 1024 * 1024

Item = TypeVar("Item")


class Refusal(Exception):
    """A call that can't be answered. People see the message: what happened, and what to do."""

    def __init__(self, code: grpc.StatusCode, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


def invalid(message: str) -> Refusal:
    """The same input fails again."""
    return Refusal(grpc.StatusCode.INVALID_ARGUMENT, message)


def refusing(method: Callable[..., Any]) -> Callable[..., Any]:
    """Makes a failure of a service's method the status of its call."""

    @functools.wraps(method)
    def answer(service: object, request: Any, context: grpc.ServicerContext) -> Any:
        try:
            return method(service, request)
        except Exception as error:
            _fail(context, error)

    return answer


def refusing_stream(method: Callable[..., Iterator[Any]]) -> Callable[..., Iterator[Any]]:
    """As `refusing`, for methods that give several messages."""

    @functools.wraps(method)
    def answer(service: object, request: Any, context: grpc.ServicerContext) -> Iterator[Any]:
        try:
            yield from method(service, request)
        except Exception as error:
            _fail(context, error)

    return answer


def _fail(context: grpc.ServicerContext, error: Exception) -> NoReturn:
    """Ends a call with its status. The words of a mistake of ours are for the log, not for the host's users."""
    if isinstance(error, Refusal):
        context.abort(error.code, error.message)
    if isinstance(error, grpc.RpcError):
        # The host has cancelled while it was sending: nobody waits for an answer.
        raise error
    logging.exception("a call failed")
    context.abort(grpc.StatusCode.INTERNAL, "the plugin failed: its log says why")


def parts(items: Iterable[Item], size_of: Callable[[Item], int]) -> Iterator[list[Item]]:
    """The items in lists of about `PART_BYTES`, at least one item each."""
    part: list[Item] = []
    total = 0
    for item in items:
        size = size_of(item)
        if part and total + size > PART_BYTES:
            yield part
            part, total = [], 0
        part.append(item)
        total += size
    if part:
        yield part


class TokenCheck(grpc.ServerInterceptor):
    """Refuses calls without `authorization: Bearer <token>`."""

    def __init__(self, token: str) -> None:
        self._expected = f"Bearer {token}".encode()
        # Calls of any shape: on the wire they are all streams.
        self._refusal = grpc.stream_stream_rpc_method_handler(_refuse)

    def intercept_service(
        self,
        continuation: Callable[[grpc.HandlerCallDetails], grpc.RpcMethodHandler | None],
        handler_call_details: grpc.HandlerCallDetails,
    ) -> grpc.RpcMethodHandler | None:
        metadata = dict(handler_call_details.invocation_metadata)
        given = str(metadata.get("authorization", ""))
        if hmac.compare_digest(given.encode(), self._expected):
            return continuation(handler_call_details)
        return self._refusal


def _refuse(_: Iterator[bytes], context: grpc.ServicerContext) -> NoReturn:
    context.abort(grpc.StatusCode.UNAUTHENTICATED, "the token is missing or wrong: set it in the plugin's settings")


def listen_argument(parser: argparse.ArgumentParser, default: str) -> None:
    parser.add_argument("--listen", default=default, help=f"address; port 0 takes a free one; default: {default}")


def serve(address: str, add_service: Callable[[grpc.Server], None]) -> None:
    """Serves until the process is asked to end. The token comes from QUARRY_PLUGIN_TOKEN; none is asked without it."""
    token = os.environ.get("QUARRY_PLUGIN_TOKEN", "")
    server = grpc.server(
        ThreadPoolExecutor(THREADS),
        interceptors=[TokenCheck(token)] if token else [],
        # Else a second process may listen on the same port and get half of the calls.
        options=[("grpc.so_reuseport", 0)],
    )
    add_service(server)
    port = server.add_insecure_port(address)
    ending = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: ending.set())
    server.start()
    print(f"listening on {address.rpartition(':')[0]}:{port}", flush=True)
    ending.wait()
    server.stop(GRACE_SECONDS).wait()
