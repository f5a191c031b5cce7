import type { GreyImage } from "./grey-image.ts";

/** A dark connected component of the page that may be a letter. Sizes are in pixels. */
export interface Glyph {
  readonly centreX: number;
  readonly centreY: number;
  readonly height: number;
  readonly width: number;
}

/** Smaller components are dust or dots, and no engine reads letters this small. */
const MIN_GLYPH_PIXELS = 3;
/** Larger ones are pictures or frames. */
const MAX_GLYPH_PIXELS = 400;
/** Longer ones are rulings. */
const MAX_ASPECT = 8;
/**
 * Maximum number of components: enough to characterise a page. The search then ends, so that noise costs no more than
 * text.
 */
const MAX_COMPONENTS = 200_000;

/** Union-find structure for connected components in progress, with their bounding boxes. */
class Components {
  readonly #parent: number[] = [];
  readonly #boxes: { left: number; top: number; right: number; bottom: number }[] = [];

  get count(): number {
    return this.#parent.length;
  }

  add(left: number, right: number, row: number): number {
    this.#boxes.push({ left, right, top: row, bottom: row });
    return this.#parent.push(this.#parent.length) - 1;
  }

  extend(component: number, left: number, right: number, row: number): void {
    const box = this.#boxes[this.root(component)]!;
    if (left < box.left) box.left = left;
    if (right > box.right) box.right = right;
    box.bottom = row;
  }

  root(component: number): number {
    let root = component;
    while (this.#parent[root] !== root) root = this.#parent[root]!;
    this.#parent[component] = root;
    return root;
  }

  union(one: number, other: number): void {
    const root = this.root(one);
    const absorbed = this.root(other);
    if (root === absorbed) return;
    this.#parent[absorbed] = root;
    const box = this.#boxes[root]!;
    const from = this.#boxes[absorbed]!;
    box.left = Math.min(box.left, from.left);
    box.top = Math.min(box.top, from.top);
    box.right = Math.max(box.right, from.right);
    box.bottom = Math.max(box.bottom, from.bottom);
  }

  *glyphs(): Generator<Glyph> {
    for (const [component, { left, top, right, bottom }] of this.#boxes.entries()) {
      if (this.#parent[component] !== component) continue;
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
 * Returns the connected dark components (greys up to `threshold`) with the size and shape of letters, from the top
 * down. Works row by row on runs of dark pixels, so memory grows with the number of components rather than with the
 * picture.
 */
export function findGlyphs({ pixels, width, height }: GreyImage, threshold: number): readonly Glyph[] {
  const components = new Components();
  // Runs of the row above and of the current row: left, right (exclusive), component.
  let above: number[] = [];
  let current: number[] = [];
  for (let row = 0; row < height && components.count < MAX_COMPONENTS; row++) {
    current.length = 0;
    let firstTouching = 0;
    const end = (row + 1) * width;
    for (let index = row * width; index < end; index++) {
      if (pixels[index]! > threshold) continue;
      const start = index;
      while (index < end && pixels[index]! <= threshold) index++;
      const left = start - row * width;
      const right = index - row * width;
      while (firstTouching < above.length && above[firstTouching + 1]! < left) firstTouching += 3;
      let component = -1;
      for (let run = firstTouching; run < above.length && above[run]! <= right; run += 3) {
        if (component < 0) components.extend((component = above[run + 2]!), left, right, row);
        else components.union(component, above[run + 2]!);
      }
      if (component < 0) component = components.add(left, right, row);
      current.push(left, right, component);
    }
    [above, current] = [current, above];
  }
  return [...components.glyphs()];
}
