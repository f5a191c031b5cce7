import { describe, expect, it } from "vitest";
import { MAIN_NAMESPACES, relationships } from "./build-office.ts";
import { buildXlsx, row } from "./build-xlsx.ts";
import { linesOf, readOffice } from "./read-office.ts";

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");

/** Builds styles: the first is general, and each other formats numbers by one of the codes. */
const stylesOf = (codes: readonly string[]): string =>
  `<styleSheet ${MAIN_NAMESPACES.sheet}><numFmts>${codes
    .map((code, index) => `<numFmt numFmtId="${164 + index}" formatCode="${escaped(code)}"/>`)
    .join("")}</numFmts><cellXfs><xf numFmtId="0"/>${codes
    .map((_, index) => `<xf numFmtId="${164 + index}"/>`)
    .join("")}</cellXfs></styleSheet>`;

/** Returns the lines of a sheet with one row for each name, number and format. */
async function linesFrom(cells: readonly (readonly [name: string, value: string, code: string])[]): Promise<string[]> {
  const rows = cells.map(
    ([name, value], index) =>
      `<row r="${index + 1}"><c t="inlineStr"><is><t>${name}</t></is></c><c s="${index + 1}"><v>${value}</v></c></row>`,
  );
  const styles = stylesOf(cells.map(([, , code]) => code));
  const bytes = buildXlsx([{ name: "S", rows: rows.join("") }], { parts: { "xl/styles.xml": styles } });
  return linesOf(await readOffice("xlsx", bytes)).slice(1);
}

describe("numbers", () => {
  it("are formatted as the sheet shows them, where the format adds information", async () => {
    const lines = await linesFrom([
      ["postcode", "7632", "00000"],
      ["invoice", "42", '"INV-"0000'],
      ["sex", "2", '[=1]"Male";[=2]"Female";0'],
      ["paid", "1", '"Yes";"Yes";"No"'],
      ["revenue", "2500000", '0.0,,"M"'],
      ["lap", "0.000700231481481481", "mm:ss.0"],
      ["due", "0", "d/m/yyyy"],
      ["from", "45322", '"from "d/m/yyyy'],
      ["price", "1234.5", "#,##0.00"],
    ]);
    expect(lines).toEqual([
      "table_row#1@1: postcode | 07632",
      "table_row#1@1: invoice | INV-0042",
      "table_row#1@1: sex | Female",
      "table_row#1@1: paid | Yes",
      "table_row#1@1: revenue | 2.5M",
      "table_row#1@1: lap | 01:00.5",
      "table_row#1@1: due",
      "table_row#1@1: from | 2024-01-31",
      "table_row#1@1: price | 1234.5",
    ]);
  });

  it("with units are not column names; years with a prefix are", async () => {
    const codes = ['0" kg"', '"FY"0'];
    const parts = { "xl/styles.xml": stylesOf(codes) };
    const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
    const measures = `<row r="1">${cell("Bolt")}<c s="1"><v>3</v></c></row><row r="2">${cell("Nut")}<c s="1"><v>1</v></c></row>`;
    expect(linesOf(await readOffice("xlsx", buildXlsx([{ name: "S", rows: measures }], { parts })))).toEqual([
      "heading1@1: S",
      "table_row#1@1: Bolt | 3 kg",
      "table_row#1@1: Nut | 1 kg",
    ]);
    const years = `<row r="1">${cell("Item")}<c s="2"><v>2023</v></c><c s="2"><v>2024</v></c></row>${row(2, ["Rent", 5, 6])}`;
    expect(linesOf(await readOffice("xlsx", buildXlsx([{ name: "S", rows: years }], { parts })))).toEqual([
      "heading1@1: S",
      "table_header#1@1: Item | FY2023 | FY2024",
      "table_row#1@1: Rent | 5 | 6",
    ]);
  });

  it("in a built-in format are formatted by it", async () => {
    const ids = [11, 12, 14, 21, 45, 46, 49, 44, 163, 9_999];
    const styles = `<styleSheet ${MAIN_NAMESPACES.sheet}><cellXfs>${ids.map((id) => `<xf numFmtId="${id}"/>`).join("")}</cellXfs></styleSheet>`;
    const cells = ids.map((_, index) => `<c s="${index}"><v>${index === 2 ? 45322 : 1.25}</v></c>`).join("");
    const bytes = buildXlsx([{ name: "S", rows: `<row r="1">${cells}</row>` }], { parts: { "xl/styles.xml": styles } });
    expect(linesOf(await readOffice("xlsx", bytes))[1]).toBe(
      "table_row#1@1: 1.25E+00 | 1 1/4 | 2024-01-31 | 1900-01-01 06:00 | 1900-01-01 06:00 | 30:00:00 | 1.25 | 1.25 | 1.25 | 1.25",
    );
  });

  it("are read in a workbook with thousands of formats", async () => {
    const codes = Array.from({ length: 6_000 }, (_, index) => `"n${index} "0`);
    const cells = [1, 4_000, 6_000].map((style) => `<c s="${style}"><v>5</v></c>`).join("");
    const parts = { "xl/styles.xml": stylesOf(codes) };
    const bytes = buildXlsx([{ name: "S", rows: `<row r="1">${cells}</row>` }], { parts });
    expect(linesOf(await readOffice("xlsx", bytes))[1]).toBe("table_row#1@1: n0 5 | n3999 5 | 5");
  });

  it("with text formats add their literal text to text cells, too", async () => {
    const rows =
      '<row r="1"><c s="1" t="s"><v>0</v></c><c s="1" t="inlineStr"><is><t>A2</t></is></c><c s="1" t="str"><v>A3</v></c></row>';
    const parts = { "xl/styles.xml": stylesOf(['0;-0;0;"Ref "@']) };
    const bytes = buildXlsx([{ name: "S", rows }], { shared: ["A1x"], parts });
    expect(linesOf(await readOffice("xlsx", bytes))[1]).toBe("table_header#1@1: Ref A1x | Ref A2 | Ref A3");
  });
});

