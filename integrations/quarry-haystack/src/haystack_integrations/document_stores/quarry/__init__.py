"""Documents of Haystack in a collection of Quarry."""

from .document_store import QuarryDocumentStore

__all__ = ["QuarryDocumentStore"]
__version__ = "0.1.0"
