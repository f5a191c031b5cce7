import { MetadataColumns } from "../../columns/metadata-columns.ts";
import { clearBit, hasBit, makeBits, type RowBits, setBit, withCapacity } from "../../columns/row-bits.ts";
import { lowerBound } from "../../lower-bound.ts";
import type { NeighbourGraph } from "../../graph/neighbour-graph.ts";
import { grown } from "../../grown.ts";
import { type IndexEnd, NO_INDEX } from "../storage/index-file.ts";
import { numbersOf, requireHead, rowChecksum, vectorOf } from "../storage/record-sums.ts";
import { CodeMatrix } from "./code-matrix.ts";
import { exactProduct, floatsOf } from "./exact-product.ts";
import type { FullRow, ReadableCollection } from "./readable-collection.ts";
import type { StoredIndex } from "./stored-index.ts";
import type { VectorMatrix } from "./vector-matrix.ts";

/** Bytes per row for its number, its checksum, and its flags for live and verified. */
const ROW_OVERHEAD_BYTES = 14;
/** Bytes per row for ids: the string, its entry in a map, and the slots in the arrays. */
const ID_BYTES = 140;
/** Inverse of the share of the memory up to which columns are cached that are not in use. */
const COLUMNS_SHARE = 4;
/** Number of removed rows below which a rebuild does not pay off. */
const MIN_DEAD_TO_REBUILD = 1_000;

/** Rows read between two checks of the time: a small collection is read at once, even if opening its file took long. */
const ROWS_PER_SCAN = 500;
/** Number of rows sampled to verify that a stored index belongs to the file. */
const PROBED_ROWS = 32;
const FIRST_ROWS = 1_024;
const GROWTH = 1.25;

const ROW_OF = "SELECT rid, id, metadata, vector FROM record WHERE rid = ?";
const VERIFIED_ROW_OF = "SELECT id, vector FROM record WHERE rid = ?";

/** Fields of a record that a hit needs. */
export interface ReadRow {
  readonly id: string;
  readonly vector: Float32Array;
}

/**
 * In-memory copy of a collection: vectors, in full or as codes, for the SIMD kernels, and columns of the metadata that
 * filters use, in order of `rid`. It is updated from the file before a search. It can be discarded and read again at
 * any time. If the vectors are codes, hits are read from the file anyway, including their ids.
 */
export class Mirror {
  readonly collection: ReadableCollection;
  readonly vectors: VectorMatrix | CodeMatrix;
  /** Graph over the first rows of the codes, if the collection is searched with a graph. */
  graph: NeighbourGraph | undefined;
  /** Whether no graph can be built. */
  isGraphless = false;
  /** Extent of the stored index. */
  index: IndexEnd = NO_INDEX;
  /** Whether storing the index has failed. */
  isUnstorable = false;
  /** Number of rows of the graph in its last stored version, or in the one being stored. */
  storedGraphRows = 0;
  /** `rid`s of stored rows that were removed since the last span was stored. */
  removed: number[] = [];
  /** Whether a row turned out to be another record, or to have another vector than its codes. */
  isDoubtful = false;
  /** Ids of the rows. Only for vectors in full. */
  readonly ids: string[] = [];
  readonly columns: MetadataColumns;
  /** Bitmap of rows that are not removed. */
  live: RowBits = makeBits(FIRST_ROWS);
  /** Number of rows, including removed ones. */
  length = 0;
  #rids = new Float64Array(FIRST_ROWS);
  /** Live rows by id, built on first use. */
  #rowsById: Map<string, number> | undefined;
  /** Rows that were read and verified with their checksums. */
  #verified = new Uint8Array(FIRST_ROWS);
  #checksums = new Uint32Array(FIRST_ROWS);
  #dead = 0;
  readonly #rowBytes: number;
  readonly #limit: number;
  /** Data version at the last read. */
  version = -1;
  /** Sequence number up to which removals have been read, and, unless the mirror is partial, records too. */
  clock = 0;
  /** Whether only some of the records have been read. A partial mirror must not be searched. */
  isPartial = false;
  /** `rid` of the last record that was read. */
  #last = 0;

  /** `rowBytes` is the memory of a row's vector and its entry in a graph. `limit` is the limit for the whole mirror. */
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

  /** Whether the rows alone exceed the limit. */
  get isTooLarge(): boolean {
    return this.length * this.#rowBytes > this.#limit;
  }

  /** Estimated memory in bytes. */
  get bytes(): number {
    return this.length * this.#rowBytes + this.columns.size;
  }

  isLive(row: number): boolean {
    return hasBit(this.live, row);
  }

