import type { VectorSearchRequest } from "@quarry/plugin";
import { type NeighbourGraph, SEARCH_WIDTH } from "../graph/neighbour-graph.ts";
import { Candidates } from "./candidates.ts";
import type { CodeMatrix } from "./code-matrix.ts";
import type { SelectedRows } from "./selected-rows.ts";

/** Of more hits than this a walk would miss too many. */
const MAX_TOP_K = SEARCH_WIDTH / 5;

/** A walk for fewer hits than this looks for so many all the same: with one alone it would end too early. */
const LEAST_WANTED = 10;

/**
 * Whether the graph is the way for a search. A filter that matches little is not: what matches may lie anywhere, and its rows
 * are soon looked at one by one. A graph that covers the smaller part saves little.
 */
export const canWalk = (
  graph: NeighbourGraph,
  { mirror, count }: SelectedRows,
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
  { mirror, rows, count }: SelectedRows,
  codes: CodeMatrix,
  graph: NeighbourGraph,
  { vector, topK }: VectorSearchRequest,
): Candidates | undefined => {
  if (!graph.record.isWorthIt()) return undefined;
  codes.setQuery(vector);
  const wanted = Math.max(topK, LEAST_WANTED);
  const share = count / Math.max(1, mirror.liveCount);
  // What is further below the best than twice what the codes may miss is not among the best.
  const found = graph.search(wanted, (met) => rows.has(met), { share, margin: 2 * codes.largestSlack });
  if (found === undefined) return undefined;
  const candidates = new Candidates(codes, topK);
  for (const [row, estimate] of found) {
    // Rows of a batch that is not in yet come with the scan.
    if (row < graph.rows && candidates.takes(row, estimate)) candidates.add(row, estimate);
  }
  return found.size < topK ? undefined : candidates;
};
