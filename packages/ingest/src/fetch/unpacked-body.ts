import type { IncomingMessage } from "node:http";
import { pipeline, type Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { lasting } from "./fetch-failure.ts";

/** Decompresses the body of a response as a stream, in bounded chunks whatever the compression ratio. */
export const unpacked = (answer: IncomingMessage): AsyncIterable<Uint8Array> => {
  const packing = answer.headers["content-encoding"]?.trim().toLowerCase() ?? "identity";
  switch (packing) {
    case "identity":
    case "":
      return answer;
    case "gzip":
    case "x-gzip":
      return through(answer, createGunzip());
    case "deflate":
      return through(answer, createInflate());
    case "br":
      return through(answer, createBrotliDecompress());
    default:
      throw lasting("the page has an unsupported Content-Encoding");
  }
};

/** A failure of either stream ends the output stream, so its reader gets the error. No other code needs it. */
const through = (answer: IncomingMessage, unpacker: Transform): Transform =>
  pipeline(answer, unpacker, () => undefined);
