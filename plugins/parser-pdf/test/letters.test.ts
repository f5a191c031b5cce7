import { describe, expect, it } from "vitest";
import { buildPdf, type FixtureLine } from "./build-pdf.ts";
import { readPdf, textsOf, useFolder } from "./read-pdf.ts";
import { type1Font } from "./type1-font.ts";

useFolder();

const read = async (lines: readonly FixtureLine[], drawings?: string): Promise<string[]> => {
  const more = drawings === undefined ? {} : { drawings: { 0: drawings } };
  return textsOf((await readPdf(buildPdf({ pages: [lines], ...more }))).blocks);
};

/** Widths of Helvetica in thousandths of an em. */
const WIDTHS: Record<string, number> = {
  ...Object.fromEntries(Array.from(" .,ftI", (letter) => [letter, 278])),
  ...Object.fromEntries(Array.from("()-r", (letter) => [letter, 333])),
  ...Object.fromEntries(Array.from("ckvxyz", (letter) => [letter, 500])),
  ...{ B: 667, E: 667, H: 722, i: 222, l: 222, m: 833, "+": 584, "=": 584 },
};
const widthOf = (letter: string): number => (WIDTHS[letter] ?? 556) / 100;

/** Builds a text at size 10, with each letter placed separately. */
function letters(text: string, x: number, y: number): FixtureLine[] {
  let left = x;
  return Array.from(text, (letter) => {
    const line = { text: letter, x: left, y };
    left += widthOf(letter);
    return line;
  });
}

describe("letters drawn repeatedly", () => {
  it.each([
    [[0.96, -0.96]],
    [[-0.96, 0.96]],
    [[0.3, 0]],
    [[0, -1.2]],
    [[1.4, 0]],
    [
      [0.7, 0.7],
      [0.7, -0.7],
      [-0.7, 0.7],
      [-0.7, -0.7],
    ],
    [
      [-0.5, 0],
      [0.5, 0],
      [0, -0.5],
      [0, 0.5],
    ],
  ])("at the offsets %j are read once", async (...offsets) => {
    const copies = offsets.flatMap((offset) => letters("Harbour Bridge hall", 60 + offset[0]!, 700 + offset[1]!));
    expect(await read([...copies, ...letters("Harbour Bridge hall", 60, 700)])).toEqual(["Harbour Bridge hall"]);
    expect(await read([...letters("Harbour Bridge hall", 60, 700), ...copies])).toEqual(["Harbour Bridge hall"]);
  });

  it("at larger offsets on all sides of wide letters are read once", async () => {
    const offsets = [
      [-0.9, 0],
      [0.9, 0],
      [0, -0.9],
      [0, 0.9],
      [0, 0],
    ] as const;
    const copies = offsets.flatMap(([x, y]) => letters("Hound gnu book", 60 + x, 700 + y));
    expect(await read(copies)).toEqual(["Hound gnu book"]);
  });

  it("as a whole line are read once", async () => {
    const line = { text: "Harbour Bridge hall", x: 60, y: 700 };
    expect(await read([{ ...line, x: 60.96, y: 699.04 }, line])).toEqual(["Harbour Bridge hall"]);
  });

  it("are distinguished from italic letters whose boxes overlap", async () => {
    const word = Array.from("affect", (letter, index) => ({ letter, left: 60 + [0, 5, 7.9, 10.8, 15.6, 20][index]! }));
    const lines = word.map(({ letter, left }) => ({ text: letter, x: left, y: 700, font: "italic" as const }));
    expect(await read(lines)).toEqual(["affect"]);
  });

  it("are distinguished from double letters", async () => {
    const text = "bookkeeper will fill 11 or 1122 balloons";
    expect(await read(letters(text, 60, 700))).toEqual([text]);
    expect(await read([{ text, x: 60, y: 700 }])).toEqual([text]);
  });
});

