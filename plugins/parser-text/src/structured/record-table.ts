import { cleanLine } from "@quarry/plugin";
import type { Field } from "./data-node.ts";

/** Number of records inspected before their columns are chosen. */
export const TABLE_SAMPLE_RECORDS = 20;

const MIN_RECORDS = 2;
const MIN_COLUMNS = 2;
const MAX_COLUMNS = 40;
/** Maximum header length: a header is repeated in every chunk, so it must be a small part of it. */
const MAX_HEADER_CHARACTERS = 400;
/** Longer values make rows that are not readable as rows. */
const MAX_CELL_CHARACTERS = 200;
/** Minimum share of non-empty cells. Below it, the records have too little in common. */
const MIN_FILL = 0.6;

const LINE_END = /\n/;

/** Returns the columns of records that are similar enough to be rows of one table, else undefined. */
export function columnsOf(records: readonly (readonly Field[])[]): readonly string[] | undefined {
  if (records.length < MIN_RECORDS) return undefined;
  const columns = new Set<string>();
  let cells = 0;
  let headerCharacters = 0;
  for (const fields of records) {
    const seen = new Set<string>();
    for (const [path, value] of fields) {
      if (path === "" || value.length > MAX_CELL_CHARACTERS) return undefined;
      seen.add(path);
      if (columns.has(path)) continue;
      columns.add(path);
      headerCharacters += path.length + 3;
    }
    cells += seen.size;
  }
  if (columns.size < MIN_COLUMNS || columns.size > MAX_COLUMNS || headerCharacters > MAX_HEADER_CHARACTERS) {
    return undefined;
  }
  return cells >= records.length * columns.size * MIN_FILL ? [...columns] : undefined;
}

/** Formats records as rows with chosen columns. */
export class RecordTable {
  readonly id: number;
  readonly name: string;
  readonly #columns: readonly string[];
  readonly #indexes: ReadonlyMap<string, number>;

  constructor(id: number, name: string, columns: readonly string[]) {
    this.id = id;
    this.name = name;
    this.#columns = columns;
    this.#indexes = new Map(columns.map((column, index) => [column, index]));
  }

  get header(): readonly string[] {
    return this.#columns;
  }

  /**
   * Returns the record's row. Fields without a column are appended with their name. Returns undefined if the record
   * does not fit.
   */
  rowOf(fields: readonly Field[]): readonly string[] | undefined {
    const cells = this.#columns.map(() => "");
    const extra: string[] = [];
    for (const [path, value] of fields) {
      if (value.length > MAX_CELL_CHARACTERS) return undefined;
      const index = this.#indexes.get(path);
      const cell = LINE_END.test(value) ? cleanLine(value) : value;
      if (index === undefined) extra.push(`${path}: ${cell}`);
      else cells[index] = cells[index] === "" ? cell : `${cells[index]}, ${cell}`;
    }
    if (extra.length * 2 > fields.length) return undefined;
    return [...cells, ...extra];
  }
}
