"""Vectors of texts, computed apart from everything that Quarry is made of: by onnxruntime, tokenizers and numpy.

Reads a JSON list of texts from the standard input; writes a JSON list of vectors of unit length.
"""

import json
import sys
from pathlib import Path

import numpy
from tokenizers import Tokenizer


def contextual(folder: Path, texts: list[str], most_tokens: int) -> list:
    """As the page of all-MiniLM-L6-v2 has it: the mean of the tokens' vectors, each text by itself."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(folder / "onnx" / "model_int8.onnx", options, providers=["CPUExecutionProvider"])
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.enable_truncation(most_tokens)
    means = []
    for text in texts:
        ids = numpy.array([tokenizer.encode(text).ids], dtype=numpy.int64)
        inputs = {"input_ids": ids, "attention_mask": numpy.ones_like(ids), "token_type_ids": numpy.zeros_like(ids)}
        means.append(session.run(["last_hidden_state"], inputs)[0][0].mean(axis=0))
    return means


def static(folder: Path, texts: list[str]) -> list:
    """The mean of the rows of the table, which is the only array of the file."""
    file = (folder / "model.safetensors").read_bytes()
    header_length = int.from_bytes(file[:8], "little")
    (entry,) = json.loads(file[8 : 8 + header_length]).values()
    kinds = {"F16": numpy.float16, "F32": numpy.float32}
    table = numpy.frombuffer(file, kinds[entry["dtype"]], offset=8 + header_length).reshape(entry["shape"])
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    unknown = tokenizer.token_to_id(json.loads(tokenizer.to_str())["model"]["unk_token"])
    all_ids = [tokenizer.encode(text, add_special_tokens=False).ids for text in texts]
    return [table[[id for id in ids if id != unknown]].astype(numpy.float64).mean(axis=0) for ids in all_ids]


kind, folder = sys.argv[1], Path(sys.argv[2])
texts = json.load(sys.stdin)
means = static(folder, texts) if kind == "static" else contextual(folder, texts, int(sys.argv[3]))
json.dump([(mean / numpy.linalg.norm(mean)).tolist() for mean in means], sys.stdout)
