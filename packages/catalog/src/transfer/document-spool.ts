import { type FileHandle, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { newId } from "@quarry/plugin/domain";
import type { RestoredDocument } from "@quarry/store";

const READ_AT_ONCE = 65_536;

/**
 * Spools any number of an import's document records until all can be written. It uses an unlinked temporary file, which
 * the system deletes with the process.
 */
export class DocumentSpool {
  readonly #file: FileHandle;
  #size = 0;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  static async open(): Promise<DocumentSpool> {
    const path = join(tmpdir(), `quarry-import-${newId()}`);
    const file = await open(path, "wx+", 0o600);
    await rm(path, { force: true });
    return new DocumentSpool(file);
  }

  async add(document: RestoredDocument): Promise<void> {
    const line = Buffer.from(`${JSON.stringify(document)}\n`);
    await this.#file.write(line, 0, line.byteLength, this.#size);
    this.#size += line.byteLength;
  }

  /** Returns all records from the first, in batches. Can be repeated. */
  async *batches(count: number): AsyncGenerator<readonly RestoredDocument[], void, undefined> {
    let batch: RestoredDocument[] = [];
    for await (const line of this.#lines()) {
      batch.push(JSON.parse(line) as RestoredDocument);
      if (batch.length < count) continue;
      yield batch;
      batch = [];
    }
    if (batch.length > 0) yield batch;
  }

  close(): Promise<void> {
    return this.#file.close();
  }

  async *#lines(): AsyncGenerator<string, void, undefined> {
    let segments: Buffer[] = [];
    for (let at = 0; at < this.#size;) {
      const { bytesRead, buffer } = await this.#file.read(Buffer.alloc(READ_AT_ONCE), 0, READ_AT_ONCE, at);
      if (bytesRead === 0) throw new Error("the spool of an import is shorter than the data written to it");
      at += bytesRead;
      let rest = buffer.subarray(0, bytesRead);
      for (let end = rest.indexOf(0x0a); end >= 0; end = rest.indexOf(0x0a)) {
        yield Buffer.concat([...segments, rest.subarray(0, end)]).toString();
        segments = [];
        rest = rest.subarray(end + 1);
      }
      segments.push(rest);
    }
  }
}
