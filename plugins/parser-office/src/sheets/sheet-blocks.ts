import type { ParsedBlock } from "@quarry/plugin";
import { type Columns, headerColumns, isGroupHeader } from "./header-layout.ts";
import type { Row } from "./row.ts";
import { SheetTable } from "./sheet-table.ts";

/** A table that the workbook defines. */
export interface DefinedTable extends Columns {
  /** Its first row. */
  readonly top: number;
  /** Empty for names that a program gave. */
  readonly name: string;
}

export interface SheetBlocksOptions {
  readonly nextTableId: () => number;
  readonly definedTables: readonly DefinedTable[];
  readonly spendText: (characters: number) => void;
}

/** Rows of tables on the right wait in memory for the end of the one on the left; then all go on as new tables. */
const MAX_HELD_ROWS = 2_000;

/**
 * Turns the rows of one sheet into blocks. A blank row followed by names of columns begins another table; a blank column
 * between two sets of names parts tables that stand side by side. A row waits for the next one, by which it is judged.
 */
export class SheetBlocks {
  readonly #options: SheetBlocksOptions;
  readonly #definedTops: ReadonlySet<number>;
  #row: Row | undefined;
  #lastPosition = 0;
  #tables: SheetTable[] = [];
  #pending: ParsedBlock[][] = [];
  /** The row that is known to be the second of a header. */
  #secondHeader = 0;

  constructor(options: SheetBlocksOptions) {
    this.#options = options;
    this.#definedTops = new Set(options.definedTables.map(({ top }) => top));
  }

  /** Takes the next row and returns the blocks of the one before. */
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
    const isBehindGap = row.position > this.#lastPosition + 1;
    this.#lastPosition = row.position;
    if (this.#definedTops.has(row.number)) return this.#openDefined(row);
    if (row.number === this.#secondHeader) return this.#tables.flatMap((table) => table.header(row));
    if (this.#tables.length === 0 || isBehindGap) {
      const opened = this.#openTable(row, next);
      if (opened !== undefined) return opened;
    }
    return this.#addRow(row);
  }

  /** The blocks that a row at the beginning of something makes; undefined for a row like any other. */
  #openTable(row: Row, next: Row | undefined): ParsedBlock[] | undefined {
    const columns = headerColumns(row, next);
    if (columns.length > 0) return this.#open(columns, row);
    if (isGroupHeader(row, next)) {
      this.#secondHeader = next!.number;
      return this.#open([{ from: next!.columns[0]!, to: Infinity }], row);
    }
    const begins = this.#tables.length === 0 || (next !== undefined && headerColumns(next, undefined).length > 0);
    // A title or a remark above the table.
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
    return [...closed, ...this.#hand((table) => table.header(row))];
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
    const blocks = this.#hand((table) => table.row(row));
    return (this.#pending[0]?.length ?? 0) < MAX_HELD_ROWS ? blocks : [...blocks, ...this.#restart()];
  }

  /** Blocks of the first table come out at once, those of the tables on its right wait. */
  #hand(blocksOf: (table: SheetTable) => ParsedBlock[]): ParsedBlock[] {
    const [first, ...others] = this.#tables;
    for (const [index, table] of others.entries()) this.#pending[index]!.push(...blocksOf(table));
    return first === undefined ? [] : blocksOf(first);
  }

  #restart(): ParsedBlock[] {
    const tables = this.#tables;
    const closed = this.#close();
    this.#start(tables.map(({ range }) => ({ from: range.from, to: range.last })));
    const headers = tables[0]?.headers ?? [];
    return [...closed, ...headers.flatMap((row) => this.#hand((table) => table.header(row)))];
  }

  #close(): ParsedBlock[] {
    const held = this.#pending.flat();
    this.#tables = [];
    this.#pending = [];
    return held;
  }
}

const titleOf = ({ columns, texts, links }: Row): ParsedBlock => {
  const [text = ""] = texts;
  const url = links?.get(columns[0]!);
  return { kind: "paragraph", text, ...(url !== undefined && { links: [{ text, url }] }) };
};
