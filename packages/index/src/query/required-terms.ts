import { forEachPosting, type PostingList } from "../postings/posting-list.ts";

/** Sets the scores of all passages of a segment to 0 that are not in each of the lists; false when none is in all. */
export const keepHolders = (lists: readonly (PostingList | undefined)[], scores: Float64Array): boolean => {
  const held = new Uint16Array(scores.length);
  let holders = 0;
  for (const [index, list] of lists.entries()) {
    holders = 0;
    if (list === undefined) return false;
    forEachPosting(list, (ordinal) => {
      if (held[ordinal] !== index) return;
      held[ordinal] = index + 1;
      holders++;
    });
  }
  for (let ordinal = 0; ordinal < scores.length; ordinal++) if (held[ordinal] !== lists.length) scores[ordinal] = 0;
  return holders > 0;
};
