import { compileFilter, type Filter, type FilterPredicate } from "@quarry/plugin/domain";
import type { VectorHit, VectorSearchRequest } from "@quarry/plugin";
import { filterFirstIsCheaper } from "./filter-cost.ts";
import type { Mirror } from "./mirror.ts";
import { RANKING_SLACK, rankHits } from "./ranked-hits.ts";
import { TopRows } from "./top-rows.ts";
import type { VectorMatrix } from "./vector-matrix.ts";

/** Exact search over a collection that is in memory in full. */
export const scanMirror = (
  mirror: Mirror,
  vectors: VectorMatrix,
  request: VectorSearchRequest,
): readonly VectorHit[] => {
  vectors.setQuery(request.vector);
  const top = topOf(mirror, request);
  if (request.filter === undefined) scanAll(mirror, vectors, top);
  else scanFiltered(mirror, vectors, top, request.filter);
  return hitsOf(mirror, vectors, request, top, 0);
};

/** What keeps the best rows of a scan for a request. */
export const topOf = (mirror: Mirror, { topK }: VectorSearchRequest): TopRows =>
  new TopRows(topK + RANKING_SLACK, (row) => mirror.ids[row]!);

/** The answer, once all rows were offered. `slot` holds the request's query. */
export const hitsOf = (
  mirror: Mirror,
  vectors: VectorMatrix,
  { topK }: VectorSearchRequest,
  top: TopRows,
  slot: number,
): readonly VectorHit[] =>
  rankHits(
    top.rows.map((row) => ({ id: mirror.ids[row]!, cosine: vectors.exactDot(row, slot) })),
    topK,
  );

const scanAll = (mirror: Mirror, vectors: VectorMatrix, top: TopRows): void => {
  const { length } = mirror;
  for (let row = 0; row < length; row += 1) {
    if (!mirror.isLive(row)) continue;
    const score = vectors.dot(row);
    if (score >= top.threshold) top.offer(score, row);
  }
};

const scanFiltered = (mirror: Mirror, vectors: VectorMatrix, top: TopRows, filter: Filter): void => {
  const matches = compileFilter(filter);
  if (filterFirstIsCheaper(mirror, filter, matches)) scanMatching(mirror, vectors, top, matches);
  else scanThenFilter(mirror, vectors, top, matches);
};

/** Multiplies only what matches. */
const scanMatching = (mirror: Mirror, vectors: VectorMatrix, top: TopRows, matches: FilterPredicate): void => {
  const { metadata, length } = mirror;
  for (let row = 0; row < length; row += 1) {
    if (!mirror.isLive(row) || !matches(metadata[row]!)) continue;
    const score = vectors.dot(row);
    if (score >= top.threshold) top.offer(score, row);
  }
};

/** Multiplies everything, and asks the filter only about rows that would be among the best. */
const scanThenFilter = (mirror: Mirror, vectors: VectorMatrix, top: TopRows, matches: FilterPredicate): void => {
  const { metadata, length } = mirror;
  for (let row = 0; row < length; row += 1) {
    if (!mirror.isLive(row)) continue;
    const score = vectors.dot(row);
    if (score >= top.threshold && matches(metadata[row]!)) top.offer(score, row);
  }
};
