/** Segments of one size class that are merged into one. Fewer would rewrite more, more would slow each query. */
const FAN_IN = 4;
/**
 * Passages up to which a segment is of the smallest class; each class is `FAN_IN` times the one before. So few, because what
 * comes passage by passage is otherwise rewritten at every third commit: 40 times until there are 256 of them.
 */
const SMALLEST_CLASS = 16;
/** Most segments that one merge takes. */
const MAX_SOURCES = 32;
/** Share of deleted passages from which a segment is rewritten by itself. */
const MAX_DELETED_SHARE = 0.5;

/** A segment as the policy sees it. */
export interface SegmentSize {
  readonly rowCount: number;
  readonly liveCount: number;
}

/** The segments at `start` up to `end` (excluded) belong into one. */
export interface MergePlan {
  readonly start: number;
  readonly end: number;
}

/**
 * The most useful merge of segments in the order of time, or undefined when all is well. Keeps their number
 * logarithmic: each size class has fewer than `FAN_IN`, counted from the newest.
 */
export const planMerge = (segments: readonly SegmentSize[]): MergePlan | undefined => {
  const classes = segments.map(({ liveCount }) => sizeClass(liveCount));
  for (let level = 0; level <= Math.max(-1, ...classes); level++) {
    const plan = planLevel(classes, level);
    if (plan !== undefined) return plan;
  }
  const wasteful = segments.findIndex(({ rowCount, liveCount }) => rowCount - liveCount > rowCount * MAX_DELETED_SHARE);
  return wasteful < 0 ? undefined : { start: wasteful, end: wasteful + 1 };
};

// Only segments that follow one another can be merged: those of the level at the end, with what lies between them. Where
// deletes have left smaller ones behind larger ones, all of them, once they are more than the classes should have.
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

const sizeClass = (count: number): number => {
  let level = 0;
  for (let limit = SMALLEST_CLASS; count >= limit; limit *= FAN_IN) level++;
  return level;
};
