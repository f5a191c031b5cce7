"""The parts that all plugins share: a gRPC server, a token if one is set, statuses, and a clean end."""

from __future__ import annotations

import argparse
import hmac
import inspect
import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from types import ModuleType
from typing import Any, NoReturn, TypeVar

import grpc
from google.protobuf.message import Message
from quarry.plugin.v1.common_pb2 import HealthResponse, PluginIdentity

from quarry_plugin._calls import Synchronous, begin
from quarry_plugin._errors import PluginError, fail

# Calls under way at once; a stream holds its thread as long as the host sends.
THREADS = 16

# Seconds that calls get to finish when the plugin is asked to stop.
GRACE_SECONDS = 5.0

# Answers are cut into messages of about this size; the host takes up to 4 MiB.
PART_BYTES = 1024 * 1024

# An upload that a plugin takes as a whole is kept in memory up to this size, in a file beyond.
SPOOL_BYTES = 16 * 1024 * 1024

Item = TypeVar("Item")
Plugin = TypeVar("Plugin", bound=type)
Calls = dict[str, Callable[[Any], Any]]


@dataclass(frozen=True)
class Contract:
    """A kind of plugin: its gRPC service, and how an instance of a decorated class answers the service's calls."""

    module: ModuleType
    service: str
    description: Message
    calls: Callable[[Any], Calls]

    def of(self, plugin: Plugin) -> Plugin:
        setattr(plugin, "__quarry_contract__", self)
        return plugin


def identity(name: str, version: str) -> PluginIdentity:
    return PluginIdentity(name=name, version=version, spec_versions=[1])


def add_plugin(server: grpc.Server, plugin: Any) -> None:
    """Adds an instance of a decorated class to a server. Its `health`, where it has one, raises when it can't serve."""
    contract: Contract | None = getattr(plugin, "__quarry_contract__", None)
    if contract is None:
        raise TypeError(f"{type(plugin).__name__} is no plugin: decorate the class, for example with @embedder(…)")

    methods = Synchronous(plugin)

    def health(_: object) -> HealthResponse:
        if hasattr(plugin, "health"):
            methods.health()
        return HealthResponse()

    service = getattr(contract.module, f"{contract.service}Servicer")()
    calls: Calls = {"Describe": lambda _: contract.description, "Health": health, **contract.calls(methods)}
    for name, call in calls.items():
        setattr(service, name, (_many if inspect.isgeneratorfunction(call) else _one)(call))
    getattr(contract.module, f"add_{contract.service}Servicer_to_server")(service, server)


def _one(call: Callable[[Any], Any]) -> Callable[[Any, grpc.ServicerContext], Any]:
    def answer(request: Any, context: grpc.ServicerContext) -> Any:
        begin(context)
        try:
            return call(request)
        except Exception as error:
            fail(context, error)

    return answer


def _many(call: Callable[[Any], Iterator[Any]]) -> Callable[[Any, grpc.ServicerContext], Iterator[Any]]:
    def answer(request: Any, context: grpc.ServicerContext) -> Iterator[Any]:
        begin(context)
        try:
            yield from call(request)
        except Exception as error:
            fail(context, error)

    return answer


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


def check_within(field: str, value: int, least: int, most: int) -> None:
    if not least <= value <= most:
        raise PluginError("invalid", f"{field}: must be {least:,} to {most:,}, got {value}")


class TokenCheck(grpc.ServerInterceptor):
    """Refuses calls without `authorization: Bearer <token>`."""

    def __init__(self, token: str) -> None:
        self._expected = f"Bearer {token}".encode()
        # Calls of any shape: on the wire they are all streams.
        self._refusal: grpc.RpcMethodHandler[Any, Any] = grpc.stream_stream_rpc_method_handler(_refuse)

    def intercept_service(
        self,
        continuation: Callable[[grpc.HandlerCallDetails], grpc.RpcMethodHandler[Any, Any] | None],
        handler_call_details: grpc.HandlerCallDetails,
    ) -> grpc.RpcMethodHandler[Any, Any] | None:
        metadata = dict(handler_call_details.invocation_metadata)
        given = str(metadata.get("authorization", ""))
        if hmac.compare_digest(given.encode(), self._expected):
            return continuation(handler_call_details)
        return self._refusal


def _refuse(_: Iterator[bytes], context: grpc.ServicerContext) -> NoReturn:
    context.abort(grpc.StatusCode.UNAUTHENTICATED, "the token is missing or wrong: set it in the plugin's settings")


def listen_argument(parser: argparse.ArgumentParser, default: str) -> None:
    parser.add_argument("--listen", default=default, help=f"address; port 0 selects a free one; default: {default}")


def serve(plugin: object, address: str) -> None:
    """
    Serves a plugin until the process is asked to end. The token comes from QUARRY_PLUGIN_TOKEN; none is asked without it.
    """
    token = os.environ.get("QUARRY_PLUGIN_TOKEN", "")
    server = grpc.server(
        ThreadPoolExecutor(THREADS),
        interceptors=[TokenCheck(token)] if token else [],
        # Else a second process may listen on the same port and get half of the calls.
        options=[("grpc.so_reuseport", 0)],
    )
    add_plugin(server, plugin)
    port = server.add_insecure_port(address)
    ending = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: ending.set())
    server.start()
    print(f"listening on {address.rpartition(':')[0]}:{port}", flush=True)
    ending.wait()
    server.stop(GRACE_SECONDS).wait()
