import type { PostingList } from "../postings/posting-list.ts";
import type { IndexView, SegmentView } from "../query/index-view.ts";
import type { Column } from "./column.ts";

/**
 * Reads metadata from the postings of segments: terms for values, for elements of arrays, and for the presence of a
 * path.
 */
export interface SegmentSource {
  /** Whether a segment can have a value at a path; false if it is known to have none. */
  readonly mayContain: (segment: SegmentView, path: string) => boolean;
  /** Returns the rows of a segment that contain a term. */
  readonly rowsWith: (segment: SegmentView, valueTerm: string) => PostingList | undefined;
  /** Returns the column of a key in a segment. */
  readonly column: (segment: SegmentView, key: string) => Column;
}

/**
 * Segments of a collection at one version: those of its passages, and those of the metadata that passages of a document
 * share.
 */
export interface FieldValueView {
  readonly passages: IndexView;
  /** `documents` of their rows are the document numbers that the passages' rows refer to. */
  readonly documents: readonly SegmentView[];
}
