import { type JsonObject, type JsonValue, type PathReader, pathReader } from "@quarry/plugin/domain";
import { Atoms } from "./atoms.ts";
import { StringOrder } from "./string-order.ts";

/** There is nothing at the path, or null: filters see no difference. */
export const MISSING = 0;
/** What is there can only be asked whether it is: an object, an array of nothing that a filter could name. */
export const PRESENT = 1;
/** An atom's code is its number and this. */
export const FIRST_ATOM = 2;
/** From here on codes are those of arrays: their number and this. */
export const FIRST_ARRAY = 0x8000_0000;

const FIRST_ROWS = 1_024;
/** Growth by a quarter. */
const GROWTH_SHIFT = 2;

/** How much of everything a column has. */
export interface ColumnShape {
  readonly path: string;
  readonly rows: number;
  readonly codes: number;
  readonly arrays: number;
  readonly elements: number;
  readonly atoms: number;
  readonly bytes: number;
  /** What the atoms' hashes begin with. */
  readonly seed: number;
}

/** What all rows have at one path of their metadata: a code for each, and what the codes mean. */
export class Column {
  readonly path: string;
  readonly atoms = new Atoms();
  readonly order = new StringOrder(this.atoms);
  /** Empty as long as no row has anything at the path. */
  codes = new Uint32Array(0);
  /** Rows that it has. */
  rows = 0;
  /** Arrays are rows' own: the codes of what is in each, without order. */
  elements = new Uint32Array(0);
  arrayEnds = new Uint32Array(0);
  arrays = 0;
  readonly #read: PathReader;

  constructor(path: string) {
    this.path = path;
    this.#read = pathReader(path);
  }

  /** Bytes of memory. */
  get size(): number {
    return (
      this.codes.byteLength + this.elements.byteLength + this.arrayEnds.byteLength + this.atoms.size + this.order.size
    );
  }

  /** What is kept of the first so many rows, to be stored or filled. */
  parts(rows: number): readonly ArrayBufferView<ArrayBuffer>[] {
    const { codes, elements, arrays, arrayEnds } = this;
    const ofArrays = [arrayEnds.subarray(0, arrays), elements.subarray(0, this.arrayStart(arrays))];
    return [codes.subarray(0, rows), ...ofArrays, ...this.atoms.parts];
  }

  /** How much that is. */
  shape(rows: number): ColumnShape {
    const { path, codes, arrays, atoms } = this;
    const elements = this.arrayStart(arrays);
    const shape = { path, rows, codes: Math.min(rows, codes.length), arrays, elements };
    return { ...shape, atoms: atoms.count, bytes: atoms.startOf(atoms.count), seed: atoms.seed };
  }

  /** An empty one of that shape, to be filled through `parts`. */
  static shaped({ path, rows, codes, arrays, elements, atoms, bytes, seed }: ColumnShape): Column {
    const column = new Column(path);
    column.rows = rows;
    column.codes = new Uint32Array(codes);
    column.arrays = arrays;
    column.arrayEnds = new Uint32Array(arrays);
    column.elements = new Uint32Array(elements);
    if (arrays > 0) column.arrayEnds[arrays - 1] = elements;
    column.atoms.restore(atoms, bytes, seed);
    return column;
  }

  arrayStart(array: number): number {
    return array === 0 ? 0 : this.arrayEnds[array - 1]!;
  }

  /** Adds a row; undefined where there is none any more. */
  push(metadata: JsonObject | undefined): void {
    const code = metadata === undefined ? MISSING : this.#codeOf(this.#read(metadata));
    if (code !== MISSING || this.codes.length > 0) {
      this.codes = withRoom(this.codes, this.rows + 1);
      this.codes[this.rows] = code;
    }
    this.rows += 1;
  }

  #codeOf(value: JsonValue | undefined): number {
    if (value === undefined || value === null) return MISSING;
    if (typeof value !== "object") return this.atoms.add(value) + FIRST_ATOM;
    return Array.isArray(value) ? this.#codeOfArray(value as readonly JsonValue[]) : PRESENT;
  }

  #codeOfArray(items: readonly JsonValue[]): number {
    const codes = new Set<number>();
    for (const item of items) {
      if (item === null || typeof item !== "object") codes.add(this.atoms.add(item) + FIRST_ATOM);
    }
    if (codes.size === 0) return PRESENT;
    let end = this.arrayStart(this.arrays);
    this.elements = withRoom(this.elements, end + codes.size);
    for (const code of codes) this.elements[end++] = code;
    this.arrayEnds = withRoom(this.arrayEnds, this.arrays + 1);
    this.arrayEnds[this.arrays] = end;
    this.arrays += 1;
    return FIRST_ARRAY + this.arrays - 1;
  }
}

const withRoom = (numbers: Uint32Array<ArrayBuffer>, needed: number): Uint32Array<ArrayBuffer> => {
  if (needed <= numbers.length) return numbers;
  const larger = new Uint32Array(Math.max(FIRST_ROWS, needed + (needed >> GROWTH_SHIFT)));
  larger.set(numbers);
  return larger;
};
