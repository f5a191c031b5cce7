/** Number of lower bits of a document number that give its position in a block. */
export const BLOCK_BITS = 13;
const BLOCK_SIZE = 2 ** BLOCK_BITS;
const BLOCK_WORDS = BLOCK_SIZE / 32;
/**
 * Bytes of a block stored as a bitmap. A block with fewer documents is stored as a list of positions, two bytes each.
 */
const DENSE_BYTES = BLOCK_SIZE / 8;
const MAX_SPARSE_POSITIONS = DENSE_BYTES / 2 - 1;

type Block = Uint32Array;

const bitAt = (words: Block, position: number): number => (words[position >>> 5]! >>> (position & 31)) & 1;

const addPosition = (words: Block, position: number): void => {
  words[position >>> 5]! |= 1 << (position & 31);
};

export const blockOf = (number: number): number => Math.floor(number / BLOCK_SIZE);
export const positionOf = (number: number): number => number % BLOCK_SIZE;

/**
 * Set of a collection's documents, by number: a two-level bitmap, with bits only for non-empty blocks (like a Roaring
 * bitmap).
 */
export class DocumentSet {
  readonly #blocks: Map<number, Block>;
  #count: number | undefined;

  constructor(blocks: Map<number, Block> = new Map()) {
    this.#blocks = blocks;
  }

  static of(numbers: Iterable<number>): DocumentSet {
    const set = new DocumentSet();
    for (const number of numbers) addPosition(set.#block(blockOf(number)), positionOf(number));
    return set;
  }

  get count(): number {
    if (this.#count === undefined) {
      this.#count = 0;
      for (const block of this.#blocks.values()) this.#count += countOf(block);
    }
    return this.#count;
  }

  has(number: number): boolean {
    const block = this.#blocks.get(blockOf(number));
    return block !== undefined && bitAt(block, positionOf(number)) !== 0;
  }

  /** Adds a stored block: a range of `text`. Only while the set is not shared. */
  addStored(block: number, text: string, start: number, end: number): void {
    this.#count = undefined;
    const words = this.#block(block);
    forEachHexWord(text, start, end, (word, bits) => (words[word]! |= bits));
  }

  /** Returns the number of documents of a stored block that are in the set. */
  countStored(block: number, text: string, start: number, end: number): number {
    const words = this.#blocks.get(block);
    if (words === undefined) return 0;
    let count = 0;
    forEachHexWord(text, start, end, (word, bits) => (count += popCount(bits & words[word]!)));
    return count;
  }

  and(other: DocumentSet): DocumentSet {
    const intersection = new Map<number, Block>();
    for (const [blockNumber, block] of this.#blocks) {
      const others = other.#blocks.get(blockNumber);
      if (others !== undefined)
        intersection.set(
          blockNumber,
          block.map((word, index) => word & others[index]!),
        );
    }
    return new DocumentSet(intersection);
  }

  or(other: DocumentSet): DocumentSet {
    const all = new Map(this.#blocks);
    for (const [blockNumber, block] of other.#blocks) {
      const own = all.get(blockNumber);
      all.set(blockNumber, own === undefined ? block : own.map((word, index) => word | block[index]!));
    }
    return new DocumentSet(all);
  }

  without(other: DocumentSet): DocumentSet {
    const difference = new Map<number, Block>();
    for (const [blockNumber, block] of this.#blocks) {
      const others = other.#blocks.get(blockNumber);
      difference.set(blockNumber, others === undefined ? block : block.map((word, index) => word & ~others[index]!));
    }
    return new DocumentSet(difference);
  }

  /** Yields the numbers in ascending order. */
  *numbers(): Generator<number> {
    for (const blockNumber of [...this.#blocks.keys()].sort((one, other) => one - other)) {
      const block = this.#blocks.get(blockNumber)!;
      for (let word = 0; word < BLOCK_WORDS; word++) {
        for (let bits = block[word]!; bits !== 0; bits &= bits - 1) {
          yield blockNumber * BLOCK_SIZE + (word << 5) + (31 - Math.clz32(bits & -bits));
        }
      }
    }
  }

  #block(blockNumber: number): Block {
    let block = this.#blocks.get(blockNumber);
    if (block === undefined) this.#blocks.set(blockNumber, (block = new Uint32Array(BLOCK_WORDS)));
    return block;
  }
}

/** Returns a stored block with one document added or removed, or undefined if it is then empty. */
export const updateBlock = (
  data: Uint8Array | undefined,
  position: number,
  isAdded: boolean,
): Uint8Array | undefined => {
  const words = new Uint32Array(BLOCK_WORDS);
  if (data !== undefined) forEachWord(data, (word, bits) => (words[word]! |= bits));
  if (isAdded) words[position >>> 5]! |= 1 << (position & 31);
  else words[position >>> 5]! &= ~(1 << (position & 31));
  return encodeBlock(words);
};

const encodeBlock = (words: Block): Uint8Array | undefined => {
  const count = countOf(words);
  if (count === 0) return undefined;
  const bytes = new Uint8Array(count > MAX_SPARSE_POSITIONS ? DENSE_BYTES : 2 * count);
  const view = new DataView(bytes.buffer);
  if (count > MAX_SPARSE_POSITIONS) {
    for (let word = 0; word < BLOCK_WORDS; word++) view.setUint32(4 * word, words[word]!, true);
    return bytes;
  }
  let at = 0;
  for (let word = 0; word < BLOCK_WORDS; word++) {
    for (let bits = words[word]!; bits !== 0; bits &= bits - 1) {
      view.setUint16(at, (word << 5) + (31 - Math.clz32(bits & -bits)), true);
      at += 2;
    }
  }
  return bytes;
};

const forEachWord = (data: Uint8Array, visit: (word: number, bits: number) => void): void => {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  if (data.byteLength === DENSE_BYTES) {
    for (let word = 0; word < BLOCK_WORDS; word++) visit(word, view.getUint32(4 * word, true));
    return;
  }
  for (let at = 0; at < data.byteLength; at += 2) {
    const position = view.getUint16(at, true);
    visit(position >>> 5, 1 << (position & 31));
  }
};

const DIGIT_A = 65;

/** Decodes a block stored as text: upper-case hexadecimal digits of its bytes. */
const forEachHexWord = (
  text: string,
  start: number,
  end: number,
  visit: (word: number, bits: number) => void,
): void => {
  if (end - start === 2 * DENSE_BYTES) return forEachWord(Buffer.from(text.slice(start, end), "hex"), visit);
  for (let at = start; at < end; at += 4) {
    // Little-endian: the lower byte of a position comes first.
    const position = (byteAt(text, at + 2) << 8) | byteAt(text, at);
    visit(position >>> 5, 1 << (position & 31));
  }
};

const byteAt = (text: string, at: number): number => (digitAt(text, at) << 4) | digitAt(text, at + 1);

const digitAt = (text: string, at: number): number => {
  const code = text.charCodeAt(at);
  return code < DIGIT_A ? code - 48 : code - DIGIT_A + 10;
};

const countOf = (block: Block): number => {
  let count = 0;
  for (let word = 0; word < BLOCK_WORDS; word++) if (block[word] !== 0) count += popCount(block[word]!);
  return count;
};

const popCount = (bits: number): number => {
  let word = bits;
  word -= (word >>> 1) & 0x55555555;
  word = (word & 0x33333333) + ((word >>> 2) & 0x33333333);
  return (((word + (word >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
};
