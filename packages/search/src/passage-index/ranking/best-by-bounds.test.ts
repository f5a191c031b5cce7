import { searchTerms } from "@quarry/text";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { SegmentBuilder } from "../postings/segment-builder.ts";
import { isDeleted, makeDeleted, markDeleted } from "../postings/segment-rows.ts";
import { findInBlock, TermBlockWriter } from "../postings/term-blocks.ts";
import { bestByBounds } from "./best-by-bounds.ts";
import type { IndexView, PostingSource, SegmentView } from "./index-view.ts";
import { KeptPostings } from "./kept-postings.ts";
import { QueryScores } from "./query-scores.ts";
import { readQuery } from "./read-query.ts";
import { type FindPostings, readTerm } from "./read-term.ts";
import { rankingOf, selectHits } from "./select-hits.ts";
import { SumArrays } from "./sum-arrays.ts";

const SEGMENTS = [3_500, 2_000, 500];
/** Shares of passages that hold each word: from nearly all to a handful. */
const WORDS = { every: 0.97, most: 0.6, many: 0.3, some: 0.05, few: 0.01, rare: 0.003 } as const;

/** Whole numbers that are the same for the same seed. */
const numbersOf = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};

interface Index {
  readonly view: IndexView;
  /** As read, and as kept in memory. */
  readonly sources: readonly PostingSource[];
}

/** Three segments in memory; `deletedShare` of their passages are deleted. */
const makeIndex = (seed: number, deletedShare: number): Index => {
  const random = numbersOf(seed);
  const blocks = new Map<number, Uint8Array[]>();
  let row = 0;
  const segments = SEGMENTS.map((count, number): SegmentView => {
    const builder = new SegmentBuilder();
    const deleted = makeDeleted(count);
    for (let ordinal = 0; ordinal < count; ordinal++) {
      const terms = Object.entries(WORDS).flatMap(([word, share]) =>
        random() < share ? Array.from({ length: random() < 0.8 ? 1 : 3 }, () => word) : [],
      );
      // A few lengths, so that many scores are the same.
      const filling = Array.from({ length: Math.floor(random() * 4) * 5 }, () => "filling");
      builder.add(
        { row: ++row, id: `passage-${row}`, document: row % 7 },
        { terms: [...terms, ...filling], words: new Set() },
      );
      if (random() < deletedShare) markDeleted(deleted, ordinal);
    }
    const stored: Uint8Array[] = [];
    const writer = new TermBlockWriter((data) => void stored.push(new Uint8Array(data)));
    builder.writeTerms(writer);
    blocks.set(number, stored);
    const rows = builder.rows();
    return {
      ...rows,
      number,
      firstRow: rows.rows[0]!,
      deletedVersion: 1,
      deleted: deletedShare === 0 ? undefined : deleted,
      firstTerms: writer.firstTerms,
    };
  });
  let liveCount = 0;
  let liveLength = 0;
  for (const { rows, lengths, deleted } of segments) {
    for (const ordinal of rows.keys()) {
      if (isDeleted(deleted, ordinal)) continue;
      liveCount++;
      liveLength += lengths[ordinal]!;
    }
  }
  const find: FindPostings = ({ number }, _term, encoded) => {
    for (const block of blocks.get(number)!) {
      const list = findInBlock(block, encoded);
      if (list !== undefined) return list;
    }
    return undefined;
  };
  return {
    view: { version: 1, segments, liveCount, liveLength },
    sources: [{ termIn: (known, term) => readTerm(known, term, find) }, new KeptPostings(10_000_000).collection(find)],
  };
};

it("gives the rows and scores that reading everything gives, with deletes, filters and ties", () => {
  const indexes = [makeIndex(1, 0), makeIndex(2, 0.1), makeIndex(3, 0.6)];
  const idOf = (row: number): string => `passage-${row}`;
  let pruned = 0;
  fc.assert(
    fc.property(
      fc.constantFrom(...indexes),
      fc.uniqueArray(fc.constantFrom(...Object.keys(WORDS), "unknown"), { minLength: 1, maxLength: 6 }),
      fc.constantFrom(1, 3, 10, 60),
      fc.constantFrom(undefined, 1, 3),
      fc.constantFrom(0, 1),
      ({ view, sources }, words, limit, documents, from) => {
        const terms = searchTerms(words.join(" "));
        const makeScores = () => new QueryScores(view, readQuery(sources[from]!, view, terms, terms), new SumArrays());
        const selector =
          documents === undefined
            ? undefined
            : { isCheap: true, matches: (_row: number, document: number) => document < documents };
        const everything = makeScores();
        expect(everything.scores.length).toBe(SEGMENTS.length);
        const expected = selectHits(everything, limit, selector, idOf);

        const scores = makeScores();
        const found = bestByBounds(scores, limit, rankingOf(scores, idOf), selector?.matches);
        if (found !== undefined) {
          pruned++;
          expect(found).toEqual(expected);
        }
        const places = expected.toReversed();
        expect(scores.at(places)).toEqual(places.map(({ score }) => score));
      },
    ),
    { numRuns: 400 },
  );
  expect(pruned).toBeGreaterThan(50);
});
