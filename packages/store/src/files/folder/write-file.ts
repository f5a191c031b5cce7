import { createHash, randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, rename, unlink } from "node:fs/promises";
import { join } from "node:path";
import { hasCode } from "./has-code.ts";
import type { FileKey } from "../file-key.ts";
import type { StoredFile } from "../file-store.ts";
import { collectionPath, FILE_MODE, filePath, FOLDER_MODE, incomingPath } from "./folder-paths.ts";
import { chunksUntilAborted } from "../write/chunks-until-aborted.ts";
import { tooLarge } from "../write/too-large.ts";

/**
 * Temporary file, synchronise, rename, synchronise the folder: at any moment the file is there whole or not at all.
 * Rejects with a DomainError (too large, or the source's own), a FileStoreError (source ended early) or what `node:fs` threw.
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

/** Bytes come in pieces of a socket's read; written each on its own, they would cost more than the rest of an upload. */
const BLOCK_BYTES = 1_048_576;

/** Copies through one block for all chunks: constant memory, whatever the chunks' sizes are. */
const copyChunks = async (
  file: FileHandle,
  chunks: AsyncIterable<Uint8Array>,
  maxBytes: number,
  signal: AbortSignal,
): Promise<StoredFile> => {
  const hash = createHash("sha256");
  const block = Buffer.allocUnsafeSlow(BLOCK_BYTES);
  let filled = 0;
  let size = 0;
  const flush = async (): Promise<void> => {
    const bytes = block.subarray(0, filled);
    hash.update(bytes);
    await writeAll(file, bytes);
    filled = 0;
  };
  for await (const chunk of chunksUntilAborted(chunks, signal)) {
    size += chunk.byteLength;
    if (size > maxBytes) throw tooLarge(maxBytes);
    for (let taken = 0; taken < chunk.byteLength;) {
      const part = chunk.subarray(taken, taken + BLOCK_BYTES - filled);
      block.set(part, filled);
      filled += part.byteLength;
      taken += part.byteLength;
      if (filled === BLOCK_BYTES) await flush();
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

/** A collection that is removed at the same moment may take the folder away between the two steps. */
const MOVE_ATTEMPTS = 3;

const moveIntoPlace = async (directory: string, key: FileKey, temporary: string): Promise<void> => {
  const folder = collectionPath(directory, key.collectionId);
  for (let attempt = 1; ; attempt += 1) {
    try {
      const made = await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
      if (made !== undefined) await synchroniseFolder(directory);
      await rename(temporary, filePath(directory, key));
      await synchroniseFolder(folder);
      return;
    } catch (error) {
      if (attempt === MOVE_ATTEMPTS || !hasCode(error, "ENOENT")) throw error;
    }
  }
};

/** Makes the names in a folder durable, as `sync` of a file does for its bytes. */
export const synchroniseFolder = async (path: string): Promise<void> => {
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
};
