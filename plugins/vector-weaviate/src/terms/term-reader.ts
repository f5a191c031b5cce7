import { mapSomeAtOnce, type NearWord } from "@quarry/plugin";
import { editDistance } from "@quarry/plugin/domain";
import { digestOf } from "../stored-object.ts";
import { allOf, hasAny, hasNone } from "../to-filters.ts";
import type { WeaviateCalls } from "../weaviate-calls.ts";
import { MAX_RESULTS } from "../weaviate-objects.ts";
import { NEAR, nearDigests, PLACES, readWord, recordUuid, TERMS, WITH_BODY, WORDS } from "./term-object.ts";

/** Returns the number of records with any of each group's terms. */
export const countGroups = (
  calls: WeaviateCalls,
  groups: readonly (readonly string[])[],
  without: readonly string[],
): Promise<readonly number[]> => {
  const rest = without.length === 0 ? [] : [hasNone(PLACES, without.map(recordUuid))];
  return mapSomeAtOnce(groups, (group) => calls.count(allOf([hasAny(TERMS, group.map(digestOf)), ...rest])));
};

/** Returns near words. Weaviate has only pattern matching, so candidates are found by their deletion variants. */
export const findNearWords = (
  calls: WeaviateCalls,
  words: readonly string[],
  edits: number,
): Promise<readonly (readonly NearWord[])[]> =>
  mapSomeAtOnce(words, async (word) => {
    const filters = hasAny(NEAR, nearDigests(word, edits));
    const proposed = (await calls.search({ limit: MAX_RESULTS, filters, ...WITH_BODY })).map(readWord);
    const near = proposed.filter((other) => editDistance(word, other, edits) <= edits);
    const counted = await mapSomeAtOnce(near, async (other) => ({
      word: other,
      count: await calls.count(hasAny(WORDS, [digestOf(other)])),
    }));
    return counted.filter(({ count }) => count > 0);
  });
