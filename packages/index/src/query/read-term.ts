import { countLive, type PostingList } from "../postings/posting-list.ts";
import type { IndexView, SegmentView, TermView } from "./index-view.ts";

/** Looks a term up in a segment. `encoded` is the term in UTF-8. */
export type FindPostings = (segment: SegmentView, term: string, encoded: Buffer) => PostingList | undefined;

/** Reads the postings of a term in a view, segment by segment. */
export const readTerm = (view: IndexView, term: string, find: FindPostings): TermView => {
  const encoded = Buffer.from(term);
  const postings = view.segments.map((segment) => find(segment, term, encoded));
  return { postings, frequency: documentFrequency(view, term, postings), mostShare: 1 };
};

/** Number of live passages that hold the term. */
export const documentFrequency = (view: IndexView, term: string, postings: TermView["postings"]): number => {
  let sum = 0;
  for (const [index, list] of postings.entries()) {
    if (list !== undefined) sum += liveCount(view.segments[index]!, term, list);
  }
  return sum;
};

/** Postings from which the living ones are counted once and remembered as long as the segment stays as it is. */
const MIN_REMEMBERED = 1_024;
const remembered = new WeakMap<SegmentView, Map<string, number>>();

const liveCount = (segment: SegmentView, term: string, list: PostingList): number => {
  if (segment.deleted === undefined) return list.count;
  if (list.count < MIN_REMEMBERED) return countLive(list, segment.deleted);
  let counts = remembered.get(segment);
  if (counts === undefined) remembered.set(segment, (counts = new Map()));
  let count = counts.get(term);
  if (count === undefined) counts.set(term, (count = countLive(list, segment.deleted)));
  return count;
};
