import { statfs } from "node:fs/promises";
import { fromFileSystem, probeFolder } from "@quarry/store/files";
import { Effect } from "effect";
import type { DiskReserve } from "./disk-reserve.ts";
import type { StorageTarget, StorageProblem, WriteCheck } from "./write-check.ts";

/**
 * Below this a folder counts as full: work that was let in before still writes a few MB, as SQLite's log grows to 4 MB
 * before it is folded into its file.
 */
const LEAST_FREE_BYTES = 8 * 1_048_576;

/** A few bytes and a synchronisation. */
export const LOCAL_PACE = { everyMs: 2_000, retryMs: 100 };

/** One question to the system. */
const ROOM_PACE = { everyMs: 100, retryMs: 100 };

/**
 * Whether a folder of this machine has room, and whether it can be written to. `name` is what people know it by; of the
 * two the first is known at once. Where the folder has a reserve, there is only room when that is whole, or could be.
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
      ...ROOM_PACE,
      probe: probing(() => checkSpace(directory, LEAST_FREE_BYTES + (reserve?.missingBytes ?? 0))),
    },
    { target, ...LOCAL_PACE, probe: probing(() => probeFolder(directory, `quarry-write-probe-${process.pid}`)) },
  ];
};

const checkSpace = async (directory: string, least: number): Promise<void> => {
  const free = await freeBytes(directory);
  if (free < least) throw Object.assign(new Error(`${free} bytes are free`), { code: "ENOSPC" });
};

/** Bytes that this process may still write there; without a bound where the system doesn't tell. */
export const freeBytes = async (directory: string): Promise<number> => {
  try {
    const { bavail, bsize, blocks } = await statfs(directory);
    // Some file systems tell nothing, by zeros.
    return blocks === 0 ? Infinity : bavail * bsize;
  } catch {
    return Infinity;
  }
};

const reasonOf = (cause: unknown, reserve: DiskReserve | undefined): string => {
  const { reason } = fromFileSystem(cause);
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "what is read is not what was written";
  if (reason === "no_space") {
    return `has no disk space left${reserve?.isSpent === true ? ", and its reserve for deletes is used up" : ""}`;
  }
  if (reason === "read_only") return `can't be written to: it is read-only, or somebody else's (${code})`;
  if (reason === "not_found") return "is not there any more";
  return `can't be written to (${code})`;
};
