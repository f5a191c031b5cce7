import { describe, expect, it } from "vitest";
import { buildPdf, type FixtureLine } from "./build-pdf.ts";
import { readPdf, useFolder } from "./read-pdf.ts";

useFolder();

const SENTENCES = [
  "The harbour office keeps a list of every ship that asks for a berth in the season,",
  "and gives it to the pilot who asks for it. A berth is given in the order in which",
  "the letters came in, unless the harbour master says otherwise in writing.",
];

/** Builds lines one below the other, `step` points apart, from `y` down. */
const column = (texts: readonly string[], y: number, more: Partial<FixtureLine> = {}, step = 12): FixtureLine[] =>
  texts.map((text, index) => ({ text, x: 60, y: y - index * step, ...more }));

/** Builds a number, and a title separated from it by a gap. */
const titled = (number: string, title: string, y: number, more: Partial<FixtureLine> = {}): FixtureLine[] => [
  { text: number, x: 60, y, ...more },
  { text: title, x: 110, y, ...more },
];

const readAll = async (pages: readonly (readonly FixtureLine[])[]): Promise<string[]> => {
  const { blocks } = await readPdf(buildPdf({ pages }), { ocr: "off" });
  return blocks.map(({ kind, level, text }) => `${kind}${level ?? ""}: ${text}`);
};
const read = (...lines: FixtureLine[]): Promise<string[]> => readAll([lines]);
const kindsOf = (blocks: readonly string[]): string[] => blocks.map((block) => block.replace(/\d?:.*/s, ""));

const TEXT = SENTENCES.join(" ");

