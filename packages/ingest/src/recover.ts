import { indexChangeJob, indexRetireJob, ingestJob, isOpen, StagedFiles, WAITING_KINDS } from "@quarry/catalog";
import { FileStore } from "@quarry/store/files";
import { JobQueue } from "@quarry/jobs";
import { CollectionRepository, DocumentRepository, IndexChangeRepository } from "@quarry/store";
import { Effect } from "effect";

/** How often files without a record are looked for while the service runs. */
const SWEEP_EVERY_MS = 60 * 60_000;

/**
 * Puts right what a crash left behind, before anything is served: leases of dead workers end, every unfinished document
 * has a job (the database is the truth, the queue is rebuilt from it), counters are exact, half-written files are gone.
 * For a process that has the database and the files to itself.
 */
export const recoverAlone = Effect.fn("ingest.recoverAlone")(function* () {
  const jobs = yield* JobQueue;
  const files = yield* FileStore;
  const released = yield* jobs.releaseAll;
  const partial = yield* files.sweepTemporary;
  yield* Effect.logInfo("recovered", { released, partial, ...(yield* mend({ others: false })) });
});

/**
 * The same where other processes are at work: they end their own leases, or these run out. Everything here may happen in
 * several processes at once. `sweepTemporary` where the file store knows its half-written files by their age (S3): in a
 * folder they may be what another process is writing.
 */
export const recoverAmongOthers = Effect.fn("ingest.recoverAmongOthers")(function* (options: {
  readonly sweepTemporary: boolean;
}) {
  const jobs = yield* JobQueue;
  const files = yield* FileStore;
  const released = yield* jobs.releaseExpired;
  const partial = options.sweepTemporary ? yield* files.sweepTemporary : 0;
  yield* Effect.logInfo("recovered", { released, partial, ...(yield* mend({ others: true })) });
});

const sweep = (options: { readonly others: boolean }) => Effect.flatMap(StagedFiles, (files) => files.sweep(options));

/** Looks for files without a record now and then, as long as the service runs. */
export const sweepOrphansNowAndThen = Effect.forever(
  Effect.andThen(
    Effect.sleep(SWEEP_EVERY_MS),
    sweep({ others: true }).pipe(
      Effect.flatMap((orphans) =>
        orphans > 0 ? Effect.logInfo("files without a record were removed", { orphans }) : Effect.void,
      ),
      Effect.catchCause((cause) => Effect.logWarning("can't look for files without a record", cause)),
    ),
  ),
);

/** `others`: whether other processes may be at work. */
const mend = Effect.fnUntraced(function* (options: { readonly others: boolean }) {
  const jobs = yield* JobQueue;
  const documents = yield* DocumentRepository;
  const collections = yield* CollectionRepository;
  const unfinished = yield* documents.unfinished;
  let requeued = 0;
  for (const document of unfinished) {
    if (yield* jobs.enqueue({ ...ingestJob(document), restartFinished: true })) requeued += 1;
  }
  yield* requeueChanges;
  // Whoever was to find out whether a provider is back may have been this process.
  const woken = yield* jobs.wake(WAITING_KINDS);
  const recounted = yield* collections.reconcileCounters;
  // The files' server may be away for now: that is for readiness to tell.
  const orphans = yield* Effect.catchTag(sweep(options), "FileStoreError", (error) =>
    Effect.as(Effect.logWarning("files without a record are left to the next start", error), 0),
  );
  return { unfinished: unfinished.length, requeued, woken, recounted, orphans };
});

/** Every open change has a job too, and every one that can be rolled back has the job that ends it. */
const requeueChanges = Effect.gen(function* () {
  const jobs = yield* JobQueue;
  const changes = yield* IndexChangeRepository;
  for (const change of yield* changes.allCurrent) {
    const job = isOpen(change) ? indexChangeJob(change) : indexRetireJob(change, Date.parse(change.updatedAt));
    yield* jobs.enqueue({ ...job, restartFinished: true });
  }
});
