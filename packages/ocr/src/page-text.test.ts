import { describe, expect, it } from "vitest";
import { type PageLayout, type PixelBox, TABLE_BLOCK } from "./page-layout.ts";
import { pageText } from "./page-text.ts";

const MIN_CONFIDENCE = 0.3;
const FLOWING_TEXT = 1;

/** "harbour/96 master/95": words with their confidence. */
const line = (words: string) => ({
  words: words.split(" ").map((word) => {
    const cut = word.lastIndexOf("/");
    return { text: word.slice(0, cut), confidence: Number(word.slice(cut + 1)) };
  }),
});

const page = (blocktype: number, ...paragraphs: string[][]): PageLayout => ({
  blocks: [{ blocktype, paragraphs: paragraphs.map((lines) => ({ lines: lines.map(line) })) }],
});

const placeOf = (box: PixelBox) => box;

const textsOf = (layout: PageLayout): string[] =>
  pageText(layout, MIN_CONFIDENCE, placeOf).paragraphs.map(({ text }) => text);

describe("pageText", () => {
  it("joins the lines of a paragraph", () => {
    const layout = page(FLOWING_TEXT, ["The/96 harbour/95", "master/96"], ["Kept/94 ledgers/95"]);
    expect(textsOf(layout)).toEqual(["The harbour master", "Kept ledgers"]);
  });

  // Regression: Korean syllables are recognised as separate words, and were separated by blanks.
  it("takes the spaces of a line from its text", () => {
    const words = ["우리", "시", "의", "물은"].map((text) => ({ text, confidence: 95 }));
    const lines = [{ text: "우리 시의 물은\n", words }];
    expect(textsOf({ blocks: [{ blocktype: FLOWING_TEXT, paragraphs: [{ lines }] }] })).toEqual(["우리 시의 물은"]);
  });

  it("joins a word that is split between paragraphs of a block", () => {
    const layout = page(FLOWING_TEXT, ["two/96 led-/95"], ["gers/94"]);
    expect(textsOf(layout)).toEqual(["two ledgers"]);
  });

  it("joins a sentence that is split between paragraphs, and nothing else", () => {
    const layout = page(FLOWING_TEXT, ["two/96 ledgers,/95"], ["one/94 thick./92"], ["The/93 other/96"]);
    expect(textsOf(layout)).toEqual(["two ledgers, one thick.", "The other"]);
  });

  it("separates the rows of a table", () => {
    const layout = page(TABLE_BLOCK, ["Ship/96 Cargo/95", "Wilhelmina/93 Herring/96"]);
    expect(textsOf(layout)).toEqual(["Ship Cargo", "Wilhelmina Herring"]);
  });

  // Regression: engine output for photos of a circuit board, foliage and a pattern of circles.
  it.each(["+9/17 2/38", "7/90 2/74 il/16 ~/57", "23/51 33/73 REE/28", "INNANINA/16 —/43", "-/74", "7/63"])(
    "finds no text in noise like %j",
    (words) => {
      expect(pageText(page(FLOWING_TEXT, [words]), MIN_CONFIDENCE, placeOf)).toEqual({ paragraphs: [], confidence: 0 });
    },
  );

  it("omits noise next to text", () => {
    const layout = page(FLOWING_TEXT, ["LibreOffice/91 ¥./0 */28"], ["oN/35 si/46"], ["7/96"]);
    expect(textsOf(layout)).toEqual(["LibreOffice", "7"]);
  });

  it("weights confidence by letters", () => {
    expect(pageText(page(FLOWING_TEXT, ["abcdefghi/90 j/100"]), MIN_CONFIDENCE, placeOf).confidence).toBeCloseTo(0.91);
  });
});
