"""Parsers."""

import tempfile
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Literal

from quarry.plugin.v1 import parser_pb2_grpc
from quarry.plugin.v1.parser_pb2 import (
    ParsedBlock,
    ParsedDocumentInfo,
    ParseFailure,
    ParseRequest,
    ParseResponse,
    ParserDescription,
    ParserEvent,
)

from quarry_plugin._errors import PluginError
from quarry_plugin._serving import SPOOL_BYTES, Calls, Contract, Plugin, identity, parts


UnreadableReason = Literal["encrypted", "corrupt", "wrong_type", "empty", "limit", "unavailable"]


class UnreadableFile(Exception):
    """A file that can't be read. Who uploaded it reads the message: what is wrong, and what to do."""

    def __init__(self, reason: UnreadableReason, message: str) -> None:
        super().__init__(message)
        self.failure = ParseFailure(reason=f"REASON_{reason.upper()}", message=message)


def parser(*, name: str, file_types: Sequence[str], version: str = "") -> Callable[[Plugin], Plugin]:
    """
    Makes a parser of a class with `parse(file, start)`, a generator of `ParsedBlock`, `ParsedDocumentInfo` and other
    `ParserEvent`. `file` is open to be read and sought; `start` has the file's name, type, size and the limits to keep.
    """
    description = ParserDescription(identity=identity(name, version), file_types=file_types)

    def calls(plugin: Any) -> Calls:
        def events(requests: Iterator[ParseRequest]) -> Iterator[ParserEvent]:
            first = next(requests, None)
            if first is None or first.WhichOneof("part") != "start":
                raise PluginError("invalid", "the first message of a file must say what follows")
            with tempfile.SpooledTemporaryFile(SPOOL_BYTES) as file:
                size = sum(file.write(request.bytes) for request in requests)
                if size != first.start.size:
                    raise PluginError("invalid", f"{size} bytes came, {first.start.size} were announced")
                file.seek(0)
                try:
                    yield from map(_event_of, plugin.parse(file, first.start))
                except UnreadableFile as error:
                    yield ParserEvent(failure=error.failure)

        def parse(requests: Iterator[ParseRequest]) -> Iterator[ParseResponse]:
            for part in parts(events(requests), ParserEvent.ByteSize):
                yield ParseResponse(events=part)

        return {"Parse": parse}

    return Contract(parser_pb2_grpc, "ParserService", description, calls).of


def _event_of(given: ParsedBlock | ParsedDocumentInfo | ParserEvent) -> ParserEvent:
    if isinstance(given, ParsedBlock):
        return ParserEvent(block=given)
    return ParserEvent(info=given) if isinstance(given, ParsedDocumentInfo) else given
