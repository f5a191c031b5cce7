import { crc32, deflateSync } from "node:zlib";

/** Builds a PNG chunk with its length and checksum. */
export function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const sizes = Buffer.alloc(8);
  sizes.writeUInt32BE(data.length, 0);
  sizes.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([sizes.subarray(0, 4), body, sizes.subarray(4)]);
}

/** Builds a PNG whose header declares a size that its few pixels do not fill. */
export function pngOf(width: number, height: number): Buffer {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  const signature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
  const rows = pngChunk("IDAT", deflateSync(Buffer.alloc(1_000)));
  return Buffer.concat([signature, pngChunk("IHDR", header), rows, pngChunk("IEND", Buffer.alloc(0))]);
}
