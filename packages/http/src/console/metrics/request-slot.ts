import { LatencyHistogram } from "./latency-histogram.ts";
import type { Slot } from "./time-ring.ts";

/** The requests of one class in one slice of time. */
export class RequestSlot implements Slot {
  count = 0;
  /** Answered 4xx. */
  refused = 0;
  /** Answered 5xx. */
  failed = 0;
  /** Of those that were answered well: a refusal is quick, and would make the service look so. */
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
