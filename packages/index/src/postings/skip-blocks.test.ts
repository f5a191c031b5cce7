import * as fc from "fast-check";
import { expect, it } from "vitest";
import { forEachPosting, writePosting } from "./posting-list.ts";
import { frequenciesAt } from "./skip-blocks.ts";
import { findInBlock, TermBlockWriter } from "./term-blocks.ts";
import { ByteWriter } from "./varint.ts";

/** Postings as distances between ordinals, with frequencies. */
const postings = fc.array(
  fc.record({
    distance: fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 1, max: 3 }) }, fc.integer({ min: 1, max: 70_000 })),
    frequency: fc.oneof({ weight: 9, arbitrary: fc.constantFrom(1, 1, 2, 5) }, fc.integer({ min: 1, max: 100_000 })),
  }),
  { minLength: 1, maxLength: 1_000, size: "max" },
);

it("finds the frequencies of any ordinals in a stored list of any length", () => {
  fc.assert(
    fc.property(postings, fc.array(fc.nat({ max: 3_000 }), { maxLength: 60, size: "max" }), (made, others) => {
      const writer = new ByteWriter();
      const frequencies = new Map<number, number>();
      let ordinal = -1;
      for (const { distance, frequency } of made) {
        writePosting(writer, ordinal, ordinal + distance, frequency);
        ordinal += distance;
        frequencies.set(ordinal, frequency);
      }
      const blocks: Uint8Array[] = [];
      const block = new TermBlockWriter((data) => void blocks.push(new Uint8Array(data)));
      block.add("granit", made.length, writer);
      block.finish();
      const list = findInBlock(blocks[0]!, Buffer.from("granit"))!;

      const read = new Map<number, number>();
      forEachPosting(list, (at, frequency) => read.set(at, frequency));
      expect(read).toEqual(frequencies);
      const held = [...frequencies.keys()].filter((_, index) => (index * 7_919) % 10 < 2);
      const requested = [...new Set([...others, ...held, ordinal, ordinal + 1])].toSorted((a, b) => a - b);
      const found = frequenciesAt(list, Uint32Array.from(requested));
      expect([...found]).toEqual(requested.map((at) => frequencies.get(at) ?? 0));
    }),
    { numRuns: 200 },
  );
});
