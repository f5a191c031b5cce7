"""LangChain's OpenAIEmbeddings, which sends tokens: OPENAI_BASE_URL and OPENAI_API_KEY say where."""

from langchain_openai import OpenAIEmbeddings

tokens = OpenAIEmbeddings(model="text-embedding-3-small")
texts = OpenAIEmbeddings(model="text-embedding-3-small", check_embedding_ctx_length=False)
words = ["Herons stand still.", "Ünïcode 鷺 🐦"]
pairs = zip(tokens.embed_documents(words), texts.embed_documents(words))
assert all(abs(a - b) < 1e-5 for one, other in pairs for a, b in zip(one, other))
assert len(tokens.embed_query("herons")) == len(texts.embed_query("herons"))
print("done with langchain")
