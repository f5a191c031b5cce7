import type { GreyImage } from "./grey-image.ts";

/** A dark spot on the page that may be a letter, in pixels. */
export interface Glyph {
  readonly centreX: number;
  readonly centreY: number;
  readonly height: number;
  readonly width: number;
}

/** Smaller spots are dust or points, and no engine reads letters of less. */
const MIN_GLYPH_PIXELS = 3;
/** Larger ones are pictures and frames. */
const MAX_GLYPH_PIXELS = 400;
/** Longer ones are rules. */
const MAX_ASPECT = 8;
/** Enough to know a page by; more are not looked for, so that noise costs no more than text. */
const MAX_SPOTS = 200_000;

/** Spots under construction: boxes of connected runs, and which box has taken over which. */
class Spots {
  readonly #parent: number[] = [];
  readonly #boxes: { left: number; top: number; right: number; bottom: number }[] = [];

  get count(): number {
    return this.#parent.length;
  }

  add(left: number, right: number, row: number): number {
    this.#boxes.push({ left, right, top: row, bottom: row });
    return this.#parent.push(this.#parent.length) - 1;
  }

  extend(spot: number, left: number, right: number, row: number): void {
    const box = this.#boxes[this.root(spot)]!;
    if (left < box.left) box.left = left;
    if (right > box.right) box.right = right;
    box.bottom = row;
  }

  root(spot: number): number {
    let root = spot;
    while (this.#parent[root] !== root) root = this.#parent[root]!;
    this.#parent[spot] = root;
    return root;
  }

  join(one: number, other: number): void {
    const retained = this.root(one);
    const taken = this.root(other);
    if (retained === taken) return;
    this.#parent[taken] = retained;
    const box = this.#boxes[retained]!;
    const from = this.#boxes[taken]!;
    box.left = Math.min(box.left, from.left);
    box.top = Math.min(box.top, from.top);
    box.right = Math.max(box.right, from.right);
    box.bottom = Math.max(box.bottom, from.bottom);
  }

  *glyphs(): Generator<Glyph> {
    for (const [spot, { left, top, right, bottom }] of this.#boxes.entries()) {
      if (this.#parent[spot] !== spot) continue;
      const width = right - left;
      const height = bottom - top + 1;
      if (isGlyph(width, height)) yield { centreX: (left + right) / 2, centreY: (top + bottom + 1) / 2, width, height };
    }
  }
}

const isGlyph = (width: number, height: number): boolean =>
  Math.min(width, height) >= 1 &&
  Math.max(width, height) >= MIN_GLYPH_PIXELS &&
  Math.max(width, height) <= MAX_GLYPH_PIXELS &&
  Math.max(width, height) <= MAX_ASPECT * Math.min(width, height);

/**
 * The connected dark spots (greys up to `threshold`) that have the size and shape of letters, from the top down.
 * Works row by row on runs of dark pixels, so that memory grows with the spots and not with the picture.
 */
export function findGlyphs({ pixels, width, height }: GreyImage, threshold: number): readonly Glyph[] {
  const spots = new Spots();
  // Runs of the row above and of this one: left, right (exclusive), spot.
  let above: number[] = [];
  let current: number[] = [];
  for (let row = 0; row < height && spots.count < MAX_SPOTS; row++) {
    current.length = 0;
    let reach = 0;
    const end = (row + 1) * width;
    for (let index = row * width; index < end; index++) {
      if (pixels[index]! > threshold) continue;
      const start = index;
      while (index < end && pixels[index]! <= threshold) index++;
      const left = start - row * width;
      const right = index - row * width;
      while (reach < above.length && above[reach + 1]! < left) reach += 3;
      let spot = -1;
      for (let run = reach; run < above.length && above[run]! <= right; run += 3) {
        if (spot < 0) spots.extend((spot = above[run + 2]!), left, right, row);
        else spots.join(spot, above[run + 2]!);
      }
      if (spot < 0) spot = spots.add(left, right, row);
      current.push(left, right, spot);
    }
    [above, current] = [current, above];
  }
  return [...spots.glyphs()];
}
