"""Embedders and rerankers."""

from __future__ import annotations

import math
import sys
from array import array
from collections.abc import Callable, Iterator, Sequence, Sized
from operator import mul
from typing import Any, Literal, NamedTuple

from quarry.plugin.v1 import embedder_pb2, embedder_pb2_grpc, reranker_pb2, reranker_pb2_grpc

from quarry_plugin._errors import PluginError
from quarry_plugin._serving import Calls, Contract, Plugin, check_within, identity, parts

Credential = Literal["none", "optional", "required"]

# Lengths this close to 1 are float noise.
LENGTH_TOLERANCE = 1e-6


class Model(NamedTuple):
    """A model of an embedder. `dimensions` are those that may be asked for; without them `dimension` alone."""

    name: str
    dimension: int
    description: str = ""
    dimensions: range | None = None
    max_input_tokens: int | None = None

    @property
    def limits(self) -> tuple[int, int]:
        return (self.dimensions.start, self.dimensions.stop - 1) if self.dimensions else (self.dimension, self.dimension)


class EmbedCall(NamedTuple):
    """The fields of a call of `embed` beside its texts. Never log the credential."""

    model: str
    dimension: int
    input_type: Literal["document", "query"]
    credential: str | None


class RerankCall(NamedTuple):
    """The fields of a call of `rerank` beside query and passages. Never log the credential."""

    model: str
    credential: str | None


def embedder(
    *,
    name: str,
    models: Sequence[Model],
    version: str = "",
    credential: Credential = "none",
    max_batch_texts: int = 32,
    max_batch_tokens: int = 32_768,
    hybrid_alpha: float = 0.5,
) -> Callable[[Plugin], Plugin]:
    """
    Makes an embedder of a class with `embed(texts, call)`, which gives a sequence of numbers for each text, in order. They
    are brought to unit length; what the models don't allow is refused before.
    """
    known = {model.name: model for model in models}
    description = embedder_pb2.EmbedderDescription(
        identity=identity(name, version),
        models=map(_description_of, models),
        credential=_need(credential),
        max_batch_texts=max_batch_texts,
        max_batch_tokens=max_batch_tokens,
        hybrid_alpha=hybrid_alpha,
    )

    def calls(plugin: Any) -> Calls:
        def embed(request: embedder_pb2.EmbedRequest) -> Iterator[embedder_pb2.EmbedResponse]:
            _check_model(request.model, known)
            check_within("dimension", request.dimension, *known[request.model].limits)
            check_within("texts", len(request.texts), 1, max_batch_texts)
            input_type: Any = "query" if request.input_type == embedder_pb2.INPUT_TYPE_QUERY else "document"
            call = EmbedCall(request.model, request.dimension, input_type, _credential_of(request))
            vectors = [_unit_vector(vector, call.dimension) for vector in plugin.embed(list(request.texts), call)]
            _check_answers("embed", "vectors", vectors, "texts", request.texts)
            for part in parts(vectors, len):
                yield embedder_pb2.EmbedResponse(vectors=part)

        return {"Embed": embed}

    return Contract(embedder_pb2_grpc, "EmbedderService", description, calls).of


def reranker(
    *, name: str, models: Sequence[str], version: str = "", credential: Credential = "none", max_passages: int = 100
) -> Callable[[Plugin], Plugin]:
    """
    Makes a reranker of a class with `rerank(query, passages, call)`, which gives a relevance from 0 to 1 for each passage,
    in order: the same for a passage whatever stands beside it.
    """
    description = reranker_pb2.RerankerDescription(
        identity=identity(name, version), models=models, credential=_need(credential), max_passages=max_passages
    )

    def calls(plugin: Any) -> Calls:
        def rerank(request: reranker_pb2.RerankRequest) -> reranker_pb2.RerankResponse:
            _check_model(request.model, models)
            check_within("passages", len(request.passages), 1, max_passages)
            call = RerankCall(request.model, _credential_of(request))
            scores = [float(score) for score in plugin.rerank(request.query, list(request.passages), call)]
            _check_answers("rerank", "scores", scores, "passages", request.passages)
            wrong = [score for score in scores if not 0 <= score <= 1]
            if wrong:
                raise PluginError("internal", f"rerank gave the score {wrong[0]}; it must be from 0 to 1")
            return reranker_pb2.RerankResponse(scores=scores)

        return {"Rerank": rerank}

    return Contract(reranker_pb2_grpc, "RerankerService", description, calls).of


def _description_of(model: Model) -> embedder_pb2.EmbeddingModel:
    minimum, maximum = model.limits
    return embedder_pb2.EmbeddingModel(
        name=model.name,
        dimension=model.dimension,
        dimension_range=embedder_pb2.DimensionRange(minimum=minimum, maximum=maximum) if model.dimensions else None,
        max_input_tokens=model.max_input_tokens,
        description=model.description,
    )


def _need(credential: Credential) -> str:
    return f"CREDENTIAL_NEED_{credential.upper()}"


def _credential_of(request: Any) -> str | None:
    return request.credential if request.HasField("credential") else None


def _check_model(asked: str, known: Sequence[str] | dict[str, Model]) -> None:
    if asked not in known:
        raise PluginError("not_found", f"model: there is {', '.join(known)}, not {asked}")


def _check_answers(method: str, what: str, answers: Sized, things: str, asked: Sized) -> None:
    if len(answers) != len(asked):
        raise PluginError("internal", f"{method} gave {len(answers)} {what} for {len(asked)} {things}")


def _unit_vector(vector: Sequence[float], dimension: int) -> bytes:
    numbers = _numbers_of(vector)
    if len(numbers) != dimension:
        raise PluginError("internal", f"embed gave a vector of {len(numbers)} numbers for the dimension {dimension}")
    length = math.sqrt(sum(map(mul, numbers, numbers)))
    if not math.isfinite(length):
        raise PluginError("internal", "embed gave a vector that has a non-finite number")
    if length > 0 and abs(length - 1) > LENGTH_TOLERANCE:
        numbers = array("f", (number / length for number in numbers))
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers.tobytes()


def _numbers_of(vector: Any) -> array[float]:
    """Copied as a whole where numpy or the like has 32-bit floats already, else number by number."""
    try:
        view = memoryview(vector)
    except TypeError:
        return array("f", vector)
    return array("f", view.tobytes() if view.format == "f" else vector)
