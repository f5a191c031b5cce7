"""A Quarry service over gRPC: what a program of your own would keep of this example."""

import json
import os
import time
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Self
from urllib.parse import urlsplit

import grpc
from google.protobuf.struct_pb2 import Struct

from quarry.v1.collections_pb2 import Collection, CreateCollectionRequest
from quarry.v1.collections_pb2_grpc import CollectionServiceStub
from quarry.v1.common_pb2 import SEARCH_MODE_HYBRID
from quarry.v1.documents_pb2 import (
    Document,
    DocumentProgress,
    UploadDocumentRequest,
    UploadFile,
    UploadHeader,
    WatchDocumentProgressRequest,
)
from quarry.v1.documents_pb2_grpc import DocumentServiceStub
from quarry.v1.query_pb2 import QueryRequest, QueryResult
from quarry.v1.query_pb2_grpc import QueryServiceStub

# Large enough to cost little; the service takes messages of up to some megabytes.
CHUNK_BYTES = 65_536

RECONNECT_SECONDS = 1.0

# Steps after which nothing more comes.
FINAL_STEPS = ("complete", "failed")

# What does no work twice is tried again by gRPC itself while the service is away.
SERVICE_CONFIG = {
    "methodConfig": [
        {
            "name": [
                {"service": "quarry.v1.QueryService"},
                {"service": "quarry.v1.DocumentService", "method": "WatchDocumentProgress"},
            ],
            "retryPolicy": {
                "maxAttempts": 4,
                "initialBackoff": "0.3s",
                "maxBackoff": "3s",
                "backoffMultiplier": 2,
                "retryableStatusCodes": ["UNAVAILABLE"],
            },
        }
    ]
}


class QuarryClient:
    """
    Failures are `grpc.RpcError`; `describe` puts one in words. `timeout` is the deadline, in seconds, of calls that
    answer at once; those that take as long as their file have their own.
    """

    def __init__(self, url: str, api_key: str, timeout: float = 30.0) -> None:
        self._channel = _channel(url)
        self._metadata = (("authorization", f"Bearer {api_key}"),)
        self._timeout = timeout
        self._collections = CollectionServiceStub(self._channel)
        self._documents = DocumentServiceStub(self._channel)
        self._queries = QueryServiceStub(self._channel)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._channel.close()

    def create_collection(self, name: str) -> Collection:
        """ALREADY_EXISTS when the name is taken."""
        request = CreateCollectionRequest(name=name)
        return self._collections.CreateCollection(request, metadata=self._metadata, timeout=self._timeout)

    def upload(self, collection: str, path: Path, metadata: dict[str, Any], timeout: float = 600.0) -> Document:
        """Sends the file while it is read. The answer comes when it is durable; processing follows."""
        # With the key a repeated call gives the first answer again, not a second document.
        call_metadata = (*self._metadata, ("idempotency-key", str(uuid.uuid4())))
        with path.open("rb") as file:
            size = os.fstat(file.fileno()).st_size
            start = UploadFile(filename=path.name, size=size)

            def messages() -> Iterator[UploadDocumentRequest]:
                yield UploadDocumentRequest(header=UploadHeader(collection_name=collection))
                yield UploadDocumentRequest(metadata=_struct(metadata))
                yield UploadDocumentRequest(file=start)
                while chunk := file.read(CHUNK_BYTES):
                    yield UploadDocumentRequest(chunk=chunk)

            return self._documents.UploadDocument(messages(), metadata=call_metadata, timeout=timeout)

    def follow(self, collection: str, document_id: str, timeout: float = 600.0) -> Iterator[DocumentProgress]:
        """The steps of processing, the final one (`complete` or `failed`) the last, over as many streams as it takes."""
        request = WatchDocumentProgressRequest(collection_name=collection, document_id=document_id)
        deadline = time.monotonic() + timeout
        while True:
            left = max(0.0, deadline - time.monotonic())
            try:
                for step in self._documents.WatchDocumentProgress(request, metadata=self._metadata, timeout=left):
                    yield step
                    if step.step in FINAL_STEPS:
                        return
            except grpc.RpcError as error:
                if error.code() is not grpc.StatusCode.UNAVAILABLE:
                    raise
            # The service restarts: the next stream begins with the last step again.
            time.sleep(RECONNECT_SECONDS)

    def search(self, collection: str, question: str, filters: dict[str, Any], top_k: int = 5) -> list[QueryResult]:
        """Passages found by meaning and by words, best first; none lies outside of the filter."""
        request = QueryRequest(
            collection_name=collection,
            query=question,
            search_mode=SEARCH_MODE_HYBRID,
            filters=_struct(filters),
            top_k=top_k,
        )
        answer = self._queries.Query(request, metadata=self._metadata, timeout=self._timeout)
        return list(answer.results)


def describe(error: grpc.RpcError) -> str:
    """The status, what the service says about it (`detail` in REST), and the id by which its log knows the call."""
    metadata = [*(error.initial_metadata() or ()), *(error.trailing_metadata() or ())]
    request_id = next((value for key, value in metadata if key == "x-request-id"), None)
    suffix = f" (request {request_id})" if request_id else ""
    return f"{error.code().name}: {error.details()}{suffix}"


def _channel(url: str) -> grpc.Channel:
    parts = urlsplit(url)
    options = [("grpc.service_config", json.dumps(SERVICE_CONFIG))]
    match parts.scheme:
        case "http":
            return grpc.insecure_channel(parts.netloc if parts.port else f"{parts.netloc}:80", options)
        case "https":
            target = parts.netloc if parts.port else f"{parts.netloc}:443"
            return grpc.secure_channel(target, grpc.ssl_channel_credentials(), options)
        case _:
            raise ValueError(f"{url!r} is no http:// or https:// address")


def _struct(value: dict[str, Any]) -> Struct:
    struct = Struct()
    struct.update(value)
    return struct
