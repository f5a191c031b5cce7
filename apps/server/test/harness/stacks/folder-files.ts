import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Stack, StoredFile } from "./stack.ts";

/** Original files in a folder: in a subfolder per collection, named by their document. */
export const folderFiles = (folder: string): Pick<Stack, "storedFiles" | "incomingFiles"> => ({
  /** Returns every document's file in the folder; it may contain nothing else but `incoming`. */
  storedFiles: async () => {
    const found: StoredFile[] = [];
    for (const collectionId of await namesIn(folder)) {
      if (collectionId === "incoming") continue;
      for (const documentId of await namesIn(join(folder, collectionId))) {
        const size = await sizeOf(join(folder, collectionId, documentId));
        if (size !== undefined) found.push({ collectionId, documentId, size });
      }
    }
    return found;
  },
  incomingFiles: () => namesIn(join(folder, "incoming")),
});

const namesIn = async (path: string): Promise<readonly string[]> => {
  try {
    return await readdir(path);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
};

const sizeOf = async (path: string): Promise<number | undefined> => {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
};

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === "ENOENT";
