import { docxFile, docxParts, WORD_NAMESPACE, wordParagraph } from "./docx-file.ts";
import type { OfficeParts } from "./office-package.ts";
import { pptxFile } from "./pptx-file.ts";
import { SHEET_NAMESPACES, xlsxFile } from "./xlsx-file.ts";
import { packedEntry, type PackedRun, type RawEntry, rawZip } from "./archive.ts";

/** Office formats, and the part of each that contains the text. */
export const TEXT_PARTS = {
  docx: "word/document.xml",
  pptx: "ppt/slides/slide1.xml",
  xlsx: "xl/worksheets/sheet1.xml",
} as const;

export type OfficeType = keyof typeof TEXT_PARTS;

export const OFFICE_TYPES = Object.keys(TEXT_PARTS) as readonly OfficeType[];

/** Returns a valid office file with its text part (or another part) replaced. */
export const officeFileWith = (fileType: OfficeType, more: OfficeParts): Uint8Array => {
  if (fileType === "docx") return docxFile(wordParagraph("A sentence."), more);
  if (fileType === "pptx") return pptxFile([{ title: "A title", texts: ["A sentence."] }], more);
  return xlsxFile([{ name: "Sheet", rows: [["A", "B"]] }], more);
};

/** Markup around the paragraphs of a Word document, the shapes of a slide and the rows of a sheet. */
export const FRAMES = {
  docx: [`<w:document ${WORD_NAMESPACE}><w:body>`, "</w:body></w:document>"],
  pptx: [
    '<p:sld xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main">' +
      "<p:cSld><p:spTree><p:sp><p:nvSpPr><p:cNvPr id='2' name='t'/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr/><p:txBody><a:bodyPr/>",
    "</p:txBody></p:sp></p:spTree></p:cSld></p:sld>",
  ],
  xlsx: [`<worksheet ${SHEET_NAMESPACES}><sheetData>`, "</sheetData></worksheet>"],
} as const satisfies Record<OfficeType, readonly [string, string]>;

/** Returns one paragraph, or row, with a text. */
export const textElement = (fileType: OfficeType, text: string): string => {
  if (fileType === "docx") return `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;
  if (fileType === "pptx") return `<a:p><a:r><a:t>${text}</a:t></a:r></a:p>`;
  return `<row><c t="inlineStr"><is><t>${text}</t></is></c></row>`;
};

export const packedParts = (parts: OfficeParts): readonly RawEntry[] =>
  Object.entries(parts).map(([name, content]) => packedEntry(name, content));

const { [TEXT_PARTS.docx]: _, ...DOCX_FRAME } = docxParts("");

/**
 * Returns a Word file whose text part is already compressed. Its uncompressed size may exceed memory, and be declared
 * falsely.
 */
export const packedDocx = (
  part: PackedRun,
  declaredBytes = part.unpackedBytes,
  more: readonly RawEntry[] = [],
): Buffer =>
  rawZip([...packedParts(DOCX_FRAME), { ...part, name: TEXT_PARTS.docx, unpackedBytes: declaredBytes }, ...more]);
