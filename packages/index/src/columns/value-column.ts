import { canonicalItems, canonicalValue, type JsonValue } from "@quarry/plugin/domain";
import { elementWord, nullElementWord, presentWord, valueWord } from "@quarry/plugin/facts";
import { isLiteral } from "../postings/field-value-list.ts";
import { forEachPosting, type PostingList } from "../postings/posting-list.ts";
import { type CodedValue, codedText, codedValue, codedTerm } from "./atoms.ts";
import { type Column, type ColumnKind, FIRST_ATOM, type ForEachValueTerm, PRESENT } from "./column.ts";
import { conditionTable } from "./condition-table.ts";

/** Kinds of values: first byte of their terms. */
const NUMBER = 0x6e;
const STRING = 0x73;
const ONE = 0x31;

const codeOf = ({ atoms }: Column, value: JsonValue): number => {
  if (typeof value !== "object") return atoms.add(canonicalValue(value)) + FIRST_ATOM;
  if (!Array.isArray(value)) return PRESENT;
  const codes = new Set<number>();
  for (const item of canonicalItems(value as readonly JsonValue[])) {
    if (item === null || typeof item !== "object") codes.add(atoms.add(item) + FIRST_ATOM);
  }
  return codes.size === 0 ? PRESENT : atoms.add(Uint32Array.from(codes).sort()) + FIRST_ATOM;
};

/** Postings map values to rows; columns map rows to codes. */
const fill = (column: Column, rows: number, forEachValueTerm: ForEachValueTerm): void => {
  const { path, atoms } = column;
  const codes = new Uint32Array(rows);
  [column.rows, column.codes] = [rows, codes];
  const elements = listedElements(path, rows, forEachValueTerm);
  const put = (code: number, list: PostingList): void =>
    forEachPosting(list, (row) => {
      if (elements?.add(row, code) !== true) codes[row] = code;
    });
  forEachValueTerm(presentWord(path), (_bytes, _start, _end, list) =>
    forEachPosting(list, (row) => (codes[row] = PRESENT)),
  );
  forEachValueTerm(prefixOf(valueWord, path), (bytes, start, end, list) =>
    put(atoms.addCoded(valueIn(bytes, start, end)) + FIRST_ATOM, list),
  );
  if (elements === undefined) return;
  forEachValueTerm(nullElementWord(path), (_bytes, _start, _end, list) => put(atoms.add(null) + FIRST_ATOM, list));
  for (let row = 0; row < rows; row++) {
    const list = elements.of(row);
    if (list.length > 0) codes[row] = atoms.add(list) + FIRST_ATOM;
  }
};

/** Columns of values in canonical form. They answer any condition. */
export const VALUE_KIND: ColumnKind = { name: "values", canAnswer: () => true, answer: conditionTable, codeOf, fill };

const valueIn = (bytes: Buffer, start: number, end: number): CodedValue => {
  if (bytes[start] === NUMBER) return codedValue(Number(bytes.toString("latin1", start + 1, end)));
  if (bytes[start] !== STRING) return codedValue(bytes[start + 1] === ONE);
  const text = bytes.subarray(start + 1, end);
  return isLiteral(text) ? codedText(text) : codedTerm(text);
};

/** Codes of the elements of arrays, row by row. */
class ListedElements {
  readonly #starts: Uint32Array;
  readonly #codes: Uint32Array;
  readonly #next: Uint32Array;

  /** `starts` contains the position of each row's first code, and one more entry for the end. */
  constructor(starts: Uint32Array) {
    this.#starts = starts;
    this.#next = starts.slice();
    this.#codes = new Uint32Array(starts.at(-1)!);
  }

  /** Adds a code to the row's array. Returns false if the row has no array. */
  add(row: number, code: number): boolean {
    if (this.#starts[row] === this.#starts[row + 1]) return false;
    this.#codes[this.#next[row]!++] = code;
    return true;
  }

  of(row: number): Uint32Array<ArrayBuffer> {
    return this.#codes.slice(this.#starts[row], this.#next[row]).sort();
  }
}

/** Allocates the element lists of a path. Returns undefined if no row has an array there. */
const listedElements = (path: string, rows: number, forEachValueTerm: ForEachValueTerm): ListedElements | undefined => {
  const starts = new Uint32Array(rows + 1);
  let count = 0;
  for (const prefix of [prefixOf(elementWord, path), nullElementWord(path)]) {
    forEachValueTerm(prefix, (_bytes, _start, _end, list) =>
      forEachPosting(list, (row) => {
        starts[row + 1]! += 1;
        count += 1;
      }),
    );
  }
  for (let row = 0; row < rows; row++) starts[row + 1]! += starts[row]!;
  return count === 0 ? undefined : new ListedElements(starts);
};

/** Prefix of all terms of a kind, whatever the value. */
const prefixOf = (valueTerm: typeof valueWord, path: string): string => valueTerm(path, "").slice(0, -1);
