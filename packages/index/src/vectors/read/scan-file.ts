import { compileFilter, type JsonObject } from "@quarry/plugin/domain";
import type { VectorHit, VectorSearchRequest } from "@quarry/plugin";
import type { TopK } from "../../top-k.ts";
import { numbersOf, vectorOf } from "../storage/record-sums.ts";
import { exactProduct, floatsOf } from "./exact-product.ts";
import type { ReadableCollection } from "./readable-collection.ts";
import { RANKING_SLACK, rankHits, topRows } from "./ranked-hits.ts";
import { runToCompletion, type Sliced } from "./sliced.ts";
import { VectorMatrix } from "./vector-matrix.ts";

const VECTOR_OF = "SELECT vector FROM record WHERE rid = ?";
/** Number of cached ids per best row above which ids of other rows are dropped. */
const IDS_PER_ROW = 4;
const VECTORS_FROM = "SELECT rid, id, vector FROM record WHERE rid > ? ORDER BY rid";
const METADATA_FROM = "SELECT rid, id, metadata FROM record WHERE rid > ? ORDER BY rid";

/**
 * Exact search of a collection that is too large for memory: reads the file row by row, in constant memory. If too many
 * of the best rows are gone at its end, it repeats the scan in one snapshot.
 */
export function* scanFile(collection: ReadableCollection, request: VectorSearchRequest): Sliced<readonly VectorHit[]> {
  const best = yield* bestRows(collection, request);
  const hits = collection.snapshot(() => hitsOf(best, collection, request));
  if (hits !== undefined) return hits;
  return collection.snapshot(() => hitsOf(runToCompletion(bestRows(collection, request)), collection, request)!);
}

interface BestRows {
  /** `rid`s of the best rows. */
  readonly top: TopK;
  readonly ids: ReadonlyMap<number, string>;
}

function* bestRows(collection: ReadableCollection, { vector, topK, filter }: VectorSearchRequest): Sliced<BestRows> {
  const limit = topK + RANKING_SLACK;
  const ids = new Map<number, string>();
  const top = topRows(limit, (rid) => ids.get(rid)!);
  // Memory for one row, for the kernel.
  const scratch = new VectorMatrix(collection.dimension);
  scratch.append(new Uint8Array(0));
  scratch.setQuery(vector);
  const offer = (rid: number, id: string, stored: Uint8Array): void => {
    scratch.replace(0, vectorOf(stored, collection.dimension));
    const score = scratch.dot(0);
    if (score < top.threshold) return;
    ids.set(rid, id);
    top.offer(score, rid);
    if (ids.size < IDS_PER_ROW * limit) return;
    const best = new Set(top.items);
    for (const known of ids.keys()) if (!best.has(known)) ids.delete(known);
  };
  if (filter === undefined) {
    yield* collection.scan<[number, string, Uint8Array]>(VECTORS_FROM, 0, (row) => offer(...row));
  } else {
    const matches = compileFilter(filter);
    // Reads metadata first, to skip the vectors of rows that don't match.
    yield* collection.scan<[number, string, string]>(METADATA_FROM, 0, ([rid, id, metadata]) => {
      if (matches(JSON.parse(metadata) as JsonObject)) {
        offer(rid, id, collection.first<[Uint8Array]>(VECTOR_OF, rid)![0]);
      }
    });
  }
  return { top, ids };
}

/** Returns the hits without removed rows. Returns undefined if removed rows can have displaced others. */
const hitsOf = (
  { top, ids }: BestRows,
  collection: ReadableCollection,
  { vector, topK }: VectorSearchRequest,
): readonly VectorHit[] | undefined => {
  const hits: VectorHit[] = [];
  for (const rid of top.items) {
    const found = collection.first<[Uint8Array]>(VECTOR_OF, rid);
    if (found === undefined) continue;
    const numbers = floatsOf(numbersOf(found[0], collection.dimension));
    hits.push({ id: ids.get(rid)!, cosine: exactProduct(vector, numbers) });
  }
  return top.isFull && hits.length < topK ? undefined : rankHits(hits, topK);
};
