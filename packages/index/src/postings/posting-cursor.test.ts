import * as fc from "fast-check";
import { expect, it } from "vitest";
import { PostingCursor, type ScoreWindow } from "./posting-cursor.ts";
import { forEachPosting, type PostingList, writePosting } from "./posting-list.ts";
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

type Made = typeof postings extends fc.Arbitrary<infer Value> ? Value : never;

/** Stores postings in a block. Returns the list as read from there, and its frequencies by ordinal. */
const stored = (made: Made): { readonly list: PostingList; readonly frequencies: ReadonlyMap<number, number> } => {
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
  return { list: findInBlock(blocks[0]!, Buffer.from("granit"))!, frequencies };
};

it("finds the frequencies of any ordinals in a stored list of any length", () => {
  fc.assert(
    fc.property(postings, fc.array(fc.nat({ max: 3_000 }), { maxLength: 60, size: "max" }), (made, others) => {
      const { list, frequencies } = stored(made);
      const read = new Map<number, number>();
      forEachPosting(list, (at, frequency) => read.set(at, frequency));
      expect(read).toEqual(frequencies);
      const ordinals = [...frequencies.keys()];
      const some = ordinals.filter((_, index) => (index * 7_919) % 10 < 2);
      const last = ordinals.at(-1)!;
      const requested = [...new Set([...others, ...some, last, last + 1])].toSorted((a, b) => a - b);
      const found = new PostingCursor(list).frequenciesAt(Uint32Array.from(requested));
      expect([...found]).toEqual(requested.map((at) => frequencies.get(at) ?? 0));
    }),
    { numRuns: 200 },
  );
});

/** Ways to use a cursor in a window: adding all scores, only those of touched or wanted passages, looking some up. */
const uses = fc.constantFrom("all", "touched", "wanted", "lookups", "none");

const MAX_STEPS = 40;
const MAX_WINDOW = 400;

it("adds the scores of consecutive windows, regardless of the reads in previous ones", () => {
  const weight = { weight: 2, base: 0.5, slope: 0.01 };
  fc.assert(
    fc.property(
      postings,
      fc.array(fc.tuple(fc.integer({ min: 1, max: MAX_WINDOW }), uses), { maxLength: MAX_STEPS }),
      (made, steps) => {
        const { list, frequencies } = stored(made);
        // A list can reach millions of ordinals, and the windows only the first thousands.
        const end = Math.min(Math.max(...frequencies.keys()) + 1, MAX_STEPS * MAX_WINDOW);
        const lengths = Uint32Array.from({ length: end }, (_, ordinal) => ordinal % 90);
        const scoreAt = (ordinal: number): number => {
          const frequency = frequencies.get(ordinal) ?? 0;
          return (weight.weight * frequency) / (frequency + weight.base + weight.slope * lengths[ordinal]!);
        };
        const cursor = new PostingCursor(list);
        let start = 0;
        for (const [size, use] of steps) {
          if (start >= end) break;
          const window: ScoreWindow = {
            ...{ start, end: Math.min(start + size, end), count: 0 },
            sums: new Float64Array(size),
            touched: new Uint32Array(size),
          };
          const ordinals = Array.from({ length: window.end - start }, (_, at) => start + at);
          const isChosen = (ordinal: number): boolean => ordinal % 3 === 0;
          const chosen = ordinals.filter(isChosen);
          const isUsed = use === "all" ? () => true : isChosen;
          if (use === "touched") for (const ordinal of chosen) window.sums[ordinal - start] = 1;
          const wanted = new Uint32Array((end >>> 5) + 1);
          for (const ordinal of chosen) wanted[ordinal >>> 5]! |= 1 << (ordinal & 31);
          if (use === "lookups") {
            const found = cursor.frequenciesAt(Uint32Array.from(chosen));
            expect([...found]).toEqual(chosen.map((ordinal) => frequencies.get(ordinal) ?? 0));
          } else if (use !== "none") {
            cursor.addScores(window, weight, lengths, use === "touched", use === "wanted" ? wanted : undefined);
            const before = (ordinal: number): number => (use === "touched" && isChosen(ordinal) ? 1 : 0);
            expect([...window.sums.subarray(0, ordinals.length)]).toEqual(
              ordinals.map((ordinal) => before(ordinal) + (isUsed(ordinal) ? scoreAt(ordinal) : 0)),
            );
            const touched = ordinals.filter((ordinal) => isUsed(ordinal) && scoreAt(ordinal) > 0);
            expect([...window.touched.subarray(0, window.count)]).toEqual(use === "touched" ? [] : touched);
          }
          start = window.end;
        }
      },
    ),
    { numRuns: 300 },
  );
});
