import type { PageLine, PageText } from "../engine/page-text.ts";
import { endText, normalizeText } from "./mend-text.ts";
import { isCountedPage, pageNumbers } from "./page-number.ts";
import { type PageRow, rowsOf, runsOn } from "./page-rows.ts";

/** A page and its place in the file. */
export interface IndexedPage {
  readonly index: number;
  readonly text: PageText;
}

/** A page's own lines, and what became of the running ones. */
export interface OwnLines {
  readonly lines: readonly PageLine[];
  /** Running lines that stand here for the first time, above and below the page's text. */
  readonly above: readonly string[];
  readonly below: readonly string[];
  /** How many lines were left out. */
  readonly leftOut: number;
}

/** Running headers and footers stand within this share of the page's height from its ends. */
const BAND = 0.14;
/** Two pages may be alike by what they say. */
const MIN_PAGES = 3;
/** Left and right pages may differ, and chapters start without a header. */
const MIN_SHARE = 0.4;
/** Numbers within texts that differ are the pages' own where so many pages count on, with so many texts. */
const MIN_WEAK_SHARE = 0.5;
const MIN_WEAK_TEXTS = 3;
/** If more than this share of the text is the same on other pages, the pages are alike by their content. */
const MAX_REPEATED_SHARE = 0.5;
/** A line that only neighbours have in common must stand at least this many font sizes from the text. */
const MIN_DISTANCE = 1.5;
/** So many of the four pages around have a running header of its chapter too; one where the file marks it as such. */
const MIN_NEIGHBOURS = 2;
const MAX_RUNNING_CHARACTERS = 150;
/** A page of more lines is made to keep a reader busy: each may be compared with all others. */
const MAX_LINES = 3_000;
/** Page numbers may be set larger than the text, and than its headings by this. */
const LARGE_NUMBER = 1.25;
/** The label before the title of a chapter: "Chapter 4.", "2.3". */
const LABEL = /^(?:\p{L}+\s)?[\p{Lu}\d]{1,3}(?:\.\d{1,3})*[.:]?\s/u;
/** Heights of so many points count as one place. */
const PLACE_POINTS = 12;

/** Key that a row has in common with its likes on other pages. */
interface RunningKey {
  readonly name: string;
  /** One for each way of rounding the place: rows on both sides of a border still have one in common. */
  readonly places: readonly string[];
  /** The row as it is kept; absent where it is a page's number and nothing else. */
  readonly kept?: string;
  /** Counts only where the number goes on over pages that lack the line. */
  readonly isWeak: boolean;
  /** Whether the number is the one that the page has when all are counted. */
  readonly isOwnCount: boolean;
  /** Whether only the place and the number tell: titles of chapters stand beside it. Counts for rows apart from the text. */
  readonly isOpen?: boolean;
  /** The texts beside the number, where it stands in a cell of its own. */
  readonly parts?: readonly string[];
}

interface ReadRows {
  readonly rows: readonly PageRow[];
  readonly keys: ReadonlyMap<PageRow, readonly RunningKey[]>;
  /** The rows that stand apart from the text, and all their keys. */
  readonly apart: ReadonlyMap<PageRow, ReadonlySet<string>>;
  readonly apartKeys: ReadonlySet<string>;
}

/**
 * Finds running headers, footers and page numbers: the same text, or a number that counts with the page, at the same
 * place and in the same type on most pages, or on those around. Numbers that differ otherwise are content.
 */
export class RunningLines {
  readonly #headingSize: number;
  readonly #isComparable: boolean;
  readonly #repeated: ReadonlySet<string>;
  /** Places where most pages have a row of one style. */
  readonly #usual: ReadonlySet<string>;
  readonly #kept = new Set<string>();
  /** Each page is compared with four others. */
  readonly #read = new WeakMap<PageText, ReadRows>();

  /** Learns from some pages; type from `headingSize` on is a heading, unless most pages have it. */
  constructor(pages: readonly IndexedPage[], headingSize: number) {
    this.#headingSize = headingSize;
    const withText = pages.filter(({ text }) => text.lines.length > 0 && text.lines.length <= MAX_LINES);
    this.#isComparable = withText.length >= MIN_PAGES && !areAlike(withText);
    const repeated = this.#isComparable ? this.#learn(withText) : [];
    this.#usual = new Set(repeated.filter((place) => place.startsWith(PLACE)));
    this.#repeated = new Set(repeated.filter((place) => !place.startsWith(PLACE)));
  }

