import { defineReranker } from "@quarry/plugin";
import { inMood, moodSettings } from "./mood.ts";

/** Ranks longer passages higher. */
export default defineReranker({
  name: "plain-reranker",
  specVersion: 1,
  capabilities: { models: ["plain"], credential: "none", maxPassages: 100 },
  settings: moodSettings,
  rerank: (_query, passages, call) =>
    inMood(
      "rerank",
      call,
      {
        "too few": (scores) => scores.slice(1),
        "too large": (scores) => scores.map((score) => score + 7),
        NaN: (scores) => scores.map(() => Number.NaN),
      },
      () => passages.map(({ length }) => 1 - 1 / (1 + length)),
    ),
});
