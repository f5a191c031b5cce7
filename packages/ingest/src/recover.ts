import {
  indexChangeJob,
  indexRetireJob,
  ingestJob,
  isOpen,
  StagedFiles,
  StoredFiles,
  WAITING_KINDS,
} from "@quarry/catalog";
import { FileStore, type FileStoreError } from "@quarry/store/files";
import { JobQueue } from "@quarry/jobs";
import {
  CollectionRepository,
  CURRENT_CHANGE_STATES,
  type DocumentRecord,
  DocumentRepository,
  type IndexChangeRecord,
  IndexChangeRepository,
  type StoreError,
} from "@quarry/store";
import { Effect } from "effect";

/** Interval between cleanups of what other processes left behind, while the service runs. */
const CLEANUP_INTERVAL_MS = 60 * 60_000;

/** Number of documents read at a time: a few milliseconds, however many wait to be processed. */
const DOCUMENTS_AT_ONCE = 500;

/** Number of index changes read at a time. */
const CHANGES_AT_ONCE = 100;

/** Result of the cleanup that must end before the service accepts requests. */
export interface Released {
  /** Number of jobs whose worker is dead. */
  readonly released: number;
  /** Number of partially written files. */
  readonly partial: number;
}

/**
 * Releases leases and partial files of dead processes, for a process with exclusive use of the database and the files.
 * Must run before the service accepts requests: afterwards a lease can belong to a running worker, and a partial file
 * can still be in use.
 */
export const releaseAlone: Effect.Effect<Released, FileStoreError | StoreError, FileStore | JobQueue> = Effect.gen(
  function* () {
    const released = yield* (yield* JobQueue).releaseAll;
    return { released, partial: yield* (yield* FileStore).sweepTemporary };
  },
);

/**
 * Repairs the state after a crash: enqueues a job for every unfinished document (the database is the truth, the queue
 * is rebuilt from it) and deletes files without a record. Runs in the background in small steps: a start doesn't wait
 * for it.
 */
export const recoverAlone = Effect.fn("ingest.recoverAlone")(function* (before: Released) {
  yield* Effect.logInfo("recovered", { ...before, ...(yield* repairState({ others: false })) });
});

/**
 * Does the same while other processes are running: they end their own leases, or these expire. Safe to run concurrently
 * in several processes. `sweepTemporary` is for a file store that recognises partial files by age (S3). In a folder,
 * another process may be writing them.
 */
export const recoverAmongOthers = Effect.fn("ingest.recoverAmongOthers")(function* (options: {
  readonly sweepTemporary: boolean;
}) {
  const jobs = yield* JobQueue;
  const files = yield* FileStore;
  const released = yield* jobs.releaseExpired;
  const partial = options.sweepTemporary ? yield* files.sweepTemporary : 0;
  yield* Effect.logInfo("recovered", { released, partial, ...(yield* repairState({ others: true })) });
});

const sweep = (options: { readonly others: boolean }) => Effect.flatMap(StagedFiles, (files) => files.sweep(options));

/**
 * Periodically deletes files without a record and, if there are other processes, corrects counts that an older version
 * has not maintained. Runs as long as the service.
 */
export const tidyNowAndThen = (options: { readonly others: boolean }) =>
  Effect.forever(Effect.andThen(Effect.sleep(CLEANUP_INTERVAL_MS), cleanUp(options)));

const cleanUp = Effect.fnUntraced(
  function* ({ others }: { readonly others: boolean }) {
    const recounted = others ? yield* (yield* CollectionRepository).recountStatuses : 0;
    if (recounted > 0) yield* Effect.logInfo("counts of documents were corrected", { collections: recounted });
    if (others) yield* describeDocuments;
    yield* (yield* StoredFiles).removeExpired;
    const orphans = yield* sweep({ others: true });
    if (orphans > 0) yield* Effect.logInfo("files without a record were removed", { orphans });
  },
  Effect.catchCause((cause) => Effect.logWarning("can't check for files without a record", cause)),
);

/** `others`: whether other processes can be running. */
const repairState = Effect.fnUntraced(function* (options: { readonly others: boolean }) {
  const jobs = yield* JobQueue;
  yield* requeueChanges;
  // The process that probed for the provider's recovery may have been this one.
  const woken = yield* jobs.wake(WAITING_KINDS);
  const documents = yield* requeueDocuments;
  // The file store can be unavailable; the readiness check reports that.
  const orphans = yield* Effect.catchTag(sweep(options), "FileStoreError", (error) =>
    Effect.as(Effect.logWarning("files without a record are removed at the next start", error), 0),
  );
  yield* describeDocuments;
  return { ...documents, woken, orphans };
});

/**
 * Indexes the field values of documents from versions that did not store them for filtered lists, or stored them in
 * another form.
 */
const describeDocuments = Effect.gen(function* () {
  const documents = yield* DocumentRepository;
  const described = (yield* documents.indexFieldValues) + (yield* documents.giveCanonicalForm);
  if (described > 0) yield* Effect.logInfo("field values of documents were indexed", { documents: described });
});

/** Documents uploaded meanwhile have a job from the beginning. */
const requeueDocuments = Effect.gen(function* () {
  const jobs = yield* JobQueue;
  const documents = yield* DocumentRepository;
  let [unfinished, requeued] = [0, 0];
  for (const status of ["pending", "processing"] as const) {
    let page: readonly DocumentRecord[] = [];
    do {
      page = yield* documents.listUnfinished(status, page.at(-1), DOCUMENTS_AT_ONCE);
      unfinished += page.length;
      const open = yield* jobs.openAmong(page.map((document) => ingestJob(document).id));
      for (const document of page) {
        const job = ingestJob(document);
        if (!open.has(job.id) && (yield* jobs.enqueue({ ...job, restartFinished: true }))) requeued += 1;
      }
      // Yields to other work.
      yield* Effect.sleep(0);
    } while (page.length === DOCUMENTS_AT_ONCE);
  }
  return { unfinished, requeued };
});

/** Every open change has a job too, and every change that can be rolled back has the job that ends that period. */
const requeueChanges = Effect.gen(function* () {
  const jobs = yield* JobQueue;
  const changes = yield* IndexChangeRepository;
  for (const state of CURRENT_CHANGE_STATES) {
    let page: readonly IndexChangeRecord[] = [];
    do {
      page = yield* changes.listInState(state, page.at(-1)?.id, CHANGES_AT_ONCE);
      for (const change of page) {
        const job = isOpen(change) ? indexChangeJob(change) : indexRetireJob(change, Date.parse(change.updatedAt));
        yield* jobs.enqueue({ ...job, restartFinished: true });
      }
      yield* Effect.sleep(0);
    } while (page.length === CHANGES_AT_ONCE);
  }
});
