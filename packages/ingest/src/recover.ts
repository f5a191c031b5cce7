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
const TIDY_EVERY_MS = 60 * 60_000;

/** Documents looked at at a time: a few milliseconds, however many wait to be processed. */
const DOCUMENTS_AT_ONCE = 500;

/** Changes of collections looked at at a time. */
const CHANGES_AT_ONCE = 100;

/** Result of the cleanup that has to end before anything is served. */
export interface Released {
  /** Jobs whose worker is dead. */
  readonly released: number;
  /** Files that were being written. */
  readonly partial: number;
}

/**
 * Ends what dead processes held, for a process that has the database and the files to itself. Before anything is served:
 * afterwards a lease may be a living one's, and a half-written file may be being written.
 */
export const releaseAlone: Effect.Effect<Released, FileStoreError | StoreError, FileStore | JobQueue> = Effect.gen(
  function* () {
    const released = yield* (yield* JobQueue).releaseAll;
    return { released, partial: yield* (yield* FileStore).sweepTemporary };
  },
);

/**
 * Puts right what a crash left behind: every unfinished document has a job (the database is the truth, the queue is
 * rebuilt from it), files without a record are gone. Beside all else, a little at a time: a start waits for none of it.
 */
export const recoverAlone = Effect.fn("ingest.recoverAlone")(function* (before: Released) {
  yield* Effect.logInfo("recovered", { ...before, ...(yield* mend({ others: false })) });
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

/**
 * Looks now and then for files without a record, and among other processes for counts that an older version has not kept;
 * as long as the service runs.
 */
export const tidyNowAndThen = (options: { readonly others: boolean }) =>
  Effect.forever(Effect.andThen(Effect.sleep(TIDY_EVERY_MS), tidy(options)));

const tidy = Effect.fnUntraced(
  function* ({ others }: { readonly others: boolean }) {
    const recounted = others ? yield* (yield* CollectionRepository).recountStatuses : 0;
    if (recounted > 0) yield* Effect.logInfo("counts of documents were wrong", { collections: recounted });
    if (others) yield* describeDocuments;
    yield* (yield* StoredFiles).removeExpired;
    const orphans = yield* sweep({ others: true });
    if (orphans > 0) yield* Effect.logInfo("files without a record were removed", { orphans });
  },
  Effect.catchCause((cause) => Effect.logWarning("can't look for files without a record", cause)),
);

/** `others`: whether other processes may be at work. */
const mend = Effect.fnUntraced(function* (options: { readonly others: boolean }) {
  const jobs = yield* JobQueue;
  yield* requeueChanges;
  // The process that probed whether a provider is back may have been this one.
  const woken = yield* jobs.wake(WAITING_KINDS);
  const documents = yield* requeueDocuments;
  // The files' server may be away for now: that is for readiness to tell.
  const orphans = yield* Effect.catchTag(sweep(options), "FileStoreError", (error) =>
    Effect.as(Effect.logWarning("files without a record are left to the next start", error), 0),
  );
  yield* describeDocuments;
  return { ...documents, woken, orphans };
});

/** Documents of a version that kept no facts for lists with filters, or kept them in another form. */
const describeDocuments = Effect.gen(function* () {
  const documents = yield* DocumentRepository;
  const described = (yield* documents.indexFieldValues) + (yield* documents.giveCanonicalForm);
  if (described > 0) yield* Effect.logInfo("documents were prepared for lists with filters", { documents: described });
});

/** Documents uploaded meanwhile have their job from the beginning. */
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

/** Every open change has a job too, and every one that can be rolled back has the job that ends it. */
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
