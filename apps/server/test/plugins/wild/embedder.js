import { Effect, Schema } from "effect";
import { inMood } from "./mood.js";

const DIMENSION = 32;

const GARBAGE = {
  "too few": ({ vectors }) => ({ vectors: vectors.slice(1) }),
  "cut vectors": ({ vectors }) => ({ vectors: vectors.map((vector) => vector.subarray(1)) }),
  NaN: ({ vectors }) => ({ vectors: vectors.map((vector) => vector.map(() => Number.NaN)) }),
  "long vectors": ({ vectors }) => ({ vectors: vectors.map((vector) => vector.map((part) => part * 3)) }),
  doubles: ({ vectors }) => ({ vectors: vectors.map((vector) => [...vector]) }),
};

/** A place for each word, so that texts with a word in common are near each other. */
const vectorOf = (text) => {
  const vector = new Float32Array(DIMENSION);
  for (const word of text.toLowerCase().match(/[a-z]+/g) ?? ["nothing"]) {
    vector[[...word].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) % DIMENSION] += 1;
  }
  const length = Math.hypot(...vector);
  return vector.map((part) => part / length);
};

/** Two versions of one plugin, as a package that serves several Quarries offers them. */
export default [
  { kind: "embedder", name: "wild-embedder", specVersion: 99 },
  {
    kind: "embedder",
    name: "wild-embedder",
    specVersion: 1,
    capabilities: {
      models: [{ name: "wild", dimension: DIMENSION, description: "For tests." }],
      otherModels: false,
      credential: "none",
      maxBatchTexts: 16,
      maxBatchTokens: 10_000,
      usesTermStatistics: false,
      hybridAlpha: 0.5,
    },
    settings: Schema.Struct({}),
    make: () =>
      Effect.succeed({
        embed: ({ inputType, texts }) =>
          inMood(`embed ${inputType}`, GARBAGE, () => Effect.sync(() => ({ vectors: texts.map(vectorOf) }))),
        health: Effect.void,
      }),
  },
];
