import { INGEST_JOB, PURGE_JOB, purgeJob } from "@quarry/catalog";
import { runWorkers, type WorkerOptions } from "@quarry/jobs";
import { Effect } from "effect";
import { ingestJobHandler } from "./pipeline/ingest-job-handler.ts";

export interface IngestWorkerOptions {
  /** Documents processed at the same time. */
  readonly concurrency: number;
  /** Unique among all processes on this database. */
  readonly owner: string;
  /** Milliseconds that running documents get to finish at a stop before they are handed back. */
  readonly stopGraceMs: number;
}

/** Removals need few resources and must not wait behind documents. */
const PURGE_CONCURRENCY = 2;

/** Processes documents and removes deleted data until interrupted. */
export const runIngestWorkers = (options: IngestWorkerOptions) => {
  const ingest = workers(options, "ingest", options.concurrency, { [INGEST_JOB]: ingestJobHandler });
  const purge = workers(options, "purge", PURGE_CONCURRENCY, { [PURGE_JOB]: purgeJob });
  return Effect.all([ingest, purge], { concurrency: "unbounded", discard: true });
};

const workers = <R>(
  { owner, stopGraceMs }: IngestWorkerOptions,
  name: string,
  concurrency: number,
  kinds: WorkerOptions<R>["kinds"],
) => runWorkers({ kinds, concurrency, owner: `${owner}-${name}`, stopGraceMs });
