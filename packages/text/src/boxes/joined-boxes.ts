import type { PageBox } from "@quarry/plugin";

/** Maximum number of boxes of a chunk: a page of text in a chunk hardly has more lines. */
export const MOST_BOXES = 64;

/** Largest distance between line edges that count as the same edge, in fractions of the page. */
interface Edges {
  readonly left: number;
  readonly right: number;
}

/**
 * Default tolerance: about three points on the left; on the right, where lines end with their words, about two letters.
 */
const SAME: Edges = { left: 0.005, right: 0.02 };
/** Tolerances if there are too many boxes; with the last one, only boxes side by side stay separate. */
const LOOSER: readonly Edges[] = [0.05, 0.15, 1].map((edge) => ({ left: edge, right: edge }));
/** Largest gap between lines of one column, in line heights. */
const MAX_GAP = 0.8;
/** Largest overlap between lines of one column, in line heights. */
const MAX_OVERLAP = 0.5;

/**
 * Joins the boxes of lines, in their order. Consecutive lines with the same edges become one box, which covers nothing
 * more than the space between them. If there are more than `MOST_BOXES`, lines with different edges are joined too.
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
  const areSideBySide = line.x0 >= box.x1 || line.x1 <= box.x0;
  return !areSideBySide && Math.abs(line.x0 - box.x0) <= edges.left && Math.abs(line.x1 - box.x1) <= edges.right;
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
