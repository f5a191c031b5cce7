import type { Filter } from "@quarry/plugin/domain";
import { countOf, keepCommon, type RowBits } from "../../columns/row-bits.ts";
import type { Mirror } from "./mirror.ts";
import { isSliceOver, type Sliced } from "./sliced.ts";

/** Brings a mirror up to date with its file and returns it. */
export type CurrentMirror = () => Mirror | undefined;

/** The rows that a search is about: those that a filter matches, or all. */
export interface SelectedRows {
  readonly mirror: Mirror;
  /** Live ones only. */
  readonly rows: RowBits;
  readonly count: number;
}

/** The rows of the collection's newest state; undefined when it is too large to be held. */
export function* selectRows(current: CurrentMirror, filter: Filter | undefined): Sliced<SelectedRows | undefined> {
  for (;;) {
    const mirror = current();
    if (mirror === undefined) return undefined;
    if (filter === undefined) return { mirror, rows: mirror.live, count: mirror.liveCount };
    const known = mirror.columns.known(filter);
    if (known !== undefined) {
      const rows = keepCommon(known.slice(), mirror.live);
      return { mirror, rows, count: countOf(rows) };
    }
    // The mirror must not answer with data of states newer than its own: it is brought up to date once more.
    yield* mirror.columns.answer(filter);
    if (isSliceOver()) yield;
  }
}
