import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { runToCompletion } from "../read/sliced.ts";
import { appendToIndex, type IndexEnd, NO_INDEX, readIndexFile } from "./index-file.ts";
import { columnOf, computedColumn } from "./row-columns.ts";

const DIMENSION = 3;
const ID = 77;

/** Row 5 differs if the file has another history. */
const valueOf = (row: number, history = 1): number => (row === 5 ? history : row + 10);

const placeOf = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "quarry-index-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "collection");
};

const append = (path: string, end: IndexEnd, to: number, { removed = [] as number[], history = 1 } = {}): IndexEnd => {
  const columns = [
    computedColumn(Float64Array, (row) => valueOf(row, history)),
    computedColumn(Uint32Array, (row) => row),
  ];
  return appendToIndex(path, DIMENSION, end.rows === 0 ? { ...end, id: ID } : end, {
    ...{ columns, to, removed, maxNorm: to / 100, clock: to * 2, era: to + 1 },
  });
};

const read = (path: string, dimension = DIMENSION) => {
  let values = new Float64Array(0);
  let others = new Uint32Array(0);
  const found = runToCompletion(
    readIndexFile(path, dimension, (mostRows) => {
      [values, others] = [new Float64Array(mostRows), new Uint32Array(mostRows)];
      return [columnOf(() => values), columnOf(() => others)];
    }),
  );
  const rows = found?.end.rows ?? 0;
  return found && { ...found, values: [...values.subarray(0, rows)], others: [...others.subarray(0, rows)] };
};

const rowsOf = (count: number, history = 1) => Array.from({ length: count }, (_, row) => valueOf(row, history));

test("an index file truncated at any byte retains its complete spans and can be appended to", () => {
  const path = placeOf();
  const ends = [append(path, NO_INDEX, 4)];
  ends.push(append(path, ends[0]!, 9, { removed: [11, 12] }), append(path, ends[0]!, 9, { removed: [11, 12] }));
  ends.push(append(path, ends.at(-1)!, 9, { removed: [15] }));
  const file = `${path}-index`;
  const whole = readFileSync(file);
  expect(read(path)).toMatchObject({ end: ends.at(-1), maxNorm: 0.09, era: 10, removed: [11, 12, 15] });
  expect(read(path)!.values).toEqual(rowsOf(9));
  expect(read(path)!.others).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  expect(read(path, DIMENSION + 1)).toBeUndefined();
  for (let bytes = 0; bytes <= whole.length; bytes += 1) {
    writeFileSync(file, whole.subarray(0, bytes));
    const last = ends.findLast((end) => end.bytes <= bytes);
    const found = read(path);
    expect(found?.end, `${bytes} bytes`).toEqual(last);
    if (last === undefined) continue;
    expect(found!.values).toEqual(rowsOf(last.rows));
    append(path, last, 12);
    expect(read(path)!.values, `behind ${bytes} bytes`).toEqual(rowsOf(12));
  }
});

test("an index ends before the span of a changed byte, and leftover spans of another index are ignored", () => {
  const path = placeOf();
  const first = append(path, NO_INDEX, 4);
  append(path, append(path, first, 8), 12);
  const file = `${path}-index`;
  const whole = readFileSync(file);
  for (let at = 0; at < whole.length; at += 1) {
    const damaged = Buffer.from(whole);
    damaged[at]! ^= 4;
    writeFileSync(file, damaged);
    const rows = read(path)?.end.rows ?? 0;
    expect(rows, `byte ${at}`).toBe(at < first.bytes ? 0 : at < (first.bytes + whole.length) / 2 ? 4 : 8);
  }
  writeFileSync(file, whole);
  // Same length as before, so that the old last span would directly follow it.
  const other = append(path, first, 8, { history: 2 });
  writeFileSync(file, Buffer.concat([readFileSync(file), whole.subarray(other.bytes)]));
  expect(read(path)!.values).toEqual(rowsOf(8, 2));
});
