import { queryTerms } from "@quarry/text";
import { expect, it } from "vitest";
import { writeDocumentVector } from "./document-vector.ts";
import { queryVector } from "./query-vector.ts";

const DIMENSION = 1024;
const vectorOf = (query: string, frequencies: Record<string, number>, dimension = DIMENSION) =>
  queryVector(query, queryTerms(query), {
    rarity: rarityOf(frequencies),
    dimension,
    fit: undefined,
    english: undefined,
  });
const rarityOf = (frequencies: Record<string, number>) => ({
  documentCount: 1000,
  documentFrequency: (term: string) => frequencies[term] ?? 0,
});
function cosineTo(query: Float32Array, text: string): number {
  const vector = new Float32Array(DIMENSION);
  writeDocumentVector(text, vector);
  return vector.reduce((sum, value, index) => sum + value * query[index]!, 0);
}

it("weighs the rare words of the collection more than the frequent ones", () => {
  const query = vectorOf("report pump", { report: 900, pump: 3 });
  expect(cosineTo(query, "the pump leaks")).toBeGreaterThan(2 * cosineTo(query, "the report leaks"));
});

it("leaves out words that the collection does not hold", () => {
  expect(vectorOf("pump xqzzt", { pump: 3 })).toEqual(vectorOf("pump", { pump: 3 }));
});

it("takes a query of which the collection holds no word for a text, far from what it holds", () => {
  const query = vectorOf("xqzzt …", { pump: 3 });
  expect(cosineTo(query, "xqzzt")).toBeCloseTo(1, 5);
  expect(cosineTo(query, "the pump leaks")).toBeLessThan(0.2);
});

it.each([1, 2, 3, 4, 5, 7])("has unit length in %i dimensions too", (dimension) => {
  const query = vectorOf("pump", { pump: 3 }, dimension);
  expect(Math.hypot(...query)).toBeCloseTo(1, 5);
});
