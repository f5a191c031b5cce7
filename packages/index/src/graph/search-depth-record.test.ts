import { expect, test } from "vitest";
import { SearchDepthRecord } from "./search-depth-record.ts";

const askedOf = (record: SearchDepthRecord, queries: number, found: (walk: number) => boolean): number => {
  let walks = 0;
  for (let query = 0; query < queries; query += 1) {
    if (record.shouldSearch()) record.record(found(walks++));
  }
  return walks;
};

test("a graph that finds something now and then is walked for every query", () => {
  expect(askedOf(new SearchDepthRecord(), 1_000, (walk) => walk % 10 === 0)).toBe(1_000);
});

test("one that finds nothing is tried for few, and for every query again once it does", () => {
  const record = new SearchDepthRecord();
  expect(askedOf(record, 1_016, () => false)).toBe(16 + 1_000 / 8);
  expect(askedOf(record, 8, () => true)).toBe(1);
  expect(askedOf(record, 100, () => true)).toBe(100);
});
