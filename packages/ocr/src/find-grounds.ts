import type { GreyImage } from "./grey-image.ts";

/** A part of a page whose ground has one colour. */
export interface Ground {
  readonly grey: number;
  readonly left: number;
  /** Behind its last column. */
  readonly right: number;
  readonly top: number;
  /** By row from the top: its stretches from left to right. Their grey may change across and down the page. */
  readonly rows: readonly (readonly GroundRun[])[];
}

interface GroundRun {
  readonly left: number;
  /** Behind its last column. */
  readonly right: number;
  readonly grey: number;
}

/** Pixels of one colour side by side: more than in strokes of letters, and than there often are in grain. */
const MIN_RUN = 6;
/** Greys of a ground differ by less: JPEG artefacts are more only beside letters. */
const TOLERANCE = 12;
/** Smaller parts have no room for a word of readable letters. */
const MIN_HEIGHT = 12;
const MIN_WIDTH = 30;
/** Frames and letters fill less of the box about them; of a label with little room about its text it is about a third. */
const MIN_FILL = 0.25;
/** Pages with more are grain or photos, which have no ground. */
const MAX_RUNS = 1_000_000;

/** Stretches of one colour in a row, row by row, and which of them are one ground. */
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

  /** The earlier of two roots stays one. */
  join(one: number, other: number): void {
    const [a, b] = [this.root(one), this.root(other)];
    this.#parent[Math.max(a, b)] = Math.min(a, b);
  }
}

/** The parts of a page whose ground has one colour, the one with the largest box first. */
export function findGrounds(image: GreyImage): readonly Ground[] {
  const runs = findRuns(image);
  if (runs === undefined) return [];
  const area = ({ left, right, rows }: Ground): number => (right - left) * rows.length;
  return groundsOf(runs).toSorted((one, other) => area(other) - area(one));
}

/** Undefined for pages with too many. */
function findRuns({ pixels, width, height }: GreyImage): Runs | undefined {
  const runs = new Runs();
  let above = 0;
  for (let row = 0; row < height; row++) {
    const begin = runs.count;
    if (begin > MAX_RUNS) return undefined;
    const end = (row + 1) * width;
    let reach = above;
    for (let at = row * width; at < end;) {
      const start = at;
      const first = pixels[at]!;
      let sum = 0;
      for (; at < end && Math.abs(pixels[at]! - first) <= TOLERANCE; at++) sum += pixels[at]!;
      if (at - start < MIN_RUN) continue;
      const [left, right, grey] = [start - row * width, at - row * width, sum / (at - start)];
      const run = runs.add(row, left, right, grey);
      while (reach < begin && runs.right[reach]! <= left) reach++;
      for (let other = reach; other < begin && runs.left[other]! < right; other++) {
        if (Math.abs(runs.grey[other]! - grey) <= TOLERANCE) runs.join(other, run);
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

function groundsOf(runs: Runs): Ground[] {
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
  const grounds = new Map<number, Ground & { readonly rows: GroundRun[][] }>();
  for (const [root, { left, right, top, bottom, pixels, greys }] of boxes) {
    const [width, height] = [right - left, bottom - top];
    if (width < MIN_WIDTH || height < MIN_HEIGHT || pixels < width * height * MIN_FILL) continue;
    const rows = Array.from({ length: height }, (): GroundRun[] => []);
    grounds.set(root, { grey: greys / pixels, left, right, top, rows });
  }
  for (let run = 0; run < runs.count; run++) {
    const ground = grounds.get(runs.root(run));
    if (ground === undefined) continue;
    const [left, right, grey] = [runs.left[run]!, runs.right[run]!, runs.grey[run]!];
    ground.rows[runs.row[run]! - ground.top]!.push({ left, right, grey });
  }
  return [...grounds.values()];
}
