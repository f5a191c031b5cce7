import { storeColumns } from "../../columns/stored-columns.ts";
import { NeighbourGraph } from "../../graph/neighbour-graph.ts";
import { CodeMatrix } from "./code-matrix.ts";
import type { Mirror } from "./mirror.ts";
import type { Mirrors } from "./mirrors.ts";
import type { ReadableCollection } from "./readable-collection.ts";
import { storeGraph } from "./stored-graph.ts";
import { hasManyUnstoredRows, isSpanDue, storeSpan } from "./store-rows.ts";
import { ProcessorLoad } from "./processor-load.ts";
import { startSlice } from "./sliced.ts";

/** Time slice in milliseconds: the additional latency of a search while a graph is built. */
const SLICE_MS = 2;
/** Stored share of a growing graph below which it is stored again. */
const STORED_SHARE = 0.9;
/**
 * Same, for a graph that contains all rows: every start rebuilds the rows that are not stored, at half a millisecond
 * each.
 */
const COMPLETE_STORED_SHARE = 0.97;
/** Period after the last write, in milliseconds, in which the graph gives way to the writers if processors are scarce. */
const WRITING_MS = 1_000;
/** Pause after a time slice of a graph that gives way. */
const PAUSE_MS = 14;

/**
 * Prepares data for searches while the reader is idle, in time slices: reads new records of large collections, stores
 * their codes in the index file, and builds and stores columns and graphs.
 */
export class IndexBuilder {
  readonly #mirrors: Mirrors;
  readonly #fromRows: number;
  readonly #openLarge: (name: string) => ReadableCollection | undefined;
  /** Names of collections with new records. */
  readonly #changedNames = new Set<string>();
  readonly #waiting = new Set<ReadableCollection>();
  /** Paths of collections whose columns or graph are being written. */
  readonly #storing = new Set<string>();
  readonly #load = new ProcessorLoad();
  #lastChange = Number.NEGATIVE_INFINITY;
  #isScheduled = false;
  #isClosed = false;

  /**
   * For collections of at least `fromRows` rows. `openLarge` opens those of them that fit in memory next to the cached
   * ones.
   */
  constructor(mirrors: Mirrors, fromRows: number, openLarge: (name: string) => ReadableCollection | undefined) {
    this.#mirrors = mirrors;
    this.#fromRows = fromRows;
    this.#openLarge = openLarge;
  }

