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
  const query = queryVector(queryTerms("report pump"), rarityOf({ report: 900, pump: 3 }), DIMENSION);
  expect(cosineTo(query, "the pump leaks")).toBeGreaterThan(2 * cosineTo(query, "the report leaks"));
});

it("leaves out words that the collection does not hold", () => {
  const rarity = rarityOf({ pump: 3 });
  const known = queryVector(queryTerms("pump"), rarity, DIMENSION);
  expect(queryVector(queryTerms("pump xqzzt"), rarity, DIMENSION)).toEqual(known);
});

it("is all zero when the collection holds none of the words", () => {
  expect(queryVector(queryTerms("xqzzt 🙂"), rarityOf({ pump: 3 }), DIMENSION)).toEqual(new Float32Array(DIMENSION));
});
