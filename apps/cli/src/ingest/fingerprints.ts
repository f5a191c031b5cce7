import { stat } from "node:fs/promises";
import type { FoundFile } from "./find-files.ts";

/** Remembers the state of files: only files that were written to are read again. */
export class Fingerprints {
  readonly #seen = new Map<string, string>();

  /** Returns the files that are new or have changed since the last call. A file that has vanished is not included. */
  async changed(files: readonly FoundFile[]): Promise<readonly FoundFile[]> {
    const changed: FoundFile[] = [];
    for (const file of files) {
      const fingerprint = await fingerprintOf(file.path);
      if (fingerprint === undefined) this.#seen.delete(file.path);
      else if (this.#seen.get(file.path) !== fingerprint) {
        this.#seen.set(file.path, fingerprint);
        changed.push(file);
      }
    }
    return changed;
  }

  /** Forgets a file whose processing failed: it counts as new in the next scan. */
  forget({ path }: FoundFile): void {
    this.#seen.delete(path);
  }
}

/** Fingerprint from the file's metadata. It includes ctime, which unlike mtime can't be set by a program. */
const fingerprintOf = async (path: string): Promise<string | undefined> => {
  try {
    const { dev, ino, size, mtimeNs, ctimeNs } = await stat(path, { bigint: true });
    return [dev, ino, size, mtimeNs, ctimeNs].join(" ");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
};
