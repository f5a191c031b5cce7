import { mkdtemp, rm, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeStack } from "./stacks/make-stack.ts";
import type { Stack, StoredFile } from "./stacks/stack.ts";

/** Empty temporary folder for one server's data, with the backends that the server uses. */
export class DataFolder {
  readonly path: string;
  readonly stack: Stack;

  private constructor(path: string, stack: Stack) {
    this.path = path;
    this.stack = stack;
  }

  static async make(stack?: string): Promise<DataFolder> {
    const path = await mkdtemp(join(tmpdir(), "quarry-e2e-"));
    return new DataFolder(path, await makeStack(path, stack));
  }

  file(...names: readonly string[]): string {
    return join(this.path, ...names);
  }

  storedFiles(): Promise<readonly StoredFile[]> {
    return this.stack.storedFiles();
  }

  /** Returns the names of the documents that have a file. */
  async storedDocuments(): Promise<readonly string[]> {
    return (await this.storedFiles()).map((file) => file.documentId).sort();
  }

  /** Returns the uploads that are being written. */
  incomingFiles(): Promise<readonly string[]> {
    return this.stack.incomingFiles();
  }

  /** Sets a stored file's modification time back by `hours`, so that it looks old enough for the sweeper. */
  async age(file: StoredFile, hours: number): Promise<void> {
    const then = new Date(Date.now() - hours * 3_600_000);
    await utimes(this.file("files", file.collectionId, file.documentId), then, then);
  }

  async remove(): Promise<void> {
    await this.stack.dispose();
    await rm(this.path, { recursive: true, force: true, maxRetries: 3 });
  }
}
