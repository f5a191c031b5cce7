import type { VectorHit, VectorSearchRequest } from "@quarry/plugin";
import type { RowTest } from "../../columns/filter-rows.ts";
import { hasBit } from "../../columns/row-bits.ts";
import { type NeighbourGraph, SEARCH_WIDTH, spreadingStep } from "../../graph/neighbour-graph.ts";
import { Candidates } from "./candidates.ts";
import { CodeMatrix } from "./code-matrix.ts";
import type { CurrentMirror, SelectedRows } from "./selected-rows.ts";
import type { Sliced } from "./sliced.ts";

/** Of more hits than this a walk would miss too many. */
const MAX_TOP_K = SEARCH_WIDTH / 5;

/** A walk for fewer hits than this looks for so many all the same: with one alone it would end too early. */
const LEAST_WANTED = 10;

/**
 * Whether a search should use the graph. Not with a filter that matches little: matches may lie anywhere, and its few
 * rows are soon checked one by one. A graph that covers the smaller part of the rows saves little.
 */
export const canWalk = (
  graph: NeighbourGraph,
  { mirror, count }: Pick<SelectedRows, "mirror" | "count">,
  { topK }: VectorSearchRequest,
): boolean =>
  topK <= MAX_TOP_K &&
  graph.rows * 2 >= mirror.length &&
  (count === mirror.liveCount || (count >= LEAST_MATCHING && count >= LEAST_SHARE * mirror.length));

/** So few rows are looked at one by one in less than two milliseconds. */
const LEAST_MATCHING = 10_000;
const LEAST_SHARE = 0.02;

/**
 * Candidates by a walk over the graph, of the rows that it covers. Undefined when the query is hard, or when it found too
 * few, as where most that is near was removed or does not match, or when walks have long been of no use.
 */
export const proposeByGraph = (
  { mirror, count, isWanted }: Pick<SelectedRows, "mirror" | "count"> & { readonly isWanted: RowTest },
  codes: CodeMatrix,
  graph: NeighbourGraph,
  { vector, topK }: VectorSearchRequest,
): Candidates | undefined => {
  if (!graph.record.isWorthIt()) return undefined;
  codes.setQuery(vector);
  const wanted = Math.max(topK, LEAST_WANTED);
  const share = count / Math.max(1, mirror.liveCount);
  // A row that is further below the best than twice the largest error of the codes is not among the best.
  const found = graph.search(wanted, isWanted, { share, margin: 2 * codes.largestSlack });
  if (found === undefined) return undefined;
  const candidates = new Candidates(codes, topK);
  for (const [row, estimate] of found) {
    // Rows of a batch that is not in yet come with the scan.
    if (row < graph.rows && candidates.takes(row, estimate)) candidates.add(row, estimate);
  }
  return found.size < topK ? undefined : candidates;
};

/** Rows that are asked to tell how many match, spread over all so that nothing that comes again and again is met each time. */
const SAMPLED = 2_048;

const matchingShare = (test: RowTest, rows: number): number => {
  const step = spreadingStep(rows);
  let matching = 0;
  for (let at = 0; at < SAMPLED; at += 1) if (test((at * step) % rows)) matching += 1;
  return matching / SAMPLED;
};

/**
 * A search with a filter whose rows are not known: where many match, those that a walk meets are asked, and nobody looks at all. Undefined where
 * that is no way; without hits where it was tried in vain.
 */
export function* walkAsking(
  current: CurrentMirror,
  request: VectorSearchRequest,
): Sliced<{ readonly hits: readonly VectorHit[] | undefined } | undefined> {
  const { filter } = request;
  if (filter === undefined) return undefined;
  const mirror = current();
  if (!(mirror?.vectors instanceof CodeMatrix)) return undefined;
  const { vectors: codes, graph, live, length } = mirror;
  if (graph?.rows !== length || !canWalk(graph, { mirror, count: mirror.liveCount }, request)) return undefined;
  const test = yield* mirror.columns.test(filter);
  // It doesn't know what came meanwhile.
  if (test === undefined || current() !== mirror || mirror.length !== length) return undefined;
  const count = Math.round(matchingShare(test, length) * mirror.liveCount);
  if (!canWalk(graph, { mirror, count }, request)) return undefined;
  const isWanted: RowTest = (row) => hasBit(live, row) && test(row);
  return { hits: proposeByGraph({ mirror, count, isWanted }, codes, graph, request)?.best(mirror, request) };
}
