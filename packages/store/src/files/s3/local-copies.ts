import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { fromFileSystem, fromStoreFolder } from "../folder/folder-errors.ts";
import { FOLDER_MODE, FILE_MODE } from "../folder/folder-paths.ts";
import { hasCode } from "../folder/has-code.ts";
import type { FileStoreError } from "../file-store-error.ts";

const DEFAULT_DIRECTORY = join(tmpdir(), "quarry-files");

/** Local copies of files, which exist only while they are read by path. Each process has its own folder for them. */
export class LocalCopies {
  readonly #directory: string;
  readonly #processFolder: string;

  constructor(directory: string = DEFAULT_DIRECTORY) {
    this.#directory = directory;
    this.#processFolder = join(directory, `${process.pid}-${randomUUID()}`);
  }

  /** Returns the path of the copy. A failure leaves nothing behind. */
  async make(bytes: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<string> {
    await mkdir(this.#processFolder, { recursive: true, mode: FOLDER_MODE });
    const path = join(this.#processFolder, randomUUID());
    try {
      await pipeline(bytes, createWriteStream(path, { flags: "wx", mode: FILE_MODE }), { signal });
      return path;
    } catch (error) {
      await this.remove(path);
      throw error;
    }
  }

  remove = (path: string): Promise<void> => rm(path, { force: true });

  /** Removes the folder of this process. */
  close = (): Promise<void> => rm(this.#processFolder, { recursive: true, force: true });

  /** Removes the folders of processes that ended without doing so. Returns their number. */
  async sweep(): Promise<number> {
    let removed = 0;
    for (const name of await names(this.#directory)) {
      const path = join(this.#directory, name);
      if (path === this.#processFolder || isAlive(Number.parseInt(name, 10))) continue;
      await rm(path, { recursive: true, force: true });
      removed += 1;
    }
    return removed;
  }
}

/**
 * Whether another process on this machine is alive. A different folder with this process's id belongs to an earlier
 * process that had the same id.
 */
const isAlive = (pid: number): boolean => {
  if (pid === process.pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return hasCode(error, "EPERM");
  }
};

const PROCESS_FOLDER = /^\d+-[0-9a-f-]{36}$/;

const names = async (directory: string): Promise<readonly string[]> => {
  try {
    return (await readdir(directory)).filter((name) => PROCESS_FOLDER.test(name));
  } catch (error) {
    if (hasCode(error, "ENOENT")) return [];
    throw error;
  }
};

export const fromLocalCopy = (cause: unknown): FileStoreError =>
  hasCode(cause, "ENOENT") ? fromStoreFolder(cause) : fromFileSystem(cause);
