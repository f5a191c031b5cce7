"""The document store, with every method twice."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from functools import partial
from threading import Lock
from typing import Any, TypeVar

from haystack import default_from_dict, default_to_dict
from haystack.dataclasses import Document
from haystack.document_stores.types import DuplicatePolicy
from haystack.errors import FilterError
from haystack.utils import Secret, deserialize_secrets_inplace
from quarry_client import BadRequestError
from quarry_client.adapters import Calls, Clients, run_sync

from .collection import Collection

T = TypeVar("T")
Work = Callable[[Calls], Coroutine[Any, Any, T]]


class QuarryDocumentStore:
    """
    Documents of Haystack as entries of a collection of Quarry. Chunks of documents that the service has read itself are not
    among them; retrievers find both.

    A collection that doesn't exist is empty, and is created by the first write. What the service refuses raises an error of
    `quarry_client`, a malformed filter Haystack's `FilterError`.

    ```python
    from haystack import Document
    from haystack_integrations.document_stores.quarry import QuarryDocumentStore

    document_store = QuarryDocumentStore("notes", server_embedding=True)
    document_store.write_documents([Document(content="Storks nest on roofs.", meta={"kind": "bird"})])
    ```

    One store is for many threads and event loops.
    """

    def __init__(
        self,
        collection_name: str = "haystack",
        *,
        base_url: str | None = None,
        api_key: Secret | None = Secret.from_env_var("QUARRY_API_KEY", strict=False),
        embedding_dimension: int | None = None,
        server_embedding: bool = False,
        return_embedding: bool = False,
        timeout: float = 60.0,
        max_retries: int = 2,
    ) -> None:
        """
        Nothing is sent yet, and the key is not read.

        :param collection_name: An ASCII letter, then ASCII letters, digits and underscores.
        :param base_url: Address of the service. Default: `QUARRY_BASE_URL`, or http://127.0.0.1:8080.
        :param api_key: A key with the scope `write`; to read, `read` will do; to create the collection it takes `admin`.
        :param embedding_dimension: Length of the embeddings of a collection that is created. Default: the model's own; without
            a model that of the first embedding that is written, or 768 where there is none.
        :param server_embedding: Whether the collection's model embeds documents that come without an embedding. If not, these
            are found by their words and filters alone, and a collection that is created has no model.
        :param return_embedding: Whether documents come with their embeddings.
        :param timeout: Seconds that a step of a call may take.
        :param max_retries: How often a call is made again that can't do its work twice.
        """
        self.collection_name = collection_name
        self.base_url = base_url
        self.api_key = api_key
        self.embedding_dimension = embedding_dimension
        self.server_embedding = server_embedding
        self.return_embedding = return_embedding
        self.timeout = timeout
        self.max_retries = max_retries
        self._collection = Collection(
            collection_name, embedding_dimension, server_embedding=server_embedding, return_embedding=return_embedding
        )
        self._lock = Lock()
        self._clients: Clients | None = None

    def to_dict(self) -> dict[str, Any]:
        """Serializes the store; a key that was given as a token can't be."""
        return default_to_dict(self, **{**self._parameters(), "api_key": self.api_key and self.api_key.to_dict()})

    def __reduce__(self) -> tuple[Callable[[], QuarryDocumentStore], tuple[()]]:
        """A copy, in another process too, opens connections of its own."""
        return partial(type(self), **self._parameters()), ()

    def _parameters(self) -> dict[str, Any]:
        return {
            "collection_name": self.collection_name,
            "base_url": self.base_url,
            "api_key": self.api_key,
            "embedding_dimension": self.embedding_dimension,
            "server_embedding": self.server_embedding,
            "return_embedding": self.return_embedding,
            "timeout": self.timeout,
            "max_retries": self.max_retries,
        }

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> QuarryDocumentStore:
        """Deserializes a store."""
        parameters = dict(data["init_parameters"])
        deserialize_secrets_inplace(parameters, ["api_key"])
        return default_from_dict(cls, {**data, "init_parameters": parameters})

    def close(self) -> None:
        """Closes the connections of the synchronous methods; the next call opens others."""
        self._opened().close()

    async def close_async(self) -> None:
        """Closes these and the connections of the running event loop; the next call opens others."""
        await self._opened().aclose()

    def count_documents(self) -> int:
        """Returns how many documents there are."""
        return self._run(lambda calls: self._collection.count(calls, None))

    async def count_documents_async(self) -> int:
        """Returns how many documents there are."""
        return await self._run_async(lambda calls: self._collection.count(calls, None))

    def count_documents_by_filter(self, filters: dict[str, Any]) -> int:
        """Returns how many documents match."""
        return self._run(lambda calls: self._collection.count(calls, filters))

    async def count_documents_by_filter_async(self, filters: dict[str, Any]) -> int:
        """Returns how many documents match."""
        return await self._run_async(lambda calls: self._collection.count(calls, filters))

    def filter_documents(self, filters: dict[str, Any] | None = None) -> list[Document]:
        """
        Returns the documents that match, those first that were written first.

        Fields are `id` and those of `meta`, with or without `meta.`; a field whose value is a list matches where one of its
        elements does. Dates without a zone are UTC.

        :raises FilterError: If the filters are malformed.
        """
        return self._run(lambda calls: self._collection.filter(calls, filters))

    async def filter_documents_async(self, filters: dict[str, Any] | None = None) -> list[Document]:
        """Returns the documents that match, as `filter_documents` does."""
        return await self._run_async(lambda calls: self._collection.filter(calls, filters))

    def write_documents(self, documents: list[Document], policy: DuplicatePolicy = DuplicatePolicy.NONE) -> int:
        """
        Writes documents; the next search finds them.

        Up to 10,000 documents or 60 MB are written as one: all of them or, when one can't be, none. With `server_embedding` these
        are up to 500 that the service embeds. More are written in several parts, and with `FAIL` all ids are looked up before
        the first. Metadata has at most 64 KiB of JSON, with a blob in it; dates become strings; a score is not kept.

        :param policy: `NONE` is `FAIL`.
        :raises DuplicateDocumentError: With `FAIL`, if an id is there already, or stands twice in `documents`.
        :raises ValueError: If one is no document, or has what can't be kept.
        :returns: How many were written; with `OVERWRITE` how many were given.
        """
        return self._run(lambda calls: self._collection.write(calls, documents, policy))

    async def write_documents_async(
        self, documents: list[Document], policy: DuplicatePolicy = DuplicatePolicy.NONE
    ) -> int:
        """Writes documents, as `write_documents` does."""
        return await self._run_async(lambda calls: self._collection.write(calls, documents, policy))

    def delete_documents(self, document_ids: list[str]) -> None:
        """Deletes documents by their ids; unknown ones are no error."""
        self._run(lambda calls: self._collection.delete_ids(calls, document_ids))

    async def delete_documents_async(self, document_ids: list[str]) -> None:
        """Deletes documents by their ids; unknown ones are no error."""
        await self._run_async(lambda calls: self._collection.delete_ids(calls, document_ids))

    def delete_by_filter(self, filters: dict[str, Any]) -> int:
        """
        Deletes the documents that match when it begins, and waits until the service is done.

        :raises FilterError: If the filters are malformed or empty.
        :returns: How many were deleted.
        """
        return self._run(lambda calls: self._collection.delete_by_filter(calls, filters))

    async def delete_by_filter_async(self, filters: dict[str, Any]) -> int:
        """Deletes the documents that match when it begins, and waits until the service is done."""
        return await self._run_async(lambda calls: self._collection.delete_by_filter(calls, filters))

    def delete_all_documents(self, recreate_collection: bool = False) -> None:
        """
        Deletes all documents, and waits until the service is done.

        :param recreate_collection: Whether the collection is deleted instead, with all that the service has read for it, and
            created again as this store would create it.
        """
        self._run(lambda calls: self._collection.delete_all(calls, recreate_collection))

    async def delete_all_documents_async(self, recreate_collection: bool = False) -> None:
        """Deletes all documents, as `delete_all_documents` does."""
        await self._run_async(lambda calls: self._collection.delete_all(calls, recreate_collection))

    def update_by_filter(self, filters: dict[str, Any], meta: dict[str, Any]) -> int:
        """
        Changes fields of the metadata of documents that match; nothing is embedded again.

        Up to 1,000 documents are changed as one, more in parts of 1,000. An object is merged into one that is there, and None
        removes a field.

        :raises FilterError: If the filters are malformed or empty.
        :returns: How many were changed.
        """
        return self._run(lambda calls: self._collection.update_by_filter(calls, filters, meta))

    async def update_by_filter_async(self, filters: dict[str, Any], meta: dict[str, Any]) -> int:
        """Changes fields of the metadata of documents that match, as `update_by_filter` does."""
        return await self._run_async(lambda calls: self._collection.update_by_filter(calls, filters, meta))

    def count_unique_metadata_by_filter(self, filters: dict[str, Any], metadata_fields: list[str]) -> dict[str, int]:
        """
        Returns how many different values fields have in documents that match.

        The service has no such count of entries: all metadata that match are read, 1,000 at a time, and the values are kept.

        :param metadata_fields: Names, with or without `meta.`.
        """
        return self._run(lambda calls: self._collection.count_unique(calls, filters, metadata_fields))

    async def count_unique_metadata_by_filter_async(
        self, filters: dict[str, Any], metadata_fields: list[str]
    ) -> dict[str, int]:
        """Returns how many different values fields have, as `count_unique_metadata_by_filter` does."""
        return await self._run_async(lambda calls: self._collection.count_unique(calls, filters, metadata_fields))

    def get_metadata_fields_info(self) -> dict[str, dict[str, str]]:
        """
        Returns the fields of all metadata with their types: `keyword`, `int`, `float` or `boolean`; `float` where there are
        integers too, and `keyword` of any other mixture. All metadata are read, 1,000 at a time.
        """
        return self._run(lambda calls: self._collection.fields_info(calls))

    async def get_metadata_fields_info_async(self) -> dict[str, dict[str, str]]:
        """Returns the fields of all metadata with their types, as `get_metadata_fields_info` does."""
        return await self._run_async(lambda calls: self._collection.fields_info(calls))

    def get_metadata_field_min_max(self, metadata_field: str) -> dict[str, Any]:
        """
        Returns the least and the greatest number or string of a field as `min` and `max`; None where there are none, or both
        kinds. The metadata that have the field are read, 1,000 at a time.
        """
        return self._run(lambda calls: self._collection.min_max(calls, metadata_field))

    async def get_metadata_field_min_max_async(self, metadata_field: str) -> dict[str, Any]:
        """Returns the least and the greatest value of a field, as `get_metadata_field_min_max` does."""
        return await self._run_async(lambda calls: self._collection.min_max(calls, metadata_field))

    def get_metadata_field_unique_values(
        self,
        metadata_field: str,
        search_term: str | None = None,
        from_: int = 0,
        size: int = 10,
        filters: dict[str, Any] | None = None,
    ) -> tuple[list[Any], int]:
        """
        Returns a page of the different values of a field, in the order of their texts, and how many there are in all. The
        metadata that have the field are read, 1,000 at a time, and the values are kept.

        :param search_term: Only values whose text holds it; case doesn't count.
        """
        return self._run(lambda calls: self._collection.unique_values(calls, metadata_field, search_term, from_, size, filters))

    async def get_metadata_field_unique_values_async(
        self,
        metadata_field: str,
        search_term: str | None = None,
        from_: int = 0,
        size: int = 10,
        filters: dict[str, Any] | None = None,
    ) -> tuple[list[Any], int]:
        """Returns a page of the different values of a field, as `get_metadata_field_unique_values` does."""
        return await self._run_async(lambda calls: self._collection.unique_values(calls, metadata_field, search_term, from_, size, filters))

    def _search(self, filters: dict[str, Any] | None, query: dict[str, Any]) -> list[Document]:
        return self._run(lambda calls: self._collection.search(calls, filters, query))

    async def _search_async(self, filters: dict[str, Any] | None, query: dict[str, Any]) -> list[Document]:
        return await self._run_async(lambda calls: self._collection.search(calls, filters, query))

    def _run(self, work: Work[T]) -> T:
        with _haystack_errors():
            return run_sync(work(self._opened().sync()))

    async def _run_async(self, work: Work[T]) -> T:
        with _haystack_errors():
            return await work(self._opened().asynchronous())

    def _opened(self) -> Clients:
        with self._lock:
            if self._clients is None:
                api_key = None if self.api_key is None else self.api_key.resolve_value()
                options = {"timeout": self.timeout, "max_retries": self.max_retries}
                self._clients = Clients(None, None, self.base_url, api_key, **options)
            return self._clients


@contextmanager
def _haystack_errors() -> Iterator[None]:
    """A filter that only the service can judge, for example by how many conditions it has, is Haystack's error too."""
    try:
        yield
    except BadRequestError as error:
        if not error.detail.startswith("filters"):
            raise
        raise FilterError(error.detail) from error
