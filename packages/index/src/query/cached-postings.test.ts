import * as fc from "fast-check";
import { expect, it } from "vitest";
import { finderOf, makeSegment, viewOf, withoutSome } from "../../test/support/memory-segments.ts";
import { PostingCursor } from "../postings/posting-cursor.ts";
import type { IndexView, TermView } from "./index-view.ts";
import { CachedPostings } from "./cached-postings.ts";
import { type FindPostings, readTerm } from "./read-term.ts";

const PASSAGES = 1_200;
const TERMS = ["every", "half", "some", "once", "none"] as const;
const holds = (term: string, row: number): boolean =>
  term === "every" ||
  (term === "half" && row % 2 === 0) ||
  (term === "some" && row % 9 === 0) ||
  (term === "once" && row === 7);

const passageOf = (row: number): readonly string[] => [
  ...TERMS.flatMap((term) => (holds(term, row) ? Array.from({ length: 1 + (row % 3) }, () => term) : [])),
  ...Array.from({ length: row % 11 }, () => "filling"),
];
const segments = [1, 2, 3, 4].map((number) => {
  const firstRow = number * PASSAGES;
  return makeSegment(
    number,
    firstRow,
    Array.from({ length: PASSAGES }, (_, offset) => passageOf(firstRow + offset)),
  );
});
const find = finderOf(segments);

const frequenciesOf = (view: IndexView, { postings }: TermView): readonly Uint32Array[] =>
  view.segments.map(({ rows }, index) => {
    const list = postings[index];
    return list === undefined
      ? new Uint32Array(0)
      : new PostingCursor(list).frequenciesAt(Uint32Array.from(rows.keys()));
  });

it("returns the same postings as an uncached read while segments change", () => {
  const step = fc.record({
    taken: fc.subarray([0, 1, 2, 3], { minLength: 1 }),
    deletedEvery: fc.constantFrom(0, 2, 5),
    term: fc.constantFrom(...TERMS),
  });
  fc.assert(
    fc.property(
      fc.array(step, { minLength: 1, maxLength: 8 }),
      fc.constantFrom(0, 5_000, 10_000_000),
      (steps, bytes) => {
        const retained = new CachedPostings(bytes).collection(find, () => {});
        for (const [version, { taken, deletedEvery, term }] of steps.entries()) {
          const live = taken.map((index) =>
            deletedEvery === 0
              ? segments[index]!
              : withoutSome(segments[index]!, version, (ordinal) => ordinal % deletedEvery === 0),
          );
          const view = viewOf(version, live);
          const read = readTerm(view, term, find);
          const found = retained.termIn(view, term);
          expect(found.frequency).toBe(read.frequency);
          expect(retained.frequencyIn(view, term)).toBe(read.frequency);
          expect(frequenciesOf(view, found)).toEqual(frequenciesOf(view, read));
        }
      },
    ),
    { numRuns: 60 },
  );
});

it("reads a segment's postings once, and again only after an eviction", () => {
  const reads: string[] = [];
  const counting: FindPostings = (segment, term, encoded) => {
    reads.push(`${term} ${segment.number}`);
    return find(segment, term, encoded);
  };
  const newReads = (): readonly string[] => reads.splice(0);
  const first = viewOf(1, segments.slice(0, 2));
  const second = viewOf(2, segments.slice(1, 3));
  const capacity = 9_000;
  const postings = new CachedPostings(capacity);
  const retained = postings.collection(counting, () => {});
  retained.termIn(first, "half");
  retained.termIn(first, "half");
  expect(newReads()).toEqual(["half 1", "half 2"]);
  retained.termIn(second, "half");
  expect(newReads()).toEqual(["half 3"]);
  // Another collection has segments with the same numbers.
  postings.collection(counting, () => {}).termIn(second, "half");
  expect(newReads()).toEqual(["half 2", "half 3"]);
  retained.termIn(second, "every");
  retained.termIn(second, "half");
  expect(newReads()).toEqual(["every 2", "every 3", "half 2", "half 3"]);
  // Terms that are only counted take no memory.
  retained.frequencyIn(second, "every");
  retained.frequencyIn(second, "half");
  expect(newReads()).toEqual(["every 2", "every 3"]);
});

it("merges a term's forms once per version of the view, also when they add nothing", () => {
  const retained = new CachedPostings(10_000_000).collection(find, () => {});
  const merged = readTerm(viewOf(1, segments), "half", find);
  let merges = 0;
  const merge = (result: TermView | undefined) => () => {
    merges += 1;
    return result;
  };
  for (const version of [1, 2]) {
    const view = viewOf(version, segments);
    for (let time = 0; time < 2; time++) {
      expect(retained.mergedIn(view, "half once", merge(merged))).toBe(merged);
      expect(retained.mergedIn(view, "half none", merge(undefined))).toBeUndefined();
    }
    expect(merges).toBe(version * 2);
  }
});
