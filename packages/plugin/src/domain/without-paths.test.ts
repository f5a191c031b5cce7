import { expect, test } from "vitest";
import { withoutPaths } from "./without-paths.ts";

test.each([
  ["the model's folder /srv/quarry/models/bge does not exist", "the model's folder …/bge does not exist"],
  ["Load model from /srv/a/model.onnx failed:Protobuf", "Load model from …/model.onnx failed:Protobuf"],
  [
    "ENOENT: no such file or directory, open '/Users/an na/Application Support/x.json'",
    "ENOENT: no such file or directory, open '…/x.json'",
  ],
  ["at file:///opt/quarry/main.ts:12:3", "at …/main.ts:12:3"],
  ["(/var/lib/x/, /var/lib/y)", "(…/x, …/y)"],
  [String.raw`open "C:\Users\ann\a b.onnx" or D:\models\c.onnx`, `open "…/a b.onnx" or …/c.onnx`],
  [String.raw`\\files\share\d.onnx`, "…/d.onnx"],
])("%j is reduced to the last segments of its paths", (text, expected) => {
  expect(withoutPaths(text)).toBe(expected);
});

test.each([
  "https://api.example.org/v1/embeddings answered 500",
  "http://127.0.0.1:8080/srv/models is away, http://[::1]/srv/models too",
  "POST /v1/embeddings, GET /api/tags and /_cluster/health",
  "give a folder (absolute, or starting with './models/bge' or ../models/bge)",
  "someone/a-model and application/json, 3/4 of 1/2, and/or, // and /",
])("%j contains no file path and is unchanged", (text) => {
  expect(withoutPaths(text)).toBe(text);
});
