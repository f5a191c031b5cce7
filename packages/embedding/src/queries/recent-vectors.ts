/** LRU cache of vectors by key, limited by bytes. */
export class RecentVectors {
  readonly #maxBytes: number;
  readonly #vectors = new Map<string, Float32Array>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get(key: string): Float32Array | undefined {
    const vector = this.#vectors.get(key);
    if (vector === undefined) return undefined;
    // A Map preserves insertion order: reinserting marks the entry as most recently used.
    this.#vectors.delete(key);
    this.#vectors.set(key, vector);
    return vector;
  }

  set(key: string, vector: Float32Array): void {
    this.#remove(key);
    this.#vectors.set(key, vector);
    this.#bytes += sizeOf(vector);
    for (const oldest of this.#vectors.keys()) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#remove(oldest);
    }
  }

  #remove(key: string): void {
    const vector = this.#vectors.get(key);
    if (vector === undefined) return;
    this.#vectors.delete(key);
    this.#bytes -= sizeOf(vector);
  }
}

/** Size including the key and the map entry. */
const sizeOf = (vector: Float32Array): number => vector.byteLength + 200;
