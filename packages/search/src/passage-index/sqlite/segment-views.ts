import type { DatabaseSync, StatementSync } from "node:sqlite";
import { decodeSegmentRows, isDeleted, ordinalOf, type SegmentRows } from "../postings/segment-rows.ts";
import { blockOf, findInBlock } from "../postings/term-blocks.ts";
import type { PostingList } from "../postings/posting-list.ts";
import { BLOCKS_PER_SEGMENT, LIVE } from "./schema.ts";
import { prepareAll } from "./segment-store.ts";

/** A live segment, as a reader keeps it in memory. */
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
  /** In the order of their rows. */
  readonly segments: readonly SegmentView[];
  readonly liveCount: number;
  /** Terms of all live passages together. */
  readonly liveLength: number;
}

interface SegmentRecord {
  readonly number: number;
  readonly firstRow: number;
  readonly liveCount: number;
  readonly liveLength: number;
  readonly deletedVersion: number;
}

/** The segments of a collection, read. Every method runs inside the caller's snapshot. */
export class SegmentViews {
  readonly #statements: Readonly<Record<keyof typeof SQL, StatementSync>>;
  #current: IndexView = { version: -1, segments: [], liveCount: 0, liveLength: 0 };

  constructor(database: DatabaseSync) {
    this.#statements = prepareAll(database, SQL);
  }

  /** The snapshot's segments; only those that are new or changed are read. */
  view(): IndexView {
    const version = Number(this.#statements.version.get()!["version"]);
    if (version === this.#current.version) return this.#current;
    const known = new Map(this.#current.segments.map((segment) => [segment.number, segment]));
    const records = this.#statements.segments.all() as unknown as SegmentRecord[];
    this.#current = {
      version,
      segments: records.map((record) => this.#segment(record, known.get(record.number))),
      liveCount: records.reduce((sum, { liveCount }) => sum + liveCount, 0),
      liveLength: records.reduce((sum, { liveLength }) => sum + liveLength, 0),
    };
    return this.#current;
  }

  /** The postings of a term in a segment, or undefined. `encoded` is the term in UTF-8. */
  postings(segment: SegmentView, term: string, encoded: Buffer): PostingList | undefined {
    const index = blockOf(segment.firstTerms, term);
    if (index < 0) return undefined;
    const block = this.#statements.block.get(segment.number * BLOCKS_PER_SEGMENT + index);
    return block && findInBlock(block["data"] as Uint8Array, encoded);
  }

  #segment(record: SegmentRecord, known: SegmentView | undefined): SegmentView {
    const { number, firstRow, deletedVersion } = record;
    if (known?.deletedVersion === deletedVersion) return known;
    const deleted = this.#statements.deleted.get(number)?.["data"] as Uint8Array | undefined;
    if (known !== undefined) return { ...known, deletedVersion, deleted };
    const rows = decodeSegmentRows(this.#statements.rows.get(number)!["data"] as Uint8Array);
    const firstTerms = JSON.parse(String(this.#statements.terms.get(number)!["data"])) as string[];
    return { ...rows, number, firstRow, deletedVersion, deleted, firstTerms };
  }
}

/** A row's segment and its ordinal there. */
export interface Place {
  readonly segment: number;
  readonly ordinal: number;
}

/** Where a row stands; undefined when no live segment holds it. */
export const locate = (view: IndexView, row: number): Place | undefined => {
  const segment = view.segments.findLastIndex(({ firstRow }) => firstRow <= row);
  if (segment < 0) return undefined;
  const ordinal = ordinalOf(view.segments[segment]!.rows, row);
  return ordinal < 0 ? undefined : { segment, ordinal };
};

/** The same; undefined also for a row that is deleted. */
export const locateLive = (view: IndexView, row: number): Place | undefined => {
  const place = locate(view, row);
  return place === undefined || isDeleted(view.segments[place.segment]!.deleted, place.ordinal) ? undefined : place;
};

const SQL = {
  version: "select version from state",
  segments: `select number, first_row as firstRow, live_count as liveCount, live_length as liveLength,
    deleted_version as deletedVersion from segment where status = ${LIVE} order by first_row`,
  rows: "select data from segment_rows where segment = ?",
  terms: "select data from segment_terms where segment = ?",
  deleted: "select data from segment_deleted where segment = ?",
  block: "select data from block where id = ?",
} as const;
