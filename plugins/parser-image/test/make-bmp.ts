import type { Picture } from "./make-images.ts";

export interface BmpOptions {
  readonly bits: 1 | 4 | 8 | 16 | 24 | 32;
  readonly isTopDown?: boolean;
  /** Whether to write the 12-byte OS/2 header. */
  readonly isOld?: boolean;
}

/** Writes the picture as an uncompressed BMP. */
export function makeBmp({ pixels, width, height }: Picture, { bits, isTopDown, isOld }: BmpOptions): Buffer {
  const colours = bits <= 8 ? 2 ** bits : 0;
  const palette = Buffer.concat(
    Array.from({ length: colours }, (_, index) => {
      const grey = Math.round((index * 255) / (colours - 1));
      return Buffer.from([grey, grey, grey, 0].slice(0, isOld ? 3 : 4));
    }),
  );
  const header = isOld ? oldHeader(width, height, bits) : infoHeader(width, isTopDown ? -height : height, bits);
  const rowBytes = Math.ceil((width * bits) / 32) * 4;
  const rows = Buffer.alloc(rowBytes * height);
  for (let row = 0; row < height; row++) {
    const target = rows.subarray((isTopDown ? row : height - 1 - row) * rowBytes);
    for (let column = 0; column < width; column++) putPixel(target, column, pixels[row * width + column]!, bits);
  }
  const offset = 14 + header.length + palette.length;
  const file = Buffer.alloc(14);
  file.write("BM", "latin1");
  file.writeUInt32LE(offset + rows.length, 2);
  file.writeUInt32LE(offset, 10);
  return Buffer.concat([file, header, palette, rows]);
}

function putPixel(row: Buffer, column: number, grey: number, bits: number): void {
  if (bits <= 8) {
    const value = Math.round((grey * (2 ** bits - 1)) / 255);
    const perByte = 8 / bits;
    row[Math.floor(column / perByte)]! |= value << (8 - bits * ((column % perByte) + 1));
  } else if (bits === 16) {
    const five = grey >> 3;
    row.writeUInt16LE((five << 10) | (five << 5) | five, column * 2);
  } else {
    row.fill(grey, (column * bits) / 8, (column * bits) / 8 + 3);
  }
}

function infoHeader(width: number, height: number, bits: number): Buffer {
  const header = Buffer.alloc(40);
  header.writeUInt32LE(40, 0);
  header.writeInt32LE(width, 4);
  header.writeInt32LE(height, 8);
  header.writeUInt16LE(1, 12);
  header.writeUInt16LE(bits, 14);
  return header;
}

function oldHeader(width: number, height: number, bits: number): Buffer {
  const header = Buffer.alloc(12);
  header.writeUInt32LE(12, 0);
  header.writeUInt16LE(width, 4);
  header.writeUInt16LE(height, 6);
  header.writeUInt16LE(1, 8);
  header.writeUInt16LE(bits, 10);
  return header;
}
