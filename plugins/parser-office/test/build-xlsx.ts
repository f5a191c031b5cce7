import { MAIN_NAMESPACES, packageParts, relationships, zip } from "./build-office.ts";

export interface FixtureSheet {
  readonly name: string;
  /** The `<row>` elements. */
  readonly rows: string;
  /** XML after the rows: merged cells. */
  readonly behind?: string;
  readonly state?: "hidden" | "veryHidden";
  /** Content of additional parts by their relationship type: `comments`, `drawing`, `table`. */
  readonly parts?: Readonly<Record<string, string>>;
}

export interface XlsxOptions {
  /** Texts referenced by cells of type `s`. */
  readonly shared?: readonly string[];
  readonly is1904?: boolean;
  /** Parts of the package in addition to those of sheets. */
  readonly parts?: Readonly<Record<string, string | Uint8Array>>;
}

/** Builds a row of texts and numbers, starting at a column. Empty texts omit their cell. */
export const row = (number: number, cells: readonly (string | number)[], from = 1): string =>
  `<row r="${number}">${cells
    .map((cell, index) => {
      const name = `${columnName(from + index)}${number}`;
      if (cell === "") return "";
      return typeof cell === "number"
        ? `<c r="${name}"><v>${cell}</v></c>`
        : `<c r="${name}" t="inlineStr"><is><t>${cell}</t></is></c>`;
    })
    .join("")}</row>`;

const columnName = (column: number): string =>
  column > 26
    ? columnName(Math.floor((column - 1) / 26)) + columnName(((column - 1) % 26) + 1)
    : String.fromCharCode(64 + column);

/** Styles: 0 general, 1 a built-in date, 2 a custom date format, 3 per cent, 4 a time, 5 euros, 6 a duration. */
const styles =
  `<styleSheet ${MAIN_NAMESPACES.sheet}><numFmts count="3"><numFmt numFmtId="170" formatCode="dd&quot;.&quot;mm\\.yyyy;@"/><numFmt numFmtId="171" formatCode="#,##0.00\\ [$€-407]"/><numFmt numFmtId="172" formatCode="[h]:mm"/></numFmts>` +
  '<cellXfs count="7"><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/><xf numFmtId="10"/><xf numFmtId="20"/><xf numFmtId="171"/><xf numFmtId="172"/></cellXfs></styleSheet>';

const SHARED = ["Part", "Price", "Valve", "Seal"];

export function buildXlsx(sheets: readonly FixtureSheet[], options: XlsxOptions = {}): Uint8Array {
  const { shared = SHARED, is1904 = false } = options;
  const parts: Record<string, string | Uint8Array> = packageParts("xl/workbook.xml", "spreadsheetml.sheet");
  const list = sheets
    .map(
      ({ name, state }, index) =>
        `<sheet name="${name}" sheetId="${index + 1}"${state === undefined ? "" : ` state="${state}"`} r:id="s${index + 1}"/>`,
    )
    .join("");
  parts["xl/workbook.xml"] =
    `<workbook ${MAIN_NAMESPACES.sheet}>${is1904 ? '<workbookPr date1904="1"/>' : ""}<sheets>${list}</sheets></workbook>`;
  parts["xl/_rels/workbook.xml.rels"] = relationships(
    ...sheets.map((_, index) => [`s${index + 1}`, "worksheet", `worksheets/sheet${index + 1}.xml`] as const),
    ["x1", "sharedStrings", "sharedStrings.xml"],
    ["x2", "styles", "styles.xml"],
  );
  parts["xl/styles.xml"] = styles;
  parts["xl/sharedStrings.xml"] =
    `<sst ${MAIN_NAMESPACES.sheet}>${shared.map((text) => `<si><r><t>${text.slice(0, 2)}</t></r><r><t xml:space="preserve">${text.slice(2)}</t></r><rPh><t>no</t></rPh></si>`).join("")}</sst>`;
  for (const [index, sheet] of sheets.entries()) addSheet(parts, sheet, index + 1);
  return zip({ ...parts, ...options.parts });
}

function addSheet(
  parts: Record<string, string | Uint8Array>,
  { rows, behind = "", parts: others = {} }: FixtureSheet,
  number: number,
): void {
  parts[`xl/worksheets/sheet${number}.xml`] =
    `<worksheet ${MAIN_NAMESPACES.sheet}><dimension ref="A1:XFD1048576"/><sheetData>${rows}</sheetData>${behind}</worksheet>`;
  const types = Object.keys(others);
  parts[`xl/worksheets/_rels/sheet${number}.xml.rels`] = relationships(
    ...types.map((type) => [type, type, `../parts/${type}${number}.xml`] as const),
  );
  for (const type of types) parts[`xl/parts/${type}${number}.xml`] = others[type]!;
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
