import type { Candidate, Passage } from "@quarry/index";

/** A candidate that may be returned, with its passage. */
export interface Hit extends Candidate {
  readonly passage: Passage;
}

/** A hit with the reranker's score, if it has one. */
export interface RerankedHit extends Hit {
  readonly rerank?: number;
}
