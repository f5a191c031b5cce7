import { SegmentBuilder } from "../../src/postings/segment-builder.ts";
import { isDeleted, makeDeleted, markDeleted } from "../../src/postings/segment-rows.ts";
import { findInBlock, TermBlockWriter } from "../../src/postings/term-blocks.ts";
import type { IndexView, SegmentView } from "../../src/query/index-view.ts";
import type { FindPostings } from "../../src/query/read-term.ts";

/** A segment in memory, with its blocks. */
export interface MemorySegment {
  readonly view: SegmentView;
  readonly blocks: readonly Uint8Array[];
}

/**
 * Builds a segment from passages, each an array of terms. Rows and ids count up from `firstRow`; documents cycle
 * through seven numbers.
 */
export const makeSegment = (
  number: number,
  firstRow: number,
  passages: readonly (readonly string[])[],
): MemorySegment => {
  const builder = new SegmentBuilder();
  for (const [ordinal, terms] of passages.entries()) {
    const row = firstRow + ordinal;
    builder.add(
      { row, id: `passage-${row}`, document: row % 7 },
      { terms, length: Math.max(1, terms.length), words: new Set() },
      [],
    );
  }
  const blocks: Uint8Array[] = [];
  const writer = new TermBlockWriter((data) => void blocks.push(new Uint8Array(data)));
  builder.writeTerms(writer);
  const rows = builder.rows();
  return {
    view: {
      ...rows,
      ...{
        number,
        firstRow,
        deletedVersion: 1,
        deleted: undefined,
        firstTerms: writer.firstTerms,
      },
    },
    blocks,
  };
};

/** Returns the segment without the passages for which `isGone` is true. */
export const withoutSome = (
  { view, blocks }: MemorySegment,
  deletedVersion: number,
  isGone: (ordinal: number) => boolean,
): MemorySegment => {
  const deleted = makeDeleted(view.rows.length);
  for (const ordinal of view.rows.keys()) if (isGone(ordinal)) markDeleted(deleted, ordinal);
  return { view: { ...view, deletedVersion, deleted }, blocks };
};

export const viewOf = (version: number, segments: readonly MemorySegment[]): IndexView => {
  let liveCount = 0;
  let liveLength = 0;
  for (const { view } of segments) {
    for (const [ordinal, length] of view.lengths.entries()) {
      if (isDeleted(view.deleted, ordinal)) continue;
      liveCount++;
      liveLength += length;
    }
  }
  return { version, segments: segments.map(({ view }) => view), liveCount, liveLength };
};

/** Searches the segments' blocks for terms. */
export const finderOf = (segments: readonly MemorySegment[]): FindPostings => {
  const byNumber = new Map(segments.map(({ view, blocks }) => [view.number, blocks]));
  return ({ number }, _term, encoded) => {
    for (const block of byNumber.get(number)!) {
      const list = findInBlock(block, encoded);
      if (list !== undefined) return list;
    }
    return undefined;
  };
};
