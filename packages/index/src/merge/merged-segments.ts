import type { DatabaseSync } from "node:sqlite";
import { planMerge } from "./merge-policy.ts";
import type { SegmentBuilder } from "../postings/segment-builder.ts";
import { isDeleted } from "../postings/segment-rows.ts";
import { RunningMerge } from "./running-merge.ts";
import { PLAIN } from "../storage/schema.ts";
import { type DeletedRow, type Segment, type SegmentNumbers, SegmentStore } from "../storage/segment-store.ts";

/** Rows up to which a merge is done at once, in the transaction that made it due: a few milliseconds. */
const INLINE_MERGE_ROWS = 1_024;
/** Segments from which merging takes longer slices: it has fallen behind, and queries would get slow. */
const MAX_SEGMENTS = 64;
const BACKLOG_FACTOR = 8;
/** Passages without field values that are rewritten at a time: a few dozen milliseconds. */
const REWRITTEN_AT_ONCE = 512;

/** Writes the passages again that stand in some rows, the first and last included. */
export type Reindex = (first: number, last: number) => SegmentBuilder;

/** Segments of passages, or of documents, that are kept few. Every method runs inside the caller's transaction. */
export class MergedSegments {
  readonly #store: SegmentStore;
  #merge: RunningMerge | undefined;

  constructor(database: DatabaseSync, numbers: SegmentNumbers, kinds: readonly number[]) {
    this.#store = new SegmentStore(database, numbers, kinds);
  }

  add(builder: SegmentBuilder): void {
    if (builder.count === 0) return;
    const { number, blocks } = this.#store.begin();
    builder.writeTerms(blocks);
    this.#store.finish(number, blocks, builder.rows());
  }

  /** Adds and removes rows; `version` tells readers that a segment has changed. Merges of a few are done at once. */
  change(added: SegmentBuilder, deleted: readonly DeletedRow[], version: number): void {
    this.add(added);
    if (deleted.length > 0) this.#store.markDeleted(deleted, version);
    this.#mergeSmall(version);
  }

  get needsWork(): boolean {
    if (this.#merge !== undefined || this.#store.hasDead || planMerge(this.#whole) !== undefined) return true;
    return this.#lastPlain !== undefined;
  }

  /** Does a slice of what is due. */
  work(milliseconds: number, version: number, reindex: Reindex): void {
    this.#merge ??= this.#beginMerge();
    if (this.#merge !== undefined) {
      if (this.#merge.run(this.#deadline(milliseconds), version)) this.#merge = undefined;
    } else if (this.#store.hasDead) this.#store.sweep();
    else this.#rewritePlain(version, reindex);
  }

  /** All but those of before there were field values: these are the oldest, and are not merged any more. */
  get #whole(): readonly Segment[] {
    return this.#store.live.filter(({ kind }) => kind !== PLAIN);
  }

  get #lastPlain(): Segment | undefined {
    return this.#store.live.findLast(({ kind }) => kind === PLAIN);
  }

  // Merges of a few passages are cheaper than the commit that each would need for itself.
  #mergeSmall(version: number): void {
    for (;;) {
      const free = this.#whole.filter(({ firstRow }) => firstRow >= (this.#merge?.endRow ?? 0));
      const plan = planMerge(free);
      if (plan === undefined) return;
      const sources = free.slice(plan.start, plan.end);
      if (sources.reduce((sum, { rowCount }) => sum + rowCount, 0) > INLINE_MERGE_ROWS) return;
      new RunningMerge(this.#store, sources).run(Number.POSITIVE_INFINITY, version);
    }
  }

  #beginMerge(): RunningMerge | undefined {
    const whole = this.#whole;
    const plan = planMerge(whole);
    return plan && new RunningMerge(this.#store, whole.slice(plan.start, plan.end));
  }

  /**
   * Moves the last passages of the last segment without field values to a segment of their own that has them. From the end, so that
   * of all segments whose first row is not behind a row the last one goes on to be the one that holds it.
   */
  #rewritePlain(version: number, reindex: Reindex): void {
    const segment = this.#lastPlain;
    if (segment === undefined) return;
    const { rows, lengths } = this.#store.rowsOf(segment);
    const deleted = this.#store.deletedOf(segment);
    const moved: DeletedRow[] = [];
    for (let ordinal = rows.length - 1; ordinal >= 0 && moved.length < REWRITTEN_AT_ONCE; ordinal--) {
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
