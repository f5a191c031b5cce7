import { createHash, randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, rename, unlink } from "node:fs/promises";
import { join } from "node:path";
import { hasCode } from "./has-code.ts";
import type { FileKey } from "../file-key.ts";
import type { StoredFile } from "../file-store.ts";
import { collectionPath, FILE_MODE, filePath, FOLDER_MODE, incomingPath } from "./folder-paths.ts";
import { chunksUntilAborted } from "../write/chunks-until-aborted.ts";
import { tooLarge } from "../write/size-limit.ts";

/**
 * Writes atomically: temporary file, fsync, rename, fsync of the folder. At any time the file exists completely or not
 * at all. Rejects with a DomainError (too large, or the source's own), a FileStoreError (source ended early) or the
 * error of `node:fs`.
 */
export const writeFile = async (
  directory: string,
  key: FileKey,
  chunks: AsyncIterable<Uint8Array>,
  maxBytes: number,
  signal: AbortSignal,
): Promise<StoredFile> => {
  const temporary = join(incomingPath(directory), randomUUID());
  const file = await open(temporary, "wx", FILE_MODE);
  try {
    const stored = await copyChunks(file, chunks, maxBytes, signal);
    await file.sync();
    await file.close();
    await moveIntoPlace(directory, key, temporary);
    return stored;
  } catch (error) {
    await file.close().catch(() => {});
    await unlink(temporary).catch(() => {});
    throw error;
  }
};

/**
 * Write buffer size: chunks have the size of socket reads, and writing each separately would cost more than the rest of
 * an upload.
 */
const BLOCK_BYTES = 1_048_576;

/** Copies all chunks through one buffer: constant memory, whatever the chunk sizes. */
const copyChunks = async (
  file: FileHandle,
  chunks: AsyncIterable<Uint8Array>,
  maxBytes: number,
  signal: AbortSignal,
): Promise<StoredFile> => {
  const hash = createHash("sha256");
  const block = Buffer.allocUnsafeSlow(BLOCK_BYTES);
  let used = 0;
  let size = 0;
  const flush = async (): Promise<void> => {
    const bytes = block.subarray(0, used);
    hash.update(bytes);
    await writeAll(file, bytes);
    used = 0;
  };
  for await (const chunk of chunksUntilAborted(chunks, signal)) {
    size += chunk.byteLength;
    if (size > maxBytes) throw tooLarge(maxBytes);
    for (let offset = 0; offset < chunk.byteLength;) {
      const segment = chunk.subarray(offset, offset + BLOCK_BYTES - used);
      block.set(segment, used);
      used += segment.byteLength;
      offset += segment.byteLength;
      if (used === BLOCK_BYTES) await flush();
    }
  }
  await flush();
  return { size, sha256: hash.digest("hex") };
};

const writeAll = async (file: FileHandle, bytes: Uint8Array): Promise<void> => {
  let written = 0;
  while (written < bytes.byteLength) {
    const result = await file.write(bytes, written, bytes.byteLength - written);
    written += result.bytesWritten;
  }
};

/** Attempts: a concurrent removal of the collection can delete the folder between the two steps. */
const MOVE_ATTEMPTS = 3;

const moveIntoPlace = async (directory: string, key: FileKey, temporary: string): Promise<void> => {
  const folder = collectionPath(directory, key.collectionId);
  for (let attempt = 1; ; attempt += 1) {
    try {
      const created = await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
      if (created !== undefined) await synchroniseFolder(directory);
      await rename(temporary, filePath(directory, key));
      await synchroniseFolder(folder);
      return;
    } catch (error) {
      if (attempt === MOVE_ATTEMPTS || !hasCode(error, "ENOENT")) throw error;
    }
  }
};

/** Makes the directory entries of a folder durable (fsync), as `sync` does for the content of a file. */
export const synchroniseFolder = async (path: string): Promise<void> => {
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
};
