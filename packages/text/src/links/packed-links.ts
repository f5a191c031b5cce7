import { digitsOf, numbersIn } from "../packed-numbers.ts";
import { linkUrl, wordsOfUrl } from "./link-url.ts";

/** Terminates packed boxes and blocks, neither of which has it. */
const BEHIND_BLOCKS = "!";
const BETWEEN = " ";
const BEFORE_URL = "=";

/** Most links of a chunk: a page of contents in a large chunk has hardly more. */
export const MOST_LINKS = 64;
/** Most characters of all addresses of a chunk. */
const MOST_URL_CHARACTERS = 16_384;
/** Two numbers and what divides a link from the next. */
const PER_LINK = 16;
/** Longest text that the links of a chunk are packed to. */
export const MOST_PACKED_LINKS = MOST_URL_CHARACTERS + MOST_LINKS * PER_LINK;

/** A link at its place in the document's text; without length where its words aren't in the text. */
export interface PlacedLink {
  readonly start: number;
  readonly end: number;
  readonly url: string;
}

/** Links of a chunk, in the order of the text, as a text to stand behind its packed blocks; "" for none. */
export function packLinks(links: readonly PlacedLink[], chunkStart: number): string {
  const packed: string[] = [];
  let last = chunkStart;
  let characters = 0;
  for (const { start, end, url } of links.slice(0, MOST_LINKS)) {
    characters += url.length;
    if (characters > MOST_URL_CHARACTERS) break;
    packed.push(digitsOf(start - last) + digitsOf(end - start) + BEFORE_URL + url);
    last = start;
  }
  return packed.length === 0 ? "" : BEHIND_BLOCKS + packed.join(BETWEEN);
}

/** The links of a chunk by its layout. */
export function unpackLinks(layout: string, chunkStart: number): PlacedLink[] {
  const links: PlacedLink[] = [];
  let start = chunkStart;
  for (const packed of packedLinks(layout)) {
    const at = packed.indexOf(BEFORE_URL);
    const [gap, length] = numbersIn(packed.slice(0, Math.max(0, at)));
    const url = linkUrl(packed.slice(at + 1));
    // A modified archive may have invalid links: the others are read.
    if (gap === undefined || length === undefined || url === undefined || links.length >= MOST_LINKS) continue;
    start += gap;
    links.push({ start, end: start + length, url });
  }
  return links;
}

/** The words of a chunk's addresses, each address once and on a line of its own. */
export const linkWords = (layout: string): string =>
  layout.includes(BEHIND_BLOCKS)
    ? [...new Set(unpackLinks(layout, 0).map(({ url }) => wordsOfUrl(url)))].join("\n")
    : "";

const packedLinks = (layout: string): readonly string[] => {
  const at = layout.indexOf(BEHIND_BLOCKS);
  return at < 0 ? [] : layout.slice(at + 1).split(BETWEEN);
};
