import type { PostingList, TermWeight } from "./posting-list.ts";

/** Partial scores of a range of passages of a segment. */
export interface ScoreWindow {
  /** Ordinals `[start, end)`. */
  start: number;
  end: number;
  /** Sum of each passage by its distance from `start`; 0 if none of the terms so far occurs in it. */
  readonly sums: Float64Array;
  /** Ordinals of the passages that have a sum: the first `count` entries. */
  readonly touched: Uint32Array;
  count: number;
}

/** Cursor that moves forward in a posting list. With skip blocks, skips the blocks that contain no wanted passage. */
export class PostingCursor {
  readonly #list: PostingList;
  #offset: number;
  /** Ordinal of the last posting before `#offset`. */
  #ordinal = -1;
  /** Position of the next skip block's header. */
  #skip: number;
  /** Last ordinal and end of the skip block whose header was read last. */
  #lastOfBlock: number;
  #endOfBlock: number;

  constructor(list: PostingList) {
    this.#list = list;
    this.#offset = list.start;
    this.#skip = list.skipStart;
    this.#lastOfBlock = list.skipStart < list.start ? -1 : Number.POSITIVE_INFINITY;
    this.#endOfBlock = list.start;
  }

  /**
   * Adds the BM25 score of the term in each passage of the window that is in `wanted`, if given. If `isClosed`, only
   * for passages that have a sum already. `weight` must be above 0. The hot loop of most keyword queries: it decodes
   * inline and calls nothing.
   */
  addScores(
    window: ScoreWindow,
    { weight, base, slope }: TermWeight,
    lengths: Uint32Array,
    isClosed: boolean,
    wanted: Uint32Array | undefined,
  ): void {
    const { bytes, end: endOfList } = this.#list;
    const { start, end, sums, touched } = window;
    let next = window.count;
    this.#skipTo(start);
    let offset = this.#offset;
    let ordinal = this.#ordinal;
    while (offset < endOfList) {
      const begin = offset;
      let byte = bytes[offset++]!;
      let code = byte & 127;
      for (let shift = 7; byte > 127; shift += 7) {
        byte = bytes[offset++]!;
        code |= (byte & 127) << shift;
      }
      const found = ordinal + (code >>> 1);
      if (found >= end) {
        offset = begin;
        break;
      }
      ordinal = found;
      let frequency = 1;
      if ((code & 1) === 0) {
        byte = bytes[offset++]!;
        frequency = byte & 127;
        for (let shift = 7; byte > 127; shift += 7) {
          byte = bytes[offset++]!;
          frequency |= (byte & 127) << shift;
        }
      }
      if (ordinal < start) continue;
      if (wanted !== undefined && ((wanted[ordinal >>> 5]! >>> (ordinal & 31)) & 1) === 0) continue;
      const before = sums[ordinal - start]!;
      if (before === 0) {
        if (isClosed) continue;
        touched[next++] = ordinal;
      }
      sums[ordinal - start] = before + (weight * frequency) / (frequency + base + slope * lengths[ordinal]!);
    }
    this.#offset = offset;
    this.#ordinal = ordinal;
    window.count = next;
  }

  /**
   * Returns the term's frequency in each of `ordinals`, which must ascend and not precede those of earlier calls; 0 if
   * the term doesn't occur.
   */
  frequenciesAt(ordinals: Uint32Array): Uint32Array {
    const { bytes, end } = this.#list;
    const frequencies = new Uint32Array(ordinals.length);
    let offset = this.#offset;
    let ordinal = this.#ordinal;
    let frequency = 0;
    // The posting before `offset`, which a later call can need.
    let previousOffset = offset;
    let previousOrdinal = ordinal;
    for (let index = 0; index < ordinals.length; index++) {
      const wanted = ordinals[index]!;
      if (this.#lastOfBlock < wanted) {
        this.#offset = offset;
        this.#ordinal = ordinal;
        this.#skipTo(wanted);
        offset = this.#offset;
        ordinal = this.#ordinal;
      }
      while (ordinal < wanted && offset < end) {
        previousOffset = offset;
        previousOrdinal = ordinal;
        let byte = bytes[offset++]!;
        let code = byte & 127;
        for (let shift = 7; byte > 127; shift += 7) {
          byte = bytes[offset++]!;
          code |= (byte & 127) << shift;
        }
        ordinal += code >>> 1;
        frequency = 1;
        if ((code & 1) === 0) {
          byte = bytes[offset++]!;
          frequency = byte & 127;
          for (let shift = 7; byte > 127; shift += 7) {
            byte = bytes[offset++]!;
            frequency |= (byte & 127) << shift;
          }
        }
      }
      if (ordinal < wanted) break;
      if (ordinal === wanted) frequencies[index] = frequency;
    }
    this.#offset = previousOffset;
    this.#ordinal = previousOrdinal;
    return frequencies;
  }

  /** Moves to the skip block that can contain an ordinal, if it is further ahead. */
  #skipTo(wanted: number): void {
    const { bytes, start } = this.#list;
    let skip = this.#skip;
    let lastOfPrevious = -1;
    let startOfBlock = 0;
    while (this.#lastOfBlock < wanted && skip < start) {
      startOfBlock = this.#endOfBlock;
      lastOfPrevious = this.#lastOfBlock;
      let byte = bytes[skip++]!;
      let value = byte & 127;
      for (let shift = 7; byte > 127; shift += 7) {
        byte = bytes[skip++]!;
        value |= (byte & 127) << shift;
      }
      this.#lastOfBlock += value;
      byte = bytes[skip++]!;
      value = byte & 127;
      for (let shift = 7; byte > 127; shift += 7) {
        byte = bytes[skip++]!;
        value |= (byte & 127) << shift;
      }
      this.#endOfBlock += value;
    }
    this.#skip = skip;
    // The first distance in a block counts from the last ordinal of the previous one.
    if (lastOfPrevious > this.#ordinal) {
      this.#offset = startOfBlock;
      this.#ordinal = lastOfPrevious;
    }
  }
}

/** Adds the BM25 scores of a term in some passages, given by their ordinals, which must ascend. */
export const addScoresAt = (
  list: PostingList,
  { weight, base, slope }: TermWeight,
  lengths: Uint32Array,
  ordinals: Uint32Array,
  scores: Float64Array,
): void => {
  const frequencies = new PostingCursor(list).frequenciesAt(ordinals);
  for (let at = 0; at < ordinals.length; at++) {
    const frequency = frequencies[at]!;
    if (frequency > 0) scores[at]! += (weight * frequency) / (frequency + base + slope * lengths[ordinals[at]!]!);
  }
};
