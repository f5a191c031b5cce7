"""Nodes as entries of a collection, and back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from llama_index.core.schema import BaseNode, MetadataMode, NodeRelationship, RelatedNodeInfo, TextNode
from llama_index.core.vector_stores.utils import metadata_dict_to_node, node_to_metadata_dict
from quarry_client.models import QueryResult, StoredVector
from quarry_client.params import VectorEntry

from llama_index.vector_stores.quarry._filters import EMPTY_KEYS, Filter

NODE_KEY = "_node_key"
DOCUMENT_KEY = "_document_key"

MAX_VALUES = 1_000
"""Most values of `$in`."""


def entry_of(node: BaseNode, *, is_embedded_here: bool) -> VectorEntry:
    # A copy: the dictionary is the node's own otherwise.
    metadata = dict(node_to_metadata_dict(node, remove_text=True, flat_metadata=False))
    metadata[NODE_KEY] = _key(node.node_id)
    if node.ref_doc_id is not None:
        metadata[DOCUMENT_KEY] = _key(node.ref_doc_id)
    empty = [name for name, value in node.metadata.items() if value == []]
    if empty:
        metadata[EMPTY_KEYS] = empty
    entry: VectorEntry = {
        "id": node.node_id,
        "text": node.get_content(metadata_mode=MetadataMode.NONE),
        "metadata": metadata,
    }
    if is_embedded_here:
        entry["embedding"] = list(map(float, node.get_embedding()))
    else:
        entry["embed"] = True
    return entry


def node_of(found: QueryResult | StoredVector) -> BaseNode:
    """The node; a text that came from elsewhere, as a passage of a document that Quarry ingested, becomes one."""
    metadata: Mapping[str, Any] = found.metadata
    if "_node_content" in metadata:
        return metadata_dict_to_node(dict(metadata), text=found.text or None)
    node = TextNode(id_=found.id, text=found.text or "", metadata=dict(metadata))
    if isinstance(found, QueryResult) and found.document_id:
        node.relationships[NodeRelationship.SOURCE] = RelatedNodeInfo(node_id=found.document_id)
    return node


def is_one_of(field: str, ids: Sequence[str] | None) -> Filter | None:
    if ids is None:
        return None
    keys = [_key(each) for each in ids]
    starts = range(0, max(len(keys), 1), MAX_VALUES)
    parts: list[Filter] = [{field: {"$in": keys[start : start + MAX_VALUES]}} for start in starts]
    return parts[0] if len(parts) == 1 else {"$or": parts}


def _key(id_: str) -> str:
    """An id as a filter compares it exactly: two of them that are dates would be compared as moments."""
    return f"id:{id_}"
