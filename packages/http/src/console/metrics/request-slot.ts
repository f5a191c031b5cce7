import { LatencyHistogram } from "./latency-histogram.ts";
import type { Slot } from "./time-ring.ts";

/** Requests of one class in one time slice. */
export class RequestSlot implements Slot {
  count = 0;
  /** Requests answered 4xx. */
  refused = 0;
  /** Requests answered 5xx. */
  failed = 0;
  /** Latency of successful requests only: rejections are fast and would make the service look faster than it is. */
  readonly latency = new LatencyHistogram();

  record(status: number, durationMs: number): void {
    this.count++;
    if (status >= 500) this.failed++;
    else if (status >= 400) this.refused++;
    else this.latency.record(durationMs);
  }

  add(other: RequestSlot): void {
    this.count += other.count;
    this.refused += other.refused;
    this.failed += other.failed;
    this.latency.add(other.latency);
  }

  clear(): void {
    this.count = 0;
    this.refused = 0;
    this.failed = 0;
    this.latency.clear();
  }
}
