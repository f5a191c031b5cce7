import { setImmediate as nextTurn } from "node:timers/promises";
import { SegmentMerge } from "../../postings/segment-merge.ts";
import { decodeSegmentRows, makeDeleted, markDeleted, ordinalOf } from "../../postings/segment-rows.ts";
import type { BuiltSegment, MergeInput } from "../protocol.ts";
import { BlockCollector } from "./invert-passages.ts";

/** Milliseconds of a merge after which passages to invert are looked for: a put waits no longer than that for a merge. */
const SLICE_MS = 15;

/** Makes one segment of several that follow one another in time, without what is deleted. */
export const mergeSegments = async (sources: readonly MergeInput[]): Promise<BuiltSegment> => {
  const merge = new SegmentMerge(
    sources.map(({ data, deleted: seqs, blocks }) => {
      const rows = decodeSegmentRows(data);
      let next = 0;
      return { rows, deleted: deletedOf(rows.rows, seqs), nextBlock: () => blocks[next++] };
    }),
  );
  const collector = new BlockCollector();
  for (let isDone = false; !isDone;) {
    const end = performance.now() + SLICE_MS;
    isDone = merge.run(collector.writer, () => performance.now() >= end);
    if (!isDone) await nextTurn();
  }
  return collector.finish(merge.rows);
};

const deletedOf = (rows: Uint32Array, seqs: Uint32Array): Uint8Array | undefined => {
  if (seqs.length === 0) return undefined;
  const deleted = makeDeleted(rows.length);
  for (const seq of seqs) markDeleted(deleted, ordinalOf(rows, seq));
  return deleted;
};
