import { readXlsx } from "hucre/xlsx";
import { oneLine, type Passage } from "./passage.ts";

/** Reads each sheet with hucre; a cell that is not stored as a date does not come out as one. */
export const readWorkbook = async (file: string, bytes: Uint8Array): Promise<Passage[]> => {
  const workbook = await readXlsx(bytes);
  return workbook.sheets.map((sheet, index) => {
    const rows = sheet.rows.map((row) => row.map(cellText).join(" | "));
    return { file, page: index + 1, section: sheet.name, text: oneLine(`${sheet.name}\n${rows.join("\n")}`) };
  });
};

const cellText = (value: unknown): string => {
  if (value === null || value === undefined) return "";
  return value instanceof Date ? value.toISOString().slice(0, 10) : String(value);
};
