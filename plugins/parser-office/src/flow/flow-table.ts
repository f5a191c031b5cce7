import { type ParsedBlock, ParserError } from "@quarry/plugin";
import { type FlowItem, isEmbedded } from "./flow-item.ts";
import { type TableRow, TableRows } from "./table-rows.ts";
import { tidyLine } from "./tidy-text.ts";

/** Word allows 63 cells in a row; other programs allow more. */
const MAX_CELLS = 16_384;

/** A cell being read. */
export interface FlowCell {
  readonly items: FlowItem[];
  span: number;
  isMergedUp: boolean;
  /** Whether it is merged with the previous cell. */
  isMergedLeft: boolean;
}

interface FlowRow {
  readonly cells: FlowCell[];
  before: number;
  isHeader: boolean;
}

/**
 * A table being read, with one row in memory. A table with a single column is a frame around running text: its
 * paragraphs, headings and tables are emitted unchanged.
 */
export class FlowTable {
  /** Notes within a table are emitted after it, so that its rows stay together. */
  readonly notes: FlowItem[] = [];
  readonly #rows: TableRows;
  #columns = 0;
  #rowCount = 0;
  #isFrame = false;
  #characters = 0;
  #row: FlowRow | undefined;

  constructor(tableId: number) {
    this.#rows = new TableRows(tableId);
  }

  /** The open row. */
  get row(): FlowRow | undefined {
    return this.#row;
  }

  addColumn(): void {
    this.#columns++;
  }

  /** Marks the first row as formatted like a header. */
  markFirstRow(): void {
    this.#rows.hasHeaderFormat = true;
  }

  openRow(end: () => void): () => void {
    this.#row = { cells: [], before: 0, isHeader: false };
    this.#characters = 0;
    return end;
  }

  openCell(): FlowCell | undefined {
    if ((this.#row?.cells.length ?? 0) >= MAX_CELLS) throw tooWide();
    const cell: FlowCell = { items: [], span: 1, isMergedUp: false, isMergedLeft: false };
    this.#row?.cells.push(cell);
    return this.#row === undefined ? undefined : cell;
  }

  /** Fails with `error` if the text of one row exceeds `most` characters. */
  countText(characters: number, most: number, error: () => ParserError): void {
    this.#characters += characters;
    if (this.#characters > most) throw error();
  }

  endRow(): FlowItem[] {
    const row = this.#row;
    this.#row = undefined;
    if (row === undefined) return [];
    if (this.#rowCount++ === 0) this.#isFrame = this.#columns <= 1 && row.cells.length <= 1;
    if (this.#isFrame && row.cells.length <= 1) return row.cells.flatMap((cell) => cell.items);
    this.#isFrame = false;
    return [...this.#rows.add(this.#plainRow(row))];
  }

  end(): FlowItem[] {
    return [...this.#rows.end(), ...this.notes];
  }

  #plainRow({ cells, before, isHeader }: FlowRow): TableRow {
    return {
      before,
      isHeader,
      cells: cells
        .filter((cell) => !cell.isMergedLeft || cell.items.length > 0)
        .map(({ items, span, isMergedUp }) => ({ text: this.#textOf(items), span, isMergedUp })),
      links: cells.flatMap(({ items }) => items.flatMap((item) => (isEmbedded(item) ? [] : (item.links ?? [])))),
    };
  }

  /** Returns the text of a cell on one line. Its charts and diagrams are emitted after the table. */
  #textOf(items: readonly FlowItem[]): string {
    const texts: string[] = [];
    for (const item of items) {
      if (isEmbedded(item)) this.notes.push(item);
      else texts.push(isRow(item) ? `${item.text.replaceAll(" | ", ", ")};` : item.text);
    }
    return tidyLine(texts.join(" ")).replace(/;$/, "");
  }
}

const isRow = ({ tableId }: ParsedBlock): boolean => tableId !== undefined;

const tooWide = (): ParserError =>
  new ParserError("limit", `a row of a table holds more than ${MAX_CELLS} cells: divide the table into several`);
