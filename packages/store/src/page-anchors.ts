/** End of a page of a list. */
export interface PageAnchor<Position> {
  /** Items up to the place, it included. */
  readonly offset: number;
  readonly position: Position;
}

/** Version of a list: it changes as soon as positions in the list may have moved. */
type Version = number | string;

interface Anchors<Position> {
  readonly version: Version;
  /** In the order of their last use. */
  readonly positions: Map<number, Position>;
}

/** Lists that are remembered, and ends of pages of each: a reader needs the last one only. */
const LISTS = 200;
const MOST_POSITIONS = 64;

/**
 * Remembers where pages of long lists ended, so that the next page begins there instead of passing over all that comes
 * before it: a walk to the end then costs what is in the list, and not its square. An offset means the same as without.
 */
export class PageAnchors<Position> {
  readonly #lists = new Map<string, Anchors<Position>>();

  /** The nearest one at or before the offset, if any is known in this version of the list. */
  find(list: string, version: Version | undefined, offset: number): PageAnchor<Position> | undefined {
    const known = this.#lists.get(list);
    if (known === undefined || known.version !== version) return undefined;
    let nearest: number | undefined;
    for (const each of known.positions.keys()) {
      if (each <= offset && (nearest === undefined || each > nearest)) nearest = each;
    }
    if (nearest === undefined) return undefined;
    const position = known.positions.get(nearest)!;
    renew(known.positions, nearest, position, MOST_POSITIONS);
    return { offset: nearest, position };
  }

  /** `version` was read before the page was. Where it is undefined nothing can be kept. */
  put(list: string, version: Version | undefined, { offset, position }: PageAnchor<Position>): void {
    if (version === undefined) return;
    const known = this.#lists.get(list);
    const anchors = known?.version === version ? known : { version, positions: new Map<number, Position>() };
    renew(anchors.positions, offset, position, MOST_POSITIONS);
    renew(this.#lists, list, anchors, LISTS);
  }
}

/** A map keeps insertion order, so what is used is moved to its end, and what was used longest ago goes first. */
const renew = <Key, Value>(map: Map<Key, Value>, key: Key, value: Value, most: number): void => {
  map.delete(key);
  map.set(key, value);
  if (map.size > most) map.delete(map.keys().next().value!);
};
