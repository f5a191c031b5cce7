import { describe, expect, it } from "vitest";
import { buildPdf, type FixtureLine, pageObject } from "./build-pdf.ts";
import { readPdf, textsOf, useFolder } from "./read-pdf.ts";

useFolder();

const SENTENCE = "The committee met on the first day of the month and agreed on what was to be done";
const text = (y: number, lines = 3): FixtureLine[] =>
  Array.from({ length: lines }, (_, index) => ({ text: `${SENTENCE} ${y - index * 12}`, x: 60, y: y - index * 12 }));

const headingsOf = async (pages: readonly (readonly FixtureLine[])[], more = {}): Promise<[string, number?][]> => {
  const { blocks } = await readPdf(buildPdf({ pages, ...more }));
  return blocks.filter(({ kind }) => kind === "heading").map((block) => [block.text, block.level!]);
};

describe("headings", () => {
  it("include a label on the line above", async () => {
    const page = [
      { text: "CHAPTER 3", x: 60, y: 780, size: 14 },
      { text: "Market risk", x: 60, y: 750, size: 20 },
      ...text(700),
    ];
    expect(await headingsOf([page])).toEqual([["CHAPTER 3 Market risk", 1]]);
  });

  it("with labels remain separate, one below the other", async () => {
    const page = [
      { text: "PART II", x: 60, y: 780, bold: true },
      { text: "Item 5. Market for the shares", x: 60, y: 768, bold: true },
      ...text(740),
    ];
    expect((await headingsOf([page])).map(([name]) => name)).toEqual(["PART II", "Item 5. Market for the shares"]);
  });

  it("include a title set apart from its number", async () => {
    const page = [
      { text: "Item 1A.", x: 60, y: 780, bold: true },
      { text: "Risk factors", x: 160, y: 780, bold: true },
      ...text(740),
    ];
    expect((await headingsOf([page])).map(([name]) => name)).toEqual(["Item 1A. Risk factors"]);
  });

  it("are bold and italic lines above text, but not the bold start of a sentence", async () => {
    const page = [
      { text: "Liquidity", x: 60, y: 780, bold: true },
      ...text(760),
      { text: "Sources of funds", x: 60, y: 700, font: "italic" as const },
      ...text(685),
      { text: "Net sales of the year rose by four percent because the prices", x: 60, y: 620, bold: true },
      { text: "were higher than in the year before, and more was sold to new customers.", x: 60, y: 608 },
    ];
    expect(await headingsOf([page])).toEqual([
      ["Liquidity", 2],
      ["Sources of funds", 4],
    ]);
  });

  it("get their levels from the outline, with other headings below them", async () => {
    const outline = [
      `<< /Type /Outlines /First 100001 0 R /Last 100001 0 R /Count 2 >>`,
      `<< /Title (Report) /Parent 100000 0 R /Dest [${pageObject(0)} 0 R /Fit] /First 100002 0 R /Last 100002 0 R >>`,
      `<< /Title (Results of the year) /Parent 100001 0 R /Dest [${pageObject(0)} 0 R /Fit] >>`,
    ];
    const page = [
      { text: "REPORT", x: 60, y: 800 },
      ...text(780),
      { text: "2.1 Results of", x: 60, y: 720 },
      { text: "the year", x: 60, y: 708 },
      ...text(680),
      { text: "Cash", x: 60, y: 600, bold: true },
      ...text(580),
    ];
    expect(await headingsOf([page], { catalog: "/Outlines 100000 0 R", extra: outline })).toEqual([
      ["REPORT", 1],
      ["2.1 Results of the year", 2],
      ["Cash", 3],
    ]);
  });

  it("are read from the file's structure tree", async () => {
    const marked = (type: string, id: number, line: string): string => `/${type} << /MCID ${id} >> BDC\n${line}\nEMC`;
    const show = (value: string, y: number): string => `BT /R 10 Tf 1 0 0 1 60 ${y} Tm (${value}) Tj ET`;
    const kinds = ["H1", "P", "H2", "P", "H2", "P"];
    const lines = kinds.map((kind, id) =>
      marked(kind, id, show(kind === "P" ? `${SENTENCE}.` : `Heading number ${id}`, 780 - id * 30)),
    );
    const elements = kinds.map((kind, id) => `<< /Type /StructElem /S /${kind} /P 100001 0 R /Pg 10 0 R /K ${id} >>`);
    const numbers = kinds.map((_, id) => `${100_002 + id} 0 R`).join(" ");
    const bytes = buildPdf({
      pages: [[]],
      drawings: { 0: lines.join("\n") },
      pageEntries: { 0: "/StructParents 0" },
      catalog: "/MarkInfo << /Marked true >> /StructTreeRoot 100000 0 R",
      extra: [
        `<< /Type /StructTreeRoot /K 100001 0 R /ParentTree << /Nums [0 [${numbers}]] >> >>`,
        `<< /Type /StructElem /S /Document /P 100000 0 R /K [${numbers}] >>`,
        ...elements,
      ],
    });
    const { blocks } = await readPdf(bytes);
    expect(blocks.filter(({ kind }) => kind === "heading").map((block) => [block.text, block.level])).toEqual([
      ["Heading number 0", 1],
      ["Heading number 2", 2],
      ["Heading number 4", 2],
    ]);
  });
});

