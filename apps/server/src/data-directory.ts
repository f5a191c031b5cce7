import { chmod, mkdir, stat } from "node:fs/promises";
import { DiskReserve } from "@quarry/catalog";

/** Mode that gives access to the service's own user only. */
const OWNER_ONLY = 0o700;
const OTHERS = 0o077;

/**
 * Creates the data folder and denies access to other users. This applies to an existing folder too, and to every file
 * that this process and its children create from now on. A folder owned by another user, such as a container's volume,
 * keeps its mode.
 */
export const openDataDirectory = async (path: string): Promise<void> => {
  process.umask(OTHERS);
  await mkdir(path, { recursive: true, mode: OWNER_ONLY });
  const { mode, uid } = await stat(path);
  if ((mode & OTHERS) !== 0 && uid === process.getuid?.()) await chmod(path, OWNER_ONLY);
  new DiskReserve(path).prepareStart();
};
