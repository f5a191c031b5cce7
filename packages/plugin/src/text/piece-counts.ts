/** Pieces remembered at most: 4 MB. English prose of 50 MB has some 60,000 different ones, most of them rare. */
const ENTRIES = 65_536;
/** Length, count and characters of an entry, in the 64 bytes that a processor fetches at once. */
const STRIDE = 32;
const CHARACTERS = 2;
/** UTF-16 units; longer pieces are rarely seen twice. */
const MAX_LENGTH = STRIDE - CHARACTERS;

/**
 * Remembers numbers below 65,536 of short pieces of text, each at the place that its characters give; a piece takes that of
 * another. Neither finding nor remembering one makes a string, which costs several times as much as both.
 */
export class PieceCounts {
  readonly #entries = new Uint16Array(ENTRIES * STRIDE);

  /** The number of `text.slice(from, to)`, remembered or as `compute` gives it. */
  of(text: string, from: number, to: number, compute: (piece: string) => number): number {
    const length = to - from;
    if (length > MAX_LENGTH) return compute(text.slice(from, to));
    let hash = length;
    for (let at = from; at < to; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x9e3779b1) ^ (hash >>> 15);
    const entry = ((hash ^ (hash >>> 16)) & (ENTRIES - 1)) * STRIDE;
    const entries = this.#entries;
    if (entries[entry] === length) {
      let at = 0;
      while (at < length && entries[entry + CHARACTERS + at] === text.charCodeAt(from + at)) at++;
      if (at === length) return entries[entry + 1]!;
    }
    const count = compute(text.slice(from, to));
    entries[entry] = length;
    entries[entry + 1] = count;
    for (let at = 0; at < length; at++) entries[entry + CHARACTERS + at] = text.charCodeAt(from + at);
    return count;
  }
}
