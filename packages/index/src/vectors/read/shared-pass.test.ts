import { expect, test } from "vitest";
import { makeBits } from "../../columns/row-bits.ts";
import type { Candidates } from "./candidates.ts";
import { CodeMatrix } from "./code-matrix.ts";
import { sharedPassOf } from "./shared-pass.ts";

const DIMENSION = 32;
const ROWS = 5_000;

const vectorOf = (seed: number): Float32Array<ArrayBuffer> =>
  Float32Array.from({ length: DIMENSION }, (_, at) => Math.sin(seed * 31 + at * 7));

const filled = (): CodeMatrix => {
  const codes = new CodeMatrix(DIMENSION);
  for (let row = 0; row < ROWS; row += 1) codes.append(new Uint8Array(vectorOf(row).buffer));
  return codes;
};

/** Records the rows that a scan visits, row by row. */
class Seen {
  readonly estimates = new Map<number, number>();
  times = 0;

  accepts(row: number, estimate: number): boolean {
    this.estimates.set(row, estimate);
    this.times += 1;
    return false;
  }
}

const seenAlone = (codes: CodeMatrix, seed: number, from: number, to: number): ReadonlyMap<number, number> => {
  codes.setQuery(vectorOf(seed));
  const estimates = new Map<number, number>();
  for (let row = from; row < to; row += 1) {
    codes.multiply(row, row + 1);
    estimates.set(row, codes.estimate(row));
  }
  return estimates;
};

/** Joins the shared scan for the query of a seed. */
const joined = (codes: CodeMatrix, seed: number, from = 0, to = ROWS) => {
  codes.setQuery(vectorOf(seed));
  const seen = new Seen();
  const part = sharedPassOf(codes).join({ rows: makeBits(0), from, to }, seen as unknown as Candidates);
  return { seed, seen, part, from, to };
};

test("each scan visits each of its rows once, regardless of where it joins the pass", () => {
  const codes = filled();
  const pass = sharedPassOf(codes);
  const scans = [joined(codes, 1)];
  for (let step = 0; scans.some(({ part }) => part.remainingBlocks > 0); step += 1) {
    expect(step).toBeLessThan(100);
    if (step === 3) scans.push(joined(codes, 2), joined(codes, 3, 700, 900), joined(codes, 4, 4_999));
    if (step === 8) scans.push(joined(codes, 5, 0, 3_000), joined(codes, 6, 512, 1_024));
    pass.advance();
  }
  scans.push(joined(codes, 7, 40, 40));
  for (const { seed, seen, from, to, part } of scans) {
    expect(part.remainingBlocks).toBe(0);
    expect(seen.times).toBe(to - from);
    const sorted = new Map([...seen.estimates].toSorted(([one], [other]) => one - other));
    expect({ seed, estimates: sorted }).toEqual({ seed, estimates: seenAlone(codes, seed, from, to) });
  }
});

test("a scan that left visits no more rows, and rows appended during a pass are not visited", () => {
  const codes = filled();
  const pass = sharedPassOf(codes);
  const [left, stays] = [joined(codes, 1), joined(codes, 2)];
  pass.advance();
  pass.leave(left.part);
  for (let row = 0; row < 2_000; row += 1) codes.append(new Uint8Array(vectorOf(row).buffer));
  while (stays.part.remainingBlocks > 0) pass.advance();
  expect(left.seen.times).toBe(512);
  expect(stays.seen.times).toBe(ROWS);
});
