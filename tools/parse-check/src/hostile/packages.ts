import { relationships, officeRelation } from "../fixtures/office-package.ts";
import { docxFile, docxParts, WORD_NAMESPACE, wordParagraph, wordTable } from "../fixtures/docx-file.ts";
import { SLIDE_NAMESPACES } from "../fixtures/pptx-file.ts";
import { SHEET_NAMESPACES } from "../fixtures/xlsx-file.ts";
import { inGroup } from "./hostile-file.ts";
import { officeFileWith, OFFICE_TYPES, TEXT_PARTS } from "./office-parts.ts";
import { packedEntry, rawZip } from "./raw-zip.ts";

const SENTENCE = "The bottom of the well is dry.";
const body = wordParagraph(SENTENCE);
const parts = Object.entries(docxParts(body));
const PASSWORDS = /root:.*:0:0/;

const manyEntries = (count: number): Uint8Array =>
  rawZip([
    ...parts.map(([name, xml]) => packedEntry(name, xml)),
    ...Array.from({ length: count }, (_, index) => packedEntry(`media/${index}.bin`, "x")),
  ]);

const spanned = (cell: string, times: number): Uint8Array =>
  docxFile(`<w:tbl>${`<w:tr>${cell}</w:tr>`.repeat(times)}</w:tbl>${body}`);

