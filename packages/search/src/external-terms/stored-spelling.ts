import { type FrequencyOf, QueryRepair, type RepairedQuery, closestWords, isNear, unitsOf } from "@quarry/index";
import type { NearWord } from "@quarry/plugin";
import { spelledWords, wordTerm } from "@quarry/text";

/** Source of a collection's vocabulary for spelling correction. */
export interface SpellingSource {
  readonly frequencies: (terms: readonly string[]) => Promise<FrequencyOf>;
  readonly nearWords: (words: readonly string[], edits: number) => Promise<readonly (readonly NearWord[])[]>;
}

/** Corrects the spelling of a query by the words of a store. The query must be well-formed Unicode. */
export const repairBy = async (query: string, { frequencies, nearWords }: SpellingSource): Promise<RepairedQuery> => {
  const terms = spelledWords(query).words.flatMap((word) => word.terms);
  const repair = new QueryRepair(query, await frequencies(terms));
  for (const edits of QueryRepair.EDITS) {
    const open = repair.open(edits);
    if (open.length === 0) continue;
    const near = await nearWords(open, edits);
    const candidates = open.map((word, index) => closestWords(word, countsOf(word, near[index]!, edits)));
    const frequencyOf = await frequencies(candidates.flat().map(wordTerm));
    for (const [index, word] of open.entries()) repair.settle(word, candidates[index]!, frequencyOf);
  }
  return repair.result;
};

/** A store may count edits differently. */
const countsOf = (word: string, near: readonly NearWord[], edits: number): ReadonlyMap<string, number> => {
  const left = unitsOf(word);
  const isClose = (other: string): boolean => {
    const right = unitsOf(other);
    return isNear(left, 0, left.length, right, 0, right.length, edits);
  };
  return new Map(near.filter((one) => isClose(one.word)).map((one) => [one.word, one.count]));
};
