import { expect, it } from "vitest";
import { shiftFormula } from "../src/sheets/shift-formula.ts";
import { MAIN_NAMESPACES } from "./build-office.ts";
import { buildXlsx, row } from "./build-xlsx.ts";
import { linesOf, readOffice } from "./read-office.ts";

const cell = (name: string, content: string, type = ""): string =>
  `<c r="${name}"${type === "" ? "" : ` t="${type}"`}>${content}</c>`;

it("formulas that were never calculated are read as formula text, with a warning that counts them", async () => {
  const rows =
    row(1, ["Item", "Net", "Gross", "Note"]) +
    `<row r="2">${cell("A2", "<is><t>Pump</t></is>", "inlineStr")}${cell("B2", "<v>100</v>")}${cell("C2", "<f>B2*1.19</f><v></v>")}${cell("D2", '<f>IF(B2&gt;1,"a","")</f><v></v>', "str")}</row>` +
    `<row r="3">${cell("A3", '<f>CONCATENATE("Team ","Blue")</f>', "str")}${cell("B3", "<f>B2</f><v>100</v>")}${cell("C3", "<f>_xlfn.XLOOKUP(B2,'My C2'!$A1:A$9,B:B)</f><v/>")}</row>`;
  const text = await readOffice(
    "xlsx",
    buildXlsx([
      { name: "S", rows },
      { name: "T", rows: `<row r="1">${cell("A1", "<f>S!C2</f>")}</row>` },
    ]),
  );
  expect(linesOf(text)).toEqual([
    "heading1@1: S",
    "table_header#1@1: Item | Net | Gross | Note",
    "table_row#1@1: Pump | 100 | =B2*1.19",
    'table_row#1@1: =CONCATENATE("Team ","Blue") | 100 | =XLOOKUP(B2,\'My C2\'!$A1:A$9,B:B)',
    "heading1@2: T",
    "paragraph@2: =S!C2",
  ]);
  expect(text.info.warnings).toEqual([expect.stringMatching(/^Formulas that were never calculated .*: 4\. /)]);
});

it("shared formulas are read for each of their cells, or as the result where there is one", async () => {
  const shared = (name: string, content: string) => cell(name, content);
  const rows =
    row(1, ["Net", "Gross"]) +
    `<row r="2">${cell("A2", "<v>1</v>")}${shared("B2", '<f t="shared" ref="B2:B4" si="0">A2*$C$1&amp;"A2"</f>')}</row>` +
    `<row r="3">${cell("A3", "<v>2</v>")}${shared("B3", '<f t="shared" si="0"/><v/>')}</row>` +
    `<row r="4">${cell("A4", "<v>3</v>")}${shared("B4", '<f t="shared" si="0"/><v>7</v>')}</row>` +
    `<row r="5">${cell("A5", "<v>4</v>")}${shared("B5", '<f t="shared" si="9"/>')}</row>`;
  const text = await readOffice("xlsx", buildXlsx([{ name: "S", rows }]));
  expect(linesOf(text).slice(2)).toEqual([
    'table_row#1@1: 1 | =A2*$C$1&"A2"',
    'table_row#1@1: 2 | =A3*$C$1&"A2"',
    "table_row#1@1: 3 | 7",
    "table_row#1@1: 4",
  ]);
  expect(text.info.warnings).toEqual([expect.stringContaining(": 3.")]);
});

it("a formula with the result 0 counts as not calculated when the workbook recalculates on load", async () => {
  const rows = `<row r="1">${cell("A1", '<f>HYPERLINK("https://a.example","Runbook")</f><v>0</v>')}${cell("B1", "<f>1+1</f><v>2</v>")}${cell("C1", "<v>0</v>")}</row>`;
  const workbook = (calculation: string) =>
    `<workbook ${MAIN_NAMESPACES.sheet}><sheets><sheet name="S" sheetId="1" r:id="s1"/></sheets>${calculation}</workbook>`;
  const lines = async (calculation: string) => {
    const parts = { "xl/workbook.xml": workbook(calculation) };
    return linesOf(await readOffice("xlsx", buildXlsx([{ name: "S", rows }], { parts })))[1];
  };
  expect(await lines('<calcPr calcId="1" fullCalcOnLoad="1"/>')).toBe(
    'table_row#1@1: =HYPERLINK("https://a.example","Runbook") | 2 | 0',
  );
  expect(await lines('<calcPr calcId="1"/>')).toBe("table_row#1@1: 0 | 2 | 0");
});

it.each([
  ["A1+$A1+A$1+$A$1", "B3+$A3+B$1+$A$1"],
  ["SUM(Z1:AZ9)", "SUM(AA3:BA11)"],
  ["'It''s A1'!A1&\"A1\"", "'It''s A1'!B3&\"A1\""],
  ["LOG10(A1)+R1C1_x+Tab1!B2+x.A1", "LOG10(B3)+R1C1_x+Tab1!C4+x.A1"],
])("%s shifted two rows down and one column right is %s", (formula, shifted) => {
  expect(shiftFormula(formula, 2, 1)).toBe(shifted);
});
