import { createHash, hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { basename } from "node:path";
import { ConflictError, type ReplayableFile } from "@quarry/client";

/** A file that was read, and what it holds. */
export interface FileContent {
  readonly sha256: string;
  readonly size: number;
  readonly source: ReplayableFile;
}

/** Small files are read once, into memory: a hash and an upload of the same bytes. */
const IN_MEMORY_BYTES = 1_048_576;
/** Large reads cost less; they are cut to messages on their way. */
const READ_BYTES = 262_144;

/** A file was written to between its hash and its upload. One of the client's, so that it tries no such upload again. */
export class FileChangedError extends ConflictError {
  constructor(path: string) {
    super(`${path} changed while it was read`);
  }
}

/** Reads a file far enough to know its hash. What is uploaded afterwards is what has this hash, or the upload fails. */
export const readContent = async (path: string): Promise<FileContent> => {
  const { size } = await stat(path);
  return size <= IN_MEMORY_BYTES ? inMemory(path) : onDisk(path, size);
};

const inMemory = async (path: string): Promise<FileContent> => {
  const bytes = await readFile(path);
  const open = async function* () {
    yield bytes;
  };
  const source = { size: bytes.byteLength, filename: basename(path), open };
  return { sha256: hash("sha256", bytes, "hex"), size: bytes.byteLength, source };
};

const onDisk = async (path: string, size: number): Promise<FileContent> => {
  const read = () => createReadStream(path, { highWaterMark: READ_BYTES }) as AsyncIterable<Uint8Array>;
  const digest = createHash("sha256");
  for await (const bytes of read()) digest.update(bytes);
  const sha256 = digest.digest("hex");
  const open = async function* () {
    const sent = createHash("sha256");
    let left = size;
    for await (const bytes of read()) {
      left -= bytes.byteLength;
      if (left < 0) throw new FileChangedError(path);
      sent.update(bytes);
      yield bytes;
    }
    // Before the stream ends: an upload that is not ended makes no document.
    if (sent.digest("hex") !== sha256) throw new FileChangedError(path);
  };
  return { sha256, size, source: { size, filename: basename(path), open } };
};
