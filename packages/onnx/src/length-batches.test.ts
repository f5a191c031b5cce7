import * as fc from "fast-check";
import { expect, it } from "vitest";
import { lengthBatches } from "./length-batches.ts";

it("puts every input into one batch, longest first, none larger than the batch size", () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(5000), { minLength: 1, maxLength: 200 }),
      fc.integer({ min: 1, max: 64 }),
      (lengths, batchSize) => {
        const batches = lengthBatches(lengths, { batchSize, maxTokens: 512, threads: 2 });
        const order = batches.flat().map((place) => lengths[place]!);
        expect(batches.flat().toSorted((left, right) => left - right)).toEqual(lengths.map((_, index) => index));
        expect(order).toEqual(lengths.toSorted((left, right) => right - left));
        for (const batch of batches) expect(batch.length).toBeLessThanOrEqual(batchSize);
      },
    ),
  );
});

it("shrinks batches of very long inputs, down to one", () => {
  const sizes = (characters: number, maxTokens: number, threads = Infinity) =>
    lengthBatches(
      Array.from({ length: 64 }, () => characters),
      { batchSize: 64, maxTokens, threads },
    ).map(({ length }) => length);
  expect(sizes(100_000, 512)).toEqual([64]);
  expect(sizes(100_000, 2048)).toEqual(Array.from({ length: 16 }, () => 4));
  expect(sizes(100_000, 32_768)).toEqual(Array.from({ length: 64 }, () => 1));
  expect(sizes(200, 32_768)).toEqual([64]);
  // Batch sizes for a CPU: long inputs one at a time, short ones together, and more of them with more threads.
  expect(sizes(100_000, 256, 1)).toEqual(Array.from({ length: 64 }, () => 1));
  expect(sizes(24, 256, 1)).toEqual(Array.from({ length: 4 }, () => 16));
  expect(sizes(24, 256, 4)).toEqual([64]);
});
