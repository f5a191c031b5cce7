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
  /** Part of the query that is searched by keywords. */
  readonly query: string;
  /** Filter sent to stores instead of the request's; undefined if they get the request's filter. */
  readonly storeFilter: StoreFilter | undefined;
  /** Undefined if the mode needs none, or if the embedder knows no term of the query. */
  readonly vector: Float32Array | undefined;
  readonly clock: SearchClock;
}

/** Candidates, and the depth at which they were found. */
export interface FoundCandidates extends Candidates {
  readonly depth: number;
}
