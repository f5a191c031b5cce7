import type { GreyImage } from "./grey-image.ts";

/** A region of a page with a background of one colour. */
export interface Background {
  readonly grey: number;
  readonly left: number;
  /** Right edge, exclusive. */
  readonly right: number;
  readonly top: number;
  /** Its runs from left to right, by row from the top. Their grey can change gradually across and down the page. */
  readonly rows: readonly (readonly BackgroundRun[])[];
}

interface BackgroundRun {
  readonly left: number;
  /** Right edge, exclusive. */
  readonly right: number;
  readonly grey: number;
}

/** Minimum pixels of a run of one colour: more than in strokes of letters, and usually than in grain. */
const MIN_RUN = 6;
/** Maximum grey difference within a background. JPEG artefacts only exceed it next to letters. */
const TOLERANCE = 12;
/** Smaller regions have no space for a word of legible letters. */
const MIN_HEIGHT = 12;
const MIN_WIDTH = 30;
/**
 * Minimum share of its bounding box that a background fills. Frames and letters fill less; a label with narrow margins
 * around its text fills about a third.
 */
const MIN_FILL = 0.25;
/** Pages with more runs are grain or photos, which have no background. */
const MAX_RUNS = 1_000_000;

/** Union-find structure of the runs of one colour in each row. */
class Runs {
  readonly row: number[] = [];
  readonly left: number[] = [];
  readonly right: number[] = [];
  readonly grey: number[] = [];
  readonly #parent: number[] = [];

  get count(): number {
    return this.row.length;
  }

  add(row: number, left: number, right: number, grey: number): number {
    this.left.push(left);
    this.right.push(right);
    this.grey.push(grey);
    this.#parent.push(this.count);
    return this.row.push(row) - 1;
  }

  root(run: number): number {
    let root = run;
    while (this.#parent[root] !== root) root = this.#parent[root]!;
    this.#parent[run] = root;
    return root;
  }

  /** Joins two sets. The earlier root becomes the common one. */
  union(one: number, other: number): void {
    const [a, b] = [this.root(one), this.root(other)];
    this.#parent[Math.max(a, b)] = Math.min(a, b);
  }
}

/** Returns the regions of a page with a background of one colour, the one with the largest box first. */
export function findBackgrounds(image: GreyImage): readonly Background[] {
  const runs = findRuns(image);
  if (runs === undefined) return [];
  const area = ({ left, right, rows }: Background): number => (right - left) * rows.length;
  return backgroundsOf(runs).toSorted((one, other) => area(other) - area(one));
}

/** Returns the runs, or undefined for pages with too many. */
function findRuns({ pixels, width, height }: GreyImage): Runs | undefined {
  const runs = new Runs();
  let above = 0;
  for (let row = 0; row < height; row++) {
    const begin = runs.count;
    if (begin > MAX_RUNS) return undefined;
    const end = (row + 1) * width;
    let firstTouching = above;
    for (let at = row * width; at < end;) {
      const start = at;
      const first = pixels[at]!;
      let sum = 0;
      for (; at < end && Math.abs(pixels[at]! - first) <= TOLERANCE; at++) sum += pixels[at]!;
      if (at - start < MIN_RUN) continue;
      const [left, right, grey] = [start - row * width, at - row * width, sum / (at - start)];
      const run = runs.add(row, left, right, grey);
      while (firstTouching < begin && runs.right[firstTouching]! <= left) firstTouching++;
      for (let other = firstTouching; other < begin && runs.left[other]! < right; other++) {
        if (Math.abs(runs.grey[other]! - grey) <= TOLERANCE) runs.union(other, run);
      }
    }
    above = begin;
  }
  return runs;
}

interface Box {
  left: number;
  right: number;
  readonly top: number;
  bottom: number;
  pixels: number;
  greys: number;
}

function backgroundsOf(runs: Runs): Background[] {
  const boxes = new Map<number, Box>();
  for (let run = 0; run < runs.count; run++) {
    const [left, right, row] = [runs.left[run]!, runs.right[run]!, runs.row[run]!];
    const [pixels, greys] = [right - left, (right - left) * runs.grey[run]!];
    const box = boxes.get(runs.root(run));
    if (box === undefined) boxes.set(run, { left, right, top: row, bottom: row + 1, pixels, greys });
    else {
      box.left = Math.min(box.left, left);
      box.right = Math.max(box.right, right);
      box.bottom = row + 1;
      box.pixels += pixels;
      box.greys += greys;
    }
  }
  const backgrounds = new Map<number, Background & { readonly rows: BackgroundRun[][] }>();
  for (const [root, { left, right, top, bottom, pixels, greys }] of boxes) {
    const [width, height] = [right - left, bottom - top];
    if (width < MIN_WIDTH || height < MIN_HEIGHT || pixels < width * height * MIN_FILL) continue;
    const rows = Array.from({ length: height }, (): BackgroundRun[] => []);
    backgrounds.set(root, { grey: greys / pixels, left, right, top, rows });
  }
  for (let run = 0; run < runs.count; run++) {
    const ground = backgrounds.get(runs.root(run));
    if (ground === undefined) continue;
    const [left, right, grey] = [runs.left[run]!, runs.right[run]!, runs.grey[run]!];
    ground.rows[runs.row[run]! - ground.top]!.push({ left, right, grey });
  }
  return [...backgrounds.values()];
}
