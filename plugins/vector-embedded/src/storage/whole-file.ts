import { closeSync, openSync, readSync, renameSync, rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { crc32 } from "node:zlib";
import { unfinishedPath } from "./collection-paths.ts";

/**
 * Writes a file and gives it its name when it is whole and still wanted; a checksum ends it. It is for what can be made again,
 * and no part of what was promised to be durable.
 */
export const writeWholeFile = async (
  path: string,
  parts: Iterable<Uint8Array>,
  isWanted: () => boolean,
): Promise<void> => {
  const unfinished = unfinishedPath(path);
  const file = await open(unfinished, "w");
  let isWhole = false;
  try {
    let check = 0;
    for (const part of parts) {
      if (!isWanted()) return;
      // A copy: memory that grows meanwhile takes its views away.
      const copy = Uint8Array.from(part);
      check = crc32(copy, check);
      await file.write(copy);
    }
    await file.write(Uint32Array.of(check));
    await file.sync();
    isWhole = true;
  } finally {
    await file.close();
    // In one go: a collection that is dropped is closed in this thread first.
    if (isWhole && isWanted()) renameSync(unfinished, path);
    else rmSync(unfinished, { force: true });
  }
};

/** Fills memory from where the last one ended; false where the file has no more. */
export type FillNext = (bytes: Uint8Array) => boolean;

/** Reads such a file. Undefined when there is none, when it is not whole, or `read` gives undefined. */
export const readWholeFile = <Value>(path: string, read: (fill: FillNext) => Value | undefined): Value | undefined => {
  let file: number;
  try {
    file = openSync(path, "r");
  } catch {
    return undefined;
  }
  try {
    let check = 0;
    const value = read((bytes) => {
      if (!isFilled(file, bytes)) return false;
      check = crc32(bytes, check);
      return true;
    });
    const stored = new Uint32Array(1);
    return value !== undefined && isFilled(file, bytesOf(stored)) && stored[0] === check ? value : undefined;
  } catch {
    // What is not whole may ask for any amount of memory.
    return undefined;
  } finally {
    closeSync(file);
  }
};

const isFilled = (file: number, bytes: Uint8Array): boolean => {
  let filled = 0;
  while (filled < bytes.length) {
    const read = readSync(file, bytes, filled, bytes.length - filled, null);
    if (read === 0) return false;
    filled += read;
  }
  return true;
};

export const bytesOf = (numbers: ArrayBufferView<ArrayBuffer>): Uint8Array<ArrayBuffer> =>
  new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
