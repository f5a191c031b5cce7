import { compareStrings } from "../../../domain/index.ts";
import type { VectorHit } from "../vector-store-v1.ts";

/** Hits asked for beyond the wanted ones, to see whether the last of them has equals. */
const TIE_ROOM = 4;
const GROWTH = 4;

/**
 * The `topK` nearest in the contract's order, from a backend that gives any of those at the same distance: the last
 * ones are certain only when a farther one is seen, so it asks for more until then. `maxAsked` bounds that: so many at
 * one distance are copies of each other, whichever is given.
 */
export const nearestBeyondTies = async (
  topK: number,
  maxAsked: number,
  ask: (count: number) => Promise<readonly VectorHit[]>,
): Promise<readonly VectorHit[]> => {
  for (let requested = Math.min(maxAsked, topK + TIE_ROOM); ; requested = Math.min(maxAsked, requested * GROWTH)) {
    const hits = (await ask(requested)).toSorted((a, b) => b.cosine - a.cosine || compareStrings(a.id, b.id));
    const isCertain = hits.length < requested || hits[topK - 1]!.cosine > hits.at(-1)!.cosine || requested >= maxAsked;
    if (isCertain) return hits.slice(0, topK);
  }
};
