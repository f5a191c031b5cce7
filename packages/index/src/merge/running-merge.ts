import { SegmentMerge } from "./segment-merge.ts";
import { isDeleted, type SegmentRows } from "../postings/segment-rows.ts";
import type { TermBlockWriter } from "../postings/term-blocks.ts";
import type { DeletedRow, Segment, SegmentStore } from "../storage/segment-store.ts";

interface Source {
  readonly segment: Segment;
  readonly rows: SegmentRows;
  /** Deletion bitmap at the beginning of the merge. */
  readonly deleted: Uint8Array | undefined;
}

/** Merge of segments that can span several transactions. */
export class RunningMerge {
  readonly #segments: SegmentStore;
  readonly #sources: readonly Source[];
  readonly #merge: SegmentMerge;
  readonly #number: number;
  readonly #blocks: TermBlockWriter;

  /** Must be called inside a transaction, like `run`. */
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

  /** Works until the deadline (as of `performance.now`) or the end. Returns whether it is complete. */
  run(deadline: number, version: number): boolean {
    if (!this.#merge.run(this.#blocks, () => performance.now() >= deadline)) return false;
    // Sources whose last passage was deleted meanwhile are no longer live.
    const live = this.#sources.filter(({ segment }) => this.#segments.live.includes(segment));
    const lateDeletions = this.#sources.flatMap((source) => this.#deletedSince(source));
    this.#segments.finish(
      this.#number,
      this.#blocks,
      this.#merge.rows,
      live.map(({ segment }) => segment),
    );
    if (lateDeletions.length > 0) this.#segments.markDeleted(lateDeletions, version);
    return true;
  }

  /** Row from which on all passages are newer than the merged ones. */
  get endRow(): number {
    return this.#sources.at(-1)!.rows.rows.at(-1)! + 1;
  }

  #deletedSince({ segment, rows, deleted }: Source): DeletedRow[] {
    const isDead = !this.#segments.live.includes(segment);
    const currentlyDeleted = this.#segments.deletedOf(segment);
    const lateDeletions: DeletedRow[] = [];
    for (const [ordinal, row] of rows.rows.entries()) {
      if (isDeleted(deleted, ordinal) || !(isDead || isDeleted(currentlyDeleted, ordinal))) continue;
      lateDeletions.push({ row, length: rows.lengths[ordinal]! });
    }
    return lateDeletions;
  }
}
