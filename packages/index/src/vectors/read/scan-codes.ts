import { type RowBits, takeBits } from "../../columns/row-bits.ts";
import { Candidates } from "./candidates.ts";
import { type CodeMatrix, ROWS_PER_BLOCK } from "./code-matrix.ts";
import { passOver } from "./shared-pass.ts";
import { isSliceOver, type Sliced } from "./sliced.ts";

/** Range of a scan: live rows of `rows`, from `from` to `to`. */
export interface CodeScan {
  /** They have the query. */
  readonly codes: CodeMatrix;
  readonly rows: RowBits;
  readonly from: number;
  readonly to: number;
}

/** Multiplies all rows of a range, in one pass with all that do so at the same time. */
export function* scanRange({ codes, ...scan }: CodeScan, candidates: Candidates): Sliced<void> {
  const pass = passOver(codes);
  const part = pass.join(scan, candidates);
  try {
    while (part.left > 0) {
      pass.advance();
      if (part.left > 0 && isSliceOver()) yield;
    }
  } finally {
    pass.leave(part);
  }
  codes.query = part.query;
}

/** Multiplies only what is wanted. */
export function* scanPicked({ codes, rows, from, to }: CodeScan, candidates: Candidates): Sliced<void> {
  const { query } = codes;
  const picked = new Int32Array(ROWS_PER_BLOCK);
  const estimates = new Float64Array(ROWS_PER_BLOCK);
  let count = 0;
  for (let next = from; next < to; next = picked[count - 1]! + 1) {
    count = takeBits(rows, picked, next, to);
    if (count === 0) return;
    codes.similarities(picked, count, estimates);
    for (let i = 0; i < count; i += 1) {
      if (candidates.takes(picked[i]!, estimates[i]!)) candidates.add(picked[i]!, estimates[i]!);
    }
    if (!isSliceOver()) continue;
    yield;
    // Others have queries of their own meanwhile.
    codes.query = query;
  }
}
