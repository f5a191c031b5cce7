import { createHash } from "node:crypto";
import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Download, digestOf, download } from "./download.ts";
import { ModelFileError } from "./model-file-error.ts";

/** File in the model's folder with the hashes of the first download. */
export const LOCK_FILE = "quarry-model.json";

/** Source of a file's hash: known in advance, declared by the hub, or computed from the first download. */
export type HashKnown = "known" | "hub" | "first use";

export interface LockedFile {
  readonly sha256: string;
  readonly known: HashKnown;
  /** URL with the commit, if the file came from a hub. */
  readonly from?: string;
}

/** Files by their path in the folder. */
export type Lock = Readonly<Record<string, LockedFile>>;

export const readLock = async (folder: string): Promise<Lock> => {
  const path = join(folder, LOCK_FILE);
  try {
    return (JSON.parse(await readFile(path, "utf8")) as { readonly files: Lock }).files;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return {};
    throw new ModelFileError(`${path} can't be read: ${(error as Error).message}`, "unfit");
  }
};

export const writeLock = async (folder: string, files: Lock): Promise<void> => {
  const path = join(folder, LOCK_FILE);
  const note = "Hashes of the downloaded files. quarry models add and the service verify the files against them.";
  const part = `${path}.${process.pid}.part`;
  await writeFile(part, `${JSON.stringify({ note, files }, undefined, 2)}\n`);
  await rename(part, path);
};

/** Verifies a file against its known hash. Throws if it differs. */
export const checkFile = async (
  folder: string,
  path: string,
  known: string | undefined,
  lock: Lock,
): Promise<LockedFile> => {
  const sha256 = await digestOf(join(folder, path), createHash("sha256"));
  const locked = lock[path];
  const expected = known ?? locked?.sha256;
  if (expected !== undefined && expected !== sha256) {
    const whose = known === undefined ? `${LOCK_FILE} recorded at the download` : "the model has";
    throw new ModelFileError(
      `${join(folder, path)} has the SHA-256 ${sha256}, not ${expected}, which ${whose}: it was changed, or belongs to another version`,
      "unfit",
    );
  }
  if (known !== undefined) return { sha256, known: "known" };
  return locked ?? { sha256, known: "first use" };
};

/** Downloads a file. Returns the hash to require of it from then on. `revision` is the one in its URL. */
export const lockedDownload = async (wanted: Download, revision: string): Promise<LockedFile> => {
  const { url } = wanted;
  const { sha256, isAsToldByHub, commit } = await download(wanted);
  const from = commit === undefined ? url : url.replace(`/resolve/${revision}/`, `/resolve/${commit}/`);
  if (wanted.sha256 !== undefined) return { sha256, known: "known", from };
  return { sha256, known: isAsToldByHub ? "hub" : "first use", from };
};
