"""An embedder for Quarry: vectors from the pieces of a text's words, without a model."""

import argparse
from collections.abc import Iterator

import grpc

from ngrams import embed
from quarry.plugin.v1.common_pb2 import (
    CREDENTIAL_NEED_NONE,
    DescribeRequest,
    HealthRequest,
    HealthResponse,
    PluginIdentity,
)
from quarry.plugin.v1.embedder_pb2 import (
    DimensionRange,
    EmbedderDescription,
    EmbeddingModel,
    EmbedRequest,
    EmbedResponse,
)
from quarry.plugin.v1.embedder_pb2_grpc import EmbedderServiceServicer, add_EmbedderServiceServicer_to_server
from serving import Refusal, invalid, listen_argument, parts, refusing_stream, serve

MODEL = "letters-v1"
DIMENSION = 1_024
DIMENSIONS = range(64, 4_097)
MAX_TEXTS = 256


class Embedder(EmbedderServiceServicer):
    def Describe(self, request: DescribeRequest, context: grpc.ServicerContext) -> EmbedderDescription:
        return EmbedderDescription(
            identity=PluginIdentity(name="letters", version="1.0.0", spec_versions=[1]),
            models=[
                EmbeddingModel(
                    name=MODEL,
                    dimension=DIMENSION,
                    dimension_range=DimensionRange(minimum=DIMENSIONS.start, maximum=DIMENSIONS.stop - 1),
                    description="Pieces of words, hashed; every language, no meaning beyond the words.",
                )
            ],
            credential=CREDENTIAL_NEED_NONE,
            max_batch_texts=MAX_TEXTS,
            max_batch_tokens=100_000,
            hybrid_alpha=0.5,
        )

    def Health(self, request: HealthRequest, context: grpc.ServicerContext) -> HealthResponse:
        return HealthResponse()

    @refusing_stream
    def Embed(self, request: EmbedRequest) -> Iterator[EmbedResponse]:
        if request.model != MODEL:
            raise Refusal(grpc.StatusCode.NOT_FOUND, f"model: there is {MODEL}, not {request.model}")
        if request.dimension not in DIMENSIONS:
            limits = f"{DIMENSIONS.start} to {DIMENSIONS.stop - 1}"
            raise invalid(f"dimension: must be {limits}, got {request.dimension}")
        if not 1 <= len(request.texts) <= MAX_TEXTS:
            raise invalid(f"texts: must be 1 to {MAX_TEXTS}, got {len(request.texts)}")
        vectors = (embed(text, request.dimension).astype("<f4").tobytes() for text in request.texts)
        for part in parts(vectors, len):
            yield EmbedResponse(vectors=part)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    listen_argument(parser, "127.0.0.1:50052")
    serve(
        parser.parse_args().listen,
        lambda server: add_EmbedderServiceServicer_to_server(Embedder(), server),
    )


if __name__ == "__main__":
    main()
