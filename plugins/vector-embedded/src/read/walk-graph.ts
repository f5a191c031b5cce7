import type { VectorHit, VectorSearchRequest } from "@quarry/plugin";
import { type NeighbourGraph, SEARCH_WIDTH } from "../graph/neighbour-graph.ts";
import { Candidates } from "./candidates.ts";
import type { CodeMatrix } from "./code-matrix.ts";
import type { Mirror } from "./mirror.ts";
import type { ReadableCollection } from "./readable-collection.ts";
import { scanAll } from "./scan-codes.ts";

/** Of more hits than this a walk would miss too many. */
const MAX_TOP_K = SEARCH_WIDTH / 5;

/** A walk for fewer hits than this looks for so many all the same: with one alone it would end too early. */
const LEAST_WANTED = 10;

/** What is needed to search by graph. */
export interface GraphMirror {
  readonly mirror: Mirror;
  readonly codes: CodeMatrix;
  readonly graph: NeighbourGraph;
}

/**
 * Whether the graph is the way for a search. Filters are not: what matches may lie anywhere, and is found exactly. A graph
 * that covers the smaller part saves little.
 */
export const canWalk = (graph: NeighbourGraph, mirror: Mirror, { filter, topK }: VectorSearchRequest): boolean =>
  filter === undefined && topK <= MAX_TOP_K && graph.rows * 2 >= mirror.length;

/**
 * Approximate search: candidates by a walk over the graph, and by a scan of what it does not cover yet; hits by their
 * exact cosines. Undefined when the query is hard, when it found too few, as where most that is near was removed, or the
 * mirror proves to be of no use.
 */
export const walkGraph = (
  collection: ReadableCollection,
  { mirror, codes, graph }: GraphMirror,
  request: VectorSearchRequest,
): readonly VectorHit[] | undefined => {
  codes.setQuery(request.vector);
  const wanted = Math.max(request.topK, LEAST_WANTED);
  // What is further below the best than twice what the codes may miss is not among the best.
  const found = graph.search(wanted, (met) => mirror.isLive(met), 2 * codes.largestSlack);
  if (found === undefined) return undefined;
  const candidates = new Candidates(codes, request.topK);
  let count = 0;
  for (const [row, estimate] of found) {
    if (!mirror.isLive(row)) continue;
    count += 1;
    // Rows of a batch that is not in yet come with the scan.
    if (row < graph.rows && candidates.takes(row, estimate)) candidates.add(row, estimate);
  }
  if (count < request.topK) return undefined;
  scanAll(mirror, codes, candidates, graph.rows);
  return candidates.best(collection, mirror, request);
};
