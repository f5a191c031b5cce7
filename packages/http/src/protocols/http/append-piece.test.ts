import { expect, test } from "vitest";
import { appendPiece } from "./append-piece.ts";

const put = (body: Buffer, sizes: (index: number) => number): Buffer[] => {
  const pieces: Buffer[] = [];
  for (let at = 0, index = 0; at < body.length; index++) {
    const size = sizes(index);
    appendPiece(pieces, body.subarray(at, at + size));
    at += size;
  }
  return pieces;
};

const body = Buffer.from(Array.from({ length: 200_000 }, (_, index) => (index * 7_919) % 251));

test.each([
  ["single bytes", () => 1],
  ["bytes and pairs", (index: number) => 1 + (index % 2)],
  ["pieces that become smaller and smaller", (index: number) => 16 - (index % 16)],
])("%s are kept in a few pieces, in their order", (_what, sizes) => {
  const pieces = put(body, sizes);
  expect(Buffer.concat(pieces).equals(body)).toBe(true);
  expect(pieces.length).toBeLessThan(100);
});

test("large pieces are kept as they came", () => {
  const pieces = put(body, () => 16_384);
  expect(pieces.map(({ length }) => length)).toEqual([...Array.from({ length: 12 }, () => 16_384), 3_392]);
  expect(pieces[0]!.buffer).toBe(body.buffer);
});
