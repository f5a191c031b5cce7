import { MetadataColumns } from "../../columns/metadata-columns.ts";
import { clearBit, hasBit, makeBits, type RowBits, setBit, withCapacity } from "../../columns/row-bits.ts";
import { lowerBound } from "../../lower-bound.ts";
import type { NeighbourGraph } from "../../graph/neighbour-graph.ts";
import { grown } from "../../grown.ts";
import { type IndexEnd, NO_INDEX } from "../storage/index-file.ts";
import { numbersOf, requireHead, rowCheck, vectorOf } from "../storage/record-sums.ts";
import { CodeMatrix } from "./code-matrix.ts";
import { exactProduct } from "./exact-product.ts";
import type { FullRow, ReadableCollection } from "./readable-collection.ts";
import type { StoredIndex } from "./stored-index.ts";
import type { VectorMatrix } from "./vector-matrix.ts";

/** Of each row: its number, its check, and whether it is live and was looked at. */
const ROW_OVERHEAD_BYTES = 14;
/** Memory of ids: the id's string, its entry in a map, and the slots of the arrays, in bytes per row. */
const ID_BYTES = 140;
/** Columns of metadata that nobody asked for lately are kept up to this part of the memory. */
const COLUMNS_SHARE = 4;
/** With fewer removed rows than this, rebuilding would not pay. */
const MIN_DEAD_TO_REBUILD = 1_000;

/** Rows are read in groups of so many: what is small is read at once, however long it took to open its file. */
const ROWS_PER_SCAN = 500;
/** Rows that are read to see whether a stored index is of them. */
const PROBED_ROWS = 32;
const FIRST_ROWS = 1_024;
const GROWTH = 1.25;

const ROW_OF = "SELECT rid, id, metadata, vector FROM record WHERE rid = ?";
const SEEN_ROW_OF = "SELECT id, vector FROM record WHERE rid = ?";

/** Fields of a record that a hit needs. */
export interface ReadRow {
  readonly id: string;
  /** The numbers as the file has them. */
  readonly vector: Uint8Array;
}

/**
 * A collection in memory: vectors, in full or as codes, for the SIMD kernels, and columns of the metadata that filters ask
 * for, row by row in the order of `rid`. Brought up to date from the file before a search; it can be dropped and read again
 * at any time. Where vectors are codes, hits are read from the file anyway, their ids too.
 */
export class Mirror {
  readonly collection: ReadableCollection;
  readonly vectors: VectorMatrix | CodeMatrix;
  /** Over the first rows of the codes; there when the collection is searched by it. */
  graph: NeighbourGraph | undefined;
  /** No graph can be built of it. */
  isGraphless = false;
  /** As far as its rows are stored. */
  index: IndexEnd = NO_INDEX;
  /** They can't be. */
  isUnstorable = false;
  /** Rows of the graph as it was stored last, or is about to be. */
  storedGraphRows = 0;
  /** Numbers of stored rows that were removed since the last of them were stored. */
  removed: number[] = [];
  /** A row was found to be another record, or to have another vector than its codes are of. */
  isDoubtful = false;
  /** Of vectors in full. */
  readonly ids: string[] = [];
  readonly columns: MetadataColumns;
  /** Rows that are not removed. */
  live: RowBits = makeBits(FIRST_ROWS);
  /** Rows, the removed ones included. */
  length = 0;
  #rids = new Float64Array(FIRST_ROWS);
  /** Live rows by id; made when first asked for. */
  #rowsById: Map<string, number> | undefined;
  /** Rows that were read and compared with their checksums. */
  #seen = new Uint8Array(FIRST_ROWS);
  #checks = new Uint32Array(FIRST_ROWS);
  #dead = 0;
  readonly #rowBytes: number;
  readonly #limit: number;
  /** The data version that was last read. */
  version = -1;
  /** Sequence number up to which removals were read, and records as well unless it is partial. */
  clock = 0;
  /** Some of the records are read, and not the rest: it must not be searched. */
  isPartial = false;
  /** Number of the last record that was read. */
  #last = 0;

  /** `rowBytes` is the memory that a row's vector will take, and its place in a graph; `limit` that for all of it. */
  constructor(
    collection: ReadableCollection,
    vectors: VectorMatrix | CodeMatrix,
    { rowBytes, limit }: { readonly rowBytes: number; readonly limit: number },
  ) {
    this.collection = collection;
    this.vectors = vectors;
    this.#rowBytes = rowBytes + ROW_OVERHEAD_BYTES + (this.#hasIds ? ID_BYTES : 0);
    this.#limit = limit;
    this.columns = new MetadataColumns(collection, this, limit / COLUMNS_SHARE);
  }

  get liveCount(): number {
    return this.length - this.#dead;
  }

  /** Its rows alone take more than its limit. */
  get isTooLarge(): boolean {
    return this.length * this.#rowBytes > this.#limit;
  }

  /** Estimate of the memory it holds. */
  get bytes(): number {
    return this.length * this.#rowBytes + this.columns.size;
  }

  isLive(row: number): boolean {
    return hasBit(this.live, row);
  }

  /** The live row of an id, where ids are held. */
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

  rid(row: number): number {
    return this.#rids[row]!;
  }

