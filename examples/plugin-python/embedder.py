"""An embedder for Quarry: vectors from the pieces of a text's words, without a model."""

import argparse
from collections.abc import Iterator, Sequence

from quarry_plugin import EmbedCall, Model, embedder, listen_argument, serve

from ngrams import Vector, embed

LETTERS = Model(
    "letters-v1",
    dimension=1_024,
    dimensions=range(64, 4_097),
    description="Pieces of words, hashed; every language, no meaning beyond the words.",
)


@embedder(name="letters", version="1.0.0", models=[LETTERS], max_batch_texts=256, max_batch_tokens=100_000)
class Letters:
    def embed(self, texts: Sequence[str], call: EmbedCall) -> Iterator[Vector]:
        return (embed(text, call.dimension) for text in texts)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    listen_argument(parser, "127.0.0.1:50052")
    serve(Letters(), parser.parse_args().listen)


if __name__ == "__main__":
    main()
