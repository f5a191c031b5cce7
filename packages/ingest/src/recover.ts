import { indexChangeJob, indexRetireJob, ingestJob, isOpen } from "@quarry/catalog";
import { FileStore, type FileStoreError } from "@quarry/files";
import { JobQueue } from "@quarry/jobs";
import { CollectionRepository, DocumentRepository, IndexChangeRepository } from "@quarry/store";
import { Effect, Stream } from "effect";
import { WAITING_KINDS } from "./waiting/wake-waiting.ts";

/** A file without a record this young may belong to an upload that is about to be recorded, here or in another process. */
const ORPHAN_AGE_MS = 60 * 60_000;

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
  // Nothing is served yet, and nobody else writes: whatever has no record now is left of a crash.
  yield* Effect.logInfo("recovered", { released, partial, ...(yield* mend(0)) });
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
  yield* Effect.logInfo("recovered", { released, partial, ...(yield* mend(ORPHAN_AGE_MS)) });
});

/**
 * Files that no record names: uploads that were cut off between their bytes and their record. Only in collections that
 * the database knows: with a deleted collection goes a job that removes its files. Where there is neither, the database
 * is not the one that the files belong to (a new one, beside old files), and that must not cost the originals.
 */
const sweepOrphans = Effect.fnUntraced(function* (ageMs: number) {
  const files = yield* FileStore;
  const documents = yield* DocumentRepository;
  const collections = yield* CollectionRepository;
  const before = ageMs === 0 ? Infinity : Date.now() - ageMs;
  let removed = 0;
  let kept = 0;
  const check = Effect.fnUntraced(function* (file: {
    readonly collectionId: string;
    readonly documentId: string;
    readonly modifiedAt: number;
  }) {
    if (file.modifiedAt > before) return;
    const document = yield* documents.findById(file.documentId);
    if (document?.collectionId === file.collectionId) return;
    if ((yield* collections.findById(file.collectionId)) === undefined) {
      kept += 1;
      return;
    }
    yield* files.remove(file);
    removed += 1;
  });
  yield* Stream.runForEach(
    Stream.fromAsyncIterable(files.list(), (error) => error as FileStoreError),
    check,
  );
  if (kept > 0) yield* Effect.logWarning(`kept ${kept} files of collections that the database does not know`);
  return removed;
});

/** Looks for files without a record now and then, as long as the service runs. */
export const sweepOrphansNowAndThen = Effect.forever(
  Effect.andThen(
    Effect.sleep(SWEEP_EVERY_MS),
    sweepOrphans(ORPHAN_AGE_MS).pipe(
      Effect.flatMap((orphans) =>
        orphans > 0 ? Effect.logInfo("files without a record were removed", { orphans }) : Effect.void,
      ),
      Effect.catchCause((cause) => Effect.logWarning("can't look for files without a record", cause)),
    ),
  ),
);

const mend = Effect.fnUntraced(function* (orphanAgeMs: number) {
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
  const orphans = yield* Effect.catchTag(sweepOrphans(orphanAgeMs), "FileStoreError", (error) =>
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
