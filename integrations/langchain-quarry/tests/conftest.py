import itertools
import os
from collections.abc import Iterator

import pytest
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
    name = f"langchain_{os.getpid()}_{next(NUMBERS)}"
    yield name
    try:
        client.collections.delete(name)
    except NotFoundError:
        pass  # The test didn't create it.


@pytest.fixture(scope="session")
def library(client: Client) -> Iterator[str]:
    """The name of a collection with four documents."""
    name = f"langchain_library_{os.getpid()}"
    client.collections.create(name=name, **RERANKED)
    for number, place in enumerate(("in trees", "on roofs", "on the ground", "in reeds")):
        text = f"# Nests\n\n## Places\n\nBirds nest {place}.\n"
        document = client.documents.upload(name, (f"{place}.md", text.encode()), metadata={"number": number})
        client.documents.wait(name, document.id, timeout=60)
    yield name
    client.collections.delete(name)
