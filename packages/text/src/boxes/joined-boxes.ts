import type { PageBox } from "@quarry/plugin";

/** Most boxes of a chunk: a page of text in a chunk has hardly more lines. */
export const MOST_BOXES = 64;

/** Largest distance between the edges of lines that count as one edge, in shares of the page. */
interface Edges {
  readonly left: number;
  readonly right: number;
}

/** Some three points; on the right, where lines end as their words do, two letters. */
const SAME: Edges = { left: 0.005, right: 0.02 };
/** Where there are too many boxes; at last only what stands beside each other differs. */
const LOOSER: readonly Edges[] = [0.05, 0.15, 1].map((edge) => ({ left: edge, right: edge }));
/** Lines of one column stand no further apart than this many of their heights. */
const MAX_GAP = 0.8;
/** And lie over each other by no more. */
const MAX_OVERLAP = 0.5;

/**
 * The boxes of lines, in their order: lines below each other with the same edges are one box, as no more is covered by it
 * than what stands between them. Where there are more than `MOST_BOXES` of them, lines with other edges are put together too.
 */
export function joinBoxes(lines: readonly PageBox[]): readonly PageBox[] {
  let boxes = joined(lines, SAME);
  for (const edges of LOOSER) {
    if (boxes.length <= MOST_BOXES) return boxes;
    boxes = joined(boxes, edges);
  }
  return boxes.length <= MOST_BOXES ? boxes : inGroups(boxes, Math.ceil(boxes.length / MOST_BOXES));
}

function joined(lines: readonly PageBox[], edges: Edges): PageBox[] {
  const boxes: PageBox[] = [];
  let height = 0;
  for (const line of lines) {
    const last = boxes.at(-1);
    const own = line.y1 - line.y0;
    if (last !== undefined && isBelow(last, line, Math.min(height, own), edges))
      boxes[boxes.length - 1] = union(last, line);
    else boxes.push(line);
    height = own;
  }
  return boxes;
}

function isBelow(box: PageBox, line: PageBox, height: number, edges: Edges): boolean {
  const gap = line.y0 - box.y1;
  if (gap > height * MAX_GAP || gap < -height * MAX_OVERLAP) return false;
  const areBeside = line.x0 >= box.x1 || line.x1 <= box.x0;
  return !areBeside && Math.abs(line.x0 - box.x0) <= edges.left && Math.abs(line.x1 - box.x1) <= edges.right;
}

const union = (one: PageBox, other: PageBox): PageBox => ({
  x0: Math.min(one.x0, other.x0),
  y0: Math.min(one.y0, other.y0),
  x1: Math.max(one.x1, other.x1),
  y1: Math.max(one.y1, other.y1),
});

const inGroups = (boxes: readonly PageBox[], size: number): PageBox[] =>
  Array.from({ length: Math.ceil(boxes.length / size) }, (_, group) =>
    boxes.slice(group * size, (group + 1) * size).reduce(union),
  );
