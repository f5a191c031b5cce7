import { ROUTE_CLASSES, type RouteClass } from "./route-class.ts";

/** Upper bounds in seconds, as usual for dashboards: from an answer out of memory to the longest upload. */
export const DURATION_BOUNDS = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60,
] as const;

export type Outcome = "answered" | "refused" | "failed";

/** Monotonic counters of one request class since the process started. */
export interface ClassTotals {
  readonly outcomes: Record<Outcome, number>;
  /**
   * Number of requests per bucket: longer than the previous bound and at most `DURATION_BOUNDS[index]`. The last bucket
   * counts requests longer than all bounds.
   */
  readonly buckets: number[];
  /** Total duration, in seconds. */
  durationSum: number;
}

/** Counters of all requests since the process started, for scrapers, which record the time themselves. */
export class RequestTotals {
  readonly byClass: Readonly<Record<RouteClass, ClassTotals>> = Object.fromEntries(
    ROUTE_CLASSES.map((name) => [name, emptyTotals()]),
  ) as Record<RouteClass, ClassTotals>;

  record(name: RouteClass, status: number, durationMs: number): void {
    const totals = this.byClass[name];
    totals.outcomes[status >= 500 ? "failed" : status >= 400 ? "refused" : "answered"]++;
    const seconds = durationMs / 1_000;
    const index = DURATION_BOUNDS.findIndex((bound) => seconds <= bound);
    totals.buckets[index < 0 ? DURATION_BOUNDS.length : index]!++;
    totals.durationSum += seconds;
  }
}

const emptyTotals = (): ClassTotals => ({
  outcomes: { answered: 0, refused: 0, failed: 0 },
  buckets: Array.from({ length: DURATION_BOUNDS.length + 1 }, () => 0),
  durationSum: 0,
});
