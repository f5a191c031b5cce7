import { analyze } from "@quarry/text";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { writeDocumentVector } from "./document-vector.ts";
import { PREVIOUS_MODEL, LOCAL_MODEL } from "./embedder-capabilities.ts";
import { weightsOf } from "./text-weights.ts";

function documentVector(text: string, dimension = 256, model: string = LOCAL_MODEL.name): Float32Array {
  const vector = new Float32Array(dimension);
  writeDocumentVector(text, vector, weightsOf(model));
  return vector;
}

const cosine = (first: Float32Array, second: Float32Array): number =>
  first.reduce((sum, value, index) => sum + value * second[index]!, 0);

it("a document vector has unit length for every text and dimension", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", minLength: 1 }), fc.integer({ min: 8, max: 200 }), (text, dimension) => {
      expect(Math.hypot(...documentVector(text, dimension))).toBeCloseTo(1, 4);
    }),
    { numRuns: 2000 },
  );
});

it("texts without letters and digits get different vectors", () => {
  expect(documentVector("🙂🙂")).not.toEqual(documentVector("🚀"));
  expect(documentVector("---")).not.toEqual(documentVector("***"));
});

it("stop words don't outweigh content words", () => {
  const words = documentVector("pump warranty");
  const withStopWords = documentVector("the pump of the warranty and its will be of the");
  expect(cosine(words, withStopWords)).toBeGreaterThan(0.8);
});

const FIGURES = Array.from({ length: 100 }, (_, at) => `${at + 31},${(at * 7919) % 1_000}`.padEnd(6, "0")).join(" | ");

it.each([
  ["the words of a table of figures", "Cash flows | Dividends paid", `Cash flows\nDividends paid | ${FIGURES}`],
  [
    "the line above a text",
    "Acme cash flows",
    `Acme > Cash flows\n\n${"Some hundred other words of prose. ".repeat(9)}${FIGURES}`,
  ],
])("the current model weights %s more than the previous one", (_, words, text) => {
  const [latest, previous] = [LOCAL_MODEL, PREVIOUS_MODEL].map(({ name }) =>
    cosine(documentVector(words, 4096, name), documentVector(text, 4096, name)),
  );
  expect(latest).toBeGreaterThan(1.5 * previous!);
});

it("a year weighs as much as a word; a text that is only a number has a vector", () => {
  expect(cosine(documentVector("2018 report"), documentVector("report"))).toBeCloseTo(Math.SQRT1_2, 1);
  expect(cosine(documentVector("4711"), documentVector("4711"))).toBeCloseTo(1, 4);
});

it("the previous model still ignores paragraph breaks; the current one doesn't", () => {
  const terms = documentVector("pump 4711 manual", 256, PREVIOUS_MODEL.name);
  expect(documentVector("pump 4711\n\nmanual", 256, PREVIOUS_MODEL.name)).toEqual(terms);
  expect(documentVector("pump 4711\n\nmanual")).not.toEqual(documentVector("pump 4711 manual"));
});

it("a text's terms are unchanged for the model name", () => {
  // A failure here means that the terms of texts changed: vectors stored under this name would no longer match queries.
  // Change the model's name, then both values on this line. Folding done only by the index is not included.
  const text = "Running XR-500A, 12.5 mm: ٢٠٢٤ کتاب 國立 リンゴ 1,234 don't straße";
  expect([LOCAL_MODEL.name, analyze(text).join(" ")]).toEqual([
    "quarry-local-v2",
    "run xr-500a xr 500a 12.5 mm ٢٠٢٤ کتاب 國立 リン ンゴ 1234 don strass ~کتاب",
  ]);
});
