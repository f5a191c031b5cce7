import type { DatabaseSync } from "node:sqlite";
import { planMerge } from "./merge-policy.ts";
import type { NewSegment } from "../postings/segment-builder.ts";
import { RunningMerge } from "./running-merge.ts";
import { type DeletedRow, type SegmentNumbers, SegmentStore } from "../storage/segment-store.ts";

/** Rows up to which a merge runs immediately, in the transaction that made it due: a few milliseconds. */
const INLINE_MERGE_ROWS = 1_024;
/**
 * Number of segments above which merging gets longer time slices: it has fallen behind, and queries would become slow.
 */
const MAX_SEGMENTS = 64;
const BACKLOG_FACTOR = 8;

/**
 * Segments of passages or documents, merged to keep their number small. Every method runs inside the caller's
 * transaction.
 */
export class MergedSegments {
  readonly #store: SegmentStore;
  #merge: RunningMerge | undefined;

  constructor(database: DatabaseSync, numbers: SegmentNumbers, kind: number) {
    this.#store = new SegmentStore(database, numbers, kind);
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
    return this.#merge !== undefined || this.#store.hasDead || planMerge(this.#store.live) !== undefined;
  }

  /** Runs one time slice of the pending work. */
  work(milliseconds: number, version: number): void {
    this.#merge ??= this.#beginMerge();
    if (this.#merge === undefined) this.#store.sweep();
    else if (this.#merge.run(this.#deadline(milliseconds), version)) this.#merge = undefined;
  }

  // A merge of a few passages is cheaper than a separate commit for it.
  #mergeSmall(version: number): void {
    for (;;) {
      const free = this.#store.live.filter(({ firstRow }) => firstRow >= (this.#merge?.endRow ?? 0));
      const plan = planMerge(free);
      if (plan === undefined) return;
      const sources = free.slice(plan.start, plan.end);
      if (sources.reduce((sum, { rowCount }) => sum + rowCount, 0) > INLINE_MERGE_ROWS) return;
      new RunningMerge(this.#store, sources).run(Number.POSITIVE_INFINITY, version);
    }
  }

  #beginMerge(): RunningMerge | undefined {
    const plan = planMerge(this.#store.live);
    return plan && new RunningMerge(this.#store, this.#store.live.slice(plan.start, plan.end));
  }

  #deadline(milliseconds: number): number {
    const isBehind = this.#store.live.length > MAX_SEGMENTS;
    return performance.now() + (isBehind ? milliseconds * BACKLOG_FACTOR : milliseconds);
  }
}