  /** Returns the live row of an id. Only for mirrors that store ids. */
  rowOfId(id: string): number | undefined {
    if (this.#rowsById === undefined) {
      this.#rowsById = new Map();
      for (let row = 0; row < this.length; row += 1) if (this.isLive(row)) this.#rowsById.set(this.ids[row]!, row);
    }
    return this.#rowsById.get(id);
  }

  /** Returns the checksum of a row's id and metadata, as stored in the collection's index. */
  checksum(row: number): number {
    return this.#checksums[row]!;
  }

  rid(row: number): number {
    return this.#rids[row]!;
  }

  /** Returns the first row with a `rid` above the given one. */
  rowAfter(rid: number): number {
    return lowerBound(0, this.length, (row) => this.#rids[row]! > rid);
  }

  /**
   * Reads a row from the file, and verifies its checksums the first time. Returns undefined if the row was removed
   * since the last update, or turns out to be another record.
   */
  read(row: number): ReadRow | undefined {
    const { collection } = this;
    const rid = this.rid(row);
    if (this.#verified[row] === 1) {
      const found = collection.first<[string, Uint8Array]>(VERIFIED_ROW_OF, rid);
      return found && { id: found[0], vector: floatsOf(numbersOf(found[1], collection.dimension)) };
    }
    const found = collection.first<FullRow>(ROW_OF, rid);
    if (found === undefined) return undefined;
    const [, id, metadata, stored] = found;
    if (rowChecksum(id, metadata) !== this.checksum(row)) {
      this.isDoubtful = true;
      return undefined;
    }
    requireHead(rid, id, metadata, stored, collection.dimension);
    const vector = floatsOf(vectorOf(stored, collection.dimension));
    this.#verified[row] = 1;
    return { id, vector };
  }

  /**
   * Reads new changes from the file, inside a snapshot, until `isOver` returns true; the next call reads the rest.
   * Returns false if this is impossible or exceeds the limit: the mirror is then useless.
   */
  catchUp(isOver: () => boolean = () => false): boolean {
    const { collection } = this;
    // A mirror that has read no records can't have missed a removal.
    if (this.#last > 0 && this.clock < collection.tombstoneFloor()) return false;
    const clock = collection.clock();
    for (const [rid] of collection.iterate<[number]>("SELECT rid FROM tombstone WHERE seq > ?", this.clock)) {
      this.#remove(rid);
    }
    this.clock = clock;
    this.isPartial = true;
    const newRecords = "SELECT rid, id, metadata, vector FROM record WHERE rid > ? ORDER BY rid";
    for (const row of collection.iterate<FullRow>(newRecords, this.#last)) {
      this.#append(row, collection.dimension);
      this.#last = row[0];
      if (this.isTooLarge) return false;
      if (this.length % ROWS_PER_SCAN === 0 && isOver()) return true;
    }
    this.isPartial = false;
    return this.#dead < MIN_DEAD_TO_REBUILD || this.#dead < this.length / 2;
  }

  /**
   * Adopts the rows of a stored index, whose codes are already the mirror's vectors. Must run inside a snapshot; later
   * changes must still be read. Returns false if the index doesn't belong to this file.
   */
  restore({ end, era, rids, checksums, removed }: StoredIndex): boolean {
    const { collection } = this;
    const { clock, rows } = end;
    if (clock > collection.clock() || clock < collection.tombstoneFloor() || era !== collection.eraOf(clock))
      return false;
    this.#rids = rids.map(Math.abs);
    this.#checksums = checksums;
    this.#verified = new Uint8Array(rids.length);
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

  /** Whether the codes match the vectors in the file, checked on a sample of rows. */
  #isConsistent(): boolean {
    const codes = this.vectors as CodeMatrix;
    const step = Math.max(1, Math.floor(this.length / PROBED_ROWS));
    for (let row = 0; row < this.length; row += step) {
      if (!this.isLive(row)) continue;
      const vector = this.read(row)?.vector;
      if (vector === undefined) return false;
      codes.setQuery(vector);
      codes.multiply(row, row + 1);
      if (Math.abs(codes.estimate(row) - exactProduct(vector, vector)) > codes.slack(row)) return false;
    }
    return true;
  }

  #append([rid, id, metadata, stored]: FullRow, dimension: number): void {
    requireHead(rid, id, metadata, stored, dimension);
    this.vectors.append(vectorOf(stored, dimension));
    const row = this.length;
    if (row === this.#verified.length) {
      const capacity = Math.ceil(row * GROWTH);
      this.#rids = grown(this.#rids, capacity);
      this.#verified = grown(this.#verified, capacity);
      this.#checksums = grown(this.#checksums, capacity);
    }
    this.#rids[row] = rid;
    this.#checksums[row] = rowChecksum(id, metadata);
    this.#verified[row] = 1;
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
