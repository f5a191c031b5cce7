import fc from "fast-check";
import { expect, test } from "vitest";
import { valueSegments } from "./value-segments.ts";

const written = (value: unknown): string => [...valueSegments(value)].join("");

test("segments join to the output of JSON.stringify", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(written(value)).toBe(JSON.stringify(value));
    }),
  );
  expect(written({ left: undefined, out: [undefined, 1], of: { it: undefined } })).toBe('{"out":[null,1],"of":{}}');
  expect(written({ only: undefined })).toBe("{}");
});

test("a long text is split into segments, also within a surrogate pair", () => {
  const text = `"${"😀".repeat(70_000)}\ud800`;
  for (const value of [text, { text }]) {
    const segments = [...valueSegments(value)];
    expect(Math.max(...segments.map(({ length }) => length))).toBeLessThan(150_000);
    expect(JSON.parse(segments.join(""))).toEqual(value);
  }
});

test("items of an array are separate segments", () => {
  const vectors = Array.from({ length: 3 }, () => ({ embedding: [0.25, 0.5] }));
  expect([...valueSegments({ data: vectors })]).toHaveLength(7);
});
