import { storeColumns } from "../../columns/stored-columns.ts";
import { NeighbourGraph } from "../../graph/neighbour-graph.ts";
import { CodeMatrix } from "./code-matrix.ts";
import type { Mirror } from "./mirror.ts";
import type { Mirrors } from "./mirrors.ts";
import type { ReadableCollection } from "./readable-collection.ts";
import { storeGraph } from "./stored-graph.ts";
import { isMuchUnstored, isStretchFull, storeSpan } from "./store-rows.ts";
import { startSlice } from "./sliced.ts";

/** Time between two looks for calls, in milliseconds: so much longer a search may take while a graph grows. */
const SLICE_MS = 2;
/** A graph that grows is stored again when a tenth of it is new. */
const STORED_SHARE = 0.9;
/** And one that has all rows when a thirtieth is: what is not stored is built again by each start, at half a millisecond a row. */
const STORED_SHARE_OF_ALL = 0.97;
/** For so long after what was written, in milliseconds, the graph leaves the processors to the writers most of the time. */
const WRITING_MS = 1_000;
const REST_MS = 14;

/**
 * Makes what searches need while the reader has nothing else to do, a little at a time: reads what was written to large
 * collections, keeps its codes in the stored index, and builds columns and graphs and stores them.
 */
export class IndexBuilder {
  readonly #mirrors: Mirrors;
  readonly #fromRows: number;
  readonly #openLarge: (name: string) => ReadableCollection | undefined;
  /** Names of collections with something new to read. */
  readonly #news = new Set<string>();
  readonly #waiting = new Set<ReadableCollection>();
  /** Paths of the collections whose columns or graph are being written. */
  readonly #storing = new Set<string>();
  #lastNews = Number.NEGATIVE_INFINITY;
  #isScheduled = false;
  #isClosed = false;

  /** For collections of at least so many rows; `openLarge` opens those of them that can be held besides what is. */
  constructor(mirrors: Mirrors, fromRows: number, openLarge: (name: string) => ReadableCollection | undefined) {
    this.#mirrors = mirrors;
    this.#fromRows = fromRows;
    this.#openLarge = openLarge;
  }

