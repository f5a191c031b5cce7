import { copyFile, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type GreyImage, type RecognisedText, RecognitionTimeout, TextRecogniser } from "../src/index.ts";
import { resample } from "../src/resample.ts";
import { drawText, inFallingLight, inkIn, onPage, withGrain, withSpecks } from "../src/testing/index.ts";

const LINES = ["THE HARBOUR MASTER KEPT", "TWO LEDGERS IN 1893"];
const TEXT = LINES.join(" ");
const textOf = ({ paragraphs }: RecognisedText): string => paragraphs.map(({ text }) => text).join(" ");
const options = { languages: ["eng"], pageTimeoutMs: 60_000 };

describe("recognise", () => {
  let recogniser: TextRecogniser;
  beforeAll(async () => {
    recogniser = await TextRecogniser.open(options);
  });
  afterAll(() => recogniser?.close());
  const read = async (image: Parameters<TextRecogniser["recognise"]>[0]) => textOf(await recogniser.recognise(image));

  it.each([8, 12, 16, 30, 90])("reads letters of %d pixels", async (letterHeight) => {
    expect(await read(drawText(LINES, { letterHeight }))).toBe(TEXT);
  });

  it("reads light letters on dark and on grey", async () => {
    expect(await read(drawText(LINES, { ink: 255, ground: 0 }))).toBe(TEXT);
    expect(await read(drawText(LINES, { ink: 90, ground: 150 }))).toBe(TEXT);
  });

  it("reads a page with a shadow over half of it", async () => {
    const page = drawText(LINES);
    const shaded = page.pixels.map((grey, index) => (grey * (0.5 + (0.5 * (index % page.width)) / page.width)) | 0);
    expect(await read({ ...page, pixels: shaded })).toBe(TEXT);
  });

  // Regression: light was measured after the first threshold, so specks and grain were taken for letters.
  it.each([
    ["in light that falls off to a third", (page: GreyImage) => inFallingLight(page, 0.3)],
    ["with specks on 3 in 100 dots", (page: GreyImage) => withSpecks(page, 0.03)],
    ["with heavy grain", (page: GreyImage) => withGrain(page, 55)],
    ["with grain in falling light", (page: GreyImage) => withGrain(inFallingLight(page, 0.4), 14)],
  ])("reads a page %s", async (_, change) => {
    const lines = [...LINES, "ONE FOR THE SHIPS THAT CAME", "AND ONE FOR THE OTHERS"];
    expect(await read(change(drawText(lines, { letterHeight: 24 })))).toBe(lines.join(" "));
  });

  // Regression: one threshold for the page lost letters on mid-grey backgrounds next to darker ones.
  it("reads labels with different backgrounds below each other", async () => {
    const colours = [
      [255, 40],
      [255, 170],
      [0, 190],
      [250, 110],
    ] as const;
    const lines = ["PAID IN FULL", "OVERDUE SINCE MAY", "DRAFT VERSION 3", "NEEDS SIGNATURE"];
    const labels = colours.map(([ink, ground], row) => ({
      label: drawText([lines[row]!], { letterHeight: 24, ink, ground }),
      x: 60,
      y: 40 + row * 140,
    }));
    expect(await read(onPage({ width: 700, height: 600 }, labels))).toBe(lines.join(" "));
  });

  // The longer text has enough letters to determine an angle.
  it.each([0, 90, 180, 270, -7, 4, 94])("reads a page rotated by %d degrees", async (degrees) => {
    const page = drawText([...LINES, "ONE FOR THE SHIPS THAT CAME", "AND ONE FOR THE OTHERS"]);
    const picture = resample(page, { scale: 1, degrees, ground: 255 });
    const turned = await recogniser.recognise(picture);
    expect(textOf(turned)).toBe(`${TEXT} ONE FOR THE SHIPS THAT CAME AND ONE FOR THE OTHERS`);
    const lines = turned.paragraphs.flatMap((paragraph) => paragraph.lines);
    expect(lines).toHaveLength(4);
    expect(inkIn(picture, lines).share).toBeGreaterThan(0.97);
    // Boxes enclose each line, not the page. On a skewed page, the box of a line overlaps others.
    const area = lines.reduce((sum, { x0, y0, x1, y1 }) => sum + (x1 - x0) * (y1 - y0), 0);
    if (degrees % 90 === 0) expect(area).toBeLessThan(0.5);
  });

  it("finds nothing on an empty page, and nothing in a pattern", async () => {
    const blank = { pixels: new Uint8Array(40_000).fill(255), width: 200, height: 200 };
    expect(await recogniser.recognise(blank)).toMatchObject({ paragraphs: [], confidence: 0 });
    const pattern = blank.pixels.map((_, index) => ((index % 200) * Math.floor(index / 200)) & 0xff);
    expect(await recogniser.recognise({ ...blank, pixels: pattern })).toMatchObject({ paragraphs: [] });
  });

  it("accepts images of one or two pixels", async () => {
    expect(await read({ pixels: new Uint8Array([0]), width: 1, height: 1 })).toBe("");
    expect(await read({ pixels: new Uint8Array([0, 255]), width: 1, height: 2 })).toBe("");
  });

  it("serves several calls in order, leaves their images unchanged and writes no files", async () => {
    const before = await readdir(process.cwd());
    const page = drawText(LINES);
    const copy = page.pixels.slice();
    const texts = await Promise.all([page, drawText(["LEDGER"]), page].map(read));
    expect(texts).toEqual([TEXT, "LEDGER", TEXT]);
    expect(page.pixels).toEqual(copy);
    expect(await readdir(process.cwd())).toEqual(before);
  });
});

