import type { Dirent } from "node:fs";
import { glob, readdir, stat } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { fileTypeOf } from "@quarry/plugin/domain";
import { UsageError } from "../failures.ts";

/** File to be ingested. */
export interface FoundFile {
  readonly path: string;
  /** Identity of the file between runs: its path below the folder argument, starting with the folder's own name. */
  readonly sourcePath: string;
}

export interface FoundFiles {
  readonly files: readonly FoundFile[];
  /**
   * Names of the folder arguments. A file that the service has below them and that no longer exists here is missing.
   */
  readonly folders: readonly string[];
  /** Number of files in folders that are ignored because their type is not supported. */
  readonly ignored: number;
}

/**
 * Finds the files of the arguments: a file itself, the files of a folder and its subfolders, and the matches of a glob.
 * In folders only the file types that the service reads are included; the service is queried for them only then.
 */
export const findFiles = async (
  inputs: readonly string[],
  readTypes: () => Promise<ReadonlySet<string>>,
): Promise<FoundFiles> => {
  const files: FoundFile[] = [];
  const folders: string[] = [];
  let ignored = 0;
  for (const input of inputs) {
    const kind = await kindOf(input);
    if (kind === "file") files.push({ path: input, sourcePath: basename(input) });
    else if (kind === "folder") {
      const name = basename(resolve(input));
      folders.push(name);
      const all = await filesBelow(input, name);
      const types = await readTypes();
      const readable = all.filter(({ path }) => types.has(fileTypeOf(path, types) ?? ""));
      for (const file of readable) files.push(file);
      ignored += all.length - readable.length;
    } else files.push(...(await matching(input)));
  }
  return { files: withoutRepetitions(files), folders, ignored };
};

/** Returns the kind of the entry at a path, or undefined if it does not exist. */
export const kindOf = async (path: string): Promise<"file" | "folder" | undefined> => {
  try {
    return (await stat(path)).isDirectory() ? "folder" : "file";
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
};

/** Hidden files and folders are excluded, as in shells. */
export const isHidden = (name: string): boolean => name.startsWith(".");

const filesBelow = async (folder: string, name: string): Promise<readonly FoundFile[]> => {
  const entries = await entriesOf(folder);
  const found: FoundFile[] = [];
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (isHidden(entry.name)) continue;
    const path = join(folder, entry.name);
    const sourcePath = `${name}/${entry.name}`;
    if (entry.isDirectory()) for (const file of await filesBelow(path, sourcePath)) found.push(file);
    else if (entry.isFile() || (entry.isSymbolicLink() && (await leadsToFile(path)))) found.push({ path, sourcePath });
  }
  return found;
};

/** Lists a folder. A folder that vanishes while its parent is being read has no files. */
const entriesOf = async (folder: string): Promise<Dirent[]> => {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
};

/** Whether a link leads to a file. Links to folders are not followed: they can form cycles. */
const leadsToFile = async (path: string): Promise<boolean> => (await kindOf(path)) === "file";

const matching = async (pattern: string): Promise<readonly FoundFile[]> => {
  const found: FoundFile[] = [];
  for await (const path of glob(pattern)) {
    if ((await kindOf(path)) === "file") found.push({ path, sourcePath: path.replaceAll("\\", "/") });
  }
  if (found.length === 0) throw new UsageError(`${pattern}: no such file or folder, and no match as a glob`);
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
};

const withoutRepetitions = (files: readonly FoundFile[]): readonly FoundFile[] => {
  const byPath = new Map<string, FoundFile>();
  const bySource = new Map<string, FoundFile>();
  for (const file of files) {
    const path = resolve(file.path);
    if (byPath.has(path)) continue;
    const other = bySource.get(file.sourcePath);
    if (other !== undefined) {
      throw new UsageError(
        `${other.path} and ${file.path} would both be ${file.sourcePath} in the collection: ingest them by the folder above`,
      );
    }
    byPath.set(path, file);
    bySource.set(file.sourcePath, file);
  }
  return [...byPath.values()];
};
