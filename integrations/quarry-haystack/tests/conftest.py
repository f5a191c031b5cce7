from __future__ import annotations

import uuid
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress

import pytest
from quarry_client import Client, NotFoundError

from haystack_integrations.document_stores.quarry import QuarryDocumentStore


@pytest.fixture(scope="session")
def client() -> Iterator[Client]:
    with Client() as client:
        yield client


@pytest.fixture(scope="session")
async def only_store() -> AsyncIterator[QuarryDocumentStore]:
    # One for all tests: a client takes some 30 ms of processor time.
    store = QuarryDocumentStore(f"suite_{uuid.uuid4().hex}", return_embedding=True)
    yield store
    store.close()
    await store.close_async()


@pytest.fixture
def document_store(client: Client, only_store: QuarryDocumentStore) -> Iterator[QuarryDocumentStore]:
    """An empty store, for embeddings of any length."""
    yield only_store
    with suppress(NotFoundError):
        client.collections.delete(only_store.collection_name)
