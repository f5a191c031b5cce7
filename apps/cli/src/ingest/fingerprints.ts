import { stat } from "node:fs/promises";
import type { FoundFile } from "./find-files.ts";

/** Remembers how files looked, so that only those that were written to are read again. */
export class Fingerprints {
  readonly #seen = new Map<string, string>();

  /** The files that are new or look different from the last time; one that has vanished is not among them. */
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

  /** A file that could not be dealt with is new again. */
  forget({ path }: FoundFile): void {
    this.#seen.delete(path);
  }
}

/** The time of the last change of the inode can't be set by hand, as that of the content can. */
const fingerprintOf = async (path: string): Promise<string | undefined> => {
  try {
    const { dev, ino, size, mtimeNs, ctimeNs } = await stat(path, { bigint: true });
    return [dev, ino, size, mtimeNs, ctimeNs].join(" ");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
};
