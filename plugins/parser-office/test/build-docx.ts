import { MAIN_NAMESPACES, packageParts, relationships, zip } from "./build-office.ts";

export const run = (text: string, properties = ""): string =>
  `<w:r>${properties === "" ? "" : `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`;

export const paragraph = (text: string, style?: string): string =>
  paragraphOf(run(text), style === undefined ? "" : `<w:pStyle w:val="${style}"/>`);

export const paragraphOf = (runs: string, properties = ""): string =>
  `<w:p>${properties === "" ? "" : `<w:pPr>${properties}</w:pPr>`}${runs}</w:p>`;

export const table = (rows: readonly (readonly string[])[]): string =>
  `<w:tbl>${rows.map((row) => `<w:tr>${row.map((cell) => `<w:tc>${paragraph(cell)}</w:tc>`).join("")}</w:tr>`).join("")}</w:tbl>`;

const headings = [1, 2, 3]
  .map(
    (level) =>
      `<w:style w:type="paragraph" w:styleId="Heading${level}"><w:name w:val="heading ${level}"/><w:pPr><w:outlineLvl w:val="${level - 1}"/></w:pPr></w:style>`,
  )
  .join("");

export interface DocxParts {
  /** Path of the main part. */
  readonly mainPart?: string;
  /** `<w:style>` elements in addition to the headings. */
  readonly styles?: string;
  /** Content of additional parts by their type, which is also their name: `footnotes`, `comments`, `header`. */
  readonly parts?: Readonly<Record<string, string>>;
  /** Archive entries in addition to others or in place of them. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
}

/** Builds a Word document around a body. */
export function buildDocx(
  body: string,
  { mainPart = "word/document.xml", styles = "", parts = {}, files = {} }: DocxParts = {},
): Uint8Array {
  const folder = mainPart.slice(0, mainPart.lastIndexOf("/"));
  const name = mainPart.slice(folder.length + 1);
  const types = Object.keys(parts);
  return zip({
    ...packageParts(mainPart, "wordprocessingml.document"),
    [mainPart]: `<w:document ${MAIN_NAMESPACES.word}><w:body>${body}</w:body></w:document>`,
    [`${folder}/styles.xml`]: `<w:styles ${MAIN_NAMESPACES.word}>${headings}${styles}</w:styles>`,
    [`${folder}/_rels/${name}.rels`]: relationships(
      ["s1", "styles", "styles.xml"],
      ...types.map((type) => [type, type, `${type}.xml`] as const),
    ),
    ...Object.fromEntries(types.map((type) => [`${folder}/${type}.xml`, parts[type]!])),
    ...files,
  });
}

export const footnotes = (...texts: readonly string[]): string =>
  `<w:footnotes ${MAIN_NAMESPACES.word}><w:footnote w:type="separator" w:id="0">${paragraph("no text")}</w:footnote>${texts
    .map((text, index) => `<w:footnote w:id="${index + 1}">${paragraph(text)}</w:footnote>`)
    .join("")}</w:footnotes>`;

export const manualDocx = buildDocx(
  [
    paragraph("Pump handbook", "Heading1"),
    paragraphOf(`${run("The pump lifts water by twelve metres.")}<w:r><w:footnoteReference w:id="1"/></w:r>`),
    paragraph("Parts", "Heading2"),
    table([
      ["Part", "Price"],
      ["Valve", "12.50"],
      ["Seal", "3.20"],
    ]),
    paragraph("The warranty lasts two years."),
  ].join(""),
  { parts: { footnotes: footnotes("Measured at sea level.") } },
);
