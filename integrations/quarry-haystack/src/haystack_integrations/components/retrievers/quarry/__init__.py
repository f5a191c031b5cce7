"""Retrievers over a `QuarryDocumentStore`."""

from .retriever import QuarryEmbeddingRetriever, QuarryHybridRetriever, QuarryTextRetriever

__all__ = ["QuarryEmbeddingRetriever", "QuarryHybridRetriever", "QuarryTextRetriever"]
