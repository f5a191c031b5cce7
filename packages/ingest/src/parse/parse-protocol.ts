import type { JsonObject } from "@quarry/plugin/domain";
import type {
  PageRequest,
  PageView,
  ParsedDocumentInfo,
  ParserErrorReason,
  ParserLimits,
  ParserSource,
} from "@quarry/plugin";
import type { ChunkStrategy, TextChunk } from "@quarry/text/chunks";

/** A chunk with the context (title, heading path) that is embedded and indexed with it but not stored in its text. */
export interface ContextualChunk extends TextChunk {
  readonly contextText: string;
  /** Metadata supplied for this chunk only. */
  readonly ownMetadata?: JsonObject;
}

/** Input of a worker, a thread or a process, to open a file. */
interface FileTask {
  readonly source: ParserSource;
  readonly parser: {
    readonly plugin: string;
    readonly moduleUrl: string;
    readonly settings: unknown;
    readonly isolation: "thread" | "process";
  };
  readonly limits: ParserLimits;
}

/** Input of a worker to parse one document. */
export interface ParseTask extends FileTask {
  readonly chunkSize: number;
  readonly chunkOverlap: number;
  /** Maximum tokens of an uploaded chunk. */
  readonly maxChunkTokens: number;
  /** Attachments to extract from the document. Default: none. */
  readonly attachments?: WantedAttachments;
  /** Default: the chunker's. */
  readonly chunkStrategy?: ChunkStrategy | undefined;
}

/** Input of a worker to show one page. */
export interface PageTask extends FileTask {
  readonly show: PageRequest;
}

export type WorkerTask = PageTask | ParseTask;

/**
 * Maximum number of unacknowledged messages with chunks or files: enough to overlap parsing with embedding, and few
 * enough that no whole document is in memory.
 */
export const MAX_BATCHES_IN_FLIGHT = 4;

/** Chunks per message: amortises the copy between threads; 64 × 2 kB is small compared with one parsed page. */
export const CHUNKS_PER_BATCH = 64;

/**
 * Milliseconds after which a worker reports its progress and sends an incomplete batch. A scanned document yields a
 * page every few seconds, and neither users nor the embedder should wait for 64 chunks of it.
 */
export const REPORT_INTERVAL_MS = 1_000;

/** Filter for a document's attachments. */
export interface WantedAttachments {
  /** File types to extract. */
  readonly types: readonly string[];
  readonly most: number;
}

/**
 * Maximum bytes of an attachment: more than mail servers accept, and few enough to be in memory while it is
 * transferred.
 */
export const MAX_ATTACHMENT_BYTES = 67_108_864;

export interface PageProgress {
  readonly done: number;
  readonly total?: number;
}

/** Batch of chunks, in order, with the file's document info so far. */
export interface ChunkBatch {
  readonly type: "chunks";
  readonly chunks: readonly ContextualChunk[];
  readonly pages: PageProgress;
  readonly info: ParsedDocumentInfo;
}

/** An attachment of a supported type. */
export interface AttachedFile {
  readonly type: "attachment";
  readonly filename: string;
  readonly fileType: string;
  readonly bytes: Uint8Array;
}

/** Progress of parsing, if no other message reports it. */
export interface PagesRead {
  readonly type: "pages";
  readonly pages: PageProgress;
}

/** The whole file is parsed. */
export interface ParseEnd extends ParsedFile {
  readonly type: "end";
}

/** Data of a file that is known once all of it is parsed. */
export interface ParsedFile {
  readonly info: ParsedDocumentInfo;
  /** Milliseconds spent in the parser. */
  readonly readingMs: number;
  /** Milliseconds spent on chunking. */
  readonly cuttingMs: number;
}

/** The requested page; the only message of its worker. */
export interface PageRendered {
  readonly type: "page";
  readonly view: PageView;
}

/**
 * The file can't be read. `memory`: an allocation of the parser failed; `crash`: it threw an unexpected error;
 * `contract`: it returned an invalid result.
 */
export interface ParseBroken {
  readonly type: "failed";
  readonly reason: ParserErrorReason | "crash" | "memory" | "contract";
  readonly message: string;
}

/** Messages of a worker, in order; the receiver takes them one by one. `end`, `page` or `failed` is the last one. */
export type ParseMessage = AttachedFile | ChunkBatch | PagesRead | PageRendered | ParseEnd | ParseBroken;

/** First message: the worker is running, the parser is loaded, and parsing begins. */
export interface ParseBegun {
  readonly type: "begun";
}

/** Time that is excluded from the document's limit. */
export interface UncountedTime {
  readonly type: "uncounted_time";
  readonly milliseconds: number;
}

/** All messages of a worker about a document. */
export type FromWorker = ParseBegun | UncountedTime | ParseMessage;

/** Whether a message is acknowledged, and counts against the window of messages in flight. */
export const isAnswered = ({ type }: FromWorker): boolean => type === "chunks" || type === "attachment";

/** Acknowledges each batch and each file. */
export const TAKEN = "taken";

/** Events of parsing a document, in order; the last one is `end`. */
export type ParseEvent = AttachedFile | ChunkBatch | PagesRead | ParseEnd;
