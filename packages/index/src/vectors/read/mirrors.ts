import { readStoredColumns } from "../../columns/stored-columns.ts";
import { NeighbourGraph } from "../../graph/neighbour-graph.ts";
import type { OpenFiles } from "../../storage/open-files.ts";
import { removeIndexFile } from "../storage/index-file.ts";
import { CodeMatrix } from "./code-matrix.ts";
import { Mirror } from "./mirror.ts";
import type { ReadableCollection } from "./readable-collection.ts";
import { readStoredGraph } from "./stored-graph.ts";
import { readStoredIndex } from "./stored-index.ts";
import { atOnce, isSliceOver, type Sliced } from "./sliced.ts";
import { VectorMatrix } from "./vector-matrix.ts";

/**
 * Vectors of a collection are held in full where they take at most this share of the memory and are too few for a graph,
 * else as codes: these are a quarter of the size and quicker to scan, but the best rows then have to be read from the
 * file.
 */
const FULL_SHARE = 1 / 24;
/** A collection that grows is not held in another form before it is clearly of the other size. */
const GROWTH_IN_FULL = 2;

/** Rows are counted again when a tenth may have come. */
const RECOUNTED_PART = 10;

/** State of a collection in memory. */
interface CachedMirror {
  mirror: Mirror | undefined;
  /** Reads what a stored index has into a mirror. */
  making: Sliced<Mirror | undefined> | undefined;
  /** Rows at a clock. */
  counted: { readonly rows: number; readonly clock: number } | undefined;
  /** The data version at which the collection was found too large for a mirror. */
  tooLargeAt: number | undefined;
}

/** Decides which collections are held in memory, within a bound over all of them, and in which form. */
export class Mirrors {
  readonly #collections: OpenFiles<ReadableCollection>;
  readonly #limit: number;
  readonly #graphsFromRows: number;
  readonly #cached = new WeakMap<ReadableCollection, CachedMirror>();

  /** Collections of at least `graphsFromRows` rows are held as graphs need them: as codes. */
  constructor(collections: OpenFiles<ReadableCollection>, limitBytes: number, graphsFromRows: number) {
    this.#collections = collections;
    this.#limit = limitBytes;
    this.#graphsFromRows = graphsFromRows;
  }

  /** The mirror that is held of a collection, in whatever state; undefined when there is none, or the collection is closed. */
  of(collection: ReadableCollection): Mirror | undefined {
    return collection.isOpen ? this.#cached.get(collection)?.mirror : undefined;
  }

  /**
   * Reads what is new of a collection, much of which may be, and gives way meanwhile; `current` then has little left to do. Who
   * comes meanwhile goes on where this is.
   */
  *follow(collection: ReadableCollection): Sliced<void> {
    while (collection.isOpen) {
      const cached = this.#cachedOf(collection);
      const version = collection.dataVersion();
      if (cached.tooLargeAt === version) return;
      if (cached.mirror?.isDoubtful === true) this.#forget(cached);
      if (cached.mirror?.version === version && !cached.mirror.isPartial) return;
      cached.making ??= cached.mirror === undefined ? this.#make(collection) : undefined;
      if (cached.making !== undefined && !this.#goOnMaking(cached)) {
        yield;
        continue;
      }
      const { mirror } = cached;
      if (mirror === undefined) return;
      const isUsable = collection.snapshot(() => mirror.catchUp(isSliceOver));
      // The next caller would find the same.
      if (mirror.isTooLarge) return;
      if (isUsable && !mirror.isPartial && this.#isInRightForm(mirror)) return;
      if (!isUsable || !mirror.isPartial) this.#forget(cached);
      yield;
    }
  }

  /** Runs a slice of the work that makes a mirror. Returns whether it is done, as far as no records have to be read. */
  #goOnMaking(cached: CachedMirror): boolean {
    const making = cached.making!;
    cached.making = undefined;
    const { done, value } = making.next();
    if (done !== true) cached.making = making;
    else cached.mirror = value;
    return done === true;
  }

