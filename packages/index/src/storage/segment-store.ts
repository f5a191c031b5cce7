import type { DatabaseSync, StatementSync } from "node:sqlite";
import { BoundedMap } from "@quarry/plugin/domain";
import {
  decodeSegmentRows,
  encodeSegmentRows,
  makeDeleted,
  markDeleted,
  ordinalOf,
  type SegmentRows,
} from "../postings/segment-rows.ts";
import { TermBlockWriter } from "../postings/term-blocks.ts";
import { BLOCK, dataSum, DELETED_OF, ROWS_OF, verifiedData } from "./checksums.ts";
import { BLOCKS_PER_SEGMENT, BUILDING, DEAD, LIVE } from "./schema.ts";

/** A live segment. */
export interface Segment {
  readonly number: number;
  readonly firstRow: number;
  readonly rowCount: number;
  liveCount: number;
  liveLength: number;
}

/** A deleted passage: its row number and its length in terms. */
export interface DeletedRow {
  readonly row: number;
  readonly length: number;
}

/** Maximum number of blocks that one call of `sweep` removes: some milliseconds. */
const BLOCKS_PER_SWEEP = 512;
/** Number of segments whose rows are cached for deletes and merges. */
const CACHED_SEGMENTS = 16;

/** Number of the next segment of a collection, of any kind. */
export interface SegmentNumbers {
  next: number;
}

/** Writes the segments of one kind of a collection. Every method runs inside the caller's transaction. */
export class SegmentStore {
  readonly #statements: Readonly<Record<keyof typeof SQL, StatementSync>>;
  readonly #rows = new BoundedMap<number, SegmentRows>(CACHED_SEGMENTS);
  /** Live segments in order of their rows. */
  readonly live: Segment[];
  readonly #dead: number[];
  readonly #numbers: SegmentNumbers;
  readonly #kind: number;

  constructor(database: DatabaseSync, numbers: SegmentNumbers, kind: number) {
    this.#statements = prepareAll(database, SQL);
    this.#numbers = numbers;
    this.#kind = kind;
    // A segment that was incomplete when the process ended is useless: its sources all still exist.
    this.#statements.setStatus.run(DEAD, BUILDING, kind);
    this.live = this.#statements.live.all(kind) as unknown as Segment[];
    this.#dead = this.#statements.dead.all(kind).map((row) => Number(row["number"]));
  }

  get hasDead(): boolean {
    return this.#dead.length > 0;
  }

