import * as fc from "fast-check";
import { expect, test } from "vitest";
import { slicesOf } from "./slices-of.ts";

test("slices concatenate to the list, and all but the last have the requested size", () => {
  fc.assert(
    fc.property(fc.array(fc.integer()), fc.integer({ min: 1, max: 12 }), (items, size) => {
      const slices = slicesOf(items, size);
      expect(slices.flat()).toEqual(items);
      for (const slice of slices.slice(0, -1)) expect(slice.length).toBe(size);
      for (const slice of slices) expect(slice.length).toBeGreaterThan(0);
    }),
  );
});
