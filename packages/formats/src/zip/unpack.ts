import { pipeline, type Readable } from "node:stream";
import { createInflateRaw, inflateRawSync } from "node:zlib";
import { ParserError } from "@quarry/plugin";

/** Four times zlib's default: each piece has a price of its own, and a larger one is no cheaper. */
const PIECE_BYTES = 65_536;
/** The least that zlib takes. */
const MIN_CHUNK_BYTES = 64;

/** Error for a damaged archive, with advice for the uploader. */
export const damaged = (cause?: unknown): ParserError =>
  new ParserError("corrupt", "the file is damaged or cut off: open it, save it again and upload that copy", { cause });

/** Inflates a small entry; `size` is its declared size, and one with more bytes is damaged. */
export const unpackAtOnce = (packed: Buffer, size: number): Buffer => {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, size), chunkSize: Math.max(MIN_CHUNK_BYTES, size) });
  } catch (error) {
    throw damaged(error);
  }
};

/** Inflates an entry. Only errors in reading its bytes count as damage of the file. */
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

/** Errors of the packed stream reach the reader of the other one. */
const inflate = (packed: Readable): Readable =>
  pipeline(packed, createInflateRaw({ chunkSize: PIECE_BYTES }), () => {});
