import type { Filter } from "@quarry/plugin/domain";
import type { Passage } from "./passage.ts";

/** Range of the direct passages: those that clients wrote themselves, past ingestion, and that have no document. */
export interface DirectRange {
  /** Only those behind this place: a page's `next`. Default: from the first. */
  readonly after?: number | undefined;
  /** Only those up to this place, it included: a count's `last`. Default: to the end. */
  readonly upTo?: number | undefined;
  /** Most passages. */
  readonly limit: number;
  readonly filter?: Filter | undefined;
  /** Characters of text and metadata after which the page ends, at the first passage that passes it. */
  readonly maxCharacters: number;
}

export interface DirectPage {
  /** In the order in which they were last written. */
  readonly passages: readonly Passage[];
  /**
   * Cursor of the next page; absent on the last one. A page may have fewer than `limit` passages, and may even be
   * empty: a read scans a limited number of passages.
   */
  readonly next?: number | undefined;
}

export interface DirectCount {
  readonly count: number;
  /** The place of the last of all of them, or none where there are none: what is written from now on stands behind it. */
  readonly last?: number | undefined;
}

/** Passages whose metadata one page looks at: some tens of milliseconds. */
export const MOST_SCANNED = 10_000;
