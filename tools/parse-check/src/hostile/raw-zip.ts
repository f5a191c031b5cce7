import { crc32, deflateRawSync } from "node:zlib";

/** An entry as it stands in the archive, true or not. */
export interface RawEntry {
  readonly name: string;
  /** Packed with method 8. */
  readonly data: Uint8Array;
  readonly crc: number;
  readonly unpackedBytes: number;
  /** Bit 0 says that it is encrypted. */
  readonly flags?: number;
  /** The local header of this earlier entry is used instead of an own one. */
  readonly sharesDataOf?: number;
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
/** Beyond this number an archive needs other records; here the number is simply cut. */
const COUNT_MASK = 0xffff;

/** A zip with these entries; nothing is checked. */
export const rawZip = (entries: readonly RawEntry[]): Buffer => {
  const locals: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  const offsets: number[] = [];
  let length = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.name);
    const offset = entry.sharesDataOf === undefined ? length : offsets[entry.sharesDataOf]!;
    offsets.push(offset);
    directory.push(header(CENTRAL, entry, name.length, offset), name);
    if (entry.sharesDataOf !== undefined) continue;
    const local = [header(LOCAL, entry, name.length, 0), name, entry.data];
    locals.push(...local);
    for (const part of local) length += part.length;
  }
  const list = Buffer.concat(directory);
  return Buffer.concat([...locals, list, end(entries.length, list.length, length)]);
};

/** The central header is the local one with a few fields more, which shift the rest. */
const header = (kind: number, entry: RawEntry, nameLength: number, offset: number): Buffer => {
  const isCentral = kind === CENTRAL;
  const shift = isCentral ? 2 : 0;
  const bytes = Buffer.alloc(isCentral ? 46 : 30);
  bytes.writeUInt32LE(kind, 0);
  bytes.writeUInt16LE(VERSION, 4);
  bytes.writeUInt16LE(VERSION, 4 + shift);
  bytes.writeUInt16LE(entry.flags ?? 0, 6 + shift);
  bytes.writeUInt16LE(DEFLATE, 8 + shift);
  bytes.writeUInt32LE(entry.crc, 14 + shift);
  bytes.writeUInt32LE(entry.data.length, 18 + shift);
  bytes.writeUInt32LE(entry.unpackedBytes, 22 + shift);
  bytes.writeUInt16LE(nameLength, 26 + shift);
  if (isCentral) bytes.writeUInt32LE(offset, 42);
  return bytes;
};

const end = (entries: number, directoryBytes: number, offset: number): Buffer => {
  const bytes = Buffer.alloc(22);
  bytes.writeUInt32LE(END, 0);
  bytes.writeUInt16LE(entries & COUNT_MASK, 8);
  bytes.writeUInt16LE(entries & COUNT_MASK, 10);
  bytes.writeUInt32LE(directoryBytes, 12);
  bytes.writeUInt32LE(offset, 16);
  return bytes;
};
