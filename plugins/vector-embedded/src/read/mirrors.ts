import { readStoredColumns } from "../columns/stored-columns.ts";
import { NeighbourGraph } from "../graph/neighbour-graph.ts";
import { removeIndexFile } from "../storage/index-file.ts";
import type { OpenCollections } from "../storage/open-collections.ts";
import { CodeMatrix } from "./code-matrix.ts";
import { Mirror } from "./mirror.ts";
import type { ReadableCollection } from "./readable-collection.ts";
import { readStoredIndex } from "./stored-index.ts";
import { isTurnOver, type Sliced } from "./turns.ts";
import { VectorMatrix } from "./vector-matrix.ts";

/**
 * Vectors of a collection are held in full where they take at most this share of the memory and are too few for a graph,
 * else as codes: these are a quarter of the size and quicker to scan, but the best rows then have to be read from the
 * file.
 */
const FULL_SHARE = 1 / 24;
/** A collection that grows is not held in another form before it is clearly of the other size. */
const GROWTH_IN_FULL = 2;

/** What is known of a collection in memory. */
interface Held {
  mirror: Mirror | undefined;
  /** The data version at which the collection was found too large for a mirror. */
  tooLargeAt: number | undefined;
}

/** Decides which collections are held in memory, within a bound over all of them, and in which form. */
export class Mirrors {
  readonly #collections: OpenCollections<ReadableCollection>;
  readonly #limit: number;
  readonly #graphsFromRows: number;
  readonly #held = new WeakMap<ReadableCollection, Held>();

  /** Collections of at least `graphsFromRows` rows are held as graphs need them: as codes. */
  constructor(collections: OpenCollections<ReadableCollection>, limitBytes: number, graphsFromRows: number) {
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
      if (held.mirror?.isDoubtful === true || held.tooLargeAt === version) return;
      if (held.mirror?.version === version && !held.mirror.isPartial) return;
      held.mirror ??= this.#make(collection);
      const { mirror } = held;
      // What is too large, or must be read anew, is so for who asks next.
      if (mirror === undefined || !collection.snapshot(() => mirror.catchUp(isTurnOver))) return;
      if (!mirror.isPartial) return;
      yield;
    }
  }

  /** The mirror in the state of the last commit; undefined when the collection is too large to be held. */
  current(collection: ReadableCollection): Mirror | undefined {
    const held = this.#heldOf(collection);
    if (held.mirror?.isDoubtful === true) {
      removeIndexFile(collection.path);
      held.mirror = undefined;
    }
    const version = collection.dataVersion();
    if (held.mirror?.version === version && !held.mirror.isPartial) return held.mirror;
    if (held.tooLargeAt === version) return undefined;
    // Of what is stale, or is of a stored index that is of no use any more, all is read anew.
    held.mirror = this.#read(held.mirror);
    held.mirror ??= this.#read(this.#make(collection)) ?? this.#read(this.#make(collection));
    const { mirror } = held;
    held.tooLargeAt = mirror === undefined ? version : undefined;
    if (mirror !== undefined) {
      mirror.version = version;
      this.#evictOthers(collection);
    }
    return mirror;
  }

  #heldOf(collection: ReadableCollection): Held {
    let held = this.#held.get(collection);
    if (held === undefined) this.#held.set(collection, (held = { mirror: undefined, tooLargeAt: undefined }));
    return held;
  }

  /** With nothing read yet, or what a stored index has. */
  #make(collection: ReadableCollection): Mirror | undefined {
    const { dimension } = collection;
    const rows = collection.countRows();
    const bytesInFull = rows * dimension * Float32Array.BYTES_PER_ELEMENT;
    if (rows < this.#graphsFromRows && bytesInFull <= this.#limit * FULL_SHARE) {
      const vectors = new VectorMatrix(dimension);
      return this.#mirror(collection, vectors, vectors.stride);
    }
    const vectors = new CodeMatrix(dimension);
    const rowBytes = vectors.stride + (this.#hasGraphs ? NeighbourGraph.stride : 0);
    // Vectors alone tell that most collections that are too large don't fit, without reading them.
    if (rows * rowBytes > this.#limit) return undefined;
    return this.#restore(collection, rowBytes) ?? this.#mirror(collection, vectors, rowBytes);
  }

  #restore(collection: ReadableCollection, rowBytes: number): Mirror | undefined {
    const stored = this.#hasGraphs ? readStoredIndex(collection) : undefined;
    if (stored === undefined) return undefined;
    const mirror = this.#mirror(collection, stored.codes, rowBytes);
    if (collection.snapshot(() => mirror.restore(stored))) {
      mirror.columns.restore(readStoredColumns(collection.path, stored.id));
      return mirror;
    }
    removeIndexFile(collection.path);
    return undefined;
  }

  #mirror(collection: ReadableCollection, vectors: VectorMatrix | CodeMatrix, rowBytes: number): Mirror {
    return new Mirror(collection, vectors, { rowBytes, limit: this.#limit });
  }

  #read(mirror: Mirror | undefined): Mirror | undefined {
    if (mirror === undefined) return undefined;
    const fits = mirror.collection.snapshot(() => mirror.catchUp());
    if (fits && this.#isInRightForm(mirror)) return mirror;
    if (mirror.stored.rows > 0) removeIndexFile(mirror.collection.path);
    return undefined;
  }

  #isInRightForm({ vectors, length, liveCount }: Mirror): boolean {
    if (!(vectors instanceof VectorMatrix)) return true;
    return liveCount < this.#graphsFromRows && length * vectors.stride <= this.#limit * FULL_SHARE * GROWTH_IN_FULL;
  }

  get #hasGraphs(): boolean {
    return this.#graphsFromRows < Number.POSITIVE_INFINITY;
  }

  #evictOthers(keep: ReadableCollection): void {
    let total = 0;
    for (const collection of this.#collections.values()) total += this.of(collection)?.bytes ?? 0;
    for (const collection of this.#collections.values()) {
      if (total <= this.#limit) return;
      const held = this.#heldOf(collection);
      if (collection === keep || held.mirror === undefined) continue;
      total -= held.mirror.bytes;
      held.mirror = undefined;
    }
  }
}