  /** Considers a collection for work; call it for every collection that was searched. */
  consider(collection: ReadableCollection): void {
    if (!this.#isBehind(collection)) return;
    this.#waiting.add(collection);
    this.#schedule();
  }

  /** Notes collections that may have new records. */
  notify(names: Iterable<string>): void {
    for (const name of names) this.#news.add(name);
    this.#lastNews = performance.now();
    this.#schedule();
  }

  close(): void {
    this.#isClosed = true;
  }

  #isBehind(collection: ReadableCollection): boolean {
    const mirror = this.#mirrors.of(collection);
    if (mirror === undefined || mirror.isDoubtful || mirror.isPartial || mirror.length < this.#fromRows) return false;
    if (!(mirror.vectors instanceof CodeMatrix) || this.#storing.has(collection.path)) return false;
    return mirror.columns.isBehind || isGraphBehind(mirror) || isGraphUnstored(mirror) || isIndexBehind(mirror);
  }

  #schedule(restMs = 0): void {
    if (this.#isScheduled || this.#isClosed) return;
    this.#isScheduled = true;
    const turn = (): void => {
      this.#isScheduled = false;
      if (!this.#isClosed) this.#runSlice();
    };
    if (restMs === 0) setImmediate(turn);
    else setTimeout(turn, restMs);
  }

  #runSlice(): void {
    const [name] = this.#news;
    if (name === undefined) return this.#build();
    // To the end of the line, if it has to come again.
    this.#news.delete(name);
    if (!this.#follow(name)) this.#news.add(name);
    if (this.#news.size > 0 || this.#waiting.size > 0) this.#schedule();
  }

  /** Reads more of what is new in a collection; whether that is all. */
  #follow(name: string): boolean {
    try {
      const collection = this.#openLarge(name);
      if (collection === undefined) return true;
      startSlice(SLICE_MS);
      const { done } = this.#mirrors.follow(collection).next();
      const mirror = done === true ? this.#mirrors.current(collection) : this.#mirrors.of(collection);
      if (mirror !== undefined && !mirror.isUnstorable && this.#isLarge(mirror) && isStretchFull(mirror))
        storeSpan(mirror);
      this.consider(collection);
      return done === true;
    } catch {
      // The file can't be read: the next caller gets the error.
      return true;
    }
  }

  #build(): void {
    const [collection] = this.#waiting;
    if (collection === undefined) return;
    this.#waiting.delete(collection);
    const mirror = this.#mirrors.of(collection);
    const grows = mirror !== undefined && this.#isBehind(collection) && this.#work(collection, mirror);
    this.consider(collection);
    const isWriting = performance.now() - this.#lastNews < WRITING_MS;
    if (this.#waiting.size > 0) this.#schedule(grows && isWriting ? REST_MS : 0);
  }

  /** Runs a slice of work. Returns whether it was work for a graph, which takes far longer than all else. */
  #work(collection: ReadableCollection, mirror: Mirror): boolean {
    if (!mirror.isUnstorable && isStretchFull(mirror)) storeSpan(mirror);
    // Filters are there to be asked long before a graph is.
    else if (mirror.columns.isBehind) this.#prepare(collection, mirror);
    else if (isGraphUnstored(mirror) && mirror.index.rows >= mirror.graph!.rows) void this.#storeGraph(mirror);
    else if (isGraphUnstored(mirror)) storeSpan(mirror);
    else if (isGraphBehind(mirror)) return this.#grow(mirror);
    else storeSpan(mirror);
    return false;
  }

  #prepare(collection: ReadableCollection, mirror: Mirror): void {
    try {
      startSlice(SLICE_MS);
      void this.#storeColumns(mirror, mirror.columns.prepare());
    } catch {
      // The file can't be read: the next caller tries again, and gets the error.
      mirror.isDoubtful = true;
    }
  }

  #grow(mirror: Mirror): boolean {
    try {
      mirror.graph ??= new NeighbourGraph(mirror.vectors as CodeMatrix);
      mirror.graph.grow(performance.now() + SLICE_MS);
    } catch {
      // Out of memory, most likely. Scans need no graph.
      mirror.graph = undefined;
      mirror.isGraphless = true;
    }
    return true;
  }

  async #storeGraph(mirror: Mirror): Promise<void> {
    // Whether the store succeeds or not, the next attempt waits until as many rows are new.
    mirror.storedGraphRows = mirror.graph!.rows;
    const { path } = mirror.collection;
    await this.#store(mirror, (isWanted) => storeGraph(path, mirror.index, mirror.graph!, isWanted));
    await this.#storeColumns(mirror, true);
  }

  async #storeColumns(mirror: Mirror, areUpToDate: boolean): Promise<void> {
    const unstored = mirror.columns.takeUnstored(mirror.index.rows, areUpToDate);
    const { path } = mirror.collection;
    if (unstored.length > 0)
      await this.#store(mirror, (isWanted) => storeColumns(path, mirror.index, unstored, isWanted));
  }

  async #store(mirror: Mirror, write: (isWanted: () => boolean) => Promise<void>): Promise<void> {
    const { collection } = mirror;
    this.#storing.add(collection.path);
    try {
      await write(() => !this.#isClosed && this.#mirrors.of(collection) === mirror);
    } catch {
      // A full disk, say: the next start takes longer.
    } finally {
      this.#storing.delete(collection.path);
      this.consider(collection);
    }
  }

  #isLarge(mirror: Mirror): boolean {
    return mirror.length >= this.#fromRows;
  }
}

const isGraphBehind = ({ isGraphless, graph, length }: Mirror): boolean => !isGraphless && (graph?.rows ?? 0) < length;

const isGraphUnstored = (mirror: Mirror): boolean => {
  const { isUnstorable, graph, storedGraphRows } = mirror;
  const share = isGraphBehind(mirror) ? STORED_SHARE : STORED_SHARE_OF_ALL;
  return !isUnstorable && storedGraphRows < share * (graph?.rows ?? 0);
};

const isIndexBehind = (mirror: Mirror): boolean =>
  !mirror.isUnstorable && (isStretchFull(mirror) || isMuchUnstored(mirror));
