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

it("a query's words that are rare in the collection weigh more than frequent ones", () => {
  const query = vectorOf("report pump", { report: 9000, pump: 30 });
  expect(cosineTo(query, "the pump leaks")).toBeGreaterThan(2 * cosineTo(query, "the report leaks"));
});

it("with the dictionary, a word common in English weighs less than an equally frequent rare word", () => {
  const frequencies = { world: 3, walru: 3 };
  const english = new EnglishWords(readEnglishWords());
  const query = vectorOf("world walrus", frequencies, DIMENSION, english);
  expect(cosineTo(query, "a walrus")).toBeGreaterThan(1.5 * cosineTo(query, "a world"));
  const alone = vectorOf("world walrus", frequencies);
  expect(cosineTo(alone, "a walrus")).toBeLessThan(1.2 * cosineTo(alone, "a world"));
});

it("words missing from the collection are ignored", () => {
  expect(vectorOf("pump xqzzt", { pump: 3 })).toEqual(vectorOf("pump", { pump: 3 }));
});

it("a query with only unknown words is embedded as a text, far from the collection's texts", () => {
  const query = vectorOf("xqzzt …", { pump: 3 });
  expect(cosineTo(query, "xqzzt")).toBeCloseTo(1, 5);
  expect(cosineTo(query, "the pump leaks")).toBeLessThan(0.2);
});

it.each([1, 2, 3, 4, 5, 7])("a query vector has unit length in %i dimensions too", (dimension) => {
  const query = vectorOf("pump", { pump: 3 }, dimension);
  expect(Math.hypot(...query)).toBeCloseTo(1, 5);
});
