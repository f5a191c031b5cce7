import { relationships, officeRelation } from "../fixtures/office-package.ts";
import { docxFile, docxParts, WORD_NAMESPACE, wordParagraph, wordTable } from "../fixtures/docx-file.ts";
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
