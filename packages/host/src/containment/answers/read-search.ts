import { describeValue } from "@quarry/plugin/domain";
import type { VectorHit, VectorSearchResult } from "@quarry/plugin";
import { WrongAnswer } from "../wrong-answer.ts";
import { readFilter } from "./read-filter.ts";
import { readMetadata } from "./read-records.ts";
import { ExpectedIds, NewIds, readArray, readObject } from "./read-values.ts";

/** Distance beyond [-1, 1] that a cosine may have by rounding. It is clamped. */
const COSINE_TOLERANCE = 1e-3;
/** Margin by which a hit may score higher than the previous one: the difference between two ways of computing. */
const ORDER_TOLERANCE = 1e-5;

/** Validates at most `topK` hits, best first. Reads each once. */
export const readSearchResult = (answer: unknown, topK: number): VectorSearchResult => {
  const result = readObject(answer, "a search result");
  const residual = result["residual"] === undefined ? undefined : readFilter(result["residual"]);
  const ids = new NewIds();
  let previous = Infinity;
  const hits = readArray(result["hits"], "hits", topK).map((value): VectorHit => {
    const hit = readObject(value, "a hit");
    ids.take(hit["id"]);
    if (residual !== undefined) readMetadata(hit["metadata"]);
    const cosine = readCosine(hit["cosine"]);
    if (cosine > previous + ORDER_TOLERANCE) throw new WrongAnswer(`hits out of order: ${previous}, then ${cosine}`);
    previous = cosine;
    return cosine === hit["cosine"] ? (value as VectorHit) : { ...(value as VectorHit), cosine };
  });
  return residual === undefined ? { hits } : { hits, residual };
};

/** Validates cosines by id: only requested ids. */
export const readCosines = (answer: unknown, ids: readonly string[]): ReadonlyMap<string, number> => {
  if (!(answer instanceof Map)) throw new WrongAnswer(`it must be a Map, it is ${describeValue(answer)}`);
  const expected = new ExpectedIds(ids);
  return new Map([...answer].map(([id, cosine]) => [expected.take(id), readCosine(cosine)]));
};

const readCosine = (value: unknown): number => {
  if (typeof value !== "number" || !(Math.abs(value) <= 1 + COSINE_TOLERANCE)) {
    throw new WrongAnswer(`a cosine lies in [-1, 1], and one is ${describeValue(value)}`);
  }
  return Math.min(1, Math.max(-1, value));
};
