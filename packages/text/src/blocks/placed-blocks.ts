import { isTablePart, type TextBlock } from "../text-block.ts";
import { NO_TABLES, packBlocks, type PlacedBlock, type TablePlace, tablePlaceAfter } from "./packed-blocks.ts";

/** Number of passed blocks after which they are released. */
const RELEASE_THRESHOLD = 1_024;

interface BlockRange {
  readonly block: PlacedBlock;
  readonly end: number;
}

/** Blocks of the text that may still be part of a chunk. */
export class PlacedBlocks {
  #blocks: BlockRange[] = [];
  #first = 0;
  /** Table position before the first retained block. */
  #before: TablePlace = NO_TABLES;
  #table: number | undefined;
  #isInTable = false;

  /** Adds the next block, whose text begins at `start`. */
  add({ kind, level, text, tableId, cells }: TextBlock, start: number): void {
    const isRow = isTablePart({ kind });
    // A table with an id continues after an interruption; rows without an id form one table until they are interrupted.
    const continuesTable = isRow && this.#table === tableId && (tableId !== undefined || this.#isInTable);
    const block = { kind, level, start, cells, beginsTable: isRow && !continuesTable };
    if (isRow) this.#table = tableId;
    this.#isInTable = isRow;
    this.#blocks.push({ block, end: start + text.length });
  }

  /** Returns the packed blocks between two positions. `start` must not decrease between calls. */
  blocksOf(start: number, end: number): string {
    for (; this.#first < this.#blocks.length && this.#blocks[this.#first]!.end <= start; this.#first++) {
      this.#before = tablePlaceAfter(this.#before, this.#blocks[this.#first]!.block);
    }
    if (this.#first >= RELEASE_THRESHOLD) {
      this.#blocks.splice(0, this.#first);
      this.#first = 0;
    }
    const blocks: PlacedBlock[] = [];
    for (let index = this.#first; index < this.#blocks.length && this.#blocks[index]!.block.start < end; index++) {
      blocks.push(this.#blocks[index]!.block);
    }
    return packBlocks({ before: this.#before, blocks }, start);
  }
}
