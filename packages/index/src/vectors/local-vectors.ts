import { MessageChannel, type MessagePort } from "node:worker_threads";
import type { ThreadChannel } from "@quarry/plugin/workers";
import type { ReaderMethods } from "./read/reader-worker.ts";
import { PLUGIN_NAME } from "./settings.ts";

/**
 * Embedded vector store of this process, as the passage index uses it. The index's readers call the vector thread
 * directly, without the main thread and without a copy of its data.
 */
export class LocalVectors {
  readonly directory: string;
  /** Name of its plugin, for errors. */
  readonly plugin = PLUGIN_NAME;
  readonly #reader: ThreadChannel<ReaderMethods>;

  constructor(directory: string, reader: ThreadChannel<ReaderMethods>) {
    this.directory = directory;
    this.#reader = reader;
  }

  /**
   * Opens a new port to the vector thread, for another thread's `ThreadPort`. The port closes with the vector thread.
   */
  connect(): MessagePort {
    const { port1, port2 } = new MessageChannel();
    if (!this.#reader.send("connect", port1, [port1])) port1.close();
    return port2;
  }
}

const opened = new Map<string, LocalVectors>();

/**
 * Returns the embedded store with its files in this folder; undefined if the folder belongs to another kind of store.
 * Stores are identified by folder, which the service assigns: wrappers around a store's calls hide its type, and the
 * store contract doesn't expose it.
 */
export const localVectorsIn = (directory: string): LocalVectors | undefined => opened.get(directory);

export const addLocalVectors = (vectors: LocalVectors): void => void opened.set(vectors.directory, vectors);

export const removeLocalVectors = ({ directory }: LocalVectors): void => void opened.delete(directory);
