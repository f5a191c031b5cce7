import { expect, it } from "vitest";
import { BoundedCache } from "./bounded-cache.ts";

it("caches recent keys, evicts old ones and always returns the right value", () => {
  const cache = new BoundedCache<number>(10);
  let computed = 0;
  const lengthOf = (key: string): number => {
    computed++;
    return key.length;
  };
  for (let round = 0; round < 3; round++) expect(cache.get("abc", lengthOf)).toBe(3);
  expect(computed).toBe(1);
  for (let index = 0; index < 100; index++) cache.get(`key${index}`, lengthOf);
  expect(cache.get("abc", lengthOf)).toBe(3);
  expect(computed).toBe(102);
});
