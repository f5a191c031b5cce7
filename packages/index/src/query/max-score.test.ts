import type { Spellings } from "@quarry/text";
import * as fc from "fast-check";
import { expect, it, vi } from "vitest";
import { finderOf, makeSegment, viewOf, withoutSome } from "../../test/support/memory-segments.ts";
import { randomNumbers } from "../../test/support/zipf-text.ts";
import { hasBit } from "../columns/row-bits.ts";
import { layoutOf } from "../columns/row-layout.ts";
import { RowSet } from "../columns/row-set.ts";
import { PostingCursor } from "../postings/posting-cursor.ts";
import { maxScore } from "./max-score.ts";
import type { IndexView, PostingSource } from "./index-view.ts";
import { CachedPostings } from "./cached-postings.ts";
import { QueryScores } from "./query-scores.ts";
import { readQuery } from "./read-query.ts";
import { readTerm } from "./read-term.ts";
import { rankingOf, selectHits } from "./select-hits.ts";
import { SumArrays } from "./sum-arrays.ts";

const SEGMENTS = [2_000, 20_000, 500];
/** Number of windows in each segment. */
const WINDOWS = [1, 2, 1];
const TERMS = Array.from({ length: 24 }, (_, rank) => `term-${rank}`);
/** Share of passages that contain the term of a rank: from nearly all to a handful. */
const shareOf = (rank: number): number => 0.97 * 0.78 ** rank;

interface Index {
  readonly view: IndexView;
  /** As read from storage, and as cached in memory. */
  readonly sources: readonly PostingSource[];
}

/** Three segments in memory; `deletedShare` of their passages are deleted. */
const makeIndex = (seed: number, deletedShare: number): Index => {
  const random = randomNumbers(seed);
  const passage = (): readonly string[] => [
    ...TERMS.flatMap((term, rank) =>
      random() < shareOf(rank) ? Array.from({ length: random() < 0.8 ? 1 : 3 }, () => term) : [],
    ),
    ...TERMS.filter((_, rank) => rank % 5 === 0 && random() < 0.1).map((term) => `=${term}`),
    // Few distinct lengths, so that many scores are equal.
    ...Array.from({ length: Math.floor(random() * 4) * 5 }, () => "filling"),
  ];
  let firstRow = 1;
  const segments = SEGMENTS.map((count, number) => {
    const segment = makeSegment(number, firstRow, Array.from({ length: count }, passage));
    firstRow += count;
    return deletedShare === 0 ? segment : withoutSome(segment, 1, () => random() < deletedShare);
  });
  const find = finderOf(segments);
  return {
    view: viewOf(1, segments),
    sources: [
      {
        termIn: (view, term) => readTerm(view, term, find),
        mergedIn: (_view, _key, merge) => merge(),
      },
      new CachedPostings(10_000_000).collection(find, () => {}),
    ],
  };
};

const terms = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...TERMS, "unknown"), fc.constantFrom(1, 1, 2)), {
    minLength: 1,
    maxLength: 16,
    selector: ([term]) => term,
  })
  .map((pairs) => new Map(pairs));

/** Every third term is also searched in the form of another one, and some texts contain other spellings. */
const spellingsOf = (wanted: ReadonlyMap<string, number>): Spellings =>
  new Map(
    [...wanted.keys()].map((term) => {
      const rank = TERMS.indexOf(term);
      const other = TERMS[(rank + 7) % TERMS.length]!;
      return [term, [[term, `=${term}`], ...(rank % 3 === 0 ? [[other, `=${other}`]] : [])]];
    }),
  );

/** Returns the passages of the first documents. */
const rowsOf = (view: IndexView, documents: number): RowSet => {
  const layout = layoutOf(view);
  const bits = layout.live.slice();
  for (const [index, { documents: numbers }] of view.segments.entries()) {
    for (const [ordinal, number] of numbers.entries()) {
      const at = layout.words[index]! * 32 + ordinal;
      if (number >= documents && hasBit(bits, at)) bits[at >>> 5]! ^= 1 << (at & 31);
    }
  }
  return new RowSet(view, layout, bits, bits);
};

it("returns the rows and scores of a complete scan, with deletions, filters and ties", () => {
  // In the third index too few passages are left for MaxScore to pay off.
  const indexes = [makeIndex(1, 0), makeIndex(2, 0.1), makeIndex(3, 0.6)];
  const idOf = (row: number): string => `passage-${row}`;
  const added = vi.spyOn(PostingCursor.prototype, "addScores");
  let [requested, summed] = [0, 0];
  fc.assert(
    fc.property(
      fc.constantFrom(...indexes),
      terms,
      fc.constantFrom(1, 3, 10, 60),
      fc.constantFrom(undefined, 0, 1, 3),
      fc.constantFrom(0, 1),
      ({ view, sources }, wanted, limit, documents, from) => {
        const query = { terms: wanted, openGrams: new Map(), spellings: spellingsOf(wanted), phrases: [] };
        const makeScores = () => new QueryScores(view, readQuery(sources[from]!, view, query, query), new SumArrays());
        const rows = documents === undefined ? undefined : rowsOf(view, documents);
        const everything = makeScores();
        expect(everything.scores.length).toBe(SEGMENTS.length);
        const expected = selectHits(everything, limit, { rows }, idOf);

        const scores = makeScores();
        const before = added.mock.calls.length;
        const found = maxScore(scores, limit, rankingOf(scores, idOf), rows);
        summed += added.mock.calls.length - before;
        if (found !== undefined) {
          for (const { indexed } of scores.terms)
            for (const [segment, list] of indexed.postings.entries())
              if (list !== undefined) requested += WINDOWS[segment]!;
          expect(found).toEqual(expected);
        }
        expect(selectHits(makeScores(), limit, { rows }, idOf)).toEqual(expected);
        const places = expected.toReversed();
        expect(scores.at(places)).toEqual(places.map(({ score }) => score));
      },
    ),
    { numRuns: 300 },
  );
  // The other terms were looked up for a few passages only.
  expect(summed).toBeLessThan(requested * 0.9);
  added.mockRestore();
});
