"""LangChain's own suites, unchanged."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
from langchain_quarry import QuarryRetriever, QuarryVectorStore
from langchain_tests.integration_tests import RetrieversIntegrationTests, VectorStoreIntegrationTests
from quarry_client import AsyncClient, Client


class TestVectorStore(VectorStoreIntegrationTests):
    @pytest.fixture
    async def vectorstore(self, collection: str) -> AsyncIterator[QuarryVectorStore]:
        store = QuarryVectorStore(collection, embeddings=self.get_embeddings())
        yield store
        await store.aclose()


class TestRetriever(RetrieversIntegrationTests):
    @pytest.fixture(autouse=True)
    async def parameters(self, client: Client, library: str) -> AsyncIterator[None]:
        async with AsyncClient() as async_client:
            self.given = {"collection": library, "client": client, "async_client": async_client}
            yield

    @property
    def retriever_constructor(self) -> type[QuarryRetriever]:
        return QuarryRetriever

    @property
    def retriever_constructor_params(self) -> dict[str, Any]:
        return self.given

    @property
    def retriever_query_example(self) -> str:
        return "Where do birds nest?"
