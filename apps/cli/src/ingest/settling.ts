import { setTimeout as sleep } from "node:timers/promises";
import { type DocumentState, DocumentStatus } from "@quarry/client/types";
import type { Session } from "../session.ts";

/** Shortest polling interval. It is used while documents complete; the interval grows while one takes long. */
const MIN_POLL_MS = 150;
const MAX_POLL_MS = 1_000;

/** Maximum number of documents per request. */
const BATCH = 100;

/** Waits for the processing of many documents with few requests, while more documents are added. */
export class Settling {
  readonly #session: Session;
  readonly #collectionName: string;
  readonly #waiting = new Map<string, (state: DocumentState) => void>();
  #polling: Promise<void> | undefined;

  constructor(session: Session, collectionName: string) {
    this.#session = session;
    this.#collectionName = collectionName;
  }

  /** Adds a document. Calls back when it is ready or failed. */
  add(id: string, settled: (state: DocumentState) => void): void {
    this.#waiting.set(id, settled);
    this.#polling ??= this.#poll();
    // Callers of `end` get the error. Until then it must not be an unhandled rejection.
    this.#polling.catch(() => undefined);
  }

  get isIdle(): boolean {
    return this.#waiting.size === 0;
  }

  /** Resolves when all added documents have settled. */
  async end(): Promise<void> {
    await this.#polling;
  }

  async #poll(): Promise<void> {
    const { client, signal } = this.#session;
    const collectionName = this.#collectionName;
    let pauseMs = MIN_POLL_MS;
    while (this.#waiting.size > 0) {
      // The oldest documents are ready first.
      const documentIds = [...this.#waiting.keys()].slice(0, BATCH);
      const { documents } = await client.documents.batchGetDocumentStatuses(
        { collectionName, documentIds },
        { signal },
      );
      const states = new Map(documents.map((state) => [state.id, state]));
      let settled = 0;
      for (const id of documentIds) {
        const state = states.get(id);
        if (state !== undefined && !isSettled(state)) continue;
        const onSettled = this.#waiting.get(id);
        this.#waiting.delete(id);
        settled += 1;
        onSettled?.(state ?? deleted(id));
      }
      pauseMs = settled > 0 ? MIN_POLL_MS : Math.min(MAX_POLL_MS, pauseMs * 2);
      if (settled < documentIds.length) await sleep(pauseMs, undefined, { signal });
    }
    this.#polling = undefined;
  }
}

const isSettled = ({ status }: DocumentState): boolean =>
  status === DocumentStatus.READY || status === DocumentStatus.FAILED;

const deleted = (id: string): DocumentState => ({
  id,
  status: DocumentStatus.FAILED,
  errorMessage: "it was deleted while it was processed",
  chunkCount: 0,
});
