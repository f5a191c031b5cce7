import type { Breaches } from "./breaches.ts";
import type { DeliveryReport } from "./checks/check-deliveries.ts";
import type { Inventory } from "./checks/settle.ts";
import type { Api } from "./clients/api.ts";
import type { Ledger } from "./ledger.ts";
import { percentile } from "./statistics.ts";

export interface LoadReport {
  readonly minutes: number;
  readonly seed: number;
  /** Calls during the load, without those of the checks at its end. */
  readonly requests: number;
  readonly api: Api;
  readonly ledger: Ledger;
  readonly breaches: Breaches;
  readonly inventory: Inventory;
  readonly deliveries: readonly DeliveryReport[];
  readonly streams: { readonly started: number; readonly finished: number };
  readonly measurements: readonly string[];
}

export const reportLines = (report: LoadReport): readonly string[] => {
  const { api, ledger, breaches, inventory, streams } = report;
  const documents = [...inventory.values()].flat();
  const failed = documents.filter(({ status }) => status === "failed").length;
  const gone = ledger.collections.filter(({ deletedAt }) => deletedAt !== undefined).length;
  return [
    `${report.minutes} minutes, seed ${report.seed}: ${report.requests} requests`,
    ...latencyLines(api.latencies),
    `statuses: ${[...api.statuses]
      .toSorted()
      .map(([status, count]) => `${status}: ${count}`)
      .join(", ")}`,
    `503 with Retry-After: ${api.overloaded}`,
    `documents: ${ledger.documents.size} accepted; at the end ${documents.length} in ${inventory.size} collections, ` +
      `${failed} of them failed; collections deleted: ${gone}`,
    `progress streams: ${streams.started}, ${streams.finished} of them to a final step`,
    ...report.deliveries.map(
      ({ name, deliveries, attempts, refused }) =>
        `webhook ${name}: ${deliveries} deliveries, ${attempts} attempts, ${refused} of them not answered 2xx`,
    ),
    ...report.measurements,
    breaches.count === 0 ? "no breach" : `${breaches.count} breaches:`,
    ...breaches.lines,
  ];
};

const latencyLines = (latencies: ReadonlyMap<string, readonly number[]>): readonly string[] => {
  const width = Math.max(...[...latencies.keys()].map(({ length }) => length));
  return [...latencies]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([route, samples]) => {
      const [p50, p99, max] = [0.5, 0.99, 1].map((p) => percentile(samples, p).toFixed(1).padStart(7));
      return `  ${route.padEnd(width)} ${String(samples.length).padStart(6)} times; ms p50 ${p50}, p99 ${p99}, max ${max}`;
    });
};
