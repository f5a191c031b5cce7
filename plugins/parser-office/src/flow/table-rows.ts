import { isHeaderLike, mayBeHeader } from "@quarry/formats/tables";
import { type BlockLink, type ParsedBlock, rowOfCells } from "@quarry/plugin";

export interface TableCell {
  readonly text: string;
  /** Columns that it covers. */
  readonly span: number;
  /** Whether it belongs to the cell above. */
  readonly isMergedUp: boolean;
}

export interface TableRow {
  readonly cells: readonly TableCell[];
  /** Columns left out before the first cell. */
  readonly before: number;
  /** Whether the file says that it is a header. */
  readonly isHeader: boolean;
  /** Links of all its cells. */
  readonly links?: readonly BlockLink[];
}

/** A row with a text for each column. */
interface PlainRow {
  readonly cells: readonly string[];
  readonly links: readonly BlockLink[] | undefined;
}

/** A merged cell's text is repeated in each row, so that a row can be understood alone; longer ones are not. */
const MAX_REPEATED_CHARACTERS = 80;
/** Blanks keep columns below their header; more of them in one place are no columns. */
const MAX_BLANKS = 62;

/** Turns the rows of one table into blocks. The first row waits for the second: alone it is no header. */
export class TableRows {
  /** Whether the first row is formatted as a header; programs do that to most tables without being asked. */
  looksHeaded = false;
  readonly #tableId: number;
  #isFirst = true;
  #isAtTop = true;
  #first: PlainRow | undefined;
  #above: readonly string[] = [];

  constructor(tableId: number) {
    this.#tableId = tableId;
  }

  *add(row: TableRow): Generator<ParsedBlock> {
    const cells = this.#textsOf(row);
    if (cells.every((cell) => cell === "")) return;
    if (this.#first !== undefined) yield this.#firstBlock(this.#first, true);
    this.#first = undefined;
    this.#isAtTop &&= row.isHeader;
    const plain = { cells, links: row.links };
    if (this.#isAtTop) yield this.#block("table_header", plain);
    else if (this.#isFirst) this.#first = plain;
    else yield this.#block("table_row", plain);
    this.#isFirst = false;
  }

  *end(): Generator<ParsedBlock> {
    if (this.#first !== undefined) yield this.#firstBlock(this.#first, false);
    this.#first = undefined;
  }

  #firstBlock(row: PlainRow, hasMore: boolean): ParsedBlock {
    const isHeader = hasMore && (isHeaderLike(row.cells) || (this.looksHeaded && mayBeHeader(row.cells)));
    return this.#block(isHeader ? "table_header" : "table_row", row);
  }

  #block(kind: "table_header" | "table_row", { cells, links = [] }: PlainRow): ParsedBlock {
    return { kind, ...rowOfCells(cells), tableId: this.#tableId, ...(links.length > 0 && { links }) };
  }

  /** A text for each column. */
  #textsOf(row: TableRow): string[] {
    const texts: string[] = Array.from({ length: Math.min(row.before, MAX_BLANKS) }, () => "");
    for (const { text, span, isMergedUp } of row.cells) {
      const above = this.#above[texts.length] ?? "";
      texts.push(isMergedUp && text === "" && above.length <= MAX_REPEATED_CHARACTERS ? above : text);
      for (let blank = 1; blank < Math.min(span, MAX_BLANKS); blank++) texts.push("");
    }
    this.#above = texts;
    return texts;
  }
}
