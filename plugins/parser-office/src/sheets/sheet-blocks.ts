import type { ParsedBlock } from "@quarry/plugin";
import { type Columns, headerColumns, isGroupHeader } from "./header-layout.ts";
import type { Row } from "./row.ts";
import { SheetTable } from "./sheet-table.ts";

/** A table that the workbook defines. */
export interface DefinedTable extends Columns {
  /** First row. */
  readonly top: number;
  /** Empty for generated names. */
  readonly name: string;
}

export interface SheetBlocksOptions {
  readonly nextTableId: () => number;
  readonly definedTables: readonly DefinedTable[];
  readonly spendText: (characters: number) => void;
}

/**
 * Maximum buffered rows of tables on the right, which wait for the end of the left table. At this limit all continue as
 * new tables.
 */
const MAX_BUFFERED_ROWS = 2_000;

/**
 * Converts the rows of one sheet into blocks. An empty row followed by column names begins another table. An empty
 * column between two sets of names separates tables side by side. Each row is delayed until the next one, which helps
 * to classify it.
 */
export class SheetBlocks {
  readonly #options: SheetBlocksOptions;
  readonly #definedTops: ReadonlySet<number>;
  #row: Row | undefined;
  #lastPosition = 0;
  #tables: SheetTable[] = [];
  #pending: ParsedBlock[][] = [];
  /** Number of the row known to be the second of a header. */
  #secondHeader = 0;

  constructor(options: SheetBlocksOptions) {
    this.#options = options;
    this.#definedTops = new Set(options.definedTables.map(({ top }) => top));
  }

  /** Adds the next row and returns the blocks of the previous one. */
  add(row: Row): ParsedBlock[] {
    const last = this.#row;
    this.#row = row;
    return last === undefined ? [] : this.#read(last, row);
  }

  end(): ParsedBlock[] {
    const last = this.#row;
    this.#row = undefined;
    return [...(last === undefined ? [] : this.#read(last, undefined)), ...this.#close()];
  }

  #read(row: Row, next: Row | undefined): ParsedBlock[] {
    const isAfterGap = row.position > this.#lastPosition + 1;
    this.#lastPosition = row.position;
    if (this.#definedTops.has(row.number)) return this.#openDefined(row);
    if (row.number === this.#secondHeader) return this.#tables.flatMap((table) => table.header(row));
    if (this.#tables.length === 0 || isAfterGap) {
      const opened = this.#openTable(row, next);
      if (opened !== undefined) return opened;
    }
    return this.#addRow(row);
  }

  /** Returns the blocks of a row at a possible beginning of a table, or undefined for an ordinary row. */
  #openTable(row: Row, next: Row | undefined): ParsedBlock[] | undefined {
    const columns = headerColumns(row, next);
    if (columns.length > 0) return this.#open(columns, row);
    if (isGroupHeader(row, next)) {
      this.#secondHeader = next!.number;
      return this.#open([{ from: next!.columns[0]!, to: Infinity }], row);
    }
    const begins = this.#tables.length === 0 || (next !== undefined && headerColumns(next, undefined).length > 0);
    // A title or remark above the table.
    if (row.texts.length === 1 && begins) return [...this.#close(), titleOf(row)];
    if (this.#tables.length > 0) return undefined;
    this.#start([{ from: Math.min(row.columns[0]!, next?.columns[0] ?? Infinity), to: Infinity }]);
    return undefined;
  }

  #openDefined(row: Row): ParsedBlock[] {
    const tables = this.#options.definedTables
      .filter(({ top }) => top === row.number)
      .toSorted((one, other) => one.from - other.from);
    const names = tables.flatMap(({ name }): ParsedBlock[] => (name === "" ? [] : [{ kind: "paragraph", text: name }]));
    return [...this.#close(), ...names, ...this.#open(tables, row)];
  }

  #open(columns: readonly Columns[], row: Row): ParsedBlock[] {
    const closed = this.#close();
    this.#start(columns);
    return [...closed, ...this.#emit((table) => table.header(row))];
  }

  #start(columns: readonly Columns[]): void {
    const { nextTableId, spendText } = this.#options;
    this.#tables = columns.map(({ from }, index) => {
      const first = index === 0 ? 1 : from;
      const last = (columns[index + 1]?.from ?? Infinity) - 1;
      return new SheetTable({ id: nextTableId(), from, first, last }, spendText);
    });
    this.#pending = columns.slice(1).map(() => []);
  }

  #addRow(row: Row): ParsedBlock[] {
    const blocks = this.#emit((table) => table.row(row));
    return (this.#pending[0]?.length ?? 0) < MAX_BUFFERED_ROWS ? blocks : [...blocks, ...this.#restart()];
  }

  /** Returns blocks of the first table immediately, and buffers those of the tables on its right. */
  #emit(blocksOf: (table: SheetTable) => ParsedBlock[]): ParsedBlock[] {
    const [first, ...others] = this.#tables;
    for (const [index, table] of others.entries()) this.#pending[index]!.push(...blocksOf(table));
    return first === undefined ? [] : blocksOf(first);
  }

  #restart(): ParsedBlock[] {
    const tables = this.#tables;
    const closed = this.#close();
    this.#start(tables.map(({ range }) => ({ from: range.from, to: range.last })));
    const headers = tables[0]?.headers ?? [];
    return [...closed, ...headers.flatMap((row) => this.#emit((table) => table.header(row)))];
  }

  #close(): ParsedBlock[] {
    const pending = this.#pending.flat();
    this.#tables = [];
    this.#pending = [];
    return pending;
  }
}

const titleOf = ({ columns, texts, links }: Row): ParsedBlock => {
  const [text = ""] = texts;
  const url = links?.get(columns[0]!);
  return { kind: "paragraph", text, ...(url !== undefined && { links: [{ text, url }] }) };
};
