import { compareStrings } from "../../../domain/index.ts";
import type { VectorHit } from "../vector-store-v1.ts";

/** Number of hits requested beyond `topK`, to detect ties with the last one. */
const TIE_ROOM = 4;
const GROWTH = 4;

/**
 * Returns the `topK` nearest hits in the contract's order, from a backend that breaks ties arbitrarily. The last hits
 * are certain only once a farther one is seen, so it requests more until then, up to `maxAsked`: that many hits at one
 * distance are copies of each other, and any of them will do.
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
