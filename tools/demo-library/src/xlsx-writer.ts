import writeExcelFile, { type Cell, type Sheet } from "write-excel-file/node";
import type { Workbook, WorkbookColumn, WorkbookSheet } from "./content.ts";
import { stableArchive } from "./stable-archive.ts";
import { theme } from "./theme.ts";

/** Writes the workbook with real numbers and real dates, so that a reader has to turn day numbers into dates. */
export const writeWorkbook = async (workbook: Workbook): Promise<Uint8Array> => {
  const options = { fontFamily: "Calibri", fontSize: 11 };
  const bytes = await writeExcelFile(workbook.sheets.map(toSheet), options).toBuffer();
  return stableArchive(bytes);
};

const toSheet = (sheet: WorkbookSheet): Sheet<never> => ({
  sheet: sheet.name,
  columns: sheet.columns.map(({ width }) => ({ width })),
  stickyRowsCount: 1,
  orientation: "landscape",
  data: [
    sheet.columns.map(headerCell),
    ...sheet.rows.map((row) => row.map((value, index) => toCell(value, sheet.columns[index]!))),
  ],
});

const headerCell = ({ header, type }: WorkbookColumn): Cell => ({
  value: header,
  type: String,
  fontWeight: "bold",
  textColor: `#${theme.paper}`,
  backgroundColor: `#${theme.accent}`,
  align: type === "text" ? "left" : "right",
  alignVertical: "center",
  ...(type === "text" ? { indent: 1 } : {}),
  height: 24,
});

const toCell = (value: string | number | null, column: WorkbookColumn): Cell => {
  if (value === null) return null;
  const shared = { alignVertical: "top", bottomBorderColor: `#${theme.rule}`, bottomBorderStyle: "thin" } as const;
  if (typeof value === "number")
    return { ...shared, value, type: Number, format: value >= 1_000 ? "#,##0" : "0", align: "right" };
  if (column.type === "date")
    return { ...shared, value: toDate(value), type: Date, format: "yyyy-mm-dd", align: "right" };
  return { ...shared, value, type: String, wrap: true, indent: 1 };
};

const toDate = (text: string): Date => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) throw new Error(`not a date in the form YYYY-MM-DD: ${text}`);
  return new Date(`${text}T00:00:00Z`);
};
