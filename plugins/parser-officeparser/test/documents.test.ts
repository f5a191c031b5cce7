import { expect, test } from "vitest";
import { heading, manualOdp, manualOdt, odf, paragraph, slide, table } from "./build-odf.ts";
import { readFile } from "./read-file.ts";

test("a text document is read as headings, paragraphs followed by their notes, and tables with their header", async () => {
  const { lines, info } = await readFile("odt", manualOdt);
  expect(lines).toEqual([
    "heading1: Pump handbook",
    "paragraph: The pump lifts water by twelve metres.",
    "paragraph: Measured at sea level.",
    "heading2: Parts",
    "table_header#1: Part | Price",
    "table_row#1: Valve | 12.50",
    "table_row#1: Seal | 0.30",
  ]);
  expect(info).toEqual({
    title: "Pump handbook",
    author: "A. Writer",
    createdAt: "2024-01-31T11:00:00.000Z",
    modifiedAt: "2025-02-01T12:00:00.000Z",
    keywords: ["pumps", "water"],
  });
});

test("a single text on a sheet is a paragraph; a blank row before column names starts another table", async () => {
  const blank = "<table:table-row><table:table-cell/></table:table-row>";
  const rows = table(
    "Prices",
    ["All prices in euros"],
    ["Part", "Price"],
    ["Valve", "12.50"],
    ["BLANK"],
    ["Hand", "Wage"],
    ["Ann", "31.00"],
  ).replace(/<table:table-row><table:table-cell [^>]*><text:p>BLANK.*?<\/table:table-row>/, blank);
  const { lines, info } = await readFile("ods", odf("spreadsheet", rows));
  expect(lines).toEqual([
    "heading1@1: Prices",
    "paragraph@1: All prices in euros",
    "table_header#1@1: Part | Price",
    "table_row#1@1: Valve | 12.50",
    "table_header#2@1: Hand | Wage",
    "table_row#2@1: Ann | 31.00",
  ]);
  expect(info.pageCount).toBe(1);
});

test("a label that spans columns is repeated in each; a distant cell causes no row of blanks", async () => {
  const cell = (text: string, attributes = "") =>
    `<table:table-cell ${attributes}>${paragraph(text)}</table:table-cell>`;
  const row = (cells: string) => `<table:table-row>${cells}</table:table-row>`;
  const body =
    row(cell("Year", 'table:number-columns-spanned="2"') + "<table:covered-table-cell/>" + cell("Sum")) +
    row(cell("near") + '<table:table-cell table:number-columns-repeated="9000"/>' + cell("far"));
  const { lines } = await readFile("ods", odf("spreadsheet", `<table:table table:name="S">${body}</table:table>`));
  expect(lines[1]).toBe("table_header#1@1: Year | Year | Sum");
  expect(lines[2]!.length).toBeLessThan(200);
  expect(lines[2]).toMatch(/^table_row#1@1: near \|.*\| far$/);
});

test("slides have their number as the page; speaker notes are included unless disabled", async () => {
  const { lines, info } = await readFile("odp", manualOdp);
  expect(info.pageCount).toBe(2);
  expect(lines.filter((line) => line.includes("@2"))).toContainEqual(expect.stringContaining("Show the filter here."));
  const without = await readFile("odp", manualOdp, { speakerNotes: false });
  expect(without.lines.join()).not.toContain("Show the filter here.");
  const numbered = await readFile("odp", odf("presentation", slide("One", "Text", "17")));
  expect(numbered.lines.join()).not.toContain("17");
});

test("a long paragraph is split into several blocks", async () => {
  const { lines } = await readFile("odt", odf("text", heading("Long", 1) + paragraph("word ".repeat(30_000))));
  expect(lines.length).toBe(4);
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(50_100);
});
