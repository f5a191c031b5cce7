import { closeSync, openSync, readSync, renameSync, rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { crc32 } from "node:zlib";
import type { Sliced } from "../read/sliced.ts";
import { unfinishedPath } from "./collection-paths.ts";

/**
 * Writes a file under a temporary name, followed by a checksum, and renames it if it is complete and still wanted. For
 * data that can be rebuilt and is not covered by the durability guarantee.
 */
export const writeWholeFile = async (
  path: string,
  parts: Iterable<Uint8Array>,
  isWanted: () => boolean,
): Promise<void> => {
  const unfinished = unfinishedPath(path);
  const file = await open(unfinished, "w");
  let isComplete = false;
  try {
    let checksum = 0;
    for (const part of parts) {
      if (!isWanted()) return;
      // Copies the data, because growing memory invalidates its views.
      const copy = Uint8Array.from(part);
      checksum = crc32(copy, checksum);
      await file.write(copy);
    }
    await file.write(Uint32Array.of(checksum));
    await file.sync();
    isComplete = true;
  } finally {
    await file.close();
    // Synchronous: this thread closes a collection before it is dropped, so no drop can happen in between.
    if (isComplete && isWanted()) renameSync(unfinished, path);
    else rmSync(unfinished, { force: true });
  }
};

/** Fills memory from the end of the previous read. Returns false if the file has too few bytes. */
export type FillNext = (bytes: Uint8Array) => boolean;

/**
 * Reads a file written by `writeWholeFile`. Yields if `read` does. Returns undefined if there is no complete file, or
 * if `read` returns undefined.
 */
export function* readWholeFile<Value>(
  path: string,
  read: (fill: FillNext) => Sliced<Value | undefined>,
): Sliced<Value | undefined> {
  let [position, checksum] = [0, 0];
  try {
    const value = yield* read((bytes) => {
      if (!fillFrom(path, bytes, position)) return false;
      position += bytes.length;
      checksum = crc32(bytes, checksum);
      return true;
    });
    const stored = new Uint32Array(1);
    return value !== undefined && fillFrom(path, bytesOf(stored), position) && stored[0] === checksum
      ? value
      : undefined;
  } catch {
    // A truncated file can request any amount of memory.
    return undefined;
  }
}

/**
 * Fills memory from a position in a file. Returns false if the file has too few bytes or can't be read. The file is
 * open only during this call: a sliced read can be abandoned, and its file removed or replaced.
 */
export const fillFrom = (path: string, bytes: Uint8Array, position: number): boolean => {
  let file: number;
  try {
    file = openSync(path, "r");
  } catch {
    return false;
  }
  try {
    let filled = 0;
    while (filled < bytes.length) {
      const read = readSync(file, bytes, filled, bytes.length - filled, position + filled);
      if (read === 0) return false;
      filled += read;
    }
    return true;
  } finally {
    closeSync(file);
  }
};

export const bytesOf = (numbers: ArrayBufferView<ArrayBuffer>): Uint8Array<ArrayBuffer> =>
  new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
