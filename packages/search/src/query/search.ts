import type { Candidates, PassageIndexService } from "@quarry/index";
import type { SearchClock } from "./search-clock.ts";
import type { SearchRequest } from "./search-request.ts";
import type { SearchTarget } from "./search-target.ts";
import type { StoreFilter } from "./store-filter.ts";

/** State of one search, for the steps of its plan. */
export interface Search<E> {
  readonly index: PassageIndexService;
  readonly target: SearchTarget<E>;
  readonly request: SearchRequest;
  /** The part of the query that is searched by its words. */
  readonly query: string;
  /** Filter that stores are asked by in place of the request's; undefined where that is the filter itself. */
  readonly storeFilter: StoreFilter | undefined;
  /** Undefined when the mode needs none, or the embedder knows nothing of the query. */
  readonly vector: Float32Array | undefined;
  readonly clock: SearchClock;
}

/** Candidates, and the depth that they were found at. */
export interface FoundCandidates extends Candidates {
  readonly depth: number;
}
