"""LiteLLM's vector stores and embeddings: OPENAI_BASE_URL and OPENAI_API_KEY say where."""

import os

import litellm
import openai

base, key = os.environ["OPENAI_BASE_URL"], os.environ["OPENAI_API_KEY"]
where = {"custom_llm_provider": "openai", "api_base": base, "api_key": key}
store = litellm.vector_stores.create(name="lite", **where)
client = openai.OpenAI()
client.vector_stores.files.upload_and_poll(vector_store_id=store["id"], file=("a.txt", b"Herons stand still."))
found = litellm.vector_stores.search(vector_store_id=store["id"], query="herons", max_num_results=2, **where)
assert "Herons" in found["data"][0]["content"][0]["text"], found
made = litellm.embedding(model="openai/text-embedding-3-small", input=["herons"], api_base=base, api_key=key)
assert len(made.data) == 1
print("done with litellm")
