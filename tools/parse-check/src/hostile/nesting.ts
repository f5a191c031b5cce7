import { docxFile, wordParagraph } from "../makers/docx-file.ts";
import { onePage, type PdfObject } from "../makers/raw-pdf.ts";
import { either, fails, type HostileFile, ready, saying, SENTENCE, slow } from "./hostile-file.ts";

const DEEP = 10_000;
const VERY_DEEP = 1_000_000;
const TOO_DEEP = /deep|nest/;

const nested = (open: string, close: string, depth: number, inner = SENTENCE): Buffer =>
  Buffer.from(open.repeat(depth) + inner + close.repeat(depth));

const nestedTables = (depth: number): Uint8Array =>
  docxFile(
    `${"<w:tbl><w:tr><w:tc>".repeat(depth)}${wordParagraph(SENTENCE)}${"<w:p/></w:tc></w:tr></w:tbl>".repeat(depth)}`,
  );

const TEXT = { data: `BT /F1 12 Tf 50 700 Td (${SENTENCE}) Tj ET` };

const pageNode = (child: number, more: string) => `<< /Type /Pages /Kids [${child} 0 R] /Count 1 ${more} >>`;

/** Returns a page tree with one child per level. */
const deepPageTree = (depth: number): Uint8Array => {
  const objects: Record<number, PdfObject> = { 2: pageNode(100, "") };
  for (let level = 0; level < depth; level++) {
    const number = 100 + level;
    objects[number] = pageNode(level === depth - 1 ? 3 : number + 1, `/Parent ${level === 0 ? 2 : number - 1} 0 R`);
  }
  return onePage(TEXT, objects);
};

const pdfWithValue = (value: string): Uint8Array =>
  onePage(TEXT, { 1: "<< /Type /Catalog /Pages 2 0 R /Deep 20 0 R >>", 20: value });

/** Nesting far deeper than any editor creates. */
export const nesting: readonly HostileFile[] = [
  ...saying(TOO_DEEP, [
    fails("xml 10,000 deep", () => nested("<a>", "</a>", DEEP)),
    fails("xml a million deep", () => nested("<a>", "</a>", VERY_DEEP)),
    fails("json 10,000 deep", () => nested('[{"a":', "}]", DEEP / 2, JSON.stringify(SENTENCE))),
    fails("json a million deep", () => nested("[", "]", VERY_DEEP, JSON.stringify(SENTENCE))),
    either("html 10,000 deep", () => nested("<div>", "</div>", DEEP)),
    either("html a million deep", () => nested("<div>", "</div>", VERY_DEEP)),
    either("html a million open inline elements", () => nested("<b><i>", "", VERY_DEEP / 2)),
    either("html of tables 10,000 deep", () => nested("<table><tr><td>", "</td></tr></table>", DEEP)),
    either("html of lists 10,000 deep", () => nested("<ul><li>x", "</ul>", DEEP)),
    fails("docx of tables 10,000 deep", () => nestedTables(DEEP)),
  ]),
  fails("xml a million open elements", () => nested("<a>", "", VERY_DEEP)),
  fails("json a million open brackets", () => nested("[", "", VERY_DEEP, "")),
  either("md of 10,000 quotes in quotes", () => nested(">", "", DEEP, ` ${SENTENCE}`)),
  ready("md of 100,000 open brackets", () => nested("[", "", 100_000)),
  ready("md of 100,000 emphases", () => nested("*a **b ", "", 50_000)),
  either("md of a list 2,000 deep", () =>
    Array.from({ length: 2_000 }, (_, level) => `${"  ".repeat(level)}- The well ${level}`).join("\n"),
  ),
  either("pdf with a page tree 10,000 deep", () => deepPageTree(DEEP)),
  either("pdf with a list 100,000 deep", () => pdfWithValue("[".repeat(100_000) + "]".repeat(100_000))),
  either("pdf with a dictionary 100,000 deep", () =>
    pdfWithValue(`${"<</A".repeat(100_000)} 1 ${">>".repeat(100_000)}`),
  ),
  either("pdf whose page saves its state a million times", () =>
    onePage({ data: `${"q ".repeat(1_000_000)}${TEXT.data}` }),
  ),
  ...slow([
    fails("docx of tables 100,000 deep", () => nestedTables(DEEP * 10)),
    either("md of 100,000 open links", () => nested("[a](b", "", 100_000, `\n\n${SENTENCE}`)),
  ]),
];
