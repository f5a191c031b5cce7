import { tmpdir } from "node:os";
import { DomainError, unavailable } from "@quarry/plugin/domain";
import { FileStore, type FileStoreService, fileStoreErrorToDomain } from "@quarry/store/files";
import { Database, type DatabaseService, probeDatabase, storeErrorToDomain } from "@quarry/store";
import { Context, Effect, Layer } from "effect";
import { DiskReserve, type ReserveUse } from "./disk-reserve.ts";
import { folderChecks, freeBytes, LOCAL_PACE } from "./folder-check.ts";
import { sharedCheck, type StorageProblem, type WriteCheck } from "./write-check.ts";

export interface StorageShape {
  /**
   * Where the service can't write, and why; empty when all is well. Really writes and reads, at a gentle pace whoever
   * asks, and so finds by itself that a place is well again.
   */
  readonly problems: Effect.Effect<readonly StorageProblem[]>;
  /** Fails with `unavailable`, and says why, while nothing new can be stored: before its bytes are taken in. */
  readonly mayStore: Effect.Effect<void, DomainError>;
  /** As `mayStore`, by the room in the data folder alone: for writes that make the data grow, each time before some of them. */
  readonly mayGrow: Effect.Effect<void, DomainError>;
  /** Runs what makes room, restricts access or changes something: where it fails for want of room it may use the reserve. */
  readonly withReserve: <A, E, R>(use: ReserveUse, work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>;
  /** As `withReserve` for a delete; releases nothing before the work has failed: for what is tried again and again. */
  readonly withReserveWhereFailed: <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>;
  /** The room of the data folder. */
  readonly space: Effect.Effect<StorageSpace>;
  /** Whether something was amiss when it was last looked, without looking again while all was well. */
  readonly isPaused: Effect.Effect<boolean>;
  /** Whether what failed just now may have failed for want of room, or because a place can't be written to. */
  readonly mayHaveFailed: Effect.Effect<boolean>;
}

export interface StorageSpace {
  /** Without a bound where the system doesn't tell. */
  readonly freeBytes: number;
  readonly reserveBytes: number;
}

export interface StorageOptions {
  readonly dataDirectory: string;
  /** Default: the system's. */
  readonly temporaryDirectory?: string;
}

/** Disk space that one document may need until it is completely written. */
const ROOM_FOR_WORK_BYTES = 64 * 1_048_576;

/** Each costs requests that are paid for. */
const BUCKET_PACE = { everyMs: 10_000, retryMs: 2_000 };

/** Whether the places that the service writes to take what it writes. */
export class Storage extends Context.Service<Storage, StorageShape>()("@quarry/catalog/Storage") {
  static readonly layer = (options: StorageOptions): Layer.Layer<Storage, never, Database | FileStore> =>
    Layer.effect(
      Storage,
      Effect.gen(function* () {
        const reserve = new DiskReserve(options.dataDirectory);
        yield* Effect.forkScoped(keepReserve(reserve));
        return makeStorage(options, reserve, yield* Database, yield* FileStore);
      }),
    );
}

/** Interval of the checks of the reserve: one system call each. */
const KEEP_RESERVE_MS = 2_000;

/** Puts the reserve by whenever there is room, until interrupted. */
const keepReserve = (reserve: DiskReserve): Effect.Effect<never> =>
  Effect.sync(() => reserve.refill()).pipe(Effect.andThen(Effect.sleep(KEEP_RESERVE_MS)), Effect.forever);

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

/** A refusal that the caller has caused stays one, however much room there is. */
const mayLackRoom = (error: unknown): boolean =>
  !(error instanceof DomainError) || error.code === "unavailable" || error.code === "internal";

/** A place that has no room can't be written to either, for the same reason. */
const distinct = (problems: readonly StorageProblem[]): readonly StorageProblem[] => [
  ...new Map(problems.map((problem) => [problem.message, problem])).values(),
];

/** Freeing space on a disk takes minutes. */
const RETRY_AFTER_SECONDS = 30;

const cantStore = ({ message }: StorageProblem): DomainError =>
  unavailable(`nothing new can be stored at the moment: ${message}`, RETRY_AFTER_SECONDS);

/** Once when it begins and once when it is over. */
const logProblems = (found: readonly StorageProblem[], wasAmiss: boolean): Effect.Effect<void> => {
  if (found.length > 0 === wasAmiss) return Effect.void;
  if (wasAmiss) return Effect.logInfo("the service can write again");
  return Effect.logWarning(`the service can't write: ${found.map(({ message }) => message).join("; ")}`);
};

const databaseCheck = (database: DatabaseService): WriteCheck => ({
  target: "database",
  ...LOCAL_PACE,
  probe: probeDatabase(database).pipe(
    // Another writer's turn: none of ours has failed.
    Effect.catchIf(
      (error) => error.reason === "busy",
      () => Effect.void,
    ),
    Effect.mapError((error) => ({ target: "database", message: storeErrorToDomain(error).message })),
  ),
});

const filesCheck = (files: FileStoreService): WriteCheck => ({
  target: "files",
  ...(files.kind === "s3" ? BUCKET_PACE : LOCAL_PACE),
  probe: Effect.mapError(files.probe, (error) => ({
    target: "files",
    message: fileStoreErrorToDomain(error).message,
  })),
});
