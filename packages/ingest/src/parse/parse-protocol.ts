import type { JsonObject } from "@quarry/plugin/domain";
import type {
  PageRequest,
  PageView,
  ParsedDocumentInfo,
  ParserErrorReason,
  ParserLimits,
  ParserSource,
} from "@quarry/plugin";
import type { ChunkStrategy, TextChunk } from "@quarry/text";

/** A chunk with the context (title, heading path) that is embedded and indexed with it but not stored in its text. */
export interface ContextualChunk extends TextChunk {
  readonly contextText: string;
  /** What was given with the chunk alone. */
  readonly ownMetadata?: JsonObject;
}

/** What a worker, be it a thread or a process, gets to open a file. */
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

/** What it gets to read one document. */
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

/** What it gets to show one page. */
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

/** Which files within a document are wanted. */
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

/** Some chunks, in order, with what the file had said about itself by then. */
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

/** How far the reading is, where there is nothing else to tell it by. */
export interface PagesRead {
  readonly type: "pages";
  readonly pages: PageProgress;
}

/** The whole file is read. */
export interface ParseEnd extends ParsedFile {
  readonly type: "end";
}

/** What is known of a file when all of it is read. */
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

/** What comes from a worker in order, to be taken one by one. After `end`, `page` or `failed` nothing follows. */
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

/** Everything that a worker says about a document. */
export type FromWorker = ParseBegun | UncountedTime | ParseMessage;

/** Whether a message is answered, and counts against what may be on the way. */
export const isAnswered = ({ type }: FromWorker): boolean => type === "chunks" || type === "attachment";

/** Answers every batch and every file that was taken. */
export const TAKEN = "taken";

/** What comes out of a document, in order; the last one is `end`. */
export type ParseEvent = AttachedFile | ChunkBatch | PagesRead | ParseEnd;
