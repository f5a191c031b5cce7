import { readStoredColumns } from "../../columns/stored-columns.ts";
import { NeighbourGraph } from "../../graph/neighbour-graph.ts";
import type { OpenFiles } from "../../storage/open-files.ts";
import { removeIndexFile } from "../storage/index-file.ts";
import { CodeMatrix } from "./code-matrix.ts";
import { Mirror } from "./mirror.ts";
import type { ReadableCollection } from "./readable-collection.ts";
import { readStoredGraph } from "./stored-graph.ts";
import { readStoredIndex } from "./stored-index.ts";
import { runToCompletion, isSliceOver, type Sliced } from "./sliced.ts";
import { VectorMatrix } from "./vector-matrix.ts";

/**
 * Share of the memory up to which a collection's vectors are cached in full, if there are too few for a graph. Other
 * collections are cached as codes. These take a quarter of the memory and are faster to scan, but the best rows must
 * then be read from the file.
 */
const FULL_VECTORS_SHARE = 1 / 24;
/** Growth factor beyond which a growing collection changes its form, to avoid frequent conversions. */
const FORMAT_CHANGE_FACTOR = 2;

/** Rows are counted again when up to a tenth of them can be new. */
const RECOUNT_DIVISOR = 10;

/** Cached state of a collection. */
interface CachedMirror {
  mirror: Mirror | undefined;
  /** Running task that reads a stored index into a mirror. */
  pending: Sliced<Mirror | undefined> | undefined;
  /** Number of rows at a clock. */
  lastCount: { readonly rows: number; readonly clock: number } | undefined;
  /** Data version at which the collection was too large for a mirror. */
  tooLargeAt: number | undefined;
}

/** Decides which collections are cached in memory, within a total limit, and in which form. */
export class Mirrors {
  readonly #collections: OpenFiles<ReadableCollection>;
  readonly #limit: number;
  readonly #graphsFromRows: number;
  readonly #cached = new WeakMap<ReadableCollection, CachedMirror>();

  /** Collections of at least `graphsFromRows` rows are cached as codes, which graphs need. */
  constructor(collections: OpenFiles<ReadableCollection>, limitBytes: number, graphsFromRows: number) {
    this.#collections = collections;
    this.#limit = limitBytes;
    this.#graphsFromRows = graphsFromRows;
  }

  /**
   * Returns the cached mirror of a collection in its current state; undefined if there is none, or the collection is
   * closed.
   */
  of(collection: ReadableCollection): Mirror | undefined {
    return collection.isOpen ? this.#cached.get(collection)?.mirror : undefined;
  }

  /**
   * Reads new records of a collection, possibly many, and yields in between, by default at the end of each time slice.
   * `current` then has little left to read. Concurrent calls continue from the progress made so far.
   */
  *readNewRecords(collection: ReadableCollection, isOver = isSliceOver): Sliced<void> {
    while (collection.isOpen) {
      const cached = this.#cachedOf(collection);
      const version = collection.dataVersion();
      if (cached.tooLargeAt === version) return;
      if (cached.mirror?.isDoubtful === true) this.#discard(cached);
      if (cached.mirror?.version === version && !cached.mirror.isPartial) return;
      cached.pending ??= cached.mirror === undefined ? this.#make(collection) : undefined;
      if (cached.pending !== undefined && !this.#continueMaking(cached)) {
        yield;
        continue;
      }
      const { mirror } = cached;
      if (mirror === undefined) return;
      const isUsable = collection.snapshot(() => mirror.catchUp(isOver));
      // The next caller would get the same result.
      if (mirror.isTooLarge) return;
      if (isUsable && !mirror.isPartial && this.#hasSuitableFormat(mirror)) return;
      // It is stale, changes its form, or comes from a stored index that turns out to be useless.
      if (!isUsable || !mirror.isPartial) this.#discard(cached);
      yield;
    }
  }

  /**
   * Runs one time slice of creating a mirror. Returns whether it is created, apart from records that must still be
   * read.
   */
  #continueMaking(cached: CachedMirror): boolean {
    const pending = cached.pending!;
    cached.pending = undefined;
    const { done, value } = pending.next();
    if (done !== true) cached.pending = pending;
    else cached.mirror = value;
    return done === true;
  }

  /** Returns the mirror, updated to the last commit; undefined if the collection is too large for the cache. */
  current(collection: ReadableCollection): Mirror | undefined {
    const version = collection.dataVersion();
    const cached = this.#cachedOf(collection);
    const readAll = () => runToCompletion(this.readNewRecords(collection, () => false));
    readAll();
    const { mirror: read } = cached;
    if (read?.isTooLarge === true) {
      this.#discard(cached);
      // Without its removed rows it may fit.
      if (read.liveCount < read.length) readAll();
      if (cached.mirror?.isTooLarge === true) this.#discard(cached);
    }
    const { mirror } = cached;
    if (mirror === undefined) cached.tooLargeAt = version;
    else if (mirror.version !== version) {
      mirror.version = version;
      this.#evictOthers(collection);
    }
    return mirror;
  }

