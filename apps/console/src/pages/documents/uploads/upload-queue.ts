import { call, type contract, type Message } from "../../../api/rest.ts";
import { FrameSignal } from "./frame-signal.ts";
import { type Sending, sendFile } from "./send-file.ts";
import { type FileToUpload, isInPage, isUnderWay, problemOf, type Upload } from "./upload.ts";
import { whenReachable } from "./when-reachable.ts";

/** Maximum number of concurrent uploads: a browser opens six connections, and the page needs some itself. */
export const MAX_IN_FLIGHT = 3;

/** Statuses of a proxy's answer, of a service that is stopping, or of no answer: not the file's fault. */
const UNAVAILABLE_STATUSES = new Set([0, 502, 503, 504]);

type Document = Pick<Message<contract.Document>, "id" | "status" | "chunk_count" | "error_message">;

/**
 * Queue of uploads of all collections. It exists on every page as long as the console is open. Subscribers are notified
 * at most once per frame.
 */
class UploadQueue {
  #uploads = new Map<string, Upload>();
  /** Ids of queued uploads, in sending order. */
  #waiting: string[] = [];
  readonly #sending = new Map<string, Sending>();
  readonly #keys = new Map<string, string>();
  readonly #changed = new FrameSignal();
  readonly #acceptedListeners = new Set<(collection: string) => void>();
  #snapshot: readonly Upload[] = [];
  #isPaused = false;

