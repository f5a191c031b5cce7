import type { JsonObject } from "@quarry/domain";
import type { FullRow, ReadableCollection } from "./readable-collection.ts";
import { VectorMatrix } from "./vector-matrix.ts";

/** Memory of parsed metadata per character of its JSON: 1.3 where rows have the same keys, more where they have not. */
const PARSED_BYTES_PER_CHARACTER = 2;
/** The id's string, its entry in a map, and the slots of the arrays, in bytes per row. */
const ROW_OVERHEAD_BYTES = 150;
/** With fewer removed rows than this, rebuilding would not pay. */
const MIN_DEAD_TO_REBUILD = 1_000;

const EMPTY: JsonObject = {};

/**
 * A collection in memory: vectors for the SIMD kernel and parsed metadata, row by row in the order of `rid`. Brought
 * up to date from the file before a search; it can be dropped and read again at any time.
 */
export class Mirror {
  readonly vectors: VectorMatrix;
  readonly ids: string[] = [];
  readonly metadata: JsonObject[] = [];
  readonly #rids: number[] = [];
  /** Live rows by id; made when first asked for. */
  #rowsById: Map<string, number> | undefined;
  #live: Uint8Array = new Uint8Array(1_024);
  #dead = 0;
  #bytes = 0;
  /** The data version that was last read. */
  version = -1;
  /** Sequence number up to which the file was read. */
  clock = 0;

  constructor(dimension: number) {
    this.vectors = new VectorMatrix(dimension);
  }

  /** Rows, the removed ones included. */
  get length(): number {
    return this.ids.length;
  }

  get liveCount(): number {
    return this.ids.length - this.#dead;
  }

  /** Estimate of the memory it holds. */
  get bytes(): number {
    return this.#bytes;
  }

  isLive(row: number): boolean {
    return this.#live[row] === 1;
  }

  /** The live row of an id. */
  rowOfId(id: string): number | undefined {
    if (this.#rowsById === undefined) {
      this.#rowsById = new Map();
      for (let row = 0; row < this.length; row += 1) if (this.isLive(row)) this.#rowsById.set(this.ids[row]!, row);
    }
    return this.#rowsById.get(id);
  }

  rid(row: number): number {
    return this.#rids[row]!;
  }

  /**
   * Reads what is new in the file, inside a snapshot. False when it can't, or it would hold more than `limit` bytes:
   * the mirror is then of no use any more.
   */
  catchUp(collection: ReadableCollection, limit: number): boolean {
    if (this.clock < collection.tombstoneFloor()) return false;
    const clock = collection.clock();
    for (const [rid] of collection.iterate<[number]>("SELECT rid FROM tombstone WHERE seq > ?", this.clock)) {
      this.#remove(rid);
    }
    const news = "SELECT rid, id, metadata, vector FROM record WHERE rid > ? ORDER BY rid";
    for (const row of collection.iterate<FullRow>(news, this.clock)) {
      this.#append(row);
      if (this.#bytes > limit) return false;
    }
    this.clock = clock;
    return this.#dead < MIN_DEAD_TO_REBUILD || this.#dead < this.length / 2;
  }

  #append([rid, id, metadata, vector]: FullRow): void {
    const row = this.length;
    if (row === this.#live.length) this.#live = enlarged(this.#live);
    this.#live[row] = 1;
    this.vectors.append(vector);
    this.ids.push(id);
    this.metadata.push(JSON.parse(metadata) as JsonObject);
    this.#rids.push(rid);
    this.#rowsById?.set(id, row);
    this.#bytes += this.vectors.stride + metadata.length * PARSED_BYTES_PER_CHARACTER + ROW_OVERHEAD_BYTES;
  }

  #remove(rid: number): void {
    const row = this.#rowOf(rid);
    if (row < 0 || this.#live[row] === 0) return;
    this.#live[row] = 0;
    this.#dead += 1;
    this.#rowsById?.delete(this.ids[row]!);
    this.metadata[row] = EMPTY;
  }

  #rowOf(rid: number): number {
    let low = 0;
    let high = this.#rids.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const found = this.#rids[middle]!;
      if (found === rid) return middle;
      if (found < rid) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }
}

const enlarged = (bytes: Uint8Array): Uint8Array => {
  const larger = new Uint8Array(bytes.length * 2);
  larger.set(bytes);
  return larger;
};
