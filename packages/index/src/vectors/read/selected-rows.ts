import type { Filter } from "@quarry/plugin/domain";
import { countOf, intersect, type RowBits } from "../../columns/row-bits.ts";
import type { Mirror } from "./mirror.ts";
import { isSliceOver, type Sliced } from "./sliced.ts";

/** Brings a mirror up to date with its file and returns it. */
export type CurrentMirror = () => Mirror | undefined;

/** Rows that a search covers: those that match a filter, or all. */
export interface SelectedRows {
  readonly mirror: Mirror;
  /** Bitmap of live rows only. */
  readonly rows: RowBits;
  readonly count: number;
}

/**
 * Selects the rows in the collection's newest state. Returns undefined if the collection is too large for the cache.
 */
export function* selectRows(current: CurrentMirror, filter: Filter | undefined): Sliced<SelectedRows | undefined> {
  for (;;) {
    const mirror = current();
    if (mirror === undefined) return undefined;
    if (filter === undefined) return { mirror, rows: mirror.live, count: mirror.liveCount };
    const known = mirror.columns.cachedRows(filter);
    if (known !== undefined) {
      const rows = intersect(known.slice(), mirror.live);
      return { mirror, rows, count: countOf(rows) };
    }
    // More rows can arrive meanwhile, so the mirror is updated again: it must not answer with data newer than its own
    // state.
    yield* mirror.columns.evaluate(filter);
    if (isSliceOver()) yield;
  }
}
