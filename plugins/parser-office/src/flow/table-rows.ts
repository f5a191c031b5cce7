import { isHeaderLike, mayBeHeader } from "@quarry/formats/tables";
import { type BlockLink, type ParsedBlock, rowOfCells } from "@quarry/plugin";

export interface TableCell {
  readonly text: string;
  /** Number of columns that it spans. */
  readonly span: number;
  /** Whether it is merged with the cell above. */
  readonly isMergedUp: boolean;
}

export interface TableRow {
  readonly cells: readonly TableCell[];
  /** Number of columns omitted before the first cell. */
  readonly before: number;
  /** Whether the file marks it as a header. */
  readonly isHeader: boolean;
  /** Links of all its cells. */
  readonly links?: readonly BlockLink[];
}

/** A row with one text per column. */
interface PlainRow {
  readonly cells: readonly string[];
  readonly links: readonly BlockLink[] | undefined;
}

/**
 * The text of a vertically merged cell is repeated in each row up to this length, so that each row is understandable
 * alone.
 */
const MAX_REPEATED_CHARACTERS = 80;
/** Empty cells align columns with their header. More of them in one place are not columns. */
const MAX_BLANKS = 62;

/**
 * Converts the rows of one table into blocks. The first row is delayed until the second: a single row is not a header.
 */
export class TableRows {
  /** Whether the first row is formatted as a header. Programs do this to most tables by default. */
  hasHeaderFormat = false;
  readonly #tableId: number;
  #isFirst = true;
  #isInHeader = true;
  #first: PlainRow | undefined;
  #rowAbove: readonly string[] = [];

  constructor(tableId: number) {
    this.#tableId = tableId;
  }

  *add(row: TableRow): Generator<ParsedBlock> {
    const cells = this.#textsOf(row);
    if (cells.every((cell) => cell === "")) return;
    if (this.#first !== undefined) yield this.#firstBlock(this.#first, true);
    this.#first = undefined;
    this.#isInHeader &&= row.isHeader;
    const plain = { cells, links: row.links };
    if (this.#isInHeader) yield this.#block("table_header", plain);
    else if (this.#isFirst) this.#first = plain;
    else yield this.#block("table_row", plain);
    this.#isFirst = false;
  }

  *end(): Generator<ParsedBlock> {
    if (this.#first !== undefined) yield this.#firstBlock(this.#first, false);
    this.#first = undefined;
  }

  #firstBlock(row: PlainRow, hasMore: boolean): ParsedBlock {
    const isHeader = hasMore && (isHeaderLike(row.cells) || (this.hasHeaderFormat && mayBeHeader(row.cells)));
    return this.#block(isHeader ? "table_header" : "table_row", row);
  }

  #block(kind: "table_header" | "table_row", { cells, links = [] }: PlainRow): ParsedBlock {
    return { kind, ...rowOfCells(cells), tableId: this.#tableId, ...(links.length > 0 && { links }) };
  }

  /** Returns one text per column. */
  #textsOf(row: TableRow): string[] {
    const texts: string[] = Array.from({ length: Math.min(row.before, MAX_BLANKS) }, () => "");
    for (const { text, span, isMergedUp } of row.cells) {
      const above = this.#rowAbove[texts.length] ?? "";
      texts.push(isMergedUp && text === "" && above.length <= MAX_REPEATED_CHARACTERS ? above : text);
      for (let blank = 1; blank < Math.min(span, MAX_BLANKS); blank++) texts.push("");
    }
    this.#rowAbove = texts;
    return texts;
  }
}
