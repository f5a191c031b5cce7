/** What the checks have seen, for the report. */
export interface KillFindings {
  chunksChecked: number;
  unlucky: number;
  /** Vectors whose write died unanswered, so that one index had it and the other not. Repeated, as a client would. */
  torn: number;
  unanswered: number;
  /** Passages that were found by their own vector, where there is a graph. */
  ownFound: number;
  /** After each kill, how many of the nearest the graph found. */
  readonly recalls: number[];
}
