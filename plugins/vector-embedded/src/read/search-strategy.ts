import type { VectorHit, VectorSearchRequest } from "@quarry/plugin";
import type { Mirror } from "./mirror.ts";
import type { ReadableCollection } from "./readable-collection.ts";
import { scanCodes } from "./scan-codes.ts";
import { scanFile } from "./scan-file.ts";
import { scanMirror } from "./scan-mirror.ts";
import { scanTogether } from "./scan-together.ts";
import { VectorMatrix } from "./vector-matrix.ts";
import { canWalk, walkGraph } from "./walk-graph.ts";

/** How a mirror is brought up to date with its file. */
export type CurrentMirror = () => Mirror | undefined;

/**
 * How a search is done: the one place that chooses. All ways give min(topK, matches) hits at any selectivity, with exact
 * cosines; that these are the nearest is certain of all but `walkGraph`, which searches without a filter may take.
 */
export const search = (
  collection: ReadableCollection,
  current: CurrentMirror,
  request: VectorSearchRequest,
): readonly VectorHit[] => {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const mirror = current();
    if (mirror === undefined) break;
    const hits = searchMirror(collection, mirror, request);
    if (hits !== undefined) return hits;
  }
  return scanFile(collection, request);
};

/** A search that finds rows gone, again and again, is done in one snapshot of the file instead. */
const ATTEMPTS = 4;

const searchMirror = (
  collection: ReadableCollection,
  mirror: Mirror,
  request: VectorSearchRequest,
): readonly VectorHit[] | undefined => {
  const { vectors, graph } = mirror;
  if (vectors instanceof VectorMatrix) return scanMirror(mirror, vectors, request);
  if (graph !== undefined && canWalk(graph, mirror, request)) {
    const hits = walkGraph(collection, { mirror, codes: vectors, graph }, request);
    if (hits !== undefined) return hits;
  }
  return scanCodes(collection, mirror, vectors, request);
};

/** The same for several searches of one collection, in their order. */
export const searchTogether = (
  collection: ReadableCollection,
  current: CurrentMirror,
  requests: readonly VectorSearchRequest[],
): readonly (readonly VectorHit[])[] => {
  const mirror = requests.length === 1 ? undefined : current();
  return mirror?.vectors instanceof VectorMatrix
    ? scanTogether(mirror, mirror.vectors, requests)
    : requests.map((request) => search(collection, current, request));
};
