import { docxFile, docxParts, WORD_NAMESPACE, wordParagraph } from "../fixtures/docx-file.ts";
import type { OfficeParts } from "../fixtures/office-package.ts";
import { pptxFile } from "../fixtures/pptx-file.ts";
import { SHEET_NAMESPACES, xlsxFile } from "../fixtures/xlsx-file.ts";
import type { PackedRun } from "./packed-run.ts";
import { packedEntry, type RawEntry, rawZip } from "./raw-zip.ts";

/** The office formats and the part of each that holds the text. */
export const TEXT_PARTS = {
  docx: "word/document.xml",
  pptx: "ppt/slides/slide1.xml",
  xlsx: "xl/worksheets/sheet1.xml",
} as const;

export type OfficeType = keyof typeof TEXT_PARTS;

export const OFFICE_TYPES = Object.keys(TEXT_PARTS) as readonly OfficeType[];

/** An office file whose text part (or another part) is replaced; the rest is in order. */
export const officeFileWith = (fileType: OfficeType, more: OfficeParts): Uint8Array => {
  if (fileType === "docx") return docxFile(wordParagraph("A sentence."), more);
  if (fileType === "pptx") return pptxFile([{ title: "A title", texts: ["A sentence."] }], more);
  return xlsxFile([{ name: "Sheet", rows: [["A", "B"]] }], more);
};

/** What stands around paragraphs of Word, shapes of a slide and rows of a sheet. */
export const FRAMES = {
  docx: [`<w:document ${WORD_NAMESPACE}><w:body>`, "</w:body></w:document>"],
  pptx: [
    '<p:sld xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main">' +
      "<p:cSld><p:spTree><p:sp><p:nvSpPr><p:cNvPr id='2' name='t'/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr/><p:txBody><a:bodyPr/>",
    "</p:txBody></p:sp></p:spTree></p:cSld></p:sld>",
  ],
  xlsx: [`<worksheet ${SHEET_NAMESPACES}><sheetData>`, "</sheetData></worksheet>"],
} as const satisfies Record<OfficeType, readonly [string, string]>;

/** One paragraph, or row, with a text. */
export const textElement = (fileType: OfficeType, text: string): string => {
  if (fileType === "docx") return `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;
  if (fileType === "pptx") return `<a:p><a:r><a:t>${text}</a:t></a:r></a:p>`;
  return `<row><c t="inlineStr"><is><t>${text}</t></is></c></row>`;
};

const DOCX_PARTS = docxParts("");

/** A Word file whose text part is packed already; it may unpack to more than memory holds, and lie about it. */
export const packedDocx = (
  part: PackedRun,
  declaredBytes = part.unpackedBytes,
  more: readonly RawEntry[] = [],
): Buffer =>
  rawZip([
    ...Object.entries(DOCX_PARTS)
      .filter(([name]) => name !== TEXT_PARTS.docx)
      .map(([name, xml]) => packedEntry(name, xml)),
    { name: TEXT_PARTS.docx, data: part.data, crc: part.crc, unpackedBytes: declaredBytes },
    ...more,
  ]);
