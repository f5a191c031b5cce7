import { isDeleted, ordinalOf } from "../postings/segment-rows.ts";
import type { IndexView, SegmentView } from "../query/index-view.ts";
import {
  addRange,
  addShifted,
  clearBit,
  hasBit,
  makeBits,
  numbersOf,
  type RowBits,
  setBit,
  takeBits,
} from "./row-bits.ts";

/** Layout of a view's passages in bitmaps: the segments one after another, each aligned to a 32-bit word. */
export interface RowLayout {
  /** First word of each segment, and one more entry for the end. */
  readonly words: readonly number[];
  /** Passages that are not deleted. */
  readonly live: RowBits;
  /** Upper bound of the document numbers, exclusive. */
  readonly documents: number;
}

const layouts = new WeakMap<IndexView, RowLayout>();

export const layoutOf = (view: IndexView): RowLayout => {
  let layout = layouts.get(view);
  if (layout === undefined) layouts.set(view, (layout = makeLayout(view)));
  return layout;
};

const makeLayout = ({ segments }: IndexView): RowLayout => {
  const words = [0];
  let documents = 0;
  for (const { rows, documents: numbers } of segments) {
    words.push(words.at(-1)! + ((rows.length + 31) >>> 5));
    documents = Math.max(documents, runsOf(numbers).end);
  }
  const live = new Uint32Array(words.at(-1)!);
  for (const [index, segment] of segments.entries()) live.set(liveOf(segment), words[index]);
  return { words, live, documents };
};

const liveOf = ({ rows, deleted }: SegmentView): RowBits => {
  const live = makeBits(rows.length);
  addRange(live, 0, rows.length);
  if (deleted === undefined) return live;
  for (let row = 0; row < rows.length; row++) if (isDeleted(deleted, row)) clearBit(live, row);
  return live;
};

/** Runs of consecutive passages of the same document. */
interface DocumentRuns {
  /** Document number of each run. */
  readonly numbers: Uint32Array;
  /** Ordinal of the first passage of each run, and one more entry for the end. */
  readonly starts: Uint32Array;
  /** Whether each document has one run, and runs ascend by document number. */
  readonly isAscending: boolean;
  /** Whether, in addition, the numbers have no gaps. */
  readonly isConsecutive: boolean;
  /** Greatest document number plus one. */
  readonly end: number;
}

const runs = new WeakMap<Uint32Array, DocumentRuns>();

/** Returns the cached runs for `documents`, the document numbers of a segment's passages. They never change. */
const runsOf = (documents: Uint32Array): DocumentRuns => {
  let known = runs.get(documents);
  if (known === undefined) runs.set(documents, (known = findRuns(documents)));
  return known;
};

const findRuns = (documents: Uint32Array): DocumentRuns => {
  let [count, end, isAscending] = [0, 0, true];
  for (let row = 0; row < documents.length; row++) {
    const number = documents[row]!;
    if (row > 0 && number === documents[row - 1]) continue;
    count += 1;
    if (number < end) isAscending = false;
    else end = number + 1;
  }
  const numbers = new Uint32Array(count);
  const starts = new Uint32Array(count + 1);
  for (let row = 0, run = 0; row < documents.length; row++) {
    if (row > 0 && documents[row] === documents[row - 1]) continue;
    numbers[run] = documents[row]!;
    starts[run++] = row;
  }
  starts[count] = documents.length;
  const isConsecutive = count > 0 && isAscending && count === end - numbers[0]!;
  return { numbers, starts, isAscending, isConsecutive, end };
};

/** From 1/FULL_SCAN_SHARE of the runs on, scanning all runs is faster than a binary search for each document of the set. */
const FULL_SCAN_SHARE = 24;

/**
 * Adds the passages of a segment whose documents are in the set. `few` contains the set's numbers if there are few of
 * them.
 */
export const addPassagesOf = (
  documents: Uint32Array,
  set: RowBits,
  few: Uint32Array | undefined,
  bits: RowBits,
): void => {
  const { numbers, starts, isAscending, isConsecutive } = runsOf(documents);
  if (isConsecutive) {
    const first = numbers[0]!;
    const found = new Uint32Array(numbers.length);
    const count = takeBits(set, found, first, first + numbers.length);
    for (let at = 0; at < count; at++) {
      const run = found[at]! - first;
      addRange(bits, starts[run]!, starts[run + 1]!);
    }
    return;
  }
  if (few !== undefined && isAscending && few.length * FULL_SCAN_SHARE < numbers.length) {
    for (let at = 0; at < few.length; at++) {
      const run = ordinalOf(numbers, few[at]!);
      if (run >= 0) addRange(bits, starts[run]!, starts[run + 1]!);
    }
    return;
  }
  // Adds adjacent runs in one range.
  let first = -1;
  for (let run = 0; run < numbers.length; run++) {
    const number = numbers[run]!;
    if (hasBit(set, number)) {
      if (first < 0) first = run;
    } else if (first >= 0) {
      addRange(bits, starts[first]!, starts[run]!);
      first = -1;
    }
  }
  if (first >= 0) addRange(bits, starts[first]!, documents.length);
};

/** Adds the documents of the given rows of a document segment. */
export const addDocumentsOf = ({ documents, deleted }: SegmentView, rows: RowBits, bits: RowBits): void => {
  if (deleted === undefined && runsOf(documents).isConsecutive) {
    addShifted(bits, rows, documents[0]!);
    return;
  }
  for (const row of numbersOf(rows)) {
    // A number beyond the bitmap belongs to no passage.
    if (documents[row]! < bits.length << 5 && !isDeleted(deleted, row)) setBit(bits, documents[row]!);
  }
};
