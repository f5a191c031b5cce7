import type { PostingList } from "../postings/posting-list.ts";
import type { IndexView, SegmentView } from "../query/index-view.ts";
import type { ValueColumn } from "./value-column.ts";

/** Where facts come from. */
export interface FactSource {
  /** Whether a segment may have facts about a path; false where it is known to have none. */
  readonly mayHold: (segment: SegmentView, path: string) => boolean;
  /** The rows of a segment that have a fact. */
  readonly rowsWith: (segment: SegmentView, fact: string) => PostingList | undefined;
  /** Calls `visit` for each fact of a segment that begins with `prefix`, in order: its bytes up to the end, and its rows. */
  readonly forEachFact: (segment: SegmentView, prefix: string, visit: VisitFact) => void;
  /** All values of a path in a segment. */
  readonly column: (segment: SegmentView, path: string) => ValueColumn;
}

/** `start` and `end` say where in `bytes` what comes behind the prefix stands. */
export type VisitFact = (bytes: Buffer, start: number, end: number, rows: PostingList) => void;

/** The segments of a collection at one version: those of its passages, and those of what passages of a document share. */
export interface FactView {
  readonly passages: IndexView;
  /** `documents` of their rows are the numbers that the passages' rows name. */
  readonly documents: readonly SegmentView[];
}
