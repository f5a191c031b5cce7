"""The client on a live service: python live.py. Takes QUARRY_BASE_URL and QUARRY_API_KEY; prints "ok" at the end."""

import asyncio
import io
import logging
import time
from datetime import datetime, timezone

import quarry_client as q
from quarry_client import AsyncClient, Client, async_raw_response, raw_response


def synchronous(client, name):
    stream = io.StringIO()
    q._client.logger.addHandler(logging.StreamHandler(stream))
    q._client.logger.setLevel(logging.DEBUG)
    client.collections.create(name=name)
    try:
        client.collections.create(name=name)
        raise AssertionError("the name is taken")
    except q.ConflictError as error:
        assert error.code == "already_exists" and error.request_id and name in error.detail
    told = []
    text = b"Herons stand still in shallow water.\n" * 4_000
    document = client.documents.upload(
        name, ("herons.txt", text), metadata={"year": 2026}, on_progress=lambda sent, total: told.append((sent, total))
    )
    assert told[0] == (0, len(text)) and told[-1] == (len(text), len(text)) and len(told) > 2
    assert isinstance(document.created_at, datetime) and document.created_at.tzinfo is not None
    steps = []
    ready = client.documents.wait(name, document.id, timeout=60, on_step=lambda step: steps.append(step.step))
    assert ready.status == "ready" and ready.chunk_count > 0 and ready.metadata == {"year": 2026}
    assert [event.step for event in client.documents.watch_progress(name, document.id)][-1] == "complete"
    # An iterator is sent in pieces, its length unknown.
    pieces = client.documents.upload(name, ("pieces.txt", iter([b"King", b"fishers dive."])))
    client.documents.upload(name, ("third.txt", io.BytesIO(b"xxThird.")))
    batch = client.documents.batch_upload(name, [("a.txt", b"One."), ("b.exe", b"Two.")])
    assert (batch.total, batch.errors[0].filename) == (1, "b.exe")
    client.documents.wait(name, pieces.id)
    found = client.queries.query(name, query="still herons", search_mode="keyword", filters={"year": {"$gte": 2026}})
    assert found.results[0].document_id == document.id
    assert found.to_dict()["results"][0]["metadata"]["year"] == 2026
    page = client.documents.list(name, limit=1)
    assert len(page.items) == 1 and page.has_next_page()
    assert len(list(page)) == 4 and len(list(page.pages())) >= 4
    assert name in [each.name for each in client.collections.list(limit=1)]
    with client.documents.download_file(name, document.id, range="bytes=0-5") as part:
        assert (part.status_code, part.filename, part.read()) == (206, "herons.txt", b"Herons")
    raw = raw_response(client.documents.get)(name, document.id)
    assert raw.status_code == 200 and raw.request_id and raw.parse().id == document.id
    changed = client.collections.update(name, default_min_score=0.5)
    assert changed.default_min_score == 0.5
    assert client.collections.update(name, default_min_score=None).default_min_score is None
    client.documents.patch(name, document.id, expires_at=datetime(2099, 1, 1, tzinfo=timezone.utc))
    assert client.documents.get(name, document.id).to_dict()["expires_at"] == "2099-01-01T00:00:00.000Z"
    try:
        client.with_options(api_key="wrong-key").collections.get(name)
        raise AssertionError("a wrong key")
    except q.AuthenticationError:
        pass
    try:
        Client(base_url="http://127.0.0.1:1", max_retries=1).platform.get_health()
        raise AssertionError("nothing listens there")
    except q.APIConnectionError:
        pass
    log = stream.getvalue()
    assert "<redacted>" in log and "wrong-key" not in log and "a-secret-for-tests-only" not in log


async def asynchronous(name):
    async with AsyncClient() as client:
        await client.collections.create(name=name)
        document = await client.documents.upload(name, ("herons.txt", io.BytesIO(b"Herons stand still.")))
        assert (await client.documents.wait(name, document.id, timeout=60)).status == "ready"

        async def pieces():
            yield b"Kingfishers "
            yield b"dive."

        await client.documents.upload(name, ("pieces.txt", pieces()))
        assert len([each async for each in client.documents.list(name, limit=1)]) == 2
        assert len((await client.documents.list(name, limit=1)).items) == 1
        async with await client.documents.download_file(name, document.id) as file:
            assert await file.read() == b"Herons stand still."
        raw = await async_raw_response(client.documents.get)(name, document.id)
        assert raw.request_id and raw.parsed.filename == "herons.txt"
        broken = await client.documents.upload(name, ("broken.pdf", b"no PDF"))
        try:
            await client.documents.wait(name, broken.id)
            raise AssertionError("it is no PDF")
        except q.DocumentFailedError as error:
            assert error.document_id == broken.id


def webhooks():
    # The vectors of the service's own test.
    body = b'{"event":"document.ready"}'
    import base64
    import hashlib
    import hmac

    secret = "whsec_" + base64.b64encode(b"k" * 24).decode()
    now = str(int(time.time()))
    mac = hmac.new(b"k" * 24, f"id.{now}.".encode() + body, hashlib.sha256).digest()
    headers = {"webhook-id": "id", "webhook-timestamp": now, "webhook-signature": "v1," + base64.b64encode(mac).decode()}
    assert q.unwrap_webhook(body, headers, secret) == {"event": "document.ready"}
    for changes in ({"webhook-timestamp": "1"}, {"webhook-signature": "v1,AAAA"}, {"webhook-id": "other"}):
        try:
            q.unwrap_webhook(body, {**headers, **changes}, secret)
            raise AssertionError(changes)
        except q.WebhookVerificationError:
            pass
    signature = "sha256=" + hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()
    assert q.verify_webhook(body, signature, secret) and not q.verify_webhook(body + b" ", signature, secret)


def main():
    suffix = str(time.time_ns())
    with Client() as client:
        synchronous(client, f"sync_{suffix}")
    asyncio.run(asynchronous(f"async_{suffix}"))
    webhooks()
    print("ok")


if __name__ == "__main__":
    main()
