import { Effect, Schema } from "effect";
import { inMood } from "./mood.js";

const GARBAGE = {
  "too few": (scores) => scores.slice(1),
  "too large": (scores) => scores.map((score) => score + 7),
  NaN: (scores) => scores.map(() => Number.NaN),
};

/** The longer a passage, the better. */
export default {
  kind: "reranker",
  name: "wild-reranker",
  specVersion: 1,
  capabilities: { models: ["wild"], credential: "none", maxPassages: 100 },
  settings: Schema.Struct({}),
  make: () =>
    Effect.succeed({
      rerank: ({ passages }) =>
        inMood("rerank", GARBAGE, () => Effect.sync(() => passages.map(({ length }) => 1 - 1 / (1 + length)))),
      health: Effect.void,
    }),
};
