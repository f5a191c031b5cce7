import { expect, test } from "vitest";
import { exceededShape } from "./json-shape.ts";

const exceeded = (text: string, depth: number, containers = 100) => exceededShape(Buffer.from(text), depth, containers);

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
