import { MessageChannel, type MessagePort } from "node:worker_threads";
import type { ThreadChannel } from "@quarry/plugin/workers";
import type { ReaderMethods } from "./read/reader-worker.ts";
import { PLUGIN_NAME } from "./settings.ts";

/**
 * An embedded vector store of this process, as the passage index knows it: its readers ask the thread that has the vectors
 * themselves, without the main thread and without a copy of what that holds.
 */
export class LocalVectors {
  readonly directory: string;
  /** The name of its plugin, for errors. */
  readonly plugin = PLUGIN_NAME;
  readonly #reader: ThreadChannel<ReaderMethods>;

  constructor(directory: string, reader: ThreadChannel<ReaderMethods>) {
    this.directory = directory;
    this.#reader = reader;
  }

  /** A new port to the thread, for another thread's `ThreadPort`. It closes with the thread. */
  connect(): MessagePort {
    const { port1, port2 } = new MessageChannel();
    if (!this.#reader.send("connect", port1, [port1])) port1.close();
    return port2;
  }
}

const opened = new Map<string, LocalVectors>();

/**
 * The embedded store that has its files in this folder; undefined where another kind of store does. Stores are known by their
 * folders, which the service chooses: what wraps a store's calls hides what it is, and the contract of stores says nothing of it.
 */
export const localVectorsIn = (directory: string): LocalVectors | undefined => opened.get(directory);

export const addLocalVectors = (vectors: LocalVectors): void => void opened.set(vectors.directory, vectors);

export const removeLocalVectors = ({ directory }: LocalVectors): void => void opened.delete(directory);
