import { type RowBits, takeBits } from "../../columns/row-bits.ts";
import { Candidates } from "./candidates.ts";
import { type CodeMatrix, ROWS_PER_BLOCK } from "./code-matrix.ts";
import { sharedPassOf } from "./shared-pass.ts";
import { isSliceOver, type Sliced } from "./sliced.ts";

/** Range of a scan: the live rows in `rows` from `from` to `to`. */
export interface CodeScan {
  /** Codes with the query set. */
  readonly codes: CodeMatrix;
  readonly rows: RowBits;
  readonly from: number;
  readonly to: number;
}

/** Multiplies all rows of a range, in one pass shared with concurrent scans. */
export function* scanRange({ codes, ...scan }: CodeScan, candidates: Candidates): Sliced<void> {
  const pass = sharedPassOf(codes);
  const part = pass.join(scan, candidates);
  try {
    while (part.remainingBlocks > 0) {
      pass.advance();
      if (part.remainingBlocks > 0 && isSliceOver()) yield;
    }
  } finally {
    pass.leave(part);
  }
  codes.query = part.query;
}

/** Multiplies only the selected rows. */
export function* scanSelected({ codes, rows, from, to }: CodeScan, candidates: Candidates): Sliced<void> {
  const { query } = codes;
  const batch = new Int32Array(ROWS_PER_BLOCK);
  const estimates = new Float64Array(ROWS_PER_BLOCK);
  let count = 0;
  for (let next = from; next < to; next = batch[count - 1]! + 1) {
    count = takeBits(rows, batch, next, to);
    if (count === 0) return;
    codes.similarities(batch, count, estimates);
    for (let i = 0; i < count; i += 1) {
      if (candidates.accepts(batch[i]!, estimates[i]!)) candidates.add(batch[i]!, estimates[i]!);
    }
    if (!isSliceOver()) continue;
    yield;
    // Other calls set their own queries meanwhile.
    codes.query = query;
  }
}
