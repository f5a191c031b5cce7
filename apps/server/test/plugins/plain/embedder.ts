import { defineEmbedder } from "@quarry/plugin";
import { inMood, moodSettings } from "./mood.ts";

const DIMENSION = 32;

/** Assigns each word a dimension, so that texts with a word in common are near each other. */
const vectorOf = (text: string): readonly number[] => {
  const vector = Array.from({ length: DIMENSION }, () => 0);
  for (const word of text.toLowerCase().match(/[a-z]+/g) ?? ["nothing"]) {
    vector[[...word].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) % DIMENSION]! += 1;
  }
  return vector;
};

export default defineEmbedder({
  name: "plain-embedder",
  specVersion: 1,
  capabilities: {
    models: [{ name: "plain", dimension: DIMENSION, description: "For tests." }],
    otherModels: false,
    credential: "none",
    maxBatchTexts: 16,
    maxBatchTokens: 10_000,
    usesTermStatistics: false,
    hybridAlpha: 0.5,
  },
  settings: moodSettings,
  embed: (texts, call) =>
    inMood(
      `embed ${call.inputType}`,
      call,
      {
        "too few": (vectors) => vectors.slice(1),
        "cut vectors": (vectors) => vectors.map((vector) => vector.slice(1)),
        NaN: (vectors) => vectors.map((vector) => vector.map(() => Number.NaN)),
        "no list": (vectors) => ({ vectors }),
      },
      () => texts.map(vectorOf),
    ),
});
