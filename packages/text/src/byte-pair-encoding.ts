import type { ByteRanks } from "./byte-ranks.ts";
import { NumberHeap } from "./number-heap.ts";

/** Length up to which a linear scan for the lowest rank is faster than a heap (measured on words of 10-40 bytes). */
const SCAN_LIMIT_BYTES = 96;

/**
 * Returns the number of tokens that byte-pair merging leaves of `bytes` (one character per byte). Merges the lowest
 * rank first and, among equal ranks, the leftmost, as tiktoken does. Cost is O(n log n), so that a megabyte without a
 * space can't stall the process.
 */
export function countMergedTokens(bytes: string, ranks: ByteRanks): number {
  if (bytes.length === 0) return 0;
  if (bytes.length === 1 || ranks.rankOf(bytes, 0, bytes.length) >= 0) return 1;
  return bytes.length <= SCAN_LIMIT_BYTES ? countByScan(bytes, ranks) : countByHeap(bytes, ranks);
}

/**
 * Offsets of the parts, and the rank of each part merged with the next. Reused, because allocating them costs as much
 * as using them.
 */
const starts = new Int32Array(SCAN_LIMIT_BYTES + 1);
const pairRanks = new Int32Array(SCAN_LIMIT_BYTES);
const NO_RANK = 0x7fffffff;

function countByScan(bytes: string, ranks: ByteRanks): number {
  let parts = bytes.length;
  const rankPair = (part: number): void => {
    const rank = part + 1 < parts ? ranks.rankOf(bytes, starts[part]!, starts[part + 2]!) : -1;
    pairRanks[part] = rank < 0 ? NO_RANK : rank;
  };
  for (let part = 0; part <= parts; part++) starts[part] = part;
  for (let part = 0; part < parts; part++) rankPair(part);
  for (;;) {
    let lowest = NO_RANK;
    let at = -1;
    for (let part = 0; part < parts; part++) {
      if (pairRanks[part]! < lowest) {
        lowest = pairRanks[part]!;
        at = part;
      }
    }
    if (at < 0) return parts;
    starts.copyWithin(at + 1, at + 2, parts + 1);
    pairRanks.copyWithin(at + 1, at + 2, parts);
    parts--;
    rankPair(at);
    if (at > 0) rankPair(at - 1);
  }
}

/**
 * Packs rank and position into one double, ordered by rank first: ranks are below 2^18, and positions in a piece far
 * below 2^32.
 */
const RANK_FACTOR = 2 ** 32;

/**
 * Counts tokens with a linked list of parts in typed arrays and a heap of candidate merges; outdated candidates are
 * skipped.
 */
function countByHeap(bytes: string, ranks: ByteRanks): number {
  const length = bytes.length;
  const next = new Int32Array(length + 1);
  const previous = new Int32Array(length + 1);
  // Rank of the merge proposed at a start position. A rank identifies one byte sequence, so a different rank means that
  // the candidate is outdated.
  const proposed = new Int32Array(length + 1).fill(-1);
  const heap = new NumberHeap(3 * length);
  const propose = (start: number): void => {
    const middle = next[start]!;
    const rank = middle < length ? ranks.rankOf(bytes, start, next[middle]!) : -1;
    proposed[start] = rank;
    if (rank >= 0) heap.push(rank * RANK_FACTOR + start);
  };
  for (let index = 0; index <= length; index++) {
    next[index] = index + 1;
    previous[index] = index - 1;
  }
  for (let index = 0; index < length; index++) propose(index);

  let parts = length;
  for (let key = heap.pop(); key >= 0; key = heap.pop()) {
    const rank = Math.floor(key / RANK_FACTOR);
    const start = key - rank * RANK_FACTOR;
    if (proposed[start] !== rank) continue;
    const merged = next[start]!;
    proposed[merged] = -1;
    next[start] = next[merged]!;
    previous[next[merged]!] = start;
    parts--;
    propose(start);
    if (previous[start]! >= 0) propose(previous[start]!);
  }
  return parts;
}
