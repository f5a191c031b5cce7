import { NeighbourGraph } from "../graph/neighbour-graph.ts";
import { CodeMatrix } from "./code-matrix.ts";
import type { Mirror } from "./mirror.ts";
import type { Mirrors } from "./mirrors.ts";
import type { ReadableCollection } from "./readable-collection.ts";
import { storeIndex } from "./stored-index.ts";

/** Time between two looks for calls, in milliseconds: so much longer a search may take while a graph grows. */
const SLICE_MS = 2;
/** A graph is stored again when a tenth of it is new. */
const STORED_SHARE = 0.9;

/** Builds graphs while the reader has nothing else to do, a little at a time, and stores them. */
export class GraphBuilder {
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
    if (this.#isClosed || mirror === undefined || mirror.length < this.#fromRows) return false;
    if (!(mirror.vectors instanceof CodeMatrix) || mirror.isGraphless || this.#storing.has(collection.path))
      return false;
    return (mirror.graph?.rows ?? 0) < mirror.length;
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
    if (this.#isBehind(collection)) this.#grow(collection, this.#mirrors.of(collection)!);
    this.consider(collection);
    if (this.#waiting.size > 0) this.#schedule();
  }

  #grow(collection: ReadableCollection, mirror: Mirror): void {
    const codes = mirror.vectors as CodeMatrix;
    try {
      mirror.graph ??= new NeighbourGraph(codes);
      const isBatchIn = mirror.graph.grow(performance.now() + SLICE_MS);
      if (isBatchIn && mirror.storedRows < STORED_SHARE * mirror.graph.rows) void this.#store(collection, mirror);
    } catch {
      // Out of memory, most likely. Scans need no graph.
      mirror.graph = undefined;
      mirror.isGraphless = true;
    }
  }

  async #store(collection: ReadableCollection, mirror: Mirror): Promise<void> {
    const [codes, graph] = [mirror.vectors as CodeMatrix, mirror.graph!];
    const isWanted = () => !this.#isClosed && this.#mirrors.of(collection) === mirror;
    this.#storing.add(collection.path);
    // Whether it could be stored or not, it is not tried again before a tenth of it is new.
    mirror.storedRows = graph.rows;
    try {
      await storeIndex(collection, mirror, { codes, graph }, isWanted);
    } catch {
      // A full disk, say: the next start takes longer.
    } finally {
      this.#storing.delete(collection.path);
      this.consider(collection);
    }
  }
}
