import { randomBytes } from "node:crypto";
import { rm, stat, statfs, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Name of the file below the data folder. */
const RESERVE_FILE = "start-reserve";

/** What a start needs on a full disk: SQLite can't open its files without making small ones beside them. */
const RESERVE_BYTES = 4 * 1_048_576;

/** A disk with less than this has no room to put anything by. */
const ROOMY_BYTES = 8 * RESERVE_BYTES;

/**
 * Room that is put by while there is some, and given back at a start on a full disk, so that the service starts, searches
 * and deletes there. It is put by again at a later start.
 */
export const useStartReserve = async (dataDirectory: string): Promise<void> => {
  const file = join(dataDirectory, RESERVE_FILE);
  try {
    const { bavail, bsize } = await statfs(dataDirectory);
    const free = bavail * bsize;
    if (free < RESERVE_BYTES) return await rm(file, { force: true });
    // Bytes that no file system makes smaller.
    if (free > ROOMY_BYTES && !(await isThere(file)))
      await writeFile(file, randomBytes(RESERVE_BYTES), { mode: 0o600 });
  } catch {
    // A folder that can't be written to is told of by what has to write there.
  }
};

const isThere = async (file: string): Promise<boolean> => {
  const found = await stat(file).catch(() => undefined);
  return found?.size === RESERVE_BYTES;
};
