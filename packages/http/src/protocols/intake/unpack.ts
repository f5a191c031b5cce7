import { promisify } from "node:util";
import { brotliDecompress, gunzip } from "node:zlib";
import { DomainError, invalidArgument } from "@quarry/plugin/domain";

/** Compression formats of Connect and gRPC messages. */
export type Packing = "gzip" | "br";

export const isPacking = (encoding: string | null): encoding is Packing => encoding === "gzip" || encoding === "br";

const unpackers = { gzip: promisify(gunzip), br: promisify(brotliDecompress) };

/**
 * Maximum compression ratio of a message. Vectors and texts compress to between a third and a tenth; a ratio of
 * hundreds is an attack.
 */
const MAX_RATIO = 100;

/** Decompressed size up to which any ratio is allowed. */
const FREE_BYTES = 65_536;

/** Returns the maximum decompressed size of so many compressed bytes. */
export const maxUnpackedBytes = (packedBytes: number, limitBytes: number): number =>
  Math.min(limitBytes, Math.max(FREE_BYTES, packedBytes * MAX_RATIO));

/**
 * Decompresses a message in the thread pool. Fails with `too_large` beyond `limitBytes` or the maximum compression
 * ratio.
 */
export async function unpack(packed: Uint8Array, packing: Packing, limitBytes: number): Promise<Uint8Array> {
  if (packed.byteLength === 0) return packed;
  const maxBytes = maxUnpackedBytes(packed.byteLength, limitBytes);
  try {
    return await unpackers[packing](packed, { maxOutputLength: maxBytes });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_BUFFER_TOO_LARGE") {
      throw invalidArgument(`The request message can't be unpacked as ${packing}`);
    }
    const reason = maxBytes < limitBytes ? `${MAX_RATIO} times its packed size` : `${limitBytes} bytes`;
    throw new DomainError({ code: "too_large", message: `The request message must be at most ${reason} unpacked` });
  }
}
