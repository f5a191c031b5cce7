import { PassageIndexError } from "../passage-index-error.ts";
import { readForgotten, removeForgotten } from "./drop-collection.ts";
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

/** Work behind the writes: merges, and removing what nobody needs. What fails is done by the next who comes by. */
export class Maintenance {
  readonly #options: MaintenanceOptions;
  readonly #merging = new Map<number, number>();
  readonly #wanted = new Set<number>();
  readonly #running = new Set<Promise<void>>();
  readonly #timer: NodeJS.Timeout;
  #isClosed = false;

  constructor(options: MaintenanceOptions) {
    this.#options = options;
    this.#timer = setInterval(() => this.#start(this.sweep()), Math.max(options.graceMs, 1_000));
    this.#timer.unref();
    this.#start(this.#begin());
  }

  /** After a commit: merges while there is something to merge. */
  look(collection: number): void {
    if (this.#isClosed) return;
    const merging = this.#merging.get(collection) ?? 0;
    if (merging >= MERGES_PER_COLLECTION) {
      this.#wanted.add(collection);
      return;
    }
    this.#merging.set(collection, merging + 1);
    this.#start(this.#merge(collection));
  }

  /** Removes what merges and drops left behind. */
  async sweep(): Promise<void> {
    const { database, graceMs } = this.#options;
    for (const collection of await readForgotten(database)) await removeForgotten(database, collection);
    await sweepSegments(database, graceMs);
  }

  /** Resolves when nothing is being done. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  /** Ends after what was begun; merges that are still due are left to others. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    await this.idle();
  }

  async #begin(): Promise<void> {
    await this.sweep();
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
      while (!this.#isClosed && ((await mergeOnce(database, collection, merge)) || this.#wanted.has(collection)));
    } finally {
      const merging = this.#merging.get(collection)! - 1;
      if (merging === 0) this.#merging.delete(collection);
      else this.#merging.set(collection, merging);
    }
  }

  #start(work: Promise<void>): void {
    const watched = work.catch((error: unknown) => this.#report(error)).finally(() => this.#running.delete(watched));
    this.#running.add(watched);
  }

  #report(error: unknown): void {
    // It was dropped meanwhile.
    if (error instanceof PassageIndexError && error.reason === "not_found") return;
    this.#options.warn("work behind the passage index failed, and is tried again later", error);
  }
}
