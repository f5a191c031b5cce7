import { closeSync, existsSync, fsyncSync, linkSync, openSync, rmSync } from "node:fs";
import { randomBytes } from "node:crypto";
import { dirname } from "node:path";

/**
 * Makes a database under another name and gives it its own when it is whole, so that a file that is empty or half made is
 * never one whose making was broken off. Where two do it at the same time, the first one's stays.
 */
export const makeDatabaseFile = async (path: string, fill: (path: string) => Promise<void>): Promise<void> => {
  if (existsSync(path)) return;
  const unfinished = `${path}-new-${process.pid}-${randomBytes(6).toString("hex")}`;
  try {
    await fill(unfinished);
    linkSync(unfinished, path);
    synchronise(dirname(path));
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  } finally {
    for (const suffix of ["", "-wal", "-shm"]) rmSync(unfinished + suffix, { force: true });
  }
};

const synchronise = (directory: string): void => {
  // Windows can't open folders and doesn't need it.
  if (process.platform === "win32") return;
  const handle = openSync(directory, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
};
