import { expect, test } from "vitest";
import { exceededShape, maxJsonValues } from "./json-shape.ts";

const exceeded = (text: string, depth: number, containers = 100, values = 100) =>
  exceededShape(Buffer.from(text), { depth, containers, values });

test("counts how deep arrays and objects nest, not what stands in strings", () => {
  expect(exceeded("[[{}]]", 3)).toBeUndefined();
  expect(exceeded("[[{}]]", 2)).toBe("depth");
  expect(exceeded('["[[[[", {"]]\\"[[[": "\\\\"}, "[["]', 2)).toBeUndefined();
  expect(exceeded("[],[],[],[]", 1)).toBeUndefined();
});

test("counts how many there are", () => {
  expect(exceeded('[{}, "{}", []]', 9, 3)).toBeUndefined();
  expect(exceeded('[{}, "{}", [], {}]', 9, 3)).toBe("containers");
});

test("counts keys and values", () => {
  expect(exceeded('{"a": 1, "b,:": [2, "3,4:5"]}', 9, 9, 4)).toBe("values");
  expect(exceeded('{"a": 1, "b,:": [2, "3,4:5"]}', 9, 9, 5)).toBeUndefined();
});

test("a request may hold one value for each 64 bytes, and a few ten thousand in any case", () => {
  expect(maxJsonValues(64 * 1_048_576)).toBe(1_048_576);
  expect(maxJsonValues(4_096)).toBe(65_536);
});
