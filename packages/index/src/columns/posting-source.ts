import type { PostingList } from "../postings/posting-list.ts";
import type { IndexView, SegmentView } from "../query/index-view.ts";
import type { Column } from "./column.ts";

/** Reads what the postings of segments say of metadata: words for values, for elements of arrays, and for what is there at all. */
export interface SegmentSource {
  /** Whether a segment may have anything at a path; false where it is known to have nothing. */
  readonly mayContain: (segment: SegmentView, path: string) => boolean;
  /** The rows of a segment that have a word. */
  readonly rowsWith: (segment: SegmentView, valueTerm: string) => PostingList | undefined;
  /** The column of a path in a segment. */
  readonly column: (segment: SegmentView, path: string) => Column;
}

/** Calls `visit` for each word of a segment that begins with `prefix`, in order: its bytes up to the end, and its rows. */
export type ForEachValueTerm = (prefix: string, visit: VisitValueTerm) => void;

/** `start` and `end` say where in `bytes` what comes behind the prefix stands. */
export type VisitValueTerm = (bytes: Buffer, start: number, end: number, rows: PostingList) => void;

/** The segments of a collection at one version: those of its passages, and those of what passages of a document share. */
export interface FieldValueView {
  readonly passages: IndexView;
  /** `documents` of their rows are the numbers that the passages' rows name. */
  readonly documents: readonly SegmentView[];
}
