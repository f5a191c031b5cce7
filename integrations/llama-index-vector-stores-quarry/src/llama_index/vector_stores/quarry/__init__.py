"""Quarry for LlamaIndex: a vector store."""

from llama_index.vector_stores.quarry._vector_store import QuarryVectorStore

__version__ = "0.1.0"

__all__ = ["QuarryVectorStore"]
