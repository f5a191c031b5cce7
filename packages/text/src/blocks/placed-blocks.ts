import { isTablePart, type TextBlock } from "../text-block.ts";
import { NO_TABLES, packBlocks, type PlacedBlock, type TablePlace, tablePlaceAfter } from "./packed-blocks.ts";

/** Blocks that are behind are let go of when they are so many. */
const LET_GO = 1_024;

interface KeptBlock {
  readonly block: PlacedBlock;
  readonly end: number;
}

/** The blocks of the text that may still be part of a chunk. */
export class PlacedBlocks {
  #blocks: KeptBlock[] = [];
  #first = 0;
  /** Table position in front of the first block retained. */
  #before: TablePlace = NO_TABLES;
  #table: number | undefined;
  #isInTable = false;

  /** Takes the next block, whose text begins at `start`. */
  add({ kind, level, text, tableId, cells }: TextBlock, start: number): void {
    const isRow = isTablePart({ kind });
    // A table with an id goes on after an interruption; rows without an id are one table as long as nothing interrupts
    // them.
    const goesOn = isRow && this.#table === tableId && (tableId !== undefined || this.#isInTable);
    const block = { kind, level, start, cells, beginsTable: isRow && !goesOn };
    if (isRow) this.#table = tableId;
    this.#isInTable = isRow;
    this.#blocks.push({ block, end: start + text.length });
  }

  /** The blocks of the text between two places, packed. The next chunk begins no further in front. */
  blocksOf(start: number, end: number): string {
    for (; this.#first < this.#blocks.length && this.#blocks[this.#first]!.end <= start; this.#first++) {
      this.#before = tablePlaceAfter(this.#before, this.#blocks[this.#first]!.block);
    }
    if (this.#first >= LET_GO) {
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
