"""raghilda's OpenAIStore: OPENAI_BASE_URL and OPENAI_API_KEY say where."""

import os

from raghilda.document import MarkdownDocument
from raghilda.store import OpenAIStore

store = OpenAIStore.create(
    base_url=os.environ["OPENAI_BASE_URL"], attributes={"topic": str, "year": int}, metadata={"by": "raghilda"}, name="r"
)
store = OpenAIStore.connect(store.store_id, base_url=os.environ["OPENAI_BASE_URL"])
for number in range(3):
    document = MarkdownDocument(
        content=f"# Page {number}\n\nHerons of page {number} stand still.",
        origin=f"https://example.org/pages/{number}",
        attributes={"topic": "birds" if number else "other", "year": 2020 + number},
    )
    assert store.upsert(document).action == "inserted"
    assert store.upsert(document).action == "skipped"
assert store.size() == 3, store.size()
changed = MarkdownDocument(content="# Changed", origin="https://example.org/pages/0", attributes={"topic": "birds", "year": 1})
assert store.upsert(changed).action == "replaced"
found = store.retrieve("herons", top_k=5, attributes_filter="topic = 'birds' AND year NOT IN (2021)")
assert found and all(chunk.attributes["year"] != 2021 for chunk in found), found
print("done with raghilda")