  constructor() {
    this.#changed.listen(() => {
      this.#snapshot = [...this.#uploads.values()];
    });
  }

  readonly subscribe = (listener: () => void): (() => void) => this.#changed.listen(listener);

  /** Uploads as of the last frame; the same object until something changes. */
  readonly snapshot = (): readonly Upload[] => this.#snapshot;

  /** Calls the listener with a collection each time a document is added to it. */
  onAccepted(listener: (collection: string) => void): () => void {
    this.#acceptedListeners.add(listener);
    return () => this.#acceptedListeners.delete(listener);
  }

  add(collection: string, files: Iterable<FileToUpload>, isReplacing: boolean): void {
    for (const { file, path } of files) {
      const id = crypto.randomUUID();
      const upload: Upload = { ...UNSENT, id, collection, file, path, isReplacing };
      this.#uploads.set(id, upload);
      this.#waiting.push(id);
    }
    this.#advance();
  }

  /** Cancels and removes a file that is not sent yet. A file in processing stays unchanged. */
  cancel(id: string): void {
    this.#drop(id);
    this.#advance();
  }

  cancelAll(collection: string): void {
    for (const upload of this.#of(collection)) if (isInPage(upload)) this.#drop(upload.id);
    this.#advance();
  }

  /** Retries a failed upload: sends a refused file again, or reprocesses one whose processing failed. */
  retry(id: string): void {
    const upload = this.#uploads.get(id);
    if (upload?.state !== "failed") return;
    if (upload.documentId === undefined) {
      this.#keys.delete(id);
      this.#set(id, UNSENT);
      this.#waiting.push(id);
      this.#advance();
    } else {
      void this.#reprocess(upload, upload.documentId);
    }
  }

  retryFailed(collection: string): void {
    for (const { id } of this.#of(collection)) this.retry(id);
  }

  /** Removes ready and failed files from the list. */
  clearSettled(collection: string): void {
    for (const upload of this.#of(collection)) if (!isUnderWay(upload)) this.#forget(upload.id);
    this.#changed.raise();
  }

  /** Removes an upload from the list. */
  clear(id: string): void {
    this.#forget(id);
    this.#changed.raise();
  }

  /** Whether closing the page would lose files. */
  get hasUnsent(): boolean {
    return [...this.#uploads.values()].some(isInPage);
  }

  /** Returns the documents of uploads that are not known to be ready or failed. */
  unfinished(collection: string): readonly string[] {
    return this.#of(collection)
      .filter(({ state }) => state === "processing")
      .map(({ documentId }) => documentId!);
  }

  /** Applies the new state of documents. Deleted ones are removed from the list. */
  noteDocuments(documents: readonly Document[], deleted: readonly string[]): void {
    const byId = new Map(documents.map((document) => [document.id, document]));
    const deletedIds = new Set(deleted);
    for (const { id, documentId, state } of this.#uploads.values()) {
      if (documentId === undefined || state !== "processing") continue;
      const document = byId.get(documentId);
      if (deletedIds.has(documentId)) this.#forget(id);
      else if (document?.status === "ready") this.#set(id, { state: "ready", chunkCount: document.chunk_count });
      else if (document?.status === "failed") this.#set(id, failed(document.error_message ?? ""));
    }
    this.#changed.raise();
  }

  #of(collection: string): readonly Upload[] {
    return [...this.#uploads.values()].filter((upload) => upload.collection === collection);
  }

  #set(id: string, change: Partial<Upload>): void {
    const upload = this.#uploads.get(id);
    // The upload was cancelled while a request was in progress.
    if (upload === undefined) return;
    this.#uploads.set(id, { ...upload, ...change });
    this.#changed.raise();
  }

  #drop(id: string): void {
    const upload = this.#uploads.get(id);
    if (upload === undefined || !isInPage(upload)) return;
    this.#forget(id);
    this.#sending.get(id)?.abort();
  }

  #forget(id: string): void {
    this.#uploads.delete(id);
    this.#keys.delete(id);
  }

  #advance(): void {
    while (!this.#isPaused && this.#sending.size < MAX_IN_FLIGHT) {
      const id = this.#waiting.shift();
      if (id === undefined) break;
      const upload = this.#uploads.get(id);
      if (upload?.state === "queued") void this.#send(upload);
    }
    this.#changed.raise();
  }

  async #send({ id, collection, file, path, isReplacing }: Upload): Promise<void> {
    const idempotencyKey = this.#keys.get(id) ?? crypto.randomUUID();
    this.#keys.set(id, idempotencyKey);
    this.#set(id, { state: "sending", sentBytes: 0, isInterrupted: false });
    const onSent = (sentBytes: number) => this.#set(id, { sentBytes });
    const sending = sendFile({ collection, file, path, isReplacing, idempotencyKey, onSent });
    this.#sending.set(id, sending);
    try {
      const document = await sending.done;
      this.#set(id, { state: "processing", sentBytes: file.size, documentId: document.id });
      // An identical document that already exists is ready, and no event for it will follow.
      this.noteDocuments([document], []);
      for (const listener of this.#acceptedListeners) listener(collection);
    } catch (error) {
      await this.#refused(id, error);
    } finally {
      this.#sending.delete(id);
      this.#advance();
    }
  }

  async #refused(id: string, error: unknown): Promise<void> {
    const upload = this.#uploads.get(id);
    if (upload === undefined) return;
    const problem = problemOf(error);
    if (!UNAVAILABLE_STATUSES.has(problem.status ?? 0)) return this.#set(id, { state: "failed", problem });
    // A file that was moved or changed since it was chosen breaks its request in the same way as an unavailable
    // service.
    if (!(await isReadable(upload.file))) return this.#set(id, { state: "failed", problem: FILE_MISSING });
    this.#set(id, { state: "queued", sentBytes: 0, isInterrupted: true });
    this.#waiting.unshift(id);
    this.#pause();
  }

  /** Pauses sending until the service answers. Otherwise a queue of hundreds would fail as a whole within a second. */
  #pause(): void {
    if (this.#isPaused) return;
    this.#isPaused = true;
    void whenReachable().then(() => {
      this.#isPaused = false;
      this.#advance();
    });
  }

  async #reprocess({ id, collection }: Upload, documentId: string): Promise<void> {
    const document = { collection_name: collection, document_id: documentId };
    try {
      await call("POST /v1/collections/{collection_name}/documents/{document_id}/reprocess", document);
      // Not earlier: until now its record still shows the failure.
      this.#set(id, { state: "processing", problem: undefined });
    } catch (error) {
      this.#set(id, { state: "failed", problem: problemOf(error) });
    }
  }
}

const UNSENT = {
  state: "queued",
  sentBytes: 0,
  documentId: undefined,
  chunkCount: 0,
  problem: undefined,
  isInterrupted: false,
} as const satisfies Partial<Upload>;

const failed = (message: string): Partial<Upload> => ({ state: "failed", problem: { status: undefined, message } });

/**
 * Error for a file that no longer exists. It counts as a refusal: a retry sends the file again instead of reprocessing
 * it.
 */
const FILE_MISSING = { status: 0, message: "" } as const;

const isReadable = async (file: File): Promise<boolean> => {
  try {
    await file.slice(0, 1).arrayBuffer();
    return true;
  } catch {
    return false;
  }
};

/** Singleton queue of the console. */
export const uploads = new UploadQueue();

/** Closing the page would lose unsent files: the browser asks for confirmation. */
addEventListener("beforeunload", (event) => {
  if (uploads.hasUnsent) event.preventDefault();
});
