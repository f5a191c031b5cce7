import { promisify } from "node:util";
import { brotliDecompress, gunzip } from "node:zlib";
import { DomainError, invalidArgument } from "@quarry/plugin/domain";

/** Encodings that messages of Connect and gRPC may be packed in. */
export type Packing = "gzip" | "br";

export const isPacking = (encoding: string | null): encoding is Packing => encoding === "gzip" || encoding === "br";

const unpackers = { gzip: promisify(gunzip), br: promisify(brotliDecompress) };

/**
 * Largest compression ratio of a message. Vectors and texts compress to a third or a tenth; a ratio of hundreds is an
 * attack.
 */
const MAX_RATIO = 100;

/** Small messages may pack as well as they like. */
const FREE_BYTES = 65_536;

/** Most bytes that so many packed ones may become. */
export const mostUnpacked = (packedBytes: number, limitBytes: number): number =>
  Math.min(limitBytes, Math.max(FREE_BYTES, packedBytes * MAX_RATIO));

/** Unpacks a message in the thread pool. Gives up at `limitBytes`, and where much comes of little: `too_large`. */
export async function unpack(packed: Uint8Array, packing: Packing, limitBytes: number): Promise<Uint8Array> {
  if (packed.byteLength === 0) return packed;
  const most = mostUnpacked(packed.byteLength, limitBytes);
  try {
    return await unpackers[packing](packed, { maxOutputLength: most });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_BUFFER_TOO_LARGE") {
      throw invalidArgument(`The request message can't be unpacked as ${packing}`);
    }
    const reason = most < limitBytes ? `${MAX_RATIO} times its packed size` : `${limitBytes} bytes`;
    throw new DomainError({ code: "too_large", message: `The request message must be at most ${reason} unpacked` });
  }
}
