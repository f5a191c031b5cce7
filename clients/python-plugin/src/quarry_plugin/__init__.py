"""Plugins for Quarry in processes of their own: a decorated class, served by `serve`."""

from quarry_plugin._calls import is_cancelled
from quarry_plugin._errors import PluginError, Reason
from quarry_plugin._models import EmbedCall, Model, RerankCall, embedder, reranker
from quarry_plugin._parser import UnreadableFile, parser
from quarry_plugin._serving import TokenCheck, add_plugin, listen_argument, serve
from quarry_plugin._vector_store import vector_store

__version__ = "0.1.0"

__all__ = [
    "EmbedCall",
    "Model",
    "PluginError",
    "Reason",
    "RerankCall",
    "TokenCheck",
    "UnreadableFile",
    "add_plugin",
    "embedder",
    "is_cancelled",
    "listen_argument",
    "parser",
    "reranker",
    "serve",
    "vector_store",
]