describe("letterspaced words", () => {
  /** Builds letters with gaps of `spacing` thousandths between them, and of `wide` between words. */
  const spaced = (words: string, spacing: number, wide: number): string =>
    Array.from(words, (letter, index) => `(${letter})${-(words[index + 1] === "|" ? wide : spacing)}`)
      .filter((part) => !part.startsWith("(|"))
      .join("");
  const draw = (array: string): string => `BT /R 12 Tf 1 0 0 1 60 700 Tm [${array}] TJ ET`;

  it.each([
    ["SAFETY|RULES", 600, 1400, "SAFETY RULES"],
    ["PRESS", 500, 500, "PRESS"],
    ["Vorwort|zur|Reihe", 400, 1000, "Vorwort zur Reihe"],
    ["WARNING", 278, 278, "WARNING"],
    ["RULES|2024|OF|PORT", 600, 1400, "RULES 2024 OF PORT"],
  ])("are joined: %s with gaps of %i and %i", async (words, spacing, wide, whole) => {
    expect(await read([], draw(spaced(words, spacing, wide)))).toEqual([whole]);
  });

  it("are joined when spaces are typed between the letters", async () => {
    expect(await read([{ text: "S A F E T Y  R U L E S", x: 60, y: 700 }])).toEqual(["SAFETY RULES"]);
  });

  it.each([3, 5, 8, 10])("are not divided into cells when letterspaced by %i points", async (spacing) => {
    const text = `BT /R 10 Tf ${spacing} Tc 1 0 0 1 60 700 Tm (ANNUAL REVIEW) Tj 0 Tc ET`;
    expect(await read([], text)).toEqual(["ANNUAL REVIEW"]);
  });

  it.each([
    "A B C D",
    "A B C D F",
    "B A C B",
    "Y N Y N",
    "1 2 3 4",
    "1 2 3 4 5 6",
    "A B C D 1 2 3 4",
    "Date: 1 2 0 3 2 0 2 4",
    "x y z w",
    "a x b y",
    "Plan A or B",
  ])("are not made of single letters or figures: %s", async (text) => {
    expect(await read([{ text, x: 60, y: 700 }])).toEqual([text]);
  });

  it("include figures that are letterspaced alike", async () => {
    expect(await read([{ text: "R E P O R T   2 0 2 4", x: 60, y: 700 }])).toEqual(["REPORT 2024"]);
  });

  it("are not made of the cells of a table", async () => {
    const row = (y: number, ...texts: string[]): FixtureLine[] =>
      texts.map((text, index) => ({ text, x: 60 + index * 60, y }));
    expect(await read([...row(700, "W", "K", "B", "S", "7"), ...row(686, "1", "2", "3", "4", "T")])).toEqual([
      "W | K | B | S | 7",
      "1 | 2 | 3 | 4 | T",
    ]);
  });
});

