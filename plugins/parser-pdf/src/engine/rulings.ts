import type { Engine } from "./engine.ts";
import {
  type Matrix,
  matrixOf,
  type ObjectBox,
  type ObjectVisitor,
  placed,
  type Point,
  product,
} from "./page-objects.ts";
import type { PageBox } from "./page-box.ts";
import type { Scratch } from "./scratch.ts";

/** A horizontal or vertical line drawn on the page. Lengths are in points. */
export interface Ruling {
  readonly isUpright: boolean;
  /** Position across its direction, then its extent along it. */
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

const LINE_TO = 0;
const MOVE_TO = 2;
/** A page with more objects or rulings is a drawing or a map: no table has as many. */
const MAX_OBJECTS = 20_000;
const MAX_RULINGS = 3_000;
const MAX_SEGMENTS = 2_000;
/** Thicker objects are areas. */
const MAX_THICKNESS = 2.5;
const MIN_LENGTH = 4;
/** Minimum and maximum height and minimum width of shaded rows, in points. */
const MIN_SHADE = 6;
const MAX_SHADE = 80;
const MIN_SHADE_WIDTH = 20;

/** Converts rulings to the coordinates of text at this angle. */
export function turnedRulings(rulings: readonly Ruling[], angle: number, box: PageBox): readonly Ruling[] {
  const { left, bottom, right, top } = box;
  return rulings.map(({ isUpright, at, from, to }) => {
    if (angle === 90) {
      return isUpright
        ? turned(false, right - at, from - bottom, to - bottom)
        : turned(true, at - bottom, right - from, right - to);
    }
    if (angle === 180) {
      return isUpright
        ? turned(true, right - at, top - from, top - to)
        : turned(false, top - at, right - from, right - to);
    }
    if (angle === 270) {
      return isUpright
        ? turned(false, at - left, top - from, top - to)
        : turned(true, top - at, from - left, to - left);
    }
    return isUpright
      ? turned(true, at - left, from - bottom, to - bottom)
      : turned(false, at - bottom, from - left, to - left);
  });
}

const turned = (isUpright: boolean, at: number, one: number, other: number): Ruling => ({
  isUpright,
  at,
  from: Math.min(one, other),
  to: Math.max(one, other),
});

/**
 * Collects the rulings of a page in the file's own coordinates. Returns none if there are too many to be those of
 * tables.
 */
export class RulingReader implements ObjectVisitor {
  readonly #rulings: Ruling[] = [];
  readonly #shades: Ruling[] = [];
  readonly #engine: Engine;
  readonly #scratch: Scratch;
  #objects = 0;

  constructor(engine: Engine, scratch: Scratch) {
    this.#engine = engine;
    this.#scratch = scratch;
  }

  get rulings(): readonly Ruling[] {
    return this.#isDrawing ? [] : this.#rulings;
  }

  /** Upper and lower edges of filled boxes that may shade rows. */
  get shades(): readonly Ruling[] {
    return this.#isDrawing ? [] : this.#shades;
  }

  get #isDrawing(): boolean {
    return this.#objects > MAX_OBJECTS || this.#rulings.length > MAX_RULINGS;
  }

  path(object: number, { from, to }: ObjectBox, matrix: Matrix): void {
    if (++this.#objects > MAX_OBJECTS || this.#isDrawing) return;
    const isThin = Math.abs(from.x - to.x) <= MAX_THICKNESS || Math.abs(from.y - to.y) <= MAX_THICKNESS;
    if (isThin) this.#add(from, to);
    else {
      this.#addSegments(object, matrix);
      this.#addShade(object, from, to);
    }
  }

  #addShade(path: number, from: Point, to: Point): void {
    const height = Math.abs(from.y - to.y);
    if (height < MIN_SHADE || height > MAX_SHADE || Math.abs(from.x - to.x) < MIN_SHADE_WIDTH) return;
    if (this.#shades.length >= MAX_RULINGS) return;
    const { pointer } = this.#scratch;
    const calls = this.#engine.pdfium.wasmExports;
    if (!calls.FPDFPath_GetDrawMode(path, pointer, pointer + 4) || this.#scratch.word(0) === 0) return;
    const [left, right] = [Math.min(from.x, to.x), Math.max(from.x, to.x)];
    for (const { y } of [from, to]) this.#shades.push({ isUpright: false, at: y, from: left, to: right });
  }

  /** Adds the straight lines of a path with several segments: the boxes of cells, a grid drawn at once. */
  #addSegments(path: number, outer: Matrix): void {
    const { pointer } = this.#scratch;
    const calls = this.#engine.pdfium.wasmExports;
    const count = calls.FPDFPath_CountSegments(path);
    if (count < 2 || count > MAX_SEGMENTS) return;
    if (!calls.FPDFPath_GetDrawMode(path, pointer, pointer + 4) || this.#scratch.word(1) === 0) return;
    const matrix = product(matrixOf(this.#engine, path, this.#scratch), outer);
    let first: Point | undefined;
    let last: Point | undefined;
    for (let index = 0; index < count; index++) {
      const segment = calls.FPDFPath_GetPathSegment(path, index);
      calls.FPDFPathSegment_GetPoint(segment, pointer, pointer + 4);
      const point = placed(matrix, this.#scratch.float(0), this.#scratch.float(1));
      const type = calls.FPDFPathSegment_GetType(segment);
      if (type === MOVE_TO) first = point;
      else if (type === LINE_TO && last !== undefined) this.#add(last, point);
      if (first !== undefined && calls.FPDFPathSegment_GetClose(segment)) this.#add(point, first);
      last = point;
    }
  }

  #add(from: Point, to: Point): void {
    const width = Math.abs(from.x - to.x);
    const height = Math.abs(from.y - to.y);
    if (Math.max(width, height) < MIN_LENGTH || Math.min(width, height) > MAX_THICKNESS) return;
    const isUpright = height > width;
    this.#rulings.push({
      isUpright,
      at: isUpright ? (from.x + to.x) / 2 : (from.y + to.y) / 2,
      from: isUpright ? Math.min(from.y, to.y) : Math.min(from.x, to.x),
      to: isUpright ? Math.max(from.y, to.y) : Math.max(from.x, to.x),
    });
  }
}
