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
  /** Metadata that was given for this chunk alone. */
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
  /** Most tokens of a chunk that was cut elsewhere. */
  readonly maxChunkTokens: number;
  /** The files within the document that are handed over. Default: none. */
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
 * Batches of chunks, and files, that the worker may have sent and the receiver not yet have taken: enough to overlap parsing with
 * embedding, few enough that nothing holds a whole document.
 */
export const MAX_BATCHES_IN_FLIGHT = 4;

/** Chunks per message: amortises the copy between threads; 64 × 2 kB is small against one parsed page. */
export const CHUNKS_PER_BATCH = 64;

/**
 * Milliseconds after which a worker tells how far it is, and hands over what it has even if that is no full batch: a
 * scan gives a page every few seconds, and neither a person nor the embedder should wait for 64 chunks of it.
 */
export const REPORT_INTERVAL_MS = 1_000;

/** Filter for the files within a document. */
export interface WantedAttachments {
  /** File types that are read. */
  readonly types: readonly string[];
  readonly most: number;
}

/** Bytes of a file within a document: more than mail servers take, and few enough to be held while they are handed over. */
export const MAX_ATTACHMENT_BYTES = 67_108_864;

export interface PageProgress {
  readonly done: number;
  readonly total?: number;
}

/** Batch of chunks, in order, with the file's info about itself so far. */
export interface ChunkBatch {
  readonly type: "chunks";
  readonly chunks: readonly ContextualChunk[];
  readonly pages: PageProgress;
  readonly info: ParsedDocumentInfo;
}

/** A file within the document, of a type that is read. */
export interface AttachedFile {
  readonly type: "attachment";
  readonly filename: string;
  readonly fileType: string;
  readonly bytes: Uint8Array;
}

/** Progress of parsing, where no other message reports it. */
export interface PagesRead {
  readonly type: "pages";
  readonly pages: PageProgress;
}

/** The whole file is read. */
export interface ParseEnd extends ParsedFile {
  readonly type: "end";
}

/** Data of a file that is known once all of it is parsed. */
export interface ParsedFile {
  readonly info: ParsedDocumentInfo;
  /** Milliseconds that the parser was waited for. */
  readonly readingMs: number;
  /** Milliseconds that cutting its text took. */
  readonly cuttingMs: number;
}

/** The page that was asked for; all of what a worker says of it. */
export interface PageShown {
  readonly type: "page";
  readonly view: PageView;
}

/**
 * The file can't be read. `memory`: the parser was refused an allocation; `crash`: it threw what it should not;
 * `contract`: it gave what no parser may give.
 */
export interface ParseBroken {
  readonly type: "failed";
  readonly reason: ParserErrorReason | "crash" | "memory" | "contract";
  readonly message: string;
}

/**
 * Messages of a worker, in order; the receiver takes them one by one. After `end`, `page` or `failed` nothing follows.
 */
export type ParseMessage = AttachedFile | ChunkBatch | PagesRead | PageShown | ParseEnd | ParseBroken;

/** Before all else: the worker is up and the parser loaded, now the reading begins. */
export interface ParseBegun {
  readonly type: "begun";
}

/** Time that the document's limit doesn't count. */
export interface UncountedTime {
  readonly type: "uncounted_time";
  readonly milliseconds: number;
}

/** All messages of a worker about a document. */
export type FromWorker = ParseBegun | UncountedTime | ParseMessage;

/** Whether a message is acknowledged, and counts against the window of messages in flight. */
export const isAnswered = ({ type }: FromWorker): boolean => type === "chunks" || type === "attachment";

/** Answers every batch and every file that was taken. */
export const TAKEN = "taken";

/** Events of parsing a document, in order; the last one is `end`. */
export type ParseEvent = AttachedFile | ChunkBatch | PagesRead | ParseEnd;
