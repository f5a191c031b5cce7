import type { PostingList } from "../postings/posting-list.ts";
import { isDeleted, ordinalOf, type SegmentRows } from "../postings/segment-rows.ts";

/** A live segment as a reader caches it in memory. */
export interface SegmentView extends SegmentRows {
  readonly number: number;
  readonly firstRow: number;
  readonly deletedVersion: number;
  readonly deleted: Uint8Array | undefined;
  readonly firstTerms: readonly string[];
}

/** All live segments at one version of the collection. */
export interface IndexView {
  readonly version: number;
  /** Segments in order of their rows. */
  readonly segments: readonly SegmentView[];
  readonly liveCount: number;
  /** Total length of all live passages in terms. */
  readonly liveLength: number;
}

/** Postings of a term in a view. */
export interface TermView {
  /** Posting list in each segment; undefined for a segment without the term. */
  readonly postings: readonly (PostingList | undefined)[];
  /** Number of live passages that contain the term. */
  readonly frequency: number;
}

/** Source of postings. */
export interface PostingSource {
  readonly termIn: (view: IndexView, term: string) => TermView;
  /** Returns the result of `merge`, which can be cached for the view by `key`. Undefined is a result like any other. */
  readonly mergedIn: (view: IndexView, key: string, merge: () => TermView | undefined) => TermView | undefined;
}

/** Segment of a row, and its ordinal there. */
export interface RowLocation {
  readonly segment: number;
  readonly ordinal: number;
}

/** Returns the segment and ordinal of a row; undefined if no live segment contains it. */
export const locate = (view: IndexView, row: number): RowLocation | undefined => {
  const segment = view.segments.findLastIndex(({ firstRow }) => firstRow <= row);
  if (segment < 0) return undefined;
  const ordinal = ordinalOf(view.segments[segment]!.rows, row);
  return ordinal < 0 ? undefined : { segment, ordinal };
};

/** Same as `locate`, but also returns undefined for a deleted row. */
export const locateLive = (view: IndexView, row: number): RowLocation | undefined => {
  const location = locate(view, row);
  return location === undefined || isDeleted(view.segments[location.segment]!.deleted, location.ordinal)
    ? undefined
    : location;
};
