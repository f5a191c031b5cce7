import { compareStrings, compileFilter, type Filter, type FilterPredicate } from "../../domain/index.ts";
import * as Effect from "effect/Effect";
import { PluginError } from "../../plugin-error.ts";
import type {
  VectorHit,
  VectorRecord,
  VectorSearchRequest,
  VectorSearchResult,
  VectorStoreV1,
} from "./vector-store-v1.ts";

export interface ResidualSearchLimits {
  /** Store's `capabilities.maxTopK`: the largest `topK` that one search can request. */
  readonly maxTopK: number;
  /** Most records that the fallback scans; it reads the filtered records page by page. Defaults to 100,000. */
  readonly maxScannedRecords?: number;
}

export interface ResidualSearchResult {
  /** Hits after the re-check: each matches the whole filter. Ordered as `VectorSearchResult.hits`. */
  readonly hits: readonly VectorHit[];
  /**
   * Whether the result is complete. False if `maxScannedRecords` ended the search before `topK` matches were found:
   * there may be more.
   */
  readonly complete: boolean;
}

const DEFAULT_MAX_SCANNED_RECORDS = 100_000;
/** Records per page of the fallback: large enough to amortise a round trip, small enough for memory. */
const SCAN_PAGE_SIZE = 1_000;
/** Growth factor of the over-fetch per round: at most a third of the work is repeated. */
const GROWTH = 4;

/**
 * Searches, and applies the part of the filter that the store could not apply (its `residual`), so that all hits match
 * the filter and the result has `topK` hits whenever that many records match. Over-fetches in growing steps; if
 * `maxTopK` is reached and too few hits remain, it reads the records page by page instead. Costs one search if the
 * store filters exactly.
 */
export const searchWithResidual = Effect.fnUntraced(function* (
  store: VectorStoreV1,
  collection: string,
  request: VectorSearchRequest,
  limits: ResidualSearchLimits,
): Effect.fn.Return<ResidualSearchResult, PluginError> {
  let fetched = Math.min(request.topK, limits.maxTopK);
  for (;;) {
    const result = yield* store.search(collection, { ...request, topK: fetched });
    if (result.residual === undefined) return { hits: result.hits, complete: true };
    const hits = yield* recheck(result, result.residual);
    const exhausted = result.hits.length < fetched;
    if (hits.length >= request.topK || exhausted) return { hits: hits.slice(0, request.topK), complete: true };
    if (fetched >= limits.maxTopK) return yield* scan(store, collection, request, limits);
    fetched = Math.min(limits.maxTopK, fetched * GROWTH);
  }
});

const recheck = (result: VectorSearchResult, residual: Filter): Effect.Effect<readonly VectorHit[], PluginError> => {
  const matches = compileFilter(residual);
  const bare = result.hits.find((hit) => hit.metadata === undefined);
  if (bare !== undefined) {
    const message = `The store named a residual filter, but its hit ${JSON.stringify(bare.id)} carries no metadata.`;
    return Effect.fail(new PluginError({ plugin: "vector-store", reason: "internal", message }));
  }
  return Effect.succeed(result.hits.filter((hit) => matches(hit.metadata!)));
};

const scan = Effect.fnUntraced(function* (
  store: VectorStoreV1,
  collection: string,
  request: VectorSearchRequest,
  limits: ResidualSearchLimits,
): Effect.fn.Return<ResidualSearchResult, PluginError> {
  const matches: FilterPredicate = request.filter === undefined ? () => true : compileFilter(request.filter);
  const maxScanned = limits.maxScannedRecords ?? DEFAULT_MAX_SCANNED_RECORDS;
  let best: VectorHit[] = [];
  let scanned = 0;
  let cursor: string | undefined;
  const cursors = new Set<string>();
  do {
    const page = yield* store.list(collection, { filter: request.filter, cursor, limit: SCAN_PAGE_SIZE });
    const found = page.records.filter((record) => matches(record.metadata));
    best = [...best, ...found.map((record) => toHit(record, request.vector))].sort(byRank).slice(0, request.topK);
    scanned += page.records.length;
    cursor = page.nextCursor;
    if (cursor !== undefined && cursors.has(cursor)) return yield* repeatedCursor();
    if (cursor !== undefined) cursors.add(cursor);
  } while (cursor !== undefined && scanned < maxScanned);
  return { hits: best, complete: cursor === undefined };
});

/** Pages whose cursors form a cycle would be read forever if few records match. */
const repeatedCursor = (): PluginError => {
  const message = "The store's list returned the same cursor twice: it would never end.";
  return new PluginError({ plugin: "vector-store", reason: "internal", message });
};

const toHit = (record: VectorRecord, query: Float32Array): VectorHit => {
  let cosine = 0;
  for (let i = 0; i < query.length; i += 1) cosine += query[i]! * record.vector[i]!;
  return { id: record.id, cosine: Math.min(1, Math.max(-1, cosine)), metadata: record.metadata };
};

const byRank = (a: VectorHit, b: VectorHit): number => b.cosine - a.cosine || compareStrings(a.id, b.id);
