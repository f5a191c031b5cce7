import type { PageLine, PageText } from "../engine/page-text.ts";
import { endText, normalizeText } from "./correct-text.ts";
import { isCountedPage, pageNumbers } from "./page-number.ts";
import { type PageRow, rowsOf, continuesInto } from "./page-rows.ts";

/** A page and its index in the file. */
export interface IndexedPage {
  readonly index: number;
  readonly text: PageText;
}

/** A page's own lines, and the result for its running lines. */
export interface OwnLines {
  readonly lines: readonly PageLine[];
  /** Running lines that appear here for the first time, above and below the page's text. */
  readonly above: readonly string[];
  readonly below: readonly string[];
  /** Number of lines left out. */
  readonly leftOut: number;
}

/** Share of the page's height at its top and bottom that contains running headers and footers. */
const BAND = 0.14;
/** Minimum number of pages: two pages can be alike in their content. */
const MIN_PAGES = 3;
/** Minimum share of pages: left and right pages can differ, and chapters start without a header. */
const MIN_SHARE = 0.4;
/**
 * Numbers within varying texts are page numbers if at least this share of pages continues the count, with at least this
 * many different texts.
 */
const MIN_WEAK_SHARE = 0.5;
const MIN_WEAK_TEXTS = 3;
/** If more than this share of the text is repeated on other pages, the pages are alike in their content. */
const MAX_REPEATED_SHARE = 0.5;
/** Minimum distance, in font sizes, from the text of a line that only neighbouring pages share. */
const MIN_DISTANCE = 1.5;
/**
 * Number of the four surrounding pages that must share a chapter's running header. One is enough if the file marks it
 * as an artifact.
 */
const MIN_NEIGHBOURS = 2;
const MAX_RUNNING_CHARACTERS = 150;
/** A page with more lines is made to keep a parser busy: each line may be compared with all others. */
const MAX_LINES = 3_000;
/** Factor by which page numbers can exceed the heading size. */
const LARGE_NUMBER = 1.25;
/** The label before a chapter title: "Chapter 4.", "2.3". */
const LABEL = /^(?:\p{L}+\s)?[\p{Lu}\d]{1,3}(?:\.\d{1,3})*[.:]?\s/u;
/** Height in points of a position bucket. */
const BUCKET_POINTS = 12;

/** Key that equal rows of different pages share. */
interface RunningKey {
  readonly name: string;
  /** One key per way of rounding the height: rows on both sides of a bucket border still share one. */
  readonly positions: readonly string[];
  /** The row text that is retained. Absent for a page number alone. */
  readonly retainedText?: string;
  /** Whether it only counts if the numbering continues over pages without the line. */
  readonly isWeak: boolean;
  /** Whether the number equals the page's position in the file. */
  readonly isOwnCount: boolean;
  /**
   * Whether only position and number match, because chapter titles next to it vary. Only used for rows set apart from
   * the text.
   */
  readonly isOpen?: boolean;
  /** The texts next to the number, if it is in a cell of its own. */
  readonly parts?: readonly string[];
}

interface ReadRows {
  readonly rows: readonly PageRow[];
  readonly keys: ReadonlyMap<PageRow, readonly RunningKey[]>;
  /** Rows set apart from the text, with all their keys. */
  readonly setApart: ReadonlyMap<PageRow, ReadonlySet<string>>;
  readonly setApartKeys: ReadonlySet<string>;
}

/**
 * Finds running headers, footers and page numbers: equal text, or a number that increases with the page, at the same
 * position and in the same style on most pages, or on neighbouring ones. Other varying numbers are content.
 */
export class RunningLines {
  readonly #headingSize: number;
  readonly #isComparable: boolean;
  readonly #repeated: ReadonlySet<string>;
  /** Positions at which most pages have a row of the same style. */
  readonly #usual: ReadonlySet<string>;
  readonly #emitted = new Set<string>();
  /** Cache of rows, because each page is compared with four others. */
  readonly #read = new WeakMap<PageText, ReadRows>();

