"""Haystack's own suites, all of them."""

from __future__ import annotations

import pytest
from haystack.dataclasses import Document
from haystack.document_stores.errors import DuplicateDocumentError
from haystack.testing import document_store as suites
from haystack.testing import document_store_async as async_suites


def assert_equal(received: list[Document], expected: list[Document]) -> None:
    """In the same order, and equal but for the precision of embeddings, which are kept as float32."""
    assert [document.id for document in received] == [document.id for document in expected]
    for mine, theirs in zip(received, expected, strict=True):
        assert {**mine.to_dict(), "embedding": None} == {**theirs.to_dict(), "embedding": None}
        assert mine.embedding == (theirs.embedding and pytest.approx(theirs.embedding, rel=1e-5, abs=1e-6))


class TestDocumentStore(
    suites.DocumentStoreBaseExtendedTests,
    suites.CountDocumentsByFilterTest,
    suites.CountUniqueMetadataByFilterTest,
    suites.GetMetadataFieldsInfoTest,
    suites.GetMetadataFieldMinMaxTest,
    suites.GetMetadataFieldUniqueValuesTest,
):
    @pytest.fixture
    def document_store(self, document_store):
        return document_store

    @staticmethod
    def assert_documents_are_equal(received, expected):
        assert_equal(received, expected)

    def test_write_documents(self, document_store):
        documents = [Document(content="one"), Document(content="two")]
        assert document_store.write_documents(documents) == 2
        with pytest.raises(DuplicateDocumentError):
            document_store.write_documents(documents[1:])
        assert_equal(document_store.filter_documents(), documents)


class TestDocumentStoreAsync(
    async_suites.CountDocumentsAsyncTest,
    async_suites.WriteDocumentsAsyncTest,
    async_suites.DeleteDocumentsAsyncTest,
    async_suites.FilterDocumentsAsyncTest,
    async_suites.DeleteAllAsyncTest,
    async_suites.DeleteByFilterAsyncTest,
    async_suites.UpdateByFilterAsyncTest,
    async_suites.CountDocumentsByFilterAsyncTest,
    async_suites.CountUniqueMetadataByFilterAsyncTest,
    async_suites.GetMetadataFieldsInfoAsyncTest,
    async_suites.GetMetadataFieldMinMaxAsyncTest,
    async_suites.GetMetadataFieldUniqueValuesAsyncTest,
):
    @staticmethod
    def assert_documents_are_equal(received, expected):
        assert_equal(received, expected)

    async def test_write_documents_async(self, document_store):
        documents = [Document(content="one"), Document(content="two")]
        assert await document_store.write_documents_async(documents) == 2
        with pytest.raises(DuplicateDocumentError):
            await document_store.write_documents_async(documents[1:])
        assert_equal(await document_store.filter_documents_async(), documents)
