import { describe, expect, it } from "vitest";
import { makeBmp } from "./make-bmp.ts";
import { frames, picture, writer } from "./make-images.ts";
import { pngOf } from "./make-png.ts";
import { imageParserWith, readImage } from "./read-image.ts";

const parser = await imageParserWith();
const page = picture("LEDGER 1893");
const HUGE = 100_000;

const patched = (bytes: Buffer, patch: (copy: Buffer) => void): Buffer => {
  const copy = Buffer.from(bytes);
  patch(copy);
  return copy;
};

describe("image dimensions in a header", () => {
  const bmp = makeBmp(page, { bits: 24 });
  const jpegOf = async (width: number, height: number) =>
    patched(await writer(page).jpeg().toBuffer(), (copy) => {
      const start = copy.indexOf(Buffer.from([0xff, 0xc0]));
      copy.writeUInt16BE(height, start + 5);
      copy.writeUInt16BE(width, start + 7);
    });

  it.each([
    ["png", () => pngOf(HUGE, HUGE)],
    ["jpg", () => jpegOf(65_500, 65_500)],
    [
      "gif",
      async () =>
        patched(await writer(page).gif().toBuffer(), (copy) => {
          // The screen and the single frame on it.
          const frame = copy.indexOf(Buffer.concat([Buffer.from([0x2c, 0, 0, 0, 0]), copy.subarray(6, 10)])) + 5;
          for (const at of [6, 8, frame, frame + 2]) copy.writeUInt16LE(65_000, at);
        }),
    ],
    [
      "bmp",
      () =>
        patched(bmp, (copy) => {
          copy.writeInt32LE(HUGE, 18);
          copy.writeInt32LE(HUGE, 22);
        }),
    ],
  ] as const)("that are too large are rejected in a %s", async (type, make) => {
    await expect(readImage(parser, type, await make())).rejects.toMatchObject({
      name: "ParserError",
      reason: "limit",
      message: expect.stringContaining("scale it down"),
    });
  });

  it.each([
    ["png", pngOf(0, 10)],
    ["bmp", patched(bmp, (copy) => copy.writeInt32LE(0, 18))],
    ["bmp", patched(bmp, (copy) => copy.writeInt32LE(-2_147_483_648, 22))],
    ["bmp", patched(bmp, (copy) => copy.writeUInt16LE(7, 28))],
  ] as const)("that are zero or invalid are rejected (%s)", async (type, bytes) => {
    await expect(readImage(parser, type, bytes)).rejects.toMatchObject({ name: "ParserError" });
  });

  it("do not exempt frames from the page limit", async () => {
    const file = await frames(page, page, page).tiff().toBuffer();
    await expect(readImage(parser, "tif", file, { maxPages: 2 })).rejects.toMatchObject({
      reason: "limit",
      message: expect.stringContaining("3 frames, more than the 2"),
    });
  });
});

describe("files of another type than their name", () => {
  it("are rejected with both types in the error", async () => {
    const jpeg = await writer(page).jpeg().toBuffer();
    await expect(readImage(parser, "png", jpeg)).rejects.toMatchObject({
      reason: "wrong_type",
      message: "the file is a JPEG image, not a PNG image: rename it to its real type and upload it again",
    });
  });

  it.each(["<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>", "%PDF-1.4", "RIFF\0\0\0\0WEBPVP8 "])(
    "are rejected as the wrong type: %j",
    async (content) => {
      await expect(readImage(parser, "png", Buffer.from(content, "latin1"))).rejects.toMatchObject({
        reason: "wrong_type",
      });
    },
  );

  it("a compressed BMP is rejected with advice to save it as PNG", async () => {
    const file = patched(makeBmp(page, { bits: 8 }), (copy) => copy.writeUInt32LE(1, 30));
    await expect(readImage(parser, "bmp", file)).rejects.toMatchObject({
      message: "the BMP image is compressed, which can't be read: save it as a PNG image",
    });
  });
});

describe("images without readable text", { timeout: 180_000 }, () => {
  it("are rejected as empty, with an explanation", async () => {
    const blank = await writer({ pixels: new Uint8Array(10_000).fill(250), width: 100, height: 100 })
      .png()
      .toBuffer();
    await expect(readImage(parser, "png", blank)).rejects.toMatchObject({
      reason: "empty",
      message: expect.stringContaining("no text was recognised in the image"),
    });
  });

  it("a page above the time limit is rejected, and the next image is read", async () => {
    const hasty = await imageParserWith({ pageTimeoutSeconds: 2 });
    const lines = Array.from({ length: 300 }, (_, row) =>
      `LEDGER ${row} OF THE HARBOUR MASTER AND HIS SHIPS`.repeat(2),
    );
    const long = await writer(picture(...lines))
      .png()
      .toBuffer();
    await expect(readImage(hasty, "png", long)).rejects.toMatchObject({
      reason: "limit",
      message: "no text could be read: the text was not recognised within 2 s",
    });
    const short = await writer(page).png().toBuffer();
    expect((await readImage(hasty, "png", short)).texts).toEqual(["LEDGER 1893"]);
  });

  it("the error for a missing OCR language names the package to install", async () => {
    const other = await imageParserWith({ languages: ["eng", "tlh"] });
    await expect(readImage(other, "png", await writer(page).png().toBuffer())).rejects.toMatchObject({
      reason: "unavailable",
      message: expect.stringContaining("npm install @tesseract.js-data/tlh"),
    });
  });
});
