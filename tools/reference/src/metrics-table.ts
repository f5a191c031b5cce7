import {
  type DependencyHealth,
  dependencyMetrics,
  processMetrics,
  requestMetrics,
  roomMetrics,
  RequestTotals,
  storeMetrics,
} from "@quarry/http/console";
import { code, table } from "./markdown.ts";

const NOTHING = {
  totals: {
    collections: 0,
    documents: { pending: 0, processing: 0, ready: 0, failed: 0, total: 0 },
    chunkCount: 0,
    tokenCount: 0,
    sizeBytes: 0,
  },
  webhooks: 0,
  queue: { pending: 0, processing: 0, completed: 0, failed: 0 },
};

const DATABASE: DependencyHealth = {
  kind: "database",
  name: "sqlite",
  plugin: null,
  isDefault: true,
  isHealthy: true,
  needsKey: false,
  latencyMs: 0,
  error: null,
  checkedAt: 0,
};

/** Generates a table of every metric of a service without documents. */
export const metricsTable = (): string => {
  const ofProcess = [
    ...requestMetrics(new RequestTotals()),
    ...dependencyMetrics([DATABASE]),
    ...roomMetrics({ freeBytes: 0, reserveBytes: 0 }),
    ...processMetrics("0.0.0"),
  ];
  const rows = [
    ...storeMetrics(NOTHING).map((metric) => ({ of: "the database", ...metric })),
    ...ofProcess.map((metric) => ({ of: "this process", ...metric })),
  ];
  return table(
    ["Metric", "Type", "Labels", "Scope", "Description"],
    rows.map(({ name, type, samples, of, help }) => [
      code(name),
      type,
      Object.keys(samples.at(-1)?.labels ?? {})
        .map(code)
        .join(", "),
      of,
      help,
    ]),
  );
};
