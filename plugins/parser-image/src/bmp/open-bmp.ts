import { open, stat } from "node:fs/promises";
import type { GreyImage } from "@quarry/ocr";
import { ParserBudget, type ParserLimits } from "@quarry/plugin";
import sharp from "sharp";
import { damagedImage } from "../damaged-image.ts";
import { greyImageOf } from "../grey-pixels.ts";
import type { ImageFile } from "../image-file.ts";
import { type BmpHeader, MAX_HEADER_BYTES, readBmpHeader } from "./bmp-header.ts";
import { rowReaderFor } from "./row-reader.ts";

/** Approximate size of the chunks in which rows are read: the file is never in memory as a whole. */
const READ_BYTES = 1024 * 1024;

/** Opens an uncompressed BMP of any depth. The decoder for the other formats doesn't support BMP. */
export async function openBmp(path: string, limits: ParserLimits): Promise<ImageFile> {
  const header = await readHeader(path);
  new ParserBudget(limits).checkPixels(header.width, header.height);
  const { size } = await stat(path);
  if (header.pixelOffset + header.rowBytes * header.height > size) throw damagedImage();
  return {
    frames: 1,
    info: { pageCount: 1 },
    readFrame: async function* () {
      const pixels = await readRows(path, header);
      yield await scaleDown(pixels, header);
    },
  };
}

async function readHeader(path: string): Promise<BmpHeader> {
  await using file = await open(path, "r");
  const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_HEADER_BYTES), 0, MAX_HEADER_BYTES, 0);
  return readBmpHeader(buffer.subarray(0, bytesRead));
}

async function readRows(path: string, header: BmpHeader): Promise<Uint8Array> {
  const { width, height, rowBytes } = header;
  await using file = await open(path, "r");
  const pixels = new Uint8Array(width * height);
  const readRow = rowReaderFor(header);
  const rowsAtOnce = Math.max(1, Math.floor(READ_BYTES / rowBytes));
  const buffer = Buffer.alloc(rowsAtOnce * rowBytes);
  for (let first = 0; first < height; first += rowsAtOnce) {
    const rows = Math.min(rowsAtOnce, height - first);
    const { bytesRead } = await file.read(buffer, 0, rows * rowBytes, header.pixelOffset + first * rowBytes);
    if (bytesRead < rows * rowBytes) throw damagedImage();
    for (let row = 0; row < rows; row++) {
      const from = first + row;
      const to = (header.isTopDown ? from : height - 1 - from) * width;
      readRow(buffer.subarray(row * rowBytes, (row + 1) * rowBytes), pixels.subarray(to, to + width));
    }
  }
  return pixels;
}

const scaleDown = (pixels: Uint8Array, { width, height, dotsPerInch }: BmpHeader): Promise<GreyImage> =>
  greyImageOf(
    sharp(pixels, { raw: { width, height, channels: 1 }, limitInputPixels: false }),
    { width, height },
    dotsPerInch,
  );
