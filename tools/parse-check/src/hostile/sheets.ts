import { SHEET_NAMESPACES, xlsxFile } from "../makers/xlsx-file.ts";
import { either, fails, type HostileFile, ready, saying, slow } from "./hostile-file.ts";
import { officeFileWith, TEXT_PARTS } from "../makers/office-parts.ts";

const sheet = (rows: string, before = "", behind = ""): Uint8Array =>
  officeFileWith("xlsx", {
    [TEXT_PARTS.xlsx]: `<worksheet ${SHEET_NAMESPACES}>${before}<sheetData>${rows}</sheetData>${behind}</worksheet>`,
  });

const cell = (reference: string, text: string): string =>
  `<c r="${reference}" t="inlineStr"><is><t>${text}</t></is></c>`;

const diagonal = (rows: number): string =>
  Array.from({ length: rows }, (_, row) => `<row r="${row + 1}">${cell(`XFD${row + 1}`, "far")}</row>`).join("");

/** Workbooks that declare a huge size, and delimited files with huge records. */
export const sheets: readonly HostileFile[] = [
  ready("xlsx that declares 16,384 × 1,048,576 cells and has two", () =>
    sheet(
      `<row r="1">${cell("A1", "near")}</row><row r="1048576">${cell("XFD1048576", "far")}</row>`,
      '<dimension ref="A1:XFD1048576"/><cols><col min="1" max="16384" width="9"/></cols>',
    ),
  ),
  ready("xlsx of 20,000 rows with one cell in the last column", () => sheet(diagonal(20_000))),
  ready("xlsx whose merged cells are the whole sheet", () =>
    sheet(
      `<row r="1">${cell("A1", "all of it")}</row>`,
      "",
      '<mergeCells count="1"><mergeCell ref="A1:XFD1048576"/></mergeCells>',
    ),
  ),
  either("xlsx with cells beyond the last column and row", () =>
    sheet(`<row r="99999999999">${cell("ZZZZZZZ99999999999", "beyond")}</row>`),
  ),
  either("xlsx with a billion as the index of a shared string", () =>
    sheet('<row r="1"><c r="A1" t="s"><v>1000000000</v></c><c r="B1" t="s"><v>-1</v></c><c r="C1"><v>1</v></c></row>'),
  ),
  ready("xlsx with cells in no order", () =>
    sheet(`<row r="9">${cell("C9", "c")}${cell("A9", "a")}</row><row r="2">${cell("B2", "b")}</row>`),
  ),
  either("xlsx with numbers that are none", () =>
    sheet(
      '<row r="1"><c r="A1"><v>1e999</v></c><c r="B1"><v>NaN</v></c><c r="C1" s="1"><v>99999999999999</v></c><c r="D1" s="9999"><v>5</v></c><c r="E1" t="zz"><v>x</v></c></row>',
    ),
  ),
  either("csv of 200,000 columns", () => `${"c,".repeat(200_000)}\n${"1,".repeat(200_000)}\n`),
  either("csv of a million empty records", () => `a,b\n${",\n".repeat(1_000_000)}1,2\n`),
  either("csv with NUL characters", () => `a,b\n${"one\0,two words\n".repeat(200)}`),
  either("tsv of a million tabs in a line", () => `a\tb\n${"\t".repeat(1_000_000)}\nc\td\n`),
  ...slow([
    either("xlsx of 5,000 sheets", () =>
      xlsxFile(Array.from({ length: 5_000 }, (_, index) => ({ name: `S${index}`, rows: [["A"], [index]] }))),
    ),
    ...saying(/quote|long|more than/, [
      fails("csv of one line of 100 MB with commas", () => Buffer.alloc(100_000_000, "a few words,")),
      fails("csv of one line of 100 MB without commas", () => Buffer.alloc(100_000_000, "a few words ")),
      fails("csv with a quote that is never closed before 50 MB", () =>
        Buffer.concat([Buffer.from('a,b\n1,"'), Buffer.alloc(50_000_000, "words,\nmore ")]),
      ),
    ]),
  ]),
];
