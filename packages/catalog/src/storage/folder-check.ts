import { statfs } from "node:fs/promises";
import { fromFileSystem, probeFolder } from "@quarry/store/files";
import { Effect } from "effect";
import type { DiskReserve } from "./disk-reserve.ts";
import type { StorageTarget, StorageProblem, WriteCheck } from "./write-check.ts";

/**
 * Free space below which a folder counts as full. Work admitted earlier still writes a few MB: SQLite's log grows to 4
 * MB before a checkpoint.
 */
const MIN_FREE_BYTES = 8 * 1_048_576;

/** Costs a few bytes and an fsync. */
export const LOCAL_CHECK_INTERVALS = { everyMs: 2_000, retryMs: 100 };

/** Costs one system call. */
const SPACE_CHECK_INTERVALS = { everyMs: 100, retryMs: 100 };

/**
 * Checks whether a local folder has room and is writable. `name` is its name in messages. The check for room reports
 * sooner. If the folder has a reserve, there is only room if the reserve is full or can be filled.
 */
export const folderChecks = (
  target: StorageTarget,
  directory: string,
  name: string,
  reserve?: DiskReserve,
): readonly [room: WriteCheck, write: WriteCheck] => {
  const probing = (run: () => Promise<void>): WriteCheck["probe"] =>
    Effect.tryPromise({
      try: run,
      catch: (cause): StorageProblem => ({ target, message: `${name} ${reasonOf(cause, reserve)}` }),
    });
  return [
    {
      target,
      ...SPACE_CHECK_INTERVALS,
      probe: probing(() => checkSpace(directory, MIN_FREE_BYTES + (reserve?.missingBytes ?? 0))),
    },
    {
      target,
      ...LOCAL_CHECK_INTERVALS,
      probe: probing(() => probeFolder(directory, `quarry-write-probe-${process.pid}`)),
    },
  ];
};

const checkSpace = async (directory: string, least: number): Promise<void> => {
  const free = await freeBytes(directory);
  if (free < least) throw Object.assign(new Error(`${free} bytes are free`), { code: "ENOSPC" });
};

/** Returns the bytes that this process can still write there; infinity if the system doesn't report it. */
export const freeBytes = async (directory: string): Promise<number> => {
  try {
    const { bavail, bsize, blocks } = await statfs(directory);
    // Some file systems report zeros instead.
    return blocks === 0 ? Infinity : bavail * bsize;
  } catch {
    return Infinity;
  }
};

const reasonOf = (cause: unknown, reserve: DiskReserve | undefined): string => {
  const { reason } = fromFileSystem(cause);
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "read data differs from written data";
  if (reason === "no_space") {
    return `has no disk space left${reserve?.isSpent === true ? ", and its reserve for deletes is used up" : ""}`;
  }
  if (reason === "read_only") return `can't be written to: it is read-only, or belongs to another user (${code})`;
  if (reason === "not_found") return "no longer exists";
  return `can't be written to (${code})`;
};
