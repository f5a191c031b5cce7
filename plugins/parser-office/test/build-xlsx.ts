import { MAIN_NAMESPACES, packageParts, relationships, zip } from "./build-office.ts";

export interface FixtureSheet {
  readonly name: string;
  /** The `<row>` elements. */
  readonly rows: string;
}

/** Styles: 0 general, 1 a built-in date, 2 an own date format, 3 per cent, 4 a time. */
const styles =
  `<styleSheet ${MAIN_NAMESPACES.sheet}><numFmts count="1"><numFmt numFmtId="170" formatCode="dd&quot;.&quot;mm\\.yyyy;@"/></numFmts>` +
  '<cellXfs count="5"><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/><xf numFmtId="10"/><xf numFmtId="20"/></cellXfs></styleSheet>';

const shared = ["Part", "Price", "Valve", "Seal"];

export function buildXlsx(sheets: readonly FixtureSheet[]): Uint8Array {
  const parts: Record<string, string> = packageParts("xl/workbook.xml", "spreadsheetml.sheet");
  const list = sheets
    .map(({ name }, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="s${index + 1}"/>`)
    .join("");
  parts["xl/workbook.xml"] = `<workbook ${MAIN_NAMESPACES.sheet}><sheets>${list}</sheets></workbook>`;
  parts["xl/_rels/workbook.xml.rels"] = relationships(
    ...sheets.map((_, index) => [`s${index + 1}`, "worksheet", `worksheets/sheet${index + 1}.xml`] as const),
    ["x1", "sharedStrings", "sharedStrings.xml"],
    ["x2", "styles", "styles.xml"],
  );
  parts["xl/styles.xml"] = styles;
  parts["xl/sharedStrings.xml"] =
    `<sst ${MAIN_NAMESPACES.sheet}>${shared.map((text) => `<si><r><t>${text.slice(0, 2)}</t></r><r><t>${text.slice(2)}</t></r><rPh><t>no</t></rPh></si>`).join("")}</sst>`;
  for (const [index, { rows }] of sheets.entries()) {
    parts[`xl/worksheets/sheet${index + 1}.xml`] =
      `<worksheet ${MAIN_NAMESPACES.sheet}><sheetData>${rows}</sheetData></worksheet>`;
  }
  return zip(parts);
}

export const manualXlsx = buildXlsx([
  {
    name: "Prices",
    rows:
      '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="inlineStr"><is><t>Since</t></is></c></row>' +
      '<row r="2"><c r="A2" t="s"><v>2</v></c><c r="B2"><v>12.5</v></c><c r="C2" s="1"><v>45322</v></c></row>' +
      '<row r="3"><c r="A3" t="s"><v>3</v></c><c r="B3"><v>0.30000000000000004</v></c><c r="C3" s="2"><v>43363.75</v></c></row>' +
      '<row r="4"><c r="B4" s="3"><v>0.153</v></c><c r="C4" s="4"><v>0.5</v></c></row>',
  },
  { name: "Empty", rows: "" },
  {
    name: "Far",
    rows: '<row r="1"><c r="A1" t="b"><v>1</v></c><c r="XFD1" t="str"><v>far out</v></c></row><row r="1048576"><c r="A1048576"><v>7</v></c></row>',
  },
]);
