import { countLive, type PostingList } from "../postings/posting-list.ts";
import type { IndexView, SegmentView, TermView } from "./index-view.ts";

/** Looks up a term in a segment. `encoded` is the term in UTF-8. */
export type FindPostings = (segment: SegmentView, term: string, encoded: Buffer) => PostingList | undefined;

/** Reads the postings of a term in a view, segment by segment. */
export const readTerm = (view: IndexView, term: string, find: FindPostings): TermView => {
  const encoded = Buffer.from(term);
  const postings = view.segments.map((segment) => find(segment, term, encoded));
  return { postings, frequency: documentFrequency(view, term, postings) };
};

/** Returns the number of live passages that contain the term. */
export const documentFrequency = (view: IndexView, term: string, postings: TermView["postings"]): number => {
  let sum = 0;
  for (const [index, list] of postings.entries()) {
    if (list !== undefined) sum += liveCount(view.segments[index]!, term, list);
  }
  return sum;
};

/** Number of postings from which the count of live ones is cached for as long as the segment is unchanged. */
const MIN_CACHED_COUNT = 1_024;
const cachedCounts = new WeakMap<SegmentView, Map<string, number>>();

const liveCount = (segment: SegmentView, term: string, list: PostingList): number => {
  if (segment.deleted === undefined) return list.count;
  if (list.count < MIN_CACHED_COUNT) return countLive(list, segment.deleted);
  let counts = cachedCounts.get(segment);
  if (counts === undefined) cachedCounts.set(segment, (counts = new Map()));
  let count = counts.get(term);
  if (count === undefined) counts.set(term, (count = countLive(list, segment.deleted)));
  return count;
};
