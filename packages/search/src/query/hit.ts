import type { Candidate, Passage } from "@quarry/index";

/** A candidate that may be returned, with its passage. */
export interface Hit extends Candidate {
  readonly passage: Passage;
}

/** A hit whose score is the reranker's, where it has one. */
export interface RerankedHit extends Hit {
  readonly rerank?: number;
}
