import type { Archive } from "@quarry/formats/zip";
import { type CellRange, rangeOf } from "./cell-range.ts";
import type { Row } from "./row.ts";

/** Sheets with thousands of merged cells are forms or calendars. */
const MAX_RANGES = 100_000;
/** Maximum number of merged cells side by side, all of which complete each row. */
const MAX_OPEN = 256;
const MARK = Buffer.from("mergeCell ");
/**
 * The text of a merged cell is repeated in each of its rows up to this length, so that each row is understandable
 * alone.
 */
const MAX_REPEATED_CHARACTERS = 80;

/** A larger sheet is tabular data, in which merged cells are rare and searching for them is most expensive. */
const MAX_SHEET_BYTES = 33_554_432;

/**
 * Returns merged ranges of more than one row, by their first cell. A sheet lists them after its rows, so its bytes are
 * scanned beforehand, which takes a tenth of the reading time. Returns none for a very large sheet.
 */
export async function readMergedRows(archive: Archive, part: string): Promise<MergedRows> {
  const ranges = new Map<number, CellRange>();
  if (archive.bytesOf(part) > MAX_SHEET_BYTES) return new MergedRows(ranges);
  let rest: Buffer<ArrayBufferLike> = Buffer.alloc(0);
  for await (const bytes of archive.chunks(part)) {
    const chunk = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
    let from = 0;
    for (;;) {
      const at = chunk.indexOf(MARK, from);
      const end = at < 0 ? -1 : chunk.indexOf(">", at);
      // The mark, or its tag, can cross the border of two chunks.
      if (end < 0) {
        from = at < 0 ? Math.max(from, chunk.length - MARK.length + 1) : Math.max(at, chunk.length - 256);
        break;
      }
      const range = rangeOf(/ref="([^"]{1,24})"/.exec(chunk.toString("latin1", at, Math.min(end, at + 256)))?.[1]);
      if (range !== undefined && range.bottom > range.top && ranges.size < MAX_RANGES) {
        ranges.set(keyOf(range.top, range.left), range);
      }
      from = end;
    }
    rest = chunk.subarray(from);
  }
  return new MergedRows(ranges);
}

/** Repeats the text of cells that span several rows. Rows must be passed from top to bottom. */
class MergedRows {
  readonly #ranges: ReadonlyMap<number, CellRange>;
  #open: { readonly range: CellRange; readonly text: string }[] = [];

  constructor(ranges: ReadonlyMap<number, CellRange>) {
    this.#ranges = ranges;
  }

  /** Adds the texts of merged cells to a row, in place. */
  complete({ number: row, columns, texts }: Row, spendText: (characters: number) => void): void {
    if (this.#ranges.size === 0) return;
    if (this.#open.length > 0) this.#open = this.#open.filter(({ range }) => range.bottom >= row);
    for (const { range, text } of this.#open) {
      spendText(text.length);
      insert(columns, texts, range.left, text);
    }
    for (let index = 0; index < columns.length; index++) {
      const range = this.#ranges.get(keyOf(row, columns[index]!));
      const text = texts[index]!;
      if (range === undefined || text.length > MAX_REPEATED_CHARACTERS || this.#open.length >= MAX_OPEN) continue;
      this.#open.push({ range, text });
    }
  }
}

/** Encodes a cell position as a number. The factor exceeds the columns of any sheet. */
const keyOf = (row: number, column: number): number => row * 20_000 + column;

function insert(columns: number[], texts: string[], column: number, text: string): void {
  let index = columns.length;
  while (index > 0 && columns[index - 1]! > column) index--;
  if (columns[index - 1] === column) return;
  columns.splice(index, 0, column);
  texts.splice(index, 0, text);
}
