import { docxFile, wordParagraph } from "../makers/docx-file.ts";
import { either, type HostileFile, ready, slow } from "./hostile-file.ts";

const SENTENCE = "The bottom of the well is dry, and nobody may draw water from it before noon.";
const MEGABYTE = 1_048_576;

const longHeading = "a heading that does not end ".repeat(MEGABYTE / 28);
const manyParagraphs = (count: number): string => `${SENTENCE}\n\n`.repeat(count);

/** Returns a table with a header of many long cells over short rows. */
const wideHeader = (delimiter: string, columns: number, rows: number): string => {
  const header = Array.from({ length: columns }, (_, column) => `column number ${column} of very many`).join(delimiter);
  return `${header}\n${`${"1".padEnd(columns, delimiter)}\n`.repeat(rows)}`;
};

const htmlTable = (columns: number, rows: number): string =>
  `<table><tr>${"<th>a long name of a column</th>".repeat(columns)}</tr>${`<tr>${"<td>1</td>".repeat(columns)}</tr>`.repeat(rows)}</table>`;

/**
 * Long texts that are repeated in every chunk (headings, headers, titles): small files that would grow to gigabytes.
 */
export const amplifiers: readonly HostileFile[] = [
  ...slow([
    ready("md with a heading of 1 MB over 20,000 paragraphs", () => `# ${longHeading}\n\n${manyParagraphs(20_000)}`),
    ready(
      "html with a heading of 1 MB over 20,000 paragraphs",
      () => `<h1>${longHeading}</h1>${`<p>${SENTENCE}</p>`.repeat(20_000)}`,
    ),
    ready(
      "html with a title of 1 MB over 5,000 paragraphs",
      () => `<title>${longHeading}</title>${`<p>${SENTENCE}</p>`.repeat(5_000)}`,
    ),
    ready("docx with a heading of 1 MB over 5,000 paragraphs", () =>
      docxFile(wordParagraph(longHeading, 1) + wordParagraph(SENTENCE).repeat(5_000)),
    ),
    ready("csv of 2,000 long column names over 2,000 rows", () => wideHeader(",", 2_000, 2_000)),
    either("csv with one column name of 1 MB over 20,000 rows", () => `${longHeading},b\n${"1,2\n".repeat(20_000)}`),
    ready("html with a table of 500 long column names and 1,000 rows", () => htmlTable(500, 1_000)),
    either("json of 20,000 records under a key of 1 MB", () =>
      JSON.stringify({ [longHeading]: Array.from({ length: 20_000 }, (_, index) => ({ a: index, text: SENTENCE })) }),
    ),
    ready("json of 5,000 records with 50 long keys each", () =>
      JSON.stringify(
        Array.from({ length: 5_000 }, () =>
          Object.fromEntries(Array.from({ length: 50 }, (_, key) => [`the key number ${key} of very many`, 1])),
        ),
      ),
    ),
    either("xml of 20,000 records in an element with a name of 100 kB", () => {
      const name = "n".repeat(100_000);
      return Buffer.from(`<${name}>${`<r><a>1</a><t>${SENTENCE}</t></r>`.repeat(20_000)}</${name}>`);
    }),
  ]),
  ready("md with a heading of 1 MB over 100 paragraphs", () => `# ${longHeading}\n\n${manyParagraphs(100)}`),
  ready("csv of 2,000 long column names over 50 rows", () => wideHeader(",", 2_000, 50)),
];