describe("escape sequences", () => {
  const texts = async (shared: string, rest = ""): Promise<string> => {
    const parts = { "xl/sharedStrings.xml": `<sst ${MAIN_NAMESPACES.sheet}><si>${shared}</si></sst>` };
    const rows = `<row r="1"><c t="s"><v>0</v></c>${rest}</row>`;
    return linesOf(await readOffice("xlsx", buildXlsx([{ name: "S", rows }], { parts })))[1]!;
  };

  it.each([
    ["first_x000D_\nsecond", "first second"],
    ["first_x000d_second", "first second"],
    ["a_x0009_b", "a b"],
    ["a_x005F_x0041_b", "a_x0041_b"],
    ["_x0041__x0042_", "AB"],
    ["a_x00e9_", "aé"],
    ["_xD83D__xDE00_", "😀"],
    ["a_xD83D_b", "a\uFFFDb"],
    ["a_x0000_b", "ab"],
    ["my_xbox_name", "my_xbox_name"],
    ["a_x41_b_x0041", "a_x41_b_x0041"],
  ])("%j is read as %j", async (text, shown) => {
    expect(await texts(`<t>${text}</t>`)).toBe(`paragraph@1: ${shown}`);
  });

  it("are decoded in cells, formula results, sheet names, comments and charts", async () => {
    const comments = `<comments ${MAIN_NAMESPACES.sheet}><commentList><comment ref="B2"><text><t>one_x000D_two</t></text></comment></commentList></comments>`;
    const drawing = `<xdr:wsDr ${MAIN_NAMESPACES.drawing}><xdr:graphicFrame><a:graphic><a:graphicData><c:chart r:id="c1"/></a:graphicData></a:graphic></xdr:graphicFrame></xdr:wsDr>`;
    const points = (value: string) => `<c:pt idx="0"><c:v>${value}</c:v></c:pt>`;
    const chart = `<c:chartSpace ${MAIN_NAMESPACES.drawing}><c:chart><c:ser><c:tx><c:strCache>${points("Rain_x0020_fall")}</c:strCache></c:tx><c:cat><c:strCache>${points("May")}</c:strCache></c:cat><c:val><c:numCache><c:formatCode>0.0" mm"</c:formatCode>${points("4.25")}</c:numCache></c:val></c:ser></c:chart></c:chartSpace>`;
    const rows =
      '<row r="1"><c t="inlineStr"><is><t>a_x0009_b</t></is></c><c t="str"><f>A1</f><v>c_x005F_d</v></c><c t="b"><v>1</v></c></row>';
    const bytes = buildXlsx([{ name: "A_x0042_C", rows, parts: { comments, drawing } }], {
      parts: {
        "xl/parts/_rels/drawing1.xml.rels": relationships(["c1", "chart", "../charts/chart1.xml"]),
        "xl/charts/chart1.xml": chart,
      },
    });
    expect(linesOf(await readOffice("xlsx", bytes))).toEqual([
      "heading1@1: ABC",
      "table_header#1@1: a b | c_d | TRUE",
      "table_header#2@1: | Rain fall",
      "table_row#2@1: May | 4.3 mm",
      "paragraph@1: B2: one\ntwo",
    ]);
  });

  it("superscript note marks in rich text are set apart", async () => {
    const raised = (text: string) => `<r><rPr><vertAlign val="superscript"/></rPr><t>${text}</t></r>`;
    const inline = `<c t="inlineStr"><is><r><t>5 m</t></r>${raised("2")}<r><t> of Area</t></r>${raised("b")}</is></c>`;
    expect(await texts(`<r><t>Total</t></r>${raised("1,2")}<r><t> in kg</t></r>`, inline)).toBe(
      "table_header#1@1: Total [1,2] in kg | 5 m2 of Area [b]",
    );
  });
});
