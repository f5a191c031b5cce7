import type { PlatformStatistics, StorageSpace } from "@quarry/catalog";
import type { DependencyHealth } from "../../rpc/index.ts";
import type { Metric, Sample } from "./exposition.ts";
import { type ClassTotals, DURATION_BOUNDS, type RequestTotals } from "./request-totals.ts";

const gauge = (name: string, help: string, samples: readonly Sample[]): Metric => ({
  name,
  type: "gauge",
  help,
  samples,
});

/** Metrics of this process's requests. */
export const requestMetrics = ({ byClass }: RequestTotals): readonly Metric[] => {
  const classes = Object.entries(byClass);
  return [
    {
      name: "quarry_requests_total",
      type: "counter",
      help: "Requests answered by this process; refused are 4xx, failed are 5xx.",
      samples: classes.flatMap(([kind, { outcomes }]) =>
        Object.entries(outcomes).map(([outcome, value]) => ({ labels: { kind, outcome }, value })),
      ),
    },
    {
      name: "quarry_request_duration_seconds",
      type: "histogram",
      help: "Duration of the requests answered by this process.",
      samples: classes.flatMap(([kind, totals]) => histogram(kind, totals)),
    },
  ];
};

const histogram = (kind: string, { buckets, durationSum }: ClassTotals): readonly Sample[] => {
  let count = 0;
  const counted = buckets.map((bucket, index): Sample => {
    count += bucket;
    const le = String(DURATION_BOUNDS[index] ?? "+Inf");
    return { suffix: "_bucket", labels: { kind, le }, value: count };
  });
  return [
    ...counted,
    { suffix: "_sum", labels: { kind }, value: durationSum },
    { suffix: "_count", labels: { kind }, value: count },
  ];
};

/** Metrics of the stored data and the queue, over all processes. */
export const storeMetrics = ({ totals, queue }: PlatformStatistics): readonly Metric[] => [
  gauge("quarry_collections", "Collections.", [{ value: totals.collections }]),
  gauge(
    "quarry_documents",
    "Documents by status.",
    (["pending", "processing", "ready", "failed"] as const).map((status) => ({
      labels: { status },
      value: totals.documents[status],
    })),
  ),
  gauge("quarry_chunks", "Chunks that search can return.", [{ value: totals.chunkCount }]),
  gauge("quarry_stored_bytes", "Bytes of the documents' files.", [{ value: totals.sizeBytes }]),
  gauge("quarry_queue_jobs", "Documents that wait for a worker or are being processed.", [
    { labels: { state: "waiting" }, value: queue.pending },
    { labels: { state: "running" }, value: queue.processing },
  ]),
  {
    name: "quarry_ingest_runs_total",
    type: "counter",
    help: "Completed runs of documents, of all workers since the service was first started.",
    samples: [
      { labels: { outcome: "completed" }, value: queue.completed },
      { labels: { outcome: "failed" }, value: queue.failed },
    ],
  },
];

/** Metrics of the dependencies' health. */
export const dependencyMetrics = (dependencies: readonly DependencyHealth[]): readonly Metric[] => [
  gauge(
    "quarry_dependency_up",
    "1 if the dependency responds, else 0.",
    dependencies.map(({ kind, name, isHealthy }) => ({ labels: { kind, name }, value: isHealthy ? 1 : 0 })),
  ),
];

/** Metrics of the free disk space of the data folder. */
export const roomMetrics = ({ freeBytes, reserveBytes }: StorageSpace): readonly Metric[] => [
  gauge("quarry_disk_free_bytes", "Free bytes on the drive of the data folder, if the system reports them.", [
    ...(Number.isFinite(freeBytes) ? [{ value: freeBytes }] : []),
  ]),
  gauge("quarry_disk_reserve_bytes", "Bytes reserved for deletes on a full disk.", [{ value: reserveBytes }]),
];

/** Metrics of the process itself, under the names that dashboards expect. */
export const processMetrics = (version: string): readonly Metric[] => [
  gauge("quarry_info", "Version of the service.", [{ labels: { version }, value: 1 }]),
  gauge("process_start_time_seconds", "Start time of the process, in seconds since 1970.", [
    { value: Math.round(Date.now() / 1_000 - process.uptime()) },
  ]),
  gauge("process_resident_memory_bytes", "Memory use of the process.", [{ value: process.memoryUsage.rss() }]),
];
