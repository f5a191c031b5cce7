import { closeSync, existsSync, fsyncSync, linkSync, openSync, rmSync } from "node:fs";
import { randomBytes } from "node:crypto";
import { dirname } from "node:path";
import { hasCode } from "../files/folder/has-code.ts";

/**
 * Creates a database under a temporary name and links it to its final name when it is complete, so that an empty or
 * partial file is never the result of an interrupted creation. If two processes do it at once, the first one's file
 * stays.
 */
export const makeDatabaseFile = async (path: string, fill: (path: string) => Promise<void>): Promise<void> => {
  if (existsSync(path)) return;
  const unfinished = `${path}-new-${process.pid}-${randomBytes(6).toString("hex")}`;
  try {
    await fill(unfinished);
    linkSync(unfinished, path);
    synchroniseDirectory(dirname(path));
  } catch (error) {
    if (!hasCode(error, "EEXIST")) throw error;
  } finally {
    for (const suffix of ["", "-wal", "-shm"]) rmSync(unfinished + suffix, { force: true });
  }
};

/** Makes the entries of a directory durable. */
export const synchroniseDirectory = (directory: string): void => {
  // Windows can't open folders, and needs no sync here.
  if (process.platform === "win32") return;
  const handle = openSync(directory, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
};
