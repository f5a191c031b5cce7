import { readFileSync } from "node:fs";
import { attributeOf, markupTokens, unescapeMarkup } from "./markup-tokens.ts";
import { onePage, type Reference } from "./reference.ts";

/** Byte-order mark, then what the head declares, then UTF-8 if it is, else Windows-1252. */
export const decodedFile = (path: string): string => {
  const bytes = readFileSync(path);
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

export const textReference = (path: string): Reference => onePage([decodedFile(path)]);

/** JSON: the values, whatever their keys. */
export const jsonReference = (path: string): Reference => {
  const values: string[] = [];
  // Numbers as they are written: as JavaScript's they would lose digits.
  const left: unknown[] = [
    JSON.parse(decodedFile(path), (_, value: unknown, context?: { readonly source?: string }) =>
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

/** XML: the text between the tags. */
export const xmlReference = (path: string): Reference =>
  onePage([...markupTokens(decodedFile(path))].flatMap((token) => (token.type === "text" ? [token.text] : [])));

/** Markdown: its words without addresses, tags and front matter. */
export const markdownReference = (path: string): Reference => {
  const text = decodedFile(path).replace(/^---\n[\s\S]*?\n---\n/, "");
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

/** Delimited text; the delimiter of a csv file is the sign that most divides the first line. */
export const delimitedReference = (path: string): Reference => {
  const text = decodedFile(path).replace(/^\ufeff/, "");
  const first = text.slice(0, text.indexOf("\n") + 1 || undefined);
  const signs = path.endsWith(".tsv") ? ["\t"] : [",", ";", "\t", "|"];
  const counts = signs.map((sign) => [sign, first.split(sign).length] as const);
  const delimiter = counts.toSorted((a, b) => b[1] - a[1])[0]![0];
  const rows = records(text, delimiter);
  return onePage([text], [], rows);
};

const records = (text: string, delimiter: string): readonly (readonly string[])[] => {
  const rows: string[][] = [[]];
  let cell = "";
  let isQuoted = false;
  for (let index = 0; index < text.length; index++) {
    const character = text[index]!;
    if (isQuoted && character === '"' && text[index + 1] === '"') {
      cell += '"';
      index++;
    } else if (character === '"' && (isQuoted || cell === "")) isQuoted = !isQuoted;
    else if (!isQuoted && (character === delimiter || character === "\n")) {
      rows.at(-1)!.push(cell.trim());
      cell = "";
      if (character === "\n") rows.push([]);
    } else cell += character;
  }
  rows.at(-1)!.push(cell.trim());
  return rows;
};

const UNSEEN: ReadonlySet<string> = new Set([
  "script",
  "style",
  "template",
  "noscript",
  "head",
  "svg",
  "iframe",
  "canvas",
]);
const HEADING = /^h[1-6]$/;

/** HTML: what stands between the tags of the body and is shown. */
export const htmlReference = (path: string): Reference => {
  const lines: string[] = [];
  const headings: string[] = [];
  const rows: string[][] = [];
  const openRows: string[][] = [];
  const openCells: string[] = [];
  let unseen = 0;
  let heading: string | undefined;
  for (const token of markupTokens(withoutRawText(decodedFile(path)))) {
    if (token.type === "text") {
      if (unseen > 0) continue;
      lines.push(token.text);
      if (heading !== undefined) heading += token.text;
      if (openCells.length > 0) openCells.push(openCells.pop()! + token.text);
      continue;
    }
    const isOpen = token.type === "open";
    if (UNSEEN.has(token.name)) unseen = Math.max(0, unseen + (isOpen ? 1 : -1));
    // An early end of the head by content that only bodies have.
    if (token.name === "body") unseen = 0;
    if (isOpen && token.name === "img" && unseen === 0) lines.push(attributeOf(token.attributes, "alt") ?? "");
    if (HEADING.test(token.name)) {
      if (!isOpen && heading !== undefined && heading.trim() !== "") headings.push(heading);
      heading = isOpen ? "" : undefined;
    } else if (token.name === "tr") {
      if (isOpen) openRows.push([]);
      else rows.push(openRows.pop() ?? []);
    } else if (token.name === "td" || token.name === "th") {
      if (isOpen) openCells.push("");
      else openRows.at(-1)?.push(unescapeMarkup(openCells.pop() ?? ""));
    } else if (openCells.length > 0) openCells.push(`${openCells.pop()!} `);
  }
  // Inline tags do not divide words, but a block does; what stands between tags is a line either way.
  return onePage([lines.join("\u0000")].map(joinInline), headings, rows);
};

/** The text of scripts and styles is not markup: a "<" in it opens nothing. */
const withoutRawText = (html: string): string =>
  html.replaceAll(/<(script|style)\b[^>]*>[\s\S]*?(?:<\/\1\s*>|$)/gi, "");

const joinInline = (text: string): string => text.replaceAll("\u0000", " ");
