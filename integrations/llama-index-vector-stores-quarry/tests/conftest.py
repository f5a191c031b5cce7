import itertools
import os
from collections.abc import AsyncIterator, Iterator

import pytest
from llama_index.vector_stores.quarry import QuarryVectorStore
from quarry_client import Client, NotFoundError

NUMBERS = itertools.count()

RERANKED = {"reranking_model": "judge-1"}
"""Settings of a collection whose reranker the service of the tests has."""


@pytest.fixture(scope="session")
def client() -> Iterator[Client]:
    with Client() as client:
        yield client


@pytest.fixture
def collection(client: Client) -> Iterator[str]:
    """The name of a collection that is not there yet."""
    name = f"llama_index_{os.getpid()}_{next(NUMBERS)}"
    yield name
    try:
        client.collections.delete(name)
    except NotFoundError:
        pass  # The test didn't create it.


@pytest.fixture
async def store(collection: str) -> AsyncIterator[QuarryVectorStore]:
    store = QuarryVectorStore(collection)
    yield store
    await store.aclose()
