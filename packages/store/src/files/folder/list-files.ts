import { readdir, stat } from "node:fs/promises";
import { isUuid } from "@quarry/plugin/domain";
import type { ListedFile } from "../file-store.ts";
import { fromFileSystem } from "./folder-errors.ts";
import { collectionPath, filePath } from "./folder-paths.ts";
import { hasCode } from "./has-code.ts";

/**
 * Lists the stored files. Skips files not named by UUIDs, which other programs made, and files that disappear
 * meanwhile.
 */
export async function* listFiles(directory: string): AsyncGenerator<ListedFile, void, undefined> {
  for (const collectionId of await names(directory)) {
    for (const documentId of await names(collectionPath(directory, collectionId))) {
      const modifiedAt = await modifiedTime(filePath(directory, { collectionId, documentId }));
      if (modifiedAt !== undefined) yield { collectionId, documentId, modifiedAt };
    }
  }
}

const names = async (path: string): Promise<readonly string[]> => {
  try {
    return (await readdir(path)).filter(isUuid);
  } catch (error) {
    if (hasCode(error, "ENOENT") || hasCode(error, "ENOTDIR")) return [];
    throw fromFileSystem(error);
  }
};

const modifiedTime = async (path: string): Promise<number | undefined> => {
  try {
    const found = await stat(path);
    return found.isFile() ? found.mtimeMs : undefined;
  } catch (error) {
    if (hasCode(error, "ENOENT")) return undefined;
    throw fromFileSystem(error);
  }
};
