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
  /** Documents processed at the same time, guests not counted. */
  readonly concurrency: number;
  /** Unique among all processes on this database. */
  readonly owner: string;
  /** Milliseconds that running documents get to finish at a stop before they are handed back. */
  readonly stopGraceMs: number;
}

/** Removals need few resources and must not wait behind documents. */
const PURGE_CONCURRENCY = 2;

/**
 * Concurrency of jobs that update metadata. They have workers of their own, so they wait behind no documents; a store
 * takes many of them no faster than a few.
 */
const DESCRIBE_CONCURRENCY = 2;

/** A change of an index may take hours, and must not keep other collections' changes waiting for all of them. */
const CHANGE_CONCURRENCY = 2;

/** Work on many documents at a time: of one it takes no more than a share of what writes the database. */
const OPERATION_CONCURRENCY = 2;

/**
 * Documents of callers and collections that have none in process begin beside those that are: at most so many more are read
 * at a time, each by a worker of its own.
 */
const GUEST_DOCUMENTS = 2;

/** The removal of a large collection, and a change of an index, keep no other caller's waiting. */
const GUESTS_OF_OTHERS = 1;

/** A fit takes a core for as long as it lasts. */
const TRAINING_CONCURRENCY = 1;

/** Documents whose files may be open at a time, where so many are processed: one that has lent its place may keep its own. */
export const openDocuments = (concurrency: number): number => concurrency * (1 + LENT_SLOTS) + GUEST_DOCUMENTS;

/** Processes documents, changes indexes, lets embedders learn and removes deleted data until interrupted. */
export const runIngestWorkers = Effect.fnUntraced(function* (stop: IngestWorkerOptions) {
  const storage = yield* Storage;
  const options = { ...stop, isPaused: storage.isPaused };
  const ingest = workers(options, "ingest", options.concurrency, GUEST_DOCUMENTS, { [INGEST_JOB]: ingestJobHandler });
  // Not held up, and with the reserve: these make room, or bring changes to where filters are applied.
  const purge = withReserve(
    workers(stop, "purge", PURGE_CONCURRENCY, GUESTS_OF_OTHERS, { [PURGE_JOB]: onReserve("delete", purgeJob) }),
  );
  const described = { ...stop, gatherMs: DESCRIBE_GATHER_MS };
  const describe = withReserve(
    workers(described, "describe", DESCRIBE_CONCURRENCY, GUESTS_OF_OTHERS, {
      [DESCRIBE_JOB]: onReserve("patch", describeJobHandler),
    }),
  );
  const operations = withReserve(
    workers(stop, "operation", OPERATION_CONCURRENCY, GUESTS_OF_OTHERS, {
      [OPERATION_JOB]: onReserve("delete", operationJobHandler),
    }),
  );
  const changes = workers<IndexChangeServices>(options, "change", CHANGE_CONCURRENCY, GUESTS_OF_OTHERS, {
    [INDEX_CHANGE_JOB]: indexChangeJobHandler,
    [INDEX_RETIRE_JOB]: indexRetireJobHandler,
  });
  // A stop doesn't wait for a fit: it is begun again.
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

/** Workers whose queue, too, may use the reserve: on a full disk a job can't even be claimed otherwise. */
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
      // Within a transaction it is the transaction that is tried again.
      complete: (id, owner, within) =>
        within === undefined ? retrying(queue.complete(id, owner)) : queue.complete(id, owner, within),
      fail: (id, owner, attempt, within) =>
        within === undefined ? retrying(queue.fail(id, owner, attempt)) : queue.fail(id, owner, attempt, within),
    });
  });

/** A handler that may use the reserve; every job of these kinds may run again. */
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
