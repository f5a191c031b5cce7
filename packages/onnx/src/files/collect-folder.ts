import { checkFile, type Lock, readLock, writeLock } from "./lock-file.ts";
import { type FoundModel, inspectFolder } from "./model-folder.ts";
import { meaningOf } from "./collect-files.ts";

/** A model in its own folder, with the hashes of its files. */
export interface CollectedFolder {
  readonly found: FoundModel;
  readonly files: Lock;
}

/** Inspects a model's folder, and verifies its files against the hashes stored at first use. */
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
