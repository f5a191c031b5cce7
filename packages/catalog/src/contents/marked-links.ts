import type { ReadBlock } from "./block-reader.ts";

/**
 * Markers around a link's text and address while a text is converted to Markdown. They are Unicode noncharacters, so no
 * text contains them.
 */
const [OPEN, MIDDLE, CLOSE] = ["\ufdd0", "\ufdd1", "\ufdd2"] as const;
const MARKED = /\ufdd0([^\ufdd0-\ufdd2]*)\ufdd1([^\ufdd0-\ufdd2]*)\ufdd2/u;
const MARKS = /[\ufdd0-\ufdd2]/u;

/** Returns part of a block's text with markers around its links. Joins a link that spans several lines into one. */
export function markLinks({ text, links = [] }: Pick<ReadBlock, "links" | "text">, from = 0, to = text.length): string {
  if (links.length === 0 || MARKS.test(text)) return text.slice(from, to);
  let marked = "";
  let last = from;
  for (const { start, end, url } of links) {
    if (start < last || end > to || start >= to) continue;
    const label = text.slice(start, end).replaceAll("\n", " ");
    marked += text.slice(last, start) + OPEN + (label.trim() === "" ? url : label) + MIDDLE + url + CLOSE;
    last = end;
  }
  return marked + text.slice(last, to);
}

/** Writes text outside links with `escape`, and marked links in Markdown syntax. */
export function writeLinks(marked: string, escape: (text: string) => string): string {
  if (!marked.includes(OPEN)) return escape(marked);
  const parts = marked.split(MARKED);
  let written = "";
  for (let at = 0; at < parts.length; at += 3) {
    const plain = escape(parts[at]!);
    const [label, url] = [parts[at + 1], parts[at + 2]];
    // A preceding exclamation mark would turn the link into an image.
    written += label !== undefined && plain.endsWith("!") ? `${plain.slice(0, -1)}\\!` : plain;
    if (label !== undefined) written += `[${escape(label).replaceAll(BRACKETS, "\\$&")}](${destination(url!)})`;
  }
  return written;
}

/** Square brackets that are not escaped yet. */
const BRACKETS = /(?<!\\)[[\]]/g;

/**
 * Returns an address in Markdown syntax: in angle brackets if it contains parentheses, with characters that would be
 * markup escaped.
 */
const destination = (url: string): string => {
  const escaped = url.replaceAll("\\", "%5C").replaceAll(/&(?=#?\w+;)/g, "&amp;");
  return /[()]/.test(escaped) ? `<${escaped}>` : escaped;
};
