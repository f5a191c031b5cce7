import { describe, expect, it } from "vitest";
import { buildPdf, type FixtureLine, type FixturePdf } from "./build-pdf.ts";
import { readPdf, textsOf, useFolder } from "./read-pdf.ts";

useFolder();

const SUBJECTS = "apples barley copper diesel engines flour glass honey iron jute kelp linen".split(" ");

/**
 * Builds pages with some text of their own in the middle, and the lines that `running` draws on each, counted from 1.
 */
const pages = (count: number, running: (number: number) => readonly FixtureLine[]): FixtureLine[][] =>
  Array.from({ length: count }, (_, index) => [
    ...running(index + 1),
    {
      text: `The store has enough ${SUBJECTS[index]} for the winter, as counted by clerk ${index + 1}.`,
      x: 60,
      y: 600,
    },
    { text: `More of the ${SUBJECTS[index]} is to be bought in spring, when ships come in again.`, x: 60, y: 560 },
  ]);

const header = (text: string, more: Partial<FixtureLine> = {}): FixtureLine => ({
  text,
  x: 60,
  y: 815,
  size: 8,
  ...more,
});

const read = async (
  count: number,
  running: (number: number) => readonly FixtureLine[],
  more: Partial<FixturePdf> = {},
) => readPdf(buildPdf({ pages: pages(count, running), ...more }));

/** Returns texts and pages of everything other than the pages' own text. */
const around = async (count: number, running: (number: number) => readonly FixtureLine[], more = {}) =>
  (await read(count, running, more)).blocks
    .filter(({ text }) => !text.includes("The store") && !text.includes("More of the"))
    .map(({ text, page }) => `${page}: ${text}`);

describe("running lines", () => {
  it("with the same text are retained once and counted", async () => {
    const running = () => [header("Annual report of the harbour"), header("Not for the public", { y: 30 })];
    expect(await around(6, running)).toEqual(["1: Annual report of the harbour", "1: Not for the public"]);
    expect((await read(6, running)).info.repeatedLineCount).toBe(10);
  });

  it("that differ on left and right pages are retained once for each side", async () => {
    const running = (number: number): FixtureLine[] => [
      number % 2 === 0 ? header(`${number} Annual report`) : header(`Consolidated notes ${number}`, { x: 400 }),
    ];
    expect(await around(10, running)).toEqual(["1: Consolidated notes 1", "2: 2 Annual report"]);
  });

  it("on only some pages of a long document are retained once", async () => {
    const running = (number: number) => (number > 6 && number < 10 ? [header("Chapter two: the pumps")] : []);
    expect(await around(12, running)).toEqual(["7: Chapter two: the pumps"]);
  });

  it.each<[string, (number: number) => string]>([
    ["after a word", (number) => `Harbour report, page ${number} of 8`],
    ["after a word, in an extract", (number) => `Harbour report, page ${number + 230}`],
    ["in another language", (number) => `Hafenbericht · Seite ${number}`],
    ["after a separator", (number) => `Harbour Inc. | 2023 report | ${number}`],
    ["before a separator, after a cover", (number) => `${number - 1} | Harbour report`],
  ])("with a page number %s are retained only on the first pages", async (_, text) => {
    const retained = await around(8, (number) => [header(text(number))]);
    expect(retained.length).toBeLessThanOrEqual(2);
    expect(retained).toContain(`${retained.length}: ${text(retained.length)}`);
  });

  it("with a separate page number are retained once", async () => {
    const running = (number: number) => [header("Harbour report"), header(String(number), { x: 500 })];
    expect(await around(8, running)).toEqual(["1: Harbour report 1"]);
  });

  it("are separate paragraphs, not a part of the page's table", async () => {
    const row = (y: number, ...cells: readonly string[]): FixtureLine[] =>
      cells.map((text, index) => ({ text, x: 60 + index * 150, y }));
    const fixture = [1, 2, 3, 4].map((number) => [
      header("Stock of the harbour", { y: 825 }),
      ...row(780, `Item${number}`, `${number * 7}.50`, `${number * 9}.10`),
      ...row(766, `Other${number}`, `${number * 3}.50`, `${number * 5}.10`),
    ]);
    const { blocks } = await readPdf(buildPdf({ pages: fixture }));
    expect(blocks.map(({ kind, text }) => `${kind} ${text}`).slice(0, 4)).toEqual([
      "paragraph Stock of the harbour",
      "table_row Item1 | 7.50 | 9.10",
      "table_row Other1 | 3.50 | 5.10",
      "table_row Item2 | 14.50 | 18.10",
    ]);
  });
});

