import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import {
  checkFile,
  type Lock,
  type LockedFile,
  lockedDownload,
  ModelFileError,
  readLock,
  writeLock,
} from "@quarry/onnx/files";
import { UsageError } from "../failures.ts";
import { bar } from "../output/bar.ts";
import type { Terminal } from "../output/terminal.ts";
import type { KnownFile, KnownModel } from "./known-models.ts";

const DEFAULT_HUB = "https://huggingface.co";
const MEGABYTE = 1_000_000;
/** A model that grew to more than this times its size in the table is another one. */
const ROOM = 2;

export interface CollectOptions {
  readonly folder: string;
  /** Branch, tag or commit. */
  readonly revision: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
}

/**
 * Sees to it that a folder has all files of a known model: those that are there are held to their hashes, the others fetched,
 * the weights last. Where the hub is away it says what to copy where.
 */
export const collectFiles = async (model: KnownModel, options: CollectOptions): Promise<Lock> => {
  const { folder, terminal } = options;
  // Created for this user alone, as the service creates its data folder.
  await mkdir(folder, { recursive: true, mode: 0o700 });
  let lock = await readLock(folder);
  for (const file of model.files) {
    const isThere = existsSync(join(folder, file.path));
    const found = isThere ? await checkFile(folder, file.path, file.sha256, lock) : await fetched(model, file, options);
    terminal.status(undefined);
    terminal.note(`${file.path}: ${isThere ? "is there" : "fetched"}, ${meaningOf(found)}`);
    // After each: what comes next may fail.
    lock = { ...lock, [file.path]: found };
    await writeLock(folder, lock);
  }
  return lock;
};

export const meaningOf = ({ known }: LockedFile): string => {
  if (known === "known") return "has the hash that Quarry knows";
  if (known === "hub") return "has the hash that the hub told";
  return "its hash was not known before: it is noted, and from now on held to";
};

const fetched = async (model: KnownModel, file: KnownFile, options: CollectOptions): Promise<LockedFile> => {
  const { folder, environment, terminal, signal } = options;
  const url = addressOf(file, options);
  try {
    const wanted = {
      url,
      path: join(folder, file.path),
      sha256: file.sha256,
      maxBytes: model.megabytes * MEGABYTE * ROOM,
      token: environment["HF_TOKEN"] || undefined,
      signal,
      onBytes: (done: number, total: number | undefined) =>
        terminal.status(
          `${total === undefined ? `${Math.floor(done / MEGABYTE)} MB` : bar((done / total) * 100)}  ${file.path}`,
        ),
    };
    return await lockedDownload(wanted, options.revision);
  } catch (error) {
    terminal.status(undefined);
    if (error instanceof ModelFileError && error.code === "unavailable") tellWhatToCopy(model, options);
    throw error;
  }
};

/** The variable is that of the hub's own tools. */
const addressOf = ({ repository, path }: KnownFile, { revision, environment }: CollectOptions): string => {
  const hub = (environment["HF_ENDPOINT"] || DEFAULT_HUB).replace(/\/$/, "");
  if (!/^https?:$/.test(URL.parse(hub)?.protocol ?? ""))
    throw new UsageError(`HF_ENDPOINT: must be an http:// or https:// address, got ${JSON.stringify(hub)}`);
  return `${hub}/${repository}/resolve/${encodeURIComponent(revision)}/${path}`;
};

const tellWhatToCopy = (model: KnownModel, options: CollectOptions): void => {
  const { note } = options.terminal;
  note("Without a way to the hub, fetch these elsewhere, put them here, and run the same command again:");
  for (const file of model.files.filter(({ path }) => !existsSync(join(options.folder, path))))
    note(`  ${addressOf(file, options)}\n    as ${join(options.folder, file.path)}`);
};
