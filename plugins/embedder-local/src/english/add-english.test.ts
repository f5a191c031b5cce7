import { analyze, queryTerms } from "@quarry/text";
import { describe, expect, it } from "vitest";
import { writeDocumentVector } from "../document-vector.ts";
import { queryVector } from "../query-vector.ts";
import { EnglishWords } from "./english-words.ts";
import { readEnglishWords } from "./read-english-words.ts";

const DIMENSION = 1024;
const english = new EnglishWords(readEnglishWords());

/** Returns the cosines of these texts with a query, in a collection with `more` other texts. */
function scores(query: string, texts: readonly string[], { known = true, more = 0 } = {}): number[] {
  const sets = texts.map((text) => new Set(analyze(text)));
  const documentFrequency = (term: string) => sets.filter((set) => set.has(term)).length;
  const rarity = { documentCount: texts.length + more, documentFrequency };
  const vector = queryVector(query, queryTerms(query), {
    rarity,
    dimension: DIMENSION,
    fit: undefined,
    english: known ? english : undefined,
  });
  return texts.map((text) => {
    const document = new Float32Array(DIMENSION);
    writeDocumentVector(text, document);
    return document.reduce((sum, value, at) => sum + value * vector[at]!, 0);
  });
}

const HOLIDAYS =
  "Every member of staff may take twenty-five days of holiday in each calendar year, and may carry over five.";
const PRINTER = "Remove jammed sheets from the printer, and check that the toner is full before you turn it on again.";

describe("a query of a small English collection", () => {
  it("finds the only text by a synonym", () => {
    expect(scores("vacation", [HOLIDAYS])[0]).toBeGreaterThan(0.1);
    expect(scores("vacation", [HOLIDAYS], { known: false })[0]).toBeLessThan(0.1);
  });

  it("ranks the text on its subject first", () => {
    const [holidays, printer] = scores("How much vacation do employees get?", [HOLIDAYS, PRINTER]);
    expect(holidays).toBeGreaterThan(printer! + 0.1);
    const [other, paper] = scores("The paper is stuck", [HOLIDAYS, PRINTER]);
    expect(paper).toBeGreaterThan(other! + 0.1);
  });

  it("scores below an on-topic query when off topic, even with a known word", () => {
    const [onTopic] = scores("How much vacation do employees get?", [HOLIDAYS]);
    for (const query of ["Which member of the orchestra plays the oboe?", "At which temperature does copper melt?"]) {
      expect(scores(query, [HOLIDAYS])[0]).toBeLessThan(onTopic! - 0.1);
    }
  });

  it("scores the exact word above related words", () => {
    const [itself, near] = scores("vacation", ["Rules for vacation, in short.", "Rules for holidays, in short."]);
    expect(itself).toBeGreaterThan(near! + 0.1);
    expect(near).toBeGreaterThan(0.1);
  });

  it("scores the same in a large collection as without the English dictionary", () => {
    const texts = [HOLIDAYS, PRINTER];
    const [large, before] = [
      scores("printer toner", texts, { more: 20_000 }),
      scores("printer toner", texts, { known: false }),
    ];
    for (const [at, score] of large.entries()) expect(score).toBeCloseTo(before[at]!, 2);
  });

  it("gets the same vector each time", () => {
    const query = "How much vacation do employees get?";
    expect(scores(query, [HOLIDAYS, PRINTER])).toEqual(scores(query, [HOLIDAYS, PRINTER]));
  });
});
