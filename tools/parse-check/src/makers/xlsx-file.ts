import {
  escapeXml,
  officeRelation,
  packageFrame,
  RELATION,
  relationships,
  zipParts,
  type OfficeParts,
} from "./office-package.ts";

export const SHEET_NAMESPACES = `xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${RELATION}"`;

/** A date is stored as a serial number with a date style, as in spreadsheets. */
export type FixtureCell = string | number | Date | null;

export interface FixtureSheet {
  readonly name: string;
  readonly rows: readonly (readonly FixtureCell[])[];
}

/** Returns the reference of a cell: A1, B1, …, Z1, AA1. */
const cellReference = (row: number, column: number): string => {
  let letters = "";
  for (let left = column + 1; left > 0; left = Math.floor((left - 1) / 26)) {
    letters = String.fromCharCode(65 + ((left - 1) % 26)) + letters;
  }
  return `${letters}${row + 1}`;
};

const DAY_MS = 86_400_000;
/** Day 0 of the 1900 date system. */
const EPOCH = Date.UTC(1899, 11, 30);

const cellXml = (cell: FixtureCell, reference: string, sharedIndex: (text: string) => number): string => {
  if (cell === null) return "";
  if (typeof cell === "number") return `<c r="${reference}"><v>${cell}</v></c>`;
  if (cell instanceof Date) return `<c r="${reference}" s="1"><v>${(cell.getTime() - EPOCH) / DAY_MS}</v></c>`;
  return `<c r="${reference}" t="s"><v>${sharedIndex(cell)}</v></c>`;
};

const sheetXml = ({ rows }: FixtureSheet, sharedIndex: (text: string) => number): string =>
  `<worksheet ${SHEET_NAMESPACES}><sheetData>${rows
    .map((cells, row) => {
      const inner = cells.map((cell, column) => cellXml(cell, cellReference(row, column), sharedIndex)).join("");
      return `<row r="${row + 1}">${inner}</row>`;
    })
    .join("")}</sheetData></worksheet>`;

/** Returns a workbook with shared strings and a date style. */
export const xlsxFile = (sheets: readonly FixtureSheet[], more: OfficeParts = {}): Uint8Array => {
  const shared = new Map<string, number>();
  const sharedIndex = (text: string): number => {
    if (!shared.has(text)) shared.set(text, shared.size);
    return shared.get(text)!;
  };
  const worksheets = sheets.map((sheet) => sheetXml(sheet, sharedIndex));
  const names = sheets.map((_, index) => `worksheets/sheet${index + 1}.xml`);
  return zipParts({
    ...packageFrame("xl/workbook.xml", {
      "xl/workbook.xml": "spreadsheetml.sheet.main",
      "xl/sharedStrings.xml": "spreadsheetml.sharedStrings",
      "xl/styles.xml": "spreadsheetml.styles",
      ...Object.fromEntries(names.map((name) => [`xl/${name}`, "spreadsheetml.worksheet"])),
    }),
    "xl/_rels/workbook.xml.rels": relationships([
      ...names.map((name) => officeRelation("worksheet", name)),
      officeRelation("sharedStrings", "sharedStrings.xml"),
      officeRelation("styles", "styles.xml"),
    ]),
    "xl/workbook.xml":
      `<workbook ${SHEET_NAMESPACES}><sheets>` +
      sheets
        .map(({ name }, index) => `<sheet name="${escapeXml(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`)
        .join("") +
      "</sheets></workbook>",
    "xl/styles.xml": `<styleSheet ${SHEET_NAMESPACES}><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    "xl/sharedStrings.xml": `<sst ${SHEET_NAMESPACES}>${[...shared.keys()].map((text) => `<si><t xml:space="preserve">${escapeXml(text)}</t></si>`).join("")}</sst>`,
    ...Object.fromEntries(worksheets.map((xml, index) => [`xl/${names[index]!}`, xml])),
    ...more,
  });
};
