import { setTimeout as pause } from "node:timers/promises";
import type { DocumentState, QuarryClient } from "./quarry-client.ts";

const POLL_MS = 25;

export interface Ingested {
  readonly chunks: number;
  /** From the first upload to the last document ready. */
  readonly seconds: number;
}

/** Uploads documents and waits until all are ready; throws when one fails. */
export const ingestDocuments = async (
  client: QuarryClient,
  collection: string,
  texts: Iterable<string>,
): Promise<Ingested> => {
  const started = performance.now();
  const ids: string[] = [];
  for (const text of texts) {
    const { id } = await client.uploadText(collection, `document-${ids.length}.md`, text);
    ids.push(id);
  }
  let chunks = 0;
  for (const id of ids) chunks += (await untilReady(client, collection, id)).chunk_count;
  return { chunks, seconds: (performance.now() - started) / 1000 };
};

const untilReady = async (client: QuarryClient, collection: string, id: string): Promise<DocumentState> => {
  for (;;) {
    const state = await client.call<DocumentState>("GET", `/v1/collections/${collection}/documents/${id}`);
    if (state.status === "ready") return state;
    if (state.status === "failed") throw new Error(`document ${id} failed: ${state.error_message}`);
    await pause(POLL_MS);
  }
};