  /** Whether a collection is cached, or fits in memory next to the cached ones. */
  hasCapacity(collection: ReadableCollection): boolean {
    const cached = this.#cachedOf(collection);
    if (cached.mirror !== undefined || cached.pending !== undefined) return true;
    const clock = collection.clock();
    // Counting scans every row, so the clock gives an upper bound in between: each new row takes a number of its own.
    if (cached.lastCount === undefined || clock - cached.lastCount.clock > cached.lastCount.rows / RECOUNT_DIVISOR)
      cached.lastCount = { rows: collection.countRows(), clock };
    const maxRows = cached.lastCount.rows + clock - cached.lastCount.clock;
    return this.#cachedBytes() + maxRows * this.#rowBytes(collection.dimension) <= this.#limit;
  }

  #cachedOf(collection: ReadableCollection): CachedMirror {
    let cached = this.#cached.get(collection);
    if (cached === undefined) {
      cached = { mirror: undefined, pending: undefined, lastCount: undefined, tooLargeAt: undefined };
      this.#cached.set(collection, cached);
    }
    return cached;
  }

  /** Discards the mirror and its stored index: the records are then read again. */
  #discard(cached: CachedMirror): void {
    removeIndexFile(cached.mirror!.collection.path);
    cached.mirror = undefined;
  }

  /** Creates an empty mirror, or one with the rows of a stored index. */
  *#make(collection: ReadableCollection): Sliced<Mirror | undefined> {
    const { dimension } = collection;
    const rows = collection.countRows();
    const vectors = new VectorMatrix(dimension);
    if (rows < this.#graphsFromRows && rows * vectors.stride <= this.#limit * FULL_VECTORS_SHARE)
      return this.#mirror(collection, vectors, vectors.stride);
    const rowBytes = this.#rowBytes(dimension);
    // The vectors alone show for most collections that they are too large, without reading them.
    if (rows * rowBytes > this.#limit) return undefined;
    return (
      (yield* this.#restore(collection, rowBytes)) ?? this.#mirror(collection, new CodeMatrix(dimension), rowBytes)
    );
  }

  /** Returns the bytes per row of a vector as codes, with its entry in a graph. */
  #rowBytes(dimension: number): number {
    return CodeMatrix.strideOf(dimension) + (this.#hasGraphs ? NeighbourGraph.stride : 0);
  }

  *#restore(collection: ReadableCollection, rowBytes: number): Sliced<Mirror | undefined> {
    const stored = this.#hasGraphs ? yield* readStoredIndex(collection) : undefined;
    if (stored === undefined) return undefined;
    const mirror = this.#mirror(collection, stored.codes, rowBytes);
    if (!collection.snapshot(() => mirror.restore(stored))) {
      removeIndexFile(collection.path);
      return undefined;
    }
    const { path } = collection;
    mirror.columns.restore(yield* readStoredColumns(path, stored.end));
    mirror.graph = yield* readStoredGraph(path, stored.end, stored.codes);
    mirror.storedGraphRows = mirror.graph?.rows ?? 0;
    return mirror;
  }

  #mirror(collection: ReadableCollection, vectors: VectorMatrix | CodeMatrix, rowBytes: number): Mirror {
    return new Mirror(collection, vectors, { rowBytes, limit: this.#limit });
  }

  #hasSuitableFormat({ vectors, length, liveCount }: Mirror): boolean {
    if (!(vectors instanceof VectorMatrix)) return true;
    return (
      liveCount < this.#graphsFromRows &&
      length * vectors.stride <= this.#limit * FULL_VECTORS_SHARE * FORMAT_CHANGE_FACTOR
    );
  }

  get #hasGraphs(): boolean {
    return this.#graphsFromRows < Number.POSITIVE_INFINITY;
  }

  #cachedBytes(): number {
    let total = 0;
    for (const [, collection] of this.#collections.entries()) total += this.of(collection)?.bytes ?? 0;
    return total;
  }

  #evictOthers(exempt: ReadableCollection): void {
    let total = this.#cachedBytes();
    for (const [, collection] of this.#collections.entries()) {
      if (total <= this.#limit) return;
      const cached = this.#cachedOf(collection);
      if (collection === exempt || cached.mirror === undefined) continue;
      total -= cached.mirror.bytes;
      cached.mirror = undefined;
    }
  }
}
