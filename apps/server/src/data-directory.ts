import { chmod, mkdir, stat } from "node:fs/promises";
import { DiskReserve } from "@quarry/catalog";

/** Permissions for the service's own user alone. */
const OWNER_ONLY = 0o700;
const OTHERS = 0o077;

/**
 * Makes the data folder, and keeps others out of it: of one that stood there before, too, and of all that this process
 * and its children write from now on. A folder of somebody else's, as volumes of containers are, keeps its mode.
 */
export const openDataDirectory = async (path: string): Promise<void> => {
  process.umask(OTHERS);
  await mkdir(path, { recursive: true, mode: OWNER_ONLY });
  const { mode, uid } = await stat(path);
  if ((mode & OTHERS) !== 0 && uid === process.getuid?.()) await chmod(path, OWNER_ONLY);
  new DiskReserve(path).prepareStart();
};
