import type { TextRange } from "../characters.ts";
import { PlacedItems } from "../placed-items.ts";
import { isTablePart, type TextBlock } from "../text-block.ts";
import { NO_TABLES, packBlocks, type PlacedBlock, type TablePlace, tablePlaceAfter } from "./packed-blocks.ts";

/** Blocks of the text that may still be part of a chunk. */
export class PlacedBlocks {
  readonly #blocks = new PlacedItems<PlacedBlock & TextRange>();
  /** Table position before the first retained block. */
  #before: TablePlace = NO_TABLES;
  #table: number | undefined;
  #isInTable = false;

  /** Adds the next block, whose text begins at `start`. */
  add({ kind, level, text, tableId, cells }: TextBlock, start: number): void {
    const isRow = isTablePart({ kind });
    // A table with an id continues after an interruption; rows without an id form one table until they are interrupted.
    const continuesTable = isRow && this.#table === tableId && (tableId !== undefined || this.#isInTable);
    if (isRow) this.#table = tableId;
    this.#isInTable = isRow;
    const beginsTable = isRow && !continuesTable;
    this.#blocks.add({ kind, level, start, cells, beginsTable, end: start + text.length });
  }

  /** Returns the packed blocks between two positions. */
  blocksOf(start: number, end: number): string {
    const blocks = this.#blocks.between(start, end, (passed) => {
      this.#before = tablePlaceAfter(this.#before, passed);
    });
    return packBlocks({ before: this.#before, blocks }, start);
  }
}
