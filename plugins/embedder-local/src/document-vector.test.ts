import { ANALYZER_VERSION } from "@quarry/plugin/text";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { writeDocumentVector } from "./document-vector.ts";
import { LOCAL_MODEL } from "./embedder-capabilities.ts";

function documentVector(text: string, dimension = 256): Float32Array {
  const vector = new Float32Array(dimension);
  writeDocumentVector(text, vector);
  return vector;
}

it("has unit length for every text and dimension", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", minLength: 1 }), fc.integer({ min: 8, max: 200 }), (text, dimension) => {
      expect(Math.hypot(...documentVector(text, dimension))).toBeCloseTo(1, 4);
    }),
    { numRuns: 2000 },
  );
});

it("tells texts without letters and digits apart", () => {
  expect(documentVector("🙂🙂")).not.toEqual(documentVector("🚀"));
  expect(documentVector("---")).not.toEqual(documentVector("***"));
});

it("does not let stop words outweigh the words that matter", () => {
  const words = documentVector("pump warranty");
  const withStopWords = documentVector("the pump of the warranty and its will be of the");
  const cosine = words.reduce((sum, value, index) => sum + value * withStopWords[index]!, 0);
  expect(cosine).toBeGreaterThan(0.8);
});

it("gives one model name one kind of vector", () => {
  // A failure here means that the analyzer's terms changed: vectors stored under this name would no longer match
  // queries. Give the model a new name, then this line the new pair.
  expect([LOCAL_MODEL.name, ANALYZER_VERSION]).toEqual(["quarry-local-v2", 1]);
});
