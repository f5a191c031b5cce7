import { expect, test } from "vitest";
import { isNestedDeeper } from "./json-depth.ts";

const deeper = (text: string, limit: number) => isNestedDeeper(Buffer.from(text), limit);

test("counts arrays and objects, not what stands in strings", () => {
  expect(deeper("[[{}]]", 3)).toBe(false);
  expect(deeper("[[{}]]", 2)).toBe(true);
  expect(deeper('["[[[[", {"]]\\"[[[": "\\\\"}, "[["]', 2)).toBe(false);
  expect(deeper("[],[],[],[]", 1)).toBe(false);
});
