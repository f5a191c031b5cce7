import { describe, expect, it } from "vitest";
import { buildPdf, type FixtureLine } from "./build-pdf.ts";
import { readPdf, textsOf, useFolder } from "./read-pdf.ts";

useFolder();

const COLUMNS = [
  "港の朝は早く、船を待つ人々が岸壁に並んで",
  "いた。荷物を積んだ車が倉庫の前に止まり、",
  "係員が一つずつ番号を確かめている。午後に",
  "は風が強くなり、最後の船は出なかった。",
];
const TEXT = COLUMNS.join("");

/** Builds a column that a font draws in one operation. */
const column = (text: string, at: number, y = 760, size = 12): FixtureLine => ({
  text,
  x: 500 - at * 22,
  y,
  size,
  font: "vertical",
});

/** Enough text to determine the usual values. */
const LONG = Array.from({ length: 12 }, (_, at) => column(COLUMNS[at % 4]!.replaceAll("。", "、"), at));

/** Builds a column drawn letter by letter. */
const letters = (text: string, at: number, y = 760): FixtureLine[] =>
  [...text].map((letter, index) => ({
    text: letter,
    x: 494 - at * 22,
    y: y - 13 * (index + 1),
    size: 12,
    font: "unicode",
  }));

const read = async (lines: readonly FixtureLine[]): Promise<string[]> =>
  textsOf((await readPdf(buildPdf({ pages: [lines] }))).blocks);

const joined = (texts: readonly string[]): string => texts.join("").replaceAll(" ", "");

describe("vertical text in columns from right to left", () => {
  it.each([
    ["drawn from right to left", COLUMNS.map((text, at) => column(text, at))],
    ["drawn from left to right", COLUMNS.map((text, at) => column(text, at)).toReversed()],
    ["drawn letter by letter", COLUMNS.flatMap((text, at) => letters(text, at))],
    [
      "drawn letter by letter from the left",
      COLUMNS.map((text, at) => letters(text, at))
        .toReversed()
        .flat(),
    ],
  ])("is read in column order, %s", async (_, lines) => {
    expect(joined(await read(lines))).toBe(TEXT);
  });

  it("is a paragraph, with the position of its columns", async () => {
    const { blocks } = await readPdf(buildPdf({ pages: [LONG] }));
    expect(blocks.map(({ kind }) => kind)).toEqual(["paragraph"]);
    const [first, second] = blocks[0]!.lines!;
    expect(first!.x0).toBeGreaterThan(second!.x0);
    expect(first!.y1 - first!.y0).toBeGreaterThan(4 * (first!.x1 - first!.x0));
  });

  it("is read tier by tier", async () => {
    const lines = COLUMNS.flatMap((text, at) => [column(text.slice(0, 9), at), column(text.slice(9), at, 560)]);
    const upper = COLUMNS.map((text) => text.slice(0, 9)).join("");
    const lower = COLUMNS.map((text) => text.slice(9)).join("");
    expect(joined(await read(lines))).toBe(upper + lower);
  });

  it("follows its horizontal heading, and precedes the page number", async () => {
    const heading = { text: "港の一日", x: 260, y: 800, size: 18, font: "unicode" } as const;
    const number = { text: "12", x: 290, y: 40 };
    const texts = await read([number, ...COLUMNS.map((text, at) => column(text, at)).toReversed(), heading]);
    expect(joined(texts).replace(/12$/, "")).toBe(`港の一日${TEXT}`);
  });

  it("is read without ruby annotations", async () => {
    const sounds = [..."みなと"].map(
      (text, at) => ({ text, x: 507, y: 752 - at * 5, size: 5, font: "unicode" }) as const,
    );
    expect(joined(await read([...COLUMNS.flatMap((text, at) => letters(text, at)), ...sounds]))).toBe(TEXT);
  });

  it("includes figures set upright next to each other at their position", async () => {
    const figures = [..."12"].map(
      (text, at) => ({ text, x: 494 + at * 6, y: 760 - 13 * 3, size: 11, font: "unicode" }) as const,
    );
    const rest = letters("月は十日に船が出る", 0, 760 - 13 * 3);
    const lines = [...letters("今年", 0), ...figures, ...rest, ...COLUMNS.flatMap((text, at) => letters(text, at + 1))];
    expect(joined(await read(lines))).toBe(`今年12月は十日に船が出る${TEXT}`);
  });

  it("has its vertical punctuation read as ordinary characters", async () => {
    expect(
      joined(await read(COLUMNS.map((text, at) => column(text.replaceAll("、", "︑").replaceAll("。", "︒"), at)))),
    ).toBe(TEXT);
  });

  it("is not detected in a table of single characters", async () => {
    const rows = ["月", "火", "水", "木", "金", "土"].flatMap((day, at) => [
      { text: day, x: 72, y: 700 - at * 15, size: 12, font: "unicode" } as const,
      { text: `第${day}便は港を出る`, x: 120, y: 700 - at * 15, size: 12, font: "unicode" } as const,
      { text: "有", x: 300, y: 700 - at * 15, size: 12, font: "unicode" } as const,
    ]);
    const texts = await read(rows);
    expect(texts).toHaveLength(6);
    expect(texts[0]).toMatch(/月.*第月便は港を出る.*有/);
  });
});
