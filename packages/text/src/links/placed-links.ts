import type { BlockLink } from "@quarry/plugin";
import { isBefore, PlacedItems } from "../placed-items.ts";
import { linkUrl } from "./link-url.ts";
import { packLinks, type PlacedLink } from "./packed-links.ts";

/** Maximum characters of a link's text that are linked: a page within one link would store its URL in every chunk. */
const MAX_LINKED_CHARACTERS = 256;
/**
 * Maximum failed searches per block, each of which scans all of its text; later links get the position of the last one
 * found.
 */
const MAX_MISSES = 32;
const WORD = /[\p{L}\p{N}]/u;

/** Links of the text that may still be part of a chunk. */
export class PlacedLinks {
  readonly #links = new PlacedItems<PlacedLink>();

  /** Adds the links of a block whose text begins at `start`, in the order of the text. */
  add(links: readonly BlockLink[], text: string, start: number): void {
    let from = 0;
    let misses = 0;
    for (const { text: label, url: written } of links) {
      const url = linkUrl(written);
      if (url === undefined) continue;
      const shown = label.trim().slice(0, MAX_LINKED_CHARACTERS).trim();
      const isSearched = shown !== "" && misses < MAX_MISSES;
      const [at, length] = isSearched ? rangeOf(text, shown, from) : NOWHERE;
      if (at === -1) misses++;
      else from = at;
      const end = from + length;
      this.#links.add({ start: start + from, end: start + end, url });
      from = end;
    }
  }

  /** Returns the packed links between two positions. */
  linksOf(start: number, end: number): string {
    const clipped = this.#links
      .between(start, end)
      .filter((link) => !isBefore(link, start))
      .map((link) => ({ ...link, start: Math.max(start, link.start), end: Math.min(end, link.end) }));
    return packLinks(clipped, start);
  }
}

const NOWHERE: readonly [number, number] = [-1, 0];

/** Returns offset and length of the link's words in the text; some blocks join their lines into one. */
function rangeOf(text: string, label: string, from: number): readonly [number, number] {
  const exactAt = wordsAt(text, label, from);
  if (exactAt !== -1) return [exactAt, label.length];
  const onLine = label.replaceAll(/\s+/g, " ");
  const at = onLine === label ? -1 : wordsAt(text, onLine, from);
  return at === -1 ? NOWHERE : [at, onLine.length];
}

/** Returns the offset of the words in a text, from `from` on: preferably as whole words; -1 if there are none. */
function wordsAt(text: string, label: string, from: number): number {
  const first = text.indexOf(label, from);
  const isWithin = (at: number): boolean =>
    (WORD.test(label[0]!) && WORD.test(text[at - 1] ?? "")) ||
    (WORD.test(label.at(-1)!) && WORD.test(text[at + label.length] ?? ""));
  for (let at = first, tries = 0; at !== -1 && tries < MAX_MISSES; at = text.indexOf(label, at + 1), tries++) {
    if (!isWithin(at)) return at;
  }
  return first;
}
