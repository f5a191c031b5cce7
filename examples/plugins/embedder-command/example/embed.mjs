// Program for quarry-embedder-command: reads requests from its standard input, one JSON object per line, and writes one
// line per response. The vectors are only an example (hashed words); replace them by a model.
import { createInterface } from "node:readline";

const embed = (text, dimension) => {
  const vector = Array.from({ length: dimension }, () => 0);
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu)) {
    let hash = 2166136261;
    for (const character of word) hash = Math.imul(hash ^ character.codePointAt(0), 16777619) >>> 0;
    vector[hash % dimension] += hash & 0x10000 ? 1 : -1;
  }
  return vector;
};

console.log(JSON.stringify({ ready: true }));

// Ends with the input: the service is gone then, for whatever reason.
for await (const line of createInterface({ input: process.stdin })) {
  const { id, dimension, texts } = JSON.parse(line);
  try {
    console.log(JSON.stringify({ id, vectors: texts.map((text) => embed(text, dimension)) }));
  } catch (error) {
    console.log(JSON.stringify({ id, error: { reason: "invalid", message: error.message } }));
  }
}
