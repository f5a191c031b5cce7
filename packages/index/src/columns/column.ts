import {
  canonicalItems,
  canonicalValue,
  type JsonObject,
  type JsonValue,
  type PathReader,
  pathReader,
} from "@quarry/plugin/domain";
import { grown } from "../grown.ts";
import { Atoms } from "./atoms.ts";
import { AtomOrder } from "./atom-order.ts";
import { RowLists } from "./row-lists.ts";

/** There is no value at the path, or null: filters don't distinguish the two. */
export const MISSING = 0;
/** A value that only `exists` can match: an object, or an array with no element that a filter could name. */
export const PRESENT = 1;
/** Code of the first atom. An atom's code is its number plus this. */
export const FIRST_ATOM = 2;

const FIRST_ROWS = 1_024;
/** Growth by 1/2^GROWTH_SHIFT, a quarter. */
const GROWTH_SHIFT = 2;

/** Sizes of a column's parts. */
export interface ColumnShape {
  readonly path: string;
  readonly rows: number;
  readonly codes: number;
  readonly atoms: number;
  readonly bytes: number;
  /** Seed of the atoms' hashes. */
  readonly seed: number;
}

/**
 * Dictionary-encoded column of the values at one metadata path, in canonical form: a code for each row, and a
 * dictionary of the codes.
 */
export class Column {
  readonly path: string;
  readonly atoms = new Atoms();
  readonly order = new AtomOrder(this.atoms);
  readonly lists = new RowLists(this);
  /** Code of each row. Empty until a row has a value at the path. */
  codes: Uint32Array<ArrayBuffer> = new Uint32Array(0);
  /** Number of rows covered. */
  rows = 0;
  readonly #read: PathReader;

  constructor(path: string) {
    this.path = path;
    this.#read = pathReader(path);
  }

  /** Bytes of memory. */
  get size(): number {
    return this.codes.byteLength + this.atoms.size + this.order.size + this.lists.size;
  }

  get codeCount(): number {
    return this.atoms.count + FIRST_ATOM;
  }

  /** Whether `prepare` has work to do. */
  get isBehind(): boolean {
    return this.order.isBehind || this.lists.isBehind;
  }

  /**
   * Builds the orders and lists that conditions have requested until the time slice ends. Returns whether they are
   * complete.
   */
  prepare(): boolean {
    return this.order.continueSort() && this.lists.continueBuild();
  }

  /** Upper bound of the size in bytes, including the order of the values. */
  get byteLength(): number {
    return this.size + this.atoms.count * Int32Array.BYTES_PER_ELEMENT;
  }

  /** Arrays of the first `rows` rows, to store or fill. */
  parts(rows: number): readonly ArrayBufferView<ArrayBuffer>[] {
    return [this.codes.subarray(0, rows), ...this.atoms.parts];
  }

  /** Sizes of those parts. */
  shape(rows: number): ColumnShape {
    const { path, codes, atoms } = this;
    const ofAtoms = { atoms: atoms.count, bytes: atoms.startOf(atoms.count), seed: atoms.seed };
    return { path, rows, codes: Math.min(rows, codes.length), ...ofAtoms };
  }

  /** Creates an empty column of that shape, to be filled through `parts`. */
  static shaped({ path, rows, codes, atoms, bytes, seed }: ColumnShape): Column {
    const column = new Column(path);
    column.rows = rows;
    column.codes = new Uint32Array(codes);
    column.atoms.restore(atoms, bytes, seed);
    return column;
  }

  /** Appends a row; `undefined` for a row that has been removed. */
  push(metadata: JsonObject | undefined): void {
    const code = metadata === undefined ? MISSING : this.#codeOf(this.#read(metadata));
    if (code !== MISSING || this.codes.length > 0) {
      const capacity = this.rows + 1 + (this.rows >> GROWTH_SHIFT);
      if (this.rows >= this.codes.length) this.codes = grown(this.codes, Math.max(FIRST_ROWS, capacity));
      this.codes[this.rows] = code;
    }
    this.rows += 1;
  }

  #codeOf(value: JsonValue | undefined): number {
    if (value === undefined || value === null) return MISSING;
    if (typeof value !== "object") return this.atoms.add(canonicalValue(value)) + FIRST_ATOM;
    return Array.isArray(value) ? this.#codeOfArray(value as readonly JsonValue[]) : PRESENT;
  }

  #codeOfArray(items: readonly JsonValue[]): number {
    const codes = new Set<number>();
    for (const item of canonicalItems(items)) {
      if (item === null || typeof item !== "object") codes.add(this.atoms.add(item) + FIRST_ATOM);
    }
    return codes.size === 0 ? PRESENT : this.atoms.add(Uint32Array.from(codes).sort()) + FIRST_ATOM;
  }
}
