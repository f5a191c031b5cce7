/** The Office formats that are read. */
export type OfficeType = "docx" | "pptx" | "xlsx";

/** The format of a file type: one with macros has the parts of one without. */
export const officeTypeOf = (fileType: string): OfficeType => fileType.replace(/m$/, "x") as OfficeType;

/** Names of the formats for people. */
export const OFFICE_NAMES: Record<OfficeType, string> = {
  docx: "a Word document (.docx)",
  pptx: "a PowerPoint presentation (.pptx)",
  xlsx: "an Excel workbook (.xlsx)",
};
