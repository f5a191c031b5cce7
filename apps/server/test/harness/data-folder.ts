import { mkdtemp, readdir, rm, stat, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A file as the service stores it: below its collection's folder, named by its document. */
export interface StoredFile {
  readonly collectionId: string;
  readonly documentId: string;
  readonly size: number;
}

/** An empty temporary folder for one server's data, and what stands in it. */
export class DataFolder {
  readonly path: string;

  private constructor(path: string) {
    this.path = path;
  }

  static async make(): Promise<DataFolder> {
    return new DataFolder(await mkdtemp(join(tmpdir(), "quarry-e2e-")));
  }

  file(...names: readonly string[]): string {
    return join(this.path, ...names);
  }

  /** Everything in the files folder that is a document's file; nothing else may stand there but `incoming`. */
  async storedFiles(): Promise<readonly StoredFile[]> {
    const found: StoredFile[] = [];
    for (const collectionId of await namesIn(this.file("files"))) {
      if (collectionId === "incoming") continue;
      for (const documentId of await namesIn(this.file("files", collectionId))) {
        const size = await sizeOf(this.file("files", collectionId, documentId));
        if (size !== undefined) found.push({ collectionId, documentId, size });
      }
    }
    return found;
  }

  /** Names of the documents that have a file. */
  async storedDocuments(): Promise<readonly string[]> {
    return (await this.storedFiles()).map((file) => file.documentId).sort();
  }

  /** Uploads that are being written. */
  incomingFiles(): Promise<readonly string[]> {
    return namesIn(this.file("files", "incoming"));
  }

  /** Makes a stored file look as old as one from before the sweeper's age. */
  async age(file: StoredFile, hours: number): Promise<void> {
    const then = new Date(Date.now() - hours * 3_600_000);
    await utimes(this.file("files", file.collectionId, file.documentId), then, then);
  }

  async remove(): Promise<void> {
    await rm(this.path, { recursive: true, force: true, maxRetries: 3 });
  }
}

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
