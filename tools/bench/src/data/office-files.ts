import { writeFile } from "node:fs/promises";
import { strToU8, zipSync } from "fflate";
import { makePassage } from "./prose.ts";
import { randomFrom } from "./random.ts";
import type { Vocabulary } from "./vocabulary.ts";

const SEED = 13;
const COLUMNS = 10;
/** Of the cells that hold text, how many different ones there are: what sheets of this size have. */
const DIFFERENT_STRINGS = 100_000;

const RELATION = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

const writeZip = (path: string, parts: Readonly<Record<string, string>>): Promise<void> =>
  writeFile(
    path,
    zipSync(Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(xml)])), { level: 6 }),
  );

const frame = (mainPart: string, type: string): Readonly<Record<string, string>> => ({
  "[Content_Types].xml": `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/${mainPart}" ContentType="application/vnd.openxmlformats-officedocument.${type}.main+xml"/></Types>`,
  "_rels/.rels": relations([["officeDocument", mainPart]]),
});

const relations = (targets: readonly (readonly [type: string, target: string])[]): string =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${targets
    .map(
      ([type, target], index) => `<Relationship Id="rId${index + 1}" Type="${RELATION}/${type}" Target="${target}"/>`,
    )
    .join("")}</Relationships>`;

/** A workbook of one sheet: half of the columns text (shared strings), half numbers, one of them a date. */
export const writeWorkbook = (path: string, rows: number, vocabulary: Vocabulary): Promise<void> => {
  const random = randomFrom(SEED);
  const strings = Array.from({ length: Math.min(DIFFERENT_STRINGS, rows) }, () => makePassage(vocabulary, 4, random));
  const cells = (row: number): string =>
    Array.from({ length: COLUMNS }, (_, column) => {
      const reference = `${String.fromCharCode(65 + column)}${row}`;
      if (column % 2 === 0) return `<c r="${reference}" t="s"><v>${Math.floor(random() * strings.length)}</v></c>`;
      if (column === 9) return `<c r="${reference}" s="1"><v>${43_000 + (row % 2_000)}</v></c>`;
      return `<c r="${reference}"><v>${Math.round(random() * 1e6) / 100}</v></c>`;
    }).join("");
  const sheetRows: string[] = [];
  for (let row = 1; row <= rows; row += 1) sheetRows.push(`<row r="${row}">${cells(row)}</row>`);
  const namespace = `xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${RELATION}"`;
  return writeZip(path, {
    ...frame("xl/workbook.xml", "spreadsheetml.sheet"),
    "xl/_rels/workbook.xml.rels": relations([
      ["worksheet", "worksheets/sheet1.xml"],
      ["sharedStrings", "sharedStrings.xml"],
      ["styles", "styles.xml"],
    ]),
    "xl/workbook.xml": `<workbook ${namespace}><sheets><sheet name="Rows" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    "xl/styles.xml": `<styleSheet ${namespace}><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
    "xl/sharedStrings.xml": `<sst ${namespace}>${strings.map((text) => `<si><t>${text}</t></si>`).join("")}</sst>`,
    "xl/worksheets/sheet1.xml": `<worksheet ${namespace}><sheetData>${sheetRows.join("")}</sheetData></worksheet>`,
  });
};

const paragraph = (text: string, style = ""): string => `<w:p>${style}<w:r><w:t>${text}</w:t></w:r></w:p>`;

/** A Word document of about `characters` characters, with a heading over every few paragraphs and a table now and then. */
export const writeWordDocument = (path: string, characters: number, vocabulary: Vocabulary): Promise<void> => {
  const random = randomFrom(SEED);
  const heading = '<w:pPr><w:pStyle w:val="Heading1"/></w:pPr>';
  const body: string[] = [];
  for (let written = 0, index = 0; written < characters; index += 1) {
    const text = makePassage(vocabulary, index % 6 === 0 ? 4 : 80, random);
    written += text.length;
    if (index % 6 === 0) body.push(paragraph(text, heading));
    else if (index % 12 === 7) {
      const row = `<w:tr>${["a", "b", "c"].map((cell) => `<w:tc>${paragraph(`${cell} ${vocabulary.draw(random)}`)}</w:tc>`).join("")}</w:tr>`;
      body.push(`<w:tbl>${row.repeat(4)}</w:tbl>`);
    } else body.push(paragraph(text));
  }
  const namespace = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
  return writeZip(path, {
    ...frame("word/document.xml", "wordprocessingml.document"),
    "word/_rels/document.xml.rels": relations([["styles", "styles.xml"]]),
    "word/styles.xml": `<w:styles ${namespace}><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/></w:style></w:styles>`,
    "word/document.xml": `<w:document ${namespace}><w:body>${body.join("")}</w:body></w:document>`,
  });
};

const shape = (id: number, kind: string, texts: readonly string[]): string =>
  `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="s${id}"/><p:cNvSpPr/><p:nvPr><p:ph type="${kind}"/></p:nvPr></p:nvSpPr><p:spPr/><p:txBody><a:bodyPr/>${texts.map((text) => `<a:p><a:r><a:t>${text}</a:t></a:r></a:p>`).join("")}</p:txBody></p:sp>`;

/** A presentation of slides with a title and a few lines each. */
export const writePresentation = (path: string, slides: number, vocabulary: Vocabulary): Promise<void> => {
  const random = randomFrom(SEED);
  const namespaces = `xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:r="${RELATION}"`;
  const slide = (): string =>
    `<p:sld ${namespaces}><p:cSld><p:spTree>${shape(2, "title", [makePassage(vocabulary, 4, random)])}${shape(
      3,
      "body",
      Array.from({ length: 5 }, () => makePassage(vocabulary, 10, random)),
    )}</p:spTree></p:cSld></p:sld>`;
  const names = Array.from({ length: slides }, (_, index) => `slides/slide${index + 1}.xml`);
  return writeZip(path, {
    ...frame("ppt/presentation.xml", "presentationml.presentation"),
    "ppt/_rels/presentation.xml.rels": relations(names.map((name) => ["slide", name])),
    "ppt/presentation.xml": `<p:presentation ${namespaces}><p:sldIdLst>${names.map((_, index) => `<p:sldId id="${256 + index}" r:id="rId${index + 1}"/>`).join("")}</p:sldIdLst></p:presentation>`,
    ...Object.fromEntries(names.map((name) => [`ppt/${name}`, slide()])),
  });
};
