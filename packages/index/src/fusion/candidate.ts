import type { Passage } from "../passages/passage.ts";
import { compareStrings } from "@quarry/plugin/domain";

/** A passage that can become a result, with its scores. */
export interface Candidate {
  /**
   * Id of its vector. The earlier and the current version of a passage are two candidates; only one of them becomes a
   * result.
   */
  readonly id: string;
  readonly score: number;
  readonly semantic?: number;
  readonly keyword?: number;
  /** One-based ranks in the branches; only when the request wants an explanation. */
  readonly semanticRank?: number;
  readonly keywordRank?: number;
  /** Hybrid score. A reranker's score can replace it in `score`. */
  readonly fused?: number;
  /** Weight of the semantic score in the hybrid score. */
  readonly alpha?: number;
}

/** Passages that the branches returned at one depth. */
export interface Candidates {
  /** Candidates, best first. */
  readonly ranked: readonly Candidate[];
  /** Whether a greater depth would find nothing more. */
  readonly isExhausted: boolean;
  /** Upper bound of the score of any other passage. */
  readonly bound: number;
  /** Passages returned together with the hits, by vector id. */
  readonly passages?: ReadonlyMap<string, Passage> | undefined;
}

/**
 * Orders by score, highest first, then by id in code point order. Candidates with score 0 keep the order in which they
 * were found: cosines below 0 still differ, and the order must not depend on `topK`.
 */
export const byScore = (a: Pick<Candidate, "id" | "score">, b: Pick<Candidate, "id" | "score">): number =>
  b.score - a.score || (a.score === 0 ? 0 : compareStrings(a.id, b.id));
