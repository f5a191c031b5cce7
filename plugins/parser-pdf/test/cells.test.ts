import { describe, expect, it } from "vitest";
import { buildPdf, type FixtureLine } from "./build-pdf.ts";
import { readPdf, textsOf, useFolder } from "./read-pdf.ts";

useFolder();

describe("cells", () => {
  /** Builds a row whose cells end flush right with a blank, each after another blank drawn at that edge. */
  const row = (y: number, label: string, ...cells: readonly string[]): string => {
    const width = (text: string): number =>
      [...text].reduce((sum, sign) => sum + (",. ".includes(sign) ? 2.78 : 5.56), 0);
    const shown = cells.map((cell, index) => {
      const back = width(cell);
      const step = index === 0 ? 200 : 80 + width(cells[index - 1]!);
      return `${step.toFixed(2)} 0 Td ( ) Tj 0 Tr ${(-back).toFixed(2)} 0 Td (${cell} ) Tj`;
    });
    return `BT /R 10 Tf 1 0 0 1 50 ${y} Tm (${label} ) Tj ${shown.join(" ")} ET`;
  };

  it("are divided by gaps where the engine drops the spaces between them", async () => {
    const head = ["2021", "2022", "2023"].map(
      (text, index) => `BT /R 10 Tf 1 0 0 1 ${228 + index * 80} 670 Tm (${text}) Tj ET`,
    );
    const rows = [row(654, "Loans", "24", "1,463", "523"), row(638, "Credit cards", "7", "311", "88,414.50")];
    const drawing = [...head, ...rows].join("\n");
    const { blocks } = await readPdf(buildPdf({ pages: [[]], drawings: { 0: drawing } }));
    expect(textsOf(blocks, "table_header")).toEqual(["| 2021 | 2022 | 2023"]);
    expect(textsOf(blocks, "table_row")).toEqual(["Loans | 24 | 1,463 | 523", "Credit cards | 7 | 311 | 88,414.50"]);
  });

  it("are separate words in a line of text, too", async () => {
    const drawing = row(654, "Items of the year", "24", "36");
    const { blocks } = await readPdf(buildPdf({ pages: [[]], drawings: { 0: drawing } }));
    expect(textsOf(blocks)).toEqual(["Items of the year 24 36"]);
  });

  it("are not made of words with wide letters", async () => {
    const text = "WWWWW MMMMM @@@@@ OMAHA AWWWWM";
    const { blocks } = await readPdf(buildPdf({ pages: [[{ text, x: 60, y: 700, bold: true }]] }));
    expect(textsOf(blocks)).toEqual([text]);
  });
});

describe("right-to-left tables", () => {
  /** Drawn as programs do: each cell separately, its letters from left to right. */
  const cell = (text: string, x: number, y: number): FixtureLine => {
    const isFromRight = /[\u0590-\u06ff]/.test(text);
    const shown = isFromRight ? [...text].toReversed().join("") : text;
    return isFromRight
      ? { text: shown, x: x - shown.length * 6, y, font: "unicode" }
      : { text: shown, x: x - shown.length * 5.56, y };
  };
  const table = (rows: readonly (readonly string[])[]): FixtureLine[] =>
    rows.flatMap((cells, index) =>
      cells.flatMap((text, column) => (text === "" ? [] : [cell(text, 520 - column * 110, 700 - index * 18)])),
    );
  const rowsOf = async (rows: readonly (readonly string[])[], more: readonly FixtureLine[] = []) => {
    const { blocks } = await readPdf(buildPdf({ pages: [[...table(rows), ...more]] }));
    return blocks.filter(({ kind }) => kind.startsWith("table")).map(({ text }) => text);
  };

  it.each([
    ["Hebrew", ["הכנסות", "הוצאות", "רווח נקי"]],
    ["Arabic", ["ايرادات", "مصروفات", "ربح صاف"]],
    ["Persian", ["درآمد", "هزینه", "سود"]],
  ])("have years and values in the same direction: %s", async (_, labels) => {
    const rows = labels.map((label, index) => [label, `${index + 1}.9`, `${index + 4}.8`, `${index + 2}4`]);
    expect(await rowsOf([["", "2009", "2010", "2011"], ...rows])).toEqual([
      " | 2009 | 2010 | 2011".trim(),
      ...rows.map((row) => row.join(" | ")),
    ]);
  });

  it("may contain words in other scripts", async () => {
    const rows = [
      ["מערכת", "Northwind", "12", "9"],
      ["תוכנה", "XR500", "40", "8"],
      ["שירות", "Contoso", "33", "7"],
    ];
    expect(await rowsOf([["מוצר", "שם", "2022", "2023"], ...rows])).toEqual([
      "מוצר | שם | 2022 | 2023",
      ...rows.map((row) => row.join(" | ")),
    ]);
  });

  it("are found on a page with other text", async () => {
    const text = [0, 1, 2, 3].map((line) => ({
      text: `The table above is about the revenue of the company in year ${line} of the plan.`,
      x: 60,
      y: 500 - line * 12,
    }));
    const rows = [
      ["הכנסות", "1.9", "5.8"],
      ["הוצאות", "0.1", "3.8"],
    ];
    expect(await rowsOf([["", "2009", "2010"], ...rows], text)).toEqual([
      "| 2009 | 2010",
      ...rows.map((row) => row.join(" | ")),
    ]);
  });

  it("are not made of a sentence with words in another script", async () => {
    const words = ["השרת", "Microsoft Windows Server", "פועל"];
    const lines = [700, 686].map((y): FixtureLine => {
      const drawn = words.map((word) => (/[\u0590-\u05ff]/.test(word) ? [...word].toReversed().join("") : word));
      return { text: drawn.toReversed().join(" "), x: 200, y, font: "unicode" };
    });
    const { blocks } = await readPdf(buildPdf({ pages: [lines] }));
    expect(blocks.map(({ kind }) => kind)).toEqual(["paragraph"]);
    expect(textsOf(blocks)[0]!.split(" ").toSorted()).toEqual([...words, ...words].join(" ").split(" ").toSorted());
  });
});

