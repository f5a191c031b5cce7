"""Tests beyond LangChain's own suite."""

import os

import pytest
from langchain_core.runnables import RunnablePassthrough
from langchain_quarry import QuarryRetriever
from pydantic import ValidationError
from quarry_client import BadRequestError, Client, NotFoundError


def test_what_is_found_says_where_it_stands(client: Client, library: str) -> None:
    retriever = QuarryRetriever(collection=library, client=client, k=1)
    [found] = retriever.invoke("nest on roofs")
    metadata = found.metadata
    assert "Birds nest on roofs." in found.page_content
    assert (metadata["source"], metadata["filename"], metadata["number"]) == ("on roofs.md", "on roofs.md", 1)
    assert (metadata["collection"], metadata["citation"]["section"]) == (library, ["Nests", "Places"])
    document = client.documents.get(library, metadata["document_id"])
    assert (document.filename, found.id is None) == ("on roofs.md", False)
    assert 0 < metadata["score"] <= 1


def test_arguments_of_the_retriever_and_of_a_call(client: Client, library: str) -> None:
    retriever = QuarryRetriever(collection=library, client=client, mode="keyword", filter={"number": {"$lt": 2}}, k=3)
    assert sorted(each.metadata["number"] for each in retriever.invoke("birds nest")) == [0, 1]
    assert [each.metadata["number"] for each in retriever.invoke("birds nest", filter={"number": 3})] == [3]
    assert retriever.invoke("birds nest", score_threshold=1.0) == []
    reranked = retriever.invoke("nest in reeds", filter=None, mode="hybrid", alpha=0.5, rerank=True, expand=1)
    assert reranked[0].metadata["number"] == 3
    chain = {"context": retriever, "question": RunnablePassthrough()} | RunnablePassthrough()
    assert len(chain.invoke("birds nest")["context"]) == 2
    with pytest.raises(TypeError, match="top_k: is no argument of a search"):
        retriever.invoke("birds", top_k=3)
    with pytest.raises(BadRequestError, match="query"):
        retriever.invoke(" ")
    with pytest.raises(ValidationError, match="filters"):
        QuarryRetriever(collection=library, filters={})
    with pytest.raises(ValidationError, match="mode"):
        QuarryRetriever(collection=library, mode="fuzzy")
    with pytest.raises(NotFoundError):
        QuarryRetriever(collection="missing_one", client=client).invoke("birds")
    assert "planted" not in repr(QuarryRetriever(collection=library, api_key="planted"))


async def test_several_collections(client: Client, library: str) -> None:
    second = f"langchain_second_{os.getpid()}"
    client.collections.create(name=second)
    try:
        document = client.documents.upload(second, ("bridges.txt", b"Birds nest under bridges."))
        client.documents.wait(second, document.id, timeout=60)
        retriever = QuarryRetriever(collection=[library, second], k=2)
        found = await retriever.ainvoke("nest under bridges")
        assert [found[0].metadata[name] for name in ("collection", "source")] == [second, "bridges.txt"]
        assert len(found) == 2
        await retriever.aclose()
    finally:
        client.collections.delete(second)
