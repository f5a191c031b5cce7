import type { EmbedderTraining, TrainingMethod } from "@quarry/store";

export type KnownTraining = Pick<EmbedderTraining, "number" | "bytes">;

/** Cache entry for a collection's trained projection. */
export interface TrainingEntry {
  /** Identity of the embedder for which the trained projection was requested. */
  readonly identity: TrainingMethod;
  /** Epoch milliseconds. */
  readonly checkedAt: number;
  readonly training: KnownTraining | undefined;
}

/** Bytes of an entry in addition to its trained projection. */
const ENTRY_BYTES = 500;

/** LRU cache of entries by collection, limited by bytes. */
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
    // A Map preserves insertion order: reinserting marks the entry as most recently used.
    this.#entries.delete(collectionId);
    this.#entries.set(collectionId, entry);
    return entry;
  }

  /** Stores an entry, and returns it. */
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
