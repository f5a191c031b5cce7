/**
 * File types that the library reads and that Quarry is measured on. The library reads further types, for which Quarry
 * has its own parsers.
 */
export const READABLE_TYPES = ["odt", "ods", "odp", "odg", "rtf", "docx", "pptx", "xlsx"] as const;

export type ReadableType = (typeof READABLE_TYPES)[number];

/** Type names for messages, with an article. */
export const TYPE_NAMES: Readonly<Record<ReadableType, string>> = {
  odt: "an OpenDocument text (.odt)",
  ods: "an OpenDocument spreadsheet (.ods)",
  odp: "an OpenDocument presentation (.odp)",
  odg: "an OpenDocument drawing (.odg)",
  rtf: "an RTF document (.rtf)",
  docx: "a Word document (.docx)",
  pptx: "a PowerPoint presentation (.pptx)",
  xlsx: "an Excel workbook (.xlsx)",
};