  /** Learns from some pages. Text from `headingSize` on is a heading, unless most pages have it. */
  constructor(pages: readonly IndexedPage[], headingSize: number) {
    this.#headingSize = headingSize;
    const withText = pages.filter(({ text }) => text.lines.length > 0 && text.lines.length <= MAX_LINES);
    this.#isComparable = withText.length >= MIN_PAGES && !areAlike(withText);
    const repeated = this.#isComparable ? this.#learn(withText) : [];
    this.#usual = new Set(repeated.filter((position) => position.startsWith(SHARED_POSITION)));
    this.#repeated = new Set(repeated.filter((position) => !position.startsWith(SHARED_POSITION)));
  }

  /** Removes the running lines from a page. `around` are up to two pages before and two after it. */
  drop(page: IndexedPage, around: readonly IndexedPage[]): OwnLines {
    const { text } = page;
    const nothing: OwnLines = { lines: text.lines, above: [], below: [], leftOut: 0 };
    if (text.lines.length > MAX_LINES) return nothing;
    const neighbours = around.filter((other) => other.text.lines.length <= MAX_LINES).map((other) => this.#rows(other));
    const running = this.#runningRows(page, neighbours);
    if (running.size === 0) return nothing;
    const removed = new Set([...running.keys()].flatMap((row) => row.lines));
    const lines = text.lines.filter((line) => !removed.has(line));
    // A page with nothing but a new header keeps it as content.
    const isNew = ({ retainedText }: RunningKey): boolean =>
      retainedText !== undefined && !this.#emitted.has(retainedText);
    if (lines.length === 0 && [...running.values()].some(isNew)) return nothing;
    // On a chapter's first page, its title is below its own running line.
    const ownTexts = new Set(lines.map((line) => shownText(line)));
    const shown = new Map([...running].map(([row, key]) => [row, this.#shown(row, key, ownTexts)] as const));
    const first = [...running].filter(([row]) => shown.get(row) !== "");
    const isAbove = ({ baseline }: PageRow): boolean => baseline > text.height / 2;
    return {
      lines,
      above: first.filter(([row]) => isAbove(row)).map(([row]) => shown.get(row)!),
      below: first.filter(([row]) => !isAbove(row)).map(([row]) => shown.get(row)!),
      leftOut: running.size - first.length,
    };
  }

  /**
   * Returns the part of a running row that is new, i.e. not emitted before and not among the page's own lines. A
   * chapter title next to a changed section is not new.
   */
  #shown(row: PageRow, { retainedText, parts, isOpen }: RunningKey, ownTexts: ReadonlySet<string>): string {
    if (retainedText === undefined || this.#emitted.has(retainedText)) return "";
    const isOwn = (part: string): boolean => isOpen !== true && !isTitle(part);
    const isNew = parts?.filter((part) => (!this.#emitted.has(part) && !ownTexts.has(part)) || isOwn(part));
    for (const text of [retainedText, ...(parts ?? [])]) this.#emitted.add(text);
    const text = isNew === undefined ? shownText(row) : textOf(isNew);
    // Only a number is left next to a title that the page has.
    const isRest = parts?.some((part) => ownTexts.has(part)) === true && !/\p{L}/u.test(text);
    return isRest || ownTexts.has(text) ? "" : text;
  }

  #runningRows(page: IndexedPage, neighbours: readonly ReadRows[]): Map<PageRow, RunningKey> {
    const { rows, keys, setApart } = this.#rows(page);
    const found = new Map<PageRow, RunningKey>();
    for (const [row, own] of keys) {
      const key = this.#runningKey(row, own, setApart.has(row), neighbours);
      if (key !== undefined) found.set(row, key);
    }
    // From the text to the edges: a row of a table belongs to the text, and so does a row that continues in one.
    const inner = [...rows.keys()].toSorted((a, b) => distance(rows[a]!, page.text) - distance(rows[b]!, page.text));
    for (const position of inner) {
      const row = rows[position]!;
      if (found.get(row)?.retainedText === undefined) continue;
      const step = row.baseline > page.text.height / 2 ? 1 : -1;
      const next = rows[position + step];
      if (next !== undefined && !found.has(next) && continuesInto(row, next, rows[position + 2 * step]))
        found.delete(row);
    }
    return found;
  }

  #runningKey(
    row: PageRow,
    keys: readonly RunningKey[],
    isSetApart: boolean,
    neighbours: readonly ReadRows[],
  ): RunningKey | undefined {
    const learned = keys.find(
      ({ positions, isOpen }) =>
        (isOpen !== true || isSetApart) && positions.some((position) => this.#repeated.has(position)),
    );
    if (learned !== undefined || !isSetApart) return learned;
    if (isCountedPage(row.text)) return keys.find(({ retainedText }) => retainedText === undefined);
    // If most pages have a line at this position, its text is the chapter title.
    const isUsual = keys.some(
      ({ name, positions }) => name === SHARED_POSITION && positions.some((position) => this.#usual.has(position)),
    );
    const needed = this.#isComparable && !row.isArtifact && !isUsual ? MIN_NEIGHBOURS : 1;
    return keys.find(({ positions, retainedText, isWeak, isOwnCount, isOpen }) => {
      if (isWeak || isOpen === true || (retainedText !== undefined && row.size >= this.#headingSize)) return false;
      // With two pages, or similar pages, only a page number can be distinguished from common content.
      if (!this.#isComparable && !(retainedText === undefined && isOwnCount)) return false;
      return (
        neighbours.filter(({ setApartKeys }) => positions.some((position) => setApartKeys.has(position))).length >=
        needed
      );
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
      for (const { name, retainedText } of own) {
        if (name.startsWith(WEAK) && retainedText !== undefined)
          texts.set(name, (texts.get(name) ?? new Set()).add(retainedText));
        if (order > (last.get(name) ?? order) + 1) skipped.add(name);
        last.set(name, order);
      }
      const positions = new Map(own.flatMap((key) => key.positions.map((position) => [position, key] as const)));
      for (const [position, key] of positions) {
        keys.set(position, key);
        times.set(position, (times.get(position) ?? 0) + 1);
      }
    }
    const needed = Math.max(MIN_PAGES, Math.ceil(pages.length * MIN_SHARE));
    const isRunning = ([position, { name, isWeak }]: [string, RunningKey]): boolean => {
      if (name.startsWith(WEAK))
        return times.get(position)! >= pages.length * MIN_WEAK_SHARE && texts.get(name)!.size >= MIN_WEAK_TEXTS;
      return times.get(position)! >= needed && (!isWeak || skipped.has(name));
    };
    return [...keys].filter(isRunning).map(([position]) => position);
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
  const setApart = new Map<PageRow, ReadonlySet<string>>();
  for (const [position, row] of rows.entries()) {
    if (row.text.length > MAX_RUNNING_CHARACTERS) continue;
    const isOutermost = position === 0 || position === rows.length - 1;
    const inBand = isInBand(row, text);
    if (!inBand && !isOutermost) continue;
    const all = keysOf(row, text, index, isOutermost);
    // A page number can also be below text that ends early. "7" or "Chapter 7" in large letters is a heading.
    const own = all.filter(({ retainedText }) =>
      retainedText === undefined
        ? row.size < headingSize * LARGE_NUMBER
        : inBand && (row.size < headingSize || retainedText === row.text),
    );
    if (own.length === 0) continue;
    keys.set(row, own);
    if (isApart(position, rows, text)) setApart.set(row, new Set(own.flatMap(({ positions }) => positions)));
  }
  return { rows, keys, setApart, setApartKeys: new Set([...setApart.values()].flatMap((names) => [...names])) };
}

function keysOf(row: PageRow, page: PageText, index: number, isOutermost: boolean): RunningKey[] {
  const isAbove = row.baseline > page.height / 2;
  const height = (isAbove ? page.height - row.baseline : row.baseline) / BUCKET_POINTS;
  // Keys exclude bold and italic: characters of another font ("…") at the end of some titles change the style of their
  // lines.
  const at = (name: string): string[] =>
    [Math.floor(height), `+${Math.floor(height + 0.5)}`].map(
      (position) => `${name}@${row.size}@${isAbove}@${position}`,
    );
  const cells = row.cells.map(({ text }) => text.trim());
  const counted = pageNumbers(cells, index).map(({ frame, offset, isAlone, isWeak }): RunningKey => {
    const name = `#${frame}#${offset}`;
    // A page number alone can be at another height on the last page of a chapter.
    const positions = isAlone && isOutermost ? [name] : at(name);
    return { name, positions, isWeak, isOwnCount: offset === 1, ...(!isAlone && { retainedText: frame }) };
  });
  if (counted.some(({ retainedText }) => retainedText === undefined)) {
    const alone = pageNumbers(cells, index).map(({ offset }) => `~${offset}`);
    return [...counted, ...alone.map((name) => ({ name, positions: at(name), ...OPEN }))];
  }
  const name = `=${row.text}`;
  return [
    { name, positions: at(name), retainedText: row.text, isWeak: false, isOwnCount: false },
    ...counted,
    ...openKeys(cells, index).map((key) => ({ positions: at(key.name), ...key, ...OPEN })),
    ...titlesOf(cells).map((title): RunningKey => {
      const name = `|${title}`;
      return { name, positions: at(name), retainedText: row.text, parts: cells, isWeak: false, isOwnCount: false };
    }),
    { name: SHARED_POSITION, positions: at(SHARED_POSITION), retainedText: row.text, ...OPEN },
  ];
}

/**
 * Returns the titles at both ends of a row: one stays constant while the other, of a section, changes between pages.
 */
const titlesOf = (cells: readonly string[]): string[] =>
  cells.length < 2 ? [] : [cells[0]!, cells.at(-1)!].filter(isTitle);

/** Whether a text is the title of a document or chapter. Other texts with numbers can belong to a single page. */
function isTitle(text: string): boolean {
  const title = text.replace(LABEL, "");
  return !/\d/.test(title) && /\p{L}{2}/u.test(title);
}

/** Returns keys for a page number in a cell of its own, regardless of the other cells: "4 | Chapter 1. Scope". */
function openKeys(cells: readonly string[], index: number): Pick<RunningKey, "name" | "retainedText" | "parts">[] {
  if (cells.length < 2) {
    const number = pageNumbers(cells, index).find(({ isWeak }) => isWeak);
    return number === undefined ? [] : [{ name: `${WEAK}${number.offset}`, retainedText: number.frame }];
  }
  return [0, cells.length - 1].flatMap((position) =>
    pageNumbers([cells[position]!], index).map(({ offset }) => {
      const parts = cells.filter((_, other) => other !== position);
      return { name: `~${offset}`, retainedText: parts.join(" "), parts };
    }),
  );
}

const OPEN = { isWeak: false, isOwnCount: false, isOpen: true } as const;

/** Prefix of keys whose number is within the text: "Chapter 1. Scope 4". */
const WEAK = "~~";

/** Name of the key that all rows at one position share. */
const SHARED_POSITION = "*";

const textOf = (cells: readonly string[]): string => endText(normalizeText(cells.join(" ")));

const shownText = ({ text }: Pick<PageRow, "text">): string => endText(normalizeText(text));

const distance = ({ baseline }: PageRow, { height }: PageText): number => Math.abs(baseline - height / 2);

const isInBand = (row: PageRow, { height }: PageText): boolean =>
  row.baseline > height * (1 - BAND) || row.baseline < height * BAND;

/**
 * Whether a row is set apart from the text: few rows are between it and the edge, and the next row towards the text is
 * far enough away.
 */
function isApart(index: number, rows: readonly PageRow[], { height }: PageText): boolean {
  const row = rows[index]!;
  const isAbove = row.baseline > height / 2;
  const inward = rows[isAbove ? index + 1 : index - 1];
  const outer = isAbove ? index : rows.length - 1 - index;
  const isFar = inward === undefined || Math.abs(row.baseline - inward.baseline) > row.size * MIN_DISTANCE;
  return outer <= 2 && isFar;
}

const nameOf = ({ text, baseline }: PageLine): string => `${text}@${Math.round(baseline)}`;

/** Whether most of the text of some pages is repeated on others of them at the same position. */
function areAlike(pages: readonly IndexedPage[]): boolean {
  const counts = new Map<string, number>();
  const lines = pages.flatMap(({ text }) => text.lines);
  for (const line of lines) counts.set(nameOf(line), (counts.get(nameOf(line)) ?? 0) + 1);
  const repeated = lines.filter((line) => counts.get(nameOf(line))! >= MIN_PAGES);
  return charactersOf(repeated) > charactersOf(lines) * MAX_REPEATED_SHARE;
}

const charactersOf = (lines: readonly PageLine[]): number => lines.reduce((sum, { text }) => sum + text.length, 0);
