import type { Percentiles } from "./latency-histogram.ts";
import { classify, ROUTE_CLASSES, type RouteClass } from "./route-class.ts";
import { RequestSlot } from "./request-slot.ts";
import { RequestTotals } from "./request-totals.ts";
import { TimeRing } from "./time-ring.ts";

/** Finished request, as recorded by the meter. */
export interface FinishedRequest {
  readonly requestId: string;
  readonly method: string;
  readonly route: string | undefined;
  readonly path: string;
  /** 0 if the client disconnected before an answer was sent; such a request is not measured. */
  readonly status: number;
  readonly durationMs: number;
}

/** Request that was answered 5xx, without its content and its answer. */
export interface FailedRequest {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly requestId: string;
  readonly method: string;
  /** Route template if there is one, else the path. */
  readonly route: string;
  readonly status: number;
}

/** Time range of the metrics: one hour in steps of a minute, or five minutes in steps of five seconds. */
export type MetricsRange = "hour" | "minutes";

/** Metrics of one request class over a range: totals, and time series with one value per slice. */
export interface RequestFigures {
  readonly count: number;
  /** Requests answered 4xx. */
  readonly refused: number;
  /** Requests answered 5xx. */
  readonly failed: number;
  /** Latency of successful requests, in milliseconds; null if there were none. */
  readonly latency: Percentiles | null;
  readonly slices: {
    readonly count: readonly number[];
    readonly refused: readonly number[];
    readonly failed: readonly number[];
    readonly p50: readonly (number | null)[];
    readonly p95: readonly (number | null)[];
    readonly p99: readonly (number | null)[];
  };
}

export interface RequestMetrics {
  /** Start of measuring, in epoch milliseconds. Zeros before it mean that nothing was measured. */
  readonly since: number;
  /** Start of the first slice, in epoch milliseconds. The last slice is incomplete. */
  readonly startAt: number;
  readonly stepMs: number;
  readonly classes: Readonly<Record<RouteClass, RequestFigures>>;
}

const MINUTE_MS = 60_000;
const RINGS = { hour: { stepMs: MINUTE_MS, length: 60 }, minutes: { stepMs: 5_000, length: 60 } };
const MAX_FAILURES = 50;
/** Maximum stored length of a path, because any caller can send paths of any length. */
const MAX_PATH = 200;

class ClassSlots {
  readonly query = new RequestSlot();
  readonly upload = new RequestSlot();
  readonly other = new RequestSlot();

  clear(): void {
    for (const name of ROUTE_CLASSES) this[name].clear();
  }
}

/**
 * Meter of this process's requests, of bounded memory (below a megabyte). gRPC reports failures in trailers, which are
 * not visible here: its calls count as successful.
 */
export class RequestMeter {
  /** Totals since the process started. */
  readonly totals = new RequestTotals();
  readonly #now: () => number;
  readonly #since: number;
  readonly #rings = {
    hour: new TimeRing(RINGS.hour.stepMs, RINGS.hour.length, () => new ClassSlots()),
    minutes: new TimeRing(RINGS.minutes.stepMs, RINGS.minutes.length, () => new ClassSlots()),
  };
  readonly #failures: FailedRequest[] = [];

  /** `now` is for tests. */
  constructor(now: () => number = Date.now) {
    this.#now = now;
    this.#since = now();
  }

  /** Records a request, which takes about a microsecond. */
  record(request: FinishedRequest): void {
    const { method, route, path, status, durationMs } = request;
    if (status === 0 || isProbe(path)) return;
    const at = this.#now();
    if (status >= 500) this.#remember(request, at);
    const name = classify(method, route, path);
    if (name === undefined) return;
    this.totals.record(name, status, durationMs);
    this.#rings.hour.at(at)[name].record(status, durationMs);
    this.#rings.minutes.at(at)[name].record(status, durationMs);
  }

  read(range: MetricsRange): RequestMetrics {
    const at = this.#now();
    const ring = this.#rings[range];
    const slots = ring.all(at);
    const figures = (name: RouteClass) => figuresOf(slots.map((slot) => slot[name]));
    return {
      since: this.#since,
      startAt: ring.startOf(at),
      stepMs: ring.stepMs,
      classes: { query: figures("query"), upload: figures("upload"), other: figures("other") },
    };
  }

  /** Returns the latest failures, newest first, at most 50. */
  failures(): readonly FailedRequest[] {
    return [...this.#failures];
  }

  #remember({ requestId, method, route, path, status }: FinishedRequest, at: number): void {
    this.#failures.unshift({ at, requestId, method, route: route ?? path.slice(0, MAX_PATH), status });
    if (this.#failures.length > MAX_FAILURES) this.#failures.pop();
  }
}

/**
 * Whether a path is a health probe. A service that isn't ready answers probes with 503 every few seconds, which reports
 * its health and is not a failure.
 */
const isProbe = (path: string): boolean => path.startsWith("/health");

const figuresOf = (slots: readonly RequestSlot[]): RequestFigures => {
  const sum = new RequestSlot();
  for (const slot of slots) sum.add(slot);
  const latencies = slots.map(({ latency }) => latency.percentiles());
  return {
    count: sum.count,
    refused: sum.refused,
    failed: sum.failed,
    latency: sum.latency.percentiles() ?? null,
    slices: {
      count: slots.map(({ count }) => count),
      refused: slots.map(({ refused }) => refused),
      failed: slots.map(({ failed }) => failed),
      p50: latencies.map((latency) => latency?.p50 ?? null),
      p95: latencies.map((latency) => latency?.p95 ?? null),
      p99: latencies.map((latency) => latency?.p99 ?? null),
    },
  };
};
