import { docxFile, wordParagraph } from "../fixtures/docx-file.ts";
import { onePage, writeRawPdf } from "../fixtures/raw-pdf.ts";
import { inGroup } from "./hostile-file.ts";

const SENTENCE = "The bottom of the well is dry.";
const DEEP = 10_000;
const VERY_DEEP = 1_000_000;
const TOO_DEEP = /deep|nest/;

const nested = (open: string, close: string, depth: number, inner = SENTENCE): Buffer =>
  Buffer.from(open.repeat(depth) + inner + close.repeat(depth));

const nestedTables = (depth: number): Uint8Array =>
  docxFile(
    `${"<w:tbl><w:tr><w:tc>".repeat(depth)}${wordParagraph(SENTENCE)}${"<w:p/></w:tc></w:tr></w:tbl>".repeat(depth)}`,
  );

/** A page tree of one child per level. */
const deepPageTree = (depth: number): Uint8Array => {
  const objects = onePage({ data: `BT /F1 12 Tf 50 700 Td (${SENTENCE}) Tj ET` });
  objects.set(2, "<< /Type /Pages /Kids [100 0 R] /Count 1 >>");
  for (let level = 0; level < depth; level++) {
    const child = level === depth - 1 ? 3 : 101 + level;
    objects.set(
      100 + level,
      `<< /Type /Pages /Kids [${child} 0 R] /Count 1 /Parent ${level === 0 ? 2 : 99 + level} 0 R >>`,
    );
  }
  return writeRawPdf(objects);
};

const pdfWithValue = (value: string): Uint8Array =>
  writeRawPdf(
    new Map([
      ...onePage({ data: `BT /F1 12 Tf 50 700 Td (${SENTENCE}) Tj ET` }),
      [20, value],
      [1, "<< /Type /Catalog /Pages 2 0 R /Deep 20 0 R >>"],
    ]),
  );

/** Nesting far beyond what any editor makes. */
export const nesting = inGroup("nesting", [
  {
    what: "xml 10,000 deep",
    filename: "deep.xml",
    make: () => nested("<a>", "</a>", DEEP),
    ends: "failed",
    message: TOO_DEEP,
    quick: true,
  },
  {
    what: "xml a million deep",
    filename: "abyss.xml",
    make: () => nested("<a>", "</a>", VERY_DEEP),
    ends: "failed",
    message: TOO_DEEP,
    quick: true,
  },
  {
    what: "xml a million open elements",
    filename: "open.xml",
    make: () => nested("<a>", "", VERY_DEEP),
    ends: "failed",
    message: /./,
    quick: true,
  },
  {
    what: "json 10,000 deep",
    filename: "deep.json",
    make: () => nested('[{"a":', "}]", DEEP / 2, JSON.stringify(SENTENCE)),
    ends: "failed",
    message: TOO_DEEP,
    quick: true,
  },
  {
    what: "json a million deep",
    filename: "abyss.json",
    make: () => nested("[", "]", VERY_DEEP, JSON.stringify(SENTENCE)),
    ends: "failed",
    message: TOO_DEEP,
    quick: true,
  },
  {
    what: "json a million open brackets",
    filename: "open.json",
    make: () => nested("[", "", VERY_DEEP, ""),
    ends: "failed",
    message: /./,
    quick: true,
  },
  {
    what: "html 10,000 deep",
    filename: "deep.html",
    make: () => nested("<div>", "</div>", DEEP),
    ends: "either",
    message: TOO_DEEP,
    quick: true,
  },
  {
    what: "html a million deep",
    filename: "abyss.html",
    make: () => nested("<div>", "</div>", VERY_DEEP),
    ends: "either",
    message: TOO_DEEP,
    quick: true,
  },
  {
    what: "html a million open inline elements",
    filename: "inline.html",
    make: () => nested("<b><i>", "", VERY_DEEP / 2),
    ends: "either",
    message: TOO_DEEP,
    quick: true,
  },
  {
    what: "html of tables 10,000 deep",
    filename: "tables.html",
    make: () => nested("<table><tr><td>", "</td></tr></table>", DEEP),
    ends: "either",
    message: TOO_DEEP,
    quick: true,
  },
  {
    what: "html of lists 10,000 deep",
    filename: "lists.html",
    make: () => nested("<ul><li>x", "</ul>", DEEP),
    ends: "either",
    message: TOO_DEEP,
    quick: true,
  },
  {
    what: "docx of tables 10,000 deep",
    filename: "tables.docx",
    make: () => nestedTables(DEEP),
    ends: "failed",
    message: TOO_DEEP,
    quick: true,
  },
  {
    what: "docx of tables 100,000 deep",
    filename: "abyss.docx",
    make: () => nestedTables(DEEP * 10),
    ends: "failed",
    message: /./,
  },
  {
    what: "md of 10,000 quotes in quotes",
    filename: "quotes.md",
    make: () => nested(">", "", DEEP, ` ${SENTENCE}`),
    ends: "either",
    quick: true,
  },
  {
    what: "md of 100,000 open brackets",
    filename: "brackets.md",
    make: () => nested("[", "", 100_000),
    ends: "ready",
    quick: true,
  },
  {
    what: "md of 100,000 emphases",
    filename: "emphasis.md",
    make: () => nested("*a **b ", "", 50_000),
    ends: "ready",
    quick: true,
  },
  {
    what: "md of 100,000 open links",
    filename: "links.md",
    make: () => nested("[a](b", "", 100_000, `\n\n${SENTENCE}`),
    ends: "either",
  },
  {
    what: "md of a list 2,000 deep",
    filename: "list.md",
    make: () =>
      Buffer.from(Array.from({ length: 2_000 }, (_, level) => `${"  ".repeat(level)}- The well ${level}`).join("\n")),
    ends: "either",
    quick: true,
  },
  {
    what: "pdf with a page tree 10,000 deep",
    filename: "tree.pdf",
    make: () => deepPageTree(DEEP),
    ends: "either",
    quick: true,
  },
  {
    what: "pdf with a list 100,000 deep",
    filename: "array.pdf",
    make: () => pdfWithValue("[".repeat(100_000) + "]".repeat(100_000)),
    ends: "either",
    quick: true,
  },
  {
    what: "pdf with a dictionary 100,000 deep",
    filename: "dictionary.pdf",
    make: () => pdfWithValue(`${"<</A".repeat(100_000)} 1 ${">>".repeat(100_000)}`),
    ends: "either",
    quick: true,
  },
  {
    what: "pdf whose page saves its state a million times",
    filename: "state.pdf",
    make: () => writeRawPdf(onePage({ data: `${"q ".repeat(1_000_000)}BT /F1 12 Tf 50 700 Td (${SENTENCE}) Tj ET` })),
    ends: "either",
    quick: true,
  },
]);
