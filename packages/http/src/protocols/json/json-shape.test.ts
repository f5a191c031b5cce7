import { expect, test } from "vitest";
import { exceededShape, maxJsonValues } from "./json-shape.ts";

const exceeded = (text: string, depth: number, containers = 100, values = 100) =>
  exceededShape(Buffer.from(text), { depth, containers, values });

test("limits the depth of arrays and objects, regardless of brackets in strings", () => {
  expect(exceeded("[[{}]]", 3)).toBeUndefined();
  expect(exceeded("[[{}]]", 2)).toBe("depth");
  expect(exceeded('["[[[[", {"]]\\"[[[": "\\\\"}, "[["]', 2)).toBeUndefined();
  expect(exceeded("[],[],[],[]", 1)).toBeUndefined();
});

test("limits the number of arrays and objects", () => {
  expect(exceeded('[{}, "{}", []]', 9, 3)).toBeUndefined();
  expect(exceeded('[{}, "{}", [], {}]', 9, 3)).toBe("containers");
});

test("limits the number of keys and values", () => {
  expect(exceeded('{"a": 1, "b,:": [2, "3,4:5"]}', 9, 9, 4)).toBe("values");
  expect(exceeded('{"a": 1, "b,:": [2, "3,4:5"]}', 9, 9, 5)).toBeUndefined();
});

test("a request can have one value per 64 bytes, and 65,536 in any case", () => {
  expect(maxJsonValues(64 * 1_048_576)).toBe(1_048_576);
  expect(maxJsonValues(4_096)).toBe(65_536);
});
