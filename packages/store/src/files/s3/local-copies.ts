import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { fromFileSystem, fromOwnFolder } from "../folder/folder-errors.ts";
import { FOLDER_MODE, FILE_MODE } from "../folder/folder-paths.ts";
import { hasCode } from "../folder/has-code.ts";
import type { FileStoreError } from "../file-store-error.ts";

const DEFAULT_DIRECTORY = join(tmpdir(), "quarry-files");

/** Files that are here only while something reads them by path: each process has a folder of its own for them. */
export class LocalCopies {
  readonly #directory: string;
  readonly #own: string;

  constructor(directory: string = DEFAULT_DIRECTORY) {
    this.#directory = directory;
    this.#own = join(directory, `${process.pid}-${randomUUID()}`);
  }

  /** Returns the path of the copy; nothing is left when it fails. */
  async make(bytes: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<string> {
    await mkdir(this.#own, { recursive: true, mode: FOLDER_MODE });
    const path = join(this.#own, randomUUID());
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
  close = (): Promise<void> => rm(this.#own, { recursive: true, force: true });

  /** Removes the folders of processes that have ended without. Returns how many. */
  async sweep(): Promise<number> {
    let removed = 0;
    for (const name of await names(this.#directory)) {
      const path = join(this.#directory, name);
      if (path === this.#own || isAlive(Number.parseInt(name, 10))) continue;
      await rm(path, { recursive: true, force: true });
      removed += 1;
    }
    return removed;
  }
}

/**
 * Whether another process of this machine is alive. This process's id on another folder belongs to an earlier one that
 * had the same id.
 */
const isAlive = (pid: number): boolean => {
  if (pid === process.pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return hasCode(error, "EPERM");
  }
};

const OWN_NAME = /^\d+-[0-9a-f-]{36}$/;

const names = async (directory: string): Promise<readonly string[]> => {
  try {
    return (await readdir(directory)).filter((name) => OWN_NAME.test(name));
  } catch (error) {
    if (hasCode(error, "ENOENT")) return [];
    throw error;
  }
};

export const fromLocalCopy = (cause: unknown): FileStoreError =>
  hasCode(cause, "ENOENT") ? fromOwnFolder(cause) : fromFileSystem(cause);
