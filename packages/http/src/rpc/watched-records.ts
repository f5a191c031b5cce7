import type { DocumentsShape } from "@quarry/catalog";
import type { DocumentRecord } from "@quarry/store";
import { runEffect } from "./run-effect.ts";

export interface WatchedSubject {
  readonly collectionName: string;
  readonly documentId: string;
}

/** Called with the record, or with undefined once it no longer exists. */
export type RecordListener = (record: DocumentRecord | undefined) => void;

/**
 * Polling interval of the records, in milliseconds. Steps in this process are reported immediately by other means. The
 * record is authoritative if another process handles the document, or if the document is deleted.
 */
const CHECK_EVERY_MS = 1_000;

/** Number of ids in one query: about a millisecond, so thousands of watched documents don't block this thread. */
const IDS_PER_QUERY = 200;

/** Polls the records of all watched documents together, however many watchers each has. */
export class WatchedRecords {
  readonly #documents: Pick<DocumentsShape, "getMany">;
  /** Listeners by collection name, then by document. */
  readonly #watched = new Map<string, Map<string, Set<RecordListener>>>();
  #isCheckDue = false;

  constructor(documents: Pick<DocumentsShape, "getMany">) {
    this.#documents = documents;
  }

  /** Calls `listener` about once a second. Returns a function that stops it. */
  watch({ collectionName, documentId }: WatchedSubject, listener: RecordListener): () => void {
    let collection = this.#watched.get(collectionName);
    if (collection === undefined) this.#watched.set(collectionName, (collection = new Map()));
    let listeners = collection.get(documentId);
    if (listeners === undefined) collection.set(documentId, (listeners = new Set()));
    listeners.add(listener);
    this.#checkSoon();
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && collection.get(documentId) === listeners) collection.delete(documentId);
      if (collection.size === 0 && this.#watched.get(collectionName) === collection) {
        this.#watched.delete(collectionName);
      }
    };
  }

  #checkSoon(): void {
    if (this.#isCheckDue || this.#watched.size === 0) return;
    this.#isCheckDue = true;
    setTimeout(() => void this.#check(), CHECK_EVERY_MS).unref();
  }

  async #check(): Promise<void> {
    for (const [collectionName, documents] of [...this.#watched]) {
      const ids = [...documents.keys()];
      for (let start = 0; start < ids.length; start += IDS_PER_QUERY) {
        await this.#notify(collectionName, documents, ids.slice(start, start + IDS_PER_QUERY));
      }
    }
    this.#isCheckDue = false;
    this.#checkSoon();
  }

  async #notify(
    collectionName: string,
    documents: ReadonlyMap<string, ReadonlySet<RecordListener>>,
    ids: readonly string[],
  ): Promise<void> {
    const records = await this.#read(collectionName, ids);
    if (records === undefined) return;
    const byId = new Map(records.map((record) => [record.id, record]));
    for (const id of ids) for (const listener of documents.get(id) ?? []) listener(byId.get(id));
  }

  /**
   * Returns an empty list if the collection no longer exists, and undefined if the database is temporarily unavailable:
   * the next poll retries.
   */
  async #read(collectionName: string, ids: readonly string[]): Promise<readonly DocumentRecord[] | undefined> {
    try {
      return await runEffect(this.#documents.getMany(collectionName, ids));
    } catch (error) {
      return (error as { readonly code?: unknown }).code === "not_found" ? [] : undefined;
    }
  }
}
