import { tmpdir } from "node:os";
import { type DomainError, unavailable } from "@quarry/plugin/domain";
import { FileStore, type FileStoreService, fileStoreErrorToDomain } from "@quarry/store/files";
import { Database, type DatabaseService, probeDatabase, storeErrorToDomain } from "@quarry/store";
import { Context, Effect, Layer } from "effect";
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
  /** Whether something was amiss when it was last looked, without looking again while all was well. */
  readonly isHeldUp: Effect.Effect<boolean>;
  /** Whether what failed just now may have failed for want of room, or because a place can't be written to. */
  readonly mayHaveFailed: Effect.Effect<boolean>;
}

export interface StorageOptions {
  readonly dataDirectory: string;
  /** Default: the system's. */
  readonly temporaryDirectory?: string;
}

/** What one document may need to be written whole. */
const ROOM_FOR_WORK_BYTES = 64 * 1_048_576;

/** Each costs requests that are paid for. */
const BUCKET_PACE = { everyMs: 10_000, retryMs: 2_000 };

/** Whether the places that the service writes to take what it writes. */
export class Storage extends Context.Service<Storage, StorageShape>()("@quarry/catalog/Storage") {
  static readonly layer = (options: StorageOptions): Layer.Layer<Storage, never, Database | FileStore> =>
    Layer.effect(
      Storage,
      Effect.gen(function* () {
        return makeStorage(options, yield* Database, yield* FileStore);
      }),
    );
}

const makeStorage = (
  { dataDirectory, temporaryDirectory = tmpdir() }: StorageOptions,
  database: DatabaseService,
  files: FileStoreService,
): StorageShape => {
  const checks = [
    ...folderChecks("data_folder", dataDirectory, "the data folder (SERVICE_DATA_DIR)"),
    ...folderChecks("temporary_folder", temporaryDirectory, "the folder for temporary files (TMPDIR)"),
    databaseCheck(database),
    filesCheck(files),
  ].map(sharedCheck);
  let isAmiss = false;
  const problems = Effect.all(checks, { concurrency: "unbounded" }).pipe(
    Effect.map((found) => distinct(found.filter((problem) => problem !== undefined))),
    Effect.tap((found) => tell(found, isAmiss)),
    Effect.tap((found) => Effect.sync(() => (isAmiss = found.length > 0))),
  );
  const isHeldUp = Effect.suspend(() =>
    isAmiss ? Effect.map(problems, (found) => found.length > 0) : Effect.succeed(false),
  );
  return {
    problems,
    mayStore: Effect.flatMap(problems, (found) => {
      const problem = found.find(({ place }) => place !== "temporary_folder");
      return problem === undefined ? Effect.void : Effect.fail(cantStore(problem));
    }),
    isHeldUp,
    mayHaveFailed: Effect.gen(function* () {
      if ((yield* problems).length > 0) return true;
      return (yield* Effect.promise(() => freeBytes(dataDirectory))) < ROOM_FOR_WORK_BYTES;
    }),
  };
};

/** A place that has no room can't be written to either, for the same reason. */
const distinct = (problems: readonly StorageProblem[]): readonly StorageProblem[] => [
  ...new Map(problems.map((problem) => [problem.message, problem])).values(),
];

/** Whoever frees a disk does so in minutes. */
const RETRY_AFTER_SECONDS = 30;

const cantStore = ({ message }: StorageProblem): DomainError =>
  unavailable(`nothing new can be stored at the moment: ${message}`, RETRY_AFTER_SECONDS);

/** Once when it begins and once when it is over. */
const tell = (found: readonly StorageProblem[], wasAmiss: boolean): Effect.Effect<void> => {
  if (found.length > 0 === wasAmiss) return Effect.void;
  if (wasAmiss) return Effect.logInfo("the service can write again");
  return Effect.logWarning(`the service can't write: ${found.map(({ message }) => message).join("; ")}`);
};

const databaseCheck = (database: DatabaseService): WriteCheck => ({
  place: "database",
  ...LOCAL_PACE,
  probe: probeDatabase(database).pipe(
    // Another writer's turn: none of ours has failed.
    Effect.catchIf(
      (error) => error.reason === "busy",
      () => Effect.void,
    ),
    Effect.mapError((error) => ({ place: "database", message: storeErrorToDomain(error).message })),
  ),
});

const filesCheck = (files: FileStoreService): WriteCheck => ({
  place: "files",
  ...(files.kind === "s3" ? BUCKET_PACE : LOCAL_PACE),
  probe: Effect.mapError(files.probe, (error) => ({
    place: "files",
    message: fileStoreErrorToDomain(error).message,
  })),
});
