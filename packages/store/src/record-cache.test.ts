import { expect, test } from "vitest";
import { RecordCache } from "./record-cache.ts";

test("evicts the least recently used record", () => {
  const cache = new RecordCache<string>(2);
  cache.get("a", 1);
  cache.set("a", 1, "A");
  cache.set("b", 1, "B");
  expect(cache.get("a", 1)).toBe("A");
  cache.set("c", 1, "C");
  expect(cache.get("b", 1)).toBeUndefined();
  expect([cache.get("a", 1), cache.get("c", 1)]).toEqual(["A", "C"]);
});

test("does not store a record read before a commit that was observed meanwhile", () => {
  const cache = new RecordCache<string>(2);
  cache.get("a", 1);
  cache.get("b", 2);
  cache.set("a", 1, "stale");
  expect(cache.get("a", 2)).toBeUndefined();
});
