import { compileFilter, type Filter, type FilterPredicate } from "@quarry/domain";
import { filterFirstIsCheaper } from "./filter-cost.ts";
import type { Mirror } from "./mirror.ts";
import { RANKING_SLACK, rankHits } from "./ranked-hits.ts";
import type { RankedHit, ReadSearchRequest } from "./search-strategy.ts";
import { TopRows } from "./top-rows.ts";

/** Exact search over a collection in memory. */
export const scanMirror = (mirror: Mirror, request: ReadSearchRequest): readonly RankedHit[] => {
  mirror.vectors.setQuery(request.vector);
  const top = topOf(mirror, request);
  if (request.filter === undefined) scanAll(mirror, top);
  else scanFiltered(mirror, top, request.filter);
  return hitsOf(mirror, request, top, 0);
};

/** What keeps the best rows of a scan for a request. */
export const topOf = (mirror: Mirror, { topK }: ReadSearchRequest): TopRows =>
  new TopRows(topK + RANKING_SLACK, (row) => mirror.ids[row]!);

/** The answer, once all rows were offered. `slot` holds the request's query. */
export const hitsOf = (mirror: Mirror, { topK }: ReadSearchRequest, top: TopRows, slot: number): readonly RankedHit[] =>
  rankHits(
    top.rows.map((row) => ({ id: mirror.ids[row]!, cosine: mirror.vectors.exactDot(row, slot) })),
    topK,
  );

const scanAll = (mirror: Mirror, top: TopRows): void => {
  const { vectors, length } = mirror;
  for (let row = 0; row < length; row += 1) {
    if (!mirror.isLive(row)) continue;
    const score = vectors.dot(row);
    if (score >= top.threshold) top.offer(score, row);
  }
};

const scanFiltered = (mirror: Mirror, top: TopRows, filter: Filter): void => {
  const matches = compileFilter(filter);
  if (filterFirstIsCheaper(mirror, filter, matches)) scanMatching(mirror, top, matches);
  else scanThenFilter(mirror, top, matches);
};

/** Multiplies only what matches. */
const scanMatching = (mirror: Mirror, top: TopRows, matches: FilterPredicate): void => {
  const { vectors, metadata, length } = mirror;
  for (let row = 0; row < length; row += 1) {
    if (!mirror.isLive(row) || !matches(metadata[row]!)) continue;
    const score = vectors.dot(row);
    if (score >= top.threshold) top.offer(score, row);
  }
};

/** Multiplies everything, and asks the filter only about rows that would be among the best. */
const scanThenFilter = (mirror: Mirror, top: TopRows, matches: FilterPredicate): void => {
  const { vectors, metadata, length } = mirror;
  for (let row = 0; row < length; row += 1) {
    if (!mirror.isLive(row)) continue;
    const score = vectors.dot(row);
    if (score >= top.threshold && matches(metadata[row]!)) top.offer(score, row);
  }
};
