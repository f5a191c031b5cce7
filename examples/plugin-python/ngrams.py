"""
Vectors from the letters of a text: each word counts through its pieces of three to five letters, so that forms of a word
are near each other in every language. There is nothing to train and nothing to load.
"""

import re
from functools import lru_cache
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

# Words in long runs without a space (a language that has none, a stack of digits) are looked at in pieces.
WORD = re.compile(r"\w{1,40}|[^\w\s]")
SIZES = (3, 4, 5)

# Words whose pieces are remembered: texts repeat theirs.
REMEMBERED_WORDS = 50_000

Hashes = NDArray[np.uint32]
Vector = NDArray[np.float32]


def embed(text: str, dimension: int) -> Vector:
    """Of unit length; all zero only for a text without a letter, digit or sign."""
    words = WORD.findall(text.lower())
    if not words:
        return np.zeros(dimension, np.float32)
    hashes = np.concatenate([_pieces(word) for word in words])
    # A hash says where a piece counts, and with which sign: pieces that share a place cancel out on average.
    signs = np.where(hashes & 1, 1.0, -1.0)
    counts = np.bincount((hashes >> np.uint32(1)) % np.uint32(dimension), signs, dimension)
    # A piece that comes a hundred times says little more than one that comes ten times.
    vector = np.sign(counts) * np.sqrt(np.abs(counts))
    length = np.linalg.norm(vector)
    return (vector / length if length > 0 else vector).astype(np.float32)


@lru_cache(REMEMBERED_WORDS)
def _pieces(word: str) -> Hashes:
    """The whole word, and its pieces; its ends are letters of their own, so that beginnings and endings are told apart."""
    marked = f"<{word}>"
    pieces = [marked, *(marked[at : at + size] for size in SIZES for at in range(len(marked) - size + 1))]
    return np.array([crc32(piece.encode("utf-8", "surrogatepass")) for piece in pieces], dtype=np.uint32)
