import { compileFilter, type FilterPredicate } from "@quarry/plugin/domain";
import type { VectorHit, VectorSearchRequest } from "@quarry/plugin";
import { filterFirstIsCheaper } from "./filter-cost.ts";
import type { Mirror } from "./mirror.ts";
import { hitsOf, scanMirror, topOf } from "./scan-mirror.ts";
import { TILE_QUERIES, TILE_ROWS } from "../kernel/tile-kernel.ts";
import type { TopRows } from "./top-rows.ts";
import { QUERY_SLOTS, type VectorMatrix } from "./vector-matrix.ts";

/** Rows that stay in the processor's cache while all queries are multiplied with them, in bytes. */
const BLOCK_BYTES = 262_144;

/** What a scan for several searches knows of each. */
interface Scan {
  readonly top: TopRows;
  readonly matches: FilterPredicate | undefined;
}

/**
 * Exact search for several requests in one pass over a collection in memory: what waits for memory waits once. Filters
 * that are better asked before multiplying go by themselves.
 */
export const scanTogether = (
  mirror: Mirror,
  vectors: VectorMatrix,
  requests: readonly VectorSearchRequest[],
): readonly (readonly VectorHit[])[] => {
  const filters = requests.map(({ filter }) => filter && compileFilter(filter));
  const isShared = requests.map(
    ({ filter }, index) => filter === undefined || !filterFirstIsCheaper(mirror, filter, filters[index]!),
  );
  const shared = requests.flatMap((_, index) => (isShared[index] ? [index] : []));
  const hits: (readonly VectorHit[])[] = requests.map(() => []);
  for (const [index, request] of requests.entries())
    if (!isShared[index]) hits[index] = scanMirror(mirror, vectors, request);
  for (let start = 0; start < shared.length; start += QUERY_SLOTS) {
    const group = shared.slice(start, start + QUERY_SLOTS);
    const scans = group.map((index) => ({ top: topOf(mirror, requests[index]!), matches: filters[index] }));
    for (const [slot, index] of group.entries()) vectors.setQuery(requests[index]!.vector, slot);
    scanAll(mirror, vectors, scans);
    for (const [slot, index] of group.entries()) {
      hits[index] = hitsOf(mirror, vectors, requests[index]!, scans[slot]!.top, slot);
    }
  }
  return hits;
};

const scanAll = (mirror: Mirror, vectors: VectorMatrix, scans: readonly Scan[]): void => {
  const { length } = mirror;
  const blockRows = Math.max(1, Math.floor(BLOCK_BYTES / vectors.stride / TILE_ROWS)) * TILE_ROWS;
  for (let start = 0; start < length; start += blockRows) {
    const end = Math.min(length, start + blockRows);
    for (let slot = 0; slot < scans.length; slot += TILE_QUERIES) {
      const few = scans.slice(slot, slot + TILE_QUERIES);
      for (let row = start; row < end; row += TILE_ROWS) {
        vectors.multiplyTile(row, slot);
        offerTile(mirror, vectors, row, Math.min(TILE_ROWS, end - row), few);
      }
    }
  }
};

const offerTile = (
  mirror: Mirror,
  vectors: VectorMatrix,
  start: number,
  rows: number,
  scans: readonly Scan[],
): void => {
  for (let r = 0; r < rows; r += 1) {
    const row = start + r;
    if (!mirror.isLive(row)) continue;
    for (let q = 0; q < scans.length; q += 1) {
      const { top, matches } = scans[q]!;
      const score = vectors.product(r, q);
      if (score >= top.threshold && (matches === undefined || matches(mirror.metadata[row]!))) top.offer(score, row);
    }
  }
};
