import type { MessagePort } from "node:worker_threads";
import type { Filter } from "@quarry/plugin/domain";
import type { TermFrequencies } from "@quarry/plugin";
import type { DirectCount, DirectPage, DirectRange } from "./direct-range.ts";
import type { ChunkRange, KeywordResult, ChunkSpan } from "./passage-index.ts";
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
export type WriteOperation =
  /**
   * Prepares the file for readers and recovers it. Returns false if another build created its postings: they must be
   * rebuilt.
   */
  | { readonly kind: "open" }
  | { readonly kind: "ensure" }
  | { readonly kind: "drop" }
  /**
   * With `upload`, one chunk of a put that is sent in several messages. The put is applied as a whole with the last
   * one.
   */
  | {
      readonly kind: "put";
      readonly passages: readonly Passage[];
      readonly upload?: Upload;
      /** Inverted index of all passages. Default: the writer builds it. Only with the last chunk. */
      readonly terms?: BuiltTerms | undefined;
      /** Vector write that this put completes. Without that write it does nothing. */
      readonly completes?: string | undefined;
      /** Expected versions for all chunks. If one of the passages has another version, the put does nothing. */
      readonly expected?: ExpectedVersions | undefined;
    }
  | { readonly kind: "removeGeneration"; readonly documentId: string; readonly generation: number }
  /** `shared` is JSON. Doesn't wait for the disk: `keep` makes it durable. */
  | {
      readonly kind: "describe";
      readonly documentId: string;
      readonly generation: number;
      readonly shared: string;
    }
  | { readonly kind: "keep" }
  | { readonly kind: "removeDocument"; readonly documentId: string }
  | { readonly kind: "removeIds"; readonly ids: readonly string[] }
  | {
      readonly kind: "removeVectors";
      readonly version: string;
      readonly ids: readonly string[];
      readonly expected?: ExpectedVersions | undefined;
    }
  /** `vectorIds` is JSON. */
  | { readonly kind: "beginVectors"; readonly version: string; readonly vectorIds: string }
  | { readonly kind: "rollBackVectors"; readonly version: string }
  | { readonly kind: "settleVectors"; readonly version: string };

/** Operations that run in a separate thread, because they read the whole file. */
export type RebuildOperation =
  /** Rebuilds the postings if another build created them. */
  | { readonly kind: "rebuild" }
  /** Compares all data with its checksums. */
  | { readonly kind: "verify" };

/** Operations of the reader thread. */
export type ReadOperation =
  /** Closes the file. The next operation opens it again. */
  | { readonly kind: "release" }
  | {
      readonly kind: "listChunks";
      readonly documentId: string;
      readonly generation: number;
      readonly range: ChunkRange;
    }
  | { readonly kind: "get"; readonly ids: readonly string[]; readonly maxCharacters?: number }
  | { readonly kind: "spanTexts"; readonly spans: readonly ChunkSpan[] }
  | {
      readonly kind: "keywordSearch";
      readonly query: string;
      readonly topK: number;
      readonly filter?: Filter | undefined;
      readonly withPassages?: boolean | undefined;
      /** Limit of characters for the returned passages. Default: no limit. */
      readonly maxCharacters?: number;
    }
  /** Searches terms and vectors. `store` is the folder of the embedded vector store. */
  | {
      readonly kind: "search";
      readonly store: string;
      readonly request: LocalSearchRequest;
      readonly maxCharacters: number;
      /** Port to the vector thread, if this thread has none yet. */
      readonly port?: MessagePort;
    }
  | { readonly kind: "keywordScores"; readonly query: string; readonly ids: readonly string[] }
  | { readonly kind: "repairQuery"; readonly query: string }
  | { readonly kind: "termFrequencies"; readonly terms: readonly string[] }
  | { readonly kind: "scan"; readonly after?: string | undefined; readonly limit: number }
  | ({ readonly kind: "listDirect" } & DirectRange)
  | { readonly kind: "countDirect"; readonly filter?: Filter | undefined }
  | { readonly kind: "indexedPaths"; readonly paths: readonly string[]; readonly within?: Filter | undefined }
  | { readonly kind: "generations" }
  | { readonly kind: "vectorWrites" }
  | { readonly kind: "count" };

/** A passage as it is sent between threads: metadata as stored JSON, so that only used metadata is parsed. */
export interface StoredPassage extends Omit<Passage, "metadata"> {
  /** Fields that all passages of the document share; one string for all of them. */
  readonly sharedMetadata: string;
  /** The passage's own fields. */
  readonly ownMetadata: string;
}

/** Passages that exist among the first of some ids, and the number of ids examined. */
export interface StoredPassages {
  readonly passages: readonly StoredPassage[];
  readonly scanned: number;
}

/** A `DirectPage` as it is sent between threads. */
export interface StoredDirectPage extends Omit<DirectPage, "passages"> {
  readonly passages: readonly StoredPassage[];
}

/** A `KeywordResult` as it is sent between threads. */
export interface StoredKeywordResult extends Omit<KeywordResult, "passages"> {
  readonly passages?: readonly StoredPassage[] | undefined;
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

/** Results by operation. */
export interface Answers {
  open: boolean;
  rebuild: void;
  verify: void;
  ensure: void;
  drop: void;
  /**
   * Ids of the vectors whose passages it replaced; undefined if it did nothing. Only returned for a put that completes
   * a vector write.
   */
  put: readonly string[] | undefined;
  removeGeneration: void;
  describe: void;
  keep: void;
  removeDocument: void;
  removeIds: number;
  removeVectors: RemovedPassages;
  beginVectors: void;
  rollBackVectors: boolean;
  settleVectors: void;
  release: void;
  listChunks: StoredPage;
  get: StoredPassages;
  spanTexts: readonly string[];
  scan: readonly StoredPassage[];
  listDirect: StoredDirectPage;
  countDirect: DirectCount;
  indexedPaths: readonly string[];
  keywordSearch: StoredKeywordResult;
  search: StoredSearch;
  /** Pairs in no particular order. */
  keywordScores: readonly (readonly [id: string, score: number])[];
  repairQuery: StoredRepair;
  termFrequencies: TermFrequencies;
  generations: readonly DocumentGeneration[];
  vectorWrites: readonly LogRow[];
  count: number;
}

/** Parameters of every call of a thread. The RPC method is the operation's kind. */
export interface WorkerRequest<Operation> {
  readonly collectionId: string;
  readonly operation: Operation;
}