describe("superscript note marks", () => {
  /** Builds text at size 10, followed by a smaller raised mark. */
  const raised = (text: string, mark: string, rest = "", x = 60): FixtureLine[] => {
    const end = x + Array.from(text, widthOf).reduce((sum, width) => sum + width, 0);
    const behind = end + Array.from(mark, widthOf).reduce((sum, width) => sum + width * 0.6, 0);
    return [
      { text, x, y: 700 },
      { text: mark, x: end, y: 704, size: 6 },
      ...(rest === "" ? [] : [{ text: rest, x: behind, y: 700 }]),
    ];
  };

  it.each([
    ["one and haemoglobin", "14", "", "one and haemoglobin [14]"],
    ["one and haemoglobin", "14", " is bound", "one and haemoglobin [14] is bound"],
    ["one bound", "3,4", ", and free", "one bound [3,4], and free"],
    ["one bound", "5-7", "", "one bound [5-7]"],
    ["it is done.", "12", " The end", "it is done. [12] The end"],
    ["one bound", "*", "", "one bound [*]"],
    ["one bound", "a", " and free", "one bound [a] and free"],
    ["in 2010.", "7", "", "in 2010. [7]"],
  ])("are bracketed: %s with a superscript %s and %s", async (text, mark, rest, whole) => {
    expect(await read(raised(text, mark, rest))).toEqual([whole]);
  });

  it.each([
    ["a hundred m", "2", "", "a hundred m2"],
    ["a hundred cm", "3", " of it", "a hundred cm3 of it"],
    ["it has 10", "6", " of it", "it has 106 of it"],
    ["on the 1", "st", " of it", "on the 1st of it"],
    ["one bound", "TM", "", "one boundTM"],
    ["E = mc", "2", "", "E = mc2"],
    ["one (a+b)", "2", "", "one (a+b)2"],
  ])("are not exponents, ordinals or symbols: %s with a superscript %s", async (text, mark, rest, whole) => {
    expect(await read(raised(text, mark, rest))).toEqual([whole]);
  });

  it("are not subscripts or figures in the size of the text", async () => {
    expect(
      await read([
        { text: "one bound", x: 60, y: 700 },
        { text: "2", x: 103.92, y: 697, size: 6 },
      ]),
    ).toEqual(["one bound2"]);
    expect(
      await read([
        { text: "model bound", x: 60, y: 700 },
        { text: "14", x: 116.2, y: 700 },
      ]),
    ).toEqual(["model bound14"]);
  });

  it.each([
    ["12", "ink is bound", "12 ink is bound"],
    ["7", "Ink", "7 Ink"],
    ["14", "C of it", "14C of it"],
    ["235", "Uo", "235Uo"],
  ])("are separated from a note's words, but not from symbols: %s before %s", async (mark, note, whole) => {
    const lines = [
      { text: mark, x: 60, y: 704, size: 6 },
      { text: note, x: 60 + mark.length * 3.336, y: 700 },
    ];
    expect(await read(lines)).toEqual([whole]);
  });

  it("may be superscript characters of the font", async () => {
    expect(await read([{ text: "one bound\u00b9\u00b2, on 12 m\u00b2 and 10\u00b3", x: 60, y: 700 }])).toEqual([
      "one bound [12], on 12 m\u00b2 and 10\u00b3",
    ]);
  });

  it("are recognised where the page is scaled instead of the font", async () => {
    const text = "BT /R 1 Tf 10 0 0 10 60 700 Tm (one bound) Tj 6 0 0 6 103.92 704 Tm (14) Tj ET";
    expect(await read([], text)).toEqual(["one bound [14]"]);
  });

  it("are recognised in table cells, too", async () => {
    const row = (y: number, label: string, mark: string, amount: string): FixtureLine[] => [
      ...raised(label, mark).map((line) => ({ ...line, y: line.y - 700 + y })),
      { text: amount, x: 300, y },
    ];
    expect(await read([...row(700, "one bound", "1", "1,200"), ...row(686, "one round", "2", "1,300")])).toEqual([
      "one bound [1] | 1,200",
      "one round [2] | 1,300",
    ]);
  });
});

// Regression: manuals set with TeX had "hnamei" for ⟨name⟩, and a search for the word found none of them.
describe("characters that only the font's own file names", () => {
  const signed = async (names: Readonly<Record<number, string>>, text: string): Promise<string[]> => {
    const fixture = { pages: [[]], drawings: { 0: text }, fonts: "/S 100000 0 R", extra: type1Font(100_000, names) };
    return textsOf((await readPdf(buildPdf(fixture))).blocks);
  };
  const CODE =
    "BT 60 700 Td /R 10 Tf (begin{) Tj /S 10 Tf (h) Tj /R 10 Tf (name) Tj /S 10 Tf (i) Tj /R 10 Tf (}) Tj ET";

  it("are read by their names", async () => {
    expect(await signed({ 104: "angbracketleft", 105: "angbracketright" }, CODE)).toEqual(["begin{⟨name⟩}"]);
  });

  it("are found where the PDF has TeX's codes and the font file others", async () => {
    expect(await signed({ 233: "angbracketleft", 234: "angbracketright" }, CODE)).toEqual(["begin{⟨name⟩}"]);
  });

  it("may represent several letters", async () => {
    const text = "BT 60 700 Td /S 10 Tf (\\033) Tj /R 10 Tf (rst of all) Tj ET";
    expect(await signed({ 27: "f_i" }, text)).toEqual(["first of all"]);
  });

  it("are unchanged where their names have no meaning", async () => {
    expect(await signed({ 104: "g17", 105: "g18" }, CODE)).toEqual(["begin{hnamei}"]);
  });
});
