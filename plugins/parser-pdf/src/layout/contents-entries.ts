import type { PageLine } from "../engine/page-text.ts";
import { isAmount } from "./amount.ts";

/** Text after a dot leader: a page number or an amount. */
const AFTER_LEADER = /(?:\p{N}|\s[ivxlc]{1,7})\s?\p{Sc}?$/iu;
/**
 * Without dot leaders, this many consecutive lines are entries if they end in numbers that never fall and are distinct
 * to at least this share.
 */
const MIN_ENTRIES = 4;
const MIN_RISING_SHARE = 0.6;
/**
 * If gaps divide entries like table rows, a minimum number of entries, and of dot leaders or section numbers, is
 * required.
 */
const MIN_DIVIDED_ENTRIES = 3;
const MIN_LEADER_SHARE = 0.3;
const SECTION = /^(?:\d{1,3}|[A-Z])(?:\.\d{1,3}){1,5}\.?(?:\s|$)/;
const MIN_SECTIONS = 2;
const PAGE_AT_END = /\s(\d{1,4})$/;
const MAX_PAGE_CHARACTERS = 5;
const MAX_ENTRY_CHARACTERS = 120;
/** Page number as the last cell of an entry, and label before its title. */
const PAGE_CELL = /(?:^|\s)(?:\d{1,4}|[ivxlc]{1,7})$/i;
const LABEL_CELL = /^(?:\p{L}+\s)?(?:\d{1,3}(?:\.\d{1,3}){0,5}|[ivxlc]{1,7}|\p{L})[.):]?$/iu;
/** A line above this many entries is their title, unless it is a sentence. */
const MIN_TITLED = 2;
const MAX_TITLE_CHARACTERS = 60;
const TITLE = /^\p{Lu}.*[\p{L}\p{N}:]$/u;
/** Titles of lists with page references. */
const CONTENTS =
  /^(?:(?:table of )?contents|list of \p{L}+|inhalt(?:sverzeichnis|sübersicht)?|(?:abbildungs|tabellen)verzeichnis|sommaire|table des mati[eè]res|[íi]ndice(?: (?:general|de .*))?|sumário|innehåll|indhold|inhoud|spis treści|obsah|содержание|оглавление|目\s?[录錄次])$/iu;

/**
 * Entries of tables of contents on a page, and of other lists whose dot leaders end in numbers. Each line is a separate
 * entry.
 */
export class ContentsEntries {
  readonly #entries: ReadonlySet<PageLine>;
  readonly #titles = new Set<PageLine>();

  /** `continuesList` is set if the previous page ended with entries. */
  constructor(lines: readonly PageLine[], continuesList = false) {
    const withLeader = lines.filter((line) => line.cells.length === 1 && endsLeader(line));
    this.#entries = new Set([...withLeader, ...runsOfPages(lines, continuesList)]);
    for (const [index, line] of lines.entries()) {
      const isFollowed = lines.slice(index + 1, index + 1 + MIN_TITLED).every((next) => this.#entries.has(next));
      if (isFollowed && index + MIN_TITLED < lines.length && this.#isTitle(line, lines[index - 1]))
        this.#titles.add(line);
    }
  }

  has(line: PageLine): boolean {
    return this.#entries.has(line);
  }

  /** Whether the line is the title of a list of entries, regardless of its style: the list is a section. */
  isTitle(line: PageLine): boolean {
    return this.#titles.has(line);
  }

  #isTitle(line: PageLine, before: PageLine | undefined): boolean {
    if (this.#entries.has(line) || (before !== undefined && this.#entries.has(before))) return false;
    return line.text.length <= MAX_TITLE_CHARACTERS && TITLE.test(line.text);
  }
}

const endsLeader = ({ hasLeader, text }: PageLine): boolean => hasLeader === true && AFTER_LEADER.test(text);

function runsOfPages(lines: readonly PageLine[], continuesList: boolean): PageLine[] {
  const found: PageLine[] = [];
  let run: PageLine[] = [];
  let last = 0;
  let isNamed = continuesList;
  const close = (): void => {
    if (isList(run, isNamed)) found.push(...run);
    if (run.length > 0) isNamed = false;
    run = [];
  };
  for (const [index, line] of lines.entries()) {
    const page = pageOf(line);
    // An entry of several lines has its number in the last one.
    const isWrapped = page === 0 && last > 0 && isEntryCell(run.at(-1)) && pageOf(lines[index + 1]) >= last;
    if (isWrapped) continue;
    if (page < last || page === 0) close();
    if (page > 0) run.push(line);
    else isNamed ||= CONTENTS.test(line.text);
    last = page;
  }
  close();
  return found;
}

const isEntryCell = (line: PageLine | undefined): boolean =>
  line !== undefined && (line.cells.length > 1 || line.hasLeader === true);

/** Whether lines that end in page numbers are entries. Table rows can end in rising numbers as well. */
function isList(run: readonly PageLine[], isNamed: boolean): boolean {
  const withLeader = run.filter(endsLeader).length;
  const rows = run.filter(({ cells }) => cells.length > 1).length;
  if (rows === 0 && withLeader < run.length) {
    return run.length >= MIN_ENTRIES && new Set(run.map(pageOf)).size >= run.length * MIN_RISING_SHARE;
  }
  if (run.length < (isNamed ? MIN_TITLED : MIN_DIVIDED_ENTRIES)) return false;
  const sections = run.filter(({ text }) => SECTION.test(text)).length;
  return isNamed || withLeader >= run.length * MIN_LEADER_SHARE || sections >= MIN_SECTIONS;
}

/** Returns the number at the end of a short line, or 0. */
function pageOf(line: PageLine | undefined): number {
  if (line === undefined) return 0;
  const { text, cells } = line;
  if (text.length > MAX_ENTRY_CHARACTERS || !/\p{L}/u.test(text)) return 0;
  if (cells.length > 1 && !isEntryShaped(cells.map((cell) => cell.text))) return 0;
  return Number(PAGE_AT_END.exec(text.slice(-MAX_PAGE_CHARACTERS))?.[1] ?? 0);
}

/** Whether cells are a title, optionally after a label, and a page number. */
function isEntryShaped(cells: readonly string[]): boolean {
  if (!PAGE_CELL.test(cells.at(-1)!)) return false;
  const title = cells.slice(LABEL_CELL.test(cells[0]!) ? 1 : 0, -1);
  return title.length <= 1 && !title.some((text) => isAmount(text));
}
