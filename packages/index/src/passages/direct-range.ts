import type { Filter } from "@quarry/plugin/domain";
import type { Passage } from "./passage.ts";

/** Range of direct passages: those that clients wrote themselves, bypassing ingestion. They have no document. */
export interface DirectRange {
  /** Exclusive start position: the `next` of a page. Default: from the first. */
  readonly after?: number | undefined;
  /** Inclusive end position: the `last` of a count. Default: to the end. */
  readonly upTo?: number | undefined;
  /** Maximum number of passages. */
  readonly limit: number;
  readonly filter?: Filter | undefined;
  /** Characters of text and metadata after which the page ends, with the first passage that exceeds it. */
  readonly maxCharacters: number;
}

export interface DirectPage<P = Passage> {
  /** Passages in order of their last write. */
  readonly passages: readonly P[];
  /**
   * Cursor of the next page; absent on the last one. A page can have fewer than `limit` passages, and can even be
   * empty: a read scans a limited number of passages.
   */
  readonly next?: number | undefined;
}

export interface DirectCount {
  readonly count: number;
  /** Position of the last passage of all, or undefined if there are none. Later writes get higher positions. */
  readonly last?: number | undefined;
}

/** Maximum number of passages whose metadata is scanned for one page: some tens of milliseconds. */
export const MOST_SCANNED = 10_000;
