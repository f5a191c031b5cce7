/** Position at the end of a page of a list. */
export interface PageAnchor<Position> {
  /** Number of items up to this position, including it. */
  readonly offset: number;
  readonly position: Position;
}

/** Version of a list: it changes as soon as positions in the list may have moved. */
type Version = number | string;

interface Anchors<Position> {
  readonly version: Version;
  /** Least recently used first. */
  readonly positions: Map<number, Position>;
}

/** Cached lists, and page ends of each: a reader needs only the last one. */
const MAX_LISTS = 200;
const MAX_POSITIONS_PER_LIST = 64;

/**
 * Caches the ends of pages of long lists, so that the next page starts there instead of skipping all previous rows
 * (keyset pagination behind offsets): reading a whole list is then linear instead of quadratic. The meaning of an
 * offset is the same as without the cache.
 */
export class PageAnchors<Position> {
  readonly #lists = new Map<string, Anchors<Position>>();

  /** Returns the nearest position at or before the offset that is known for this version of the list. */
  find(list: string, version: Version | undefined, offset: number): PageAnchor<Position> | undefined {
    const cached = this.#lists.get(list);
    if (cached === undefined || cached.version !== version) return undefined;
    let nearest: number | undefined;
    for (const each of cached.positions.keys()) {
      if (each <= offset && (nearest === undefined || each > nearest)) nearest = each;
    }
    if (nearest === undefined) return undefined;
    const position = cached.positions.get(nearest)!;
    touch(cached.positions, nearest, position, MAX_POSITIONS_PER_LIST);
    return { offset: nearest, position };
  }

  /** `version` must be read before the page. If it is undefined, nothing is cached. */
  put(list: string, version: Version | undefined, { offset, position }: PageAnchor<Position>): void {
    if (version === undefined) return;
    const cached = this.#lists.get(list);
    const anchors = cached?.version === version ? cached : { version, positions: new Map<number, Position>() };
    touch(anchors.positions, offset, position, MAX_POSITIONS_PER_LIST);
    touch(this.#lists, list, anchors, MAX_LISTS);
  }
}

/** Updates an LRU cache: a map keeps insertion order, so a used entry is moved to the end, and the first is evicted. */
const touch = <Key, Value>(map: Map<Key, Value>, key: Key, value: Value, limit: number): void => {
  map.delete(key);
  map.set(key, value);
  if (map.size > limit) map.delete(map.keys().next().value!);
};
