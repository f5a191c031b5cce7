import { isDeleted } from "../postings/segment-rows.ts";
import type { IndexView, SegmentView } from "../ranking/index-view.ts";
import { type Bits, makeBits, setBit } from "./bits.ts";

/** How the passages of a view stand in sets: one segment behind the other, each from a word of its own on. */
export interface RowLayout {
  /** By segment, the word that it begins at; one more where the next would. */
  readonly words: readonly number[];
  /** All that are not deleted. */
  readonly live: Bits;
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
    documents = Math.max(documents, orderOf(numbers).end);
  }
  const live = new Uint32Array(words.at(-1)!);
  for (const [index, segment] of segments.entries()) live.set(liveOf(segment), words[index]);
  return { words, live, documents };
};

const liveOf = ({ rows, deleted }: SegmentView): Bits => {
  const live = makeBits(rows.length);
  if (deleted === undefined) live.fill(0xffffffff, 0, rows.length >>> 5);
  for (let row = deleted === undefined ? rows.length & ~31 : 0; row < rows.length; row++) {
    if (!isDeleted(deleted, row)) setBit(live, row);
  }
  return live;
};

interface DocumentOrder {
  /** Behind the greatest number. */
  readonly end: number;
  readonly isAscending: boolean;
}

const orders = new WeakMap<Uint32Array, DocumentOrder>();

/** What is known of the numbers of documents that the passages of a segment name; they never change. */
const orderOf = (documents: Uint32Array): DocumentOrder => {
  let order = orders.get(documents);
  if (order === undefined) orders.set(documents, (order = findOrder(documents)));
  return order;
};

const findOrder = (documents: Uint32Array): DocumentOrder => {
  let [end, last, isAscending] = [0, 0, true];
  for (let row = 0; row < documents.length; row++) {
    const number = documents[row]!;
    if (number < last) isAscending = false;
    if (number >= end) end = number + 1;
    last = number;
  }
  return { end, isAscending };
};

/** Documents from which walking over all passages is quicker than looking for those of each, as a share of the passages. */
const WALK_SHARE = 24;

/** The passages of a segment whose documents are in a set, of which the numbers are `numbers` where these are few. */
export const addPassagesOf = (
  documents: Uint32Array,
  set: Bits,
  numbers: Uint32Array | undefined,
  bits: Bits,
): void => {
  if (numbers !== undefined && numbers.length * WALK_SHARE < documents.length && orderOf(documents).isAscending) {
    for (let at = 0; at < numbers.length; at++) addRange(documents, numbers[at]!, bits);
    return;
  }
  for (let row = 0; row < documents.length; row++) {
    const number = documents[row]!;
    if (((set[number >>> 5]! >>> (number & 31)) & 1) !== 0) bits[row >>> 5]! |= 1 << (row & 31);
  }
};

const addRange = (documents: Uint32Array, number: number, bits: Bits): void => {
  let [low, high] = [0, documents.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (documents[middle]! < number) low = middle + 1;
    else high = middle;
  }
  for (; documents[low] === number; low++) setBit(bits, low);
};
