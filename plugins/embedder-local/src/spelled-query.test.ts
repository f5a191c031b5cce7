import { queryWords } from "@quarry/text";
import { expect, it } from "vitest";
import { SpelledQuery } from "./spelled-query.ts";

const rarityOf = (held: readonly string[]) => ({
  documentCount: 1000,
  documentFrequency: (term: string) => (held.includes(term) ? 2 : 0),
});
/** Returns the query terms for which a collection with these terms contains something. */
const held = (query: string, terms: readonly string[]): readonly string[] => {
  const spelled = new SpelledQuery(queryWords(query));
  const rarity = rarityOf(terms);
  const requested = new Set([...spelled.terms, ...spelled.divisions(rarity)]);
  const counts = spelled.counts(rarity);
  for (const term of counts.keys()) expect(requested).toContain(term);
  return [...counts.keys()].filter((term) => rarity.documentFrequency(term) > 0).toSorted();
};

it.each([
  ["signoff", ["=signoff", "sign", "off"], ["off", "sign"]],
  ["sign-off", ["signoff"], ["signoff"]],
  ["signoff", ["signoff", "=signoff", "sign", "off"], ["off", "sign", "signoff"]],
  ["XR500A", ["=xr500a", "xr-500a", "xr", "500a"], ["500a", "xr"]],
  ["nodejs", ["=nodej", "node", "js"], ["js", "node"]],
  ["dont", ["=dont", "don"], ["don"]],
  ["1234567", ["=1234567", "1", "234", "567", "12"], ["1", "234", "567"]],
  ["12.5mm", ["=12.5mm", "12.5", "mm"], ["12.5", "mm"]],
  // Nothing in the collection shows that a text divides the word.
  ["signoff", ["sign", "off"], []],
  ["together", ["to", "get", "her", "gether"], []],
] as const)("the query %j in a collection with the terms %j matches %j", (query, terms, expected) => {
  expect(held(query, terms)).toEqual(expected);
});

it("omits parts of a word found only in another spelling, and forms absent from the collection", () => {
  const countsOf = (query: string, terms: readonly string[]) => [
    ...new SpelledQuery(queryWords(query)).counts(rarityOf(terms)).keys(),
  ];
  expect(countsOf("wi-fi", ["wifi"])).toEqual(["wifi"]);
  expect(countsOf("vacation policy", ["polici"])).toEqual(["vacat", "polici"]);
  expect(countsOf("wi-fi", ["wi"])).toEqual(["wi", "fi"]);
});
