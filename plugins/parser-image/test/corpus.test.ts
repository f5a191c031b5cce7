import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { imageParserWith, readImage } from "./read-image.ts";

const corpus = fileURLToPath(new URL("../../../../shared/corpus", import.meta.url));
const isThere = existsSync(corpus);
if (!isThere) console.info("SKIPPED: image corpus (../shared/corpus does not lie beside the repository)");

describe.skipIf(!isThere)("real images", async () => {
  const parser = await imageParserWith();
  const read = (name: string) =>
    readImage(parser, name.slice(name.lastIndexOf(".") + 1), readFileSync(join(corpus, name)));

  it.each([
    ["tiff/little-endian.tif", ["SAMPLE IMAGE", "SAMPLE IMAGE"]],
    ["png/monty-truth.png", ["THE TRUTH"]],
    ["bmp/python.bmp", [expect.stringContaining("python")]],
  ])("reads %s", async (name, texts) => {
    expect((await read(name)).texts).toEqual(texts);
  });

  it.each([
    "png/smile.png",
    "png/testPNG.png",
    "jpg/300-dpi.jpg",
    "jpg/python-icon.jpeg",
    "jpg/testJPEG_commented.jpg",
    "tiff/smile.tiff",
    "tiff/smile-lzw.tiff",
    "gif/sonic.gif",
  ])("rejects %s, which shows no text, as empty", async (name) => {
    await expect(read(name)).rejects.toMatchObject({ reason: "empty" });
  });
});
