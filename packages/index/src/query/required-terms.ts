import { forEachPosting, type PostingList } from "../postings/posting-list.ts";

/**
 * Sets the scores of all passages of a segment to 0 that are missing in any of the lists. Returns false if no passage
 * is in all of them.
 */
export const zeroUnmatched = (lists: readonly (PostingList | undefined)[], scores: Float64Array): boolean => {
  const matched = new Uint16Array(scores.length);
  let matchCount = 0;
  for (const [index, list] of lists.entries()) {
    matchCount = 0;
    if (list === undefined) return false;
    forEachPosting(list, (ordinal) => {
      if (matched[ordinal] !== index) return;
      matched[ordinal] = index + 1;
      matchCount++;
    });
  }
  for (let ordinal = 0; ordinal < scores.length; ordinal++) if (matched[ordinal] !== lists.length) scores[ordinal] = 0;
  return matchCount > 0;
};
