import type { Picture } from "./make-images.ts";

const SHORT = 3;
const LONG = 4;
const TEXT = 2;

/** Writes the picture as an uncompressed TIFF, with texts by tag number, as scanners do. */
export function makeTiff({ pixels, width, height }: Picture, texts: Readonly<Record<number, string>>): Buffer {
  const strings = Object.entries(texts).map(([tag, text]) => [Number(tag), Buffer.from(`${text}\0`)] as const);
  const count = 9 + strings.length;
  let free = 8 + 2 + count * 12 + 4;
  const entries = strings.map(([tag, bytes]) => {
    const entry = [tag, TEXT, bytes.length, free] as const;
    free += bytes.length;
    return entry;
  });
  const all = [
    [256, LONG, 1, width],
    [257, LONG, 1, height],
    [258, SHORT, 1, 8],
    [259, SHORT, 1, 1],
    [262, SHORT, 1, 1],
    [273, LONG, 1, free],
    [277, SHORT, 1, 1],
    [278, LONG, 1, height],
    [279, LONG, 1, pixels.length],
    ...entries,
  ].toSorted(([one], [other]) => one! - other!);
  const head = Buffer.alloc(8 + 2 + count * 12 + 4);
  head.write("II*\0", "latin1");
  head.writeUInt32LE(8, 4);
  head.writeUInt16LE(count, 8);
  for (const [index, [tag, kind, length, value]] of all.entries()) {
    const at = 10 + index * 12;
    head.writeUInt16LE(tag!, at);
    head.writeUInt16LE(kind!, at + 2);
    head.writeUInt32LE(length!, at + 4);
    head.writeUInt32LE(value!, at + 8);
  }
  return Buffer.concat([head, ...strings.map(([, bytes]) => bytes), pixels]);
}
