/** The Office formats that are read. */
export type OfficeType = "docx" | "pptx" | "xlsx";

/** What a person calls such a file. */
export const OFFICE_NAMES: Record<OfficeType, string> = {
  docx: "a Word document (.docx)",
  pptx: "a PowerPoint presentation (.pptx)",
  xlsx: "an Excel workbook (.xlsx)",
};
