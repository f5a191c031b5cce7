import type { Filter } from "@quarry/plugin/domain";
import type { Passage } from "../passages/passage.ts";
import type { Candidates } from "./candidate.ts";

/** Numbers of hits that a search requests from each branch. */
export interface SearchDepths {
  /** Depth of the first attempt. */
  readonly first: number;
  /** Depth at which the best hits are accepted as they are. Usually not needed. */
  readonly full: number;
  /** Number of hits wanted from both branches together. */
  readonly wanted: number;
}

/** Keyword and vector search of a collection whose vectors are in the embedded store. */
export interface LocalSearchRequest {
  readonly query: string;
  /** Query vector; undefined if the embedder can't represent the query. The semantic branch is then empty. */
  readonly vector: Float32Array | undefined;
  /** Name of the collection in the vector store. */
  readonly vectorCollection: string;
  /** Maximum number of hits of one vector search. */
  readonly maxTopK: number;
  readonly filter: Filter | undefined;
  /** Filter for vectors, whose metadata can be older than that of the passages. */
  readonly vectorFilter: Filter | undefined;
  /** Weight of the semantic score. */
  readonly alpha: number;
  readonly depths: SearchDepths;
  /** Maximum number of hits from one document, if the document is known. Default: no limit. */
  readonly maxPerDocument: number | undefined;
  readonly explain: boolean;
}

/** Duration of the steps of a search in milliseconds. */
export interface SearchSteps {
  readonly semanticMs: number;
  readonly keywordMs: number;
  readonly completeMs: number;
}

/** Candidates of a search. */
export interface LocalCandidates {
  readonly candidates: Candidates;
  /** Depth at which they were found. */
  readonly depth: number;
  /** Passages of the best candidates: as many as are wanted, or as fit in one message. */
  readonly passages: readonly Passage[];
  readonly steps: SearchSteps;
}

/** Candidates of a search, or the reason why the vector thread can't answer: `ended` if the thread has stopped. */
export type LocalSearch = LocalCandidates | { readonly failure: { readonly reason: string; readonly message: string } };
