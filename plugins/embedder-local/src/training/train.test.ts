import { murmur3, queryTerms } from "@quarry/text";
import { describe, expect, it } from "vitest";
import { writeDocumentVector } from "../document-vector.ts";
import { queryVector } from "../query-vector.ts";
import type { Fit } from "./trained-projection.ts";
import { fitFromBytes, fitToBytes } from "./training-bytes.ts";
import { MAXIMUM_DIMENSION, MINIMUM_DIMENSION } from "./training-limits.ts";
import { learnFit } from "./train.ts";

const DIMENSION = 1024;

/** Two subjects. "car" and "vehicle" never occur in one text, but they occur with the same words. */
const COMPANY = ["engine", "wheel", "brake", "gearbox", "steering", "fuel", "tyre", "clutch"];
const OTHERS = ["violin", "oboe", "overture", "conductor", "rehearsal", "sonata", "cello", "quartet"];
const pick = (words: readonly string[], index: number) =>
  [1, 2, 3].map((draw) => words[murmur3(`${index} ${draw}`) % words.length]).join(" ");
const texts = Array.from({ length: 700 }, (_, index) => {
  if (index % 2 === 0) return `report ${index} ${pick(OTHERS, index)}`;
  return `report ${index} ${index % 4 === 1 ? "car" : "vehicle"} ${pick(COMPANY, index)}`;
});
const fit = learnFit(texts, DIMENSION);

const rarity = { documentCount: texts.length, documentFrequency: () => 60 };
const queryWith = (by: Fit | undefined, query: string, dimension = DIMENSION) =>
  queryVector(query, queryTerms(query), { rarity, dimension, fit: by, english: undefined });
const queryOf = (query: string) => queryWith(fit, query);
const cosine = (left: Float32Array, right: Float32Array) =>
  left.reduce((sum, value, place) => sum + value * right[place]!, 0);
function documentOf(text: string, dimension = DIMENSION): Float32Array {
  const vector = new Float32Array(dimension);
  writeDocumentVector(text, vector);
  return vector;
}

describe("a query after training", () => {
  it("is closer to texts on its subject that share no words with it", () => {
    const [vehicle, concert] = [documentOf("vehicle gearbox fuel"), documentOf("sonata rehearsal cello")];
    const learned = cosine(queryOf("car"), vehicle);
    expect(learned).toBeGreaterThan(cosine(queryWith(undefined, "car"), vehicle) + 0.05);
    expect(learned).toBeGreaterThan(cosine(queryOf("car"), concert) + 0.1);
  });

  it("stays closest to texts that contain its words", () => {
    expect(cosine(queryOf("car"), documentOf("car gearbox fuel"))).toBeGreaterThan(
      cosine(queryOf("car"), documentOf("vehicle gearbox fuel")),
    );
  });

  it("has unit length, and is unchanged when training knows none of its words", () => {
    expect(Math.hypot(...queryOf("car sonata"))).toBeCloseTo(1, 5);
    expect(queryOf("xqzzt")).toEqual(queryWith(undefined, "xqzzt"));
  });
});

it("training on the same texts in another order yields nearly the same vectors", () => {
  const other = learnFit(texts.toReversed(), DIMENSION);
  for (const query of ["car", "sonata brake", "report 7"])
    expect(cosine(queryOf(query), queryWith(other, query))).toBeGreaterThan(0.999);
});

it.each([MINIMUM_DIMENSION, 300, MAXIMUM_DIMENSION])("trains for vectors of %i dimensions", (dimension) => {
  const other = learnFit(texts, dimension);
  const vehicle = documentOf("vehicle gearbox fuel", dimension);
  const before = cosine(queryWith(undefined, "car", dimension), vehicle);
  expect(cosine(queryWith(other, "car", dimension), vehicle)).toBeGreaterThan(before + 0.05);
});

it("training accepts texts that share no words, contain no words, or are all the same", () => {
  for (const odd of [
    texts.map((_, index) => `w${index}`),
    texts.map(() => "🙂"),
    texts.map(() => "one and the same text"),
  ]) {
    const learned = learnFit(odd, DIMENSION);
    for (const query of ["one text", "w7"]) expect(Math.hypot(...queryWith(learned, query))).toBeCloseTo(1, 5);
  }
});

describe("the serialized training result", () => {
  const bytes = fitToBytes(fit);

  it("round-trips at any memory alignment", () => {
    expect(fitFromBytes(bytes)).toEqual(fit);
    const shifted = new Uint8Array(bytes.length + 1);
    shifted.set(bytes, 1);
    expect(fitFromBytes(shifted.subarray(1))).toEqual(fit);
  });

  it("is rejected when it is truncated, too long or other data", () => {
    for (const other of [
      bytes.subarray(0, 10),
      bytes.subarray(0, -1),
      new Uint8Array(bytes.length),
      new Uint8Array([...bytes, 0]),
    ])
      expect(fitFromBytes(other)).toBeUndefined();
  });
});
