import type { Filter } from "@quarry/plugin/domain";
import type { Passage } from "../passages/passage.ts";
import type { Candidates } from "./candidate.ts";

/** Numbers of hits that a search requests from each branch. */
export interface SearchDepths {
  /** The depth that it begins with. */
  readonly first: number;
  /** The depth whose best hits are taken as they are; mostly not needed. */
  readonly full: number;
  /** Hits wanted of both branches together. */
  readonly wanted: number;
}

/** A search by words and vectors of one collection whose vectors are in the embedded store. */
export interface LocalSearchRequest {
  readonly query: string;
  /** Undefined where the embedder knows nothing of the query: nothing is near then. */
  readonly vector: Float32Array | undefined;
  /** The collection's name among the vectors. */
  readonly vectorCollection: string;
  /** Most hits of one search by a vector. */
  readonly maxTopK: number;
  readonly filter: Filter | undefined;
  /** The filter for vectors, whose metadata may be older than the passages'. */
  readonly vectorFilter: Filter | undefined;
  /** The weight of the semantic score. */
  readonly alpha: number;
  readonly depths: SearchDepths;
  /** Most hits of one document, as far as it is known. Default: all. */
  readonly maxPerDocument: number | undefined;
  readonly explain: boolean;
}

/** Milliseconds that the steps of a search took. */
export interface SearchSteps {
  readonly semanticMs: number;
  readonly keywordMs: number;
  readonly completeMs: number;
}

/** The candidates of a search. */
export interface FoundLocally {
  readonly candidates: Candidates;
  /** The depth that they were found at. */
  readonly depth: number;
  /** The passages of the best of them, as many as are wanted or as one message takes. */
  readonly passages: readonly Passage[];
  readonly steps: SearchSteps;
}

/** The candidates of a search, or why the vectors' thread has no answer: `ended` where it is gone. */
export type LocalSearch = FoundLocally | { readonly failure: { readonly reason: string; readonly message: string } };
