import type { PageLine, PageText } from "../engine/page-text.ts";

/** Running headers and footers stand within this share of the page's height from its ends. */
const BAND = 0.14;
/** On fewer pages nothing can be called repeated. */
const MIN_PAGES = 3;
/** Left and right pages may differ, and chapters start without a header. */
const MIN_SHARE = 0.4;
/** If no more than this share of the text would stay, the pages are alike by their content. */
const MIN_KEPT_SHARE = 0.1;

/** Gives the lines of a page without its running header and footer. */
export type DropRepeated = (page: PageText) => readonly PageLine[];

const KEEP_ALL: DropRepeated = (page) => page.lines;
/** "48", "- 48 -", "Page 48 of 120", "F-12" and roman numerals, alone on a line. */
const PAGE_NUMBER =
  /^[\s–—-]*(?:page\s*)?(?:[A-Z]{1,2}-)?(?:\d{1,4}|[ivxlc]{1,6})(?:\s*(?:of|\/|\|)\s*\d{1,4})?[\s–—-]*$/i;

/** Finds lines that stand at the same place on most of the given pages; in type below `headingSize` numbers may differ. */
export function dropRepeated(pages: readonly PageText[], headingSize: number): DropRepeated {
  const withText = pages.filter((page) => page.lines.length > 0);
  if (withText.length < MIN_PAGES) return KEEP_ALL;
  const counts = new Map<string, number>();
  for (const page of withText) {
    for (const key of new Set(page.lines.flatMap((line) => keyOf(line, page, headingSize) ?? []))) {
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  const needed = Math.max(MIN_PAGES, Math.ceil(withText.length * MIN_SHARE));
  const repeated = new Set([...counts].filter(([, times]) => times >= needed).map(([key]) => key));
  const drop: DropRepeated = (page) => page.lines.filter((line) => !repeated.has(keyOf(line, page, headingSize) ?? ""));
  return keepsText(withText, drop) ? drop : KEEP_ALL;
}

/**
 * Lines with one key on two pages are the same for a reader. Numbers count as one; the place is rough, because what
 * is centred shifts with a page number's length. A page number also counts below a text that ends early.
 */
function keyOf(line: PageLine, page: PageText, headingSize: number): string | undefined {
  if (line.angle !== 0) return undefined;
  if (PAGE_NUMBER.test(line.text) && isOutermost(line, page)) return "page number";
  if (line.baseline <= page.height * (1 - BAND) && line.baseline >= page.height * BAND) return undefined;
  // "Chapter 7" on top of each page is a heading, not a running line.
  const text = line.size >= headingSize ? line.text : line.text.replace(/\d+|\b[ivxlc]+\b/gi, "#");
  return `${text.replace(/\s+/g, " ")}@${line.size}@${Math.round(line.baseline / 12)}`;
}

const isOutermost = (line: PageLine, { lines }: PageText): boolean =>
  lines.every((other) => other.baseline >= line.baseline - 1) ||
  lines.every((other) => other.baseline <= line.baseline + 1);

const charactersOf = (lines: readonly PageLine[]): number => lines.reduce((sum, line) => sum + line.text.length, 0);

function keepsText(pages: readonly PageText[], drop: DropRepeated): boolean {
  const all = pages.reduce((sum, page) => sum + charactersOf(page.lines), 0);
  const kept = pages.reduce((sum, page) => sum + charactersOf(drop(page)), 0);
  return kept >= all * MIN_KEPT_SHARE;
}
