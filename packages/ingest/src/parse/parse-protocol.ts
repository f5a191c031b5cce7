import type { MessagePort } from "node:worker_threads";
import type { ParsedDocumentInfo, ParserErrorReason, ParserLimits, ParserSource } from "@quarry/plugin";
import type { TextChunk } from "@quarry/text";

/** A chunk with the context (title, heading path) that is embedded and indexed with it but not stored in its text. */
export interface ContextualChunk extends TextChunk {
  readonly contextText: string;
}

/** What a worker thread gets to read one document. */
export interface ParseTask {
  readonly source: ParserSource;
  readonly parser: { readonly plugin: string; readonly moduleUrl: string; readonly settings: unknown };
  readonly limits: ParserLimits;
  readonly chunkSize: number;
  readonly chunkOverlap: number;
}

export interface PortedParseTask extends ParseTask {
  readonly port: MessagePort;
}

/**
 * Chunks that the worker may have sent and the receiver not yet have taken: enough to overlap parsing with embedding,
 * few enough that nothing holds a whole document.
 */
export const MAX_BATCHES_IN_FLIGHT = 4;

/** Chunks per message: amortises the copy between threads; 64 × 2 kB is small against one parsed page. */
export const CHUNKS_PER_BATCH = 64;

/** From the worker to the pool, before all else: its thread is up and the parser loaded, now the reading begins. */
export interface ParseBegun {
  readonly type: "begun";
}

/** From the worker to the pool: time that the document's limit doesn't count. */
export interface UncountedTime {
  readonly type: "uncounted_time";
  readonly milliseconds: number;
}

/** From the worker to the pool. After `end` or `failed` nothing follows. */
export type ParseMessage =
  | { readonly type: "chunks"; readonly chunks: readonly ContextualChunk[]; readonly pages: PageProgress }
  | { readonly type: "end"; readonly info: ParsedDocumentInfo }
  | { readonly type: "failed"; readonly reason: ParserErrorReason | "crash"; readonly message: string };

export interface PageProgress {
  readonly done: number;
  readonly total?: number;
}
