import { inkIn } from "@quarry/ocr/testing";
import type { LineBox, PageBox } from "@quarry/plugin";
import { describe, expect, it } from "vitest";
import { buildPdf, type FixtureLine, type FixturePdf } from "./build-pdf.ts";
import { pictureOf } from "./page-picture.ts";
import { readPdf, useFolder } from "./read-pdf.ts";

useFolder();

const SENTENCE = "The committee met on the first day of the month and agreed on what was to be";
const paragraph = (x: number, y: number, lines = 4, angle: FixtureLine["angle"] = 0): FixtureLine[] =>
  Array.from({ length: lines }, (_, index) => ({
    text: `${SENTENCE} ${"abcdefgh"[index]!}`,
    x: x + [0, 12, 0, -12][angle / 90]! * index,
    y: y + [-12, 0, 12, 0][angle / 90]! * index,
    angle,
  }));

const areaOf = (boxes: readonly PageBox[]): number =>
  boxes.reduce((sum, { x0, y0, x1, y1 }) => sum + (x1 - x0) * (y1 - y0), 0);

async function placesIn(fixture: FixturePdf) {
  const bytes = buildPdf(fixture);
  const { blocks } = await readPdf(bytes, { ocr: "off" });
  const lines = blocks.flatMap((block) => block.lines ?? []);
  const { share, boxes: inked } = inkIn(await pictureOf(bytes), lines);
  return { blocks, lines, share, inked };
}

describe("the position of a line", () => {
  const UPRIGHT = paragraph(60, 700);
  it.each<readonly [string, readonly FixtureLine[], string]>([
    ["on an unrotated page", UPRIGHT, ""],
    ["on a page that is turned clockwise", UPRIGHT, "/Rotate 90"],
    ["on a page that is turned upside down", UPRIGHT, "/Rotate 180"],
    ["on a page that is turned counter-clockwise", UPRIGHT, "/Rotate 270"],
    ["on a page that is cropped", UPRIGHT, "/MediaBox [0 0 595 842] /CropBox [40 600 520 800]"],
    ["on a page that is cropped and turned", UPRIGHT, "/MediaBox [0 0 595 842] /CropBox [40 600 520 800] /Rotate 90"],
    ["on a page whose corner is not the origin", UPRIGHT, "/MediaBox [-100 -50 700 900]"],
    ["upwards", paragraph(200, 100, 4, 90), ""],
    ["upwards on a page that is turned clockwise", paragraph(200, 100, 4, 90), "/Rotate 90"],
    ["upside down", paragraph(500, 400, 4, 180), ""],
    ["downwards on a page that is cropped", paragraph(300, 700, 4, 270), "/CropBox [100 100 500 800]"],
  ])("covers the line's ink, %s", async (_, lines, entries) => {
    const places = await placesIn({ pages: [lines], pageEntries: { 0: entries } });
    expect(places.lines).toHaveLength(4);
    expect(places.inked).toBe(4);
    expect(places.share).toBeGreaterThan(0.98);
    // Covers a ten-point line at its type size, and no more.
    expect(areaOf(places.lines)).toBeLessThan(0.2);
  });

  it("starts where its text starts, with divided words, omitted bullets and joined labels", async () => {
    const { blocks } = await placesIn({
      pages: [
        [
          { text: "CHAPTER 3", x: 60, y: 780, size: 14 },
          { text: "Market risk", x: 60, y: 750, size: 20 },
          ...paragraph(60, 700, 2),
          { text: "decided by the com-", x: 60, y: 676 },
          { text: "mittee, which said why.", x: 60, y: 664 },
          { text: "\x95 An item of a list that", x: 60, y: 630 },
          { text: "needs two lines", x: 60, y: 618 },
        ],
      ],
    });
    const texts = blocks.map(({ text, lines = [] }) =>
      lines.map(({ start }, index) => text.slice(start, lines[index + 1]?.start).trim()),
    );
    expect(texts).toEqual([
      ["CHAPTER 3", "Market risk"],
      [`${SENTENCE} a`, `${SENTENCE} b`, "decided by the com", "mittee, which said why."],
      ["An item of a list that", "needs two lines"],
    ]);
  });

  it("is confined to its column", async () => {
    const left = paragraph(40, 700, 6).map((line) => ({ ...line, text: line.text.slice(0, 44), size: 10 }));
    const right = left.map((line) => ({ ...line, x: 320 }));
    const interleaved = left.flatMap((line, index) => [line, right[index]!]);
    const { lines, share } = await placesIn({ pages: [interleaved] });
    expect(lines).toHaveLength(12);
    expect(lines.map(({ x0, x1 }) => (x1 < 0.52 ? "left" : x0 > 0.52 ? "right" : "both"))).toEqual([
      ...Array.from({ length: 6 }, () => "left"),
      ...Array.from({ length: 6 }, () => "right"),
    ]);
    expect(share).toBeGreaterThan(0.98);
  });

  it("covers the whole row in a table, labels of two lines included", async () => {
    const row = (y: number, label: string, ...amounts: readonly string[]): FixtureLine[] => [
      { text: label, x: 60, y },
      ...amounts.map((text, index) => ({ text, x: 320 + index * 90, y })),
    ];
    const { blocks, lines, share } = await placesIn({
      pages: [
        [
          ...row(700, "Item", "2022", "2021"),
          ...row(686, "Net sales", "5,777", "5,333"),
          { text: "Cost of sales, which has", x: 60, y: 672 },
          ...row(660, "a label of two lines", "3,111", "3,000"),
          ...row(646, "Gross profit", "2,666", "2,333"),
        ],
      ],
    });
    expect(blocks.filter(({ kind }) => kind.startsWith("table")).length).toBe(blocks.length);
    expect(blocks.every((block) => block.lines?.length === 1 && block.lines[0]!.start === 0)).toBe(true);
    expect(share).toBeGreaterThan(0.98);
    const heights = lines.map(({ y0, y1 }) => y1 - y0);
    expect(Math.max(...heights)).toBeGreaterThan(Math.min(...heights) * 1.5);
  });

  it("is within the page, and missing for text outside it", async () => {
    const outside = { text: "Nobody sees this line of the file", x: 60, y: 900 };
    const half = { text: "This line goes on beyond the right edge of its page by quite some words", x: 400, y: 600 };
    const { blocks } = await readPdf(buildPdf({ pages: [[outside, ...paragraph(60, 700), half]] }), { ocr: "off" });
    const lines = (text: string): readonly LineBox[] => blocks.find((block) => block.text.includes(text))?.lines ?? [];
    expect(lines("Nobody sees")).toEqual([]);
    expect(lines("goes on beyond")).toMatchObject([{ x1: 1 }]);
  });

  it("is measured from the left in right-to-left text", async () => {
    const text = "שלום עולם טקסט".split("").toReversed().join("");
    const lines = [700, 688, 676].map((y) => ({ text, x: 200, y, font: "unicode" as const }));
    const { blocks } = await readPdf(buildPdf({ pages: [lines] }), { ocr: "off" });
    const [first] = blocks.flatMap((block) => block.lines ?? []);
    expect(first!.x0).toBeCloseTo(200 / 595, 2);
    expect(first!.x1).toBeCloseTo((200 + text.length * 6) / 595, 2);
  });
});
