import { setTimeout as sleep } from "node:timers/promises";
import { type DocumentState, DocumentStatus } from "@quarry/client/types";
import type { Session } from "../session.ts";

/** Asked again soon while documents come through, and less and less often while one takes its time. */
const SOONEST_MS = 150;
const LATEST_MS = 1_000;

/** Most documents in one request. */
const BATCH = 100;

/** Waits for the end of the processing of many documents with few requests, while more of them are added. */
export class Settling {
  readonly #session: Session;
  readonly #collectionName: string;
  readonly #waiting = new Map<string, (state: DocumentState) => void>();
  #polling: Promise<void> | undefined;

  constructor(session: Session, collectionName: string) {
    this.#session = session;
    this.#collectionName = collectionName;
  }

  /** Tells when a document is ready or failed. */
  add(id: string, settled: (state: DocumentState) => void): void {
    this.#waiting.set(id, settled);
    this.#polling ??= this.#poll();
    // Callers that wait for the end get the error; until then it must not be an unhandled rejection.
    this.#polling.catch(() => undefined);
  }

  get isIdle(): boolean {
    return this.#waiting.size === 0;
  }

  /** Resolves when all that was added has settled. */
  async end(): Promise<void> {
    await this.#polling;
  }

  async #poll(): Promise<void> {
    const { client, signal } = this.#session;
    const collectionName = this.#collectionName;
    let pauseMs = SOONEST_MS;
    while (this.#waiting.size > 0) {
      // The oldest are ready first.
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
        const tell = this.#waiting.get(id);
        this.#waiting.delete(id);
        settled += 1;
        tell?.(state ?? deleted(id));
      }
      pauseMs = settled > 0 ? SOONEST_MS : Math.min(LATEST_MS, pauseMs * 2);
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
