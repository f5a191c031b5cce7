import type { OpenVectorWrite } from "@quarry/index";
import type { CollectionRecord } from "@quarry/store";
import { Effect } from "effect";
import { deleteEverywhere } from "./target-records.ts";
import { ReachedTargets } from "./reached-targets.ts";
import type { WriteServices } from "./write-services.ts";

/**
 * Another process's write that is this old is one that nobody is at any more: a call to a store ends long before. A write
 * that is taken back and still goes on is not complete, and removes itself what it has added.
 */
const ABANDONED_AFTER_MS = 15 * 60_000;

/** Ends writes of clients' vectors that were begun and not brought to their end, by an error or by a kill. */
export class OpenVectorWrites {
  readonly #services: WriteServices;
  /** Versions that a request of this process is at. */
  readonly #busy = new Set<string>();
  /** Versions that requests of this process have left, by collection. Without any, others may have left some. */
  readonly #left = new Map<string, Set<string>>();

  constructor(services: WriteServices) {
    this.#services = services;
  }

  begin(version: string): void {
    this.#busy.add(version);
  }

  end(version: string): void {
    this.#busy.delete(version);
  }

  /** Leaves a write that could not be finished, for a later attempt. */
  leave(collectionId: string, version: string): void {
    this.#busy.delete(version);
    this.#leftIn(collectionId).add(version);
  }

  #leftIn(collectionId: string): Set<string> {
    let versions = this.#left.get(collectionId);
    if (versions === undefined) this.#left.set(collectionId, (versions = new Set()));
    return versions;
  }

  /** Finds writes that a dead process may have left unfinished. */
  readonly findLeft = Effect.suspend(() =>
    Effect.map(this.#services.passages.vectorWrites.collections, (ids) => {
      for (const id of ids) this.#leftIn(id);
    }),
  );

  /** Tries to end what was left; what fails is tried again the next time. */
  readonly endLeft = Effect.suspend(() =>
    Effect.forEach(
      [...this.#left.keys()],
      (collectionId) =>
        Effect.catchCause(this.#endLeftIn(collectionId), (cause) =>
          Effect.logWarning(`writes of vectors to collection ${collectionId} are not cleared up yet`, cause),
        ),
      { discard: true },
    ),
  );

  readonly #endLeftIn = Effect.fnUntraced({ self: this }, function* (this: OpenVectorWrites, collectionId: string) {
    const { collections, passages } = this.#services;
    const collection = yield* collections.findById(collectionId);
    // Writes left in a deleted collection need no clearing up.
    if (collection === undefined) return void this.#left.delete(collectionId);
    const open = yield* passages.vectorWrites.open(collectionId);
    const versions = this.#leftIn(collectionId);
    const known = new Set(open.map(({ version }) => version));
    for (const version of versions) if (!known.has(version)) versions.delete(version);
    for (const write of open) {
      const isOurs = versions.has(write.version);
      if (this.#busy.has(write.version) || (!isOurs && write.ageMs < ABANDONED_AFTER_MS)) continue;
      yield* this.endOne(collection, write);
      versions.delete(write.version);
    }
    if (versions.size === 0) this.#left.delete(collectionId);
  });

  /** Undoes a write, or finishes one that is complete. May run again, and in several processes. */
  readonly endOne = Effect.fnUntraced(
    { self: this },
    function* (
      this: OpenVectorWrites,
      collection: CollectionRecord,
      { version, isDone, added, obsolete }: OpenVectorWrite,
    ) {
      const { passages } = this.#services;
      const { takeBack, settle } = passages.vectorWrites;
      // Completed at this moment: the next look finishes it.
      if (!isDone && !(yield* takeBack(collection.id, version))) return;
      // A change of the index may have switched just when it was complete.
      if (isDone) yield* new ReachedTargets(this.#services, collection).migrate(added);
      const removed = isDone ? obsolete : [...added, ...obsolete];
      if (removed.length > 0) yield* deleteEverywhere(yield* this.#services.places(collection), removed);
      yield* settle(collection.id, version);
    },
  );
}
