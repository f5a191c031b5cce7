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
interface Held {
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
  readonly #held = new WeakMap<ReadableCollection, Held>();

  /** Collections of at least `graphsFromRows` rows are held as graphs need them: as codes. */
  constructor(collections: OpenFiles<ReadableCollection>, limitBytes: number, graphsFromRows: number) {
    this.#collections = collections;
    this.#limit = limitBytes;
    this.#graphsFromRows = graphsFromRows;
  }

  /** The mirror that is held of a collection, in whatever state; undefined when there is none, or the collection is closed. */
  of(collection: ReadableCollection): Mirror | undefined {
    return collection.isOpen ? this.#held.get(collection)?.mirror : undefined;
  }

  /**
   * Reads what is new of a collection, much of which may be, and gives way meanwhile; `current` then has little left to do. Who
   * comes meanwhile goes on where this is.
   */
  *follow(collection: ReadableCollection): Sliced<void> {
    while (collection.isOpen) {
      const held = this.#heldOf(collection);
      const version = collection.dataVersion();
      if (held.tooLargeAt === version) return;
      if (held.mirror?.isDoubtful === true) this.#forget(held);
      if (held.mirror?.version === version && !held.mirror.isPartial) return;
      held.making ??= held.mirror === undefined ? this.#make(collection) : undefined;
      if (held.making !== undefined && !this.#goOnMaking(held)) {
        yield;
        continue;
      }
      const { mirror } = held;
      if (mirror === undefined) return;
      const isUsable = collection.snapshot(() => mirror.catchUp(isSliceOver));
      // The next caller would find the same.
      if (mirror.isTooLarge) return;
      if (isUsable && !mirror.isPartial && this.#isInRightForm(mirror)) return;
      if (!isUsable || !mirror.isPartial) this.#forget(held);
      yield;
    }
  }

  /** Runs a slice of the work that makes a mirror. Returns whether it is done, as far as no records have to be read. */
  #goOnMaking(held: Held): boolean {
    const making = held.making!;
    held.making = undefined;
    const { done, value } = making.next();
    if (done !== true) held.making = making;
    else held.mirror = value;
    return done === true;
  }

  /** The mirror in the state of the last commit; undefined when the collection is too large to be held. */
  current(collection: ReadableCollection): Mirror | undefined {
    const held = this.#heldOf(collection);
    if (held.mirror?.isDoubtful === true) this.#forget(held);
    const version = collection.dataVersion();
    if (held.mirror?.version === version && !held.mirror.isPartial) return held.mirror;
    if (held.tooLargeAt === version) return undefined;
    const made = (): Mirror | undefined => {
      const making = held.making ?? this.#make(collection);
      held.making = undefined;
      return atOnce(making);
    };
    // Of what is stale, or is of a stored index that is of no use any more, all is read anew.
    held.mirror = this.#read(held.mirror);
    held.mirror ??= this.#read(made()) ?? this.#read(made());
    const { mirror } = held;
    held.tooLargeAt = mirror === undefined ? version : undefined;
    if (mirror !== undefined) {
      mirror.version = version;
      this.#evictOthers(collection);
    }
    return mirror;
  }

  /** Whether a collection is in memory, or fits besides all that are. */
  hasRoom(collection: ReadableCollection): boolean {
    const held = this.#heldOf(collection);
    if (held.mirror !== undefined || held.making !== undefined) return true;
    const clock = collection.clock();
    // Counting looks at every row, and each that came since has a number of its own.
    if (held.counted === undefined || clock - held.counted.clock > held.counted.rows / RECOUNTED_PART)
      held.counted = { rows: collection.countRows(), clock };
    const mostRows = held.counted.rows + clock - held.counted.clock;
    return this.#heldBytes() + mostRows * this.#rowBytes(collection.dimension) <= this.#limit;
  }

  #heldOf(collection: ReadableCollection): Held {
    let held = this.#held.get(collection);
    if (held === undefined) {
      held = { mirror: undefined, making: undefined, counted: undefined, tooLargeAt: undefined };
      this.#held.set(collection, held);
    }
    return held;
  }

  /** Discards the mirror and its stored index, so that the records are read again. */
  #forget(held: Held): void {
    removeIndexFile(held.mirror!.collection.path);
    held.mirror = undefined;
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

  #heldBytes(): number {
    let total = 0;
    for (const [, collection] of this.#collections.entries()) total += this.of(collection)?.bytes ?? 0;
    return total;
  }

  #evictOthers(keep: ReadableCollection): void {
    let total = this.#heldBytes();
    for (const [, collection] of this.#collections.entries()) {
      if (total <= this.#limit) return;
      const held = this.#heldOf(collection);
      if (collection === keep || held.mirror === undefined) continue;
      total -= held.mirror.bytes;
      held.mirror = undefined;
    }
  }
}
