import type { PageLine, PageText } from "../engine/page-text.ts";

/** Running headers and footers stand within this share of the page's height from its ends. */
const BAND = 0.14;
/** On fewer pages only neighbours can be compared. */
const MIN_PAGES = 3;
/** Left and right pages may differ, and chapters start without a header. */
const MIN_SHARE = 0.4;
/** If no more than this share of the text would stay, the pages are alike by their content. */
const MIN_KEPT_SHARE = 0.1;
/** A line that only neighbours have in common must stand at least this many font sizes from the text. */
const MIN_DISTANCE = 1.5;
/** So many of the four pages around have a running header of its chapter too; one on a document of two pages. */
const MIN_NEIGHBOURS = 2;
const MAX_RUNNING_CHARACTERS = 150;
/** A page of more lines is made to keep a reader busy: each may be compared with all others. */
const MAX_LINES = 3_000;
/** Cheaper to ask than the pattern. */
const MAX_NUMBER_CHARACTERS = 24;
/** Heights of so many points count as one place: what is centred shifts with a page number's length. */
const PLACE_POINTS = 12;
/** "48", "- 48 -", "Page 48 of 120", "F-12" and roman numerals, alone on a line. */
const PAGE_NUMBER =
  /^[\s–—-]*(?:(?:page|seite|página|pagina|p\.|стр\.|第)\s*)?(?:[A-Z]{1,2}-)?(?:\d{1,4}|[ivxlc]{1,6})(?:\s*(?:of|von|de|di|sur|van|из|\/|\|)\s*\d{1,4})?(?:\s*(?:页|頁|ページ))?[\s–—-]*$/i;
/** Says by itself what it is, also on the only page. */
const COUNTED_PAGE = /^(?:page|seite|página|pagina)\s+\d{1,4}\s*(?:of|von|de|di|sur|\/)\s*\d{1,4}$/i;

/** Finds running headers, footers and page numbers: lines at the same place on most pages, or on those around. */
export class RunningLines {
  readonly #headingSize: number;
  readonly #repeated: ReadonlySet<string>;
  readonly #isLong: boolean;
  /** Each page is compared with four others. */
  readonly #outer = new WeakMap<PageText, ReadonlySet<string>>();

  /** Learns from some pages; in type below `headingSize` numbers may differ from page to page. */
  constructor(pages: readonly PageText[], headingSize: number) {
    this.#headingSize = headingSize;
    const withText = pages.filter(({ lines }) => lines.length > 0 && lines.length <= MAX_LINES);
    this.#isLong = withText.length >= MIN_PAGES;
    this.#repeated = this.#isLong ? this.#learn(withText) : new Set();
  }

  /** The lines of a page that are its own; `around` are the two pages before and behind, as far as there are any. */
  drop(page: PageText, around: readonly PageText[]): readonly PageLine[] {
    if (page.lines.length > MAX_LINES) return page.lines;
    const neighbours = around.filter(({ lines }) => lines.length <= MAX_LINES).map((other) => this.#outerKeys(other));
    const needed = this.#isLong ? MIN_NEIGHBOURS : 1;
    const own = page.lines.filter((line) => {
      // Most lines are text in the middle of the page.
      if (!isInBand(line, page) && !isNumber(line)) return true;
      const keys = this.#keysOf(line, page);
      if (keys.some((key) => this.#repeated.has(key)) || (around.length > 0 && isArtifact(line, page))) return false;
      if (!isApart(line, page)) return true;
      if (COUNTED_PAGE.test(line.text)) return false;
      return neighbours.filter((others) => keys.some((key) => others.has(key))).length < needed;
    });
    return own.length > 0 || page.lines.every((line) => isNumber(line)) ? own : page.lines;
  }

  #learn(pages: readonly PageText[]): ReadonlySet<string> {
    const counts = new Map<string, number>();
    for (const page of pages) {
      for (const key of new Set(page.lines.flatMap((line) => this.#keysOf(line, page)))) {
        counts.set(key, (counts.get(key) ?? 0) + 1);
      }
    }
    const needed = Math.max(MIN_PAGES, Math.ceil(pages.length * MIN_SHARE));
    const repeated = new Set([...counts].filter(([, times]) => times >= needed).map(([key]) => key));
    const isOwn = (line: PageLine, page: PageText): boolean =>
      !this.#keysOf(line, page).some((key) => repeated.has(key));
    const all = charactersOf(pages.flatMap((page) => page.lines));
    const kept = charactersOf(pages.flatMap((page) => page.lines.filter((line) => isOwn(line, page))));
    return kept >= all * MIN_KEPT_SHARE ? repeated : new Set();
  }

  #outerKeys(page: PageText): ReadonlySet<string> {
    let keys = this.#outer.get(page);
    if (keys === undefined) this.#outer.set(page, (keys = this.#readOuterKeys(page)));
    return keys;
  }

  #readOuterKeys(page: PageText): ReadonlySet<string> {
    const keys = new Set<string>();
    for (const line of page.lines) {
      if (isInBand(line, page) && isApart(line, page)) for (const key of this.#keysOf(line, page)) keys.add(key);
    }
    return keys;
  }

  /**
   * Lines with one key on two pages are the same for a reader. Numbers count as one. There is a key for each way of
   * rounding the place, so that lines on both sides of a border still have one in common. A page number also counts
   * below a text that ends early.
   */
  #keysOf(line: PageLine, page: PageText): readonly string[] {
    if (line.angle !== page.angle || line.text.length > MAX_RUNNING_CHARACTERS) return [];
    if (isNumber(line) && isOutermost(line, page)) return ["page number"];
    if (!isInBand(line, page)) return [];
    // "Chapter 7" on top of each page is a heading, not a running line.
    const text = line.size >= this.#headingSize ? line.text : line.text.replace(/\d+|\b[ivxlc]+\b/gi, "#");
    const name = `${text.replace(/\s+/g, " ").trim()}@${line.size}`;
    const place = line.baseline / PLACE_POINTS;
    return [`${name}@${Math.floor(place)}`, `${name}@+${Math.floor(place + 0.5)}`];
  }
}

const isNumber = ({ text }: PageLine): boolean => text.length <= MAX_NUMBER_CHARACTERS && PAGE_NUMBER.test(text);

const isInBand = (line: PageLine, { height }: PageText): boolean =>
  line.baseline > height * (1 - BAND) || line.baseline < height * BAND;

/** What the file itself marks as no part of the text, at the ends of the page. */
const isArtifact = (line: PageLine, page: PageText): boolean => line.role === "artifact" && isInBand(line, page);

const isOutermost = (line: PageLine, { lines }: PageText): boolean =>
  lines.every((other) => other.baseline >= line.baseline - 1) ||
  lines.every((other) => other.baseline <= line.baseline + 1);

/** Whether a line in the band stands apart from the text: no other line but its own block's between it and the edge. */
function isApart(line: PageLine, page: PageText): boolean {
  if (line.angle !== page.angle || !isInBand(line, page)) return false;
  const isAbove = line.baseline > page.height / 2;
  let nearest = Infinity;
  let outer = 0;
  for (const { baseline } of page.lines) {
    const inward = isAbove ? line.baseline - baseline : baseline - line.baseline;
    if (inward > 1) nearest = Math.min(nearest, inward);
    else if (inward < -1) outer++;
  }
  return outer <= 2 && nearest > line.size * MIN_DISTANCE;
}

const charactersOf = (lines: readonly PageLine[]): number => lines.reduce((sum, line) => sum + line.text.length, 0);