describe("tables", () => {
  const row = (y: number, ...cells: readonly (readonly [string, number])[]): FixtureLine[] =>
    cells.map(([cell, x]) => ({ text: cell, x, y }));

  it("merge header lines, and repeat a spanning name in each column", async () => {
    const page = [
      ...row(760, ["Three months ended", 240], ["Year ended", 440]),
      ...row(748, ["Millions", 60], ["2024", 250], ["2023", 320], ["2024", 450]),
      ...row(730, ["Net sales", 60], ["120", 255], ["110", 325], ["480", 455]),
      ...row(716, ["Cost of sales", 60], ["(70)", 253], ["(66)", 323], ["(280)", 450]),
    ];
    const { blocks } = await readPdf(buildPdf({ pages: [page] }));
    expect(blocks.map(({ kind, text: shown }) => [kind, shown])).toEqual([
      ["table_header", "Millions | Three months ended 2024 | Three months ended 2023 | Year ended 2024"],
      ["table_row", "Net sales | 120 | 110 | 480"],
      ["table_row", "Cost of sales | (70) | (66) | (280)"],
    ]);
  });

  it("align the cells of a row with their columns where one is empty", async () => {
    const page = [
      ...row(748, ["Region", 60], ["Sales", 250], ["Growth", 350], ["Staff", 450]),
      ...row(734, ["North", 60], ["10", 255], ["3%", 355], ["7", 455]),
      ...row(720, ["South", 60], ["12", 255], ["9", 455]),
    ];
    const { blocks } = await readPdf(buildPdf({ pages: [page] }));
    expect(textsOf(blocks, "table_row")).toEqual(["North | 10 | 3% | 7", "South | 12 |  | 9"]);
  });

  it("merge a label on two lines into one row", async () => {
    const page = [
      ...row(748, ["Region", 60], ["2023", 350], ["2024", 450]),
      ...row(734, ["Sale of the communication business, net of", 60]),
      ...row(722, ["restructuring", 60], ["10", 355], ["3", 455]),
      ...row(708, ["Other", 60], ["12", 355], ["9", 455]),
    ];
    const { blocks } = await readPdf(buildPdf({ pages: [page] }));
    expect(textsOf(blocks, "table_row")).toEqual([
      "Sale of the communication business, net of restructuring | 10 | 3",
      "Other | 12 | 9",
    ]);
  });

  it("repeat the header on the next page when they continue there", async () => {
    const first = [
      ...row(100, ["Part", 60], ["2023", 250], ["2024", 350]),
      ...row(86, ["Valve", 60], ["12.50", 250], ["13.00", 350]),
      ...row(72, ["Seal", 60], ["3.20", 250], ["3.40", 350]),
    ];
    const second = [
      ...row(800, ["Pump", 60], ["99.00", 250], ["97.00", 350]),
      ...row(786, ["Filter", 60], ["8.00", 250], ["8.75", 350]),
    ];
    const { blocks } = await readPdf(buildPdf({ pages: [first, second] }));
    expect(blocks.filter(({ page }) => page === 2).map(({ kind, text: shown }) => [kind, shown])).toEqual([
      ["table_header", "Part | 2023 | 2024"],
      ["table_row", "Pump | 99.00 | 97.00"],
      ["table_row", "Filter | 8.00 | 8.75"],
    ]);
  });

  it("are not made of bullets set apart, which form a list", async () => {
    const page = ["first point", "second point", "third point"].flatMap((point, index) =>
      row(760 - index * 14, ["\x95", 60], [point, 90]),
    );
    const { blocks } = await readPdf(buildPdf({ pages: [page] }));
    expect(textsOf(blocks, "list_item")).toEqual(["first point", "second point", "third point"]);
  });
});

