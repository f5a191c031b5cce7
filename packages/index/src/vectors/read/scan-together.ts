import type { VectorHit, VectorSearchRequest } from "@quarry/plugin";
import { hasBit, type RowBits } from "../../columns/row-bits.ts";
import type { TopK } from "../../top-k.ts";
import { TILE_QUERIES, TILE_ROWS } from "../kernel/float-kernel.ts";
import { hitsOf, scanMirror, topOf } from "./scan-mirror.ts";
import type { SelectedRows } from "./selected-rows.ts";
import { QUERY_SLOTS, type VectorMatrix } from "./vector-matrix.ts";

/** Bytes of rows that stay in the processor's cache while all queries are multiplied with them. */
const BLOCK_BYTES = 262_144;
/**
 * A search that selects less than 1/SHARED_SHARE of the rows runs alone: most of a shared pass would be wasted on it.
 */
const SHARED_SHARE = 4;

/** One of the searches, with its selected rows of the same collection. */
export interface SharedSearch {
  readonly selected: SelectedRows;
  readonly request: VectorSearchRequest;
}

/** State of one search in a scan shared by several. */
interface Scan {
  readonly top: TopK;
  readonly rows: RowBits;
}

/** Exact search for several requests in one pass over a cached collection: the cost of memory access is shared. */
export const scanTogether = (
  vectors: VectorMatrix,
  searches: readonly SharedSearch[],
): readonly (readonly VectorHit[])[] => {
  const shared = searches.filter(({ selected }) => selected.count * SHARED_SHARE >= selected.mirror.length);
  const hits = new Map<SharedSearch, readonly VectorHit[]>();
  for (let start = 0; start < shared.length; start += QUERY_SLOTS) {
    const group = shared.slice(start, start + QUERY_SLOTS);
    const scans = group.map(({ selected, request }) => ({ top: topOf(selected.mirror, request), rows: selected.rows }));
    for (const [slot, { request }] of group.entries()) vectors.setQuery(request.vector, slot);
    scanAll(group[0]!.selected.mirror.length, vectors, scans);
    for (const [slot, search] of group.entries()) {
      hits.set(search, hitsOf(search.selected.mirror, vectors, search.request, scans[slot]!.top));
    }
  }
  return searches.map((search) => hits.get(search) ?? scanMirror(search.selected, vectors, search.request));
};

const scanAll = (length: number, vectors: VectorMatrix, scans: readonly Scan[]): void => {
  const blockRows = Math.max(1, Math.floor(BLOCK_BYTES / vectors.stride / TILE_ROWS)) * TILE_ROWS;
  for (let start = 0; start < length; start += blockRows) {
    const end = Math.min(length, start + blockRows);
    for (let slot = 0; slot < scans.length; slot += TILE_QUERIES) {
      const tileScans = scans.slice(slot, slot + TILE_QUERIES);
      for (let row = start; row < end; row += TILE_ROWS) {
        vectors.multiplyTile(row, slot);
        offerTile(vectors, row, Math.min(TILE_ROWS, end - row), tileScans);
      }
    }
  }
};

const offerTile = (vectors: VectorMatrix, start: number, count: number, scans: readonly Scan[]): void => {
  for (let r = 0; r < count; r += 1) {
    const row = start + r;
    for (let q = 0; q < scans.length; q += 1) {
      const { top, rows } = scans[q]!;
      const score = vectors.product(r, q);
      if (score >= top.threshold && hasBit(rows, row)) top.offer(score, row);
    }
  }
};
