import { BoundedMap } from "@quarry/plugin/domain";

/** A group of terms as a map key. */
const keyOf = (group: readonly string[]): string => group.join("\0");

interface CountsOfVersion {
  readonly version: number;
  readonly byGroup: Map<string, number>;
}

const COLLECTIONS_KEPT = 256;
/** Groups cached per collection, at some 100 bytes each. Users repeat the same search terms. */
const GROUPS_KEPT = 4_096;

/**
 * Cache of the collections' term frequencies, each for one version. Nothing is counted twice while nothing is written.
 */
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

  /** Returns the number of passages that contain one of the terms; 0 if it was not requested. */
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