  /** Schedules work for a collection if needed. Must be called for every searched collection. */
  consider(collection: ReadableCollection): void {
    if (this.#behind(collection) === undefined) return;
    this.#waiting.add(collection);
    this.#schedule();
  }

  /** Registers collections that can have new records. */
  notify(names: Iterable<string>): void {
    for (const name of names) this.#changedNames.add(name);
    this.#lastChange = performance.now();
    this.#schedule();
  }

  close(): void {
    this.#isClosed = true;
  }

  /** Returns the mirror of a collection if there is work to do for it. */
  #behind(collection: ReadableCollection): Mirror | undefined {
    const mirror = this.#mirrors.of(collection);
    if (mirror === undefined || mirror.isDoubtful || mirror.isPartial || mirror.length < this.#fromRows) return;
    if (!(mirror.vectors instanceof CodeMatrix) || this.#storing.has(collection.path)) return;
    const isBehind =
      mirror.columns.isBehind || isGraphBehind(mirror) || isGraphUnstored(mirror) || isIndexBehind(mirror);
    return isBehind ? mirror : undefined;
  }

  #schedule(pauseMs = 0): void {
    if (this.#isScheduled || this.#isClosed) return;
    this.#isScheduled = true;
    const run = (): void => {
      this.#isScheduled = false;
      if (!this.#isClosed) this.#runSlice();
    };
    if (pauseMs === 0) setImmediate(run);
    else setTimeout(run, pauseMs);
  }

  #runSlice(): void {
    const [name] = this.#changedNames;
    if (name === undefined) return this.#build();
    // Moves it to the end of the queue if there is more to read.
    this.#changedNames.delete(name);
    if (!this.#readNewRecords(name)) this.#changedNames.add(name);
    if (this.#changedNames.size > 0 || this.#waiting.size > 0) this.#schedule();
  }

  /** Reads more of a collection's new records. Returns whether all are read. */
  #readNewRecords(name: string): boolean {
    try {
      const collection = this.#openLarge(name);
      if (collection === undefined) return true;
      startSlice(SLICE_MS);
      const { done } = this.#mirrors.readNewRecords(collection).next();
      const mirror = done === true ? this.#mirrors.current(collection) : this.#mirrors.of(collection);
      if (mirror !== undefined && mirror.length >= this.#fromRows && isSpanDue(mirror)) storeSpan(mirror);
      this.consider(collection);
      return done === true;
    } catch {
      // The file can't be read. The next caller gets the error.
      return true;
    }
  }

  #build(): void {
    const [collection] = this.#waiting;
    if (collection === undefined) return;
    this.#waiting.delete(collection);
    const mirror = this.#behind(collection);
    const grows = mirror !== undefined && this.#work(mirror);
    if (this.#behind(collection) !== undefined) this.#waiting.add(collection);
    const isWriting = performance.now() - this.#lastChange < WRITING_MS;
    if (this.#waiting.size > 0) this.#schedule(grows && isWriting && this.#load.isHigh ? PAUSE_MS : 0);
  }

  /** Runs one time slice of work. Returns whether it was for a graph, which takes far longer than all other work. */
  #work(mirror: Mirror): boolean {
    if (isSpanDue(mirror)) storeSpan(mirror);
    // Columns come first: filters are needed long before a graph is complete.
    else if (mirror.columns.isBehind) this.#prepare(mirror);
    else if (isGraphUnstored(mirror) && mirror.index.rows >= mirror.graph!.rows) void this.#storeGraph(mirror);
    else if (isGraphUnstored(mirror)) storeSpan(mirror);
    else if (isGraphBehind(mirror)) return this.#grow(mirror);
    else storeSpan(mirror);
    return false;
  }

  #prepare(mirror: Mirror): void {
    try {
      startSlice(SLICE_MS);
      void this.#storeColumns(mirror, mirror.columns.prepare());
    } catch {
      // The file can't be read. The next caller tries again and gets the error.
      mirror.isDoubtful = true;
    }
  }

  #grow(mirror: Mirror): boolean {
    try {
      mirror.graph ??= new NeighbourGraph(mirror.vectors as CodeMatrix);
      const start = performance.now();
      mirror.graph.grow(start + SLICE_MS);
      this.#load.addOwn(performance.now() - start);
    } catch {
      // Probably out of memory. Scans work without a graph.
      mirror.graph = undefined;
      mirror.isGraphless = true;
    }
    return true;
  }

  async #storeGraph(mirror: Mirror): Promise<void> {
    // Set before the result is known: even after a failure, the next attempt waits until the same number of rows is
    // new.
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
      // For example, the disk is full. The next start takes longer.
    } finally {
      this.#storing.delete(collection.path);
      this.consider(collection);
    }
  }
}

const isGraphBehind = ({ isGraphless, graph, length }: Mirror): boolean => !isGraphless && (graph?.rows ?? 0) < length;

const isGraphUnstored = (mirror: Mirror): boolean => {
  const { isUnstorable, graph, storedGraphRows } = mirror;
  const share = isGraphBehind(mirror) ? STORED_SHARE : COMPLETE_STORED_SHARE;
  return !isUnstorable && storedGraphRows < share * (graph?.rows ?? 0);
};

const isIndexBehind = (mirror: Mirror): boolean =>
  !mirror.isUnstorable && (isSpanDue(mirror) || hasManyUnstoredRows(mirror));
