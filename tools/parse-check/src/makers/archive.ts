import { constants, crc32, deflateRawSync } from "node:zlib";

/** Deflated data with many repetitions of a block, generated without storing the uncompressed data. */
export interface PackedRun {
  /** Raw deflate stream. */
  readonly data: Buffer;
  readonly unpackedBytes: number;
  readonly crc: number;
}

/**
 * Compresses `head`, then `count` times `block`, then `tail`. Each block is compressed once and its bits are repeated,
 * so a thousand megabytes take no longer than one.
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

/** Returns the data with the zlib header and checksum that PDF and PNG require; the checksum is that of empty data. */
export const zlibOf = ({ data }: PackedRun): Buffer =>
  Buffer.concat([Buffer.from([0x78, 0xda]), data, Buffer.alloc(4)]);

/** Fields of an archive entry, valid or not. */
export interface RawEntry extends PackedRun {
  readonly name: string;
  readonly isEncrypted?: boolean;
  /** Name of an earlier entry whose local header is used instead of a separate one. */
  readonly sharesDataOf?: string;
}

export const packedEntry = (name: string, content: string | Uint8Array): RawEntry => {
  const bytes = Buffer.from(content);
  return { name, data: deflateRawSync(bytes, { level: 9 }), crc: crc32(bytes), unpackedBytes: bytes.length };
};

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const VERSION = 20;
const DEFLATE = 8;
/** Above this number an archive requires zip64 records; here the number is simply truncated. */
const COUNT_MASK = 0xffff;

/** Returns a zip with these entries, without validation. */
export const rawZip = (entries: readonly RawEntry[]): Buffer => {
  const locals: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  const offsets = new Map<string, number>();
  let length = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.name);
    const offset = entry.sharesDataOf === undefined ? length : offsets.get(entry.sharesDataOf)!;
    offsets.set(entry.name, offset);
    directory.push(header(CENTRAL, entry, name.length, offset), name);
    if (entry.sharesDataOf !== undefined) continue;
    locals.push(header(LOCAL, entry, name.length), name, entry.data);
    length += LOCAL_HEADER_BYTES + name.length + entry.data.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(END, 0);
  end.writeUInt16LE(entries.length & COUNT_MASK, 8);
  end.writeUInt16LE(entries.length & COUNT_MASK, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(length, 16);
  return Buffer.concat([...locals, list, end]);
};

const LOCAL_HEADER_BYTES = 30;
const CENTRAL_HEADER_BYTES = 46;

/**
 * Builds a header. The central header, which has an offset, is the local one with additional fields, which shift the
 * others.
 */
const header = (kind: number, entry: RawEntry, nameLength: number, offset?: number): Buffer => {
  const shift = offset === undefined ? 0 : 2;
  const bytes = Buffer.alloc(offset === undefined ? LOCAL_HEADER_BYTES : CENTRAL_HEADER_BYTES);
  bytes.writeUInt32LE(kind, 0);
  bytes.writeUInt16LE(VERSION, 4);
  bytes.writeUInt16LE(VERSION, 4 + shift);
  bytes.writeUInt16LE(entry.isEncrypted === true ? 1 : 0, 6 + shift);
  bytes.writeUInt16LE(DEFLATE, 8 + shift);
  bytes.writeUInt32LE(entry.crc, 14 + shift);
  bytes.writeUInt32LE(entry.data.length, 18 + shift);
  bytes.writeUInt32LE(entry.unpackedBytes, 22 + shift);
  bytes.writeUInt16LE(nameLength, 26 + shift);
  if (offset !== undefined) bytes.writeUInt32LE(offset, 42);
  return bytes;
};
