import type { Filter, JsonObject } from "@quarry/plugin/domain";
import type { TermFrequencies } from "@quarry/plugin";
import { Context, type Effect } from "effect";
import type { DirectCount, DirectPage, DirectRange } from "./direct-range.ts";
import type { DocumentGeneration, Passage } from "./passage.ts";
import type { PassageIndexError } from "./passage-index-error.ts";
import type { LocalSearch, LocalSearchRequest } from "../fusion/search-request.ts";
import type { LocalVectors } from "../vectors/local-vectors.ts";
import type { RepairedQuery } from "../spelling/query-repair.ts";
import type { VectorWriteLog } from "./vector-write-log.ts";

/** Range of a document's passages, by chunk index. */
export interface ChunkRange {
  /** Maximum number of passages. */
  readonly limit: number;
  /** Number of passages to skip. Each costs a read: to continue a listing, use `after`. Default 0. */
  readonly offset?: number | undefined;
  /** Exclusive lower bound of the chunk index: that of the last chunk of the previous page. Default: from the first. */
  readonly after?: number | undefined;
  /**
   * Characters of text and metadata after which the page ends, with the first passage that exceeds it. Default: no
   * limit.
   */
  readonly maxCharacters?: number | undefined;
}

export interface ChunkPage {
  /** Passages in order of chunk index. */
  readonly passages: readonly Passage[];
  /** Number of passages of the document's generation, on all pages. */
  readonly total: number;
}

/** Chunks of a document in a range of chunk indexes; both ends are inclusive. */
export interface ChunkSpan extends DocumentGeneration {
  readonly fromIndex: number;
  readonly toIndex: number;
}

export interface SomePassages<P = Passage> {
  readonly passages: readonly P[];
  /** Number of ids examined, at least one. */
  readonly scanned: number;
}

export interface ScanRange {
  /** Exclusive start id. Default: from the first. */
  readonly after?: string | undefined;
  /** Maximum number of passages. A smaller number is returned only at the end. */
  readonly limit: number;
}

export interface KeywordRequest {
  readonly query: string;
  /** Maximum number of hits, at least 1. */
  readonly topK: number;
  /** Filter for all hits. The search returns `topK` hits if that many match. */
  readonly filter?: Filter | undefined;
  /** Filter for a store with its own term index, if the store has older metadata of some documents. */
  readonly storeFilter?: { readonly filter: Filter | undefined } | undefined;
  /** Whether the first hits include their passages, for callers that display them. Default false. */
  readonly withPassages?: boolean | undefined;
}

export interface KeywordHit extends DocumentGeneration {
  readonly id: string;
  readonly vectorVersion: string;
  /** Share of the query's information that the passage contains, above 0 and below 1. */
  readonly score: number;
}

export interface KeywordResult<P = Passage> {
  /** Hits by score, highest first. Equal scores are ordered by id in code point order. */
  readonly hits: readonly KeywordHit[];
  /** Whether nothing else matches: a larger `topK` would return the same hits. */
  readonly exhausted: boolean;
  /** With `withPassages`, the passages of the first hits, in their order. */
  readonly passages?: readonly P[] | undefined;
}

/**
 * Storage of passages, with their text and metadata, and the keyword index over them. It is the same for every vector
 * store, so text, filters and keyword scores don't depend on the store.
 *
 * A write is durable and visible to every later call when its effect has completed. A write of `describe` is visible at
 * once and becomes durable with `keepDescribed`. Every call except `ensure` and `drop` fails with `not_found` for a
 * collection that doesn't exist. Reads don't wait for writes. The index stores generations but not which one is live:
 * the reader decides.
 */
