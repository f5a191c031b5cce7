import { describe, expect, it } from "vitest";
import { buildPdf, type FixtureLine } from "./build-pdf.ts";
import { readPdf, useFolder } from "./read-pdf.ts";

useFolder();

/** Left edges of the columns, and the height of a row. */
const EDGES = [60, 160, 260, 360, 460];
const ROW = 24;
const TOP = 700;

const line = (x: number, y: number, toX: number, toY: number): string => `${x} ${y} m ${toX} ${toY} l S`;
const upright = (x: number, fromRow: number, toRow: number): string =>
  line(x, TOP - fromRow * ROW, x, TOP - toRow * ROW);
const level = (row: number, from = EDGES[0]!, to = EDGES.at(-1)!): string =>
  line(from, TOP - row * ROW, to, TOP - row * ROW);

/** Draws all lines of a table with `rows` rows, except those in `without`. */
const gridOf = (rows: number, without: readonly string[] = []): string =>
  [...EDGES.map((x) => upright(x, 0, rows)), ...Array.from({ length: rows + 1 }, (_, row) => level(row))]
    .filter((drawn) => !without.includes(drawn))
    .join("\n");

/** Places a text in a cell, `lineOf` lines below its first. */
const at = (row: number, column: number, text: string, lineOf = 0): FixtureLine => ({
  text,
  x: EDGES[column]! + 5,
  y: TOP - row * ROW - 10 - lineOf * 11,
});

const cellsOf = (rows: readonly (readonly string[])[]): FixtureLine[] =>
  rows.flatMap((cells, row) => cells.flatMap((text, column) => (text === "" ? [] : [at(row, column, text)])));

const read = async (lines: readonly FixtureLine[], drawing: string, entries?: string): Promise<string[]> => {
  const pageEntries = entries === undefined ? {} : { 0: entries };
  const { blocks } = await readPdf(buildPdf({ pages: [lines], drawings: { 0: drawing }, pageEntries }));
  return blocks.map(({ kind, text }) => `${kind}: ${text}`);
};

const ROWS = [
  ["Date", "Firm", "Town", "Staff"],
  ["06/22/2024", "Harbour Tools", "San Pedro", "150"],
  ["06/30/2024", "North Quay Books", "Monterey", "137"],
  ["07/01/2024", "Pier Clinic", "Long Shore", "90"],
];
const READ = ROWS.map((cells, row) => `${row === 0 ? "table_header" : "table_row"}: ${cells.join(" | ")}`);

