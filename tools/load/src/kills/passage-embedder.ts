import { crc32 } from "node:zlib";
import { defineEmbedder } from "@quarry/plugin";
import { Random } from "@quarry/services/kit";
import { Effect, Schema } from "effect";

/** Dimension of the vectors: as small as possible with useful neighbourhoods for graph search. */
const DIMENSION = 128;
/** Number of clusters of vectors: texts with the same subject are near each other. */
const SUBJECTS = 24;
/** Spread of a text's vector around its subject's, in each dimension. */
const SPREAD = 0.8;

const subjectRandom = new Random(7);
const subjects = Array.from({ length: SUBJECTS }, () =>
  Array.from({ length: DIMENSION }, () => subjectRandom.next() - 0.5),
);

/**
 * Returns a unit vector that depends only on the passwords in a text, or on all of it if there are none. So a passage
 * as a query has the passage's vector, although the platform prepends headings.
 */
export const passageVector = (text: string): Float32Array => {
  const passwords = text.match(/(?<=password )\w+/g)?.join() ?? text;
  const random = new Random(crc32(passwords));
  const vector = random.pick(subjects).map((value) => value + SPREAD * (random.next() - 0.5));
  const length = Math.hypot(...vector);
  return Float32Array.from(vector, (value) => value / length);
};

/** Embedder for the service that is killed: a text has the same vector as a document and as a query. */
export default defineEmbedder({
  name: "quarry-load-passages",
  specVersion: 1,
  capabilities: {
    models: [{ name: "passages", dimension: DIMENSION, description: "Vectors that depend on the text alone." }],
    otherModels: false,
    credential: "none",
    maxBatchTexts: 256,
    maxBatchTokens: 131_072,
    usesTermStatistics: false,
    hybridAlpha: 0.5,
  },
  settings: Schema.Struct({}),
  make: () =>
    Effect.succeed({
      embed: ({ texts }) => Effect.sync(() => ({ vectors: texts.map(passageVector) })),
      health: Effect.void,
    }),
});
