import { unknownCollection } from "../store-failure.ts";
import type { WritableCollection } from "./writable-collection.ts";

/** A write inside the group's transaction; its result is returned after the commit. */
export type ApplyWrite = (collection: WritableCollection) => unknown;

interface PendingWrite {
  readonly apply: ApplyWrite;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Group commit: writes that arrive while a commit runs wait and go into the next one together, so that many callers
 * share one wait for the disk. A write that fails is rolled back alone, by running the group again one by one.
 */
export class GroupCommit {
  readonly #open: (collection: string) => WritableCollection | undefined;
  readonly #onFlushed: () => void;
  #waiting = new Map<string, PendingWrite[]>();
  #scheduled = false;

  /** `onFlushed` runs after each round of commits. */
  constructor(open: (collection: string) => WritableCollection | undefined, onFlushed: () => void) {
    this.#open = open;
    this.#onFlushed = onFlushed;
  }

  write(collection: string, apply: ApplyWrite): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const writes = this.#waiting.get(collection);
      if (writes === undefined) this.#waiting.set(collection, [{ apply, resolve, reject }]);
      else writes.push({ apply, resolve, reject });
      this.#schedule();
    });
  }

  /** Commits what waits, now. */
  flush(): void {
    const groups = this.#waiting;
    this.#waiting = new Map();
    for (const [collection, writes] of groups) this.#commitGroup(collection, writes);
    this.#onFlushed();
  }

  // After the messages that are already there: they join this group.
  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.flush();
    });
  }

  #commitGroup(name: string, writes: readonly PendingWrite[]): void {
    try {
      const collection = this.#open(name);
      if (collection === undefined) throw unknownCollection(name);
      if (!tryCommit(collection, writes)) for (const write of writes) commitAlone(collection, write);
    } catch (error) {
      for (const write of writes) write.reject(error);
    }
  }
}

/** Commits all of them together; false when one failed and nothing was written. */
const tryCommit = (collection: WritableCollection, writes: readonly PendingWrite[]): boolean => {
  let values: readonly unknown[];
  try {
    values = transaction(collection, () => writes.map((write) => write.apply(collection)));
  } catch (error) {
    if (writes.length > 1) return false;
    throw error;
  }
  for (const [i, write] of writes.entries()) write.resolve(values[i]);
  return true;
};

const commitAlone = (collection: WritableCollection, write: PendingWrite): void => {
  try {
    write.resolve(transaction(collection, () => write.apply(collection)));
  } catch (error) {
    write.reject(error);
  }
};

const transaction = <Value>(collection: WritableCollection, run: () => Value): Value => {
  collection.begin();
  try {
    const value = run();
    collection.commit();
    return value;
  } catch (error) {
    collection.rollback();
    throw error;
  }
};
