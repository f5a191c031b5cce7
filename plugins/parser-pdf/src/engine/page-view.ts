import { drawPage } from "./draw-page.ts";
import type { Engine } from "./engine.ts";
import type { ObjectBox, Point } from "./page-objects.ts";
import type { Scratch } from "./scratch.ts";

/** Pixels per point: letters of five points are seven pixels high. Large pages are drawn smaller. */
const SCALE = 1.4;
const MAX_PIXELS = 1_500_000;
const CHANNELS = 3;
/** Pixels with a smaller difference in each channel look the same. */
const SAME_COLOUR = 16;
/** In a region with ink, the range of a channel exceeds this value. Pictures have some noise. */
const INK_RANGE = 40;

/** A rectangle of pixels. */
interface Region {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The part of a page around some boxes as readers see it, drawn large enough to distinguish letters from paper. */
export class PageView {
  readonly #grid: PixelGrid;
  readonly #part: Region;
  readonly #pixels: Uint8Array;
  readonly #width: number;

  private constructor(grid: PixelGrid, part: Region, pixels: Uint8Array) {
    this.#grid = grid;
    this.#part = part;
    this.#pixels = pixels;
    this.#width = part.right - part.left;
  }

  /**
   * Draws the page in the current state of its objects. Returns undefined if drawing fails or exceeds the timeout, or
   * if no box is on the page.
   */
  static draw(parts: PageViewParts, boxes: readonly ObjectBox[], timeoutMs: number): PageView | undefined {
    const grid = PixelGrid.of(parts);
    if (grid === undefined) return undefined;
    const part = boxes
      .map((box) => grid.regionOf(box))
      .reduce((all, { left, top, right, bottom }) => ({
        left: Math.min(all.left, left),
        top: Math.min(all.top, top),
        right: Math.max(all.right, right),
        bottom: Math.max(all.bottom, bottom),
      }));
    const [width, height] = [part.right - part.left, part.bottom - part.top];
    if (width <= 0 || height <= 0) return undefined;
    const whole = { left: part.left, top: part.top, width: grid.width, height: grid.height };
    const drawing = { width, height, part: whole, isColour: true, hasNotes: parts.hasNotes, form: 0, timeoutMs };
    const pixels = drawPage(parts.engine, parts.page, drawing);
    return pixels && new PageView(grid, part, pixels);
  }

  /** Returns the share of a box's pixels that differ in the other view of the page. */
  difference(other: PageView, box: ObjectBox): number {
    const { left, top, right, bottom } = this.#regionOf(box);
    let different = 0;
    for (let y = top; y < bottom; y++) {
      for (let x = left; x < right; x++) {
        const at = (y * this.#width + x) * CHANNELS;
        if (this.#differs(other, at) || this.#differs(other, at + 1) || this.#differs(other, at + 2)) different++;
      }
    }
    return different / Math.max(1, (right - left) * (bottom - top));
  }

  /** Whether something is painted in a box, i.e. it has more than one colour. */
  hasInk(box: ObjectBox): boolean {
    const { left, top, right, bottom } = this.#regionOf(box);
    const min = [255, 255, 255];
    const max = [0, 0, 0];
    for (let y = top; y < bottom; y++) {
      for (let at = (y * this.#width + left) * CHANNELS; at < (y * this.#width + right) * CHANNELS; at++) {
        const value = this.#pixels[at]!;
        if (value < min[at % CHANNELS]!) min[at % CHANNELS] = value;
        if (value > max[at % CHANNELS]!) max[at % CHANNELS] = value;
      }
    }
    return max.some((value, channel) => value - min[channel]! > INK_RANGE);
  }

  #differs(other: PageView, at: number): boolean {
    return Math.abs(this.#pixels[at]! - other.#pixels[at]!) >= SAME_COLOUR;
  }

  #regionOf(box: ObjectBox): Region {
    const { left, top, right, bottom } = this.#grid.regionOf(box);
    const part = this.#part;
    return { left: left - part.left, top: top - part.top, right: right - part.left, bottom: bottom - part.top };
  }
}

/** Pixel dimensions of a whole page. */
class PixelGrid {
  readonly #parts: PageViewParts;
  readonly width: number;
  readonly height: number;

  private constructor(parts: PageViewParts, width: number, height: number) {
    this.#parts = parts;
    this.width = width;
    this.height = height;
  }

  static of(parts: PageViewParts): PixelGrid | undefined {
    const { engine, page } = parts;
    const [across, up] = [engine.FPDF_GetPageWidthF(page), engine.FPDF_GetPageHeightF(page)];
    if (!(across > 0 && up > 0)) return undefined;
    const scale = Math.min(SCALE, Math.sqrt(MAX_PIXELS / (across * up)));
    const [width, height] = [Math.max(1, Math.round(across * scale)), Math.max(1, Math.round(up * scale))];
    return width * height > 2 * MAX_PIXELS ? undefined : new PixelGrid(parts, width, height);
  }

  /** Returns the region of a box with a margin of one pixel, because edges fall between pixels. */
  regionOf({ from, to }: ObjectBox): Region {
    const [one, other] = [this.#pixelOf(from), this.#pixelOf(to)];
    return {
      left: within(Math.min(one.x, other.x) - 1, this.width),
      top: within(Math.min(one.y, other.y) - 1, this.height),
      right: within(Math.max(one.x, other.x) + 1, this.width),
      bottom: within(Math.max(one.y, other.y) + 1, this.height),
    };
  }

  #pixelOf({ x, y }: Point): Point {
    const { engine, page, scratch } = this.#parts;
    const { pointer } = scratch;
    engine.FPDF_PageToDevice(page, 0, 0, this.width, this.height, 0, x, y, pointer, pointer + 4);
    return { x: scratch.word(0) | 0, y: scratch.word(1) | 0 };
  }
}

export interface PageViewParts {
  readonly engine: Engine;
  readonly page: number;
  readonly scratch: Scratch;
  /** Whether notes are drawn. */
  readonly hasNotes: boolean;
}

const within = (pixel: number, size: number): number => Math.max(0, Math.min(size, pixel));
