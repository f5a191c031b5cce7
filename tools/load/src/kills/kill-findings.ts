/** What the checks have seen, for the report. */
export interface KillFindings {
  chunksChecked: number;
  unlucky: number;
  /** Vectors whose write died unanswered. Repeated, as a client would. */
  unanswered: number;
  /** Passages that were found by their own vector, where there is a graph. */
  ownFound: number;
  /** After each kill, how many of the nearest the graph found. */
  readonly recalls: number[];
}
