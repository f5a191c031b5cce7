import type { Passage } from "../passages/passage.ts";
import { compareStrings } from "@quarry/plugin/domain";

/** A passage that may become a result, with its scores. */
export interface Candidate {
  /** Of its vector: what a passage was and what it is now are two candidates, of which one is a result. */
  readonly id: string;
  readonly score: number;
  readonly semantic?: number;
  readonly keyword?: number;
  /** One-based ranks in the branches; only when the request wants an explanation. */
  readonly semanticRank?: number;
  readonly keywordRank?: number;
  /** The hybrid score, which a reranker's may replace as `score`. */
  readonly fused?: number;
  /** The weight of the semantic score in it. */
  readonly alpha?: number;
}

/** Passages that the branches found at one depth. */
export interface Candidates {
  /** Best first. */
  readonly ranked: readonly Candidate[];
  /** Whether a greater depth would find nothing else. */
  readonly isExhausted: boolean;
  /** No passage that is not among these has a higher score. */
  readonly bound: number;
  /** Passages that came with the hits, by the ids of their vectors. */
  readonly passages?: ReadonlyMap<string, Passage> | undefined;
}

/**
 * Highest score first, then by id in code point order. What scores nothing stays in the order that it was found in: below 0
 * cosines still differ, and another `topK` must not bring another order.
 */
export const byScore = (a: Pick<Candidate, "id" | "score">, b: Pick<Candidate, "id" | "score">): number =>
  b.score - a.score || (a.score === 0 ? 0 : compareStrings(a.id, b.id));
