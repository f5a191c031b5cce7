/** The supported Office formats. */
export type OfficeType = "docx" | "pptx" | "xlsx";

/** Returns the format of a file type. Macro-enabled files have the same parts as others. */
export const officeTypeOf = (fileType: string): OfficeType => fileType.replace(/m$/, "x") as OfficeType;

/** Display names of the formats. */
export const OFFICE_NAMES: Record<OfficeType, string> = {
  docx: "a Word document (.docx)",
  pptx: "a PowerPoint presentation (.pptx)",
  xlsx: "an Excel workbook (.xlsx)",
};
