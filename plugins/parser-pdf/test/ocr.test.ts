import { drawText, inkIn, resample, withSpecks } from "@quarry/ocr/testing";
import { beforeAll, describe, expect, it } from "vitest";
import { buildPdf, type FixtureLine, type FixturePicture } from "./build-pdf.ts";
import { pictureOf } from "./page-picture.ts";
import { readPdf, textsOf, useFolder } from "./read-pdf.ts";

useFolder();

const lines: FixtureLine[] = [
  "The harbour was closed in the winter of that year",
  "because the ice reached as far as the lighthouse.",
  "Every ship had to wait until the end of March.",
].map((text, index) => ({ text, x: 70, y: 700 - index * 18, size: 14 }));

const typed: FixtureLine[] = [{ text: "This page has a text layer, as most pages have.", x: 60, y: 700 }];

let scan: FixturePicture;

beforeAll(async () => {
  scan = await pictureOf(buildPdf({ pages: [lines] }));
});

const blank = (): FixturePicture => ({ pixels: new Uint8Array(600 * 800).fill(255), width: 600, height: 800 });

describe("scanned pages", { timeout: 120_000 }, () => {
  it("are recognised in a file with text pages, each on its page, and counted", async () => {
    const bytes = buildPdf({ pages: [typed, [], typed], pictures: { 1: scan } });
    const { blocks, info, events } = await readPdf(bytes);
    const scanned = blocks.filter(({ page }) => page === 2);
    expect(textsOf(scanned).join(" ")).toContain("The harbour was closed in the winter of that year");
    expect(textsOf(scanned).join(" ")).toContain("Every ship had to wait until the end of March.");
    expect(blocks.filter(({ page }) => page !== 2)).toHaveLength(2);
    expect(info).toMatchObject({ pageCount: 3, ocrPageCount: 1, ocrConfidences: [{ page: 2 }] });
    expect(info.ocrConfidences![0]!.confidence).toBeGreaterThan(0.88);
    expect(events.filter(({ type }) => type === "uncounted_time")).toHaveLength(1);
    expect(events.filter(({ type }) => type === "progress")).toHaveLength(3);
  });

  it("with only a stamp as text are recognised, and the stamp is read once", async () => {
    const stamp = { text: "Received 12 May", x: 400, y: 800 };
    const { blocks, info } = await readPdf(buildPdf({ pages: [[stamp]], pictures: { 0: scan } }));
    expect(info.ocrPageCount).toBe(1);
    const text = textsOf(blocks).join(" ");
    expect(text).toContain("The harbour was closed");
    expect(text.match(/Received/g)).toHaveLength(1);
  });

  it("stored upside down but rotated by the file are recognised", async () => {
    const turned: FixturePicture = { ...scan, pixels: scan.pixels.toReversed() };
    const bytes = buildPdf({ pages: [[]], pictures: { 0: turned }, pageEntries: { 0: "/Rotate 180" } });
    expect(textsOf((await readPdf(bytes)).blocks).join(" ")).toContain("The harbour was closed");
  });

  it.each([
    ["unrotated", ""],
    ["turned", "/Rotate 90"],
    ["cropped and turned", "/CropBox [40 600 520 800] /Rotate 270"],
  ])("have line positions on the displayed page, %s", async (_, entries) => {
    const bytes = buildPdf({ pages: [[]], pictures: { 0: scan }, pageEntries: { 0: entries } });
    const { blocks } = await readPdf(bytes);
    const lines = blocks.flatMap((block) => block.lines ?? []);
    expect(lines).toHaveLength(3);
    const { share, boxes } = inkIn(await pictureOf(bytes), lines);
    expect(boxes).toBe(3);
    expect(share).toBeGreaterThan(0.97);
  });

  it("that are blank yield no text and are not counted", async () => {
    const { blocks, info } = await readPdf(buildPdf({ pages: [typed, []], pictures: { 1: blank() } }));
    expect(blocks).toHaveLength(1);
    expect(info.ocrPageCount ?? 0).toBe(0);
  });

  it("with an invisible text layer are not recognised again", async () => {
    const layer = [{ text: "What was recognised before.", x: 60, y: 700 }];
    const fixture = { pages: [layer], pictures: { 0: scan }, drawings: { 0: "3 Tr" } };
    const { blocks, info } = await readPdf(buildPdf(fixture));
    expect(info.ocrPageCount).toBeUndefined();
    expect(textsOf(blocks)).toEqual(["What was recognised before."]);
  });

  // Regression: drawn at 300 dots per inch, specks of a 150 dpi scan grew to the size of strokes.
  it("with specks are recognised", async () => {
    const [width, height] = [1240, 1754];
    const text = ["RENT FOR MAY 1477 EUR", "WATER AND HEAT 217 EUR", "PAID BY THE THIRD WORKDAY"];
    const drawn = drawText(text, { letterHeight: 24 });
    const pixels = new Uint8Array(width * height).fill(255);
    for (let y = 0; y < drawn.height; y++) {
      pixels.set(drawn.pixels.subarray(y * drawn.width, (y + 1) * drawn.width), (y + 100) * width + 100);
    }
    const page = withSpecks({ pixels, width, height }, 0.01);
    const { blocks } = await readPdf(buildPdf({ pages: [[]], pictures: { 0: page } }));
    for (const line of text) expect(textsOf(blocks).join(" ")).toContain(line);
  });

  it("recognised with low confidence are named in a warning with it", async () => {
    const coarse = resample({ ...scan }, { scale: 34 / 300, degrees: 0, ground: 255 });
    const { info } = await readPdf(buildPdf({ pages: [[], []], pictures: { 0: scan, 1: coarse } }));
    expect(info.warnings).toEqual([
      expect.stringMatching(/^page 2: its text was recognised with a confidence of only \d\d of 100/),
    ]);
  });

  it("are skipped with ocr off", async () => {
    const bytes = buildPdf({ pages: [typed, []], pictures: { 1: scan } });
    const { blocks, info } = await readPdf(bytes, { ocr: "off" });
    expect(blocks).toHaveLength(1);
    expect(info.ocrPageCount).toBeUndefined();
  });

  it("replace the text layer of every page with ocr always", async () => {
    const { blocks, info } = await readPdf(buildPdf({ pages: [lines] }), { ocr: "always" });
    expect(info.ocrPageCount).toBe(1);
    expect(
      textsOf(blocks)
        .join(" ")
        .match(/The harbour was closed/g),
    ).toHaveLength(1);
  });

  it("above maxOcrPages are rejected with advice", async () => {
    const bytes = buildPdf({ pages: [[], [], []], pictures: { 0: scan, 1: scan, 2: scan } });
    await expect(readPdf(bytes, { maxOcrPages: 2 })).rejects.toMatchObject({
      reason: "limit",
      message: "the PDF has more than 2 scanned pages: split it into smaller files, or upload it with a text layer",
    });
    expect((await readPdf(bytes, { maxOcrPages: 3 })).info.ocrPageCount).toBe(3);
  });

  it("are rejected when the language's data is missing, with the name of its package", async () => {
    const bytes = buildPdf({ pages: [[]], pictures: { 0: scan } });
    await expect(readPdf(bytes, { languages: ["xyz"] })).rejects.toMatchObject({
      reason: "unavailable",
      message: expect.stringContaining("@tesseract.js-data/xyz"),
    });
  });
});
