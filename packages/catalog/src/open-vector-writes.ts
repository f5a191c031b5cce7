import { slicesOf } from "@quarry/domain";
import type { PluginError } from "@quarry/plugin";
import { type OpenVectorWrite, type Passage, passageIdOf, type PassageIndexService, vectorIdOf } from "@quarry/search";
import type { CollectionRecord, CollectionRepository } from "@quarry/store";
import { Effect } from "effect";
import { hasSameVectors, type VectorPlace } from "./index-places.ts";
import { embeddedFor, type ReachServices } from "./reach-places.ts";
import { deleteVectors } from "./vector-writes.ts";

export interface OpenWriteServices extends ReachServices {
  readonly passages: PassageIndexService;
  readonly collections: CollectionRepository["Service"];
}

/**
 * Another process's write that is this old is one that nobody is at any more: a call to a store ends long before. A write
 * that is taken back and still goes on is not complete, and removes itself what it has added.
 */
const ABANDONED_AFTER_MS = 15 * 60_000;

/** Vectors read at a time. */
const READ_AT_ONCE = 500;

/** Ends writes of clients' vectors that were begun and not brought to their end, by an error or by a kill. */
export class OpenVectorWrites {
  readonly #services: OpenWriteServices;
  /** Versions that a request of this process is at. */
  readonly #busy = new Set<string>();
  /** Versions that requests of this process have left, by collection. Without any, others may have left some. */
  readonly #left = new Map<string, Set<string>>();

  constructor(services: OpenWriteServices) {
    this.#services = services;
  }

  begin(version: string): void {
    this.#busy.add(version);
  }

  end(version: string): void {
    this.#busy.delete(version);
  }

  /** It could not be brought to its end. */
  leave(collectionId: string, version: string): void {
    this.#busy.delete(version);
    this.#lookAt(collectionId).add(version);
  }

  #lookAt(collectionId: string): Set<string> {
    let versions = this.#left.get(collectionId);
    if (versions === undefined) this.#left.set(collectionId, (versions = new Set()));
    return versions;
  }

  /** Takes note of what a process that is gone may have left. */
  readonly findLeft = Effect.suspend(() =>
    Effect.map(this.#services.passages.vectorWrites.collections, (ids) => {
      for (const id of ids) this.#lookAt(id);
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
    // What belonged to a collection that is gone goes with it.
    if (collection === undefined) return void this.#left.delete(collectionId);
    const open = yield* passages.vectorWrites.open(collectionId);
    const versions = this.#lookAt(collectionId);
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
      const { index, passages } = this.#services;
      const { takeBack, settle } = passages.vectorWrites;
      // Completed at this moment: the next look finishes it.
      if (!isDone && !(yield* takeBack(collection.id, version))) return;
      if (isDone) yield* this.#bringAlong(collection, added);
      const removed = isDone ? obsolete : [...added, ...obsolete];
      if (removed.length > 0) yield* deleteVectors(yield* index.places(collection), removed);
      yield* settle(collection.id, version);
    },
  );

  /**
   * A write may have been complete just when a change of the index switched, and not yet have reached the generation that
   * has answered since.
   */
  readonly #bringAlong = Effect.fnUntraced(
    { self: this },
    function* (this: OpenVectorWrites, collection: CollectionRecord, vectorIds: readonly string[]) {
      const { index, changes, passages } = this.#services;
      const { live, building, former } = yield* index.places(collection);
      for (const ids of slicesOf(vectorIds, READ_AT_ONCE)) {
        const wanted = new Set(ids);
        const stored = yield* passages.get(collection.id, ids.map(passageIdOf));
        const named = stored.filter((passage) => wanted.has(vectorIdOf(passage)));
        if (named.length === 0) continue;
        if (building !== undefined) yield* changes.reportGap(building.changeId);
        const others = (building === undefined ? former : [building, ...former]).filter((place) =>
          hasSameVectors(place.index, live.index),
        );
        yield* this.#copyTo(collection.id, live, others, named);
      }
    },
  );

  readonly #copyTo = Effect.fnUntraced(
    { self: this },
    function* (
      this: OpenVectorWrites,
      collectionId: string,
      live: VectorPlace,
      others: readonly VectorPlace[],
      passages: readonly Passage[],
    ) {
      let lacking: readonly Passage[] = passages;
      for (const place of [live, ...others]) {
        const found = new Map((yield* recordsIn(place, lacking)).map((record) => [record.id, record]));
        if (place !== live && found.size > 0) {
          yield* live.store.service.upsert(live.vectorCollection, [...found.values()]);
        }
        lacking = lacking.filter((passage) => !found.has(vectorIdOf(passage)));
        if (lacking.length === 0) return;
      }
      const embeddable = lacking.filter(({ text }) => text.trim() !== "");
      if (embeddable.length === 0) return;
      const records = embeddable.map((passage) => ({
        id: vectorIdOf(passage),
        metadata: passage.metadata,
        text: passage.text,
      }));
      const embedded = yield* embeddedFor(this.#services, collectionId, live.index, records);
      yield* live.store.service.upsert(live.vectorCollection, embedded);
    },
  );
}

/** What a place has of these passages; nothing where it is gone. */
const recordsIn = ({ store, vectorCollection }: VectorPlace, passages: readonly Passage[]) =>
  Effect.catchIf(
    store.service.get(vectorCollection, passages.map(vectorIdOf)),
    ({ reason }: PluginError) => reason === "not_found",
    () => Effect.succeed([]),
  );
