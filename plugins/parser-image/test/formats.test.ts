import { inkIn } from "@quarry/ocr/testing";
import { describe, expect, it } from "vitest";
import { makeBmp } from "./make-bmp.ts";
import { makeTiff } from "./make-tiff.ts";
import { pngChunk } from "./make-png.ts";
import { frames, onNothing, picture, writer } from "./make-images.ts";
import { imageParserWith, readImage } from "./read-image.ts";

const parser = await imageParserWith();
const page = picture("LEDGER 1893");
const TEXT = ["LEDGER 1893"];

describe("pixel formats", () => {
  it.each([
    ["PNG with 16 bits", "png", () => writer(page).toColourspace("rgb16").png()],
    ["interlaced PNG", "png", () => writer(page).png({ progressive: true })],
    ["PNG with a palette", "png", () => writer(page).png({ palette: true, colours: 4 })],
    ["PNG with white letters on a transparent background", "png", () => onNothing(page).png()],
    ["CMYK JPEG", "jpg", () => writer(page).toColourspace("cmyk").jpeg()],
    ["progressive JPEG", "jpeg", () => writer(page).jpeg({ progressive: true })],
    ["CMYK TIFF", "tif", () => writer(page).toColourspace("cmyk").tiff({ compression: "deflate" })],
  ] as const)("reads a %s", async (_name, type, write) => {
    expect((await readImage(parser, type, await write().toBuffer())).texts).toEqual(TEXT);
  });

  it.each([
    { bits: 1 },
    { bits: 4 },
    { bits: 8, isOld: true },
    { bits: 16 },
    { bits: 24, isTopDown: true },
    { bits: 24, isOld: true },
    { bits: 32 },
  ] as const)("reads a BMP with $bits bits per pixel", async (options) => {
    expect((await readImage(parser, "bmp", makeBmp(page, options))).texts).toEqual(TEXT);
  });
});

describe("frames", () => {
  it("reads every frame of a TIFF as a page, with progress", async () => {
    const file = await frames(page, picture("HARBOUR"), picture("SILVER")).tiff({ compression: "deflate" }).toBuffer();
    const { blocks, info, events } = await readImage(parser, "tiff", file);
    expect(blocks.map(({ page: number, text }) => [number, text])).toEqual([
      [1, "LEDGER 1893"],
      [2, "HARBOUR"],
      [3, "SILVER"],
    ]);
    expect(info).toMatchObject({ pageCount: 3, ocrPageCount: 3 });
    expect(info.ocrConfidences!.map(({ page: number }) => number)).toEqual([1, 2, 3]);
    for (const { confidence } of info.ocrConfidences!) expect(confidence).toBeGreaterThan(0.7);
    expect(events.filter(({ type }) => type === "progress")).toEqual(
      [1, 2, 3].map((done) => ({ type: "progress", done, total: 3 })),
    );
    expect(events.filter(({ type }) => type === "uncounted_time")).toHaveLength(3);
  });

  it("reads only the first frame of an animation, with a warning", async () => {
    const { texts, info } = await readImage(parser, "gif", await frames(page, picture("HARBOUR")).gif().toBuffer());
    expect(texts).toEqual(TEXT);
    expect(info.warnings).toEqual(["Only the first of the 2 frames of the animation was read."]);
  });

  it("counts only frames with text as OCR pages", async () => {
    const file = await frames(page, picture(" ")).tiff().toBuffer();
    expect((await readImage(parser, "tiff", file)).info).toMatchObject({ pageCount: 2, ocrPageCount: 1 });
  });
});

describe("image metadata", () => {
  const expected = { title: "The second ledger", author: "Osgood", createdAt: "2020-01-02T03:04:05.000Z" };
  const tags = { IFD0: { ImageDescription: expected.title, Artist: expected.author, DateTime: "2020:01:02 03:04:05" } };

  it("is read from the EXIF block of a JPEG", async () => {
    const { info } = await readImage(parser, "jpg", await writer(page).jpeg().withExif(tags).toBuffer());
    expect(info).toMatchObject(expected);
  });

  it("is read from the EXIF block of a PNG", async () => {
    const { info } = await readImage(parser, "png", await writer(page).png().withExif(tags).toBuffer());
    expect(info).toMatchObject(expected);
  });

  it("is read from the tags of a TIFF", async () => {
    const file = makeTiff(page, { 270: expected.title, 306: "2020:01:02 03:04:05", 315: expected.author });
    const { info, texts } = await readImage(parser, "tif", file);
    expect(texts).toEqual(TEXT);
    expect(info).toMatchObject(expected);
  });

  it("is read from the text chunks of a PNG", async () => {
    const png = await writer(page).png().toBuffer();
    const chunks = [
      pngChunk("tEXt", Buffer.from("Title\0The second ledger")),
      pngChunk("tEXt", Buffer.from("Author\0Osgood")),
    ];
    // Inserts the chunks after the header, which has a fixed length.
    const file = Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33)]);
    expect((await readImage(parser, "png", file)).info).toMatchObject({ title: "The second ledger", author: "Osgood" });
  });

  it("includes the orientation, by which the image is rotated", async () => {
    const file = await writer(page).rotate(180).jpeg().withMetadata({ orientation: 3 }).toBuffer();
    const { texts, blocks } = await readImage(parser, "jpg", file);
    expect(texts).toEqual(TEXT);
    // Position of the line in the picture as displayed.
    const lines = blocks.flatMap((block) => block.lines ?? []);
    expect(lines).toHaveLength(1);
    expect(inkIn(page, lines).share).toBeGreaterThan(0.95);
  });
});
