import type { PluginError } from "@quarry/plugin";
import { Effect } from "effect";
import { cosine } from "./branches.ts";
import type { Hit, RerankedHit } from "./hit.ts";
import type { SearchTarget } from "./search-target.ts";

/** Returns vectors by the id of the hit. A hit without a vector counts as dissimilar to all others. */
export const vectorsOf = <E>(
  { vectorStore, vectorCollection }: SearchTarget<E>,
  hits: readonly Hit[],
): Effect.Effect<ReadonlyMap<string, Float32Array>, PluginError> => {
  if (hits.length === 0) return Effect.succeed(new Map<string, Float32Array>());
  const ids = hits.map(({ id }) => id);
  return Effect.map(
    vectorStore.get(vectorCollection, ids),
    (records) => new Map(records.map(({ id, vector }) => [id, vector])),
  );
};

/** Multiplications before the function yields to other fibers: about a millisecond. */
const PRODUCTS_AT_ONCE = 1_000_000;

/** A candidate for the next choice. */
interface Choice {
  readonly hit: RerankedHit;
  readonly vector: Float32Array | undefined;
  /** Score as a share of the best score. */
  readonly relevance: number;
  /** Highest cosine similarity to a chosen hit, at least 0. */
  likeness: number;
}

/**
 * Maximal marginal relevance (MMR): chooses `count` hits. Each step takes the hit with the largest difference between
 * its relevance and its similarity to the hits chosen before; ties go to the hit that ranked first. Relevance is the
 * score as a share of the best score, so `diversity` means the same in every mode.
 */
export const diversify = Effect.fnUntraced(function* (
  hits: readonly RerankedHit[],
  vectors: ReadonlyMap<string, Float32Array>,
  diversity: number,
  count: number,
): Effect.fn.Return<readonly RerankedHit[]> {
  const best = hits[0]?.score ?? 0;
  const left = hits.map((hit): Choice => {
    const relevance = best === 0 ? 0 : hit.score / best;
    return { hit, vector: vectors.get(hit.id), relevance, likeness: 0 };
  });
  const chosen: RerankedHit[] = [];
  let products = 0;
  while (chosen.length < count && left.length > 0) {
    const place = mostValuable(left, diversity);
    const [next] = left.splice(place, 1) as [Choice];
    chosen.push(next.hit);
    for (const other of left) other.likeness = Math.max(other.likeness, likenessOf(next.vector, other.vector));
    products += left.length * (next.vector?.length ?? 0);
    if (products >= PRODUCTS_AT_ONCE) {
      products = 0;
      yield* Effect.yieldNow;
    }
  }
  return chosen;
});

const mostValuable = (choices: readonly Choice[], diversity: number): number => {
  let best = 0;
  let bestValue = -Infinity;
  for (const [index, { relevance, likeness }] of choices.entries()) {
    const value = (1 - diversity) * relevance - diversity * likeness;
    if (value > bestValue) [best, bestValue] = [index, value];
  }
  return best;
};

const likenessOf = (a: Float32Array | undefined, b: Float32Array | undefined): number =>
  a === undefined || b === undefined ? 0 : cosine(a, b);
