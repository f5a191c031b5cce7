"""Maximal marginal relevance."""

from __future__ import annotations

from collections.abc import Sequence
from operator import mul

Vector = Sequence[float]


def product(a: Vector, b: Vector) -> float:
    """Of vectors of unit length: their cosine."""
    return float(sum(map(mul, a, b)))


def unit(vector: Vector) -> list[float]:
    length = float(product(vector, vector) ** 0.5)
    return [each / length for each in vector] if length else list(vector)


def most_relevant_and_diverse(
    relevance: Sequence[float], vectors: Sequence[Vector | None], k: int, lambda_mult: float
) -> list[int]:
    """
    Places of at most `k` candidates, each time the one whose relevance, times `lambda_mult`, outweighs its likeness to those
    before most. One without a vector is like nothing. Takes k · candidates products, in Python: numpy, which takes 60 MB,
    would be needed for nothing else.
    """
    left = list(range(len(relevance)))
    likeness: list[float | None] = [None] * len(relevance)
    chosen: list[int] = []
    while left and len(chosen) < k:
        best = max(left, key=lambda place: lambda_mult * relevance[place] - (1 - lambda_mult) * (likeness[place] or 0.0))
        left.remove(best)
        chosen.append(best)
        best_vector = vectors[best]
        for place in left:
            vector = vectors[place]
            if best_vector is not None and vector is not None:
                value = product(best_vector, vector)
                before = likeness[place]
                likeness[place] = value if before is None else max(before, value)
    return chosen
