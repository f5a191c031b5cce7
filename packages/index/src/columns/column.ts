import {
  type FilterCondition,
  type JsonObject,
  type JsonValue,
  type PathReader,
  pathReader,
} from "@quarry/plugin/domain";
import { grown } from "../grown.ts";
import type { VisitTerm } from "../postings/term-blocks.ts";
import type { Sliced } from "../vectors/read/sliced.ts";
import { Atoms } from "./atoms.ts";
import { AtomOrder } from "./atom-order.ts";
import { RowLists } from "./row-lists.ts";

/** There is no value at the path, or null: filters don't distinguish the two. */
export const MISSING = 0;
/** A value that only `exists` can match: an object, or an array with no element that a filter could name. */
export const PRESENT = 1;
/** Code of the first atom. An atom's code is its number plus this. */
export const FIRST_ATOM = 2;

export const NO = 0;
export const YES = 1;
/** Undecided: the stored form of the value can't decide the condition. */
export const UNKNOWN = 2;

/** Answer of the conditions for each code of a column. */
export interface ConditionTable {
  readonly codes: Uint8Array;
  readonly hasUnknown: boolean;
}

/** Contents of the columns of a kind, and the conditions that they answer. `column-kinds.ts` lists the kinds. */
export interface ColumnKind {
  /** Part of keys and of stored columns; without spaces. */
  readonly name: string;
  /** Whether a column of the kind answers these conditions, all of them on its path. */
  readonly canAnswer: (conditions: readonly FilterCondition[]) => boolean;
  /** Answers them for the codes that exist when it begins. Ignores the negation of a single condition. */
  readonly answer: (column: Column, conditions: readonly FilterCondition[], isAnd: boolean) => Sliced<ConditionTable>;
  /** Returns the code of a row's value, which is not null. */
  readonly codeOf: (column: Column, value: JsonValue) => number;
  /** Fills an empty column with the `rows` rows of a segment, from the terms of their values. */
  readonly fill: (column: Column, rows: number, forEachValueTerm: ForEachValueTerm) => void;
}

/** Calls `visit` for each term of a segment that begins with `prefix`, in order. */
export type ForEachValueTerm = (prefix: string, visit: VisitTerm) => void;

/** Returns the key of a column: a path can have one of each kind. */
export const columnKey = (path: string, kind: ColumnKind): string => `${kind.name} ${path}`;

const FIRST_ROWS = 1_024;
/** Growth by 1/2^GROWTH_SHIFT, a quarter. */
const GROWTH_SHIFT = 2;

/** Sizes of a column's parts. */
export interface ColumnShape {
  readonly key: string;
  readonly rows: number;
  readonly codes: number;
  readonly atoms: number;
  readonly bytes: number;
  /** Seed of the atoms' hashes. */
  readonly seed: number;
}

/**
 * Dictionary-encoded column of one metadata path: a code for each row, and a dictionary of the codes. Its kind
 * determines which codes the values have.
 */
export class Column {
  readonly path: string;
  readonly kind: ColumnKind;
  readonly key: string;
  readonly atoms = new Atoms();
  readonly order = new AtomOrder(this.atoms);
  readonly lists = new RowLists(this);
  /** Code of each row. Empty until a row has a value at the path. */
  codes: Uint32Array<ArrayBuffer> = new Uint32Array(0);
  /** Number of rows covered. */
  rows = 0;
  readonly #read: PathReader;

  constructor(path: string, kind: ColumnKind) {
    this.path = path;
    this.kind = kind;
    this.key = columnKey(path, kind);
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
    const { key, codes, atoms } = this;
    const ofAtoms = { atoms: atoms.count, bytes: atoms.startOf(atoms.count), seed: atoms.seed };
    return { key, rows, codes: Math.min(rows, codes.length), ...ofAtoms };
  }

  /** Gives an empty column that shape. The caller fills `parts`, then calls `finishRestore` of the atoms. */
  restore({ rows, codes, atoms, bytes, seed }: ColumnShape): this {
    this.rows = rows;
    this.codes = new Uint32Array(codes);
    this.atoms.restore(atoms, bytes, seed);
    return this;
  }

  /** Appends a row; `undefined` for a row that has been removed. */
  push(metadata: JsonObject | undefined): void {
    const value = metadata && this.#read(metadata);
    const code = value === undefined || value === null ? MISSING : this.kind.codeOf(this, value);
    if (code !== MISSING || this.codes.length > 0) {
      const capacity = this.rows + 1 + (this.rows >> GROWTH_SHIFT);
      if (this.rows >= this.codes.length) this.codes = grown(this.codes, Math.max(FIRST_ROWS, capacity));
      this.codes[this.rows] = code;
    }
    this.rows += 1;
  }
}
