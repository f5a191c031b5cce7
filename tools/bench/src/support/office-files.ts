import { createWriteStream, writeFileSync } from "node:fs";
import { pipeline } from "node:stream/promises";
import { madeUpWords, Random } from "@quarry/services/kit";
import { strToU8, zipSync } from "fflate";
import PDFDocument from "pdfkit";

const OPEN_XML = "http://schemas.openxmlformats.org";
const RELATION = `${OPEN_XML}/officeDocument/2006/relationships`;

const passage = (words: number, random: Random): string => madeUpWords().passage(words, random);

const relations = (targets: readonly (readonly [type: string, target: string])[]): string => {
  const each = targets.map(([type, target], at) => {
    return `<Relationship Id="rId${at + 1}" Type="${RELATION}/${type}" Target="${target}"/>`;
  });
  return `<Relationships xmlns="${OPEN_XML}/package/2006/relationships">${each.join("")}</Relationships>`;
};

/** Writes an archive of XML parts, the format of all these files. */
const writePackage = (path: string, type: string, main: string, parts: Readonly<Record<string, string>>): void => {
  const all = {
    "[Content_Types].xml": `<Types xmlns="${OPEN_XML}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/${main}" ContentType="application/vnd.openxmlformats-officedocument.${type}.main+xml"/></Types>`,
    "_rels/.rels": relations([["officeDocument", main]]),
    ...parts,
  };
  writeFileSync(path, zipSync(Object.fromEntries(Object.entries(all).map(([name, xml]) => [name, strToU8(xml)]))));
};

/**
 * Writes a workbook with one sheet of ten columns: half of them text (shared strings), half numbers, one of them dates.
 */
export const writeXlsx = (path: string, rows: number): void => {
  const random = new Random(13);
  // Distinct texts, as many as sheets of this size typically have.
  const strings = Array.from({ length: Math.min(100_000, rows) }, () => passage(4, random));
  const cell = (row: number, column: number): string => {
    const place = `${String.fromCharCode(65 + column)}${row}`;
    if (column % 2 === 0) return `<c r="${place}" t="s"><v>${random.between(0, strings.length - 1)}</v></c>`;
    if (column === 9) return `<c r="${place}" s="1"><v>${43_000 + (row % 2_000)}</v></c>`;
    return `<c r="${place}"><v>${random.between(0, 1_000_000) / 100}</v></c>`;
  };
  const sheet = Array.from({ length: rows }, (_, at) => {
    return `<row r="${at + 1}">${Array.from({ length: 10 }, (_, column) => cell(at + 1, column)).join("")}</row>`;
  });
  const namespace = `xmlns="${OPEN_XML}/spreadsheetml/2006/main" xmlns:r="${RELATION}"`;
  writePackage(path, "spreadsheetml.sheet", "xl/workbook.xml", {
    "xl/_rels/workbook.xml.rels": relations([
      ["worksheet", "worksheets/sheet1.xml"],
      ["sharedStrings", "sharedStrings.xml"],
      ["styles", "styles.xml"],
    ]),
    "xl/workbook.xml": `<workbook ${namespace}><sheets><sheet name="Rows" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    "xl/styles.xml": `<styleSheet ${namespace}><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
    "xl/sharedStrings.xml": `<sst ${namespace}>${strings.map((text) => `<si><t>${text}</t></si>`).join("")}</sst>`,
    "xl/worksheets/sheet1.xml": `<worksheet ${namespace}><sheetData>${sheet.join("")}</sheetData></worksheet>`,
  });
};

const paragraph = (text: string, style = ""): string => `<w:p>${style}<w:r><w:t>${text}</w:t></w:r></w:p>`;

/**
 * Writes a document of about `characters` characters, with a heading before every few paragraphs and occasional tables.
 */
export const writeDocx = (path: string, characters: number): void => {
  const random = new Random(13);
  const body: string[] = [];
  for (let written = 0, index = 0; written < characters; index += 1) {
    const text = passage(index % 6 === 0 ? 4 : 80, random);
    written += text.length;
    if (index % 12 === 7) {
      const row = `<w:tr>${["a", "b", "c"].map((cell) => `<w:tc>${paragraph(cell)}</w:tc>`).join("")}</w:tr>`;
      body.push(`<w:tbl>${row.repeat(4)}</w:tbl>`);
    } else body.push(paragraph(text, index % 6 === 0 ? '<w:pPr><w:pStyle w:val="Heading1"/></w:pPr>' : ""));
  }
  const namespace = `xmlns:w="${OPEN_XML}/wordprocessingml/2006/main"`;
  writePackage(path, "wordprocessingml.document", "word/document.xml", {
    "word/_rels/document.xml.rels": relations([["styles", "styles.xml"]]),
    "word/styles.xml": `<w:styles ${namespace}><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/></w:style></w:styles>`,
    "word/document.xml": `<w:document ${namespace}><w:body>${body.join("")}</w:body></w:document>`,
  });
};

/** Writes slides with a title and five lines each. */
export const writePptx = (path: string, slides: number): void => {
  const random = new Random(13);
  const namespaces = `xmlns:a="${OPEN_XML}/drawingml/2006/main" xmlns:p="${OPEN_XML}/presentationml/2006/main" xmlns:r="${RELATION}"`;
  const shape = (id: number, kind: string, lines: number, words: number) => {
    const texts = Array.from({ length: lines }, () => `<a:p><a:r><a:t>${passage(words, random)}</a:t></a:r></a:p>`);
    return `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="s${id}"/><p:cNvSpPr/><p:nvPr><p:ph type="${kind}"/></p:nvPr></p:nvSpPr><p:spPr/><p:txBody><a:bodyPr/>${texts.join("")}</p:txBody></p:sp>`;
  };
  const slide = () =>
    `<p:sld ${namespaces}><p:cSld><p:spTree>${shape(2, "title", 1, 4)}${shape(3, "body", 5, 10)}</p:spTree></p:cSld></p:sld>`;
  const names = Array.from({ length: slides }, (_, at) => `slides/slide${at + 1}.xml`);
  const list = names.map((_, at) => `<p:sldId id="${256 + at}" r:id="rId${at + 1}"/>`).join("");
  writePackage(path, "presentationml.presentation", "ppt/presentation.xml", {
    "ppt/_rels/presentation.xml.rels": relations(names.map((name) => ["slide", name])),
    "ppt/presentation.xml": `<p:presentation ${namespaces}><p:sldIdLst>${list}</p:sldIdLst></p:presentation>`,
    ...Object.fromEntries(names.map((name) => [`ppt/${name}`, slide()])),
  });
};

/** Writes pages full of text, each with a heading, a running header and its number. */
export const writePdf = async (path: string, pages: number): Promise<void> => {
  const random = new Random(17);
  const document = new PDFDocument({ autoFirstPage: false, margin: 60, info: { CreationDate: new Date(0) } });
  const written = pipeline(document, createWriteStream(path));
  for (let page = 1; page <= pages; page += 1) {
    document.addPage();
    // Otherwise a text below the margin would begin a new page.
    document.page.margins.bottom = 0;
    document.font("Helvetica").fontSize(8).text("The handbook of the bench", 60, 30, { lineBreak: false });
    document.text(String(page), 300, 810, { lineBreak: false });
    document.fontSize(16).text(passage(4, random).slice(0, -1), 60, 60);
    document.fontSize(10);
    for (let index = 0; index < 5; index += 1) document.moveDown(0.6).text(passage(90, random));
  }
  document.end();
  await written;
};
