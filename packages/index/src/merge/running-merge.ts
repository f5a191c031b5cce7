import { SegmentMerge } from "./segment-merge.ts";
import { isDeleted, type SegmentRows } from "../postings/segment-rows.ts";
import type { TermBlockWriter } from "../postings/term-blocks.ts";
import type { DeletedRow, Segment, SegmentStore } from "../storage/segment-store.ts";

interface Source {
  readonly segment: Segment;
  readonly rows: SegmentRows;
  /** Deleted when the merge began. */
  readonly deleted: Uint8Array | undefined;
}

/** A merge of segments over as many transactions as it takes. */
export class RunningMerge {
  readonly #segments: SegmentStore;
  readonly #sources: readonly Source[];
  readonly #merge: SegmentMerge;
  readonly #number: number;
  readonly #blocks: TermBlockWriter;

  /** Inside a transaction, as `run`. */
  constructor(segments: SegmentStore, sources: readonly Segment[]) {
    this.#segments = segments;
    this.#sources = sources.map((segment) => ({
      segment,
      rows: segments.rowsOf(segment),
      deleted: segments.deletedOf(segment),
    }));
    this.#merge = new SegmentMerge(
      this.#sources.map(({ segment, rows, deleted }) => {
        let next = 0;
        return { rows, deleted, nextBlock: () => segments.block(segment, next++) };
      }),
    );
    const { number, blocks } = segments.begin();
    this.#number = number;
    this.#blocks = blocks;
  }

  /** Works until the deadline (by `performance.now`) or the end; true at the end. */
  run(deadline: number, version: number): boolean {
    if (!this.#merge.run(this.#blocks, () => performance.now() >= deadline)) return false;
    // Sources that lost their last passage meanwhile are gone from the live ones already.
    const live = this.#sources.filter(({ segment }) => this.#segments.live.includes(segment));
    const late = this.#sources.flatMap((source) => this.#deletedSince(source));
    this.#segments.finish(
      this.#number,
      this.#blocks,
      this.#merge.rows,
      live.map(({ segment }) => segment),
    );
    if (late.length > 0) this.#segments.markDeleted(late, version);
    return true;
  }

  /** Row from which on all passages are newer than what is merged. */
  get endRow(): number {
    return this.#sources.at(-1)!.rows.rows.at(-1)! + 1;
  }

  #deletedSince({ segment, rows, deleted }: Source): DeletedRow[] {
    const isGone = !this.#segments.live.includes(segment);
    const now = this.#segments.deletedOf(segment);
    const late: DeletedRow[] = [];
    for (const [ordinal, row] of rows.rows.entries()) {
      if (isDeleted(deleted, ordinal) || !(isGone || isDeleted(now, ordinal))) continue;
      late.push({ row, length: rows.lengths[ordinal]! });
    }
    return late;
  }
}
