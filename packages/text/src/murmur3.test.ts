import * as fc from "fast-check";
import { expect, it } from "vitest";
import { murmur3 } from "./murmur3.ts";

// Test vectors of MurmurHash3_x86_32 as collected from implementations of Appleby's reference
// (en.wikipedia.org/wiki/MurmurHash).
it.each([
  ["", 0, 0x00000000],
  ["", 1, 0x514e28b7],
  ["", 0xffffffff, 0x81f16f39],
  ["test", 0, 0xba6bd213],
  ["test", 0x9747b28c, 0x704b81dc],
  ["Hello, world!", 0, 0xc0363e43],
  ["Hello, world!", 0x9747b28c, 0x24884cba],
  ["The quick brown fox jumps over the lazy dog", 0, 0x2e4ff723],
  ["The quick brown fox jumps over the lazy dog", 0x9747b28c, 0x2fa826cd],
  ["ππππππππ", 0x9747b28c, 0xd58063c1],
])("hashes %j with seed %i", (text, seed, expected) => {
  expect(murmur3(text, seed)).toBe(expected);
});

it("hashes a text as its UTF-8 bytes, to an unsigned 32-bit number", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(murmur3(text)).toBe(murmur3(new TextDecoder().decode(new TextEncoder().encode(text))));
      expect(murmur3(text)).toBeGreaterThanOrEqual(0);
      expect(murmur3(text)).toBeLessThanOrEqual(0xffffffff);
    }),
  );
});
