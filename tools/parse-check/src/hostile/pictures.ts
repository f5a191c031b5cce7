import { crc32, deflateSync } from "node:zlib";
import { fails, type HostileFile, saying, slow } from "./hostile-file.ts";
import { packedRun, zlibOf } from "../makers/archive.ts";

const HUGE = 100_000;
/** Largest 16-bit value, for formats with 16-bit sizes. */
const HUGE_16 = 65_535;
const TOO_LARGE = /pixels|large|damaged|limit/;

const chunk = (type: string, data: Uint8Array): Buffer => {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(data.length, 0);
  head.write(type, 4, "latin1");
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(data, crc32(type)), 0);
  return Buffer.concat([head, data, check]);
};

const png = (width: number, height: number, data: Uint8Array): Buffer => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("IDAT", data),
    chunk("IEND", Buffer.alloc(0)),
  ]);
};

const bigEndian = (value: number): readonly number[] => [value >> 8, value & 0xff];

const jpeg = (width: number, height: number): Buffer =>
  Buffer.from([
    ...[0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0],
    ...[0xff, 0xdb, 0, 67, 0, ...Array.from({ length: 64 }, () => 16)],
    ...[0xff, 0xc0, 0, 11, 8, ...bigEndian(height), ...bigEndian(width), 1, 1, 0x11, 0],
    ...[0xff, 0xc4, 0, 20, 0, 1, ...Array.from({ length: 15 }, () => 0), 0],
    ...[0xff, 0xc4, 0, 20, 0x10, 1, ...Array.from({ length: 15 }, () => 0), 0],
    ...[0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 0x55, 0x55, 0x55, 0xff, 0xd9],
  ]);

const gif = (width: number, height: number, frames = 1): Buffer => {
  const screen = Buffer.from("GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff", "latin1");
  screen.writeUInt16LE(width, 6);
  screen.writeUInt16LE(height, 8);
  const frame = Buffer.from(",\0\0\0\0\0\0\0\0\0\x02\x02\x44\x01\0", "latin1");
  frame.writeUInt16LE(width, 5);
  frame.writeUInt16LE(height, 7);
  return Buffer.concat([screen, ...Array.from({ length: frames }, () => frame), Buffer.from(";")]);
};

const bmp = (width: number, height: number): Buffer => {
  const bytes = Buffer.alloc(1_000);
  bytes.write("BM");
  bytes.writeUInt32LE(bytes.length, 2);
  bytes.writeUInt32LE(54, 10);
  bytes.writeUInt32LE(40, 14);
  bytes.writeInt32LE(width, 18);
  bytes.writeInt32LE(height, 22);
  bytes.writeUInt16LE(1, 26);
  bytes.writeUInt16LE(24, 28);
  return bytes;
};

/** Returns a chain of directories (frames) that each refer to the next; the last one refers to `lastNext`. */
const tiff = (width: number, height: number, frames = 1, lastNext = 0): Buffer => {
  const entries = [
    [256, 4, width],
    [257, 4, height],
    [258, 3, 8],
    [259, 3, 1],
    [262, 3, 1],
    [273, 4, 8],
    [277, 3, 1],
    [278, 4, height],
    [279, 4, Math.min(width * height, 0xffffffff)],
  ] as const;
  const directory = Buffer.alloc(2 + entries.length * 12 + 4);
  directory.writeUInt16LE(entries.length, 0);
  for (const [index, [tag, type, value]] of entries.entries()) {
    const at = 2 + index * 12;
    directory.writeUInt16LE(tag, at);
    directory.writeUInt16LE(type, at + 2);
    directory.writeUInt32LE(1, at + 4);
    directory.writeUInt32LE(value, at + 8);
  }
  const start = Buffer.from("II*\0\x08\0\0\0", "latin1");
  const bytes = Buffer.concat([start, ...Array.from({ length: frames }, () => directory)]);
  for (let frame = 1; frame <= frames; frame++) {
    const next = start.length + frame * directory.length;
    bytes.writeUInt32LE(frame === frames ? lastNext : next, next - 4);
  }
  return bytes;
};

/** Rows of blank pixels, each with a filter byte: they compress to a thousandth. */
const blankPng = (width: number, height: number): Buffer =>
  png(width, height, zlibOf(packedRun("", Buffer.alloc(width + 1), height, "")));

/** Images that declare a huge size, are huge when decompressed, or are damaged in the header. */
export const pictures: readonly HostileFile[] = [
  ...saying(TOO_LARGE, [
    fails("png of 100,000 × 100,000 pixels by its header", () => png(HUGE, HUGE, deflateSync(Buffer.alloc(1_000)))),
    fails("jpg of 65,535 × 65,535 pixels by its header", () => jpeg(HUGE_16, HUGE_16)),
    fails("gif of 65,535 × 65,535 pixels by its header", () => gif(HUGE_16, HUGE_16)),
    fails("bmp of 100,000 × 100,000 pixels by its header", () => bmp(HUGE, HUGE)),
    fails("bmp of -100,000 rows", () => bmp(HUGE, -HUGE)),
    fails("tiff of 100,000 × 100,000 pixels by its header", () => tiff(HUGE, HUGE)),
    fails("png of 30,000 × 30,000 real blank pixels", () => blankPng(30_000, 30_000)),
  ]),
  ...slow([
    fails("png of 14,000 × 14,000 real blank pixels", () => blankPng(14_000, 14_000)),
    fails("gif of 2,000 frames of 2,000 × 2,000", () => gif(2_000, 2_000, 2_000)),
  ]),
  fails("png of one row and 100 million columns", () => png(100_000_000, 1, deflateSync(Buffer.alloc(1_000)))),
  fails("png of 0 × 0 pixels", () => png(0, 0, Buffer.alloc(0))),
  fails("tiff of 100,000 frames", () => tiff(1, 1, 100_000)),
  fails("tiff whose frames form a circle", () => tiff(4, 4, 3, 8)),
  fails("gif of 100,000 frames", () => gif(1, 1, 100_000)),
  fails("jpg that is only a header", () => Buffer.from([0xff, 0xd8, 0xff, 0xe0])),
  fails("png whose data is noise", () => png(500, 500, Buffer.alloc(5_000, 0x5a))),
];
