import { describe, expect, it } from "vitest";
import { buildPdf, type FixtureLine } from "./build-pdf.ts";
import { readPdf, textsOf, useFolder } from "./read-pdf.ts";

useFolder();

const FOX = "The quick brown fox jumps over the lazy dog near the quiet river bank.";

describe("text outside the page's box", () => {
  const spread: readonly FixtureLine[] = [
    { text: "Left page: the ferry leaves at nine.", x: 50, y: 700 },
    { text: "Right page: the night boat leaves at eleven.", x: 650, y: 700 },
  ];

  it("is omitted on both halves of a spread that each contain all of it", async () => {
    const shifted = spread.map((line) => ({ ...line, x: line.x - 600 }));
    const { blocks } = await readPdf(buildPdf({ pages: [spread, shifted] }));
    expect(blocks.map(({ page, text }) => [page, text])).toEqual([
      [1, "Left page: the ferry leaves at nine."],
      [2, "Right page: the night boat leaves at eleven."],
    ]);
  });

  it.each([
    ["a crop box", "/CropBox [600 0 1195 842]"],
    ["a turned page", "/CropBox [600 0 1195 842] /Rotate 90"],
    ["a page turned upside down", "/CropBox [600 0 1195 842] /Rotate 180"],
  ])("is omitted on a page with %s", async (_, box) => {
    const pageEntries = { 0: `/MediaBox [0 0 1190 842] ${box}` };
    const { blocks } = await readPdf(buildPdf({ pages: [spread], pageEntries }));
    expect(textsOf(blocks)).toEqual(["Right page: the night boat leaves at eleven."]);
  });

  it("is omitted above and below the page, too", async () => {
    const marks = [
      { text: "printer mark 0815", x: 50, y: 860 },
      { text: FOX, x: 50, y: 700 },
      { text: "sheet 4 of 8", x: 50, y: -20 },
    ];
    const { blocks } = await readPdf(buildPdf({ pages: [marks] }));
    expect(textsOf(blocks)).toEqual([FOX]);
  });

  it("is retained where the page's edge cuts through its line", async () => {
    const { blocks } = await readPdf(buildPdf({ pages: [[{ text: "words at the edge", x: 540, y: 700 }]] }));
    expect(textsOf(blocks).join(" ")).toMatch(/^words at/);
  });
});

describe("text drawn twice at one position", () => {
  const twice = (first: string, second: string, x: number, y: number): FixtureLine[] => [
    { text: first, x, y },
    { text: second, x, y },
  ];

  it.each([
    ["1 0", "1.0"],
    ["56 4", "56.4"],
    ["1 234 5", "1.234.5"],
    ["-12 345 678 90", "-12,345,678.90"],
  ])("is read as the fuller copy: %j and %j", async (poor, full) => {
    for (const [first, second] of [
      [poor, full],
      [full, poor],
    ] as const) {
      const lines = [...twice(first, second, 160, 720), { text: FOX, x: 50, y: 600 }];
      const { blocks } = await readPdf(buildPdf({ pages: [lines] }));
      expect(textsOf(blocks)[0]).toBe(full);
    }
  });

  it("retains the cells of its rows", async () => {
    const rows = [
      ["Kruger", "1 0", "56 4", "126 3"],
      ["Titan", "1 5", "51 4", "121 3"],
    ];
    const lines = rows.flatMap((cells, row) =>
      cells.flatMap((text, column) => twice(text, text.replace(" ", "."), 60 + column * 80, 720 - row * 14)),
    );
    const { blocks } = await readPdf(buildPdf({ pages: [lines] }));
    expect(textsOf(blocks)).toEqual(rows.map((cells) => cells.join(" | ").replaceAll(/(\d) (\d)/g, "$1.$2")));
  });
});

describe("words drawn upwards next to each other", () => {
  const WORDS = "It is in this spirit that a majority of towns have passed new rules".split(" ");

  it.each([90, 270] as const)("are separate words at %d degrees", async (angle) => {
    const labels = WORDS.map((text, index) => ({ text, angle, x: 100 + index * 12, y: 500 }));
    const drawn = angle === 90 ? labels : labels.toReversed().map((line, index) => ({ ...line, x: 100 + index * 12 }));
    const { blocks } = await readPdf(buildPdf({ pages: [[{ text: FOX, x: 60, y: 780 }, ...drawn]] }));
    const words = textsOf(blocks).slice(1).join(" ").split(" ");
    expect(words.toSorted()).toEqual(WORDS.toSorted());
  });
});

describe("a page that is mostly footnotes", () => {
  const text = (from: number, to: number): FixtureLine[] =>
    Array.from({ length: to - from }, (_, index) => ({ text: FOX, x: 50, y: 780 - (from + index) * 13 }));
  const notes = Array.from({ length: 50 }, (_, index) => ({
    text: `${index + 1} ${FOX}`,
    x: 50,
    y: 640 - index * 9,
    size: 7,
  }));
  const body = [
    { text: "To ask for a berth the master writes to the office", x: 50, y: 700 },
    { text: "at least two days before the ship arrives in the port.", x: 50, y: 687 },
  ];

  it("has no headings in the document's body size, and its footnotes after its text", async () => {
    const heading = { text: "Berths of the harbour", x: 50, y: 810, size: 16, bold: true };
    const pages = [[heading, ...text(0, 50)], [...notes, ...text(0, 5), ...body], text(0, 50)];
    const { blocks } = await readPdf(buildPdf({ pages }));
    expect(textsOf(blocks, "heading")).toEqual(["Berths of the harbour"]);
    const second = blocks.filter(({ page }) => page === 2).map(({ text: shown }) => shown);
    const first = second.findIndex((shown) => shown.startsWith("1 The quick"));
    expect(second.findIndex((shown) => shown.includes("master writes"))).toBeLessThan(first);
  });
});

describe("the first line of a paragraph", () => {
  it("is not a heading when it starts in large type", async () => {
    const lines = [
      { text: "The harbour keeps a list of all the", x: 50, y: 700, size: 13 },
      { text: "ships that ask for a berth, and of the days on which they leave the port.", x: 50, y: 686 },
      ...Array.from({ length: 20 }, (_, index) => ({ text: FOX, x: 50, y: 640 - index * 13 })),
    ];
    const { blocks } = await readPdf(buildPdf({ pages: [lines] }));
    expect(textsOf(blocks, "heading")).toEqual([]);
  });
});

describe("embedded files", () => {
  const attached = (name: string): string[] => [
    "<< /Type /EmbeddedFile /Length 5 >>\nstream\nhello\nendstream",
    `<< /Type /Filespec /F (${name}) /UF (${name}) /EF << /F 100000 0 R >> >>`,
  ];

  it("are not read and named in a warning", async () => {
    const { info, blocks } = await readPdf(
      buildPdf({
        pages: [[{ text: FOX, x: 50, y: 700 }]],
        catalog: "/Names << /EmbeddedFiles << /Names [(a) 100001 0 R] >> >>",
        extra: attached("invoice.xml"),
      }),
    );
    expect(textsOf(blocks)).toEqual([FOX]);
    expect(info.warnings).toEqual([
      "A file within this one was not read: invoice.xml. Upload it by itself to make it searchable.",
    ]);
  });

  it("cause no warning when there are none", async () => {
    const { info } = await readPdf(buildPdf({ pages: [[{ text: FOX, x: 50, y: 700 }]] }));
    expect(info).toEqual({ pageCount: 1 });
  });
});
