import { expect, test } from "vitest";
import { ReadDurations } from "./read-durations.ts";

const search = (query: string, topK = 10) => ({ kind: "keywordSearch", query, topK }) as const;

test("the estimate for a read uses reads of the same collection, kind and size", () => {
  const durations = new ReadDurations();
  durations.record("c", search("some ten common words that many passages have in them", 1_000), 70);
  durations.record("c", search("rare"), 2);
  expect(durations.estimate("c", search("other ten common words that many passages have within", 1_000))).toBe(70);
  expect(durations.estimate("c", search("seldom"))).toBe(2);
  expect(durations.estimate("d", search("seldom"))).toBeUndefined();
  expect(durations.estimate("c", { ...search("seldom"), filter: { op: "exists", path: "a", negated: false } })).toBe(
    undefined,
  );
  expect(durations.estimate("c", { kind: "repairQuery", query: "rare" })).toBeUndefined();
});

test("an estimate moves a quarter of the way to a longer read and half of the way to a shorter one", () => {
  const durations = new ReadDurations();
  const expected = [4, 400, 3, 1].map((milliseconds) => {
    durations.record("c", { kind: "count" }, milliseconds);
    return durations.estimate("c", { kind: "count" });
  });
  expect(expected).toEqual([4, 103, 53, 27]);
});