describe("a table with lines between its cells", () => {
  it("is read row by row, in any drawing order", async () => {
    const byColumn = cellsOf(ROWS).toSorted((a, b) => a.x - b.x);
    expect(await read(byColumn, gridOf(4))).toEqual(READ);
    expect(await read(cellsOf(ROWS).toReversed(), gridOf(4))).toEqual(READ);
  });

  it("may be drawn as boxes, as thin areas, or moved and scaled", async () => {
    const boxes = ROWS.flatMap((cells, row) =>
      cells.map((_, column) => `${EDGES[column]} ${TOP - (row + 1) * ROW} 100 ${ROW} re S`),
    );
    expect(await read(cellsOf(ROWS), boxes.join("\n"))).toEqual(READ);
    const areas = [
      ...EDGES.map((x) => `${x} ${TOP - 4 * ROW} 1 ${4 * ROW} re f`),
      ...[0, 1, 2, 3, 4].map((row) => `${EDGES[0]} ${TOP - row * ROW} 400 1 re f`),
    ];
    expect(await read(cellsOf(ROWS), areas.join("\n"))).toEqual(READ);
    const moved = gridOf(4).replaceAll(
      /([\d.]+) ([\d.]+) (m|l)/g,
      (_, x, y, sign) => `${(Number(x) - 50) / 2} ${Number(y) / 2} ${sign}`,
    );
    expect(await read(cellsOf(ROWS), `q 2 0 0 2 50 0 cm ${moved} Q`)).toEqual(READ);
  });

  it.each([90, 180, 270])("is read on a page rotated by %d degrees", async (angle) => {
    expect(await read(cellsOf(ROWS), gridOf(4), `/Rotate ${angle}`)).toEqual(READ);
  });

  it("is read when drawn upwards", async () => {
    const turned = cellsOf(ROWS).map(({ text, x, y }) => ({ text, x: 842 - y, y: x, angle: 90 as const }));
    const lines = gridOf(4).replaceAll(
      /([\d.]+) ([\d.]+) (m|l)/g,
      (_, x, y, sign) => `${842 - Number(y)} ${x} ${sign}`,
    );
    expect(await read(turned, lines)).toEqual(READ);
  });

  it("needs no lines at its sides", async () => {
    const open = [upright(EDGES[0]!, 0, 4), upright(EDGES[4]!, 0, 4)];
    expect(await read(cellsOf(ROWS), gridOf(4, open))).toEqual(READ);
  });

  it("retains empty cells and cells of several lines", async () => {
    const lines = [
      ...cellsOf([ROWS[0]!, ["NC", "", "5"], ["OR", "Yes"], ["", "", "Yes", "53"]]),
      at(2, 2, "Respondent"),
      at(2, 2, "unsure", 1),
      at(2, 3, "7"),
    ];
    expect(await read(lines, gridOf(4))).toEqual([
      READ[0],
      "table_row: NC |  | 5",
      "table_row: OR | Yes | Respondent unsure | 7",
      "table_row: |  | Yes | 53",
    ]);
  });

  it("separates words that only a line divides", async () => {
    const close = [
      { text: "07/02/2024 and more", x: EDGES[0]! + 2, y: TOP - 2 * ROW - 10 },
      { text: "San Pedro", x: EDGES[1]! + 2, y: TOP - 2 * ROW - 10 },
    ];
    const lines = [...cellsOf(ROWS.slice(0, 2)), ...close, at(2, 3, "9")];
    expect((await read(lines, gridOf(3))).at(-1)).toBe("table_row: 07/02/2024 and more | San Pedro |  | 9");
  });

  it("repeats names that span several columns or rows in each, and has a title over all columns once", async () => {
    const drawing = [
      gridOf(5, [...EDGES.slice(1, 4).map((x) => upright(x, 0, 5)), level(4)]),
      upright(EDGES[1]!, 1, 5),
      upright(EDGES[2]!, 1, 5),
      upright(EDGES[3]!, 2, 5),
      level(4, EDGES[1]!),
    ].join("\n");
    const lines = cellsOf([
      ["Ships of the year"],
      ["Port", "Kind", "Number"],
      ["", "", "2023", "2024"],
      ["Ostend", "ferry", "12", "14"],
      ["", "barge", "3", "5"],
    ]);
    expect(await read(lines, drawing)).toEqual([
      "table_header: Ships of the year",
      "table_header: Port | Kind | Number 2023 | Number 2024",
      "table_row: Ostend | ferry | 12 | 14",
      "table_row: Ostend | barge | 3 | 5",
    ]);
  });

  it("has the position of each row", async () => {
    const { blocks } = await readPdf(buildPdf({ pages: [cellsOf(ROWS)], drawings: { 0: gridOf(4) } }));
    for (const [row, { lines = [] }] of blocks.entries()) {
      const [box] = lines;
      expect(lines).toHaveLength(1);
      expect(box!.x0).toBeCloseTo((EDGES[0]! + 5) / 595, 2);
      expect(box!.x1).toBeGreaterThan(EDGES[3]! / 595);
      expect(box!.y0).toBeGreaterThan(1 - (TOP - row * ROW) / 842);
      expect(box!.y1).toBeLessThan(1 - (TOP - (row + 1) * ROW) / 842);
    }
  });

  it("is read between the text above and below it", async () => {
    const above = { text: "The notices of the month are these.", x: 60, y: 760 };
    const below = { text: "They were given by the harbour office.", x: 60, y: 500 };
    expect(await read([above, ...cellsOf(ROWS), below], gridOf(4))).toEqual([
      `paragraph: ${above.text}`,
      ...READ,
      `paragraph: ${below.text}`,
    ]);
  });

  it("continues on the next page under its header", async () => {
    const rest = cellsOf([
      ["07/08/2024", "Quay Bakery", "Dover", "12"],
      ["07/09/2024", "Union Contacts", "Santa Rosa", "50"],
    ]);
    const { blocks } = await readPdf(
      buildPdf({ pages: [cellsOf(ROWS), rest], drawings: { 0: gridOf(4), 1: gridOf(2) } }),
    );
    expect(blocks.filter(({ page }) => page === 2).map(({ kind, text }) => `${kind}: ${text}`)).toEqual([
      READ[0],
      "table_row: 07/08/2024 | Quay Bakery | Dover | 12",
      "table_row: 07/09/2024 | Union Contacts | Santa Rosa | 50",
    ]);
  });
});

describe("a table with lines between its rows", () => {
  const rulesOf = (rows: readonly number[]): string => rows.map((row) => level(row)).join("\n");
  const wrapped: readonly FixtureLine[] = [
    ...cellsOf([
      ROWS[0]!,
      ["403", "token valid,", "a key for", "4"],
      ["404", "", "a name", "7"],
      ["409", "taken", "", "9"],
    ]),
    at(1, 1, "scope missing", 1),
    at(1, 2, "reading used", 1),
  ];
  const read3 = [
    READ[0],
    "table_row: 403 | token valid, scope missing | a key for reading used | 4",
    "table_row: 404 |  | a name | 7",
    "table_row: 409 | taken |  | 9",
  ];

  it("has its columns divided by gaps, and cells of several lines", async () => {
    expect(await read(wrapped, rulesOf([0, 1, 2, 3, 4]))).toEqual(read3);
  });

  it("needs no line above its column names or below its last row", async () => {
    const below = { text: "They were given by the harbour office.", x: 60, y: TOP - 6 * ROW };
    expect(await read([...wrapped, below], rulesOf([1, 2, 3, 4]))).toEqual([...read3, `paragraph: ${below.text}`]);
    const more = cellsOf([[], [], [], [], ["410", "gone", "a name", "11"]]);
    expect(await read([...wrapped, ...more, below], rulesOf([0, 1, 2, 3, 4]))).toEqual([
      ...read3,
      "table_row: 410 | gone | a name | 11",
      `paragraph: ${below.text}`,
    ]);
  });

  it("is not made of paragraphs between lines", async () => {
    const texts = ["First of all", "Second of all", "Third of all"].map((text, row) => at(row, 0, `${text} things.`));
    expect((await read(texts, rulesOf([0, 1, 2, 3]))).some((block) => block.startsWith("table"))).toBe(false);
  });
});

