import { expect, test } from "vitest";
import { appendSegment } from "./append-segment.ts";

const put = (body: Buffer, sizes: (index: number) => number): Buffer[] => {
  const segments: Buffer[] = [];
  for (let at = 0, index = 0; at < body.length; index++) {
    const size = sizes(index);
    appendSegment(segments, body.subarray(at, at + size));
    at += size;
  }
  return segments;
};

const body = Buffer.from(Array.from({ length: 200_000 }, (_, index) => (index * 7_919) % 251));

test.each([
  ["single bytes", () => 1],
  ["bytes and pairs", (index: number) => 1 + (index % 2)],
  ["pieces that become smaller and smaller", (index: number) => 16 - (index % 16)],
])("%s are merged into a few segments, in order", (_what, sizes) => {
  const segments = put(body, sizes);
  expect(Buffer.concat(segments).equals(body)).toBe(true);
  expect(segments.length).toBeLessThan(100);
});

test("large segments are stored without a copy", () => {
  const segments = put(body, () => 16_384);
  expect(segments.map(({ length }) => length)).toEqual([...Array.from({ length: 12 }, () => 16_384), 3_392]);
  expect(segments[0]!.buffer).toBe(body.buffer);
});
