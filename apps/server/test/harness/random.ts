/** Repeatable random numbers (mulberry32), so that a failed run can be repeated from its seed. */
export class Random {
  readonly seed: number;
  #state: number;

  constructor(seed: number) {
    this.seed = seed;
    this.#state = seed >>> 0;
  }

  /** Uses the seed from the variable QUARRY_TEST_SEED, or a new one. */
  static fromEnvironment(): Random {
    const input = process.env["QUARRY_TEST_SEED"];
    return new Random(input === undefined ? Math.floor(Math.random() * 2 ** 32) : Number(input));
  }

  /** Returns a random number in [0, 1). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** Returns an integer from `low` to `high`, both included. */
  between(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<A>(items: readonly A[]): A {
    return items[Math.floor(this.next() * items.length)]!;
  }

  /** Returns a word that exists in no language and that no other call is likely to return. */
  word(letters = 12): string {
    return Array.from({ length: letters }, () => this.pick([..."bcdfghklmnprstvz", ..."aeiou"])).join("");
  }
}