describe("lines that belong to no table", () => {
  const text = (row: number, words: string): FixtureLine => ({ text: words, x: 65, y: TOP - row * ROW - 10 });

  it("may frame a text, which is read as paragraphs", async () => {
    const lines = [text(0, "A note in a box."), text(1, "It has two lines.")];
    const frame = `55 ${TOP - 3 * ROW} 400 ${3 * ROW} re S`;
    expect((await read(lines, frame)).every((block) => block.startsWith("paragraph"))).toBe(true);
  });

  it("may emphasise a column of a table, whose rows remain whole", async () => {
    const rows = [
      ["Revenue", "24", "1,463", "523"],
      ["Cost", "7", "311", "88"],
      ["Profit", "17", "1,152", "435"],
    ];
    const box = [
      upright(EDGES[1]!, 0, 3),
      upright(EDGES[2]!, 0, 3),
      ...[0, 1, 2, 3].map((row) => level(row, EDGES[1], EDGES[2])),
    ];
    expect(await read(cellsOf(rows), box.join("\n"))).toEqual(rows.map((cells) => `table_row: ${cells.join(" | ")}`));
  });

  it("may belong to a chart, which is not read as a table", async () => {
    const labels = ["10", "20", "30"].map((words, row) => ({ text: words, x: 30, y: TOP - row * ROW }));
    const blocks = await read([...labels, text(8, "Sales went up in all the years.")], gridOf(4));
    expect(blocks.some((block) => block.startsWith("table"))).toBe(false);
  });

  it("are ignored in very large numbers", async () => {
    const map = Array.from({ length: 30_000 }, (_, index) =>
      line(index % 500, index % 700, (index % 500) + 9, index % 700),
    );
    expect(await read([text(1, "The map of the port.")], map.join("\n"))).toEqual(["paragraph: The map of the port."]);
    const oneWay = Array.from({ length: 2_900 }, (_, index) => line(20, index / 4, 500, index / 4));
    expect(await read([text(1, "The map of the port.")], oneWay.join("\n"))).toEqual([
      "paragraph: The map of the port.",
    ]);
  });
});

describe("rows without lines between them", () => {
  // Regression: with ruled columns and unruled rows, the whole body was read as one row.
  it("are divided by their amounts, and labels on separate lines are separate rows", async () => {
    const body = [
      ["All ships", "", "", ""],
      ["With a pilot", "85.1%", "14.9%", "100%"],
      ["Without", "17.3%", "82.7%", "100%"],
      ["All boats", "", "", ""],
      ["With a pilot", "79.8%", "20.2%", "100%"],
    ];
    const lines = [
      ...["Ships", "Came", "Waited", "All"].map((text, cell) => at(0, cell, text)),
      ...body.flatMap((cells, row) => cells.flatMap((text, cell) => (text === "" ? [] : [at(1, cell, text, row)]))),
    ];
    const drawing = [...EDGES.map((x) => upright(x, 0, 4)), level(0), level(1), level(4)].join("\n");
    expect(await read(lines, drawing)).toEqual([
      "table_header: Ships | Came | Waited | All",
      "table_row: All ships",
      "table_row: With a pilot | 85.1% | 14.9% | 100%",
      "table_row: Without | 17.3% | 82.7% | 100%",
      "table_row: All boats",
      "table_row: With a pilot | 79.8% | 20.2% | 100%",
    ]);
  });
});

describe("shaded rows", () => {
  const ALL = [
    ["Quay", "2021", "2022", "2023"],
    ["North", "403", "406", "409"],
    ["South quay", "358", "361", "364"],
    ["East", "313", "316", "319"],
    ["West", "268", "271", "274"],
    ["Roads", "76", "79", "82"],
  ];
  const shade = (row: number): string => `0.9 g ${EDGES[0]} ${TOP - (row + 1) * ROW} 400 ${ROW} re f 0 g`;

  it("divide a table like lines, in any drawing order", async () => {
    const lines = cellsOf(ALL).toSorted((one, other) => one.x - other.x);
    const drawing = [1, 3, 5].map(shade).join("\n");
    const [header, ...rows] = ALL.map((cells) => cells.join(" | "));
    expect(await read(lines, drawing)).toEqual([`table_header: ${header}`, ...rows.map((row) => `table_row: ${row}`)]);
  });

  it("below paragraphs form no table", async () => {
    const lines = Array.from({ length: 6 }, (_, row) =>
      at(row, 0, `The harbour keeps ${row} lists of ships and boats.`),
    );
    const kinds = (await read(lines, [1, 3, 5].map(shade).join("\n"))).map((block) => block.split(":")[0]);
    expect(kinds).not.toContain("table_row");
  });
});
