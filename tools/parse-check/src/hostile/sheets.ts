import { SHEET_NAMESPACES, xlsxFile } from "../fixtures/xlsx-file.ts";
import { inGroup } from "./hostile-file.ts";
import { officeFileWith, TEXT_PARTS } from "./office-parts.ts";

const sheet = (rows: string, before = "", behind = ""): Uint8Array =>
  officeFileWith("xlsx", {
    [TEXT_PARTS.xlsx]: `<worksheet ${SHEET_NAMESPACES}>${before}<sheetData>${rows}</sheetData>${behind}</worksheet>`,
  });

const cell = (reference: string, text: string): string =>
  `<c r="${reference}" t="inlineStr"><is><t>${text}</t></is></c>`;

const diagonal = (rows: number): string =>
  Array.from({ length: rows }, (_, row) => `<row r="${row + 1}">${cell(`XFD${row + 1}`, "far")}</row>`).join("");

/** Workbooks that claim to be huge, and delimited files with records that are. */
export const sheets = inGroup("sheets", [
  {
    what: "xlsx that declares 16,384 × 1,048,576 cells and has two",
    filename: "declared.xlsx",
    make: () =>
      sheet(
        `<row r="1">${cell("A1", "near")}</row><row r="1048576">${cell("XFD1048576", "far")}</row>`,
        '<dimension ref="A1:XFD1048576"/><cols><col min="1" max="16384" width="9"/></cols>',
      ),
    ends: "ready",
    quick: true,
  },
  {
    what: "xlsx of 20,000 rows with one cell in the last column",
    filename: "diagonal.xlsx",
    make: () => sheet(diagonal(20_000)),
    ends: "ready",
    quick: true,
  },
  {
    what: "xlsx whose merged cells are the whole sheet",
    filename: "merged.xlsx",
    make: () =>
      sheet(
        `<row r="1">${cell("A1", "all of it")}</row>`,
        "",
        '<mergeCells count="1"><mergeCell ref="A1:XFD1048576"/></mergeCells>',
      ),
    ends: "ready",
    quick: true,
  },
  {
    what: "xlsx with cells beyond the last column and row",
    filename: "beyond.xlsx",
    make: () => sheet(`<row r="99999999999">${cell("ZZZZZZZ99999999999", "beyond")}</row>`),
    ends: "either",
    quick: true,
  },
  {
    what: "xlsx with a billion as the index of a shared string",
    filename: "index.xlsx",
    make: () =>
      sheet(
        '<row r="1"><c r="A1" t="s"><v>1000000000</v></c><c r="B1" t="s"><v>-1</v></c><c r="C1"><v>1</v></c></row>',
      ),
    ends: "either",
    quick: true,
  },
  {
    what: "xlsx with cells in no order",
    filename: "order.xlsx",
    make: () => sheet(`<row r="9">${cell("C9", "c")}${cell("A9", "a")}</row><row r="2">${cell("B2", "b")}</row>`),
    ends: "ready",
    quick: true,
  },
  {
    what: "xlsx of 5,000 sheets",
    filename: "sheets.xlsx",
    make: () => xlsxFile(Array.from({ length: 5_000 }, (_, index) => ({ name: `S${index}`, rows: [["A"], [index]] }))),
    ends: "either",
  },
  {
    what: "xlsx with numbers that are none",
    filename: "numbers.xlsx",
    make: () =>
      sheet(
        '<row r="1"><c r="A1"><v>1e999</v></c><c r="B1"><v>NaN</v></c><c r="C1" s="1"><v>99999999999999</v></c><c r="D1" s="9999"><v>5</v></c><c r="E1" t="zz"><v>x</v></c></row>',
      ),
    ends: "either",
    quick: true,
  },
  {
    what: "csv of one line of 100 MB with commas",
    filename: "line.csv",
    make: () => Buffer.alloc(100_000_000, "a few words,"),
    ends: "failed",
    message: /long|more than/,
  },
  {
    what: "csv of one line of 100 MB without commas",
    filename: "word.csv",
    make: () => Buffer.alloc(100_000_000, "a few words "),
    ends: "failed",
    message: /long|more than/,
  },
  {
    what: "csv with a quote that is never closed before 50 MB",
    filename: "quote.csv",
    make: () => Buffer.concat([Buffer.from('a,b\n1,"'), Buffer.alloc(50_000_000, "words,\nmore ")]),
    ends: "failed",
    message: /quote|long/,
  },
  {
    what: "csv of 200,000 columns",
    filename: "columns.csv",
    make: () => Buffer.from(`${"c,".repeat(200_000)}\n${"1,".repeat(200_000)}\n`),
    ends: "either",
    quick: true,
  },
  {
    what: "csv of a million empty records",
    filename: "empty.csv",
    make: () => Buffer.from(`a,b\n${",\n".repeat(1_000_000)}1,2\n`),
    ends: "either",
    quick: true,
  },
  {
    what: "csv with NUL characters",
    filename: "nul.csv",
    make: () => Buffer.from(`a,b\n${"one\0,two words\n".repeat(200)}`),
    ends: "either",
    quick: true,
  },
  {
    what: "tsv of a million tabs in a line",
    filename: "tabs.tsv",
    make: () => Buffer.from(`a\tb\n${"\t".repeat(1_000_000)}\nc\td\n`),
    ends: "either",
    quick: true,
  },
]);
