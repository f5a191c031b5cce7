import { BoundedMap } from "@quarry/plugin/domain";

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
  readonly positions: BoundedMap<number, Position>;
}

/** Cached lists, and page ends of each: a reader needs only the last one. */
const MAX_LISTS = 200;
const MAX_POSITIONS = 64;

/**
 * Caches the ends of pages of long lists, so that the next page starts there instead of skipping all previous rows
 * (keyset pagination behind offsets): reading a whole list is then linear instead of quadratic. The meaning of an
 * offset is the same as without the cache.
 */
export class PageAnchors<Position> {
  readonly #lists = new BoundedMap<string, Anchors<Position>>(MAX_LISTS);

  /** Returns the nearest position at or before the offset that is known for this version of the list. */
  find(list: string, version: Version | undefined, offset: number): PageAnchor<Position> | undefined {
    const cached = this.#lists.get(list);
    if (cached === undefined || cached.version !== version) return undefined;
    let nearest: number | undefined;
    for (const [each] of cached.positions.entries()) {
      if (each <= offset && (nearest === undefined || each > nearest)) nearest = each;
    }
    return nearest === undefined ? undefined : { offset: nearest, position: cached.positions.get(nearest)! };
  }

  /** `version` must be read before the page. If it is undefined, nothing is cached. */
  put(list: string, version: Version | undefined, { offset, position }: PageAnchor<Position>): void {
    if (version === undefined) return;
    const cached = this.#lists.get(list);
    const positions = cached?.version === version ? cached.positions : new BoundedMap<number, Position>(MAX_POSITIONS);
    positions.set(offset, position);
    this.#lists.set(list, { version, positions });
  }
}