describe("reading order and scripts", () => {
  it("columns are read one after the other, even where the file draws them line by line", async () => {
    const left = "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu".split(" ");
    const page = left.flatMap((word, index) => [
      { text: `left column says ${word} here`, x: 60, y: 760 - index * 12 },
      { text: `right column says ${word} there`, x: 320, y: 760 - index * 12 },
    ]);
    const { blocks } = await readPdf(buildPdf({ pages: [page] }));
    const all = textsOf(blocks).join(" ");
    expect(all.lastIndexOf("left")).toBeLessThan(all.indexOf("right"));
  });

  it("right-to-left text is in reading order", async () => {
    const hebrew = "המכירות עלו בשנת הכספים";
    const page = [{ text: [...hebrew].toReversed().join(""), x: 60, y: 760, font: "unicode" as const }];
    const { blocks } = await readPdf(buildPdf({ pages: [page] }));
    expect(textsOf(blocks)).toEqual([hebrew]);
  });

  it("lines of Chinese text are joined without spaces", async () => {
    const page = [
      { text: "公司预计未来几年将继续增长", x: 60, y: 760, font: "unicode" as const },
      { text: "并在亚洲市场扩大业务范围", x: 60, y: 748, font: "unicode" as const },
    ];
    const { blocks } = await readPdf(buildPdf({ pages: [page] }));
    expect(textsOf(blocks)).toEqual(["公司预计未来几年将继续增长并在亚洲市场扩大业务范围"]);
  });

  it("a page displayed sideways is read", async () => {
    const lines = [0, 1, 2].map((index) => ({
      text: `line ${index} of a page that is held sideways`,
      x: 100 + index * 12,
      y: 100,
      angle: 90 as const,
    }));
    const { blocks } = await readPdf(buildPdf({ pages: [lines], pageEntries: { 0: "/Rotate 90" } }));
    expect(textsOf(blocks)).toEqual([
      "line 0 of a page that is held sideways line 1 of a page that is held sideways line 2 of a page that is held sideways",
    ]);
  });
});

describe("annotations and metadata", () => {
  it("notes and free text are read, unless disabled", async () => {
    const fixture = buildPdf({
      pages: [[{ text: "The text of the page itself.", x: 60, y: 700 }]],
      pageEntries: { 0: "/Annots [100000 0 R 100001 0 R 100002 0 R]" },
      extra: [
        "<< /Type /Annot /Subtype /Text /Rect [10 10 30 30] /Contents (Check this figure again.) >>",
        "<< /Type /Annot /Subtype /FreeText /Rect [50 10 90 30] /Contents (Approved in March) /DA (/Helv 10 Tf) >>",
        "<< /Type /Annot /Subtype /Link /Rect [50 10 90 30] /Contents (a link) >>",
      ],
    });
    expect(textsOf((await readPdf(fixture)).blocks)).toEqual([
      "The text of the page itself.",
      "Check this figure again.",
      "Approved in March",
    ]);
    expect(textsOf((await readPdf(fixture, { annotations: false })).blocks)).toEqual(["The text of the page itself."]);
  });

  it("a title that only names a program or a file is omitted", async () => {
    const titled = async (Title: string) =>
      (await readPdf(buildPdf({ pages: [text(700)], info: { Title } }))).info.title;
    expect(await titled("Microsoft Word - report.doc")).toBeUndefined();
    expect(await titled("Report for 2024")).toBe("Report for 2024");
  });
});
