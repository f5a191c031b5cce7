import type { MessagePort } from "node:worker_threads";
import type { Filter } from "@quarry/plugin/domain";
import type { TermFrequencies } from "@quarry/plugin";
import type { DirectCount, DirectPage, DirectRange } from "./direct-range.ts";
import type { ChunkRange, KeywordResult, ChunkSpan } from "./passage-index.ts";
import type { DocumentGeneration, Passage } from "./passage.ts";
import type { FoundLocally, LocalSearchRequest } from "../fusion/search-request.ts";
import type { RepairedQuery } from "../spelling/query-repair.ts";
import type { ExpectedVersions, LogRow, RemovedPassages } from "./vector-write-log.ts";

/** Operations of the writer thread. */
export type WriteOperation =
  /** Makes the file ready for readers: recovers it. False when another build made its postings: they must be rebuilt. */
  | { readonly kind: "open" }
  | { readonly kind: "ensure" }
  | { readonly kind: "drop" }
  /** With `upload`, a part of a put that comes in several messages; it happens as a whole when the last is there. */
  | {
      readonly kind: "put";
      readonly passages: readonly Passage[];
      readonly upload?: { readonly number: number; readonly offset: number; readonly isLast: boolean };
      /** The write of vectors that it completes; without that write it does nothing. */
      readonly completes?: string | undefined;
      /** Of all parts. Where something else stands in the place of one of the passages, it does nothing. */
      readonly expected?: ExpectedVersions | undefined;
    }
  | { readonly kind: "removeGeneration"; readonly documentId: string; readonly generation: number }
  /** `shared` is JSON. Doesn't wait for the disk: a `keep` brings it there. */
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
  | { readonly kind: "takeBackVectors"; readonly version: string }
  | { readonly kind: "settleVectors"; readonly version: string };

/** Operations that get a thread of their own, because they read the whole file. */
export type RebuildOperation =
  /** Makes postings of this build, where another made them. */
  | { readonly kind: "rebuild" }
  /** Compares all with its checksums. */
  | { readonly kind: "verify" };

/** Operations of the reader thread. */
export type ReadOperation =
  /** Lets go of the file; the next operation opens it again. */
  | { readonly kind: "release" }
  | {
      readonly kind: "listChunks";
      readonly documentId: string;
      readonly generation: number;
      readonly range: ChunkRange;
    }
  | { readonly kind: "get"; readonly ids: readonly string[]; readonly maxCharacters?: number }
  | { readonly kind: "stretchTexts"; readonly spans: readonly ChunkSpan[] }
  | {
      readonly kind: "keywordSearch";
      readonly query: string;
      readonly topK: number;
      readonly filter?: Filter | undefined;
      readonly withPassages?: boolean | undefined;
      /** As many of them as have so many characters. Default: all. */
      readonly maxCharacters?: number;
    }
  /** By words and vectors: those of the embedded store with this folder. */
  | {
      readonly kind: "search";
      readonly store: string;
      readonly request: LocalSearchRequest;
      readonly maxCharacters: number;
      /** A port to the thread that has the vectors, where this thread has none. */
      readonly port?: MessagePort;
    }
  | { readonly kind: "keywordScores"; readonly query: string; readonly ids: readonly string[] }
  | { readonly kind: "repairQuery"; readonly query: string }
  | { readonly kind: "termFrequencies"; readonly terms: readonly string[] }
  | { readonly kind: "scan"; readonly after?: string | undefined; readonly limit: number }
  | ({ readonly kind: "listDirect" } & DirectRange)
  | { readonly kind: "countDirect"; readonly filter?: Filter | undefined }
  | { readonly kind: "heldPaths"; readonly paths: readonly string[]; readonly within?: Filter | undefined }
  | { readonly kind: "generations" }
  | { readonly kind: "vectorWrites" }
  | { readonly kind: "count" };

/** A passage as it travels between threads: metadata as stored JSON, so that only what is used is parsed. */
export interface StoredPassage extends Omit<Passage, "metadata"> {
  /** Fields that all passages of the document share; one string for all of them. */
  readonly sharedMetadata: string;
  /** The passage's own fields. */
  readonly ownMetadata: string;
}

/** The passages that exist among the first of some ids, and how many of these were looked at. */
export interface StoredPassages {
  readonly passages: readonly StoredPassage[];
  readonly scanned: number;
}

/** A `DirectPage` as it travels between threads. */
export interface StoredDirectPage extends Omit<DirectPage, "passages"> {
  readonly passages: readonly StoredPassage[];
}

/** A `KeywordResult` as it travels between threads. */
export interface StoredKeywordResult extends Omit<KeywordResult, "passages"> {
  readonly passages?: readonly StoredPassage[] | undefined;
}

/** Result of a search, as it travels between threads. */
export interface StoredCandidates extends Omit<FoundLocally, "passages"> {
  readonly passages: readonly StoredPassage[];
}

/** `unconnected`: the thread has no port to the vectors' one. `failed`: that has no answer, for this reason. */
export type StoredSearch =
  | ({ readonly kind: "found" } & StoredCandidates)
  | { readonly kind: "unconnected" }
  | { readonly kind: "failed"; readonly reason: string; readonly message: string };

/**
 * A corrected query, and the number of passages that hold each of its terms: an embedder that embeds it needs these
 * next.
 */
export interface StoredRepair extends RepairedQuery {
  readonly documentCount: number;
  readonly frequencies: readonly (readonly [term: string, frequency: number])[];
}

/** Page of a document's passages. Their shared metadata may be long, so it is included once. */
export interface StoredPage {
  readonly sharedMetadata: readonly string[];
  readonly passages: readonly PagedPassage[];
  readonly total: number;
}

export interface PagedPassage extends Omit<StoredPassage, "sharedMetadata"> {
  /** Index of the passage's metadata in the page's shared metadata. */
  readonly shared: number;
}

/** Answers by operation. */
export interface Answers {
  open: boolean;
  rebuild: void;
  verify: void;
  ensure: void;
  drop: void;
  /** Ids of the vectors whose passages it replaced; undefined where it did nothing. Told only of what completes a write. */
  put: readonly string[] | undefined;
  removeGeneration: void;
  describe: void;
  keep: void;
  removeDocument: void;
  removeIds: number;
  removeVectors: RemovedPassages;
  beginVectors: void;
  takeBackVectors: boolean;
  settleVectors: void;
  release: void;
  listChunks: StoredPage;
  get: StoredPassages;
  stretchTexts: readonly string[];
  scan: readonly StoredPassage[];
  listDirect: StoredDirectPage;
  countDirect: DirectCount;
  heldPaths: readonly string[];
  keywordSearch: StoredKeywordResult;
  search: StoredSearch;
  /** Pairs in no certain order. */
  keywordScores: readonly (readonly [id: string, score: number])[];
  repairQuery: StoredRepair;
  termFrequencies: TermFrequencies;
  generations: readonly DocumentGeneration[];
  vectorWrites: readonly LogRow[];
  count: number;
}

/** The parameters of every call of a thread; its method is the operation's kind. */
export interface WorkerRequest<Operation> {
  readonly collectionId: string;
  readonly operation: Operation;
}
