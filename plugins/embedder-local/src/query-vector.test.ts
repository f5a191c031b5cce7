import { queryTerms } from "@quarry/text";
import { expect, it } from "vitest";
import { EnglishWords } from "./english/english-words.ts";
import { readEnglishWords } from "./english/read-english-words.ts";
import { writeDocumentVector } from "./document-vector.ts";
import { queryVector } from "./query-vector.ts";

const DIMENSION = 1024;
const vectorOf = (
  query: string,
  frequencies: Record<string, number>,
  dimension = DIMENSION,
  english: EnglishWords | undefined = undefined,
) => queryVector(query, queryTerms(query), { rarity: rarityOf(frequencies), dimension, fit: undefined, english });
const rarityOf = (frequencies: Record<string, number>) => ({
  documentCount: 10_000,
  documentFrequency: (term: string) => frequencies[term] ?? 0,
});
function cosineTo(query: Float32Array, text: string): number {
  const vector = new Float32Array(DIMENSION);
  writeDocumentVector(text, vector);
  return vector.reduce((sum, value, index) => sum + value * query[index]!, 0);
}

it("weighs the rare words of the collection more than the frequent ones", () => {
  const query = vectorOf("report pump", { report: 9000, pump: 30 });
  expect(cosineTo(query, "the pump leaks")).toBeGreaterThan(2 * cosineTo(query, "the report leaks"));
});

it("weighs a word that is common in English less than one that is as rare in a large collection and in English too", () => {
  const frequencies = { world: 3, walru: 3 };
  const english = new EnglishWords(readEnglishWords());
  const query = vectorOf("world walrus", frequencies, DIMENSION, english);
  expect(cosineTo(query, "a walrus")).toBeGreaterThan(1.5 * cosineTo(query, "a world"));
  const alone = vectorOf("world walrus", frequencies);
  expect(cosineTo(alone, "a walrus")).toBeLessThan(1.2 * cosineTo(alone, "a world"));
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
