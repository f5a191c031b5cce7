import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DEFAULT_PARSER_LIMITS, type PageView, type ParserLimits } from "@quarry/plugin";
import { Schema } from "effect";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import plugin from "../src/index.ts";

// The parser disables all decoder formats except its own.
const readWebp = (bytes: Uint8Array) => {
  sharp.unblock({ operation: ["VipsForeignLoadWebpBuffer"] });
  return sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
};

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "quarry-show-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const show = async (
  bytes: Uint8Array,
  fileType: string,
  request: { readonly page: number; readonly width?: number },
  limits: Partial<ParserLimits> = {},
): Promise<PageView> => {
  const path = join(folder, `file.${fileType}`);
  await writeFile(path, bytes);
  const parser = await plugin.make(Schema.decodeUnknownSync(plugin.settings)({}));
  const source = { path, size: bytes.length, filename: `file.${fileType}`, fileType };
  return parser.showPage!(source, request, { ...DEFAULT_PARSER_LIMITS, ...limits });
};

const blank = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } });

/** Left half red, right half blue, 300 dots per inch. The camera's orientation rotates it a quarter turn clockwise. */
const photo = async (): Promise<Buffer> =>
  blank(600, 300, "#ff0000")
    .composite([{ input: await blank(300, 300, "#0000ff").png().toBuffer(), left: 300, top: 0 }])
    .jpeg()
    .withMetadata({ orientation: 6, density: 300 })
    .toBuffer();

test("a photo is measured and rendered in its displayed orientation, without enlargement", async () => {
  const { pageCount, size, picture } = await show(await photo(), "jpg", { page: 1, width: 1_280 });
  expect({ pageCount, size }).toEqual({ pageCount: 1, size: { width: 72, height: 144 } });
  const { data, info } = await readWebp(picture!.bytes);
  expect([info.width, info.height]).toEqual([300, 600]);
  const [top, bottom] = [data.subarray(0, 3), data.subarray(data.length - 3)];
  expect([top[0]! > 200, top[2]! < 60, bottom[0]! < 60, bottom[2]! > 200]).toEqual([true, true, true, true]);
});

test("each frame of a TIFF is a page; a page after the last has no picture", async () => {
  const tiff = await sharp(
    await blank(200, 100, "#ff0000").extend({ bottom: 100, background: "#0000ff" }).raw().toBuffer(),
    { raw: { width: 200, height: 200, channels: 3, pageHeight: 100 } },
  )
    .tiff({ compression: "lzw" })
    .toBuffer();
  const second = await show(tiff, "tiff", { page: 2, width: 50 });
  expect(second.pageCount).toBe(2);
  const { data, info } = await readWebp(second.picture!.bytes);
  expect([info.width, info.height, data[2]! > 200]).toEqual([50, 25, true]);
  expect(await show(tiff, "tiff", { page: 3, width: 50 })).toEqual({ pageCount: 2 });
});

test("an image without a resolution has one point per pixel; without a width, only the size is returned", async () => {
  const png = await blank(120, 80, "#ffffff").png().toBuffer();
  expect(await show(png, "png", { page: 1 })).toEqual({ pageCount: 1, size: { width: 120, height: 80 } });
});

test("an image above the pixel limit is rejected", async () => {
  const png = await blank(400, 400, "#ffffff").png().toBuffer();
  await expect(show(png, "png", { page: 1, width: 100 }, { maxPixels: 10_000 })).rejects.toMatchObject({
    name: "ParserError",
    reason: "limit",
  });
});
