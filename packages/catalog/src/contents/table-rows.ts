import type { PassageIndexError } from "@quarry/index";
import type { DomainError } from "@quarry/plugin/domain";
import { Effect } from "effect";
import { BlockReader, type ReadBlock } from "./block-reader.ts";
import type { LiveChunks } from "./live-chunks.ts";

/** Number of chunks read first; doubles with each further read. Most tables are in one or two chunks. */
const FIRST_CHUNKS = 4;
/** Maximum number of chunks per read: their rows are assembled in some milliseconds. */
const MAX_CHUNKS_PER_READ = 32;

/** Reads the rows of one table from a given row on, in batches. */
export class TableRows {
  readonly #chunks: LiveChunks;
  readonly #number: number;
  readonly #first: number;
  readonly #last: number;
  readonly #reader = new BlockReader();
  #next: number;
  #limit = FIRST_CHUNKS;
  #lastRow = -1;
  #isDone = false;

  /** `index` is the chunk that contains the first row; row 0 is the header, `last` the table's last row. */
  constructor(chunks: LiveChunks, number: number, index: number, { first, last }: { first: number; last: number }) {
    this.#chunks = chunks;
    this.#number = number;
    this.#next = index;
    this.#first = first;
    this.#last = last;
  }

  /**
   * Returns at least one row, or none after the last. A row of more than a million characters is returned in several
   * parts.
   */
  next(): Effect.Effect<readonly ReadBlock[], DomainError | PassageIndexError> {
    return Effect.gen({ self: this }, function* () {
      while (!this.#isDone) {
        const passages = yield* this.#chunks.from(this.#next, this.#limit);
        this.#limit = Math.min(MAX_CHUNKS_PER_READ, this.#limit * 2);
        const last = passages.at(-1);
        if (last !== undefined) this.#next = last.chunkIndex + 1;
        const blocks =
          last === undefined ? this.#reader.finish() : passages.flatMap((each) => [...this.#reader.add(each)]);
        this.#isDone = last === undefined;
        const rows = this.#rowsOf([...blocks]);
        if (rows.length > 0) return rows;
      }
      return [];
    });
  }

  #rowsOf(blocks: readonly ReadBlock[]): ReadBlock[] {
    const rows: ReadBlock[] = [];
    for (const block of blocks) {
      const { number = 0, row = 0 } = block.table ?? {};
      if (number === this.#number) {
        this.#lastRow = row;
        if (row >= this.#first) rows.push(block);
      } else if (number > this.#number || this.#lastRow === this.#last) {
        this.#isDone = true;
        break;
      }
    }
    return rows;
  }
}
