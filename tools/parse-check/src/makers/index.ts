export { docxFile, wordParagraph } from "./docx-file.ts";
export { pptxFile } from "./pptx-file.ts";
export { xlsxFile } from "./xlsx-file.ts";
