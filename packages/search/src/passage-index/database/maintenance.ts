import { BackgroundWork } from "./background-work.ts";
import type { IndexDatabase } from "./index-database.ts";
import { type Merge, mergeOnce } from "./segment-merge-job.ts";
import { LIVE } from "./segment-status.ts";
import { sweepSegments } from "./sweep-segments.ts";

/** Merges of one collection that this process does at a time: a small one need not wait for a large one. */
const MERGES_PER_COLLECTION = 2;
/** Live segments from which a collection is looked after when the process starts. */
const MANY_SEGMENTS = 12;

export interface MaintenanceOptions {
  readonly database: IndexDatabase;
  readonly merge: Merge;
  /** How long merged segments are kept for those who read them at the time. */
  readonly graceMs: number;
  /** Writes to the log of the service. */
  readonly warn: (message: string, error: unknown) => void;
}

/** Merges behind the writes, and removing what nobody needs after them. */
export class Maintenance {
  readonly #options: MaintenanceOptions;
  readonly #merging = new Map<number, number>();
  readonly #wanted = new Set<number>();
  readonly #work: BackgroundWork;

  constructor(options: MaintenanceOptions) {
    this.#options = options;
    const { database, graceMs, warn } = options;
    const sweep = () => sweepSegments(database, graceMs);
    this.#work = new BackgroundWork(warn, { everyMs: Math.max(graceMs, 1_000), work: sweep });
    this.#work.start(this.#begin());
  }

  /** After a commit: merges while there is something to merge. */
  look(collection: number): void {
    if (this.#work.isClosed) return;
    const merging = this.#merging.get(collection) ?? 0;
    if (merging >= MERGES_PER_COLLECTION) {
      this.#wanted.add(collection);
      return;
    }
    this.#merging.set(collection, merging + 1);
    this.#work.start(this.#merge(collection));
  }

  /** Ends after what was begun; merges that are still due are left to others. */
  close(): Promise<void> {
    return this.#work.close();
  }

  async #begin(): Promise<void> {
    const { database } = this.#options;
    const rows = await database.read((kysely) =>
      kysely
        .selectFrom("passage_segments")
        .select("collection")
        .where("status", "=", LIVE)
        .groupBy("collection")
        .having((expression) => expression.fn.countAll(), ">=", MANY_SEGMENTS)
        .execute(),
    );
    for (const { collection } of rows) this.look(Number(collection));
  }

  async #merge(collection: number): Promise<void> {
    const { database, merge } = this.#options;
    try {
      do this.#wanted.delete(collection);
      while (!this.#work.isClosed && ((await mergeOnce(database, collection, merge)) || this.#wanted.has(collection)));
    } finally {
      const merging = this.#merging.get(collection)! - 1;
      if (merging === 0) this.#merging.delete(collection);
      else this.#merging.set(collection, merging);
    }
  }
}
