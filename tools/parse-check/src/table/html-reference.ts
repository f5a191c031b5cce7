import { attributeOf, markupTokens, unescapeMarkup } from "./markup-tokens.ts";
import { onePage, type Reference } from "./reference.ts";

const UNSEEN: ReadonlySet<string> = new Set("script style template noscript head svg iframe canvas".split(" "));
const HEADING = /^h[1-6]$/;

/** Extracts the visible text between the tags of an HTML body. */
export const htmlReference = (html: string): Reference => {
  const lines: string[] = [];
  const headings: string[] = [];
  const rows: string[][] = [];
  const openRows: string[][] = [];
  const openCells: string[] = [];
  let unseen = 0;
  let heading: string | undefined;
  for (const token of markupTokens(withoutRawText(html))) {
    if (token.type === "text") {
      if (unseen > 0) continue;
      lines.push(token.text);
      if (heading !== undefined) heading += token.text;
      if (openCells.length > 0) openCells.push(openCells.pop()! + token.text);
      continue;
    }
    const isOpen = token.type === "open";
    if (UNSEEN.has(token.name)) unseen = Math.max(0, unseen + (isOpen ? 1 : -1));
    // Content that only occurs in a body ends the head early.
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
  // Inline tags don't separate words, but a block does. In either case the text between tags is a line.
  return onePage([lines.join(" ")], headings, rows);
};

/** Removes the text of scripts and styles, which is not markup: a "<" in it opens nothing. */
const withoutRawText = (html: string): string =>
  html.replaceAll(/<(script|style)\b[^>]*>[\s\S]*?(?:<\/\1\s*>|$)/gi, "");
