import type { DatabaseSync } from "node:sqlite";
import { planMerge } from "./merge-policy.ts";
import type { NewSegment } from "../postings/segment-builder.ts";
import { isDeleted } from "../postings/segment-rows.ts";
import { RunningMerge } from "./running-merge.ts";
import { PLAIN } from "../storage/schema.ts";
import { type DeletedRow, type Segment, type SegmentNumbers, SegmentStore } from "../storage/segment-store.ts";

/** Rows up to which a merge runs immediately, in the transaction that made it due: a few milliseconds. */
const INLINE_MERGE_ROWS = 1_024;
/**
 * Number of segments above which merging gets longer time slices: it has fallen behind, and queries would become slow.
 */
const MAX_SEGMENTS = 64;
const BACKLOG_FACTOR = 8;
/** Passages without field values that are rewritten in one step: a few dozen milliseconds. */
const REWRITES_PER_STEP = 512;

/** Indexes the passages in a range of rows again; both ends are inclusive. */
export type Reindex = (first: number, last: number) => NewSegment;

/**
 * Segments of passages or documents, merged to keep their number small. Every method runs inside the caller's
 * transaction.
 */
export class MergedSegments {
  readonly #store: SegmentStore;
  #merge: RunningMerge | undefined;

  constructor(database: DatabaseSync, numbers: SegmentNumbers, kinds: readonly number[]) {
    this.#store = new SegmentStore(database, numbers, kinds);
  }

  add(added: NewSegment): void {
    if (added.count === 0) return;
    const { number, blocks } = this.#store.begin();
    added.writeTerms(blocks);
    this.#store.finish(number, blocks, added.rows());
  }

  /**
   * Adds segments, in the order of their rows, and deletes rows. `version` notifies readers of a changed segment. Runs
   * small merges immediately.
   */
  change(added: readonly NewSegment[], deleted: readonly DeletedRow[], version: number): void {
    for (const segment of added) this.add(segment);
    if (deleted.length > 0) this.#store.markDeleted(deleted, version);
    this.#mergeSmall(version);
  }

  /** Row of the last indexed passage; 0 if there is none. */
  get lastRow(): number {
    const last = this.#store.live.at(-1);
    return last === undefined ? 0 : this.#store.rowsOf(last).rows.at(-1)!;
  }

  get needsWork(): boolean {
    if (this.#merge !== undefined || this.#store.hasDead || planMerge(this.#mergeable) !== undefined) return true;
    return this.#lastPlainSegment !== undefined;
  }

  /** Runs one time slice of the pending work. */
  work(milliseconds: number, version: number, reindex: Reindex): void {
    this.#merge ??= this.#beginMerge();
    if (this.#merge !== undefined) {
      if (this.#merge.run(this.#deadline(milliseconds), version)) this.#merge = undefined;
    } else if (this.#store.hasDead) this.#store.sweep();
    else this.#rewritePlain(version, reindex);
  }

  /** All segments except those from before field values existed. These are the oldest, and are not merged any more. */
  get #mergeable(): readonly Segment[] {
    return this.#store.live.filter(({ kind }) => kind !== PLAIN);
  }

  get #lastPlainSegment(): Segment | undefined {
    return this.#store.live.findLast(({ kind }) => kind === PLAIN);
  }

  // A merge of a few passages is cheaper than a separate commit for it.
  #mergeSmall(version: number): void {
    for (;;) {
      const free = this.#mergeable.filter(({ firstRow }) => firstRow >= (this.#merge?.endRow ?? 0));
      const plan = planMerge(free);
      if (plan === undefined) return;
      const sources = free.slice(plan.start, plan.end);
      if (sources.reduce((sum, { rowCount }) => sum + rowCount, 0) > INLINE_MERGE_ROWS) return;
      new RunningMerge(this.#store, sources).run(Number.POSITIVE_INFINITY, version);
    }
  }

  #beginMerge(): RunningMerge | undefined {
    const whole = this.#mergeable;
    const plan = planMerge(whole);
    return plan && new RunningMerge(this.#store, whole.slice(plan.start, plan.end));
  }

  /**
   * Moves the last passages of the last segment without field values to a new segment with them. It proceeds from the
   * end because a row's segment is found as the last one whose first row is not after the row; this must stay true.
   */
  #rewritePlain(version: number, reindex: Reindex): void {
    const segment = this.#lastPlainSegment;
    if (segment === undefined) return;
    const { rows, lengths } = this.#store.rowsOf(segment);
    const deleted = this.#store.deletedOf(segment);
    const moved: DeletedRow[] = [];
    for (let ordinal = rows.length - 1; ordinal >= 0 && moved.length < REWRITES_PER_STEP; ordinal--) {
      if (!isDeleted(deleted, ordinal)) moved.push({ row: rows[ordinal]!, length: lengths[ordinal]! });
    }
    const added = reindex(moved.at(-1)!.row, moved[0]!.row);
    this.#store.markDeleted(moved, version);
    this.add(added);
  }

  #deadline(milliseconds: number): number {
    const isBehind = this.#store.live.length > MAX_SEGMENTS;
    return performance.now() + (isBehind ? milliseconds * BACKLOG_FACTOR : milliseconds);
  }
}
