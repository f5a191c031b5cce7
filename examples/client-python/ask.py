"""Puts a file into a Quarry collection, waits until it can be found, and asks it a question."""

import argparse
import json
import os
import sys
from pathlib import Path
from typing import Any

import grpc
from google.protobuf.json_format import MessageToDict

from quarry.v1.query_pb2 import QueryResult
from quarry_client import QuarryClient, describe


class DocumentFailed(Exception):
    """The service could not read the file; the message says why."""


def main() -> int:
    arguments = parse_arguments()
    url = os.environ.get("QUARRY_URL", "http://127.0.0.1:8080")
    try:
        with QuarryClient(url, os.environ.get("QUARRY_API_KEY", ""), arguments.timeout) as client:
            ask(client, arguments)
    except grpc.RpcError as error:
        print(describe(error), file=sys.stderr)
        return 1
    except (DocumentFailed, OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def ask(client: QuarryClient, arguments: argparse.Namespace) -> None:
    ensure_collection(client, arguments.collection)
    document = client.upload(arguments.collection, arguments.file, arguments.metadata)
    for step in client.follow(arguments.collection, document.id):
        if step.step == "failed":
            raise DocumentFailed(f"{arguments.file.name}: {step.message}")
        print(f"{step.progress:3.0f} %  {step.message}", file=sys.stderr)
    for result in client.search(arguments.collection, arguments.question, arguments.filter):
        print(citation(result))


def ensure_collection(client: QuarryClient, name: str) -> None:
    try:
        client.create_collection(name)
    except grpc.RpcError as error:
        if error.code() is not grpc.StatusCode.ALREADY_EXISTS:
            raise


def citation(result: QueryResult) -> str:
    """The score, then where the passage stands and how it begins."""
    metadata = MessageToDict(result.metadata)
    place = [metadata.get("filename", result.id)]
    # Numbers of a Struct are floats; formats without pages have null here.
    if metadata.get("page") is not None:
        place.append(f"page {metadata['page']:.0f}")
    if metadata.get("section"):
        place.append(" > ".join(metadata["section"]))
    beginning = " ".join(result.text.split())[:160]
    return f"{result.score:.3f}  {', '.join(place)}\n       {beginning}"


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--collection", default="example_python", help="made if it is not there; default: example_python")
    parser.add_argument("--metadata", type=json_object, default={}, help="JSON object that the document gets")
    parser.add_argument("--filter", type=json_object, default={}, help="JSON object that every passage must match")
    parser.add_argument("--timeout", type=float, default=30.0, help="seconds that a short call may take; default: 30")
    parser.add_argument("file", type=Path)
    parser.add_argument("question")
    return parser.parse_args()


def json_object(text: str) -> dict[str, Any]:
    value = json.loads(text)
    if not isinstance(value, dict):
        raise argparse.ArgumentTypeError(f"must be a JSON object, got {text}")
    return value


if __name__ == "__main__":
    sys.exit(main())
