import { queryTerms } from "@quarry/text";
import { expect, it } from "vitest";
import { writeDocumentVector } from "./document-vector.ts";
import { queryVector } from "./query-vector.ts";

const DIMENSION = 1024;
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
  const query = queryVector("report pump", queryTerms("report pump"), rarityOf({ report: 900, pump: 3 }), DIMENSION);
  expect(cosineTo(query, "the pump leaks")).toBeGreaterThan(2 * cosineTo(query, "the report leaks"));
});

it("leaves out words that the collection does not hold", () => {
  const rarity = rarityOf({ pump: 3 });
  const known = queryVector("pump", queryTerms("pump"), rarity, DIMENSION);
  expect(queryVector("pump xqzzt", queryTerms("pump xqzzt"), rarity, DIMENSION)).toEqual(known);
});

it("takes a query of which the collection holds no word for a text, far from what it holds", () => {
  const query = queryVector("xqzzt 🙂", queryTerms("xqzzt 🙂"), rarityOf({ pump: 3 }), DIMENSION);
  expect(cosineTo(query, "xqzzt")).toBeCloseTo(1, 5);
  expect(cosineTo(query, "the pump leaks")).toBeLessThan(0.2);
});

it.each([1, 2, 3, 4, 5, 7])("has unit length in %i dimensions too", (dimension) => {
  const query = queryVector("pump", queryTerms("pump"), rarityOf({ pump: 3 }), dimension);
  expect(Math.hypot(...query)).toBeCloseTo(1, 5);
});
