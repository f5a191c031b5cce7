import type { BlockLink } from "@quarry/plugin";
import { linkUrl } from "./link-url.ts";
import { packLinks, type PlacedLink } from "./packed-links.ts";

/** Links that are behind are let go of when they are so many. */
const LET_GO = 1_024;
/** Characters of a link's words that are linked: a page within one link would have its address in every chunk. */
const MAX_LINKED_CHARACTERS = 256;
/** Links of a block that are sought in vain, each in all of its text; those behind them stand where the last one was found. */
const MAX_MISSES = 32;
const WORD = /[\p{L}\p{N}]/u;

/** The links of the text that may still be part of a chunk. */
export class PlacedLinks {
  #links: PlacedLink[] = [];
  #first = 0;

  /** Takes the links of a block whose text begins at `start`, in the order of the text. */
  add(links: readonly BlockLink[], text: string, start: number): void {
    let from = 0;
    let misses = 0;
    for (const { text: label, url: written } of links) {
      const url = linkUrl(written);
      if (url === undefined) continue;
      const shown = label.trim().slice(0, MAX_LINKED_CHARACTERS).trim();
      const isSought = shown !== "" && misses < MAX_MISSES;
      const [at, length] = isSought ? rangeOf(text, shown, from) : NOWHERE;
      if (at === -1) misses++;
      else from = at;
      const end = from + length;
      this.#links.push({ start: start + from, end: start + end, url });
      from = end;
    }
  }

  /** The links of the text between two places, packed. The next chunk begins no further in front. */
  linksOf(start: number, end: number): string {
    const links = this.#links;
    while (this.#first < links.length && isBefore(links[this.#first]!, start)) this.#first++;
    if (this.#first >= LET_GO) {
      links.splice(0, this.#first);
      this.#first = 0;
    }
    const inside: PlacedLink[] = [];
    for (let index = this.#first; index < links.length && links[index]!.start < end; index++) {
      const link = links[index]!;
      const cut = { ...link, start: Math.max(start, link.start), end: Math.min(end, link.end) };
      if (!isBefore(link, start)) inside.push(cut);
    }
    return packLinks(inside, start);
  }
}

const NOWHERE: readonly [number, number] = [-1, 0];

/** Offset and length of the words in the text; in some blocks their lines are one. */
function rangeOf(text: string, label: string, from: number): readonly [number, number] {
  const asGiven = wordsAt(text, label, from);
  if (asGiven !== -1) return [asGiven, label.length];
  const onLine = label.replaceAll(/\s+/g, " ");
  const at = onLine === label ? -1 : wordsAt(text, onLine, from);
  return at === -1 ? NOWHERE : [at, onLine.length];
}

/** One without length is in front of what begins behind it. */
const isBefore = (link: PlacedLink, index: number): boolean =>
  link.start === link.end ? link.start < index : link.end <= index;

/**
 * Offset of the words in a text, searched from `from` on: as words of their own if possible, and -1 if there are none.
 */
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
