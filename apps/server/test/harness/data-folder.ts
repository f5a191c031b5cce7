import { mkdtemp, rm, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeStack } from "./stacks/make-stack.ts";
import type { Stack, StoredFile } from "./stacks/stack.ts";

/** An empty temporary folder for one server's data, and what that server stands on beside it. */
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

  /** Names of the documents that have a file. */
  async storedDocuments(): Promise<readonly string[]> {
    return (await this.storedFiles()).map((file) => file.documentId).sort();
  }

  /** Uploads that are being written. */
  incomingFiles(): Promise<readonly string[]> {
    return this.stack.incomingFiles();
  }

  /** Makes a stored file look as old as one from before the sweeper's age. */
  async age(file: StoredFile, hours: number): Promise<void> {
    const then = new Date(Date.now() - hours * 3_600_000);
    await utimes(this.file("files", file.collectionId, file.documentId), then, then);
  }

  async remove(): Promise<void> {
    await this.stack.dispose();
    await rm(this.path, { recursive: true, force: true, maxRetries: 3 });
  }
}