describe("time limit and close", { timeout: 180_000 }, () => {
  it("abandons a page over its time limit and reads the next one", async () => {
    const recogniser = await TextRecogniser.open({ ...options, pageTimeoutMs: 2_000 });
    const long = drawText(
      Array.from({ length: 300 }, () => `${TEXT} ${TEXT}`),
      { letterHeight: 16 },
    );
    const late = recogniser.recognise(long);
    const next = recogniser.recognise(drawText(["LEDGER"]));
    await expect(late).rejects.toBeInstanceOf(RecognitionTimeout);
    expect(textOf(await next)).toBe("LEDGER");
    await recogniser.close();
  });

  it("rejects waiting pages when it is closed", async () => {
    const recogniser = await TextRecogniser.open(options);
    const waiting = [recogniser.recognise(drawText(LINES)), recogniser.recognise(drawText(LINES))];
    const ends = Promise.allSettled(waiting);
    await recogniser.close();
    expect((await ends).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  });
});

describe("languages", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "quarry-languages-"));
    const data = createRequire(import.meta.url).resolve("@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz");
    await copyFile(data, join(folder, "harbour.traineddata.gz"));
    await writeFile(join(folder, "broken.traineddata"), "no language data");
    await writeFile(join(folder, "cut.traineddata.gz"), Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it("uses language data from a folder", async () => {
    const recogniser = await TextRecogniser.open({
      ...options,
      languages: ["harbour", "eng"],
      languageFolder: folder,
    });
    expect(textOf(await recogniser.recognise(drawText(LINES)))).toBe(TEXT);
    await recogniser.close();
  });

  it("reads with the installed languages if none are configured", async () => {
    const two = await mkdtemp(join(tmpdir(), "quarry-languages-"));
    await copyFile(join(folder, "harbour.traineddata.gz"), join(two, "deu.traineddata.gz"));
    await copyFile(join(folder, "harbour.traineddata.gz"), join(two, "osd.traineddata.gz"));
    const { pageTimeoutMs } = options;
    const recogniser = await TextRecogniser.open({ pageTimeoutMs, languageFolder: two });
    expect(textOf(await recogniser.recognise(drawText(LINES)))).toBe(TEXT);
    await recogniser.close();
    await rm(two, { recursive: true });
    await expect(TextRecogniser.open({ pageTimeoutMs, languageFolder: two })).rejects.toThrow("ENOENT");
  });

  it.each([
    [["eng", "tlh"], "run: npm install @tesseract.js-data/tlh"],
    [["../eng"], 'the language "../eng" is not a code'],
    [[], "name at least one language"],
    [["broken"], "the data of its languages (broken) is damaged"],
    [["cut"], "the data of its languages (cut) is damaged"],
  ])("rejects %j", async (languages, message) => {
    await expect(TextRecogniser.open({ ...options, languages, languageFolder: folder })).rejects.toThrow(message);
  });
});
