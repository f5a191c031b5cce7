import type { VectorHit, VectorSearchRequest } from "@quarry/plugin";
import type { TopK } from "../../top-k.ts";
import { takeBits } from "../../columns/row-bits.ts";
import type { Mirror } from "./mirror.ts";
import { RANKING_SLACK, rankHits, topRows } from "./ranked-hits.ts";
import type { SelectedRows } from "./selected-rows.ts";
import type { VectorMatrix } from "./vector-matrix.ts";

const ROWS_PER_BATCH = 512;

/** Exact search of a collection that is cached in full. Multiplies only the selected rows. */
export const scanMirror = (
  { mirror, rows }: SelectedRows,
  vectors: VectorMatrix,
  request: VectorSearchRequest,
): readonly VectorHit[] => {
  vectors.setQuery(request.vector);
  const top = topOf(mirror, request);
  const batch = new Int32Array(ROWS_PER_BATCH);
  for (let next = 0, count = 1; count > 0; next = batch[count - 1]! + 1) {
    count = takeBits(rows, batch, next, mirror.length);
    for (let i = 0; i < count; i += 1) {
      const score = vectors.dot(batch[i]!);
      if (score >= top.threshold) top.offer(score, batch[i]!);
    }
  }
  return hitsOf(mirror, vectors, request, top);
};

/** Creates the heap of the best rows for a request. */
export const topOf = (mirror: Mirror, { topK }: VectorSearchRequest): TopK =>
  topRows(topK + RANKING_SLACK, (row) => mirror.ids[row]!);

/** Returns the hits once all rows were offered. */
export const hitsOf = (
  mirror: Mirror,
  vectors: VectorMatrix,
  { vector, topK }: VectorSearchRequest,
  top: TopK,
): readonly VectorHit[] =>
  rankHits(
    top.items.map((row) => ({ id: mirror.ids[row]!, cosine: vectors.exactDot(row, vector) })),
    topK,
  );
