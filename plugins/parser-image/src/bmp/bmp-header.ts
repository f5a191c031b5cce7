import { ParserError } from "@quarry/plugin";
import { damagedImage } from "../damaged-image.ts";

/** Layout of a BMP file's rows, and the format of their pixels. */
export interface BmpHeader {
  readonly width: number;
  readonly height: number;
  /** Whether rows are stored from top to bottom, instead of the usual bottom to top. */
  readonly isTopDown: boolean;
  readonly bitsPerPixel: 1 | 4 | 8 | 16 | 24 | 32;
  /** Offset of the first row. */
  readonly pixelOffset: number;
  /** Bytes of a row, padded to four. */
  readonly rowBytes: number;
  /** Grey value by palette index. Empty if pixels contain colours. */
  readonly palette: Uint8Array;
  /** Bit masks of red, green and blue in a pixel of 16 or 32 bits. */
  readonly masks: readonly [red: number, green: number, blue: number];
  readonly dotsPerInch: number | undefined;
}

/** Size of the largest header and palette. */
export const MAX_HEADER_BYTES = 14 + 124 + 12 + 4 * 256;

const FILE_HEADER_BYTES = 14;
const OLD_HEADER_BYTES = 12;
const UNCOMPRESSED = 0;
const BIT_FIELDS = 3;
const INCHES_PER_METRE = 39.37;

/** Reads the header. Fails on damaged or compressed files. */
export function readBmpHeader(head: Buffer): BmpHeader {
  if (head.length < FILE_HEADER_BYTES + OLD_HEADER_BYTES) throw damagedImage();
  const headerBytes = head.readUInt32LE(FILE_HEADER_BYTES);
  if (head.length < FILE_HEADER_BYTES + headerBytes) throw damagedImage();
  const isOld = headerBytes === OLD_HEADER_BYTES;
  if (!isOld && headerBytes < 40) throw damagedImage();
  const width = isOld ? head.readUInt16LE(18) : head.readInt32LE(18);
  const rows = isOld ? head.readUInt16LE(20) : head.readInt32LE(22);
  const bitsPerPixel = head.readUInt16LE(isOld ? 24 : 28);
  const compression = isOld ? UNCOMPRESSED : head.readUInt32LE(30);
  if (compression !== UNCOMPRESSED && compression !== BIT_FIELDS) {
    throw new ParserError("corrupt", "the BMP image is compressed, which can't be read: save it as a PNG image");
  }
  if (width <= 0 || rows === 0 || !isBitDepth(bitsPerPixel)) throw damagedImage();
  const pixelsPerMetre = isOld ? 0 : head.readInt32LE(38);
  return {
    width,
    height: Math.abs(rows),
    isTopDown: rows < 0,
    bitsPerPixel,
    pixelOffset: head.readUInt32LE(10),
    rowBytes: Math.ceil((width * bitsPerPixel) / 32) * 4,
    palette: bitsPerPixel > 8 ? new Uint8Array() : readPalette(head, headerBytes, bitsPerPixel),
    masks: readMasks(head, bitsPerPixel, compression),
    dotsPerInch: pixelsPerMetre > 0 ? pixelsPerMetre / INCHES_PER_METRE : undefined,
  };
}

const isBitDepth = (bits: number): bits is BmpHeader["bitsPerPixel"] => [1, 4, 8, 16, 24, 32].includes(bits);

/** Returns the luminance of a colour, as on screens. */
export const greyOf = (red: number, green: number, blue: number): number =>
  Math.round(0.299 * red + 0.587 * green + 0.114 * blue);

function readPalette(head: Buffer, headerBytes: number, bitsPerPixel: number): Uint8Array {
  const entryBytes = headerBytes === OLD_HEADER_BYTES ? 3 : 4;
  const start = FILE_HEADER_BYTES + headerBytes;
  const used = headerBytes === OLD_HEADER_BYTES ? 0 : head.readUInt32LE(46);
  const count = used === 0 ? 2 ** bitsPerPixel : Math.min(used, 2 ** bitsPerPixel);
  const palette = new Uint8Array(2 ** bitsPerPixel);
  for (let index = 0; index < count; index++) {
    const at = start + index * entryBytes;
    if (at + 3 > head.length) break;
    palette[index] = greyOf(head[at + 2]!, head[at + 1]!, head[at]!);
  }
  return palette;
}

function readMasks(head: Buffer, bitsPerPixel: number, compression: number): readonly [number, number, number] {
  const at = FILE_HEADER_BYTES + 40;
  if (compression === BIT_FIELDS && head.length >= at + 12) {
    return [head.readUInt32LE(at), head.readUInt32LE(at + 4), head.readUInt32LE(at + 8)];
  }
  return bitsPerPixel === 16 ? [0x7c00, 0x03e0, 0x001f] : [0xff0000, 0x00ff00, 0x0000ff];
}
