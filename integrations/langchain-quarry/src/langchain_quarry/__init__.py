"""Quarry for LangChain: a vector store, and a retriever of documents that Quarry has ingested."""

from langchain_quarry._retriever import QuarryRetriever
from langchain_quarry._vector_store import QuarryVectorStore

__version__ = "0.1.0"

__all__ = ["QuarryRetriever", "QuarryVectorStore"]
