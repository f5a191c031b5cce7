import { hasBit, type RowBits } from "../../columns/row-bits.ts";
import type { Candidates } from "./candidates.ts";
import { type CodeMatrix, type CodeQuery, ROWS_PER_BLOCK } from "./code-matrix.ts";

/** A scan in a shared pass. */
interface PassScan {
  readonly rows: RowBits;
  readonly from: number;
  readonly to: number;
  readonly candidates: Candidates;
  readonly query: CodeQuery;
  /** Number of blocks that it has not seen yet. */
  remainingBlocks: number;
}

/**
 * One pass over the codes of a collection for all concurrent scans: a block of rows is fetched from memory once and
 * multiplied with each query from the processor's cache. A scan begins at the pass's current position and ends when it
 * has come round, so no scan waits for another. Whichever scan has the time slice advances the pass for all.
 */
class SharedPass {
  readonly #codes: CodeMatrix;
  readonly #parts = new Set<PassScan>();
  #block = 0;

  constructor(codes: CodeMatrix) {
    this.#codes = codes;
  }

  /** Adds a scan over a range of rows, for the current query of the codes. */
  join(scan: Pick<PassScan, "rows" | "from" | "to">, candidates: Candidates): PassScan {
    const { rows, from, to } = scan;
    const remainingBlocks = from < to ? blockOf(to - 1) - blockOf(from) + 1 : 0;
    const part = { rows, from, to, candidates, query: this.#codes.query, remainingBlocks };
    if (remainingBlocks > 0) {
      if (this.#parts.size === 0) this.#block = blockOf(from);
      this.#parts.add(part);
    }
    return part;
  }

  /** Removes a scan. The codes can have the query of another scan afterwards. */
  leave(part: PassScan): void {
    this.#parts.delete(part);
  }

  /** Scans one block for all parts. */
  advance(): void {
    const start = this.#block * ROWS_PER_BLOCK;
    let isLast = true;
    for (const part of this.#parts) {
      if (part.to > start + ROWS_PER_BLOCK) isLast = false;
      const [from, to] = [Math.max(start, part.from), Math.min(start + ROWS_PER_BLOCK, part.to)];
      if (from >= to) continue;
      this.#scan(part, from, to);
      part.remainingBlocks -= 1;
      if (part.remainingBlocks === 0) this.#parts.delete(part);
    }
    this.#block = isLast ? 0 : this.#block + 1;
  }

  /** Multiplies all rows. Checks only those that can be among the best against the selection. */
  #scan({ query, rows, candidates }: PassScan, from: number, to: number): void {
    const codes = this.#codes;
    codes.query = query;
    codes.multiply(from, to);
    for (let row = from; row < to; row += 1) {
      const estimate = codes.estimate(row);
      if (candidates.accepts(row, estimate) && hasBit(rows, row)) candidates.add(row, estimate);
    }
  }
}

const passes = new WeakMap<CodeMatrix, SharedPass>();

export const sharedPassOf = (codes: CodeMatrix): SharedPass => {
  const pass = passes.get(codes) ?? new SharedPass(codes);
  passes.set(codes, pass);
  return pass;
};

const blockOf = (row: number): number => Math.floor(row / ROWS_PER_BLOCK);
