"""A program for quarry-embedder-command, with nothing but Python's own library.

Reads requests from its standard input, one JSON object a line, and writes an answer a line. The vectors are a toy's
(words, hashed); a real one loads its model where it says so, for example
    model = sentence_transformers.SentenceTransformer("intfloat/multilingual-e5-small")
and answers model.encode(texts).tolist(). What it prints goes to sys.stderr: standard output is for answers.
"""

import json
import re
import sys
import zlib

# Load the model here: requests come when it says that it is ready.


def embed(text, dimension):
    vector = [0] * dimension
    for word in re.findall(r"\w+", text.lower()):
        code = zlib.crc32(word.encode())
        vector[code % dimension] += 1 if code & 0x10000 else -1
    return vector


def answer(message):
    print(json.dumps(message), flush=True)


answer({"ready": True})

# Ends when the input does: the service is gone then, however it went.
for line in sys.stdin:
    request = json.loads(line)
    try:
        vectors = [embed(text, request["dimension"]) for text in request["texts"]]
        answer({"id": request["id"], "vectors": vectors})
    except Exception as error:
        answer({"id": request["id"], "error": {"reason": "invalid", "message": str(error)}})
