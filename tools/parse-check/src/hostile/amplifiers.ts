import { docxFile, wordParagraph } from "../fixtures/docx-file.ts";
import { inGroup } from "./hostile-file.ts";

const SENTENCE = "The bottom of the well is dry, and nobody may draw water from it before noon.";
const MEGABYTE = 1_048_576;

const longHeading = "a heading that does not end ".repeat(MEGABYTE / 28);
const manyParagraphs = (count: number): string => `${SENTENCE}\n\n`.repeat(count);

/** A header of many long cells over short rows. */
const wideHeader = (delimiter: string, columns: number, rows: number): string => {
  const header = Array.from({ length: columns }, (_, column) => `column number ${column} of very many`).join(delimiter);
  return `${header}\n${`${"1".padEnd(columns, delimiter)}\n`.repeat(rows)}`;
};

const htmlTable = (columns: number, rows: number): string =>
  `<table><tr>${"<th>a long name of a column</th>".repeat(columns)}</tr>${`<tr>${"<td>1</td>".repeat(columns)}</tr>`.repeat(rows)}</table>`;

/** What is repeated with every chunk (headings, headers, titles), made long: small files that would grow to gigabytes. */
export const amplifiers = inGroup("amplifiers", [
  {
    what: "md with a heading of 1 MB over 20,000 paragraphs",
    filename: "heading.md",
    make: () => Buffer.from(`# ${longHeading}\n\n${manyParagraphs(20_000)}`),
    ends: "ready",
  },
  {
    what: "md with a heading of 1 MB over 100 paragraphs",
    filename: "heading-short.md",
    make: () => Buffer.from(`# ${longHeading}\n\n${manyParagraphs(100)}`),
    ends: "ready",
    quick: true,
  },
  {
    what: "html with a heading of 1 MB over 20,000 paragraphs",
    filename: "heading.html",
    make: () => Buffer.from(`<h1>${longHeading}</h1>${`<p>${SENTENCE}</p>`.repeat(20_000)}`),
    ends: "ready",
  },
  {
    what: "html with a title of 1 MB over 5,000 paragraphs",
    filename: "title.html",
    make: () => Buffer.from(`<title>${longHeading}</title>${`<p>${SENTENCE}</p>`.repeat(5_000)}`),
    ends: "ready",
  },
  {
    what: "docx with a heading of 1 MB over 5,000 paragraphs",
    filename: "heading.docx",
    make: () => docxFile(wordParagraph(longHeading, 1) + wordParagraph(SENTENCE).repeat(5_000)),
    ends: "ready",
  },
  {
    what: "csv of 2,000 long column names over 2,000 rows",
    filename: "header.csv",
    make: () => Buffer.from(wideHeader(",", 2_000, 2_000)),
    ends: "ready",
  },
  {
    what: "csv of 2,000 long column names over 50 rows",
    filename: "header-short.csv",
    make: () => Buffer.from(wideHeader(",", 2_000, 50)),
    ends: "ready",
    quick: true,
  },
  {
    what: "csv with one column name of 1 MB over 20,000 rows",
    filename: "name.csv",
    make: () => Buffer.from(`${longHeading},b\n${"1,2\n".repeat(20_000)}`),
    ends: "either",
  },
  {
    what: "html with a table of 500 long column names and 1,000 rows",
    filename: "table.html",
    make: () => Buffer.from(htmlTable(500, 1_000)),
    ends: "ready",
  },
  {
    what: "json of 20,000 records under a key of 1 MB",
    filename: "key.json",
    make: () =>
      Buffer.from(
        JSON.stringify({ [longHeading]: Array.from({ length: 20_000 }, (_, index) => ({ a: index, text: SENTENCE })) }),
      ),
    ends: "either",
  },
  {
    what: "json of 5,000 records with 50 long keys each",
    filename: "keys.json",
    make: () =>
      Buffer.from(
        JSON.stringify(
          Array.from({ length: 5_000 }, () =>
            Object.fromEntries(Array.from({ length: 50 }, (_, key) => [`the key number ${key} of very many`, 1])),
          ),
        ),
      ),
    ends: "ready",
  },
  {
    what: "xml of 20,000 records in an element with a name of 100 kB",
    filename: "name.xml",
    make: () => {
      const name = "n".repeat(100_000);
      return Buffer.from(`<${name}>${`<r><a>1</a><t>${SENTENCE}</t></r>`.repeat(20_000)}</${name}>`);
    },
    ends: "either",
  },
]);