  /** Begins a segment. Its blocks are stored as they arrive, but are invisible to readers until `finish`. */
  begin(): { readonly number: number; readonly blocks: TermBlockWriter } {
    const number = this.#numbers.next++;
    let next = number * BLOCKS_PER_SEGMENT;
    this.#statements.insertSegment.run(number, BUILDING, this.#kind);
    return { number, blocks: new TermBlockWriter((data) => this.#addBlock(next++, data)) };
  }

  #addBlock(id: number, data: Uint8Array): void {
    this.#statements.insertBlock.run(id, data, dataSum(id, data));
  }

  /** Makes a begun segment live. It replaces the segments in `replaced`. */
  finish(number: number, blocks: TermBlockWriter, rows: SegmentRows, replaced: readonly Segment[] = []): void {
    blocks.finish();
    for (const segment of replaced) this.#discard(segment);
    const rowCount = rows.rows.length;
    if (rowCount === 0) {
      this.#markDead(number);
      return;
    }
    const liveLength = rows.lengths.reduce((sum, length) => sum + length, 0);
    const segment = { number, firstRow: rows.rows[0]!, rowCount, liveCount: rowCount, liveLength };
    this.#statements.completeSegment.run(LIVE, segment.firstRow, rowCount, rowCount, liveLength, number);
    const data = encodeSegmentRows(rows);
    const terms = JSON.stringify(blocks.firstTerms);
    this.#statements.insertRows.run(number, data, dataSum(number, data));
    this.#statements.insertTerms.run(number, terms, dataSum(number, terms));
    this.#rows.set(number, rows);
    const after = this.live.findIndex((other) => other.firstRow > segment.firstRow);
    this.live.splice(after < 0 ? this.live.length : after, 0, segment);
  }

  rowsOf({ number }: Segment): SegmentRows {
    return this.#rows.ensure(number, () =>
      decodeSegmentRows(verifiedData(this.#statements.rows.get(number), ROWS_OF, number)),
    );
  }

  deletedOf(segment: Segment): Uint8Array | undefined {
    const row = this.#statements.deleted.get(segment.number);
    return row && verifiedData<Uint8Array>(row, DELETED_OF, segment.number);
  }

  /** Returns block `index` of a segment, or undefined after the last one. */
  block(segment: Segment, index: number): Uint8Array | undefined {
    const id = segment.number * BLOCKS_PER_SEGMENT + index;
    const row = this.#statements.block.get(id);
    return row && verifiedData<Uint8Array>(row, BLOCK, id);
  }

  /** Marks passages as deleted in their segments. `version` notifies readers of a changed segment. */
  markDeleted(deleted: readonly DeletedRow[], version: number): void {
    const bySegment = Map.groupBy(deleted, ({ row }) => this.#segmentOf(row));
    for (const [segment, rows] of bySegment) {
      if (segment !== undefined) this.#markInSegment(segment, rows, version);
    }
  }

  /** Removes some of the blocks of dead segments. Returns whether there can be more. */
  sweep(): boolean {
    const number = this.#dead[0];
    if (number === undefined) return false;
    const first = number * BLOCKS_PER_SEGMENT;
    const swept = this.#statements.sweepBlocks.run(first, first + BLOCKS_PER_SEGMENT, BLOCKS_PER_SWEEP);
    if (Number(swept.changes) === BLOCKS_PER_SWEEP) return true;
    this.#statements.deleteSegment.run(number);
    this.#dead.shift();
    return this.hasDead;
  }

  #markInSegment(segment: Segment, deletedRows: readonly DeletedRow[], version: number): void {
    const { rows } = this.rowsOf(segment);
    const deleted = this.deletedOf(segment) ?? makeDeleted(segment.rowCount);
    for (const { row, length } of deletedRows) {
      markDeleted(deleted, ordinalOf(rows, row));
      segment.liveCount--;
      segment.liveLength -= length;
    }
    if (segment.liveCount === 0) return this.#discard(segment);
    this.#statements.updateSegment.run(segment.liveCount, segment.liveLength, version, segment.number);
    this.#statements.writeDeleted.run(segment.number, deleted, dataSum(segment.number, deleted));
  }

  #segmentOf(row: number): Segment | undefined {
    return this.live.findLast((segment) => segment.firstRow <= row);
  }

  #discard(segment: Segment): void {
    this.live.splice(this.live.indexOf(segment), 1);
    this.#rows.delete(segment.number);
    this.#markDead(segment.number);
    this.#statements.deleteRows.run(segment.number);
    this.#statements.deleteTerms.run(segment.number);
    this.#statements.deleteDeleted.run(segment.number);
  }

  #markDead(number: number): void {
    this.#statements.setNumberStatus.run(DEAD, number);
    this.#dead.push(number);
  }
}

const SQL = {
  setStatus: "update segment set status = ? where status = ? and kind = ?",
  setNumberStatus: "update segment set status = ? where number = ?",
  live: `select number, first_row as firstRow, row_count as rowCount, live_count as liveCount,
    live_length as liveLength from segment where status = ${LIVE} and kind = ? order by first_row`,
  dead: `select number from segment where status = ${DEAD} and kind = ?`,
  insertSegment: "insert into segment values (?, ?, 0, 0, 0, 0, 0, ?)",
  completeSegment:
    "update segment set status = ?, first_row = ?, row_count = ?, live_count = ?, live_length = ? where number = ?",
  updateSegment: "update segment set live_count = ?, live_length = ?, deleted_version = ? where number = ?",
  deleteSegment: "delete from segment where number = ?",
  insertRows: "insert into segment_rows values (?, ?, ?)",
  rows: "select data, sum from segment_rows where segment = ?",
  deleteRows: "delete from segment_rows where segment = ?",
  insertTerms: "insert into segment_terms values (?, ?, ?)",
  deleteTerms: "delete from segment_terms where segment = ?",
  deleted: "select data, sum from segment_deleted where segment = ?",
  writeDeleted: "insert or replace into segment_deleted values (?, ?, ?)",
  deleteDeleted: "delete from segment_deleted where segment = ?",
  insertBlock: "insert into block values (?, ?, ?)",
  block: "select data, sum from block where id = ?",
  sweepBlocks: "delete from block where id in (select id from block where id >= ? and id < ? limit ?)",
} as const;

/** Prepares a table of statements. */
export const prepareAll = <Name extends string>(
  database: DatabaseSync,
  sql: Readonly<Record<Name, string>>,
): Readonly<Record<Name, StatementSync>> =>
  Object.fromEntries(Object.entries<string>(sql).map(([name, text]) => [name, database.prepare(text)])) as Record<
    Name,
    StatementSync
  >;
