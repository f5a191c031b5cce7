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

/** Layout of a view's passages in bitmaps: one segment after the other, each from a new 32-bit word on. */
export interface RowLayout {
  /** By segment, the word that it begins at; one more where the next would. */
  readonly words: readonly number[];
  /** All that are not deleted. */
  readonly live: RowBits;
  /** Numbers of documents are below. */
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

/** Passages of a document that follow one another. */
interface DocumentRuns {
  /** By run, its document's number. */
  readonly numbers: Uint32Array;
  /** By run, the ordinal of its first passage; one more where the next would begin. */
  readonly starts: Uint32Array;
  /** Whether each document has one run, and runs ascend by document number. */
  readonly isAscending: boolean;
  /** Whether the numbers have no gaps either. */
  readonly isConsecutive: boolean;
  /** Behind the greatest number. */
  readonly end: number;
}

const runs = new WeakMap<Uint32Array, DocumentRuns>();

/** `documents` are those of a segment's passages, which never change. */
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

/** Documents of a set from which walking over all runs is quicker than looking for each, as a share of the runs. */
const WALK_SHARE = 24;

/** Adds the passages of a segment whose documents are in a set, of which the numbers are `few` where these are few. */
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
  if (few !== undefined && isAscending && few.length * WALK_SHARE < numbers.length) {
    for (let at = 0; at < few.length; at++) {
      const run = ordinalOf(numbers, few[at]!);
      if (run >= 0) addRange(bits, starts[run]!, starts[run + 1]!);
    }
    return;
  }
  // Runs that follow one another are added together.
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

/** Adds the documents that rows of a segment of documents are of. */
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
