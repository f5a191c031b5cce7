import type { Engine } from "./engine.ts";
import type { PageBox } from "./page-box.ts";
import type { Scratch } from "./scratch.ts";

/** A line drawn along or across the page. Lengths in points. */
export interface Ruling {
  readonly isUpright: boolean;
  /** Where it stands, and from where to where it goes. */
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

const PATH_OBJECT = 2;
const FORM_OBJECT = 5;
const LINE_TO = 0;
const MOVE_TO = 2;
/** A page of more objects, or of more lines, is a drawing or a map: no table has so many. */
const MAX_OBJECTS = 20_000;
const MAX_RULINGS = 3_000;
const MAX_SEGMENTS = 2_000;
const MAX_FORM_DEPTH = 3;
/** Thicker ones are areas. */
const MAX_THICKNESS = 2.5;
const MIN_LENGTH = 4;

/** Coordinates of a form on the page, as the engine gives them: a, b, c, d, e, f. */
type Matrix = readonly [number, number, number, number, number, number];
const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** The lines of a page in the file's own coordinates; none where there are too many to be those of tables. */
export function readRulings(engine: Engine, page: number, scratch: Scratch): readonly Ruling[] {
  const reader = new RulingReader(engine, scratch);
  const count = engine.FPDFPage_CountObjects(page);
  const { FPDFPage_GetObject } = engine.pdfium.wasmExports;
  if (count > MAX_OBJECTS) return [];
  for (let index = 0; index < count; index++) reader.look(FPDFPage_GetObject(page, index), IDENTITY, 0);
  return reader.isDrawing ? [] : reader.rulings;
}

/** The rulings as they stand beside text of that angle. */
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

class RulingReader {
  readonly rulings: Ruling[] = [];
  readonly #engine: Engine;
  readonly #scratch: Scratch;
  #objects = 0;

  constructor(engine: Engine, scratch: Scratch) {
    this.#engine = engine;
    this.#scratch = scratch;
  }

  get isDrawing(): boolean {
    return this.#objects > MAX_OBJECTS || this.rulings.length > MAX_RULINGS;
  }

  look(object: number, matrix: Matrix, depth: number): void {
    if (object === 0 || ++this.#objects > MAX_OBJECTS || this.isDrawing) return;
    const type = this.#engine.pdfium.wasmExports.FPDFPageObj_GetType(object);
    if (type === PATH_OBJECT) this.#lookAtPath(object, matrix);
    else if (type === FORM_OBJECT && depth < MAX_FORM_DEPTH) this.#lookIntoForm(object, matrix, depth);
  }

  #lookIntoForm(object: number, matrix: Matrix, depth: number): void {
    const inner = product(this.#matrixOf(object), matrix);
    const count = Math.min(this.#engine.FPDFFormObj_CountObjects(object), MAX_OBJECTS);
    for (let index = 0; index < count; index++) {
      this.look(this.#engine.FPDFFormObj_GetObject(object, index), inner, depth + 1);
    }
  }

  #lookAtPath(object: number, matrix: Matrix): void {
    const { pointer } = this.#scratch;
    const { FPDFPageObj_GetBounds } = this.#engine.pdfium.wasmExports;
    if (!FPDFPageObj_GetBounds(object, pointer, pointer + 4, pointer + 8, pointer + 12)) return;
    const [left, bottom, right, top] = [0, 1, 2, 3].map((index) => this.#scratch.float(index)) as [
      number,
      number,
      number,
      number,
    ];
    const from = placed(matrix, left, bottom);
    const to = placed(matrix, right, top);
    const isThin = Math.abs(from.x - to.x) <= MAX_THICKNESS || Math.abs(from.y - to.y) <= MAX_THICKNESS;
    if (isThin) this.#add(from, to);
    else this.#lookAtSegments(object, product(this.#matrixOf(object), matrix));
  }

  /** The straight lines of a path that is more than one: the boxes of cells, a grid drawn at once. */
  #lookAtSegments(path: number, matrix: Matrix): void {
    const { pointer } = this.#scratch;
    const calls = this.#engine.pdfium.wasmExports;
    const count = calls.FPDFPath_CountSegments(path);
    if (count < 2 || count > MAX_SEGMENTS) return;
    if (!calls.FPDFPath_GetDrawMode(path, pointer, pointer + 4) || this.#scratch.word(1) === 0) return;
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
    this.rulings.push({
      isUpright,
      at: isUpright ? (from.x + to.x) / 2 : (from.y + to.y) / 2,
      from: isUpright ? Math.min(from.y, to.y) : Math.min(from.x, to.x),
      to: isUpright ? Math.max(from.y, to.y) : Math.max(from.x, to.x),
    });
  }

  #matrixOf(object: number): Matrix {
    const { pointer } = this.#scratch;
    if (!this.#engine.pdfium.wasmExports.FPDFPageObj_GetMatrix(object, pointer)) return IDENTITY;
    return [0, 1, 2, 3, 4, 5].map((index) => this.#scratch.float(index)) as unknown as Matrix;
  }
}

interface Point {
  readonly x: number;
  readonly y: number;
}

const placed = ([a, b, c, d, e, f]: Matrix, x: number, y: number): Point => ({
  x: a * x + c * y + e,
  y: b * x + d * y + f,
});

/** What the inner one places is placed by the outer. */
const product = (inner: Matrix, [a, b, c, d, e, f]: Matrix): Matrix => [
  inner[0] * a + inner[1] * c,
  inner[0] * b + inner[1] * d,
  inner[2] * a + inner[3] * c,
  inner[2] * b + inner[3] * d,
  inner[4] * a + inner[5] * c + e,
  inner[4] * b + inner[5] * d + f,
];
