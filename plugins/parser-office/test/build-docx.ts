import { MAIN_NAMESPACES, packageParts, relationships, zip } from "./build-office.ts";

export const paragraph = (text: string, style?: string): string =>
  `<w:p>${style === undefined ? "" : `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}<w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;

export const table = (rows: readonly (readonly string[])[]): string =>
  `<w:tbl>${rows.map((row) => `<w:tr>${row.map((cell) => `<w:tc>${paragraph(cell)}</w:tc>`).join("")}</w:tr>`).join("")}</w:tbl>`;

const styles = `<w:styles ${MAIN_NAMESPACES.word}>${[1, 2, 3]
  .map(
    (level) =>
      `<w:style w:type="paragraph" w:styleId="Heading${level}"><w:name w:val="heading ${level}"/><w:pPr><w:outlineLvl w:val="${level - 1}"/></w:pPr></w:style>`,
  )
  .join("")}</w:styles>`;

/** A Word document around a body; its main part may lie elsewhere than usual. */
export function buildDocx(body: string, mainPart = "word/document.xml"): Uint8Array {
  const folder = mainPart.slice(0, mainPart.lastIndexOf("/"));
  const name = mainPart.slice(folder.length + 1);
  return zip({
    ...packageParts(mainPart, "wordprocessingml.document"),
    [mainPart]: `<w:document ${MAIN_NAMESPACES.word}><w:body>${body}</w:body></w:document>`,
    [`${folder}/styles.xml`]: styles,
    ...(body.includes("footnoteReference") && {
      [`${folder}/footnotes.xml`]: `<w:footnotes ${MAIN_NAMESPACES.word}><w:footnote w:id="1">${paragraph("Measured at sea level.")}</w:footnote></w:footnotes>`,
    }),
    [`${folder}/_rels/${name}.rels`]: relationships(
      ["s1", "styles", "styles.xml"],
      ["f1", "footnotes", "footnotes.xml"],
    ),
  });
}

export const manualDocx = buildDocx(
  [
    paragraph("Pump handbook", "Heading1"),
    `<w:p><w:r><w:t>The pump lifts water by twelve metres.</w:t></w:r><w:r><w:footnoteReference w:id="1"/></w:r></w:p>`,
    paragraph("Parts", "Heading2"),
    table([
      ["Part", "Price"],
      ["Valve", "12.50"],
      ["Seal", "3.20"],
    ]),
    paragraph("The warranty lasts two years."),
  ].join(""),
);
