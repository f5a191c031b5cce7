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
  /** Most passages. */
  readonly limit: number;
  /** Number of passages to skip. Each costs a read: to read on, use `after`. Default 0. */
  readonly offset?: number | undefined;
  /** Only those with a higher chunk index: the last one's of the page before. Default: from the first. */
  readonly after?: number | undefined;
  /** Characters of text and metadata after which the page ends, at the first passage that passes it. Default: no end. */
  readonly maxCharacters?: number | undefined;
}

export interface ChunkPage {
  /** By chunk index. */
  readonly passages: readonly Passage[];
  /** Passages of the document's generation, this page's and all others. */
  readonly total: number;
}

/** Chunks of a document, from one chunk index to another, both included. */
export interface ChunkSpan extends DocumentGeneration {
  readonly fromIndex: number;
  readonly toIndex: number;
}

export interface SomePassages {
  readonly passages: readonly Passage[];
  /** Number of ids that were examined, at least one. */
  readonly scanned: number;
}

export interface ScanRange {
  /** Only ids behind this one. Default: from the first. */
  readonly after?: string | undefined;
  /** Most passages. Fewer come only at the end. */
  readonly limit: number;
}

export interface KeywordRequest {
  readonly query: string;
  /** Largest number of hits, at least 1. */
  readonly topK: number;
  /** A boundary: no hit lies outside, and hits are filled up to `topK` when that many match. */
  readonly filter?: Filter | undefined;
  /** Filter for a store that has its own term index, where the store has older metadata of some documents. */
  readonly storeFilter?: { readonly filter: Filter | undefined } | undefined;
  /** Whether the first hits come with their passages, for callers that will show them. Default false. */
  readonly withPassages?: boolean | undefined;
}

export interface KeywordHit extends DocumentGeneration {
  readonly id: string;
  readonly vectorVersion: string;
  /** Share of the query's information that the passage holds, above 0 and below 1. */
  readonly score: number;
}

export interface KeywordResult {
  /** By score, highest first; equal scores by id in code point order. */
  readonly hits: readonly KeywordHit[];
  /** Whether nothing else matches: a larger `topK` would give the same hits. */
  readonly exhausted: boolean;
  /** With `withPassages`, those of the first hits, in their order. */
  readonly passages?: readonly Passage[] | undefined;
}

/**
 * The home of passages: their text and metadata, and the keyword index over them. One for every vector store, so that
 * text, filters and keyword scores don't depend on the store.
 *
 * A write is durable and seen by every later call when its effect has ended; a write of `describe` is seen, and becomes
 * durable with `keepDescribed`. Every call but `ensure` and `drop` fails with `not_found` for a collection that doesn't
 * exist. Reads don't wait for writes. The index knows generations but not which one is live: the reader decides.
 */
