import {
  escapeXml,
  officeRelation,
  packageFrame,
  relationships,
  zipParts,
  type OfficeParts,
} from "./office-package.ts";

export const WORD_NAMESPACE = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';

/** Returns a paragraph, or a heading if `headingLevel` is set. */
export const wordParagraph = (text: string, headingLevel?: number): string => {
  const style = headingLevel === undefined ? "" : `<w:pPr><w:pStyle w:val="Heading${headingLevel}"/></w:pPr>`;
  return `<w:p>${style}<w:r><w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r></w:p>`;
};

export const wordTable = (rows: readonly (readonly string[])[]): string =>
  `<w:tbl>${rows
    .map((row) => `<w:tr>${row.map((cell) => `<w:tc>${wordParagraph(cell)}</w:tc>`).join("")}</w:tr>`)
    .join("")}</w:tbl>`;

const STYLES = `<w:styles ${WORD_NAMESPACE}>${[1, 2, 3]
  .map(
    (level) =>
      `<w:style w:type="paragraph" w:styleId="Heading${level}"><w:name w:val="heading ${level}"/>` +
      `<w:pPr><w:outlineLvl w:val="${level - 1}"/></w:pPr></w:style>`,
  )
  .join("")}</w:styles>`;

/** Returns the parts of a Word document with this XML as its body; `more` adds or replaces parts. */
export const docxParts = (body: string, more: OfficeParts = {}): OfficeParts => ({
  ...packageFrame("word/document.xml", {
    "word/document.xml": "wordprocessingml.document.main",
    "word/styles.xml": "wordprocessingml.styles",
  }),
  "word/_rels/document.xml.rels": relationships([officeRelation("styles", "styles.xml")]),
  "word/styles.xml": STYLES,
  "word/document.xml": `<w:document ${WORD_NAMESPACE}><w:body>${body}<w:sectPr/></w:body></w:document>`,
  ...more,
});

export const docxFile = (body: string, more: OfficeParts = {}): Uint8Array => zipParts(docxParts(body, more));
