import { checkFile, type Lock, readLock, writeLock } from "./lock-file.ts";
import { type FoundModel, inspectFolder } from "./model-folder.ts";
import { meaningOf } from "./collect-files.ts";

/** A model that lies in a folder of its own, with the hashes of its files. */
export interface CollectedFolder {
  readonly found: FoundModel;
  readonly files: Lock;
}

/** Inspects the folder of a model, and verifies its files against their hashes of the first time. */
export const collectFolder = async (folder: string, note: (line: string) => void): Promise<CollectedFolder> => {
  const found = await inspectFolder(folder);
  const before = await readLock(folder);
  const files: Record<string, Lock[string]> = {};
  for (const path of found.files) {
    files[path] = await checkFile(folder, path, undefined, before);
    note(`${path}: ${meaningOf(files[path])}`);
  }
  await writeLock(folder, files);
  for (const remark of found.remarks) note(remark);
  return { found, files };
};
