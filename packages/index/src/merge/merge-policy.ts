/**
 * Number of segments of one size class that are merged into one. A smaller number rewrites more, a larger one slows
 * each query.
 */
const FAN_IN = 4;
/**
 * Size below which a segment is in the smallest class. Each class is `FAN_IN` times as large as the one below it. It is
 * small because passages that arrive one by one would otherwise be rewritten at every third commit: 40 times until
 * there are 256 of them.
 */
const SMALLEST_CLASS = 16;
/** Maximum number of segments in one merge. */
const MAX_SOURCES = 32;
/** Share of deleted passages above which a segment is rewritten on its own. */
const MAX_DELETED_SHARE = 0.5;

/** Size of a segment for the merge policy. */
export interface SegmentSize {
  readonly rowCount: number;
  readonly liveCount: number;
}

/** Segments to merge, from `start` to `end` (exclusive). */
export interface MergePlan {
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the most useful merge of segments in order of age, or undefined if none is needed. Keeps their number
 * logarithmic: each size class has fewer than `FAN_IN` segments, counted from the newest.
 */
export const planMerge = (segments: readonly SegmentSize[]): MergePlan | undefined => {
  const classes = segments.map(({ liveCount }) => sizeClass(liveCount));
  for (let level = 0; level <= Math.max(-1, ...classes); level++) {
    const plan = planLevel(classes, level);
    if (plan !== undefined) return plan;
  }
  const overtaken = planOvertaken(classes);
  if (overtaken !== undefined) return overtaken;
  const wasteful = segments.findIndex(({ rowCount, liveCount }) => rowCount - liveCount > rowCount * MAX_DELETED_SHARE);
  return wasteful < 0 ? undefined : { start: wasteful, end: wasteful + 1 };
};

// Only adjacent segments can be merged: the newest ones of this level, with all segments between them. If deletions
// have left smaller segments before larger ones, merges all of them once they exceed the number allowed for the
// classes.
const planLevel = (classes: readonly number[], level: number): MergePlan | undefined => {
  let found = 0;
  let end = -1;
  let start = -1;
  let first = classes.length;
  for (; first > 0 && classes[first - 1]! <= level; first--) {
    if (classes.length - first === MAX_SOURCES) break;
    if (classes[first - 1] !== level) continue;
    if (end < 0) end = first;
    found++;
    start = first - 1;
  }
  if (found >= FAN_IN) return { start, end };
  const isCrowded = classes.length - first > (FAN_IN - 1) * (level + 1);
  return isCrowded ? { start: first, end: classes.length } : undefined;
};

/**
 * Merges the segments before a larger one, which no merge of a size class reaches any more: a writer that merges while
 * many passages arrive left ten of 17 segments of a million passages behind. A single one stays.
 */
const planOvertaken = (classes: readonly number[]): MergePlan | undefined => {
  for (let end = classes.length - 1; end > 1; end--) {
    let start = end;
    while (start > 0 && end - start < MAX_SOURCES && classes[start - 1]! < classes[end]!) start--;
    if (end - start > 1) return { start, end };
  }
  return undefined;
};

const sizeClass = (count: number): number => {
  let level = 0;
  for (let limit = SMALLEST_CLASS; count >= limit; limit *= FAN_IN) level++;
  return level;
};