describe("a heading", () => {
  // Regression: a number and its title were taken for cells of a table, the cause of three of four lost titles.
  it("includes its number, whatever the gap between them", async () => {
    const blocks = await read(
      ...titled("2.1", "Asking for a berth", 780, { size: 14 }),
      ...column(SENTENCES, 755),
      ...titled("2.1.1", "By letter", 700, { bold: true }),
      ...column(["A letter names the ship."], 680),
      ...titled("2.1.2", "By wire", 650, { bold: true }),
      ...column(SENTENCES, 630),
    );
    expect(blocks).toEqual([
      "heading1: 2.1 Asking for a berth",
      `paragraph: ${TEXT}`,
      "heading3: 2.1.1 By letter",
      "paragraph: A letter names the ship.",
      "heading3: 2.1.2 By wire",
      `paragraph: ${TEXT}`,
    ]);
  });

  it("is not made of a number and title in a row of the table below", async () => {
    const row = (cells: readonly string[], y: number, bold = false): FixtureLine[] =>
      cells.map((text, index) => ({ text, x: [60, 110, 300, 380][index]!, y, bold }));
    const blocks = await read(
      ...column(SENTENCES, 780),
      ...row(["1", "Income"], 700, true),
      ...row(["1.1", "Fees of ships", "1,200", "1,350"], 686),
      ...row(["1.2", "Rents of stores", "800", "820"], 672),
    );
    expect(blocks.slice(1).every((block) => block.startsWith("table"))).toBe(true);
  });

  it("may have lines that start in lower case or end with a comma", async () => {
    const title = ["7.2 Fees for pilots, for berths, for water from the quay,", "and for the night watch"];
    const blocks = await read(...column(title, 780, { size: 13 }, 16), ...column(SENTENCES, 740));
    expect(blocks).toEqual([`heading1: ${title.join(" ")}`, `paragraph: ${TEXT}`]);
  });

  it("may start in lower case when set apart", async () => {
    const blocks = await read(
      ...column(["berth.ask(ship, day)"], 780, { size: 13 }),
      ...column(["ship names the ship that asks."], 765),
      ...column(SENTENCES, 740),
    );
    expect(blocks[0]).toBe("heading1: berth.ask(ship, day)");
  });

  it("is recognised by its section number alone when set apart from the text", async () => {
    const blocks = await read(
      ...column(SENTENCES, 780),
      ...column(["3.2 Ships without a pilot"], 720),
      ...column(SENTENCES, 696),
    );
    expect(kindsOf(blocks)).toEqual(["paragraph", "heading", "paragraph"]);
    const inText = [...SENTENCES.slice(0, 2), "3.2 Ships and their pilots", ...SENTENCES.slice(2)];
    expect(kindsOf(await read(...column(inText, 780)))).not.toContain("heading");
  });

  it("is not made of a bold line within a sentence", async () => {
    const blocks = await read(
      { text: SENTENCES[0]!, x: 60, y: 780 },
      { text: "Every ship that leaves without its pilot pays the double fee", x: 60, y: 768, bold: true },
      { text: "and waits for the next tide.", x: 60, y: 756 },
      ...column(SENTENCES, 720),
    );
    expect(kindsOf(blocks)).toEqual(["paragraph", "paragraph"]);
  });

  it("of a chapter that the first pages lack has a level above its sections", async () => {
    const pages = Array.from({ length: 60 }, (_, index) => [
      ...(index === 33 ? column(["9 Tugs and their crews"], 800, { size: 24 }) : []),
      ...titled(index < 33 ? `8.${index + 1}` : `9.${index - 32}`, `Section ${index} of the rules`, 760, { size: 14 }),
      ...column(SENTENCES, 730),
    ]);
    const { blocks } = await readPdf(buildPdf({ pages }), { ocr: "off" });
    const levels = blocks.filter(({ kind, page }) => kind === "heading" && page! >= 34).map(({ level }) => level);
    expect(levels.slice(0, 3)).toEqual([1, 2, 2]);
  });

  // Regression: DBLaTeX sets third-level titles smaller than the text; "2.11.1 upsc" was a paragraph.
  it("may be smaller than the text, when bold with its number or set apart", async () => {
    const blocks = await read(
      ...column(["2.1 Ships"], 790, { size: 12, bold: true }),
      ...column(SENTENCES, 770),
      ...titled("2.1.1", "berth", 715, { size: 9, bold: true }),
      ...column(SENTENCES, 690),
      ...column(["By wire or by letter"], 635, { size: 9, bold: true }),
      ...column(SENTENCES, 610),
    );
    expect(blocks.filter((block) => block.startsWith("heading"))).toEqual([
      "heading1: 2.1 Ships",
      "heading3: 2.1.1 berth",
      "heading6: By wire or by letter",
    ]);
  });

  it("is not made of a term in a definition list or a word above a remark", async () => {
    const [first, second, third] = SENTENCES as [string, string, string];
    const blocks = await read(
      ...column(["Berth"], 780, { bold: true }),
      ...column([first, second], 768, { x: 85 }),
      ...column(["Pilot"], 740, { bold: true }),
      ...column([third, first], 728, { x: 85 }),
      ...column(["Warning"], 690, { bold: true }),
      ...column(SENTENCES, 670),
    );
    expect(blocks.some((block) => block.startsWith("heading"))).toBe(false);
  });

  it("is recognised by TeX's bold fonts, and code by its typewriter font", async () => {
    const font = (name: string): string =>
      `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;
    const lines = [
      ...column(["Berths"], 780, { bold: true }),
      ...column(SENTENCES, 755),
      ...column(["ask berth", "wait", "pay fee"], 700, { font: "mono" }),
    ];
    const bytes = buildPdf({
      pages: [lines],
      fonts: `/B ${font("ABCDEF+CMBX10")} /M ${font("ABCDEF+NimbusMonL-Regu")}`,
    });
    const { blocks } = await readPdf(bytes, { ocr: "off" });
    expect(blocks.map(({ kind }) => kind)).toEqual(["heading", "paragraph", "code"]);
  });

  it("of the same type as others has its level from its number", async () => {
    const headings = ["4.1 Berths", "4.1.1 Of ships", "4.1.2 Of boats", "4.2 Pilots"];
    const blocks = await read(
      ...headings.flatMap((text, index) => [
        { text, x: 60, y: 780 - index * 80, bold: true },
        ...column(SENTENCES, 760 - index * 80),
      ]),
    );
    const levels = blocks.filter((block) => block.startsWith("heading")).map((block) => Number(block[7]));
    expect(levels.map((level) => level - levels[0]!)).toEqual([0, 1, 1, 0]);
  });

  it("precedes its text where the file draws it afterwards, on a page of one column", async () => {
    const blocks = await read(
      ...column(SENTENCES, 760),
      ...column(SENTENCES, 680),
      { text: "Berths", x: 60, y: 780, size: 14 },
      { text: "Pilots", x: 60, y: 700, size: 14 },
    );
    expect(blocks).toEqual(["heading1: Berths", `paragraph: ${TEXT}`, "heading1: Pilots", `paragraph: ${TEXT}`]);
  });
});

describe("monospaced text", () => {
  const LISTING = ["for ship in ships:", "    if ship.waits:", "        print(ship.name)", "done = True"];
  const WIDTH = 0.6 * 9;
  const listing = (y: number): FixtureLine[] =>
    LISTING.map((text, index) => ({
      text: text.trimStart(),
      x: 80 + (text.length - text.trimStart().length) * WIDTH,
      y: y - index * 11,
      size: 9,
      font: "mono",
    }));

  it("is a code block with its lines and indentation", async () => {
    const blocks = await read(...column(SENTENCES, 780), ...listing(725), ...column(SENTENCES, 660));
    expect(blocks).toEqual([`paragraph: ${TEXT}`, `code: ${LISTING.join("\n")}`, `paragraph: ${TEXT}`]);
  });

  it("retains the gaps within a line, and is not a table", async () => {
    const rows = ["-v     say more", "-q     say less", "-o F   write to F"];
    const lines = rows.flatMap((row, index): FixtureLine[] =>
      row.split(/ {3,}/).map((text) => ({
        text,
        x: 80 + row.indexOf(text, text.startsWith("-") ? 0 : 4) * 6,
        y: 725 - index * 12,
        font: "mono",
      })),
    );
    const blocks = await read(...column(SENTENCES, 780), ...lines, ...column(SENTENCES, 660));
    expect(blocks[1]).toBe(`code: ${rows.join("\n")}`);
  });

  it("within a sentence is running text", async () => {
    const [first, second, third] = SENTENCES as [string, string, string];
    const lines = [...column([first, second], 780), { text: "berth --ask", x: 60, y: 756, font: "mono" as const }];
    const blocks = await read(...lines, { text: third, x: 60, y: 744 });
    expect(kindsOf(blocks)).toEqual(["paragraph"]);
  });

  it("of a typescript is running text, with two spaces after its full stops", async () => {
    const typed = (texts: readonly (readonly [string, string?])[], y: number): FixtureLine[] =>
      texts.flatMap(([one, other], index) => [
        { text: one, x: 60, y: y - index * 12, font: "mono" as const },
        ...(other === undefined
          ? []
          : [{ text: other, x: 60 + (one.length + 2) * 6, y: y - index * 12, font: "mono" as const }]),
      ]);
    const blocks = await read(
      ...typed(
        [
          ["The harbour is open all year.", "Ships that wait for a berth"],
          ["lie in the roads.", "A pilot brings them in when the tide is"],
          ["high enough.", "The master pays the fee before the ship leaves, and"],
          ["keeps the receipt of the office with the papers of the ship."],
        ],
        780,
      ),
    );
    expect(blocks).toEqual([
      "paragraph: The harbour is open all year. Ships that wait for a berth lie in the roads. A pilot brings them in when the tide is high enough. The master pays the fee before the ship leaves, and keeps the receipt of the office with the papers of the ship.",
    ]);
  });
});

describe("a table of contents", () => {
  const entry = (number: string, title: string, page: string, y: number): FixtureLine[] => [
    ...titled(number, title, y),
    { text: page, x: 480, y },
  ];

  it("with numbers and pages in columns is a list", async () => {
    const blocks = await read(
      { text: "Contents", x: 60, y: 790, size: 16 },
      ...entry("1", "Berths", "3", 760),
      ...entry("1.1", "Of ships", "4", 746),
      ...entry("1.2", "Of boats", "9", 732),
      ...entry("2", "Pilots", "12", 718),
    );
    expect(blocks.slice(1)).toEqual(
      ["1 Berths 3", "1.1 Of ships 4", "1.2 Of boats 9", "2 Pilots 12"].map((text) => `list_item: ${text}`),
    );
  });

  it("is not made of a table whose last column happens to rise", async () => {
    const blocks = await read(
      ...entry("Quay", "Ships", "Staff", 760),
      ...entry("North", "112", "3", 746),
      ...entry("South", "118", "7", 732),
      ...entry("East", "130", "8", 718),
      ...entry("West", "141", "12", 704),
    );
    expect(blocks.every((block) => block.startsWith("table"))).toBe(true);
  });
});

describe("a caption of a table", () => {
  const row = (cells: readonly string[], y: number): FixtureLine[] =>
    cells.map((text, index) => ({ text, x: [60, 220, 300, 380][index]!, y }));

  // Regression: its words appeared in the cells of the header, once in each.
  it("is a paragraph before the table, not part of its header", async () => {
    const blocks = await read(
      ...column(SENTENCES, 790),
      { text: "Table 7.", x: 60, y: 720, bold: true },
      { text: "Ships that called at each quay of the harbour:", x: 130, y: 720, bold: true },
      { text: "Summers of 2021 to 2023", x: 130, y: 708, bold: true },
      ...row(["Quay", "2021", "2022", "2023"], 690),
      ...row(["North", "120", "131", "140"], 676),
      ...row(["South", "88", "90", "97"], 662),
    );
    expect(blocks).toEqual([
      `paragraph: ${TEXT}`,
      "paragraph: Table 7. Ships that called at each quay of the harbour: Summers of 2021 to 2023",
      "table_header: Quay | 2021 | 2022 | 2023",
      "table_row: North | 120 | 131 | 140",
      "table_row: South | 88 | 90 | 97",
    ]);
  });

  it("is not made of a sentence that starts with the same words", async () => {
    const lines = ["The ships are counted once a day, and boats are not.", "Table 7 shows the ships of the summer."];
    expect(await read(...column(lines, 780))).toEqual([`paragraph: ${lines.join(" ")}`]);
  });
});

describe("a list item", () => {
  it("may have any character as its bullet, and retains its lines", async () => {
    const item = (mark: string, text: string, more: string, y: number): FixtureLine[] => [
      { text: mark, x: 60, y, font: "unicode" },
      { text, x: 80, y },
      { text: more, x: 80, y: y - 12 },
    ];
    const blocks = await read(
      ...column(SENTENCES, 790),
      ...item("§", "Pilots bring ships in at high tide, and out again. Each has", "a boat of his own.", 730),
      ...item("\u2756", "Guards walk along the quay by night. They write a note.", "The notes are kept.", 700),
    );
    expect(blocks.slice(1)).toEqual([
      "list_item: Pilots bring ships in at high tide, and out again. Each has a boat of his own.",
      "list_item: Guards walk along the quay by night. They write a note. The notes are kept.",
    ]);
  });
});
