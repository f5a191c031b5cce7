import type { VectorHit, VectorSearchRequest } from "@quarry/plugin";
import type { RowTest } from "../../columns/filter-rows.ts";
import { hasBit } from "../../columns/row-bits.ts";
import { type NeighbourGraph, SEARCH_WIDTH, spreadingStep } from "../../graph/neighbour-graph.ts";
import { Candidates } from "./candidates.ts";
import { CodeMatrix } from "./code-matrix.ts";
import type { CurrentMirror, SelectedRows } from "./selected-rows.ts";
import type { Sliced } from "./sliced.ts";

/** Maximum number of hits of a graph search. With more it would miss too many. */
const MAX_TOP_K = SEARCH_WIDTH / 5;

/**
 * Minimum number of rows that a graph search looks for, even if fewer hits are requested: with a single one it would
 * end too early.
 */
const MIN_WANTED = 10;

/**
 * Whether a search should use the graph. Not with a selective filter: matches can be anywhere in the graph, and
 * checking its few rows one by one is fast. Not with a graph over the smaller part of the rows, as it saves little.
 */
export const canSearchGraph = (
  graph: NeighbourGraph,
  { mirror, count }: Pick<SelectedRows, "mirror" | "count">,
  { topK }: VectorSearchRequest,
): boolean =>
  topK <= MAX_TOP_K &&
  graph.rows * 2 >= mirror.length &&
  (count === mirror.liveCount || (count >= MIN_MATCHING_ROWS && count >= MIN_MATCHING_SHARE * mirror.length));

/** Number of rows that can be checked one by one in less than 2 ms. */
const MIN_MATCHING_ROWS = 10_000;
const MIN_MATCHING_SHARE = 0.02;

/**
 * Finds candidates with the graph, among the rows that it covers. Returns undefined if the query is hard, if it found
 * too few rows because most near rows were removed or don't match, or if graph searches have not paid off recently.
 */
export const graphCandidates = (
  { mirror, count, isWanted }: Pick<SelectedRows, "mirror" | "count"> & { readonly isWanted: RowTest },
  codes: CodeMatrix,
  graph: NeighbourGraph,
  { vector, topK }: VectorSearchRequest,
): Candidates | undefined => {
  if (!graph.record.shouldSearch()) return undefined;
  codes.setQuery(vector);
  const wanted = Math.max(topK, MIN_WANTED);
  const share = count / Math.max(1, mirror.liveCount);
  // The codes' errors can't lift a row into the best if it is below them by more than twice the largest error.
  const found = graph.search(wanted, isWanted, { share, margin: 2 * codes.largestSlack });
  if (found === undefined) return undefined;
  const candidates = new Candidates(codes, topK);
  for (const [row, estimate] of found) {
    // Rows of an incomplete batch are covered by the scan.
    if (row < graph.rows && candidates.accepts(row, estimate)) candidates.add(row, estimate);
  }
  return found.size < topK ? undefined : candidates;
};

/** Number of rows sampled to estimate how many match. They are spread in steps that avoid bias from periodic data. */
const SAMPLE_SIZE = 2_048;

const matchingShare = (test: RowTest, rows: number): number => {
  const step = spreadingStep(rows);
  let matching = 0;
  for (let at = 0; at < SAMPLE_SIZE; at += 1) if (test((at * step) % rows)) matching += 1;
  return matching / SAMPLE_SIZE;
};

/**
 * Searches the graph with a filter whose matching rows are not known. If many rows match, it tests the filter only on
 * rows that the search meets, without evaluating it for all rows. Returns undefined if this is not applicable, and no
 * hits if it was tried without success.
 */
export function* searchGraphFiltered(
  current: CurrentMirror,
  request: VectorSearchRequest,
): Sliced<{ readonly hits: readonly VectorHit[] | undefined } | undefined> {
  const { filter } = request;
  if (filter === undefined) return undefined;
  const mirror = current();
  if (!(mirror?.vectors instanceof CodeMatrix)) return undefined;
  const { vectors: codes, graph, live, length } = mirror;
  if (graph?.rows !== length || !canSearchGraph(graph, { mirror, count: mirror.liveCount }, request)) return undefined;
  const test = yield* mirror.columns.test(filter);
  // The test doesn't cover rows that arrived meanwhile.
  if (test === undefined || current() !== mirror || mirror.length !== length) return undefined;
  const count = Math.round(matchingShare(test, length) * mirror.liveCount);
  if (!canSearchGraph(graph, { mirror, count }, request)) return undefined;
  const isWanted: RowTest = (row) => hasBit(live, row) && test(row);
  const candidates = graphCandidates({ mirror, count, isWanted }, codes, graph, request);
  return { hits: candidates && (yield* candidates.best(mirror, request)) };
}