/** Packages whose parts are missing, doubled, elsewhere, or point outside. */
export const packages = inGroup("packages", [
  {
    what: "docx of 20,000 entries",
    filename: "entries.docx",
    make: () => manyEntries(20_000),
    ends: "failed",
    message: /parts|entries|files/,
    quick: true,
  },
  {
    what: "docx that is an empty zip",
    filename: "empty.docx",
    make: () => rawZip([]),
    ends: "failed",
    message: /./,
    quick: true,
  },
  {
    what: "docx without its text part",
    filename: "missing.docx",
    make: () => rawZip(parts.filter(([name]) => name !== TEXT_PARTS.docx).map(([name, xml]) => packedEntry(name, xml))),
    ends: "failed",
    message: /./,
    quick: true,
  },
  {
    what: "docx with two text parts of one name",
    filename: "double.docx",
    make: () =>
      rawZip([...parts, [TEXT_PARTS.docx, "<w:broken"] as const].map(([name, xml]) => packedEntry(name, xml))),
    ends: "either",
    quick: true,
  },
  {
    what: "docx whose main part is /etc/passwd",
    filename: "outside.docx",
    make: () =>
      docxFile(body, {
        "_rels/.rels": relationships([officeRelation("officeDocument", "../../../../../../../../etc/passwd")]),
      }),
    ends: "either",
    forbidden: PASSWORDS,
    quick: true,
  },
  {
    what: "docx whose parts climb out of its folder",
    filename: "climb.docx",
    make: () =>
      rawZip([
        ...parts.map(([name, xml]) => packedEntry(name, xml)),
        packedEntry("../../../../tmp/quarry-was-here", "x"),
      ]),
    ends: "either",
    quick: true,
  },
  {
    what: "docx whose relationships name themselves",
    filename: "relations.docx",
    make: () =>
      docxFile(body, {
        "word/_rels/document.xml.rels": relationships([
          officeRelation("styles", "_rels/document.xml.rels"),
          officeRelation("footnotes", "document.xml"),
          officeRelation("comments", "document.xml"),
        ]),
      }),
    ends: "either",
    quick: true,
  },
  {
    what: "docx with a style based on itself",
    filename: "style.docx",
    make: () =>
      docxFile(`<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>${SENTENCE}</w:t></w:r></w:p>`, {
        "word/styles.xml": `<w:styles ${WORD_NAMESPACE}><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="x"/><w:basedOn w:val="Heading1"/></w:style></w:styles>`,
      }),
    ends: "ready",
    quick: true,
  },
  {
    what: "docx with a cell that spans a billion columns",
    filename: "span.docx",
    make: () => spanned(`<w:tc><w:tcPr><w:gridSpan w:val="1000000000"/></w:tcPr>${body}</w:tc>`, 3),
    ends: "ready",
    quick: true,
  },
  {
    what: "docx with a cell that spans 20,000 rows",
    filename: "merge.docx",
    make: () => spanned(`<w:tc><w:tcPr><w:vMerge/></w:tcPr>${body}</w:tc>`, 20_000),
    ends: "ready",
  },
  {
    what: "docx with a table of 60 × 2,000 cells",
    filename: "table.docx",
    make: () => docxFile(wordTable(Array.from({ length: 2_000 }, () => Array.from({ length: 60 }, () => "cell")))),
    ends: "ready",
  },
  {
    what: "docx with fields in fields 100,000 deep",
    filename: "fields.docx",
    make: () =>
      docxFile(
        `<w:p>${'<w:r><w:fldChar w:fldCharType="begin"/></w:r>'.repeat(100_000)}<w:r><w:t>${SENTENCE}</w:t></w:r></w:p>${body}`,
      ),
    ends: "either",
    quick: true,
  },
  {
    what: "docx with an equation 10,000 deep",
    filename: "equation.docx",
    make: () =>
      docxFile(
        `<w:p xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"><m:oMath>${"<m:f><m:num>".repeat(10_000)}<m:r><m:t>x</m:t></m:r>${"</m:num></m:f>".repeat(10_000)}</m:oMath></w:p>${body}`,
      ),
    ends: "either",
    quick: true,
  },
  {
    what: "docx with list levels and numbers without bounds",
    filename: "list.docx",
    make: () =>
      docxFile(
        `<w:p><w:pPr><w:numPr><w:ilvl w:val="999999999"/><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>${SENTENCE}</w:t></w:r></w:p>`.repeat(
          3,
        ),
        {
          "word/numbering.xml": `<w:numbering ${WORD_NAMESPACE}><w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:start w:val="99999999999999"/><w:numFmt w:val="lowerRoman"/><w:lvlText w:val="${"%1.".repeat(100_000)}"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num></w:numbering>`,
          "word/_rels/document.xml.rels": relationships([
            officeRelation("styles", "styles.xml"),
            officeRelation("numbering", "numbering.xml"),
          ]),
        },
      ),
    ends: "either",
    quick: true,
  },
  {
    what: "docx with Roman numbers up to a million",
    filename: "roman.docx",
    make: () =>
      docxFile(
        `<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>${SENTENCE}</w:t></w:r></w:p>`.repeat(
          100,
        ),
        {
          "word/numbering.xml": `<w:numbering ${WORD_NAMESPACE}><w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:start w:val="999999999"/><w:numFmt w:val="upperRoman"/><w:lvlText w:val="%1."/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num></w:numbering>`,
          "word/_rels/document.xml.rels": relationships([
            officeRelation("styles", "styles.xml"),
            officeRelation("numbering", "numbering.xml"),
          ]),
        },
      ),
    ends: "ready",
    quick: true,
  },
  {
    what: "pptx whose one slide stands 60,000 times in its list",
    filename: "slides.pptx",
    make: () =>
      officeFileWith("pptx", {
        "ppt/presentation.xml": `<p:presentation ${SLIDE_NAMESPACES}><p:sldIdLst>${'<p:sldId id="256" r:id="rId1"/>'.repeat(60_000)}</p:sldIdLst></p:presentation>`,
      }),
    ends: "either",
    quick: true,
  },
  {
    what: "pptx with groups of shapes 10,000 deep",
    filename: "groups.pptx",
    make: () =>
      officeFileWith("pptx", {
        [TEXT_PARTS.pptx]: `<p:sld ${SLIDE_NAMESPACES}><p:cSld><p:spTree>${"<p:grpSp>".repeat(10_000)}<p:sp><p:txBody><a:p><a:r><a:t>${SENTENCE}</a:t></a:r></a:p></p:txBody></p:sp>${"</p:grpSp>".repeat(10_000)}</p:spTree></p:cSld></p:sld>`,
      }),
    ends: "either",
    quick: true,
  },
  {
    what: "xlsx with a million merged cells",
    filename: "merged.xlsx",
    make: () =>
      officeFileWith("xlsx", {
        [TEXT_PARTS.xlsx]: `<worksheet ${SHEET_NAMESPACES}><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>${SENTENCE}</t></is></c></row></sheetData><mergeCells>${'<mergeCell ref="A1:XFD1048576"/>'.repeat(1_000_000)}</mergeCells></worksheet>`,
      }),
    ends: "either",
  },
  ...OFFICE_TYPES.map((fileType) => ({
    what: `${fileType} whose text part is noise`,
    filename: `noise.${fileType}`,
    make: () => officeFileWith(fileType, { [TEXT_PARTS[fileType]]: Buffer.alloc(5_000, 0xa5) }),
    ends: "failed" as const,
    message: /./,
    quick: true,
  })),
  ...OFFICE_TYPES.map((fileType) => ({
    what: `${fileType} whose text part ends in the middle`,
    filename: `half.${fileType}`,
    make: () => officeFileWith(fileType, { [TEXT_PARTS[fileType]]: "<a><b>" }),
    ends: "failed" as const,
    message: /./,
    quick: true,
  })),
]);
