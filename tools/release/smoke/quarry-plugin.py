"""An embedder in a process of its own, on a free port."""

from collections.abc import Sequence

from quarry_plugin import EmbedCall, Model, embedder, serve


@embedder(name="letters", models=[Model("letters", dimension=26)])
class Letters:
    def embed(self, texts: Sequence[str], call: EmbedCall) -> list[list[float]]:
        return [[1 + text.lower().count(chr(97 + place)) for place in range(26)] for text in texts]


serve(Letters(), "127.0.0.1:0")
