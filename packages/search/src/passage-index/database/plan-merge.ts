import { planMerge } from "../postings/merge-policy.ts";
import type { SegmentRecord } from "./stored-segments.ts";

/**
 * Most passages of a segment that is merged with others: a merge holds all it reads and writes in memory, some hundred
 * bytes a passage and segment.
 */
const MAX_MERGED_PASSAGES = 131_072;

/** The most useful merge of segments that are not being merged already, or undefined. */
export const planFreeMerge = (
  segments: readonly SegmentRecord[],
  taken: ReadonlySet<number>,
): readonly SegmentRecord[] | undefined => {
  for (const run of runsOf(segments, taken)) {
    const plan = planMerge(run);
    if (plan !== undefined) return withinBounds(run.slice(plan.start, plan.end));
  }
  return undefined;
};

/** Segments that follow one another, newest first. A large one is a run by itself: only what is deleted makes it new. */
const runsOf = (segments: readonly SegmentRecord[], taken: ReadonlySet<number>): readonly SegmentRecord[][] => {
  const runs: SegmentRecord[][] = [[]];
  for (const segment of segments) {
    if (taken.has(segment.number)) runs.push([]);
    else if (segment.liveCount >= MAX_MERGED_PASSAGES / 2) runs.push([segment], []);
    else runs.at(-1)!.push(segment);
  }
  return runs.toReversed();
};

const withinBounds = (segments: readonly SegmentRecord[]): readonly SegmentRecord[] => {
  let passages = 0;
  const count = segments.findIndex(({ liveCount }) => (passages += liveCount) > MAX_MERGED_PASSAGES);
  return count < 0 ? segments : segments.slice(0, Math.max(2, count));
};
