"""Replays clients/conformance/exchanges.json: python replay.py <file>. Prints how many exchanges held."""

import asyncio
import inspect
import json
import re
import sys
from urllib.parse import parse_qsl

import httpx

from quarry_client import APIStatusError, AsyncBytesStream, AsyncClient, AsyncEventStream
from quarry_client import BytesStream, Client, EventStream, Page, _methods


def attribute_of(client, rpc):
    constant = next(n for n, m in vars(_methods).items() if getattr(m, "name", None) == rpc and "EXTERNAL_ID" not in n)
    for resource in (value for name, value in vars(client).items() if not name.startswith("_")):
        for name, method in inspect.getmembers(resource, inspect.ismethod):
            if name != "wait" and re.search(rf"_methods\.{constant}\b", inspect.getsource(method)):
                return method, getattr(_methods, constant)
    raise LookupError(rpc)


def answering(exchange, seen):
    recorded = exchange["rest"]["response"]
    body = recorded["body"] if isinstance(recorded["body"], str) else json.dumps(recorded["body"])

    def handle(request, content):
        seen.append((request, content))
        return httpx.Response(recorded["status"], headers=recorded["headers"], content=body)

    return handle


def arguments_of(exchange, method):
    given = dict(exchange["arguments"])
    positional = [given.pop(name) for name in re.findall(r"\{([a-z0-9_]+)\}", method.path)]
    files = [(file["filename"], file["text"].encode()) for file in exchange.get("files", [])]
    if files:
        positional.append(files if "batch" in method.path else files[0])
    if "idempotency-key" in exchange.get("headers", {}):
        given["idempotency_key"] = exchange["headers"]["idempotency-key"]
    return positional, given


def check(exchange, seen, outcome):
    ((request, content),) = seen
    wanted = exchange["rest"]["request"]
    assert request.method == wanted["verb"], request.method
    assert request.url.raw_path.split(b"?")[0].decode() == wanted["path"], request.url
    assert dict(parse_qsl(request.url.query.decode())) == wanted.get("query", {}), request.url
    if wanted["headers"].get("content-type", "").startswith("multipart/"):
        boundary = request.headers["content-type"].split("boundary=")[1]
        assert int(request.headers["content-length"]) == len(content)
        assert content.decode().replace(boundary, "quarry-conformance") == wanted["body"], content
    elif "body" in wanted:
        assert json.loads(content) == wanted["body"], content
    else:
        assert content == b""
    for name, value in exchange.get("headers", {}).items():
        assert request.headers[name] == value
    if "error" in exchange:
        assert isinstance(outcome, APIStatusError), outcome
        got = {"status": outcome.status_code, "detail": outcome.detail, "code": outcome.code}
        assert got == exchange["error"], got
    else:
        assert outcome == exchange["result"], (outcome, exchange["result"])


def json_of(result):
    return result.answer.to_dict() if hasattr(result, "answer") else result.to_dict()


def run(exchange):
    seen = []
    handle = answering(exchange, seen)
    transport = httpx.MockTransport(lambda request: handle(request, request.read()))
    with Client(api_key="key", base_url="http://quarry", http_client=httpx.Client(transport=transport)) as client:
        method, described = attribute_of(client, exchange["method"])
        positional, named = arguments_of(exchange, described)
        try:
            result = method(*positional, **named)
            if isinstance(result, EventStream):
                outcome = [event.to_dict() for event in result]
            else:
                outcome = result.read().decode() if isinstance(result, BytesStream) else json_of(result)
        except APIStatusError as error:
            outcome = error
    check(exchange, seen, outcome)


async def run_async(exchange):
    seen = []
    handle = answering(exchange, seen)

    async def handle_async(request):
        return handle(request, await request.aread())

    http = httpx.AsyncClient(transport=httpx.MockTransport(handle_async))
    async with AsyncClient(api_key="key", base_url="http://quarry", http_client=http) as client:
        method, described = attribute_of(client, exchange["method"])
        positional, named = arguments_of(exchange, described)
        try:
            result = method(*positional, **named)
            if isinstance(result, AsyncEventStream):
                outcome = [event.to_dict() async for event in result]
            else:
                answer = await result
                outcome = (await answer.read()).decode() if isinstance(answer, AsyncBytesStream) else json_of(answer)
        except APIStatusError as error:
            outcome = error
    check(exchange, seen, outcome)


def main():
    with open(sys.argv[1], encoding="utf8") as file:
        exchanges = json.load(file)["exchanges"]
    for exchange in exchanges:
        try:
            run(exchange)
            asyncio.run(run_async(exchange))
        except Exception as error:
            raise AssertionError(exchange["name"]) from error
    print(len(exchanges))


if __name__ == "__main__":
    main()