  /** The first row of a higher number than that. */
  rowAfter(rid: number): number {
    return lowerBound(0, this.length, (row) => this.#rids[row]! > rid);
  }

  /**
   * A row as the file has it; the first time it is compared with its checksums. Undefined when it was removed from the file
   * since this was brought up to date, or proves to be another.
   */
  read(row: number): ReadRow | undefined {
    const { collection } = this;
    const rid = this.rid(row);
    if (this.#seen[row] === 1) {
      const found = collection.first<[string, Uint8Array]>(SEEN_ROW_OF, rid);
      return found && { id: found[0], vector: numbersOf(found[1], collection.dimension) };
    }
    const found = collection.first<FullRow>(ROW_OF, rid);
    if (found === undefined) return undefined;
    const [, id, metadata, stored] = found;
    if (rowCheck(id, metadata) !== this.check(row)) {
      this.isDoubtful = true;
      return undefined;
    }
    requireHead(rid, id, metadata, stored, collection.dimension);
    const vector = vectorOf(stored, collection.dimension);
    this.#seen[row] = 1;
    return { id, vector };
  }

  /**
   * Reads what is new in the file, inside a snapshot, until time is over: the rest is for the next call. False when it can't,
   * or it would hold more than its limit: the mirror is then of no use any more.
   */
  catchUp(isOver: () => boolean = () => false): boolean {
    const { collection } = this;
    // Of a mirror that has read nothing, nothing was removed.
    if (this.#last > 0 && this.clock < collection.tombstoneFloor()) return false;
    const clock = collection.clock();
    for (const [rid] of collection.iterate<[number]>("SELECT rid FROM tombstone WHERE seq > ?", this.clock)) {
      this.#remove(rid);
    }
    this.clock = clock;
    this.isPartial = true;
    const news = "SELECT rid, id, metadata, vector FROM record WHERE rid > ? ORDER BY rid";
    for (const row of collection.iterate<FullRow>(news, this.#last)) {
      this.#append(row, collection.dimension);
      this.#last = row[0];
      if (this.isTooLarge) return false;
      if (this.length % ROWS_PER_SCAN === 0 && isOver()) return true;
    }
    this.isPartial = false;
    return this.#dead < MIN_DEAD_TO_REBUILD || this.#dead < this.length / 2;
  }

  /**
   * Takes over the rows of a stored index, of whose codes the mirror was made, inside a snapshot; what is new since is to be
   * read. False when that is not of this file.
   */
  restore({ end, era, rids, checks, removed }: StoredIndex): boolean {
    const { collection } = this;
    const { clock, rows } = end;
    if (clock > collection.clock() || clock < collection.tombstoneFloor() || era !== collection.eraOf(clock))
      return false;
    this.#rids = rids.map(Math.abs);
    this.#checks = checks;
    this.#seen = new Uint8Array(rids.length);
    this.length = rows;
    this.live = withCapacity(this.live, rows);
    for (let row = 0; row < rows; row += 1) {
      if (rids[row]! > 0) setBit(this.live, row);
      else this.#dead += 1;
    }
    for (const rid of removed) this.#remove(rid);
    this.index = end;
    this.clock = clock;
    this.#last = this.rid(rows - 1);
    this.isPartial = true;
    return this.#isConsistent();
  }

  /** Whether codes match the vectors in the file, judged by a sample of rows. */
  #isConsistent(): boolean {
    const codes = this.vectors as CodeMatrix;
    const step = Math.max(1, Math.floor(this.length / PROBED_ROWS));
    for (let row = 0; row < this.length; row += step) {
      if (!this.isLive(row)) continue;
      const found = this.read(row);
      if (found === undefined) return false;
      const vector = new Float32Array(codes.dimension);
      new Uint8Array(vector.buffer).set(found.vector);
      codes.setQuery(vector);
      codes.multiply(row, row + 1);
      if (Math.abs(codes.estimate(row) - exactProduct(vector, found.vector)) > codes.slack(row)) return false;
    }
    return true;
  }

  #append([rid, id, metadata, stored]: FullRow, dimension: number): void {
    requireHead(rid, id, metadata, stored, dimension);
    this.vectors.append(vectorOf(stored, dimension));
    const row = this.length;
    if (row === this.#seen.length) {
      const capacity = Math.ceil(row * GROWTH);
      this.#rids = grown(this.#rids, capacity);
      this.#seen = grown(this.#seen, capacity);
      this.#checks = grown(this.#checks, capacity);
    }
    this.#rids[row] = rid;
    this.#checks[row] = rowCheck(id, metadata);
    this.#seen[row] = 1;
    this.live = withCapacity(this.live, row + 1);
    setBit(this.live, row);
    this.length += 1;
    if (!this.#hasIds) return;
    this.ids.push(id);
    this.#rowsById?.set(id, row);
  }

  #remove(rid: number): void {
    const row = this.rowAfter(rid - 1);
    if (row === this.length || this.rid(row) !== rid || !this.isLive(row)) return;
    clearBit(this.live, row);
    this.#dead += 1;
    if (row < this.index.rows) this.removed.push(rid);
    if (this.#hasIds) this.#rowsById?.delete(this.ids[row]!);
  }

  get #hasIds(): boolean {
    return !(this.vectors instanceof CodeMatrix);
  }
}
