import { expect, test } from "vitest";
import { SearchDepthRecord } from "./search-depth-record.ts";

const askedOf = (record: SearchDepthRecord, queries: number, found: (walk: number) => boolean): number => {
  let walks = 0;
  for (let query = 0; query < queries; query += 1) {
    if (record.shouldSearch()) record.record(found(walks++));
  }
  return walks;
};

test("a graph with occasional successes is searched for every query", () => {
  expect(askedOf(new SearchDepthRecord(), 1_000, (walk) => walk % 10 === 0)).toBe(1_000);
});

test("a graph without successes is searched for one query in eight, and for every query after a success", () => {
  const record = new SearchDepthRecord();
  expect(askedOf(record, 1_016, () => false)).toBe(16 + 1_000 / 8);
  expect(askedOf(record, 8, () => true)).toBe(1);
  expect(askedOf(record, 100, () => true)).toBe(100);
});
