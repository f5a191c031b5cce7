import {
  DESCRIBE_GATHER_MS,
  DESCRIBE_JOB,
  describeJobHandler,
  TRAINING_JOB,
  INDEX_CHANGE_JOB,
  INDEX_RETIRE_JOB,
  INGEST_JOB,
  OPERATION_JOB,
  operationJobHandler,
  PURGE_JOB,
  purgeJob,
  type ReserveUse,
  Storage,
} from "@quarry/catalog";
import { type JobHandler, JobQueue, LENT_SLOTS, runWorkers, type WorkerOptions } from "@quarry/jobs";
import { Effect } from "effect";
import { indexChangeJobHandler, type IndexChangeServices } from "./changes/index-change-job-handler.ts";
import { indexRetireJobHandler } from "./changes/index-retire-job-handler.ts";
import { trainingJobHandler, type TrainingServices } from "./training/training-job-handler.ts";
import { watchTrainings } from "./training/watch-trainings.ts";
import { ingestJobHandler } from "./pipeline/ingest-job-handler.ts";
import { watchExpiry } from "./watch-expiry.ts";
import { wakeWaiting } from "./waiting/wake-waiting.ts";

export interface IngestWorkerOptions {
  /** Number of documents processed concurrently, guests not counted. */
  readonly concurrency: number;
  /** Worker id, unique among all processes on this database. */
  readonly owner: string;
  /** Milliseconds for running documents to finish at a stop before they are returned to the queue. */
  readonly stopGraceMs: number;
}

/** Purges need few resources and must not wait for documents. */
const PURGE_CONCURRENCY = 2;

/**
 * Concurrency of jobs that update metadata. They have their own workers, so they don't wait for documents. More
 * concurrency would not make a store faster.
 */
const DESCRIBE_CONCURRENCY = 2;

/** An index change can take hours, and must not block other collections' changes for that time. */
const CHANGE_CONCURRENCY = 2;

/** Number of concurrent operations on many documents. Each uses only a share of the database's write capacity. */
const OPERATION_CONCURRENCY = 2;

/**
 * Maximum number of additional documents read concurrently, each by a worker of its own, for callers and collections
 * that have none in process. They need not wait for the others.
 */
const GUEST_DOCUMENTS = 2;

/** A purge of a large collection, or an index change, must not block those of other callers. */
const GUEST_SLOTS = 1;

/** A training uses one core for its whole duration. */
const TRAINING_CONCURRENCY = 1;

/**
 * Maximum number of documents with open files at this concurrency: one that has lent its slot can keep its own file
 * open.
 */
export const openDocuments = (concurrency: number): number => concurrency * (1 + LENT_SLOTS) + GUEST_DOCUMENTS;

/** Processes documents, changes indexes, trains embedders and deletes purged data until interrupted. */
export const runIngestWorkers = Effect.fnUntraced(function* (stop: IngestWorkerOptions) {
  const storage = yield* Storage;
  const options = { ...stop, isPaused: storage.isPaused };
  const ingest = workers(options, "ingest", options.concurrency, GUEST_DOCUMENTS, { [INGEST_JOB]: ingestJobHandler });
  // Never paused, and with access to the reserve: these jobs free space, or apply metadata where access filters are
  // evaluated.
  const purge = withReserve(
    workers(stop, "purge", PURGE_CONCURRENCY, GUEST_SLOTS, { [PURGE_JOB]: onReserve("delete", purgeJob) }),
  );
  const described = { ...stop, gatherMs: DESCRIBE_GATHER_MS };
  const describe = withReserve(
    workers(described, "describe", DESCRIBE_CONCURRENCY, GUEST_SLOTS, {
      [DESCRIBE_JOB]: onReserve("patch", describeJobHandler),
    }),
  );
  const operations = withReserve(
    workers(stop, "operation", OPERATION_CONCURRENCY, GUEST_SLOTS, {
      [OPERATION_JOB]: onReserve("delete", operationJobHandler),
    }),
  );
  const changes = workers<IndexChangeServices>(options, "change", CHANGE_CONCURRENCY, GUEST_SLOTS, {
    [INDEX_CHANGE_JOB]: indexChangeJobHandler,
    [INDEX_RETIRE_JOB]: indexRetireJobHandler,
  });
  // A stop doesn't wait for a training: it starts again.
  const trainings = workers<TrainingServices>({ ...options, stopGraceMs: 0 }, "fit", TRAINING_CONCURRENCY, 0, {
    [TRAINING_JOB]: trainingJobHandler,
  });
  return yield* Effect.all(
    [ingest, purge, describe, operations, changes, trainings, watchTrainings, watchExpiry, wakeWaiting],
    {
      concurrency: "unbounded",
      discard: true,
    },
  );
});

/** Runs workers whose queue can use the reserve too. Otherwise a job can't even be claimed on a full disk. */
const withReserve = <R>(running: Effect.Effect<never, never, JobQueue | R>) =>
  Effect.gen(function* () {
    const { withReserveWhereFailed: retrying } = yield* Storage;
    const queue = yield* JobQueue;
    return yield* Effect.provideService(running, JobQueue, {
      ...queue,
      claim: (...parameters) => retrying(queue.claim(...parameters)),
      heartbeat: (...parameters) => retrying(queue.heartbeat(...parameters)),
      park: (...parameters) => retrying(queue.park(...parameters)),
      handBack: (...parameters) => retrying(queue.handBack(...parameters)),
      // Within a transaction, the whole transaction is retried instead.
      complete: (id, owner, within) =>
        within === undefined ? retrying(queue.complete(id, owner)) : queue.complete(id, owner, within),
      fail: (id, owner, attempt, within) =>
        within === undefined ? retrying(queue.fail(id, owner, attempt)) : queue.fail(id, owner, attempt, within),
    });
  });

/** Lets a handler use the reserve; all jobs of these kinds are idempotent. */
const onReserve = <R>(use: ReserveUse, handler: JobHandler<R>): JobHandler<R | Storage> => ({
  ...handler,
  run: (job, lease) => Effect.flatMap(Storage, (storage) => storage.withReserve(use, handler.run(job, lease))),
});

const workers = <R>(
  { owner, ...options }: IngestWorkerOptions & Pick<WorkerOptions<R>, "isPaused" | "gatherMs">,
  name: string,
  concurrency: number,
  guestSlots: number,
  kinds: WorkerOptions<R>["kinds"],
) => runWorkers({ ...options, kinds, concurrency, guestSlots, owner: `${owner}-${name}` });
