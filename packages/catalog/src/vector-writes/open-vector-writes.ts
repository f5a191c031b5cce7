import type { OpenVectorWrite } from "@quarry/index";
import type { CollectionRecord } from "@quarry/store";
import { Effect } from "effect";
import { deleteEverywhere } from "./target-records.ts";
import { ReachedTargets } from "./reached-targets.ts";
import type { WriteServices } from "./write-services.ts";

/**
 * Age after which another process's open write counts as abandoned: a call to a store ends long before. A write that is
 * rolled back but still running can't complete, and deletes its own additions.
 */
const ABANDONED_AFTER_MS = 15 * 60_000;

/** Recovers client vector writes that an error or a kill left unfinished. */
export class OpenVectorWrites {
  readonly #services: WriteServices;
  /** Versions being written by requests of this process. */
  readonly #busy = new Set<string>();
  /**
   * Versions left unfinished by this process, by collection. An empty set means that another process may have left
   * some.
   */
  readonly #unfinished = new Map<string, Set<string>>();

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
    this.#unfinishedIn(collectionId).add(version);
  }

  #unfinishedIn(collectionId: string): Set<string> {
    let versions = this.#unfinished.get(collectionId);
    if (versions === undefined) this.#unfinished.set(collectionId, (versions = new Set()));
    return versions;
  }

  /** Finds collections with writes that a dead process may have left unfinished. */
  readonly findUnfinished = Effect.suspend(() =>
    Effect.map(this.#services.passages.vectorWrites.collections, (ids) => {
      for (const id of ids) this.#unfinishedIn(id);
    }),
  );

  /** Tries to end unfinished writes; failures are retried the next time. */
  readonly endUnfinished = Effect.suspend(() =>
    Effect.forEach(
      [...this.#unfinished.keys()],
      (collectionId) =>
        Effect.catchCause(this.#endUnfinishedIn(collectionId), (cause) =>
          Effect.logWarning(`writes of vectors to collection ${collectionId} are not cleaned up yet`, cause),
        ),
      { discard: true },
    ),
  );

  readonly #endUnfinishedIn = Effect.fnUntraced(
    { self: this },
    function* (this: OpenVectorWrites, collectionId: string) {
      const { collections, passages } = this.#services;
      const collection = yield* collections.findById(collectionId);
      // Unfinished writes in a deleted collection need no cleanup.
      if (collection === undefined) return void this.#unfinished.delete(collectionId);
      const open = yield* passages.vectorWrites.open(collectionId);
      const versions = this.#unfinishedIn(collectionId);
      const known = new Set(open.map(({ version }) => version));
      for (const version of versions) if (!known.has(version)) versions.delete(version);
      for (const write of open) {
        const isOurs = versions.has(write.version);
        if (this.#busy.has(write.version) || (!isOurs && write.ageMs < ABANDONED_AFTER_MS)) continue;
        yield* this.endOne(collection, write);
        versions.delete(write.version);
      }
      if (versions.size === 0) this.#unfinished.delete(collectionId);
    },
  );

  /** Rolls back a write, or finishes one that is complete. Idempotent, also across processes. */
  readonly endOne = Effect.fnUntraced(
    { self: this },
    function* (
      this: OpenVectorWrites,
      collection: CollectionRecord,
      { version, isDone, added, obsolete }: OpenVectorWrite,
    ) {
      const { passages } = this.#services;
      const { rollBack, settle } = passages.vectorWrites;
      // It completed just now: the next check finishes it.
      if (!isDone && !(yield* rollBack(collection.id, version))) return;
      // An index change can have switched just when the write completed.
      if (isDone) yield* new ReachedTargets(this.#services, collection).migrate(added);
      const removed = isDone ? obsolete : [...added, ...obsolete];
      if (removed.length > 0) yield* deleteEverywhere(yield* this.#services.targets(collection), removed);
      yield* settle(collection.id, version);
    },
  );
}
