import { createHash, hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { basename } from "node:path";
import { ConflictError, type ReplayableFile } from "@quarry/client";

/** Content of a file, with its hash. */
export interface FileContent {
  readonly sha256: string;
  readonly size: number;
  readonly source: ReplayableFile;
}

/** Size up to which a file is read once into memory, for its hash and its upload. */
const IN_MEMORY_BYTES = 1_048_576;
/** Read size in bytes: large reads cost less. They are split into messages later. */
const READ_BYTES = 262_144;

/**
 * Thrown if a file was written to between its hash and its upload. Extends a client error class: the client does not
 * retry the upload.
 */
export class FileChangedError extends ConflictError {
  constructor(path: string) {
    super(`${path} changed while it was read`);
  }
}

/** Reads a file far enough to compute its hash. The upload sends content with this hash, or fails. */
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
    // Checked before the stream ends: an unfinished upload creates no document.
    if (sent.digest("hex") !== sha256) throw new FileChangedError(path);
  };
  return { sha256, size, source: { size, filename: basename(path), open } };
};
