import { digitsOf, numbersIn } from "../packed-numbers.ts";
import { linkUrl, wordsOfUrl } from "./link-url.ts";

/** Terminator of packed boxes and blocks; neither contains it. */
const BLOCKS_END = "!";
const BETWEEN = " ";
const BEFORE_URL = "=";

/** Maximum number of links of a chunk: a table of contents in a large chunk hardly has more. */
export const MAX_LINKS = 64;
/** Maximum total characters of a chunk's URLs. */
const MAX_URL_CHARACTERS = 16_384;
/** Maximum characters per link besides its URL: two numbers and separators. */
const PER_LINK = 16;
/** Maximum length of a chunk's packed links. */
export const MAX_PACKED_LINKS_LENGTH = MAX_URL_CHARACTERS + MAX_LINKS * PER_LINK;

/** Link with its position in the document's text; of length 0 if its words aren't in the text. */
export interface PlacedLink {
  readonly start: number;
  readonly end: number;
  readonly url: string;
}

/** Packs the links of a chunk, in the order of the text, to be appended to its packed blocks; "" if there are none. */
export function packLinks(links: readonly PlacedLink[], chunkStart: number): string {
  const packed: string[] = [];
  let last = chunkStart;
  let characters = 0;
  for (const { start, end, url } of links.slice(0, MAX_LINKS)) {
    characters += url.length;
    if (characters > MAX_URL_CHARACTERS) break;
    packed.push(digitsOf(start - last) + digitsOf(end - start) + BEFORE_URL + url);
    last = start;
  }
  return packed.length === 0 ? "" : BLOCKS_END + packed.join(BETWEEN);
}

/** Unpacks the links of a chunk from its layout. */
export function unpackLinks(layout: string, chunkStart: number): PlacedLink[] {
  const links: PlacedLink[] = [];
  let start = chunkStart;
  for (const packed of packedLinks(layout)) {
    const at = packed.indexOf(BEFORE_URL);
    const [gap, length] = numbersIn(packed.slice(0, Math.max(0, at)));
    const url = linkUrl(packed.slice(at + 1));
    // A modified archive can contain invalid links: skip them and read the others.
    if (gap === undefined || length === undefined || url === undefined || links.length >= MAX_LINKS) continue;
    start += gap;
    links.push({ start, end: start + length, url });
  }
  return links;
}

/** Returns the words of a chunk's URLs, one line per distinct URL. */
export const linkWords = (layout: string): string =>
  layout.includes(BLOCKS_END) ? [...new Set(unpackLinks(layout, 0).map(({ url }) => wordsOfUrl(url)))].join("\n") : "";

const packedLinks = (layout: string): readonly string[] => {
  const at = layout.indexOf(BLOCKS_END);
  return at < 0 ? [] : layout.slice(at + 1).split(BETWEEN);
};
