import { type BmpHeader, greyOf } from "./bmp-header.ts";

/** Writes the grey values of a BMP file's row to `target`. */
export type RowReader = (row: Buffer, target: Uint8Array) => void;

/** Returns the row reader for files with this header. */
export function rowReaderFor(header: BmpHeader): RowReader {
  const { bitsPerPixel } = header;
  if (bitsPerPixel <= 8) return indexedRow(bitsPerPixel, header.palette);
  if (bitsPerPixel === 24) return readBytesRow;
  return maskedRow(bitsPerPixel / 8, header.masks);
}

function indexedRow(bitsPerPixel: number, palette: Uint8Array): RowReader {
  const perByte = 8 / bitsPerPixel;
  const mask = 2 ** bitsPerPixel - 1;
  return (row, target) => {
    for (let column = 0; column < target.length; column++) {
      const shift = 8 - bitsPerPixel * ((column % perByte) + 1);
      target[column] = palette[(row[Math.floor(column / perByte)]! >> shift) & mask]!;
    }
  };
}

const readBytesRow: RowReader = (row, target) => {
  for (let column = 0; column < target.length; column++) {
    target[column] = greyOf(row[column * 3 + 2]!, row[column * 3 + 1]!, row[column * 3]!);
  }
};

function maskedRow(bytes: number, masks: BmpHeader["masks"]): RowReader {
  const [red, green, blue] = masks.map(channelOf) as [Channel, Channel, Channel];
  return (row, target) => {
    for (let column = 0; column < target.length; column++) {
      const pixel = row.readUIntLE(column * bytes, bytes);
      target[column] = greyOf(red(pixel), green(pixel), blue(pixel));
    }
  };
}

type Channel = (pixel: number) => number;

/** Returns the bits under a mask, scaled to 0 to 255. */
function channelOf(mask: number): Channel {
  if (mask === 0) return () => 0;
  const shift = 31 - Math.clz32(mask & -mask);
  const max = mask >>> shift;
  return (pixel) => (((pixel & mask) >>> shift) * 255) / max;
}
