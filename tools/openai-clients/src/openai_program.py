"""What a program does with OpenAI's own SDK, of any of its majors: OPENAI_BASE_URL and OPENAI_API_KEY say where."""

import io
import os
import sys
import threading
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import openai

client = openai.OpenAI(timeout=60)


def files(folder: Path) -> None:
    path = folder / "whales.txt"
    path.write_text("Whales sing in the deep sea.")
    made = client.files.create(file=path, purpose="assistants")
    assert made.status == "processed" and made.filename == "whales.txt", made
    assert client.files.wait_for_processing(made.id).id == made.id
    assert client.files.content(made.id).read() == path.read_bytes()
    named = client.files.create(
        file=('https://example.org/a "b".md', io.BytesIO(b"# Named"), "text/markdown"),
        purpose="user_data",
        expires_after={"anchor": "created_at", "seconds": 3600},
    ) if "expires_after" in client.files.create.__code__.co_varnames else client.files.create(
        file=('https://example.org/a "b".md', io.BytesIO(b"# Named")), purpose="user_data"
    )
    assert named.filename == 'https://example.org/a "b".md', named
    for number in range(3):
        client.files.create(file=(f"{number}.txt", f"text {number}".encode()), purpose="batch")
    paged = [file.id for file in client.files.list(purpose="batch", limit=2)]
    assert len(paged) >= 3 and len(paged) == len(set(paged)), paged
    assert client.files.delete(named.id).deleted
    try:
        client.files.retrieve(named.id)
        raise AssertionError("it is deleted")
    except openai.NotFoundError as error:
        assert named.id in error.message and error.request_id, error


def uploads() -> None:
    data = os.urandom(64) + b"chunked" * 1000
    upload = client.uploads.upload_file_chunked(
        file=data, filename="chunked.bin", bytes=len(data), mime_type="pdf", purpose="assistants", part_size=3000
    )
    assert upload.status == "completed" and upload.file and upload.file.bytes == len(data), upload
    assert client.files.content(upload.file.id).read() == data
    pending = client.uploads.create(bytes=3, filename="x", mime_type="text/plain", purpose="assistants")
    assert client.uploads.cancel(pending.id).status == "cancelled"
    try:
        client.uploads.complete(pending.id, part_ids=["part_00000000-0000-4000-8000-000000000000"])
        raise AssertionError("it is cancelled")
    except openai.ConflictError as error:
        assert error.code == "conflict", error.body


def stores(folder: Path) -> None:
    begun = time.monotonic()
    store = client.vector_stores.create(name="Bücher", metadata={"shelf": "1"}, expires_after={"anchor": "last_active_at", "days": 2})
    assert store.name == "Bücher" and store.expires_at and store.status == "completed", store
    assert client.vector_stores.update(store.id, name="Books", expires_after=None).expires_at is None
    one = folder / "one.md"
    one.write_text("# Herons\n\nHerons stand still.")
    file = client.vector_stores.files.upload_and_poll(
        vector_store_id=store.id, file=one, attributes={"year": 2024, "kind": "bird"}
    )
    assert file.status == "completed" and file.attributes == {"year": 2024.0, "kind": "bird"}, file
    good, bad = client.files.create(file=("good.txt", b"Otters swim."), purpose="assistants"), client.files.create(
        file=("bad.pdf", b"no pdf at all"), purpose="assistants"
    )
    batch = client.vector_stores.file_batches.create_and_poll(store.id, file_ids=[good.id, bad.id])
    assert batch.status == "completed" and batch.file_counts.failed == 1 and batch.file_counts.completed == 1, batch
    failed = client.vector_stores.file_batches.list_files(batch.id, vector_store_id=store.id, filter="failed")
    assert [each.id for each in failed] == [bad.id] and failed.data[0].last_error.code == "invalid_file"
    uploaded = client.vector_stores.file_batches.upload_and_poll(
        store.id, files=[(f"{number}.txt", f"Number {number}".encode()) for number in range(25)]
    )
    assert uploaded.file_counts.completed == 25, uploaded
    assert len([each.id for each in client.vector_stores.files.list(store.id)]) == 28
    cancelled = client.vector_stores.file_batches.cancel(batch.id, vector_store_id=store.id)
    assert client.vector_stores.file_batches.poll(cancelled.id, vector_store_id=store.id).file_counts.in_progress == 0
    found = client.vector_stores.search(
        store.id,
        query=["herons", "birds standing"],
        max_num_results=3,
        filters={"type": "and", "filters": [
            {"type": "eq", "key": "kind", "value": "bird"}, {"type": "gte", "key": "year", "value": 2020}]},
        ranking_options={"ranker": "auto", "score_threshold": 0.0},
        rewrite_query=True,
    )
    assert [hit.file_id for hit in found] == [file.id] and "Herons" in found.data[0].content[0].text, found
    assert client.vector_stores.files.update(file.id, vector_store_id=store.id, attributes={"kind": "x"}).attributes == {"kind": "x"}
    assert not client.vector_stores.search(store.id, query="herons", filters={"type": "eq", "key": "kind", "value": "bird"}).data
    content = client.vector_stores.files.content(file.id, vector_store_id=store.id)
    assert "Herons stand still." in "".join(part.text for part in content)
    assert client.vector_stores.files.delete(file.id, vector_store_id=store.id).deleted
    assert client.files.retrieve(file.id).id == file.id
    assert store.id in [each.id for each in client.vector_stores.list(limit=1)]
    try:
        client.vector_stores.search(store.id, query="x", max_num_results=1000)
        raise AssertionError("it is too many")
    except openai.BadRequestError as error:
        assert error.param == "max_num_results" and error.type == "invalid_request_error", error.body
    assert client.vector_stores.delete(store.id).deleted
    assert time.monotonic() - begun < 60


def embeddings() -> None:
    model = client.models.list().data[0].id
    assert client.models.retrieve(model).id == model
    made = client.embeddings.create(model=model, input=["one", "two"])
    plain = client.embeddings.create(model=model, input="one", encoding_format="float")
    assert made.data[0].embedding == plain.data[0].embedding and len(made.data) == 2
    assert client.embeddings.create(model="text-embedding-3-small", input="one").model == "text-embedding-3-small"
    try:
        client.embeddings.create(model="nothing", input="x")
        raise AssertionError("there is none")
    except openai.NotFoundError as error:
        assert error.code == "model_not_found"


def errors() -> None:
    try:
        openai.OpenAI(api_key="wrong").files.list()
        raise AssertionError("the key is wrong")
    except openai.AuthenticationError as error:
        assert error.code == "invalid_api_key" and "Authorization" in error.message


with TemporaryDirectory() as folder:
    files(Path(folder))
    uploads()
    stores(Path(folder))
    embeddings()
    errors()
print("done with openai", openai.__version__)
