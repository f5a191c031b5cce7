import { constants, crc32, deflateRawSync } from "node:zlib";

/** Deflated data that unpacks to many times a block, made without unpacking it. */
export interface PackedRun {
  /** A raw deflate stream. */
  readonly data: Buffer;
  readonly unpackedBytes: number;
  readonly crc: number;
}

/**
 * `head`, then `block` `count` times, then `tail`. Each block is packed once and its bits are repeated, so a thousand
 * megabytes take no longer than one.
 */
export const packedRun = (head: string, block: Uint8Array, count: number, tail: string): PackedRun => {
  const flush = { level: 9, finishFlush: constants.Z_FULL_FLUSH };
  const packedBlock = deflateRawSync(block, flush);
  const data = Buffer.concat([
    deflateRawSync(Buffer.from(head), flush),
    ...Array.from({ length: count }, () => packedBlock),
    deflateRawSync(Buffer.from(tail), { level: 9 }),
  ]);
  let crc = crc32(head);
  for (let index = 0; index < count; index++) crc = crc32(block, crc);
  crc = crc32(tail, crc);
  return { data, unpackedBytes: head.length + block.length * count + tail.length, crc };
};

/** The same data with the header and check sum that PDF and PNG want; the check sum is that of nothing. */
export const zlibOf = ({ data }: PackedRun): Buffer =>
  Buffer.concat([Buffer.from([0x78, 0xda]), data, Buffer.alloc(4)]);
