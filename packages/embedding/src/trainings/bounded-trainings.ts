import type { EmbedderTraining, TrainingMethod } from "@quarry/store";

export type KnownTraining = Pick<EmbedderTraining, "number" | "bytes">;

/** Cache entry for a collection's fit. */
export interface TrainingEntry {
  /** Identity of the embedder that the trained projection was requested for. */
  readonly maker: TrainingMethod;
  /** Epoch milliseconds. */
  readonly checkedAt: number;
  readonly training: KnownTraining | undefined;
}

/** Beside the bytes of a trained projection. */
const ENTRY_BYTES = 500;

/** Entries by collection, as many as fit into so many bytes; what was not asked for longest goes first. */
export class BoundedTrainings {
  readonly #maxBytes: number;
  readonly #entries = new Map<string, TrainingEntry>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get(collectionId: string): TrainingEntry | undefined {
    const entry = this.#entries.get(collectionId);
    if (entry === undefined) return undefined;
    // A map keeps the order of insertion.
    this.#entries.delete(collectionId);
    this.#entries.set(collectionId, entry);
    return entry;
  }

  /** Gives the entry back. */
  set(collectionId: string, entry: TrainingEntry): TrainingEntry {
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

const sizeOf = ({ training }: TrainingEntry): number => ENTRY_BYTES + (training?.bytes.length ?? 0);
