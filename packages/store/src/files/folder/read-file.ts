import { createReadStream } from "node:fs";
import type { ByteRange } from "../file-store.ts";
import { fromFileSystem } from "./folder-errors.ts";

/**
 * Chunk size: large enough that a download does not need a call per page, small enough for hundreds of concurrent ones.
 */
const CHUNK_BYTES = 128 * 1024;

/** Yields the file's bytes in the range. The file is open only during the iteration. */
export async function* readBytes(
  path: string,
  size: number,
  range: ByteRange,
): AsyncGenerator<Uint8Array, void, undefined> {
  const start = Math.min(Math.max(range.start ?? 0, 0), size);
  const end = Math.min(range.end ?? size, size);
  if (end <= start) return;
  // The end of a Node stream is inclusive.
  const stream = createReadStream(path, { start, end: end - 1, highWaterMark: CHUNK_BYTES });
  try {
    for await (const chunk of stream) yield chunk as Uint8Array;
  } catch (error) {
    throw fromFileSystem(error);
  } finally {
    stream.destroy();
  }
}
