import type { BlockLink } from "@quarry/plugin";
import { linkUrl } from "@quarry/text";
import type { Engine } from "./engine.ts";
import type { Scratch } from "./scratch.ts";

/** The engine's number for an action that opens a URI. */
const URI_ACTION = 3;
/** A page with more links is made to keep a parser busy. */
const MAX_LINKS = 1_000;
/** Longer texts don't identify the position of a link. */
const MAX_CHARACTERS = 1_000;

export interface PageLinksParts {
  readonly engine: Engine;
  readonly document: number;
  readonly page: number;
  readonly scratch: Scratch;
}

interface Rectangle {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/**
 * Returns the URLs of a page's links, in the file's order, with the words they cover. `textPage` is the engine's text
 * of the page.
 */
export function readPageLinks(parts: PageLinksParts, textPage: number): BlockLink[] {
  const links = linksOf(parts).flatMap((link) => {
    const url = linkUrl(urlOf(parts, link));
    return url === undefined ? [] : [{ link, url }];
  });
  return links.map(({ link, url }) => ({ text: textPage === 0 ? "" : wordsOf(parts, textPage, link), url }));
}

function linksOf({ engine, page, scratch }: PageLinksParts): number[] {
  const links: number[] = [];
  const [position, found] = [scratch.pointer, scratch.pointer + 4];
  engine.pdfium.HEAP32[position >> 2] = 0;
  while (links.length < MAX_LINKS && engine.FPDFLink_Enumerate(page, position, found)) links.push(scratch.word(1));
  return links;
}

function urlOf({ engine, document, scratch }: PageLinksParts, link: number): string {
  const action = engine.FPDFLink_GetAction(link);
  if (action === 0 || engine.FPDFAction_GetType(action) !== URI_ACTION) return "";
  const bytes = engine.FPDFAction_GetURIPath(document, action, 0, 0);
  const buffer = scratch.reserve(bytes);
  engine.FPDFAction_GetURIPath(document, action, buffer, bytes);
  return scratch.bytes(buffer, Math.max(0, bytes - 1)).toString("utf8");
}

/**
 * Returns the words that a link covers. A link over several lines has one area per line, other links have one
 * rectangle.
 */
function wordsOf(parts: PageLinksParts, textPage: number, link: number): string {
  const { engine, scratch } = parts;
  const areas: Rectangle[] = [];
  for (let index = 0; index < engine.FPDFLink_CountQuadPoints(link); index++) {
    if (!engine.FPDFLink_GetQuadPoints(link, index, scratch.pointer)) continue;
    const xs = [0, 2, 4, 6].map((at) => scratch.float(at));
    const ys = [1, 3, 5, 7].map((at) => scratch.float(at));
    areas.push({ left: Math.min(...xs), right: Math.max(...xs), bottom: Math.min(...ys), top: Math.max(...ys) });
  }
  if (areas.length === 0 && engine.FPDFLink_GetAnnotRect(link, scratch.pointer)) {
    const [left, top, right, bottom] = [0, 1, 2, 3].map((at) => scratch.float(at)) as [number, number, number, number];
    areas.push({ left, top, right, bottom });
  }
  const words = areas.map((area) => textIn(parts, textPage, area)).join(" ");
  return words.replaceAll(/\s+/g, " ").trim();
}

/** Calls the engine once, because it checks each letter of the page per call. */
function textIn({ engine, scratch }: PageLinksParts, textPage: number, area: Rectangle): string {
  const { left, top, right, bottom } = area;
  const buffer = scratch.reserve((MAX_CHARACTERS + 1) * 2);
  const written = engine.FPDFText_GetBoundedText(textPage, left, top, right, bottom, buffer, MAX_CHARACTERS);
  return scratch.utf16(buffer, Math.max(0, written)).replaceAll("\0", "");
}
