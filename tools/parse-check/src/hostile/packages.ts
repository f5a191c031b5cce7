import { relationships, officeRelation } from "../makers/office-package.ts";
import { docxFile, docxParts, WORD_NAMESPACE, wordParagraph, wordTable } from "../makers/docx-file.ts";
import { SLIDE_NAMESPACES } from "../makers/pptx-file.ts";
import { SHEET_NAMESPACES } from "../makers/xlsx-file.ts";
import {
  either,
  fails,
  type HostileFile,
  PASSWORDS,
  ready,
  saying,
  SENTENCE,
  slow,
  withoutText,
} from "./hostile-file.ts";
import { OFFICE_TYPES, officeFileWith, packedParts, TEXT_PARTS } from "../makers/office-parts.ts";
import { packedEntry, rawZip } from "../makers/archive.ts";

const body = wordParagraph(SENTENCE);
const parts = docxParts(body);

const manyEntries = (count: number): Uint8Array =>
  rawZip([
    ...packedParts(parts),
    ...Array.from({ length: count }, (_, index) => packedEntry(`media/${index}.bin`, "x")),
  ]);

const spanned = (cell: string, times: number): Uint8Array =>
  docxFile(`<w:tbl>${`<w:tr>${cell}</w:tr>`.repeat(times)}</w:tbl>${body}`);

/** Paragraphs of a list. */
const numbered = (paragraphs: number, level: number, start: string, label: string): Uint8Array =>
  docxFile(
    `<w:p><w:pPr><w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>${SENTENCE}</w:t></w:r></w:p>`.repeat(
      paragraphs,
    ),
    {
      "word/numbering.xml": `<w:numbering ${WORD_NAMESPACE}><w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0">${start}<w:lvlText w:val="${label}"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num></w:numbering>`,
      "word/_rels/document.xml.rels": relationships([
        officeRelation("styles", "styles.xml"),
        officeRelation("numbering", "numbering.xml"),
      ]),
    },
  );

/** Packages with missing, duplicated, misplaced or external parts. */
export const packages: readonly HostileFile[] = [
  ...saying(/parts|entries|files/, [fails("docx of 20,000 entries", () => manyEntries(20_000))]),
  fails("docx that is an empty zip", () => rawZip([])),
  fails("docx without its text part", () => rawZip(packedParts(parts).filter(({ name }) => name !== TEXT_PARTS.docx))),
  either("docx with two text parts of one name", () =>
    rawZip([...packedParts(parts), packedEntry(TEXT_PARTS.docx, "<w:broken")]),
  ),
  either("docx whose parts climb out of its folder", () =>
    rawZip([...packedParts(parts), packedEntry("../../../../tmp/quarry-was-here", "x")]),
  ),
  either("docx whose relationships name themselves", () =>
    docxFile(body, {
      "word/_rels/document.xml.rels": relationships([
        officeRelation("styles", "_rels/document.xml.rels"),
        officeRelation("footnotes", "document.xml"),
        officeRelation("comments", "document.xml"),
      ]),
    }),
  ),
  ready("docx with a style based on itself", () =>
    docxFile(`<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>${SENTENCE}</w:t></w:r></w:p>`, {
      "word/styles.xml": `<w:styles ${WORD_NAMESPACE}><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="x"/><w:basedOn w:val="Heading1"/></w:style></w:styles>`,
    }),
  ),
  ready("docx with a cell that spans a billion columns", () =>
    spanned(`<w:tc><w:tcPr><w:gridSpan w:val="1000000000"/></w:tcPr>${body}</w:tc>`, 3),
  ),
  either("docx with fields in fields 100,000 deep", () =>
    docxFile(
      `<w:p>${'<w:r><w:fldChar w:fldCharType="begin"/></w:r>'.repeat(100_000)}<w:r><w:t>${SENTENCE}</w:t></w:r></w:p>${body}`,
    ),
  ),
  either("docx with an equation 10,000 deep", () =>
    docxFile(
      `<w:p xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"><m:oMath>${"<m:f><m:num>".repeat(10_000)}<m:r><m:t>x</m:t></m:r>${"</m:num></m:f>".repeat(10_000)}</m:oMath></w:p>${body}`,
    ),
  ),
  either("docx with list levels and numbers without bounds", () =>
    numbered(3, 999_999_999, `<w:start w:val="99999999999999"/><w:numFmt w:val="lowerRoman"/>`, "%1.".repeat(100_000)),
  ),
  ready("docx with Roman numbers up to a million", () =>
    numbered(100, 0, `<w:start w:val="999999999"/><w:numFmt w:val="upperRoman"/>`, "%1."),
  ),
  either("pptx whose one slide stands 60,000 times in its list", () =>
    officeFileWith("pptx", {
      "ppt/presentation.xml": `<p:presentation ${SLIDE_NAMESPACES}><p:sldIdLst>${'<p:sldId id="256" r:id="rId1"/>'.repeat(60_000)}</p:sldIdLst></p:presentation>`,
    }),
  ),
  either("pptx with groups of shapes 10,000 deep", () =>
    officeFileWith("pptx", {
      [TEXT_PARTS.pptx]: `<p:sld ${SLIDE_NAMESPACES}><p:cSld><p:spTree>${"<p:grpSp>".repeat(10_000)}<p:sp><p:txBody><a:p><a:r><a:t>${SENTENCE}</a:t></a:r></a:p></p:txBody></p:sp>${"</p:grpSp>".repeat(10_000)}</p:spTree></p:cSld></p:sld>`,
    }),
  ),
  ...withoutText(PASSWORDS, [
    either("docx whose main part is /etc/passwd", () =>
      docxFile(body, {
        "_rels/.rels": relationships([officeRelation("officeDocument", "../../../../../../../../etc/passwd")]),
      }),
    ),
  ]),
  ...slow([
    ready("docx with a cell that spans 20,000 rows", () =>
      spanned(`<w:tc><w:tcPr><w:vMerge/></w:tcPr>${body}</w:tc>`, 20_000),
    ),
    ready("docx with a table of 60 × 2,000 cells", () =>
      docxFile(wordTable(Array.from({ length: 2_000 }, () => Array.from({ length: 60 }, () => "cell")))),
    ),
    either("xlsx with a million merged cells", () =>
      officeFileWith("xlsx", {
        [TEXT_PARTS.xlsx]: `<worksheet ${SHEET_NAMESPACES}><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>${SENTENCE}</t></is></c></row></sheetData><mergeCells>${'<mergeCell ref="A1:XFD1048576"/>'.repeat(1_000_000)}</mergeCells></worksheet>`,
      }),
    ),
  ]),
  ...OFFICE_TYPES.flatMap((fileType) => [
    fails(`${fileType} whose text part is noise`, () =>
      officeFileWith(fileType, { [TEXT_PARTS[fileType]]: Buffer.alloc(5_000, 0xa5) }),
    ),
    fails(`${fileType} whose text part ends in the middle`, () =>
      officeFileWith(fileType, { [TEXT_PARTS[fileType]]: "<a><b>" }),
    ),
  ]),
];
