import { tmpdir } from "node:os";
import { DomainError, unavailable } from "@quarry/plugin/domain";
import { FileStore, type FileStoreService, fileStoreErrorToDomain } from "@quarry/store/files";
import { Database, type DatabaseService, probeDatabase, storeErrorToDomain } from "@quarry/store";
import { Context, Effect, Layer } from "effect";
import { DiskReserve, type ReserveUse } from "./disk-reserve.ts";
import { folderChecks, freeBytes, LOCAL_CHECK_INTERVALS } from "./folder-check.ts";
import { sharedCheck, type StorageProblem, type WriteCheck } from "./write-check.ts";

export interface StorageShape {
  /**
   * Targets that the service can't write to, with reasons; empty if there are none. Performs real writes and reads,
   * rate-limited for any number of callers, so it detects recovery by itself.
   */
  readonly problems: Effect.Effect<readonly StorageProblem[]>;
  /** Fails with `unavailable` and the reason while no new data can be stored. Called before the bytes are received. */
  readonly mayStore: Effect.Effect<void, DomainError>;
  /**
   * Does the same, based only on the room in the data folder: for writes that make the data grow, before each batch.
   */
  readonly mayGrow: Effect.Effect<void, DomainError>;
  /**
   * Runs work that frees space, restricts access or changes data. If it fails for lack of space, it can use the
   * reserve.
   */
  readonly withReserve: <A, E, R>(use: ReserveUse, work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>;
  /**
   * Does `withReserve` for a delete, but releases nothing before the work has failed: for work that is retried
   * repeatedly.
   */
  readonly withReserveWhereFailed: <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>;
  /** Disk space of the data folder. */
  readonly space: Effect.Effect<StorageSpace>;
  /** Whether the last check found a problem. Doesn't check again while there was none. */
  readonly isPaused: Effect.Effect<boolean>;
  /** Whether a recent failure may be due to lack of space or a target that can't be written to. */
  readonly mayHaveFailed: Effect.Effect<boolean>;
}

export interface StorageSpace {
  /** Infinity if the system doesn't report it. */
  readonly freeBytes: number;
  readonly reserveBytes: number;
}

export interface StorageOptions {
  readonly dataDirectory: string;
  /** Default: the system's. */
  readonly temporaryDirectory?: string;
}

/** Disk space that one document can need until it is completely written. */
const ROOM_FOR_WORK_BYTES = 64 * 1_048_576;

/** Each check costs billed requests. */
const BUCKET_CHECK_INTERVALS = { everyMs: 10_000, retryMs: 2_000 };

/** Whether the service can write to its storage targets. */
export class Storage extends Context.Service<Storage, StorageShape>()("@quarry/catalog/Storage") {
  static readonly layer = (options: StorageOptions): Layer.Layer<Storage, never, Database | FileStore> =>
    Layer.effect(
      Storage,
      Effect.gen(function* () {
        const reserve = new DiskReserve(options.dataDirectory);
        yield* Effect.forkScoped(refillPeriodically(reserve));
        return makeStorage(options, reserve, yield* Database, yield* FileStore);
      }),
    );
}

/** Interval between checks of the reserve: one system call each. */
const REFILL_INTERVAL_MS = 2_000;

/** Refills the reserve whenever there is room, until interrupted. */
const refillPeriodically = (reserve: DiskReserve): Effect.Effect<never> =>
  Effect.sync(() => reserve.refill()).pipe(Effect.andThen(Effect.sleep(REFILL_INTERVAL_MS)), Effect.forever);

const makeStorage = (
  { dataDirectory, temporaryDirectory = tmpdir() }: StorageOptions,
  reserve: DiskReserve,
  database: DatabaseService,
  files: FileStoreService,
): StorageShape => {
  const [hasRoom, mayWrite] = folderChecks("data_folder", dataDirectory, "the data folder (SERVICE_DATA_DIR)", reserve);
  const space = sharedCheck(hasRoom);
  const others = [
    mayWrite,
    ...folderChecks("temporary_folder", temporaryDirectory, "the folder for temporary files (TMPDIR)"),
    databaseCheck(database),
    filesCheck(files),
  ].map(sharedCheck);
  let isAmiss = false;
  const problems = Effect.all([space, ...others], { concurrency: "unbounded" }).pipe(
    Effect.map((found) => distinct(found.filter((problem) => problem !== undefined))),
    Effect.tap((found) => logProblems(found, isAmiss)),
    Effect.tap((found) => Effect.sync(() => (isAmiss = found.length > 0))),
  );
  const isPaused = Effect.suspend(() =>
    isAmiss ? Effect.map(problems, (found) => found.length > 0) : Effect.succeed(false),
  );
  const retrying = <A, E, R>(use: ReserveUse, work: Effect.Effect<A, E, R>) =>
    Effect.retry(work, { while: (error: E) => mayLackRoom(error) && reserve.releaseMore(use) });
  return {
    problems,
    mayGrow: Effect.flatMap(space, (problem) => {
      if (problem === undefined) return Effect.void;
      isAmiss = true;
      return Effect.fail(cantStore(problem));
    }),
    withReserve: (use, work) =>
      Effect.acquireUseRelease(
        Effect.sync(() => reserve.begin(use)),
        () => retrying(use, work),
        (end) => Effect.sync(end),
      ),
    withReserveWhereFailed: (work) => retrying("delete", work),
    space: Effect.map(
      Effect.promise(() => freeBytes(dataDirectory)),
      (free) => ({ freeBytes: free, reserveBytes: reserve.bytes }),
    ),
    mayStore: Effect.flatMap(problems, (found) => {
      const problem = found.find(({ target }) => target !== "temporary_folder");
      return problem === undefined ? Effect.void : Effect.fail(cantStore(problem));
    }),
    isPaused,
    mayHaveFailed: Effect.gen(function* () {
      if ((yield* problems).length > 0) return true;
      return (yield* Effect.promise(() => freeBytes(dataDirectory))) < ROOM_FOR_WORK_BYTES;
    }),
  };
};

/** An error that the caller caused is not due to lack of space. */
const mayLackRoom = (error: unknown): boolean =>
  !(error instanceof DomainError) || error.code === "unavailable" || error.code === "internal";

/** A target without room can't be written to either, for the same reason, so it is reported once. */
const distinct = (problems: readonly StorageProblem[]): readonly StorageProblem[] => [
  ...new Map(problems.map((problem) => [problem.message, problem])).values(),
];

/** Freeing space on a disk takes minutes. */
const RETRY_AFTER_SECONDS = 30;

const cantStore = ({ message }: StorageProblem): DomainError =>
  unavailable(`nothing new can be stored at the moment: ${message}`, RETRY_AFTER_SECONDS);

/** Logs a problem once when it begins and once when it ends. */
const logProblems = (found: readonly StorageProblem[], wasAmiss: boolean): Effect.Effect<void> => {
  if (found.length > 0 === wasAmiss) return Effect.void;
  if (wasAmiss) return Effect.logInfo("the service can write again");
  return Effect.logWarning(`the service can't write: ${found.map(({ message }) => message).join("; ")}`);
};

const databaseCheck = (database: DatabaseService): WriteCheck => ({
  target: "database",
  ...LOCAL_CHECK_INTERVALS,
  probe: probeDatabase(database).pipe(
    // Another writer holds the lock: no write of this service has failed.
    Effect.catchIf(
      (error) => error.reason === "busy",
      () => Effect.void,
    ),
    Effect.mapError((error) => ({ target: "database", message: storeErrorToDomain(error).message })),
  ),
});

const filesCheck = (files: FileStoreService): WriteCheck => ({
  target: "files",
  ...(files.kind === "s3" ? BUCKET_CHECK_INTERVALS : LOCAL_CHECK_INTERVALS),
  probe: Effect.mapError(files.probe, (error) => ({
    target: "files",
    message: fileStoreErrorToDomain(error).message,
  })),
});