describe("rotated text", () => {
  const LINES = [
    "First line of the page.",
    "Second line follows it.",
    "Third line comes next.",
    "Fourth line is last.",
  ];

  it.each<[string, FixtureLine["angle"], string | undefined]>([
    ["upright", 0, undefined],
    ["upwards", 90, undefined],
    ["upside down", 180, undefined],
    ["downwards", 270, undefined],
    ["on a page turned clockwise", 0, "/Rotate 90"],
    ["on a page turned upside down", 0, "/Rotate 180"],
    ["on a page turned counter-clockwise", 0, "/Rotate 270"],
    ["upside down on a page turned counter-clockwise", 180, "/Rotate 270"],
    ["upwards on a page turned clockwise", 90, "/Rotate 90"],
  ])("%s is read from its first line", async (_, angle = 0, entry) => {
    const at = (index: number): Pick<FixtureLine, "x" | "y"> =>
      ({
        0: { x: 60, y: 700 - index * 13 },
        90: { x: 200 + index * 13, y: 100 },
        180: { x: 500, y: 100 + index * 13 },
        270: { x: 400 - index * 13, y: 700 },
      })[angle];
    const page = LINES.map((text, index) => ({ text, ...at(index), angle }));
    const pageEntries = entry === undefined ? {} : { 0: entry };
    const { blocks } = await readPdf(buildPdf({ pages: [page], pageEntries }));
    expect(textsOf(blocks).join(" ")).toBe(LINES.join(" "));
  });

  it.each<[string, FixtureLine["angle"], string]>([
    ["upside down", 0, "/Rotate 180"],
    ["with rows upside down", 180, "/Rotate 0"],
    ["clockwise with rows that run downwards", 270, "/Rotate 90"],
  ])("has the cells of its rows in order: %s", async (_, angle, entry) => {
    const rows = [
      ["Grain", "11.5", "22.5"],
      ["Salt from Ostend", "33.5", "44.5"],
      ["Tea", "55.5", "66.5"],
    ];
    const at = (index: number, column: number): Pick<FixtureLine, "x" | "y"> =>
      angle === 0
        ? { x: 60 + column * 120, y: 700 - index * 13 }
        : angle === 180
          ? { x: 500 - column * 120, y: 100 + index * 13 }
          : { x: 200 - index * 13, y: 700 - column * 120 };
    const page = rows.flatMap((cells, index) =>
      cells.map((text, column) => ({ text, ...at(index, column), angle: angle ?? 0 })),
    );
    const { blocks } = await readPdf(buildPdf({ pages: [page], pageEntries: { 0: entry } }));
    expect(textsOf(blocks)).toEqual(rows.map((cells) => cells.join(" | ")));
  });

  it("has indented lines in order", async () => {
    const indents = [20, 0, 0, 20, 0];
    const page = indents.map((indent, index) => ({
      text: `line ${index} of the text`,
      x: 60 + indent,
      y: 700 - index * 13,
    }));
    const { blocks } = await readPdf(buildPdf({ pages: [page], pageEntries: { 0: "/Rotate 90" } }));
    expect(textsOf(blocks).join(" ").match(/\d/g)).toEqual(["0", "1", "2", "3", "4"]);
  });
});
