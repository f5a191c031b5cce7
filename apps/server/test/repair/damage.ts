import { closeSync, openSync, readdirSync, rmSync, statSync, truncateSync, writeSync } from "node:fs";
import { join } from "node:path";

/** Ways to damage a file of an index while no service has it open. */
export const DAMAGES = {
  removed: (path: string) => removeWithLog(path),
  emptied: (path: string) => {
    removeLog(path);
    truncateSync(path, 0);
  },
  truncated: (path: string) => truncateSync(path, statSync(path).size >> 1),
  "written over": (path: string) => overwrite(path, (statSync(path).size >> 1) & ~8_191, Buffer.alloc(8_192, 0xaa)),
  "without its head": (path: string) => overwrite(path, 0, Buffer.alloc(100, 0xaa)),
} as const;

export type Damage = keyof typeof DAMAGES;

export const passageFile = (folder: string, collectionId: string): string =>
  fileIn(join(folder, "passages"), (name) => name === `${collectionId}.db`);

export const vectorFile = (folder: string, collectionId: string): string => {
  const part = collectionId.replaceAll("-", "");
  return fileIn(join(folder, "plugins", "vector-store"), (name) => name.includes(part) && name.endsWith(".sqlite"));
};

const fileIn = (folder: string, isIt: (name: string) => boolean): string => {
  const found = readdirSync(folder).filter(isIt);
  if (found.length !== 1) throw new Error(`${folder} has ${readdirSync(folder).join(", ")}`);
  return join(folder, found[0]!);
};

const overwrite = (path: string, at: number, bytes: Uint8Array): void => {
  const file = openSync(path, "r+");
  writeSync(file, bytes, 0, bytes.byteLength, at);
  closeSync(file);
};

const removeLog = (path: string): void => {
  for (const suffix of ["-wal", "-shm"]) rmSync(path + suffix, { force: true });
};

const removeWithLog = (path: string): void => {
  removeLog(path);
  rmSync(path);
};
