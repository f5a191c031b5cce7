import type { MessagePort } from "node:worker_threads";
import type { Filter } from "@quarry/plugin/domain";
import type { TermFrequencies } from "@quarry/plugin";
import type { DirectCount, DirectPage, DirectRange } from "./direct-range.ts";
import type { ChunkRange, ChunkSpan, KeywordRequest, KeywordResult, ScanRange, SomePassages } from "./passage-index.ts";
import type { DocumentGeneration, Passage } from "./passage.ts";
import type { LocalCandidates, LocalSearchRequest } from "../fusion/search-request.ts";
import type { RepairedQuery } from "../spelling/query-repair.ts";
import type { BuiltTerms, IndexedPassage } from "../postings/built-terms.ts";
import type { ExpectedVersions, LogRow, RemovedPassages } from "./vector-write-log.ts";

/** Position of a chunk of passages that are sent in several messages. */
export interface Upload {
  readonly number: number;
  /** Number of passages before the chunk. */
  readonly offset: number;
  readonly isLast: boolean;
}

/** Operation of the thread that builds the terms of large puts. Only the last chunk gets an answer. */
export interface BuildOperation {
  readonly kind: "build";
  readonly passages: readonly IndexedPassage[];
  readonly upload: Upload;
}

/** Operations of the writer thread. */
export interface Writes {
  /**
   * Prepares the file for readers and recovers it. Returns false if another build created its postings: they must be
   * rebuilt.
   */
  open: () => boolean;
  ensure: () => void;
  drop: () => void;
  /**
   * Returns the ids of the vectors whose passages it replaced, only for a put that completes a vector write; undefined
   * if it did nothing.
   */
  put: (put: Put) => readonly string[] | undefined;
  removeGeneration: (run: DocumentGeneration) => void;
  /** `shared` is JSON. Doesn't wait for the disk: `keep` makes it durable. */
  describe: (run: DocumentGeneration & { shared: string }) => void;
  keep: () => void;
  removeDocument: (document: { documentId: string }) => void;
  removeIds: (passages: { ids: readonly string[] }) => number;
  removeVectors: (write: {
    version: string;
    ids: readonly string[];
    expected?: ExpectedVersions | undefined;
  }) => RemovedPassages;
  /** `vectorIds` is JSON. */
  beginVectors: (write: { version: string; vectorIds: string }) => void;
  rollBackVectors: (write: { version: string }) => boolean;
  settleVectors: (write: { version: string }) => void;
}

export interface Put {
  readonly passages: readonly Passage[];
  /** Set if the put is sent in several messages. It is applied as a whole with the last one. */
  readonly upload?: Upload;
  /** Inverted index of all passages. Default: the writer builds it. Only with the last chunk. */
  readonly terms?: BuiltTerms | undefined;
  /** Vector write that this put completes. Without that write it does nothing. */
  readonly completes?: string | undefined;
  /** Expected versions for all chunks. If one of the passages has another version, the put does nothing. */
  readonly expected?: ExpectedVersions | undefined;
}

/** Operations that run in a separate thread, because they read the whole file. */
export interface Rebuilds {
  /** Rebuilds the postings if another build created them. */
  rebuild: () => void;
  /** Compares all data with its checksums. */
  verify: () => void;
}

/** Operations of the reader thread. */
export interface Reads {
  /** Closes the file. The next operation opens it again. */
  release: () => void;
  listChunks: (page: DocumentGeneration & { range: ChunkRange }) => StoredPage;
  get: (passages: { ids: readonly string[]; maxCharacters?: number }) => SomePassages<StoredPassage>;
  spanTexts: (chunks: { spans: readonly ChunkSpan[] }) => readonly string[];
  /** `maxCharacters` limits the returned passages. Default: no limit. */
  keywordSearch: (
    request: Omit<KeywordRequest, "storeFilter"> & { maxCharacters?: number },
  ) => KeywordResult<StoredPassage>;
  /**
   * Searches terms and vectors. `store` is the folder of the embedded vector store, `port` a port to the vector thread,
   * if this thread has none yet.
   */
  search: (search: {
    store: string;
    request: LocalSearchRequest;
    maxCharacters: number;
    port?: MessagePort;
  }) => StoredSearch;
  /** Returns pairs in no particular order. */
  keywordScores: (request: {
    query: string;
    ids: readonly string[];
  }) => readonly (readonly [id: string, score: number])[];
  repairQuery: (request: { query: string }) => StoredRepair;
  termFrequencies: (request: { terms: readonly string[] }) => TermFrequencies;
  scan: (range: ScanRange) => readonly StoredPassage[];
  listDirect: (range: DirectRange) => DirectPage<StoredPassage>;
  countDirect: (request: { filter?: Filter | undefined }) => DirectCount;
  indexedPaths: (request: { paths: readonly string[]; within?: Filter | undefined }) => readonly string[];
  generations: () => readonly DocumentGeneration[];
  vectorWrites: () => readonly LogRow[];
  count: () => number;
}

/** An operation as it is sent to a thread: its name and its parameters. */
type OperationOf<Table> = {
  [Kind in keyof Table]: { readonly kind: Kind } & ParametersOf<Table[Kind]>;
}[keyof Table];
type ParametersOf<Method> = Method extends (parameters: infer Given) => unknown ? Readonly<Given> : never;

export type WriteOperation = OperationOf<Writes>;
export type RebuildOperation = OperationOf<Rebuilds>;
export type ReadOperation = OperationOf<Reads>;

/** Results by operation. */
export type Answers = {
  [Kind in keyof (Writes & Rebuilds & Reads)]: ReturnType<(Writes & Rebuilds & Reads)[Kind]>;
};

/** A passage as it is sent between threads: metadata as stored JSON, so that only used metadata is parsed. */
export interface StoredPassage extends Omit<Passage, "metadata"> {
  /** Fields that all passages of the document share; one string for all of them. */
  readonly sharedMetadata: string;
  /** The passage's own fields. */
  readonly ownMetadata: string;
}

/** Result of a search, as it is sent between threads. */
export interface StoredCandidates extends Omit<LocalCandidates, "passages"> {
  readonly passages: readonly StoredPassage[];
}

/**
 * `unconnected`: the thread has no port to the vector thread. `failed`: the vector thread can't answer, for the given
 * reason.
 */
export type StoredSearch =
  | ({ readonly kind: "found" } & StoredCandidates)
  | { readonly kind: "unconnected" }
  | { readonly kind: "failed"; readonly reason: string; readonly message: string };

/**
 * A corrected query, and the number of passages that contain each of its terms: an embedder needs these numbers next.
 */
export interface StoredRepair extends RepairedQuery {
  readonly documentCount: number;
  readonly frequencies: readonly (readonly [term: string, frequency: number])[];
}

/** Page of a document's passages. Their shared metadata can be long, so it is included once. */
export interface StoredPage {
  readonly sharedMetadata: readonly string[];
  readonly passages: readonly PagedPassage[];
  readonly total: number;
}

export interface PagedPassage extends Omit<StoredPassage, "sharedMetadata"> {
  /** Index of the passage's metadata in the page's shared metadata. */
  readonly shared: number;
}

/** Parameters of every call of a thread. The RPC method is the operation's kind. */
export interface WorkerRequest<Operation> {
  readonly collectionId: string;
  readonly operation: Operation;
}
