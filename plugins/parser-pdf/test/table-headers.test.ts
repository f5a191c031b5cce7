import { describe, expect, it } from "vitest";
import { buildPdf, type FixtureLine } from "./build-pdf.ts";
import { readPdf, useFolder } from "./read-pdf.ts";

useFolder();

/** Right edges of the amounts. Their labels begin at 60. */
const ENDS = [300, 380, 460, 540];
const right = (text: string, end: number, y: number, size = 10): FixtureLine => ({
  text,
  x: end - [...text].reduce((sum, sign) => sum + (",.() ".includes(sign) ? 0.3 : 0.556), 0) * size,
  y,
  size,
});
const centred = (text: string, middle: number, y: number): FixtureLine => ({
  text,
  x: middle - text.length * 2.5,
  y,
});
const row = (y: number, label: string, amounts: readonly string[]): FixtureLine[] => [
  { text: label, x: 60, y },
  ...amounts.flatMap((amount, column) => (amount === "" ? [] : [right(amount, ENDS[column]!, y)])),
];
const underline = (from: number, to: number, y: number): string => `${from} ${y} m ${to} ${y} l S`;
const BODY = [
  ...row(660, "Loans", ["1,204", "1,463", "5,523", "1,100"]),
  ...row(644, "Cards", ["7,300", "3,110", "8,414", "2,200"]),
];

async function read(lines: readonly FixtureLine[], drawing = ""): Promise<string[]> {
  const { blocks } = await readPdf(buildPdf({ pages: [lines], drawings: { 0: drawing } }));
  return blocks.map(({ kind, text }) => `${kind}: ${text}`);
}

describe("column names", () => {
  it("apply to the columns that the line below them spans", async () => {
    // Each of two names is above the line of three columns and of one. Their centres are elsewhere.
    const names = [
      centred("Group", 370, 704),
      centred("Bank", 520, 704),
      ...["2021", "2022", "2023", "2023"].map((year, column) => right(year, ENDS[column]!, 684)),
    ];
    const drawing = [
      underline(265, 462, 700),
      underline(500, 542, 700),
      ...ENDS.map((end) => underline(end - 40, end, 680)),
    ].join("\n");
    expect((await read([...names, ...BODY], drawing))[0]).toBe(
      "table_header: | Group 2021 | Group 2022 | Group 2023 | Bank 2023",
    );
  });

  it("are found where the file draws them after all other text", async () => {
    const years = ["2021", "2022", "2023", "2024"].map((year, column) => right(year, ENDS[column]!, 680));
    const text = {
      text: "What the year brought is told in the chapters that follow this table of amounts.",
      x: 60,
      y: 600,
    };
    expect(await read([...BODY, text, ...years])).toEqual([
      "table_header: | 2021 | 2022 | 2023 | 2024",
      "table_row: Loans | 1,204 | 1,463 | 5,523 | 1,100",
      "table_row: Cards | 7,300 | 3,110 | 8,414 | 2,200",
      `paragraph: ${text.text}`,
    ]);
  });

  it("may be currency and percent signs", async () => {
    const names = ["2022", "2023", "$", "%"].map((name, column) => right(name, ENDS[column]!, 680));
    expect((await read([...names, ...BODY]))[0]).toBe("table_header: | 2022 | 2023 | $ | %");
  });

  it("below amounts start another table", async () => {
    const head = (y: number, first: number): FixtureLine[] =>
      ENDS.map((end, column) => right(String(first + column), end, y));
    const second = BODY.map((line) => ({ ...line, y: line.y - 60 }));
    const kinds = (await read([...head(680, 2021), ...BODY, ...head(620, 2011), ...second])).map(
      (line) => line.split(":")[0],
    );
    expect(kinds).toEqual(["table_header", "table_row", "table_row", "table_header", "table_row", "table_row"]);
  });
});

describe("rows of amounts", () => {
  it("include note marks drawn after all other text", async () => {
    const marks = [
      { text: "(a)", x: 60 + 29, y: 664, size: 6 },
      { text: "(b)", x: 60 + 29, y: 648, size: 6 },
    ];
    expect(await read([...BODY, ...marks])).toEqual([
      "table_row: Loans [a] | 1,204 | 1,463 | 5,523 | 1,100",
      "table_row: Cards [b] | 7,300 | 3,110 | 8,414 | 2,200",
    ]);
  });

  it("are divided into narrow columns", async () => {
    const close = [
      { text: "Loans", x: 60, y: 660 },
      { text: "$ 1,204 $ 1,463 $ 5,523", x: 260, y: 660 },
      { text: "Cards", x: 60, y: 644 },
      { text: "7,300", x: 270, y: 644 },
      { text: "3,110", x: 310, y: 644 },
      { text: "8,414", x: 350, y: 644 },
    ];
    expect(await read(close)).toEqual([
      "table_row: Loans | $ 1,204 | $ 1,463 | $ 5,523",
      "table_row: Cards | 7,300 | 3,110 | 8,414",
    ]);
  });

  it("merge label lines that are closer than rows", async () => {
    const lines = [
      ...row(700, "Loans", ["1,204", "1,463"]),
      ...row(680, "Cards", ["7,300", "3,110"]),
      { text: "Comparable Group Growth", x: 60, y: 660 },
      ...row(649, "Constant Currency", ["8", "9"]),
      ...row(629, "Total", ["10", "11"]),
    ];
    expect((await read(lines))[2]).toBe("table_row: Comparable Group Growth Constant Currency | 8 | 9");
  });
});

describe("text below underlined column names", () => {
  const edges = [60, 200, 400];
  const drawing = edges.map((edge, column) => underline(edge, [195, 395, 540][column]!, 696)).join("\n");
  const names = ["Name", "Position", "Since"].map((text, column) => ({ text, x: edges[column]! + 20, y: 700 }));

  it("forms rows, whichever lines of its cells are aligned", async () => {
    const lines = [
      ...names,
      { text: "Ann Lee", x: 60, y: 680 },
      { text: "Director of research and", x: 200, y: 680 },
      { text: "new materials", x: 200, y: 669 },
      { text: "May of last year", x: 400, y: 680 },
      { text: "Head of the office in", x: 200, y: 645 },
      { text: "Ben Orr", x: 60, y: 634 },
      { text: "Ostend", x: 200, y: 634 },
      { text: "the first day", x: 400, y: 634 },
      { text: "Deputy head", x: 200, y: 610 },
      { text: "spring", x: 400, y: 610 },
    ];
    expect(await read(lines, drawing)).toEqual([
      "table_header: Name | Position | Since",
      "table_row: Ann Lee | Director of research and new materials | May of last year",
      "table_row: Ben Orr | Head of the office in Ostend | the first day",
      "table_row: | Deputy head | spring",
    ]);
  });

  it("ends at a line of text across the columns", async () => {
    const text = "The officers are elected by the board for one year and may be elected again, as often as it likes.";
    const lines = [
      ...names,
      ...["Ann Lee", "Ben Orr"].flatMap((name, index) =>
        [name, "Director", "May"].map((cell, column) => ({ text: cell, x: edges[column]!, y: 680 - index * 20 })),
      ),
      { text, x: 60, y: 640 },
    ];
    expect(await read(lines, drawing)).toEqual([
      "table_header: Name | Position | Since",
      "table_row: Ann Lee | Director | May",
      "table_row: Ben Orr | Director | May",
      `paragraph: ${text}`,
    ]);
  });
});
