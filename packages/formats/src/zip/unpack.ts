import { pipeline, type Readable } from "node:stream";
import { createInflateRaw } from "node:zlib";
import { ParserError } from "@quarry/plugin";

/** Four times what zlib hands out by itself: each piece has a price of its own, and a larger one is no cheaper. */
const PIECE_BYTES = 65_536;

/** What a damaged archive means for the person who uploaded it. */
export const damaged = (cause?: unknown): ParserError =>
  new ParserError("corrupt", "the file is damaged or cut off: open it, save it again and upload that copy", { cause });

/** The bytes of an entry, inflated when they are packed. Only what goes wrong in reading them is damage of the file. */
export async function* unpack(packed: Readable, isCompressed: boolean): AsyncGenerator<Buffer> {
  const stream = isCompressed ? inflate(packed) : packed;
  const iterator = (stream as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  try {
    for (;;) {
      const piece = await iterator.next().catch((error: unknown) => {
        throw damaged(error);
      });
      if (piece.done === true) return;
      yield piece.value;
    }
  } finally {
    stream.destroy();
    packed.destroy();
  }
}

/** Errors of the packed stream reach the reader of the other one. */
const inflate = (packed: Readable): Readable =>
  pipeline(packed, createInflateRaw({ chunkSize: PIECE_BYTES }), () => {});
