import { describe, expect, it } from "vitest";
import { boundedQuery, MAX_QUERY_PHRASES } from "./bounded-query.ts";
import { queryWords, searchTerms } from "./index.ts";
import { MAX_QUERY_TERMS } from "./query-counts.ts";

const words = (count: number): string[] => Array.from({ length: count }, (_, at) => `word${at}`);
const han = (count: number): string => String.fromCodePoint(...Array.from({ length: count }, (_, at) => 0x4e00 + at));

describe("boundedQuery", () => {
  it.each([
    ["a question", "How long is the warranty of the pump?"],
    ["the maximum number of words", words(MAX_QUERY_TERMS).join(" ")],
    ["few words, many times", "pump warranty ".repeat(2_300)],
    ["few phrases, many times", '"a b" "c d" '.repeat(2_700)],
    ["one phrase of many words", `"${"a ".repeat(16_000)}"`],
    ["one long word", "a".repeat(32_768)],
    ["one character", "漢".repeat(32_768)],
    ["marks", '"-. '.repeat(8_000)],
  ])("leaves %s unchanged", (_, query) => {
    expect(boundedQuery(query)).toEqual({ text: query, leftOut: 0 });
  });

  it("returns the first words of a query that has too many, and the number of omitted words", () => {
    const all = words(5_000);
    const { text, leftOut } = boundedQuery(all.join(" "));
    expect(text.trim()).toBe(all.slice(0, MAX_QUERY_TERMS).join(" "));
    expect(leftOut).toBe(4_000);
  });

  it("counts distinct words, without stop words", () => {
    const all = words(MAX_QUERY_TERMS + 1);
    const query = all.map((word) => `of the ${word} ${word}`).join(" ");
    expect(boundedQuery(query).text.trim().endsWith("of the")).toBe(true);
    expect(boundedQuery(query).leftOut).toBe(2);
  });

  it("cuts text without word boundaries between characters", () => {
    const { text, leftOut } = boundedQuery(han(20_000));
    expect(text).toBe(han(MAX_QUERY_TERMS + 1).slice(0, text.length));
    expect(text.length).toBeGreaterThanOrEqual(MAX_QUERY_TERMS);
    expect(leftOut).toBeGreaterThan(18_000);
    const rare = String.fromCodePoint(...Array.from({ length: 5_000 }, (_, at) => 0x20000 + at));
    expect(boundedQuery(rare).text.isWellFormed()).toBe(true);
  });

  it("shortens a phrase that extends beyond the limit", () => {
    const all = words(3_000);
    const { text, leftOut } = boundedQuery(`pump "${all.join(" ")}" behind`);
    const { phrases, terms } = searchTerms(text);
    expect(phrases.length).toBe(1);
    expect(phrases[0]!.terms.length).toBe(MAX_QUERY_TERMS - 1);
    expect(terms.has("pump")).toBe(true);
    expect(leftOut).toBe(3_000 - (MAX_QUERY_TERMS - 1) + 1);
  });

  it("limits the number of phrases", () => {
    const all = words(60);
    const query = all.flatMap((one) => all.slice(0, 40).map((other) => `"${one} ${other}"`)).join(" ");
    const { text, leftOut } = boundedQuery(query);
    expect(searchTerms(text).phrases.length).toBe(MAX_QUERY_PHRASES);
    expect(leftOut).toBe((60 * 40 - MAX_QUERY_PHRASES) * 2);
  });

  /** Each is within the contract's maximum length. */
  it.each([
    ["words", words(3_600).join(" ")],
    ["words of another alphabet", words(3_600).join(" ").replaceAll("word", "слово")],
    [
      "words of another language",
      `und der wird nicht ${words(1_500)
        .join(" ")
        .replaceAll(/\d/g, (digit) => "abcdefghij"[Number(digit)]!)}`,
    ],
    ["a code of many parts", words(3_600).join("-")],
    ["a path of many parts", words(3_600).join("/")],
    ["camel-case names of many parts", words(3_600).join("Hump")],
    ["numbers", Array.from({ length: 4_600 }, (_, at) => String(1_000_000 + at)).join(" ")],
    ["characters", han(32_768)],
    ["Thai", "กขคงจฉช".repeat(4_600)],
    ["quotation marks", "“a” ".repeat(8_192)],
    ["measures", "1 mm ".repeat(6_500)],
    ["addresses", "http://a.b/c?d=e ".repeat(1_900)],
  ])("bounds the number of terms for %s", (_, query) => {
    const { terms, spellings } = searchTerms(boundedQuery(query).text);
    // Words, the numbers in them, codes as a whole, and grams.
    expect(terms.size).toBeLessThanOrEqual(4 * MAX_QUERY_TERMS);
    expect([...spellings.values()].flat(2).length).toBeLessThanOrEqual(8 * MAX_QUERY_TERMS);
    const requested = queryWords(boundedQuery(query).text);
    expect(requested.counts.size).toBeLessThanOrEqual(4 * MAX_QUERY_TERMS);
  });
});
