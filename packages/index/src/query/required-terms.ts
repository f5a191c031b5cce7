import { forEachPosting, type PostingList } from "../postings/posting-list.ts";

/** Sets the scores of all passages of a segment to 0 that are not in each of the lists; false when none is in all. */
export const keepMatching = (lists: readonly (PostingList | undefined)[], scores: Float64Array): boolean => {
  const matched = new Uint16Array(scores.length);
  let holders = 0;
  for (const [index, list] of lists.entries()) {
    holders = 0;
    if (list === undefined) return false;
    forEachPosting(list, (ordinal) => {
      if (matched[ordinal] !== index) return;
      matched[ordinal] = index + 1;
      holders++;
    });
  }
  for (let ordinal = 0; ordinal < scores.length; ordinal++) if (matched[ordinal] !== lists.length) scores[ordinal] = 0;
  return holders > 0;
};
