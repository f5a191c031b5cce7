import type { JsonObject } from "@quarry/plugin/domain";
import type { NeighbourGraph } from "../graph/neighbour-graph.ts";
import type { CodeMatrix } from "./code-matrix.ts";
import { exactProduct } from "./exact-product.ts";
import type { FullRow, ReadableCollection } from "./readable-collection.ts";
import { numbersOf, requireHead, vectorOf } from "../storage/record-sums.ts";
import { idCheck, rowCheck, type StoredIndex } from "./stored-index.ts";
import type { VectorMatrix } from "./vector-matrix.ts";

/** Memory of parsed metadata per character of its JSON: 1.3 where rows have the same keys, more where they have not. */
const PARSED_BYTES_PER_CHARACTER = 2;
/** The id's string, its entry in a map, and the slots of the arrays, in bytes per row. */
const ROW_OVERHEAD_BYTES = 155;
/** With fewer removed rows than this, rebuilding would not pay. */
const MIN_DEAD_TO_REBUILD = 1_000;

/** Rows whose vectors are read to see whether a stored index is of them. */
const PROBED_ROWS = 32;

const EMPTY: JsonObject = {};

/**
 * A collection in memory: vectors, in full or as codes, for the SIMD kernels and parsed metadata, row by row in the
 * order of `rid`. Brought up to date from the file before a search; it can be dropped and read again at any time.
 */
export class Mirror {
  readonly vectors: VectorMatrix | CodeMatrix;
  /** Over the first rows of the codes; there when the collection is searched by it. */
  graph: NeighbourGraph | undefined;
  /** No graph can be built of it. */
  isGraphless = false;
  /** Rows of the graph that was stored last. */
  storedRows = 0;
  /** A row was found to have another vector than its codes are of. */
  isDoubtful = false;
  readonly ids: string[] = [];
  readonly metadata: JsonObject[] = [];
  readonly #rids: number[] = [];
  /** Live rows by id; made when first asked for. */
  #rowsById: Map<string, number> | undefined;
  #live: Uint8Array = new Uint8Array(1_024);
  /** Whose vectors were compared with their checksums. */
  #seen: Uint8Array = new Uint8Array(1_024);
  #checks: Uint32Array = new Uint32Array(1_024);
  #dead = 0;
  readonly #rowBytes: number;
  #bytes = 0;
  /** The data version that was last read. */
  version = -1;
  /** Sequence number up to which the file was read. */
  clock = 0;

  /** `rowBytes` is the memory that a row's vector will take, and its place in a graph. */
  constructor(vectors: VectorMatrix | CodeMatrix, rowBytes: number) {
    this.vectors = vectors;
    this.#rowBytes = rowBytes;
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

  /** The check of its id and metadata, as an index of the collection stores it. */
  check(row: number): number {
    return this.#checks[row]!;
  }

  /** The numbers of a row's vector as the file has them; compared with their checksum the first time. */
  vectorOf(row: number, stored: Uint8Array): Uint8Array {
    const { dimension } = this.vectors;
    if (this.#seen[row] === 1) return numbersOf(stored, dimension);
    const vector = vectorOf(stored, dimension);
    this.#seen[row] = 1;
    return vector;
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
    return this.#readNews(collection, limit);
  }

  /**
   * Reads the collection with the help of a stored index, of whose codes the mirror was made, inside a snapshot. False when
   * that is not of this file, or most of its rows are gone.
   */
  restore(collection: ReadableCollection, { graph, rids, idChecks }: StoredIndex, limit: number): boolean {
    const last = rids.at(-1) ?? 0;
    if (last > collection.clock()) return false;
    const rows = "SELECT rid, id, metadata FROM record WHERE rid <= ? ORDER BY rid";
    for (const [rid, id, metadata] of collection.iterate<[number, string, string]>(rows, last)) {
      while (rids[this.length]! < rid) this.#pushGone(rids[this.length]!);
      const check = idChecks[this.length];
      if (rids[this.length] !== rid || (check !== rowCheck(id, metadata) && check !== idCheck(id))) return false;
      this.#push(rid, id, metadata);
      if (this.#bytes > limit) return false;
    }
    while (this.length < rids.length) this.#pushGone(rids[this.length]!);
    this.graph = graph;
    this.storedRows = graph.rows;
    this.clock = last;
    return this.#readNews(collection, limit) && this.#looksTrue(collection);
  }

  #readNews(collection: ReadableCollection, limit: number): boolean {
    const clock = collection.clock();
    for (const [rid] of collection.iterate<[number]>("SELECT rid FROM tombstone WHERE seq > ?", this.clock)) {
      this.#remove(rid);
    }
    const news = "SELECT rid, id, metadata, vector FROM record WHERE rid > ? ORDER BY rid";
    for (const row of collection.iterate<FullRow>(news, this.clock)) {
      this.#append(row, collection.dimension);
      if (this.#bytes > limit) return false;
    }
    this.clock = clock;
    return this.#dead < MIN_DEAD_TO_REBUILD || this.#dead < this.length / 2;
  }

  /** Whether codes are of the vectors that the file has, as far as a few rows tell. */
  #looksTrue(collection: ReadableCollection): boolean {
    const codes = this.vectors as CodeMatrix;
    const step = Math.max(1, Math.floor(this.length / PROBED_ROWS));
    for (let row = 0; row < this.length; row += step) {
      if (!this.isLive(row)) continue;
      const [stored] = collection.first<[Uint8Array]>("SELECT vector FROM record WHERE rid = ?", this.rid(row))!;
      const vector = new Float32Array(collection.dimension);
      new Uint8Array(vector.buffer).set(vectorOf(stored, collection.dimension));
      codes.setQuery(vector);
      codes.multiply(row, row + 1);
      if (Math.abs(codes.estimate(row) - exactProduct(vector, stored)) > codes.slack(row)) return false;
    }
    return true;
  }

  #append([rid, id, metadata, stored]: FullRow, dimension: number): void {
    requireHead(rid, id, metadata, stored, dimension);
    this.vectors.append(vectorOf(stored, dimension));
    this.#push(rid, id, metadata);
    this.#seen[this.length - 1] = 1;
  }

  /** A row whose vector is there. */
  #push(rid: number, id: string, metadata: string): void {
    const row = this.length;
    if (row === this.#live.length) {
      this.#live = enlarged(this.#live);
      this.#seen = enlarged(this.#seen);
      this.#checks = enlarged(this.#checks);
    }
    this.#checks[row] = rowCheck(id, metadata);
    this.#live[row] = 1;
    this.ids.push(id);
    this.metadata.push(JSON.parse(metadata) as JsonObject);
    this.#rids.push(rid);
    this.#rowsById?.set(id, row);
    this.#bytes += this.#rowBytes + metadata.length * PARSED_BYTES_PER_CHARACTER + ROW_OVERHEAD_BYTES;
  }

  /** A row that was removed before it was read; the graph leads over it. */
  #pushGone(rid: number): void {
    this.#push(rid, "", "{}");
    this.#bury(this.length - 1);
  }

  #remove(rid: number): void {
    const row = this.#rowOf(rid);
    if (row >= 0 && this.#live[row] === 1) this.#bury(row);
  }

  #bury(row: number): void {
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

const enlarged = <Numbers extends Uint8Array | Uint32Array>(numbers: Numbers): Numbers => {
  const larger = new (numbers.constructor as new (length: number) => Numbers)(numbers.length * 2);
  larger.set(numbers);
  return larger;
};
