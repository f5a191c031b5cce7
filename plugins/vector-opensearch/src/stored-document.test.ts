import fc from "fast-check";
import { expect, test } from "vitest";
import { bodyOf, documentIdOf, pathRange, shortNumbers, toDocument } from "./stored-document.ts";

/** Returns an address as the bytes by which the server orders it. */
const bytesOf = (address: string): string => {
  expect(address).toMatch(/^([0-9a-f]{4}:){7}[0-9a-f]{4}$/);
  return address.replaceAll(":", "");
};

test("the addresses of a path's numbers are in numeric order and within its range", () => {
  const { first, last, at } = pathRange("generation", "a.b");
  fc.assert(
    fc.property(fc.double({ noNaN: true }), fc.double({ noNaN: true }), (a, b) => {
      const [left, right] = [bytesOf(at(a)), bytesOf(at(b))];
      expect(Math.sign(left < right ? -1 : Number(left > right))).toBe(a < b ? -1 : Number(a > b));
      expect(left >= bytesOf(first) && left <= bytesOf(last)).toBe(true);
    }),
  );
  expect(at(-0)).toBe(at(0));
});

test("paths and collections have distinct ranges, and document ids are short", () => {
  const beginnings = [pathRange("g", "a"), pathRange("g", "b"), pathRange("h", "a")].map(({ first }) =>
    first.slice(0, 19),
  );
  expect(new Set(beginnings).size).toBe(3);
  expect(documentIdOf("g", "ü".repeat(544)).length).toBeLessThan(512);
});

test("floats and records round-trip", () => {
  const floats = fc.float32Array({ noNaN: true, noDefaultInfinity: true, minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(floats, (vector) => {
      expect(Float32Array.from(JSON.parse(JSON.stringify(shortNumbers(vector))) as number[])).toEqual(
        vector.map((value) => value + 0),
      );
      const record = { id: "a", vector, metadata: { "a.b": [null, { "": "\ud800" }] }, text: "\ud800 \u2028" };
      const document = JSON.parse(toDocument("g", record)) as Record<string, unknown>;
      expect({ id: document["id"], ...bodyOf(document) }).toEqual(record);
    }),
  );
});