  /** The mirror in the state of the last commit; undefined when the collection is too large to be held. */
  current(collection: ReadableCollection): Mirror | undefined {
    const cached = this.#cachedOf(collection);
    if (cached.mirror?.isDoubtful === true) this.#forget(cached);
    const version = collection.dataVersion();
    if (cached.mirror?.version === version && !cached.mirror.isPartial) return cached.mirror;
    if (cached.tooLargeAt === version) return undefined;
    const made = (): Mirror | undefined => {
      const making = cached.making ?? this.#make(collection);
      cached.making = undefined;
      return atOnce(making);
    };
    // Of what is stale, or is of a stored index that is of no use any more, all is reread.
    cached.mirror = this.#read(cached.mirror);
    cached.mirror ??= this.#read(made()) ?? this.#read(made());
    const { mirror } = cached;
    cached.tooLargeAt = mirror === undefined ? version : undefined;
    if (mirror !== undefined) {
      mirror.version = version;
      this.#evictOthers(collection);
    }
    return mirror;
  }

  /** Whether a collection is in memory, or fits besides all that are. */
  hasCapacity(collection: ReadableCollection): boolean {
    const cached = this.#cachedOf(collection);
    if (cached.mirror !== undefined || cached.making !== undefined) return true;
    const clock = collection.clock();
    // Counting looks at every row, and each that came since has a number of its own.
    if (cached.counted === undefined || clock - cached.counted.clock > cached.counted.rows / RECOUNTED_PART)
      cached.counted = { rows: collection.countRows(), clock };
    const mostRows = cached.counted.rows + clock - cached.counted.clock;
    return this.#cachedBytes() + mostRows * this.#rowBytes(collection.dimension) <= this.#limit;
  }

  #cachedOf(collection: ReadableCollection): CachedMirror {
    let cached = this.#cached.get(collection);
    if (cached === undefined) {
      cached = { mirror: undefined, making: undefined, counted: undefined, tooLargeAt: undefined };
      this.#cached.set(collection, cached);
    }
    return cached;
  }

  /** Discards the mirror and its stored index, so that the records are read again. */
  #forget(cached: CachedMirror): void {
    removeIndexFile(cached.mirror!.collection.path);
    cached.mirror = undefined;
  }

  /** With nothing read yet, or what a stored index has. */
  *#make(collection: ReadableCollection): Sliced<Mirror | undefined> {
    const { dimension } = collection;
    const rows = collection.countRows();
    const vectors = new VectorMatrix(dimension);
    if (rows < this.#graphsFromRows && rows * vectors.stride <= this.#limit * FULL_SHARE)
      return this.#mirror(collection, vectors, vectors.stride);
    const rowBytes = this.#rowBytes(dimension);
    // Vectors alone tell that most collections that are too large don't fit, without reading them.
    if (rows * rowBytes > this.#limit) return undefined;
    return (
      (yield* this.#restore(collection, rowBytes)) ?? this.#mirror(collection, new CodeMatrix(dimension), rowBytes)
    );
  }

  /** Of a vector as codes, with its place in a graph. */
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

  #read(mirror: Mirror | undefined): Mirror | undefined {
    if (mirror === undefined) return undefined;
    const isComplete = mirror.collection.snapshot(() => mirror.catchUp());
    if (isComplete && this.#isInRightForm(mirror)) return mirror;
    if (mirror.index.rows > 0) removeIndexFile(mirror.collection.path);
    return undefined;
  }

  #isInRightForm({ vectors, length, liveCount }: Mirror): boolean {
    if (!(vectors instanceof VectorMatrix)) return true;
    return liveCount < this.#graphsFromRows && length * vectors.stride <= this.#limit * FULL_SHARE * GROWTH_IN_FULL;
  }

  get #hasGraphs(): boolean {
    return this.#graphsFromRows < Number.POSITIVE_INFINITY;
  }

  #cachedBytes(): number {
    let total = 0;
    for (const [, collection] of this.#collections.entries()) total += this.of(collection)?.bytes ?? 0;
    return total;
  }

  #evictOthers(keep: ReadableCollection): void {
    let total = this.#cachedBytes();
    for (const [, collection] of this.#collections.entries()) {
      if (total <= this.#limit) return;
      const cached = this.#cachedOf(collection);
      if (collection === keep || cached.mirror === undefined) continue;
      total -= cached.mirror.bytes;
      cached.mirror = undefined;
    }
  }
}
