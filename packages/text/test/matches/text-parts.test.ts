import fc from "fast-check";
import { expect, test } from "vitest";
import { textParts } from "../../src/matches/text-parts.ts";

test("parts add up to the whole text, end at word boundaries if there are any, and are limited in length", () => {
  const parts = (text: string, length: number) =>
    [...textParts(text, length)].map(({ start, end }) => text.slice(start, end));
  expect(parts("herons stand still", 12)).toEqual(["herons stand", " still"]);
  expect(parts("", 12)).toEqual([]);
  const segment = fc.constantFrom("heron", " ", "\n", "\u{20bb7}", "e\u0301", "\u0301", "x".repeat(40));
  fc.assert(
    fc.property(fc.array(segment, { maxLength: 60 }), fc.integer({ min: 8, max: 60 }), (segments, length) => {
      const text = segments.join("");
      expect(parts(text, length).join("")).toBe(text);
      for (const part of parts(text, length)) {
        expect(part.length).toBeLessThanOrEqual(length);
        expect(part.isWellFormed()).toBe(true);
      }
    }),
  );
});
