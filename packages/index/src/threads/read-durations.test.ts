import { expect, test } from "vitest";
import { ReadDurations } from "./read-durations.ts";

const search = (query: string, topK = 10) => ({ kind: "keywordSearch", query, topK }) as const;

test("a read is expected to take as long as others of its collection, kind and size", () => {
  const durations = new ReadDurations();
  durations.note("c", search("some ten common words that many passages have in them", 1_000), 70);
  durations.note("c", search("rare"), 2);
  expect(durations.expected("c", search("other ten common words that many passages have within", 1_000))).toBe(70);
  expect(durations.expected("c", search("seldom"))).toBe(2);
  expect(durations.expected("d", search("seldom"))).toBeUndefined();
  expect(durations.expected("c", { ...search("seldom"), filter: { op: "exists", path: "a", negated: false } })).toBe(
    undefined,
  );
  expect(durations.expected("c", { kind: "repairQuery", query: "rare" })).toBeUndefined();
});

test("one long read is expected again for a while", () => {
  const durations = new ReadDurations();
  durations.note("c", { kind: "count" }, 100);
  durations.note("c", { kind: "count" }, 1);
  expect(durations.expected("c", { kind: "count" })).toBe(80);
  for (let count = 0; count < 20; count++) durations.note("c", { kind: "count" }, 1);
  expect(durations.expected("c", { kind: "count" })).toBe(1);
});
