import type { PostingList } from "../postings/posting-list.ts";
import { isDeleted, ordinalOf, type SegmentRows } from "../postings/segment-rows.ts";

/** A live segment, as a reader keeps it in memory. */
export interface SegmentView extends SegmentRows {
  readonly number: number;
  readonly firstRow: number;
  readonly deletedVersion: number;
  readonly deleted: Uint8Array | undefined;
  readonly firstTerms: readonly string[];
  /** Whether filter terms are posted for the view's passages. */
  readonly hasFieldValues: boolean;
}

/** All live segments at one version of the collection. */
export interface IndexView {
  readonly version: number;
  /** In the order of their rows. */
  readonly segments: readonly SegmentView[];
  readonly liveCount: number;
  /** Terms of all live passages together. */
  readonly liveLength: number;
}

/** Postings of a term in a view. */
export interface TermView {
  /** Per segment; undefined where none of its passages holds the term. */
  readonly postings: readonly (PostingList | undefined)[];
  /** Number of live passages that hold it. */
  readonly frequency: number;
  /** Most that a passage earns by it, as a share of its weight; 1 where that isn't known. */
  readonly mostShare: number;
}

/** Source of postings. */
export interface PostingSource {
  readonly termIn: (view: IndexView, term: string) => TermView;
}

/** A row's segment and its ordinal there. */
export interface RowLocation {
  readonly segment: number;
  readonly ordinal: number;
}

/** Returns the segment and ordinal of a row; undefined when no live segment holds it. */
export const locate = (view: IndexView, row: number): RowLocation | undefined => {
  const segment = view.segments.findLastIndex(({ firstRow }) => firstRow <= row);
  if (segment < 0) return undefined;
  const ordinal = ordinalOf(view.segments[segment]!.rows, row);
  return ordinal < 0 ? undefined : { segment, ordinal };
};

/** The same; undefined also for a row that is deleted. */
export const locateLive = (view: IndexView, row: number): RowLocation | undefined => {
  const location = locate(view, row);
  return location === undefined || isDeleted(view.segments[location.segment]!.deleted, location.ordinal)
    ? undefined
    : location;
};
