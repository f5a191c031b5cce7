import type { JsonObject } from "@quarry/plugin/domain";
import { expect, test } from "vitest";
import { mergePatch } from "./merge-patch.ts";

// Cases of RFC 7396, Appendix A, whose target and patch are objects.
test.each<[JsonObject, JsonObject, JsonObject]>([
  [{ a: "b" }, { a: "c" }, { a: "c" }],
  [{ a: "b" }, { b: "c" }, { a: "b", b: "c" }],
  [{ a: "b" }, { a: null }, {}],
  [{ a: "b", b: "c" }, { a: null }, { b: "c" }],
  [{ a: ["b"] }, { a: "c" }, { a: "c" }],
  [{ a: "c" }, { a: ["b"] }, { a: ["b"] }],
  [{ a: { b: "c" } }, { a: { b: "d", c: null } }, { a: { b: "d" } }],
  [{ a: [{ b: "c" }] }, { a: [1] }, { a: [1] }],
  [{ e: null }, { a: 1 }, { e: null, a: 1 }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
])("%j patched with %j is %j", (target, patch, merged) => {
  expect(mergePatch(target, patch)).toEqual(merged);
});

test("handles keys such as __proto__ and constructor like any other key", () => {
  const merged = mergePatch({}, JSON.parse('{"__proto__": {"a": 1}, "constructor": "c"}') as JsonObject);
  expect(JSON.stringify(merged)).toBe('{"__proto__":{"a":1},"constructor":"c"}');
  expect((merged as { a?: unknown }).a).toBeUndefined();
});
