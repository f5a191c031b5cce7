import { randomInt } from "node:crypto";
import { storeColumns } from "../columns/stored-columns.ts";
import { NeighbourGraph } from "../graph/neighbour-graph.ts";
import { CodeMatrix } from "./code-matrix.ts";
import type { Mirror } from "./mirror.ts";
import type { Mirrors } from "./mirrors.ts";
import type { ReadableCollection } from "./readable-collection.ts";
import { storeIndex } from "./stored-index.ts";
import { startTurn } from "./turns.ts";

/** Time between two looks for calls, in milliseconds: so much longer a search may take while a graph grows. */
const SLICE_MS = 2;
const MOST_ID = 2 ** 47;
/** A graph is stored again when a tenth of it is new. */
const STORED_SHARE = 0.9;

/** Builds columns and graphs while the reader has nothing else to do, a little at a time, and stores them. */
export class IndexBuilder {
  readonly #mirrors: Mirrors;
  readonly #fromRows: number;
  readonly #waiting = new Set<ReadableCollection>();
  /** Paths of the collections whose index is being written. */
  readonly #storing = new Set<string>();
  #isScheduled = false;
  #isClosed = false;

  /** For collections of at least so many rows. */
  constructor(mirrors: Mirrors, fromRows: number) {
    this.#mirrors = mirrors;
    this.#fromRows = fromRows;
  }

  /** To be told of every collection that was searched. */
  consider(collection: ReadableCollection): void {
    if (!this.#isBehind(collection)) return;
    this.#waiting.add(collection);
    this.#schedule();
  }

  close(): void {
    this.#isClosed = true;
  }

  #isBehind(collection: ReadableCollection): boolean {
    const mirror = this.#mirrors.of(collection);
    if (
      this.#isClosed ||
      mirror === undefined ||
      mirror.isDoubtful ||
      mirror.isPartial ||
      mirror.length < this.#fromRows
    )
      return false;
    if (!(mirror.vectors instanceof CodeMatrix) || this.#storing.has(collection.path)) return false;
    return mirror.columns.isBehind || isGraphBehind(mirror);
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#turn();
    });
  }

  #turn(): void {
    const [collection] = this.#waiting;
    if (collection === undefined) return;
    // To the end of the line, if it has to come again.
    this.#waiting.delete(collection);
    if (this.#isBehind(collection)) this.#work(collection, this.#mirrors.of(collection)!);
    this.consider(collection);
    if (this.#waiting.size > 0) this.#schedule();
  }

  #work(collection: ReadableCollection, mirror: Mirror): void {
    // Filters are there to be asked long before a graph is.
    if (mirror.columns.isBehind) this.#prepare(collection, mirror);
    else this.#grow(collection, mirror);
  }

  #prepare(collection: ReadableCollection, mirror: Mirror): void {
    try {
      startTurn(SLICE_MS);
      const isDone = mirror.columns.prepare();
      if (isDone && mirror.stored.rows > 0) void this.#store(collection, mirror, false);
    } catch {
      // A file that can't be read: it is tried anew by who asks next, who is told.
      mirror.isDoubtful = true;
    }
  }

  #grow(collection: ReadableCollection, mirror: Mirror): void {
    const codes = mirror.vectors as CodeMatrix;
    try {
      mirror.graph ??= new NeighbourGraph(codes);
      const isBatchIn = mirror.graph.grow(performance.now() + SLICE_MS);
      if (isBatchIn && mirror.stored.rows < STORED_SHARE * mirror.graph.rows)
        void this.#store(collection, mirror, true);
    } catch {
      // Out of memory, most likely. Scans need no graph.
      mirror.graph = undefined;
      mirror.isGraphless = true;
    }
  }

  async #store(collection: ReadableCollection, mirror: Mirror, withGraph: boolean): Promise<void> {
    const { path } = collection;
    const isWanted = () => !this.#isClosed && this.#mirrors.of(collection) === mirror;
    this.#storing.add(path);
    try {
      if (withGraph) {
        const [codes, graph] = [mirror.vectors as CodeMatrix, mirror.graph!];
        // Whether it could be stored or not, it is not tried again before a tenth of it is new.
        mirror.stored = { id: randomInt(MOST_ID), rows: graph.rows };
        await storeIndex(mirror, { codes, graph }, isWanted);
      }
      const unstored = mirror.columns.takeUnstored(mirror.stored.rows, withGraph);
      if (unstored.length > 0) await storeColumns(path, mirror.stored, unstored, isWanted);
    } catch {
      // A full disk, say: the next start takes longer.
    } finally {
      this.#storing.delete(path);
      this.consider(collection);
    }
  }
}

const isGraphBehind = ({ isGraphless, graph, length }: Mirror): boolean => !isGraphless && (graph?.rows ?? 0) < length;
