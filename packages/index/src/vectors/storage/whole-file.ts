import { closeSync, openSync, readSync, renameSync, rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { crc32 } from "node:zlib";
import type { Sliced } from "../read/sliced.ts";
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

/**
 * Reads such a file, in turns if `read` gives way. Undefined when there is none, when it is not whole, or `read` gives
 * undefined.
 */
export function* readWholeFile<Value>(
  path: string,
  read: (fill: FillNext) => Sliced<Value | undefined>,
): Sliced<Value | undefined> {
  let [position, check] = [0, 0];
  try {
    const value = yield* read((bytes) => {
      if (!fillFrom(path, bytes, position)) return false;
      position += bytes.length;
      check = crc32(bytes, check);
      return true;
    });
    const stored = new Uint32Array(1);
    return value !== undefined && fillFrom(path, bytesOf(stored), position) && stored[0] === check ? value : undefined;
  } catch {
    // A truncated file may ask for any amount of memory.
    return undefined;
  }
}

/**
 * Fills memory from a position of a file; false where it has less, or can't be read. The file is open no longer than that:
 * what is read in turns may be given up between, and its file be removed or replaced.
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
