import * as fc from "fast-check";
import { expect, it } from "vitest";
import { NumberHeap } from "./number-heap.ts";

it("pops numbers in ascending order", () => {
  fc.assert(
    fc.property(fc.array(fc.nat()), (numbers) => {
      const heap = new NumberHeap(numbers.length);
      for (const number of numbers) heap.push(number);
      expect(numbers.map(() => heap.pop())).toEqual(numbers.toSorted((left, right) => left - right));
      expect(heap.pop()).toBe(-1);
    }),
  );
});
