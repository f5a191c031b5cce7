import type { PageLine } from "../engine/page-text.ts";

/** What a row of dots leads to: a number of a page or an amount. */
const LED_TO = /(?:\p{N}|\s[ivxlc]{1,7})\s?\p{Sc}?$/iu;
/** Without dots, so many lines in sequence that end in numbers which never fall, and mostly rise, are entries. */
const MIN_ENTRIES = 4;
const MIN_RISING_SHARE = 0.6;
const PAGE_AT_END = /\s(\d{1,4})$/;
const MAX_PAGE_CHARACTERS = 5;
const MAX_ENTRY_CHARACTERS = 120;
/** A line above so many entries that is no sentence is their title. */
const MIN_TITLED = 2;
const MAX_TITLE_CHARACTERS = 60;
const TITLE = /^\p{Lu}.*[\p{L}\p{N}:]$/u;

/** The entries of tables of contents on a page, and of other lists whose dots lead to numbers: each line is one by itself. */
export class ContentsEntries {
  readonly #entries: ReadonlySet<PageLine>;
  readonly #titles = new Set<PageLine>();

  constructor(lines: readonly PageLine[]) {
    this.#entries = new Set([...lines.filter(isLed), ...runsOfPages(lines)]);
    for (const [index, line] of lines.entries()) {
      const isFollowed = lines.slice(index + 1, index + 1 + MIN_TITLED).every((next) => this.#entries.has(next));
      if (isFollowed && index + MIN_TITLED < lines.length && this.#isTitle(line, lines[index - 1]))
        this.#titles.add(line);
    }
  }

  has(line: PageLine): boolean {
    return this.#entries.has(line);
  }

  /** Whether the line is the title of a list of entries, whatever its type: they make a section of their own. */
  isTitle(line: PageLine): boolean {
    return this.#titles.has(line);
  }

  #isTitle(line: PageLine, before: PageLine | undefined): boolean {
    if (this.#entries.has(line) || (before !== undefined && this.#entries.has(before))) return false;
    return line.text.length <= MAX_TITLE_CHARACTERS && TITLE.test(line.text);
  }
}

const isLed = ({ hasLeader, text }: PageLine): boolean => hasLeader === true && LED_TO.test(text);

function runsOfPages(lines: readonly PageLine[]): PageLine[] {
  const found: PageLine[] = [];
  let run: PageLine[] = [];
  let last = 0;
  const close = (): void => {
    if (run.length >= MIN_ENTRIES && new Set(run.map(pageOf)).size >= run.length * MIN_RISING_SHARE) found.push(...run);
    run = [];
  };
  for (const line of lines) {
    const page = pageOf(line);
    if (page < last || page === 0) close();
    if (page > 0) run.push(line);
    last = page;
  }
  close();
  return found;
}

/** The number that a short line ends in; 0 for others. */
function pageOf({ text }: PageLine): number {
  const page = PAGE_AT_END.exec(text.slice(-MAX_PAGE_CHARACTERS))?.[1];
  return page === undefined || text.length > MAX_ENTRY_CHARACTERS || !/\p{L}/u.test(text) ? 0 : Number(page);
}
