import type { Engine } from "./engine.ts";
import type { PageBox } from "./page-box.ts";
import type { Scratch } from "./scratch.ts";

const POINTS_PER_INCH = 72;
const PATH_OBJECT = 2;
const IMAGE_OBJECT = 3;
const FORM_OBJECT = 5;
/**
 * A scan is one picture or some hundred strips. A page with more objects is a drawing, and its remaining objects don't
 * change the result.
 */
const MAX_OBJECTS = 5_000;
/** Depth of nested forms in which real files contain pictures. */
const MAX_FORM_DEPTH = 4;
/**
 * The page is divided into a grid of this many squares each way to measure coverage. Overlapping pictures count once.
 */
const GRID = 24;

export interface PagePictures {
  /** Share of the page that pictures cover, 0 to 1. */
  readonly coverage: number;
  /** Pixels of the largest picture. */
  readonly largestPixels: number;
  /** Resolution of the largest picture as displayed on the page. 0 if it is inside a form, or there is none. */
  readonly dotsPerInch: number;
  /** Number of paths (lines and shapes). Text converted to outlines consists of them. */
  readonly paths: number;
}

/** Surveys the page's objects without decoding any. */
export function readPagePictures(engine: Engine, page: number, scratch: Scratch, box: PageBox): PagePictures {
  const survey = new PictureSurvey(engine, scratch, box);
  const count = Math.min(engine.FPDFPage_CountObjects(page), MAX_OBJECTS);
  for (let index = 0; index < count; index++) survey.add(engine.FPDFPage_GetObject(page, index), 0);
  return survey.result();
}

class PictureSurvey {
  readonly #engine: Engine;
  readonly #scratch: Scratch;
  readonly #box: PageBox;
  readonly #covered = new Uint8Array(GRID * GRID);
  #largestPixels = 0;
  #dotsPerInch = 0;
  #paths = 0;
  #objects = 0;

  constructor(engine: Engine, scratch: Scratch, box: PageBox) {
    this.#engine = engine;
    this.#scratch = scratch;
    this.#box = box;
  }

  result(): PagePictures {
    const covered = this.#covered.reduce((sum, square) => sum + square, 0);
    return {
      coverage: covered / this.#covered.length,
      largestPixels: this.#largestPixels,
      dotsPerInch: this.#dotsPerInch,
      paths: this.#paths,
    };
  }

  add(object: number, depth: number): void {
    if (object === 0 || ++this.#objects > MAX_OBJECTS) return;
    const type = this.#engine.FPDFPageObj_GetType(object);
    if (type === PATH_OBJECT) this.#paths++;
    else if (type === IMAGE_OBJECT) this.#surveyImage(object, depth);
    else if (type === FORM_OBJECT && depth < MAX_FORM_DEPTH) this.#surveyForm(object, depth);
  }

  #surveyForm(object: number, depth: number): void {
    const before = this.#largestPixels;
    const count = Math.min(this.#engine.FPDFFormObj_CountObjects(object), MAX_OBJECTS);
    for (let index = 0; index < count; index++) {
      this.add(this.#engine.FPDFFormObj_GetObject(object, index), depth + 1);
    }
    // Objects in a form have their own coordinates: the form's bounds are used instead.
    if (this.#largestPixels > before) this.#markCovered(object);
  }

  #surveyImage(object: number, depth: number): void {
    const { pointer } = this.#scratch;
    if (this.#engine.FPDFImageObj_GetImagePixelSize(object, pointer, pointer + 4)) {
      const pixels = this.#scratch.word(0) * this.#scratch.word(1);
      if (pixels > this.#largestPixels) {
        this.#largestPixels = pixels;
        this.#dotsPerInch = depth === 0 ? this.#resolutionOf(object, pixels) : 0;
      }
    }
    if (depth === 0) this.#markCovered(object);
  }

  #resolutionOf(object: number, pixels: number): number {
    const { pointer } = this.#scratch;
    if (!this.#engine.FPDFPageObj_GetBounds(object, pointer, pointer + 4, pointer + 8, pointer + 12)) return 0;
    const [width, height] = [
      this.#scratch.float(2) - this.#scratch.float(0),
      this.#scratch.float(3) - this.#scratch.float(1),
    ];
    return width > 0 && height > 0 ? POINTS_PER_INCH * Math.sqrt(pixels / (width * height)) : 0;
  }

  #markCovered(object: number): void {
    const { pointer } = this.#scratch;
    if (!this.#engine.FPDFPageObj_GetBounds(object, pointer, pointer + 4, pointer + 8, pointer + 12)) return;
    const { left, bottom, right, top } = this.#box;
    const column = (x: number): number => ((x - left) / (right - left)) * GRID;
    const row = (y: number): number => ((y - bottom) / (top - bottom)) * GRID;
    const [fromX, toX] = rounded(column(this.#scratch.float(0)), column(this.#scratch.float(2)));
    const [fromY, toY] = rounded(row(this.#scratch.float(1)), row(this.#scratch.float(3)));
    for (let y = fromY; y < toY; y++) this.#covered.fill(1, y * GRID + fromX, y * GRID + Math.max(fromX, toX));
  }
}

const rounded = (from: number, to: number): [number, number] => [
  Math.max(0, Math.min(GRID, Math.round(from))),
  Math.max(0, Math.min(GRID, Math.round(to))),
];
