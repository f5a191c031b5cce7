import { describeValue } from "@quarry/plugin/domain";
import type { NearWord, TermHit, TermSearchResult } from "@quarry/plugin";
import { WrongAnswer } from "../wrong-answer.ts";
import { readFilter } from "./read-filter.ts";
import { NewIds, readArray, readCount, readObject } from "./read-values.ts";

/** Maximum number of similar terms that a store may return for one term. A few dozen are requested. */
const MAX_NEAR_WORDS = 10_000;

/** Validates hits for a request with `termCount` terms: at most `limit` hits. */
export const readTermSearch = (answer: unknown, termCount: number, limit: number): TermSearchResult => {
  const result = readObject(answer, "a search result");
  const keys = new NewIds();
  const hits = readArray(result["hits"], "hits", limit).map((value): TermHit => {
    const hit = readObject(value, "a hit");
    keys.take(hit["key"]);
    readCount(hit["length"]);
    const frequencies = readArray(hit["frequencies"], "frequencies", termCount);
    if (frequencies.length < termCount)
      throw new WrongAnswer(`${frequencies.length} frequencies for ${termCount} terms`);
    for (const frequency of frequencies) readCount(frequency);
    return value as TermHit;
  });
  const { bound, next, residual } = result;
  if (typeof bound !== "number" || !(bound >= 0)) {
    throw new WrongAnswer(`bound must be a number, not below 0, it is ${describeValue(bound)}`);
  }
  if (next !== undefined && (typeof next !== "string" || hits.length === 0)) {
    throw new WrongAnswer(`next must be a text behind some hits, it is ${describeValue(next)}`);
  }
  return {
    ...{ hits, bound },
    ...(next !== undefined && { next: next as string }),
    ...(residual !== undefined && { residual: readFilter(residual) }),
  };
};

/** Validates counts: one number per group. */
export const readCounts = (answer: unknown, groups: number): readonly number[] => {
  const counts = readArray(answer, "counts", groups);
  if (counts.length < groups) throw new WrongAnswer(`${counts.length} counts for ${groups} groups of terms`);
  return counts.map((count) => readCount(count));
};

/** Validates similar terms: one list per term. */
export const readNearWords = (answer: unknown, words: number): readonly (readonly NearWord[])[] => {
  const lists = readArray(answer, "lists of words", words);
  if (lists.length < words) throw new WrongAnswer(`${lists.length} lists for ${words} words`);
  return lists.map((list) =>
    readArray(list, "words", MAX_NEAR_WORDS).map((value): NearWord => {
      const { word, count } = readObject(value, "a word");
      if (typeof word !== "string") throw new WrongAnswer(`a word is a text, and one is ${describeValue(word)}`);
      return { word, count: readCount(count) };
    }),
  );
};
