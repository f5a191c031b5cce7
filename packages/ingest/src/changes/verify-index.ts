import { type Passage, PassageIndex, passageIdOf, vectorIdOf } from "@quarry/index";
import { randomUUID } from "node:crypto";
import { hasSameVectors, storedRecords, type VectorTarget } from "@quarry/catalog";
import type { VectorHit } from "@quarry/plugin";

import { Effect } from "effect";
import { type CopyTargets, livePassages } from "./copy-passages.ts";

/** Number of passages whose vectors are searched for. */
const SAMPLES = 20;
const TOP_K = 10;

/** Approximate indexes miss a few results; a share below this has another cause. */
const REQUIRED_SHARE = 0.9;

/** Maximum difference of the cosine of the same two vectors between stores. */
const TIE = 1e-4;

export interface Verification {
  /** Whether both indexes contain the same number of vectors. Concurrent writes can make the numbers differ. */
  readonly hasSameCount: boolean;
  /** Problem found in the sample's answers; undefined when there is none. */
  readonly problem?: string;
}

/**
 * Compares the new index with the live one: the number of vectors, and a sample of queries. Each sampled passage's own
 * vector must find it. If the vectors were copied, the ten nearest must be the same in both, with ties in any order.
 * Only results that a search returns count, because vectors being written or deleted are in one index only.
 */
export const verifyIndex = Effect.fn("verifyIndex")(function* (targets: CopyTargets) {
  const { collectionId, source, target, isRepair } = targets;
  // A damaged source can't serve as a reference.
  const isComparable = !isRepair && hasSameVectors(source.index, target.index);
  const [before, after] = isRepair ? [0, 0] : yield* Effect.all([countOf(source), countOf(target)], { concurrency: 2 });
  const samples = yield* livePassages(yield* samplePassages(collectionId));
  const vectors = yield* storedRecords(target, samples);
  let expected = 0;
  let found = 0;
  for (const { vector } of vectors.values()) {
    const answer = yield* nearest(target, vector);
    expected += 1;
    // The passage itself, or one with an equivalent vector.
    if ((answer[0]?.cosine ?? -1) >= 1 - TIE) found += 1;
    if (!isComparable) continue;
    const previous = yield* findable(collectionId, yield* nearest(source, vector));
    const ids = new Set(answer.map(({ id }) => id));
    const last = answer.length < TOP_K ? -1 : (answer.at(-1)?.cosine ?? -1);
    const certain = previous.filter(({ cosine }) => cosine > last + TIE);
    expected += certain.length;
    found += certain.filter(({ id }) => ids.has(id)).length;
  }
  const hasSameCount = before === after;
  if (found >= expected * REQUIRED_SHARE) return { hasSameCount } satisfies Verification;
  const problem = `a sample of ${vectors.size} queries found ${found} of ${expected} passages in the new index`;
  return { hasSameCount, problem } satisfies Verification;
});

/** Returns the hits that a search would return. */
const findable = Effect.fnUntraced(function* (collectionId: string, hits: readonly VectorHit[]) {
  const index = yield* PassageIndex;
  const passages = yield* index.get(
    collectionId,
    hits.map(({ id }) => passageIdOf(id)),
  );
  const named = new Set((yield* livePassages(passages)).map(vectorIdOf));
  return hits.filter(({ id }) => named.has(id));
});

const countOf = ({ store, vectorCollection }: VectorTarget) => store.service.count(vectorCollection);

const nearest = ({ store, vectorCollection }: VectorTarget, vector: Float32Array) =>
  Effect.map(store.service.search(vectorCollection, { vector, topK: TOP_K }), ({ hits }) => hits);

/**
 * Ids of chunks are uniformly distributed, so the one after a random id is a random chunk. Client-chosen ids are not.
 */
const samplePassages = Effect.fnUntraced(function* (collectionId: string) {
  const passages = yield* PassageIndex;
  const found = new Map<string, Passage>();
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    const following = yield* passages.scan(collectionId, { after: randomUUID(), limit: 1 });
    const [passage] = following.length > 0 ? following : yield* passages.scan(collectionId, { limit: 1 });
    if (passage !== undefined) found.set(passage.id, passage);
  }
  return [...found.values()];
});