export interface PassageIndexService {
  /** Creates the collection's index if it doesn't exist. */
  readonly ensure: (collectionId: string) => Effect.Effect<void, PassageIndexError>;
  /**
   * Recreates the collection's index without passages, whatever exists at its path: the first step of a repair. No one
   * can write to the collection meanwhile.
   */
  readonly remake: (collectionId: string) => Effect.Effect<void, PassageIndexError>;
  /**
   * Reads everything in the collection and compares it with its checksums. Fails with `damaged` or `missing` at the
   * first difference. Costs about as much as copying the file.
   */
  readonly verify: (collectionId: string) => Effect.Effect<void, PassageIndexError>;
  /** Removes the collection's index with all its contents, if it exists. */
  readonly drop: (collectionId: string) => Effect.Effect<void, PassageIndexError>;
  /**
   * Inserts or replaces whole passages by id, atomically. If an id occurs twice, the last passage wins. Batches of
   * about 256 work well. Concurrent calls share one commit (group commit).
   */
  readonly put: (collectionId: string, passages: readonly Passage[]) => Effect.Effect<void, PassageIndexError>;
  readonly removeGeneration: (
    collectionId: string,
    documentId: string,
    generation: number,
  ) => Effect.Effect<void, PassageIndexError>;
  /**
   * Replaces the metadata that the passages of a run share by `shared`. The next read and filter use it, and it
   * survives a crash of the process. The cost does not depend on the number of passages, as none of them is written.
   */
  readonly describe: (
    collectionId: string,
    run: DocumentGeneration,
    shared: JsonObject,
  ) => Effect.Effect<void, PassageIndexError>;
  /**
   * Makes metadata written by `describe` durable against power loss. If an external store indexes the terms, updates it
   * there, at a cost proportional to the number of passages.
   */
  readonly keepDescribed: (collectionId: string, run: DocumentGeneration) => Effect.Effect<void, PassageIndexError>;
  /** Removes all generations of a document. */
  readonly removeDocument: (collectionId: string, documentId: string) => Effect.Effect<void, PassageIndexError>;
  /** Removes the passages that exist among `ids`. Returns their number. */
  readonly removeIds: (collectionId: string, ids: readonly string[]) => Effect.Effect<number, PassageIndexError>;
  /** Returns a page of a document's passages. */
  readonly listChunks: (
    collectionId: string,
    documentId: string,
    generation: number,
    range: ChunkRange,
  ) => Effect.Effect<ChunkPage, PassageIndexError>;
  /** Returns the passages that exist among the first of `ids`, in their order, up to some megabytes of text. */
  readonly getSome: (collectionId: string, ids: readonly string[]) => Effect.Effect<SomePassages, PassageIndexError>;
  /** Returns the passages that exist among `ids`, in the order of `ids`. */
  readonly get: (collectionId: string, ids: readonly string[]) => Effect.Effect<readonly Passage[], PassageIndexError>;
  /**
   * Returns passages in order of id (by code points), for reading all of them page by page: the next page begins
   * `after` the last id of this one. During concurrent writes, a passage that exists the whole time is returned exactly
   * once.
   */
  readonly scan: (collectionId: string, range: ScanRange) => Effect.Effect<readonly Passage[], PassageIndexError>;
  /**
   * Lists passages that clients wrote directly, bypassing ingestion, page by page. During concurrent writes, a passage
   * that isn't rewritten is listed exactly once.
   */
  readonly listDirect: (collectionId: string, range: DirectRange) => Effect.Effect<DirectPage, PassageIndexError>;
  /**
   * Returns the exact number of direct passages that match. Without a filter the number is known. With one, the call
   * costs as much as evaluating the filter or, if the passages are in a database, a scan of them.
   */
  readonly countDirect: (collectionId: string, filter?: Filter) => Effect.Effect<DirectCount, PassageIndexError>;
  /**
   * Returns the text of each span of chunks, with the overlap of adjacent chunks only once; empty for a span without
   * chunks. Accepts some hundred chunks at a time.
   */
  readonly spanTexts: (
    collectionId: string,
    spans: readonly ChunkSpan[],
  ) => Effect.Effect<readonly string[], PassageIndexError>;
  /**
   * Returns the metadata `paths` at which some passage that matches `within` has a value. Returns all of them if this
   * is unknown, which does not depend on the paths. Costs as much as one filter for each path.
   */
  readonly indexedPaths: (
    collectionId: string,
    paths: readonly string[],
    within?: Filter,
  ) => Effect.Effect<readonly string[], PassageIndexError>;
  /**
   * Searches terms and vectors in one call, if both are in files of this process. Absent if passages are in a database:
   * the branches are then queried separately.
   */
  readonly search?: (
    collectionId: string,
    vectors: LocalVectors,
    request: LocalSearchRequest,
  ) => Effect.Effect<LocalSearch, PassageIndexError>;
  readonly keywordSearch: (
    collectionId: string,
    request: KeywordRequest,
  ) => Effect.Effect<KeywordResult, PassageIndexError>;
  /** Returns the score that `keywordSearch` gives each of `ids`; 0 if no term matches. Leaves out unknown ids. */
  readonly keywordScores: (
    collectionId: string,
    query: string,
    ids: readonly string[],
  ) => Effect.Effect<ReadonlyMap<string, number>, PassageIndexError>;
  /**
   * Corrects the spelling of a query: replaces words that the collection doesn't contain by words of the collection one
   * edit away, or two edits for long words. `keywordSearch` and `keywordScores` search for the result.
   */
  readonly repairQuery: (collectionId: string, query: string) => Effect.Effect<RepairedQuery, PassageIndexError>;
  /**
   * Returns the current number of passages in the index, and for each term (as returned by `analyze` of `@quarry/text`)
   * the number of passages that contain it.
   */
  readonly termFrequencies: (
    collectionId: string,
    terms: readonly string[],
  ) => Effect.Effect<TermFrequencies, PassageIndexError>;
  /** Returns every pair that has passages, including that of direct vectors (`""`, 0): for cleanup after a crash. */
  readonly generations: (collectionId: string) => Effect.Effect<readonly DocumentGeneration[], PassageIndexError>;
  /** Returns the exact number of passages. */
  readonly count: (collectionId: string) => Effect.Effect<number, PassageIndexError>;
  readonly vectorWrites: VectorWriteLog;
}

export class PassageIndex extends Context.Service<PassageIndex, PassageIndexService>()("@quarry/search/PassageIndex") {}
