import { compileFilter, parseFilter } from "@quarry/plugin/domain";
import { filterArbitrary, metadataArbitrary } from "@quarry/plugin-testkit";
import fc from "fast-check";
import { expect, test } from "vitest";

test("$not is the exact complement, for any filter and any metadata", () => {
  let matched = 0;
  fc.assert(
    fc.property(filterArbitrary, metadataArbitrary, (filter, metadata) => {
      const holds = compileFilter(parseFilter(filter)!)(metadata);
      if (holds) matched += 1;
      expect(compileFilter(parseFilter({ $not: filter })!)(metadata)).toBe(!holds);
      expect(compileFilter(parseFilter({ $nor: [filter] })!)(metadata)).toBe(!holds);
      expect(compileFilter(parseFilter({ $not: { $not: filter } })!)(metadata)).toBe(holds);
    }),
    { numRuns: 10_000 },
  );
  // The law would hold trivially if nothing ever matched, or everything did.
  expect(matched).toBeGreaterThan(2_000);
  expect(matched).toBeLessThan(8_000);
});
