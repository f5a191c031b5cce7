import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import type { CorpusFile } from "../corpus.ts";
import { htmlReference } from "./html-reference.ts";
import { markupTokens, unescapeMarkup } from "./markup-tokens.ts";
import { docxReference, pptxReference, xlsxReference } from "./office-reference.ts";
import { onePage, type Reference } from "./reference.ts";

export const hasPdftotext = (): boolean => spawnSync("pdftotext", ["-v"]).error === undefined;

const MAX_BYTES = 1 << 28;

/** Extracts the lines of `pdftotext` page by page; rejoins words hyphenated at line ends. */
const pdfReference = (path: string): Reference | undefined => {
  const { stdout, status } = spawnSync("pdftotext", [path, "-"], { maxBuffer: MAX_BYTES, encoding: "utf8" });
  if (status !== 0) return undefined;
  const pages = stdout.split("\f").slice(0, -1);
  return {
    pages: pages.map((text, index) => ({
      page: index + 1,
      lines: text.replaceAll(/(\p{Ll})[-\u00ad]\n(?=\p{Ll})/gu, "$1").split("\n"),
    })),
    headings: [],
    rows: [],
  };
};

/**
 * Decodes text by its byte-order mark, else the encoding declared in its head, else UTF-8 if valid, else Windows-1252.
 */
const decoded = (bytes: Buffer): string => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    const declared = /(?:charset|encoding)\s*=\s*["']?([\w-]+)/i.exec(bytes.toString("latin1"))?.[1];
    return new TextDecoder(declared !== undefined && !/utf-?8/i.test(declared) ? declared : "windows-1252").decode(
      bytes,
    );
  }
};

/** Extracts the values of JSON, without their keys. */
const jsonReference = (text: string): Reference => {
  const values: string[] = [];
  // Numbers as written: JavaScript numbers would lose digits.
  const left: unknown[] = [
    JSON.parse(text, (_, value: unknown, context?: { readonly source?: string }) =>
      typeof value === "number" ? context?.source : value,
    ),
  ];
  while (left.length > 0) {
    const value = left.pop();
    if (typeof value === "string" || typeof value === "number") values.push(String(value));
    else if (value !== null && typeof value === "object") left.push(...Object.values(value));
  }
  return onePage(values);
};

/** Extracts the words of Markdown without URLs, tags and front matter. */
const markdownReference = (source: string): Reference => {
  const text = source.replace(/^---\n[\s\S]*?\n---\n/, "");
  const outsideFences = text.replaceAll(/^(```|~~~)[\s\S]*?^\1/gm, "");
  const plain = unescapeMarkup(
    text.replaceAll(/\]\([^)\s]*\)/g, "] ").replaceAll(/<\/?[a-z][^>]*>|<!--[\s\S]*?-->/gi, " "),
  );
  const lines = outsideFences.split("\n");
  const tableLines = lines.filter((line) => /^\s*\|.*\|\s*$/.test(line) && !/^[\s|:-]+$/.test(line));
  return onePage(
    [plain],
    lines.flatMap((line) => /^#{1,6}\s+(.*?)#*\s*$/.exec(line)?.[1] ?? []),
    tableLines.map((line) =>
      line
        .trim()
        .slice(1, -1)
        .split(/(?<!\\)\|/),
    ),
  );
};

/** Extracts delimited text. The delimiter of a csv file is the character that splits the first line most often. */
const delimitedReference = (source: string, signs: readonly string[]): Reference => {
  const text = source.replace(/^\ufeff/, "");
  const first = text.slice(0, text.indexOf("\n") + 1 || undefined);
  const counts = signs.map((sign) => [sign, first.split(sign).length] as const);
  const delimiter = counts.toSorted((a, b) => b[1] - a[1])[0]![0];
  const options = { delimiter, trim: true, relax_quotes: true, relax_column_count: true };
  return onePage([text], [], parse(text, options));
};

const OF_TEXTS: Readonly<Record<string, (text: string) => Reference>> = {
  html: htmlReference,
  md: markdownReference,
  txt: (text) => onePage([text]),
  csv: (text) => delimitedReference(text, [",", ";", "\t", "|"]),
  tsv: (text) => delimitedReference(text, ["\t"]),
  json: jsonReference,
  xml: (text) => onePage([...markupTokens(text)].flatMap((token) => (token.type === "text" ? [token.text] : []))),
};

const OF_FILES: Readonly<Record<string, (path: string) => Reference | undefined>> = {
  docx: docxReference,
  pptx: pptxReference,
  xlsx: xlsxReference,
  ...(hasPdftotext() && { pdf: pdfReference }),
};

/** Returns the content of a file, extracted independently of the parsers; undefined if there is no other tool. */
export const referenceOf = ({ format, path }: CorpusFile): Reference | undefined =>
  OF_FILES[format]?.(path) ?? OF_TEXTS[format]?.(decoded(readFileSync(path)));
