import type { BatchUploadDocumentsRequest, UploadDocumentRequest } from "@quarry/api";
import { type DomainError, invalidArgument } from "@quarry/plugin/domain";

/** Message of an upload stream. */
export type UploadMessage = UploadDocumentRequest | BatchUploadDocumentsRequest;

type UploadOption = Exclude<UploadMessage["message"], { readonly case: "header" | "file" | "chunk" | undefined }>;

/** Options of an upload stream for its files, apart from their bytes. */
export type UploadOptions = { readonly [One in UploadOption as One["case"]]?: One["value"] | undefined };

const FIELD_NAMES: Readonly<Record<UploadOption["case"], string>> = {
  metadata: "metadata",
  externalId: "external_id",
  externalIds: "external_ids",
  onConflict: "on_conflict",
  onDuplicate: "on_duplicate",
  expiresAt: "expires_at",
  ifUpdatedAt: "if_updated_at",
};

export interface UploadedFile {
  readonly filename: string;
  /** Bytes of the file. Read them to the end, or until they fail, before requesting the next file. */
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** Reads an upload stream file by file; its options can come before, between or after the files. */
export class UploadReader {
  readonly #messages: AsyncIterator<UploadMessage>;
  #next: UploadMessage["message"] | undefined;
  #isEnded = false;
  #failure: unknown;
  readonly #declared = new Map<string, unknown>();

  private constructor(messages: AsyncIterator<UploadMessage>) {
    this.#messages = messages;
  }

  /** Reads the header, which must be the first message. */
  static async open(
    messages: AsyncIterable<UploadMessage>,
  ): Promise<{ readonly collectionName: string; readonly reader: UploadReader }> {
    const reader = new UploadReader(messages[Symbol.asyncIterator]());
    const first = await reader.#take();
    if (first?.case !== "header") throw invalidArgument("header: must be the first message of an upload");
    return { collectionName: first.value.collectionName, reader };
  }

  /** Options read so far; complete when `nextFile` has returned undefined. */
  get statements(): UploadOptions {
    return Object.fromEntries(this.#declared);
  }

  /** Returns the next file, or undefined at the end of the stream. */
  async nextFile(): Promise<UploadedFile | undefined> {
    for (;;) {
      const current = await this.#take();
      if (current === undefined) return undefined;
      switch (current.case) {
        case undefined:
          break;
        case "file":
          return { filename: current.value.filename, bytes: this.#chunks(current.value.size) };
        case "chunk":
          throw invalidArgument("chunk: must follow a file");
        case "header":
          throw invalidArgument("header: must be given once, first of all");
        default:
          if (this.#declared.has(current.case))
            throw invalidArgument(`${FIELD_NAMES[current.case]}: must be given once`);
          this.#declared.set(current.case, current.value);
      }
    }
  }

  /** Error that interrupted the stream itself and is not caused by a file; undefined if there is none. */
  get failure(): unknown {
    return this.#failure;
  }

  /** Discards the unread rest of the current file. */
  async skipFile(): Promise<void> {
    for (;;) {
      const current = await this.#take();
      if (current?.case === "chunk") continue;
      this.#next = current;
      this.#isEnded = current === undefined;
      return;
    }
  }

  /**
   * Yields the bytes of the current file. Fails if their number differs from the declared size: a transport can mistake
   * an interrupted request for a complete one.
   */
  async *#chunks(size: bigint | undefined): AsyncGenerator<Uint8Array> {
    let received = 0n;
    for (;;) {
      const current = await this.#take();
      if (current?.case === "chunk") {
        received += BigInt(current.value.byteLength);
        if (size !== undefined && received > size) throw otherSize(size, "more");
        yield current.value;
      } else {
        this.#next = current;
        this.#isEnded = current === undefined;
        if (size !== undefined && received !== size) throw otherSize(size, String(received));
        return;
      }
    }
  }

  async #take(): Promise<UploadMessage["message"] | undefined> {
    if (this.#isEnded) return undefined;
    if (this.#next !== undefined) {
      const next = this.#next;
      this.#next = undefined;
      return next;
    }
    try {
      const result = await this.#messages.next();
      return result.done === true ? undefined : result.value.message;
    } catch (error) {
      this.#failure = error;
      throw error;
    }
  }
}

const otherSize = (announced: bigint, received: string): DomainError =>
  invalidArgument(`file: was announced with ${announced} bytes, got ${received}`);
