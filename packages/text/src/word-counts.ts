/** Number of sets. A set of two words fits one 64-byte cache line. */
const SETS = 65_536;
/** Length of an entry in 32-bit numbers: length and characters of a word, followed by its cached count. */
const STRIDE = 8;
const COUNT = STRIDE - 1;
const BYTES_PER_NUMBER = 4;
/** Maximum characters of a word; the first byte is the length. Longer words rarely occur twice. */
const MAX_LENGTH = COUNT * BYTES_PER_NUMBER - 1;

/**
 * Two-way set-associative cache of a number for each of 131,072 short ASCII words, in 4 MB; a map of strings takes as
 * much for a third of them. Neither lookup nor insertion creates a string. A third word of a set replaces the one that
 * was not used again.
 */
export class WordCounts {
  readonly #entries = new Int32Array(SETS * 2 * STRIDE);
  readonly #key = new Int32Array(COUNT);

  /** Returns the number of `text.slice(from, to)`, all of it ASCII: from the cache, or from `compute`. */
  of(text: string, from: number, to: number, compute: (word: string) => number): number {
    const length = to - from;
    if (length > MAX_LENGTH) return compute(text.slice(from, to));
    const [entries, key] = [this.#entries, this.#key];
    let size = 0;
    let packed = length;
    let hash = 0;
    for (let at = from, bytes = 1; at < to; at++, bytes++) {
      if ((bytes & (BYTES_PER_NUMBER - 1)) === 0) {
        hash = Math.imul(hash ^ packed, 0x9e3779b1);
        hash ^= hash >>> 15;
        key[size++] = packed;
        packed = 0;
      }
      packed = (packed << 8) | text.charCodeAt(at);
    }
    key[size++] = packed;
    hash = Math.imul(hash ^ packed, 0x9e3779b1);
    const first = ((hash ^ (hash >>> 16)) & (SETS - 1)) * 2 * STRIDE;
    if (isAt(entries, first, key, size)) return entries[first + COUNT]!;
    const second = first + STRIDE;
    if (isAt(entries, second, key, size)) {
      for (let at = 0; at < STRIDE; at++) {
        const other = entries[first + at]!;
        entries[first + at] = entries[second + at]!;
        entries[second + at] = other;
      }
      return entries[first + COUNT]!;
    }
    const count = compute(text.slice(from, to));
    for (let at = 0; at < size; at++) entries[second + at] = key[at]!;
    entries[second + COUNT] = count;
    return count;
  }
}

function isAt(entries: Int32Array, entry: number, key: Int32Array, size: number): boolean {
  for (let at = 0; at < size; at++) if (entries[entry + at] !== key[at]) return false;
  return true;
}
