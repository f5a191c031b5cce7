import { BoundedMap } from "@quarry/plugin/domain";

/** A group of terms, as a key. */
const keyOf = (group: readonly string[]): string => group.join("\0");

interface CountsOfVersion {
  readonly version: number;
  readonly byGroup: Map<string, number>;
}

const COLLECTIONS_KEPT = 256;
/** Per collection, some 100 bytes each. People ask with the same words again and again. */
const GROUPS_KEPT = 4_096;

/** Cache of term frequencies of collections, each at one version: nothing is counted twice while nothing is written. */
export class KnownCounts {
  readonly #collections = new BoundedMap<number, CountsOfVersion>(COLLECTIONS_KEPT);

  /** Returns the cache entry to read from and add to. */
  at(collection: number, version: number): CountsOfGroups {
    let known = this.#collections.get(collection);
    if (known === undefined || known.version !== version || known.byGroup.size > GROUPS_KEPT) {
      known = { version, byGroup: new Map() };
      this.#collections.set(collection, known);
    }
    return new CountsOfGroups(known.byGroup);
  }
}

export class CountsOfGroups {
  readonly #byGroup: Map<string, number>;

  constructor(byGroup: Map<string, number>) {
    this.#byGroup = byGroup;
  }

  /** Number of passages that hold one of the terms; 0 where that was not asked. */
  of(group: readonly string[]): number {
    return this.#byGroup.get(keyOf(group)) ?? 0;
  }

  /** Returns the groups without a cached count, each once. */
  unknown(groups: readonly (readonly string[])[]): readonly (readonly string[])[] {
    const found = new Map(groups.map((group) => [keyOf(group), group]));
    return [...found].flatMap(([key, group]) => (this.#byGroup.has(key) ? [] : [group]));
  }

  set(group: readonly string[], count: number): void {
    this.#byGroup.set(keyOf(group), count);
  }
}