describe("page numbers are omitted", () => {
  it.each<[string, (number: number) => string]>([
    ["on their own", String],
    ["after a cover", (number) => String(number - 1)],
    ["in an extract", (number) => String(number + 1_230)],
    ["between dashes", (number) => `- ${number} -`],
    ["with the total", (number) => `Page ${number} of 8`],
    ["with the prefix of a part", (number) => `F-${number}`],
    ["in Roman numerals", (number) => ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii"][number - 1]!],
  ])("%s", async (_, text) => {
    const { blocks, info } = await read(8, (number) => [header(text(number), { x: 290, y: 20 })]);
    expect(blocks.length).toBeLessThanOrEqual(17);
    expect(info.repeatedLineCount).toBeGreaterThanOrEqual(7);
  });

  it("below text that ends early, and in parts numbered separately", async () => {
    const number = (page: number): string => (page < 7 ? String(page) : `F-${page - 6}`);
    expect(await around(12, (page) => [header(number(page), { x: 290, y: 480 + page })])).toEqual([]);
  });

  it("in a document of two pages", async () => {
    expect(await around(2, (number) => [header(String(number), { x: 290, y: 20 })])).toEqual([]);
  });
});

describe("lines that differ from page to page are retained", () => {
  const expectAll = async (count: number, text: (number: number) => string, more: Partial<FixtureLine> = {}) => {
    const retained = await around(count, (number) => [header(text(number), more)]);
    expect(retained).toEqual(Array.from({ length: count }, (_, index) => `${index + 1}: ${text(index + 1)}`));
  };

  it.each<[string, (number: number) => string]>([
    ["invoice numbers", (number) => `Invoice No. ${10_234 + number * 17} Customer ${5_500 + number * 31}`],
    ["consecutive invoice numbers", (number) => `Invoice No. ${10_234 + number}`],
    ["short invoice numbers", (number) => `Invoice no. ${number}`],
    ["tickets", (number) => `Ticket #${88_250 + number}`],
    ["delivery notes", (number) => `Lieferschein Nr. ${4_000 + number}`],
    ["names with a number", (number) => `Depot ${number}`],
    ["lone numbers that don't count the pages", (number) => String(number * number + 100)],
    ["lone numbers that are too long", (number) => String(70_000 + number)],
    ["years", (number) => String(2_018 + number)],
    ["years of reports", (number) => `Report of ${2_018 + number}`],
    ["dates", (number) => `0${number}.03.2024`],
    ["dates with a month name", (number) => `Menu of March ${number}`],
    ["amounts", (number) => `Carried forward ${number * 812}.${number}0`],
    ["versions", (number) => `Version 1.${number}`],
    ["times", (number) => `Printed at 10:0${number}`],
  ])("%s", async (_, text) => {
    await expectAll(5, text);
    await expectAll(5, text, { y: 25 });
  });

  it("names with a number at slightly varying positions", async () => {
    const retained = await around(8, (number) => [header(`Depot of goods ${number}`, { y: 813.5 + (number % 2) })]);
    expect(retained).toHaveLength(8);
  });

  it("numbers in large type", async () => {
    expect(await around(5, (number) => [header(String(number), { size: 30, y: 790 })])).toHaveLength(5);
  });

  it("lines that the file marks as artifacts", async () => {
    const marked = (number: number): string =>
      `/Artifact BMC\nBT /R 8 Tf 1 0 0 1 60 815 Tm (Contract ${number * 37} of Miller and Sons) Tj ET\nEMC`;
    const drawings = Object.fromEntries([0, 1, 2, 3].map((index) => [index, marked(index + 1)]));
    const retained = await around(4, () => [], { drawings });
    expect(retained).toEqual([1, 2, 3, 4].map((number) => `${number}: Contract ${number * 37} of Miller and Sons`));
  });

  it("lines that only two similar pages repeat", async () => {
    const running = () => [header("May 5, 2024"), header("To whom it may concern:", { y: 760, size: 10 })];
    expect(await around(2, running)).toHaveLength(4);
  });

  it("lines that letters to different people repeat", async () => {
    const letter = (name: string): FixtureLine[] => [
      header("May 5, 2024"),
      { text: `Dear ${name},`, x: 60, y: 700 },
      { text: "the harbour office keeps a list of every ship that asks for a berth this season.", x: 60, y: 660 },
      { text: "The list is checked twice a day, in the morning by the clerk and by the guard.", x: 60, y: 640 },
    ];
    const { blocks } = await readPdf(buildPdf({ pages: ["Ann", "Ben", "Cy", "Di"].map(letter) }));
    expect(textsOf(blocks).filter((text) => text.includes("May 5, 2024"))).toHaveLength(4);
  });
});

describe("tables that continue over pages", () => {
  const NAMES = ["Date", "Text", "Amount", "Balance"];
  /** Builds a table of `rows` on each of three pages, with its column names at the top of each. */
  const statement = (rows: number, pitch: number, pieces: boolean): FixtureLine[][] =>
    [0, 1, 2].map((page) => {
      const lines = [NAMES, ...Array.from({ length: rows }, (_, index) => rowOf(page * rows + index))];
      const drawn = lines.flatMap((cells, index) =>
        cells.map((text, column) => ({ text, x: 60 + column * 120, y: 810 - index * pitch, size: 9 })),
      );
      // Some programs draw a table column by column.
      return pieces ? drawn.toSorted((a, b) => a.x - b.x) : drawn;
    });
  const rowOf = (number: number): string[] => [
    `0${1 + (number % 9)}.0${1 + (number % 7)}.2024`,
    ["Card payment", "Direct debit"][number % 2]!,
    `${number * 13 + 40}.${10 + number}`,
    `${9_000 - number * 31}.${10 + number}`,
  ];

  it.each([
    ["close", 44, 17],
    ["wide", 30, 25],
  ])("retain all rows and their column names (%s)", async (_, rows, pitch) => {
    const { blocks, info } = await readPdf(buildPdf({ pages: statement(rows, pitch, false) }));
    expect(textsOf(blocks, "table_header")).toEqual([NAMES, NAMES, NAMES].map((names) => names.join(" | ")));
    expect(textsOf(blocks, "table_row")).toEqual(
      Array.from({ length: rows * 3 }, (__, number) => rowOf(number).join(" | ")),
    );
    expect(info.repeatedLineCount).toBeUndefined();
  });

  it("lose no words when drawn column by column", async () => {
    const { blocks } = await readPdf(buildPdf({ pages: statement(44, 17, true) }));
    const all = textsOf(blocks).join(" ");
    for (let number = 0; number < 132; number++) for (const cell of rowOf(number)) expect(all).toContain(cell);
    for (const name of NAMES) expect(all).toContain(name);
  });

  it("retain rows that are the same on each page", async () => {
    const lines = [0, 1, 2].map((page) => [
      ...["Postage", "5.00", "5.00"].map((text, column) => ({ text, x: 60 + column * 120, y: 800 })),
      ...[`Goods ${page * 3 + 5}`, `${page}1.00`, `${page}6.00`].map((text, column) => ({
        text,
        x: 60 + column * 120,
        y: 786,
      })),
      ...[`Freight ${page * 3 + 5}`, `${page}2.00`, `${page}7.00`].map((text, column) => ({
        text,
        x: 60 + column * 120,
        y: 772,
      })),
    ]);
    const { blocks } = await readPdf(buildPdf({ pages: lines }));
    expect(textsOf(blocks).filter((text) => text.includes("Postage"))).toHaveLength(3);
  });
});

describe("chapter titles next to the page number", () => {
  const CHAPTERS = ["1. Berths", "1. Berths", "2. Pilots and tugs", "2. Pilots and tugs", "3. Fees", "4. Tides"];
  const footer = (number: number): FixtureLine[] => {
    const title = { text: `Chapter ${CHAPTERS[number - 1]}`, y: 20, size: 8, bold: true };
    const page = { text: String(number), y: 20, size: 8, bold: true };
    return number % 2 === 0
      ? [
          { ...page, x: 60 },
          { ...title, x: 400 },
        ]
      : [
          { ...title, x: 60 },
          { ...page, x: 520 },
        ];
  };

  // Regression: they were separate bold lines, and became headings.
  it("are retained once for each chapter", async () => {
    expect(await around(6, footer)).toEqual([
      "1: Chapter 1. Berths",
      "3: Chapter 2. Pilots and tugs",
      "5: Chapter 3. Fees",
      "6: Chapter 4. Tides",
    ]);
  });

  // Regression: each chapter began with its title twice, once as a paragraph of the running line, once as its heading.
  it("are omitted on the page that has the title as its heading", async () => {
    const read = await around(6, (number) => [
      ...footer(number),
      ...(number % 2 === 1 ? [{ text: `Chapter ${CHAPTERS[number - 1]}`, x: 60, y: 700, size: 18 }] : []),
    ]);
    expect(read).toEqual([
      "1: Chapter 1. Berths",
      "3: Chapter 2. Pilots and tugs",
      "5: Chapter 3. Fees",
      "6: Chapter 4. Tides",
    ]);
  });

  // Regression: each page named its own section next to the chapter, so no two lines were the same.
  it("are retained once next to changing section titles, without a page number", async () => {
    const read = await around(6, (number) => [
      header(`CHAPTER ${CHAPTERS[number - 1]!.toUpperCase()}`),
      header(`${CHAPTERS[number - 1]![0]}.${number}. ${SUBJECTS[number]!.toUpperCase()}`, { x: 350 }),
    ]);
    expect(read.slice(0, 2)).toEqual(["1: CHAPTER 1. BERTHS 1.1. BARLEY", "2: 1.2. COPPER"]);
  });

  it("may contain the page number", async () => {
    const read = await around(6, (number) => [{ text: `${CHAPTERS[number - 1]} ${number}`, x: 400, y: 20, size: 8 }]);
    expect(read.map((text) => text.slice(0, 5))).toEqual(["1: 1.", "3: 2.", "5: 3.", "6: 4."]);
  });

  it("are retained on every page where the number counts something else", async () => {
    const read = await around(6, (number) => [{ text: `Delivery of ship ${number}`, x: 60, y: 815, size: 8 }]);
    expect(read).toHaveLength(6);
  });
});