  /** Takes the running lines from a page; `around` are the two pages before and behind, as far as there are any. */
  drop(page: IndexedPage, around: readonly IndexedPage[]): OwnLines {
    const { text } = page;
    const nothing: OwnLines = { lines: text.lines, above: [], below: [], leftOut: 0 };
    if (text.lines.length > MAX_LINES) return nothing;
    const neighbours = around.filter((other) => other.text.lines.length <= MAX_LINES).map((other) => this.#rows(other));
    const running = this.#runningRows(page, neighbours);
    if (running.size === 0) return nothing;
    const gone = new Set([...running.keys()].flatMap((row) => row.lines));
    const lines = text.lines.filter((line) => !gone.has(line));
    // A page of nothing but its header says what it says there, unless it was said before.
    const isNew = ({ kept: retained }: RunningKey): boolean => retained !== undefined && !this.#kept.has(retained);
    if (lines.length === 0 && [...running.values()].some(isNew)) return nothing;
    // The title of a chapter stands below its own running line on the chapter's first page.
    const message = new Set(lines.map((line) => shownText(line)));
    const shown = new Map([...running].map(([row, key]) => [row, this.#shown(row, key, message)] as const));
    const first = [...running].filter(([row]) => shown.get(row) !== "");
    const isAbove = ({ baseline }: PageRow): boolean => baseline > text.height / 2;
    return {
      lines,
      above: first.filter(([row]) => isAbove(row)).map(([row]) => shown.get(row)!),
      below: first.filter(([row]) => !isAbove(row)).map(([row]) => shown.get(row)!),
      leftOut: running.size - first.length,
    };
  }

  /** The part of a running row that was not said before, nor in the page's own lines: the chapter beside the section that changed was. */
  #shown(row: PageRow, { kept: retained, parts, isOpen }: RunningKey, message: ReadonlySet<string>): string {
    if (retained === undefined || this.#kept.has(retained)) return "";
    const isOwn = (part: string): boolean => isOpen !== true && !isTitle(part);
    const isNew = parts?.filter((part) => (!this.#kept.has(part) && !message.has(part)) || isOwn(part));
    for (const text of [retained, ...(parts ?? [])]) this.#kept.add(text);
    const text = isNew === undefined ? shownText(row) : textOf(isNew);
    // Beside a title that the page has, only its number is left.
    const isRest = parts?.some((part) => message.has(part)) === true && !/\p{L}/u.test(text);
    return isRest || message.has(text) ? "" : text;
  }

  #runningRows(page: IndexedPage, neighbours: readonly ReadRows[]): Map<PageRow, RunningKey> {
    const { rows, keys, apart } = this.#rows(page);
    const found = new Map<PageRow, RunningKey>();
    for (const [row, own] of keys) {
      const key = this.#runningKey(row, own, apart.has(row), neighbours);
      if (key !== undefined) found.set(row, key);
    }
    // From the text to the edges: a row of a table belongs to it, and so does one that goes on in that.
    const inner = [...rows.keys()].toSorted((a, b) => distance(rows[a]!, page.text) - distance(rows[b]!, page.text));
    for (const place of inner) {
      const row = rows[place]!;
      if (found.get(row)?.kept === undefined) continue;
      const step = row.baseline > page.text.height / 2 ? 1 : -1;
      const next = rows[place + step];
      if (next !== undefined && !found.has(next) && runsOn(row, next, rows[place + 2 * step])) found.delete(row);
    }
    return found;
  }

  #runningKey(
    row: PageRow,
    keys: readonly RunningKey[],
    stands: boolean,
    neighbours: readonly ReadRows[],
  ): RunningKey | undefined {
    const learned = keys.find(
      ({ places, isOpen }) => (isOpen !== true || stands) && places.some((place) => this.#repeated.has(place)),
    );
    if (learned !== undefined || !stands) return learned;
    if (isCountedPage(row.text)) return keys.find(({ kept: retained }) => retained === undefined);
    // Where most pages have a line at this place, its text is the chapter's.
    const isUsual = keys.some(({ name, places }) => name === PLACE && places.some((place) => this.#usual.has(place)));
    const needed = this.#isComparable && !row.isArtifact && !isUsual ? MIN_NEIGHBOURS : 1;
    return keys.find(({ places, kept: retained, isWeak, isOwnCount, isOpen }) => {
      if (isWeak || isOpen === true || (retained !== undefined && row.size >= this.#headingSize)) return false;
      // On two pages, or on some that are alike, only a number can be told from what all of them say.
      if (!this.#isComparable && !(retained === undefined && isOwnCount)) return false;
      return neighbours.filter(({ apartKeys }) => places.some((place) => apartKeys.has(place))).length >= needed;
    });
  }

  #learn(pages: readonly IndexedPage[]): string[] {
    const times = new Map<string, number>();
    const keys = new Map<string, RunningKey>();
    const last = new Map<string, number>();
    const skipped = new Set<string>();
    const texts = new Map<string, Set<string>>();
    for (const [order, page] of pages.entries()) {
      const own = [...this.#rows(page).keys.values()].flat();
      for (const { name, kept: retained } of own) {
        if (name.startsWith(WEAK) && retained !== undefined)
          texts.set(name, (texts.get(name) ?? new Set()).add(retained));
        if (order > (last.get(name) ?? order) + 1) skipped.add(name);
        last.set(name, order);
      }
      const places = new Map(own.flatMap((key) => key.places.map((place) => [place, key] as const)));
      for (const [place, key] of places) {
        keys.set(place, key);
        times.set(place, (times.get(place) ?? 0) + 1);
      }
    }
    const needed = Math.max(MIN_PAGES, Math.ceil(pages.length * MIN_SHARE));
    const isRunning = ([place, { name, isWeak }]: [string, RunningKey]): boolean => {
      if (name.startsWith(WEAK))
        return times.get(place)! >= pages.length * MIN_WEAK_SHARE && texts.get(name)!.size >= MIN_WEAK_TEXTS;
      return times.get(place)! >= needed && (!isWeak || skipped.has(name));
    };
    return [...keys].filter(isRunning).map(([place]) => place);
  }

  #rows(page: IndexedPage): ReadRows {
    let read = this.#read.get(page.text);
    if (read === undefined) this.#read.set(page.text, (read = readRows(page, this.#headingSize)));
    return read;
  }
}

function readRows({ text, index }: IndexedPage, headingSize: number): ReadRows {
  const rows = rowsOf(text);
  const keys = new Map<PageRow, readonly RunningKey[]>();
  const apart = new Map<PageRow, ReadonlySet<string>>();
  for (const [position, row] of rows.entries()) {
    if (row.text.length > MAX_RUNNING_CHARACTERS) continue;
    const isOutermost = position === 0 || position === rows.length - 1;
    const inBand = isInBand(row, text);
    if (!inBand && !isOutermost) continue;
    const all = keysOf(row, text, index, isOutermost);
    // A page's number may also stand below a text that ends early; and "7" or "Chapter 7" in large type is a heading.
    const own = all.filter(({ kept: retained }) =>
      retained === undefined
        ? row.size < headingSize * LARGE_NUMBER
        : inBand && (row.size < headingSize || retained === row.text),
    );
    if (own.length === 0) continue;
    keys.set(row, own);
    if (isApart(position, rows, text)) apart.set(row, new Set(own.flatMap(({ places }) => places)));
  }
  return { rows, keys, apart, apartKeys: new Set([...apart.values()].flatMap((names) => [...names])) };
}

function keysOf(row: PageRow, page: PageText, index: number, isOutermost: boolean): RunningKey[] {
  const isAbove = row.baseline > page.height / 2;
  const height = (isAbove ? page.height - row.baseline : row.baseline) / PLACE_POINTS;
  // Signs of another font ("…") at the end of some titles make their lines neither bold nor italic.
  const at = (name: string): string[] =>
    [Math.floor(height), `+${Math.floor(height + 0.5)}`].map((place) => `${name}@${row.size}@${isAbove}@${place}`);
  const cells = row.cells.map(({ text }) => text.trim());
  const counted = pageNumbers(cells, index).map(({ frame, offset, isAlone, isWeak }): RunningKey => {
    const name = `#${frame}#${offset}`;
    // A page's number alone may stand at another height on the last page of a chapter.
    const places = isAlone && isOutermost ? [name] : at(name);
    return { name, places, isWeak, isOwnCount: offset === 1, ...(!isAlone && { kept: frame }) };
  });
  if (counted.some(({ kept: retained }) => retained === undefined)) {
    const alone = pageNumbers(cells, index).map(({ offset }) => `~${offset}`);
    return [...counted, ...alone.map((name) => ({ name, places: at(name), ...OPEN }))];
  }
  const name = `=${row.text}`;
  return [
    { name, places: at(name), kept: row.text, isWeak: false, isOwnCount: false },
    ...counted,
    ...openKeys(cells, index).map((key) => ({ places: at(key.name), ...key, ...OPEN })),
    ...titlesOf(cells).map((title): RunningKey => {
      const name = `|${title}`;
      return { name, places: at(name), kept: row.text, parts: cells, isWeak: false, isOwnCount: false };
    }),
    { name: PLACE, places: at(PLACE), kept: row.text, ...OPEN },
  ];
}

/** The titles at the ends of a row: one stays where the other, of a section, changes from page to page. */
const titlesOf = (cells: readonly string[]): string[] =>
  cells.length < 2 ? [] : [cells[0]!, cells.at(-1)!].filter(isTitle);

/** Whether a text is the title of a document or chapter: others with numbers may be a page's own. */
function isTitle(text: string): boolean {
  const title = text.replace(LABEL, "");
  return !/\d/.test(title) && /\p{L}{2}/u.test(title);
}

/** The page's number in a cell of its own, whatever the others say: "4 | Chapter 1. Scope". */
function openKeys(cells: readonly string[], index: number): Pick<RunningKey, "name" | "kept" | "parts">[] {
  if (cells.length < 2) {
    const number = pageNumbers(cells, index).find(({ isWeak }) => isWeak);
    return number === undefined ? [] : [{ name: `${WEAK}${number.offset}`, kept: number.frame }];
  }
  return [0, cells.length - 1].flatMap((place) =>
    pageNumbers([cells[place]!], index).map(({ offset }) => {
      const parts = cells.filter((_, other) => other !== place);
      return { name: `~${offset}`, kept: parts.join(" "), parts };
    }),
  );
}

const OPEN = { isWeak: false, isOwnCount: false, isOpen: true } as const;

/** Begins the name of a key whose number stands within the text: "Chapter 1. Scope 4". */
const WEAK = "~~";

/** Names the key that all rows at one place have. */
const PLACE = "*";

const textOf = (cells: readonly string[]): string => endText(normalizeText(cells.join(" ")));

const shownText = ({ text }: Pick<PageRow, "text">): string => endText(normalizeText(text));

const distance = ({ baseline }: PageRow, { height }: PageText): number => Math.abs(baseline - height / 2);

const isInBand = (row: PageRow, { height }: PageText): boolean =>
  row.baseline > height * (1 - BAND) || row.baseline < height * BAND;

/** Whether a row stands apart from the text: no other row but its own block's between it and the edge. */
function isApart(index: number, rows: readonly PageRow[], { height }: PageText): boolean {
  const row = rows[index]!;
  const isAbove = row.baseline > height / 2;
  const inward = rows[isAbove ? index + 1 : index - 1];
  const outer = isAbove ? index : rows.length - 1 - index;
  const isFar = inward === undefined || Math.abs(row.baseline - inward.baseline) > row.size * MIN_DISTANCE;
  return outer <= 2 && isFar;
}

const nameOf = ({ text, baseline }: PageLine): string => `${text}@${Math.round(baseline)}`;

/** Whether most of the text of some pages stands on others of them, too, at the same place. */
function areAlike(pages: readonly IndexedPage[]): boolean {
  const counts = new Map<string, number>();
  const lines = pages.flatMap(({ text }) => text.lines);
  for (const line of lines) counts.set(nameOf(line), (counts.get(nameOf(line)) ?? 0) + 1);
  const repeated = lines.filter((line) => counts.get(nameOf(line))! >= MIN_PAGES);
  return charactersOf(repeated) > charactersOf(lines) * MAX_REPEATED_SHARE;
}

const charactersOf = (lines: readonly PageLine[]): number => lines.reduce((sum, { text }) => sum + text.length, 0);
