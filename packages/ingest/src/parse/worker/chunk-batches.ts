import type { ParsedDocumentInfo } from "@quarry/plugin";
import { contextLine, type TextChunk } from "@quarry/text/chunks";
import { CHUNKS_PER_BATCH, type ContextualChunk, type PageProgress } from "../parse-protocol.ts";
import type { Outbox } from "./outbox.ts";

/** Collects a document's chunks and sends them in batches. */
export class ChunkBatches {
  readonly #outbox: Outbox;
  readonly #filename: string;
  #batch: ContextualChunk[] = [];
  /** Document info known so far; sent with each batch. */
  info: ParsedDocumentInfo = {};
  pages: PageProgress = { done: 0 };

  constructor(outbox: Outbox, filename: string) {
    this.#outbox = outbox;
    this.#filename = filename;
  }

  async add(chunks: readonly (TextChunk & Pick<ContextualChunk, "ownMetadata">)[]): Promise<void> {
    for (const chunk of chunks) {
      const contextText = contextLine(chunk.mainSection, { title: this.info.title, filename: this.#filename });
      this.#batch.push({ ...chunk, contextText });
      if (this.#batch.length >= CHUNKS_PER_BATCH) await this.flush();
    }
  }

  /** Reports progress if the last report is old, together with the collected chunks. */
  async report(): Promise<void> {
    if (!this.#outbox.isReportDue) return;
    if (this.#batch.length > 0) await this.flush();
    else this.#outbox.reportPages(this.pages);
  }

  async flush(): Promise<void> {
    if (this.#batch.length === 0) return;
    const chunks = this.#batch;
    this.#batch = [];
    await this.#outbox.sendChunks({ chunks, pages: this.pages, info: this.info });
  }
}