export interface PassageIndexService {
  /** Makes the collection's index; does nothing if it is there. */
  readonly ensure: (collectionId: string) => Effect.Effect<void, PassageIndexError>;
  /**
   * Makes the collection's index again, without passages, whatever stands in its place: what a repair begins with. Nobody may
   * write to the collection meanwhile.
   */
  readonly remake: (collectionId: string) => Effect.Effect<void, PassageIndexError>;
  /**
   * Reads all that the collection holds and compares it with its checksums. Fails with `damaged` or `missing` at the first
   * that isn't what was written. Costs about as much as copying the file.
   */
  readonly verify: (collectionId: string) => Effect.Effect<void, PassageIndexError>;
  /** Removes the collection's index with all it holds; does nothing if it is not there. */
  readonly drop: (collectionId: string) => Effect.Effect<void, PassageIndexError>;
  /**
   * Inserts, or replaces whole passages by id. All or nothing; of two with one id the last wins. Batches of about 256
   * are good; several calls that run at the same time share one commit.
   */
  readonly put: (collectionId: string, passages: readonly Passage[]) => Effect.Effect<void, PassageIndexError>;
  readonly removeGeneration: (
    collectionId: string,
    documentId: string,
    generation: number,
  ) => Effect.Effect<void, PassageIndexError>;
  /**
   * Puts `shared` in the place of what the passages of a run share: the next read and filter know it, and a crash of the
   * process loses nothing of it. Costs the same however many there are; none of them is written.
   */
  readonly describe: (
    collectionId: string,
    run: DocumentGeneration,
    shared: JsonObject,
  ) => Effect.Effect<void, PassageIndexError>;
  /**
   * Makes what `describe` said of a run outlive a loss of power. Where a store has the words, this tells it, which costs as much
   * as the passages are many.
   */
  readonly keepDescribed: (collectionId: string, run: DocumentGeneration) => Effect.Effect<void, PassageIndexError>;
  /** Removes all generations of a document. */
  readonly removeDocument: (collectionId: string, documentId: string) => Effect.Effect<void, PassageIndexError>;
  /** Removes what exists among `ids`; gives how many there were. */
  readonly removeIds: (collectionId: string, ids: readonly string[]) => Effect.Effect<number, PassageIndexError>;
  /** Returns a page of a document's passages. */
  readonly listChunks: (
    collectionId: string,
    documentId: string,
    generation: number,
    range: ChunkRange,
  ) => Effect.Effect<ChunkPage, PassageIndexError>;
  /** The passages that exist among the first of `ids`, in their order: among so many as some megabytes of text are of. */
  readonly getSome: (collectionId: string, ids: readonly string[]) => Effect.Effect<SomePassages, PassageIndexError>;
  /** The passages that exist among `ids`, in the order of `ids`. */
  readonly get: (collectionId: string, ids: readonly string[]) => Effect.Effect<readonly Passage[], PassageIndexError>;
  /**
   * Passages in the order of their ids (by code points), for reading all of them page by page: the next page begins
   * `after` the last id of this one. While others write, what is there all the time is seen exactly once.
   */
  readonly scan: (collectionId: string, range: ScanRange) => Effect.Effect<readonly Passage[], PassageIndexError>;
  /**
   * Lists passages that clients wrote past ingestion, page by page. While others write, a passage that isn't rewritten
   * is listed exactly once.
   */
  readonly listDirect: (collectionId: string, range: DirectRange) => Effect.Effect<DirectPage, PassageIndexError>;
  /**
   * Exactly how many of them match. Without a filter that is known; with one it takes as long as the filter, or, where the
   * passages are in a database, a look at each.
   */
  readonly countDirect: (collectionId: string, filter?: Filter) => Effect.Effect<DirectCount, PassageIndexError>;
  /** The text of each span of chunks, what they share once; empty where there are none. Some hundred chunks at a time. */
  readonly stretchTexts: (
    collectionId: string,
    spans: readonly ChunkSpan[],
  ) => Effect.Effect<readonly string[], PassageIndexError>;
  /**
   * The `paths` of metadata at which some passage has a value, of those that match `within`; all of them where that isn't known,
   * which does not depend on the paths. Takes as long as a filter for each.
   */
  readonly heldPaths: (
    collectionId: string,
    paths: readonly string[],
    within?: Filter,
  ) => Effect.Effect<readonly string[], PassageIndexError>;
  /**
   * Searches words and vectors in one call, where both are in files of this process. Absent where passages are in a database: then
   * each branch is asked by itself.
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
  /** The score that `keywordSearch` gives each of `ids`; 0 where no term matches. Unknown ids are left out. */
  readonly keywordScores: (
    collectionId: string,
    query: string,
    ids: readonly string[],
  ) => Effect.Effect<ReadonlyMap<string, number>, PassageIndexError>;
  /**
   * The query with words of the collection in the place of those that it doesn't hold and that are an edit away, or two
   * where they are long: what `keywordSearch` and `keywordScores` search for.
   */
  readonly repairQuery: (collectionId: string, query: string) => Effect.Effect<RepairedQuery, PassageIndexError>;
  /**
   * Returns the number of passages in the index now, and for each term (as `analyze` of `@quarry/text` gives them) the
   * number of passages that hold it.
   */
  readonly termFrequencies: (
    collectionId: string,
    terms: readonly string[],
  ) => Effect.Effect<TermFrequencies, PassageIndexError>;
  /** Every pair that has passages, direct vectors (`""`, 0) included: for sweeping after a crash. */
  readonly generations: (collectionId: string) => Effect.Effect<readonly DocumentGeneration[], PassageIndexError>;
  /** Exact number of passages. */
  readonly count: (collectionId: string) => Effect.Effect<number, PassageIndexError>;
  readonly vectorWrites: VectorWriteLog;
}

export class PassageIndex extends Context.Service<PassageIndex, PassageIndexService>()("@quarry/search/PassageIndex") {}
