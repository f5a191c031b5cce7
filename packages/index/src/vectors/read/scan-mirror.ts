import type { VectorHit, VectorSearchRequest } from "@quarry/plugin";
import type { TopK } from "../../top-k.ts";
import { takeBits } from "../../columns/row-bits.ts";
import type { Mirror } from "./mirror.ts";
import { RANKING_SLACK, rankHits, topRows } from "./ranked-hits.ts";
import type { SelectedRows } from "./selected-rows.ts";
import type { VectorMatrix } from "./vector-matrix.ts";

const ROWS_AT_ONCE = 512;

/** Exact search over a collection that is in memory in full: only what is wanted is multiplied. */
export const scanMirror = (
  { mirror, rows }: SelectedRows,
  vectors: VectorMatrix,
  request: VectorSearchRequest,
): readonly VectorHit[] => {
  vectors.setQuery(request.vector);
  const top = topOf(mirror, request);
  const taken = new Int32Array(ROWS_AT_ONCE);
  for (let next = 0, count = 1; count > 0; next = taken[count - 1]! + 1) {
    count = takeBits(rows, taken, next, mirror.length);
    for (let i = 0; i < count; i += 1) {
      const score = vectors.dot(taken[i]!);
      if (score >= top.threshold) top.offer(score, taken[i]!);
    }
  }
  return hitsOf(mirror, vectors, request, top, 0);
};

/** Collects the best rows of a scan for a request. */
export const topOf = (mirror: Mirror, { topK }: VectorSearchRequest): TopK =>
  topRows(topK + RANKING_SLACK, (row) => mirror.ids[row]!);

/** The answer, once all rows were offered. `slot` holds the request's query. */
export const hitsOf = (
  mirror: Mirror,
  vectors: VectorMatrix,
  { topK }: VectorSearchRequest,
  top: TopK,
  slot: number,
): readonly VectorHit[] =>
  rankHits(
    top.items.map((row) => ({ id: mirror.ids[row]!, cosine: vectors.exactDot(row, slot) })),
    topK,
  );
