import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Context, Data, Effect, Layer } from "effect";
import { hasCode } from "./files/folder/has-code.ts";

export class DataDirectoryLockedError extends Data.TaggedError("DataDirectoryLockedError")<{
  readonly message: string;
  /** Process id of the lock holder, if it could be read. */
  readonly pid?: number;
}> {}

/** Proof that this process alone uses the data folder. */
export class DataDirectoryLock extends Context.Service<DataDirectoryLock, { readonly directory: string }>()(
  "@quarry/store/DataDirectoryLock",
) {
  /**
   * Holds the lock until the scope ends. The operating system releases it when the process dies, for whatever reason.
   * The folder is created (mode 0700) if missing.
   */
  static readonly layer = ({ directory }: { readonly directory: string }) =>
    Layer.effect(DataDirectoryLock, acquire(directory));
}

/** Returns the process that uses the data folder, without modifying it, or undefined if none does. */
export const dataDirectoryOwner = (directory: string): { readonly pid: number | undefined } | undefined => {
  const file = join(directory, LOCK_FILE);
  if (!existsSync(file)) return undefined;
  const probe = new DatabaseSync(file, { readOnly: true, timeout: 0 });
  try {
    probe.prepare("select count(*) from sqlite_schema").get();
    return undefined;
  } catch (error) {
    return isBusy(error) ? { pid: readHolder(directory) } : undefined;
  } finally {
    probe.close();
  }
};

/**
 * Empty SQLite file that is only ever locked: Node has no file locks, and SQLite uses those of the operating system.
 */
const LOCK_FILE = "lock.db";
const HOLDER_FILE = "lock.pid";

const acquire = (directory: string) =>
  Effect.acquireRelease(
    Effect.try({ try: () => lock(directory), catch: (cause) => lockError(cause, directory) }),
    (lock) => Effect.sync(() => release(lock, directory)),
  ).pipe(Effect.as({ directory }));

const lock = (directory: string): DatabaseSync => {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  // timeout 0: a second start must fail at once, not wait.
  const lock = new DatabaseSync(join(directory, LOCK_FILE), { timeout: 0 });
  try {
    lock.exec("begin exclusive");
    writeHolder(directory);
    return lock;
  } catch (error) {
    lock.close();
    throw error;
  }
};

/** Writes the process id of the lock holder. On a full disk the lock works anyway, without the id. */
const writeHolder = (directory: string): void => {
  try {
    writeFileSync(join(directory, HOLDER_FILE), `${process.pid}\n`, { mode: 0o600 });
  } catch (error) {
    if (!hasCode(error, "ENOSPC") && !hasCode(error, "EDQUOT")) throw error;
  }
};

const release = (lock: DatabaseSync, directory: string): void => {
  try {
    rmSync(join(directory, HOLDER_FILE), { force: true });
  } catch {
    // The folder became read-only. The lock itself shows whether it is held; the stale id only names its last holder.
  }
  lock.close();
};

const BUSY = 5;

const isBusy = (cause: unknown): boolean => cause instanceof Error && "errcode" in cause && cause.errcode === BUSY;

const lockError = (cause: unknown, directory: string): DataDirectoryLockedError => {
  if (!isBusy(cause)) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    return new DataDirectoryLockedError({
      message: `can't use the data folder ${directory} (SERVICE_DATA_DIR): ${reason}`,
    });
  }
  const pid = readHolder(directory);
  const owner = pid === undefined ? "another process" : `another process (pid ${pid})`;
  return new DataDirectoryLockedError({
    message: `the data folder ${directory} is in use by ${owner}; stop it, or set SERVICE_DATA_DIR to another folder`,
    ...(pid !== undefined && { pid }),
  });
};

const readHolder = (directory: string): number | undefined => {
  try {
    const pid = Number.parseInt(readFileSync(join(directory, HOLDER_FILE), "utf8"), 10);
    return Number.isSafeInteger(pid) ? pid : undefined;
  } catch {
    return undefined;
  }
};
