import { pipeline, type Readable } from "node:stream";
import { createInflateRaw, inflateRawSync } from "node:zlib";
import { ParserError } from "@quarry/plugin";

/** Chunk size, four times zlib's default: each chunk has a fixed cost, and larger chunks gain nothing. */
const CHUNK_BYTES = 65_536;
/** Minimum that zlib accepts. */
const MIN_CHUNK_BYTES = 64;

/** Returns the error for a damaged archive, with advice for the uploader. */
export const damaged = (cause?: unknown): ParserError =>
  new ParserError("corrupt", "the file is damaged or cut off: open it, save it again and upload that copy", { cause });

/** Inflates a small entry. `size` is its declared size; an entry with more bytes is damaged. */
export const unpackSync = (packed: Buffer, size: number): Buffer => {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, size), chunkSize: Math.max(MIN_CHUNK_BYTES, size) });
  } catch (error) {
    throw damaged(error);
  }
};

/** Inflates an entry. Only errors in reading its bytes count as damage to the file. */
export async function* unpack(packed: Readable): AsyncGenerator<Buffer> {
  const stream = inflate(packed);
  const iterator = (stream as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  try {
    for (;;) {
      const segment = await iterator.next().catch((error: unknown) => {
        throw damaged(error);
      });
      if (segment.done === true) return;
      yield segment.value;
    }
  } finally {
    stream.destroy();
    packed.destroy();
  }
}

/** Forwards errors of the compressed stream to the reader of the inflated one. */
const inflate = (packed: Readable): Readable =>
  pipeline(packed, createInflateRaw({ chunkSize: CHUNK_BYTES }), () => {});
