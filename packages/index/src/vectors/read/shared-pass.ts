import { hasBit, type RowBits } from "../../columns/row-bits.ts";
import type { Candidates } from "./candidates.ts";
import { type CodeMatrix, type CodeQuery, ROWS_PER_BLOCK } from "./code-matrix.ts";

/** A scan that takes part in a pass. */
interface Part {
  readonly rows: RowBits;
  readonly from: number;
  readonly to: number;
  readonly candidates: Candidates;
  readonly query: CodeQuery;
  /** Blocks that it has not seen. */
  left: number;
}

/**
 * One pass over the codes of a collection for all scans that run at the same time: a block of rows is fetched from
 * memory once, and multiplied with each query out of the processor's cache. A scan begins where the pass is and ends
 * when it has come round, so nobody waits for another. The scan whose time slice it is advances the pass for all.
 */
class SharedPass {
  readonly #codes: CodeMatrix;
  readonly #parts = new Set<Part>();
  #block = 0;

  constructor(codes: CodeMatrix) {
    this.#codes = codes;
  }

  /** A scan for the query that the codes have, over the rows from one to another. */
  join(scan: Pick<Part, "rows" | "from" | "to">, candidates: Candidates): Part {
    const { rows, from, to } = scan;
    const left = from < to ? blockOf(to - 1) - blockOf(from) + 1 : 0;
    const part = { rows, from, to, candidates, query: this.#codes.query, left };
    if (left > 0) {
      if (this.#parts.size === 0) this.#block = blockOf(from);
      this.#parts.add(part);
    }
    return part;
  }

  /** Another query may be that of the codes afterwards. */
  leave(part: Part): void {
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
      part.left -= 1;
      if (part.left === 0) this.#parts.delete(part);
    }
    this.#block = isLast ? 0 : this.#block + 1;
  }

  /** Multiplies all rows, and asks of those that may be among the best whether they are wanted. */
  #scan({ query, rows, candidates }: Part, from: number, to: number): void {
    const codes = this.#codes;
    codes.query = query;
    codes.multiply(from, to);
    for (let row = from; row < to; row += 1) {
      const estimate = codes.estimate(row);
      if (candidates.takes(row, estimate) && hasBit(rows, row)) candidates.add(row, estimate);
    }
  }
}

const passes = new WeakMap<CodeMatrix, SharedPass>();

export const passOver = (codes: CodeMatrix): SharedPass => {
  const pass = passes.get(codes) ?? new SharedPass(codes);
  passes.set(codes, pass);
  return pass;
};

const blockOf = (row: number): number => Math.floor(row / ROWS_PER_BLOCK);
