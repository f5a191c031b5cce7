import type { GreyImage } from "./grey-image.ts";

/** Encodes the picture as a PGM file: its size as a line of text, then the raw bytes. */
export function portableGreyMap({ pixels, width, height }: GreyImage): Uint8Array<ArrayBuffer> {
  const header = new TextEncoder().encode(`P5\n${width} ${height}\n255\n`);
  const file = new Uint8Array(header.length + pixels.length);
  file.set(header);
  file.set(pixels, header.length);
  return file;
}
