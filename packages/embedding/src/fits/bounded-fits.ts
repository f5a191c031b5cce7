import type { EmbedderFit, FitMaker } from "@quarry/store";

export type KnownFit = Pick<EmbedderFit, "number" | "bytes">;

/** Cache entry for a collection's fit. */
export interface FitEntry {
  /** Identity of the embedder that the fit was requested for. */
  readonly maker: FitMaker;
  /** Epoch milliseconds. */
  readonly checkedAt: number;
  readonly fit: KnownFit | undefined;
}

/** Beside the bytes of a fit. */
const ENTRY_BYTES = 500;

/** Entries by collection, as many as fit into so many bytes; what was not asked for longest goes first. */
export class BoundedFits {
  readonly #maxBytes: number;
  readonly #entries = new Map<string, FitEntry>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get(collectionId: string): FitEntry | undefined {
    const entry = this.#entries.get(collectionId);
    if (entry === undefined) return undefined;
    // A map keeps the order of insertion.
    this.#entries.delete(collectionId);
    this.#entries.set(collectionId, entry);
    return entry;
  }

  /** Gives the entry back. */
  set(collectionId: string, entry: FitEntry): FitEntry {
    this.#remove(collectionId);
    this.#entries.set(collectionId, entry);
    this.#bytes += sizeOf(entry);
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#maxBytes) break;
      this.#remove(oldest);
    }
    return entry;
  }

  #remove(collectionId: string): void {
    const entry = this.#entries.get(collectionId);
    if (entry === undefined) return;
    this.#entries.delete(collectionId);
    this.#bytes -= sizeOf(entry);
  }
}

const sizeOf = ({ fit }: FitEntry): number => ENTRY_BYTES + (fit?.bytes.length ?? 0);
