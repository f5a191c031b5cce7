import { open } from "node:fs/promises";
import { describeFileContent, ParserError, SNIFF_BYTES, type SniffedFileType, sniffFileType } from "@quarry/plugin";

export type ImageType = "png" | "jpeg" | "tiff" | "bmp" | "gif" | "webp";

const TYPES: Readonly<Record<string, ImageType>> = {
  png: "png",
  jpg: "jpeg",
  jpeg: "jpeg",
  tif: "tiff",
  tiff: "tiff",
  bmp: "bmp",
  gif: "gif",
  webp: "webp",
};
const NAMES: Record<ImageType, string> = {
  png: "a PNG image",
  jpeg: "a JPEG image",
  tiff: "a TIFF image",
  bmp: "a BMP image",
  gif: "a GIF image",
  webp: "a WebP image",
};

/** Returns the type given by both the extension and the first bytes. Fails with `wrong_type` if they differ. */
export async function imageTypeOf(path: string, fileType: string): Promise<ImageType> {
  const expected = TYPES[fileType] ?? "png";
  const head = await readHead(path);
  if (head.length === 0) throw new ParserError("empty", "the file is empty");
  const found: SniffedFileType | undefined = sniffFileType(head);
  if (found === expected) return expected;
  throw new ParserError(
    "wrong_type",
    `the file is ${describeFileContent(head)}, not ${NAMES[expected]}: rename it to its real type and upload it again`,
  );
}

async function readHead(path: string): Promise<Buffer> {
  await using file = await open(path, "r");
  const { bytesRead, buffer } = await file.read(Buffer.alloc(SNIFF_BYTES), 0, SNIFF_BYTES, 0);
  return buffer.subarray(0, bytesRead);
}
