import { describe, expect, it } from "vitest";
import { pageText } from "../page-text.ts";
import { layoutOf } from "./lines-layout.ts";
import type { ReadLine } from "./ppocr-protocol.ts";
import { readingConfidence } from "./reading-confidence.ts";

const HEIGHT = 24;
/** Width of a letter. */
const ADVANCE = 10;

interface Written {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly confidence?: number;
}

/** Returns a recognised line with its upper left corner at a point, on a page rotated by an angle. */
const written = ({ text, x, y, confidence = 0.99 }: Written, angle = 0): ReadLine => {
  const length = text.length * ADVANCE;
  const [along, across] = [x + length / 2, y + HEIGHT / 2];
  return {
    box: {
      x: along * Math.cos(angle) - across * Math.sin(angle),
      y: along * Math.sin(angle) + across * Math.cos(angle),
      angle,
      length,
      height: HEIGHT,
    },
    words: text
      .split(" ")
      .filter((word) => word !== "")
      .map((word) => ({ text: word, confidence })),
  };
};

const paragraphsOf = (lines: readonly ReadLine[]): string[] =>
  pageText(layoutOf(lines), 0.3, (box) => box).paragraphs.map(({ text }) => text);

const LEFT = [
  "The town's water comes from three springs",
  "and one deep well north of the mill, as it",
  "did when the mill was built at the river.",
];
const RIGHT = [
  "Customers should read their meters between",
  "the first and the fifteenth of December and",
  "send the number with their customer code.",
];
const TITLE = "Annual report of the water works for the year of two thousand and twenty-five";
const LAST = "Printed on paper of the mill, for the town";

const columns: readonly Written[] = [
  { text: TITLE, x: 80, y: 0 },
  ...LEFT.map((text, row) => ({ text, x: 0, y: 60 + row * 30 })),
  ...RIGHT.map((text, row) => ({ text, x: 500, y: 60 + row * 30 })),
  { text: LAST, x: 250, y: 200 },
];

describe("layoutOf", () => {
  it.each([0, 0.1, -0.2])("reads columns one after the other on a page rotated by %d", (angle) => {
    const lines = columns.map((line) => written(line, angle));
    const expected = [TITLE, LEFT.join(" "), RIGHT.join(" "), LAST];
    expect(paragraphsOf(lines)).toEqual(expected);
    expect(paragraphsOf(lines.toReversed())).toEqual(expected);
  });

  it("reads tables and forms row by row", () => {
    const rows = [
      ["Item", "Quantity", "Price"],
      ["Padlock", "2", "18.40"],
      ["Shelf", "5", "22.00"],
      ["Key card", "3", "7.50"],
    ];
    const cells = rows.flatMap((row, index) => row.map((text, column) => ({ text, x: column * 200, y: index * 40 })));
    expect(paragraphsOf(cells.map((cell) => written(cell)))).toEqual(rows.map((row) => row.join(" ")));
  });

  it("joins the number of an item with its text, and the segments of one line", () => {
    const lines = [
      { text: "1.", x: 0, y: 0 },
      { text: "The Landlord lets unit 47 B", x: 60, y: 0 },
      { text: "to the Tenant,", x: 335, y: 2 },
      { text: "who pays the rent on the third day of the month.", x: 0, y: 30 },
    ];
    expect(paragraphsOf(lines.map((line) => written(line)))).toEqual([
      "1. The Landlord lets unit 47 B to the Tenant, who pays the rent on the third day of the month.",
    ]);
  });

  it("separates paragraphs at gaps and after short lines, and joins split words", () => {
    const lines = [
      "The ceiling of the reading room is being repai-",
      "red until May.",
      "",
      "Members may use the cellar of the town hall.",
    ];
    const placed = lines
      .map((text, row) => written({ text, x: 0, y: row * 30 }))
      .filter(({ words }) => words.length > 0);
    expect(paragraphsOf(placed)).toEqual([
      "The ceiling of the reading room is being repaired until May.",
      "Members may use the cellar of the town hall.",
    ]);
  });

  it("returns the position of each line", () => {
    const line = { text: LAST, x: 30, y: 50 };
    const [paragraph] = pageText(layoutOf([written(line)]), 0.3, (box) => box).paragraphs;
    expect(paragraph!.lines).toEqual([
      { start: 0, x0: line.x, y0: line.y, x1: line.x + LAST.length * ADVANCE, y1: line.y + HEIGHT },
    ]);
  });

  it("accepts a page without lines", () => {
    expect(layoutOf([])).toEqual({ blocks: [] });
  });
});

describe("readingConfidence", () => {
  const sure = LEFT.map((text, row) => written({ text, x: 0, y: row * 30 }));
  it("is the confidence of the lines weighted by length, and 0 for none", () => {
    expect(readingConfidence(sure)).toBeCloseTo(0.99);
    expect(readingConfidence([])).toBe(0);
  });

  it("counts lines with few characters or low confidence as 0", () => {
    const unknown = { ...sure[2]!, words: [{ text: "8.", confidence: 0.99 }] };
    const unsure = written({ text: LEFT[2]!, x: 0, y: 60, confidence: 0.84 });
    const share = (LEFT[0]!.length + LEFT[1]!.length) / LEFT.join("").length;
    for (const last of [unknown, unsure])
      expect(readingConfidence([...sure.slice(0, 2), last])).toBeCloseTo(0.99 * share);
  });

  it("is 0 for vertical lines", () => {
    expect(readingConfidence(LEFT.map((text, row) => written({ text, x: 0, y: row * 30 }, Math.PI / 2)))).toBe(0);
  });
});
