import { expect, test } from "vitest";
import { mergePatchOf } from "./merge-patch.ts";

test("a merge patch has added and changed fields, null for removed ones, and no unchanged fields", () => {
  const before = { team: "water", tags: ["a", "b"], place: { hall: 1, shelf: 2 }, draft: true };
  const after = { team: "water", tags: ["b"], place: { hall: 1, row: 3 }, year: 2026 };
  expect(mergePatchOf(before, after)).toEqual({
    tags: ["b"],
    place: { shelf: null, row: 3 },
    draft: null,
    year: 2026,
  });
  expect(mergePatchOf(before, before)).toEqual({});
  expect(mergePatchOf({ a: { b: 1 } }, { a: 1 })).toEqual({ a: 1 });
});
