import { open, rm } from "node:fs/promises";
import { join } from "node:path";
import { FILE_MODE } from "./folder-paths.ts";

const PROBE = Buffer.from("quarry writes here\n");

/**
 * Writes a few bytes into a folder, syncs them to disk, reads them back and removes them. Rejects with the error of
 * `node:fs`. `name` must be used by only one process at a time. A leftover of a killed process is replaced, never
 * followed as a link.
 */
export const probeFolder = async (directory: string, name: string): Promise<void> => {
  const path = join(directory, name);
  await rm(path, { force: true });
  const file = await open(path, "wx+", FILE_MODE);
  try {
    await file.write(PROBE, 0, PROBE.byteLength, 0);
    await file.sync();
    const read = Buffer.alloc(PROBE.byteLength);
    await file.read(read, 0, read.byteLength, 0);
    if (!read.equals(PROBE)) throw new Error("read data differs from written data");
  } finally {
    await file.close();
    await rm(path, { force: true });
  }
};
