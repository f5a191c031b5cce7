import type { Engine } from "./engine.ts";
import type { Scratch } from "./scratch.ts";

const TEXT_OBJECT = 1;
const PATH_OBJECT = 2;
const IMAGE_OBJECT = 3;
const SHADING_OBJECT = 4;
const FORM_OBJECT = 5;
/** Further objects of a page are not visited. */
const MAX_OBJECTS = 100_000;
const MAX_FORM_DEPTH = 8;

/** Transformation matrix of a form on the page, in the engine's order: a, b, c, d, e, f. */
export type Matrix = readonly [number, number, number, number, number, number];
const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Two opposite corners of an object on the page, in the file's own coordinates. */
export interface ObjectBox {
  readonly from: Point;
  readonly to: Point;
}

/**
 * Receives the objects of a page in painting order. `matrix` transforms the coordinates of an object in a form. `form`
 * is 0 for objects outside forms.
 */
export interface ObjectVisitor {
  text?(object: number, matrix: Matrix, form: number): void;
  path?(object: number, box: ObjectBox, matrix: Matrix): void;
  /** A picture or a colour gradient. */
  picture?(object: number, box: ObjectBox): void;
}

/** Visits all objects of a page, including those in forms. */
export function visitObjects(engine: Engine, page: number, scratch: Scratch, visitors: readonly ObjectVisitor[]): void {
  const calls = engine.pdfium.wasmExports;
  const visited = { count: 0 };
  const visit = (object: number, matrix: Matrix, depth: number, form: number): void => {
    if (object === 0 || ++visited.count > MAX_OBJECTS) return;
    const type = calls.FPDFPageObj_GetType(object);
    if (type === TEXT_OBJECT) {
      for (const visitor of visitors) visitor.text?.(object, matrix, form);
    } else if (type === PATH_OBJECT || type === IMAGE_OBJECT || type === SHADING_OBJECT) {
      const box = boxOf(engine, object, scratch, matrix);
      if (box === undefined) return;
      for (const visitor of visitors) {
        if (type === PATH_OBJECT) visitor.path?.(object, box, matrix);
        else visitor.picture?.(object, box);
      }
    } else if (type === FORM_OBJECT && depth < MAX_FORM_DEPTH) {
      const inner = product(matrixOf(engine, object, scratch), matrix);
      const count = engine.FPDFFormObj_CountObjects(object);
      for (let index = 0; index < count && visited.count < MAX_OBJECTS; index++) {
        visit(engine.FPDFFormObj_GetObject(object, index), inner, depth + 1, object);
      }
    }
  };
  const count = engine.FPDFPage_CountObjects(page);
  for (let index = 0; index < count && visited.count < MAX_OBJECTS; index++)
    visit(calls.FPDFPage_GetObject(page, index), IDENTITY, 0, 0);
}

/** Returns the bounding box of an object on the page, or undefined if it has none. */
export function boxOf(engine: Engine, object: number, scratch: Scratch, matrix = IDENTITY): ObjectBox | undefined {
  const { pointer } = scratch;
  const { FPDFPageObj_GetBounds } = engine.pdfium.wasmExports;
  if (!FPDFPageObj_GetBounds(object, pointer, pointer + 4, pointer + 8, pointer + 12)) return undefined;
  const [left, bottom, right, top] = [scratch.float(0), scratch.float(1), scratch.float(2), scratch.float(3)];
  if (matrix === IDENTITY) return { from: { x: left, y: bottom }, to: { x: right, y: top } };
  return { from: placed(matrix, left, bottom), to: placed(matrix, right, top) };
}

/** Whether an object paints nothing: spaces have no size. */
export const isEmpty = ({ from, to }: ObjectBox): boolean => from.x === to.x || from.y === to.y;

export function matrixOf(engine: Engine, object: number, scratch: Scratch): Matrix {
  const { pointer } = scratch;
  if (!engine.pdfium.wasmExports.FPDFPageObj_GetMatrix(object, pointer)) return IDENTITY;
  return [0, 1, 2, 3, 4, 5].map((index) => scratch.float(index)) as unknown as Matrix;
}

export const placed = ([a, b, c, d, e, f]: Matrix, x: number, y: number): Point => ({
  x: a * x + c * y + e,
  y: b * x + d * y + f,
});

/** Concatenates two matrices: the result applies the inner one, then the outer one. */
export const product = (inner: Matrix, [a, b, c, d, e, f]: Matrix): Matrix => [
  inner[0] * a + inner[1] * c,
  inner[0] * b + inner[1] * d,
  inner[2] * a + inner[3] * c,
  inner[2] * b + inner[3] * d,
  inner[4] * a + inner[5] * c + e,
  inner[4] * b + inner[5] * d + f,
];
