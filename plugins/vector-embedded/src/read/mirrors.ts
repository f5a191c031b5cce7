import type { OpenCollections } from "../storage/open-collections.ts";
import { Mirror } from "./mirror.ts";
import type { ReadableCollection } from "./readable-collection.ts";

/** Decides which collections are held in memory, within a bound over all of them. */
export class Mirrors {
  readonly #collections: OpenCollections<ReadableCollection>;
  readonly #limit: number;

  constructor(collections: OpenCollections<ReadableCollection>, limitBytes: number) {
    this.#collections = collections;
    this.#limit = limitBytes;
  }

  /** The mirror in the state of the last commit; undefined when the collection is too large to be held. */
  current(collection: ReadableCollection): Mirror | undefined {
    const version = collection.dataVersion();
    if (collection.mirror?.version === version) return collection.mirror;
    if (collection.tooLargeAt === version) return undefined;
    // A second try reads anew what was stale; a third would find the same.
    const mirror = this.#read(collection, collection.mirror) ?? this.#retry(collection);
    collection.mirror = mirror;
    collection.tooLargeAt = mirror === undefined ? version : undefined;
    if (mirror !== undefined) {
      mirror.version = version;
      this.#evictOthers(collection);
    }
    return mirror;
  }

  #retry(collection: ReadableCollection): Mirror | undefined {
    collection.mirror = undefined;
    // Vectors alone tell that most large collections don't fit, without reading them.
    if (collection.countRows() * collection.dimension * Float32Array.BYTES_PER_ELEMENT > this.#limit) return undefined;
    return this.#read(collection, new Mirror(collection.dimension));
  }

  #read(collection: ReadableCollection, mirror: Mirror | undefined): Mirror | undefined {
    if (mirror === undefined) return undefined;
    return collection.snapshot(() => mirror.catchUp(collection, this.#limit)) ? mirror : undefined;
  }

  #evictOthers(keep: ReadableCollection): void {
    let total = 0;
    for (const collection of this.#collections.values()) total += collection.mirror?.bytes ?? 0;
    for (const collection of this.#collections.values()) {
      if (total <= this.#limit) return;
      if (collection === keep || collection.mirror === undefined) continue;
      total -= collection.mirror.bytes;
      collection.mirror = undefined;
    }
  }
}
