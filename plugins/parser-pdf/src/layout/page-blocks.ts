import type { ParsedBlock } from "@quarry/plugin";
import type { OutlineEntry } from "../engine/outline.ts";
import type { PageLine } from "../engine/page-text.ts";
import type { Ruling } from "../engine/rulings.ts";
import type { DocumentProfile } from "./document-profile.ts";
import type { DocumentWords } from "./document-words.ts";
import { inReadingOrder } from "./column-order.ts";
import type { TextSizes } from "./heading-level.ts";
import { joinedHeadings } from "./joined-headings.ts";
import { notesLast } from "./notes-last.ts";
import { outlineHeadings } from "./outline-headings.ts";
import { type PageContext, paragraphs, type TextBlock } from "./paragraphs.ts";
import type { Table } from "./table.ts";
import { ruledTables } from "./ruled-tables.ts";
import { sameColumns } from "./table-columns.ts";
import { type Run, tableRuns } from "./table-runs.ts";
import { textLines } from "./text-line.ts";
import { textSizeOf } from "./text-size.ts";

const MAX_LEVEL = 6;
/** Shorter lines may be headings. */
const MIN_TEXT_LINE = 45;

/** What a page shows, running headers and footers left out. */
export interface PageContent {
  readonly lines: readonly PageLine[];
  readonly rulings: readonly Ruling[];
}

/** Turns pages into blocks, one after the other: a table or a section may go on from the last. */
export class PageBlocks {
  readonly #profile: DocumentProfile;
  readonly #words: DocumentWords;
  #tables = 0;
  /** The table that the last page ended with. */
  #unfinished: Table | undefined;
  /** Level of the outline's last heading; what it does not name stands below. */
  #outlineLevel = 0;

  constructor(profile: DocumentProfile, words: DocumentWords) {
    this.#profile = profile;
    this.#words = words;
  }

  /** The blocks of a page; `entries` of the outline lead here. */
  *read({ lines, rulings }: PageContent, page: number, entries: readonly OutlineEntry[] = []): Generator<ParsedBlock> {
    const parts = ruledTables(lines, rulings, this.#words);
    const drawn = parts.map((part) => ("kind" in part ? part : inReadingOrder(textLines(part))));
    const sizes = this.#sizesOf(parts.length === 1 ? (drawn[0] as readonly PageLine[]) : textLines(lines));
    const shown = drawn.map((part) => ("kind" in part ? part : notesLast(part, sizes.largestText)));
    const ordered = shown.flatMap((part) => ("kind" in part ? [] : part));
    const context: PageContext = {
      profile: this.#profile,
      ...sizes,
      outline: outlineHeadings(ordered, entries),
      words: this.#words,
    };
    const runs = shown.flatMap((part) => ("kind" in part ? [part] : tableRuns(part, this.#words)));
    for (const [index, run] of runs.entries()) {
      if (run.kind === "table") yield* this.#table(run, page, index === 0);
      else for (const block of joinedHeadings(paragraphs(run.lines, context))) yield this.#textBlock(block, page);
    }
    this.#unfinished = lastTable(runs);
  }

  /**
   * Pages may be scaled, so lines are judged by the text of their page; where some of it stands in the document's own
   * size, though, a page full of notes makes no headings of it.
   */
  #sizesOf(lines: readonly PageLine[]): TextSizes {
    const { bodySize: usual } = this.#profile;
    const bodySize = textSizeOf(lines) ?? usual;
    const isUsual = (line: PageLine): boolean =>
      line.size === usual && !line.isBold && line.text.length >= MIN_TEXT_LINE;
    return { bodySize, largestText: usual > bodySize && lines.some(isUsual) ? usual : bodySize };
  }

  #textBlock({ kind, text, level, isInOutline }: TextBlock, page: number): ParsedBlock {
    if (kind !== "heading" || level === undefined) return { kind, text, page };
    if (isInOutline === true) this.#outlineLevel = level;
    const depth = isInOutline === true ? level : Math.min(MAX_LEVEL, Math.max(level, this.#outlineLevel + 1));
    return { kind, text, page, level: depth };
  }

  *#table(table: Table, page: number, isFirst: boolean): Generator<ParsedBlock> {
    const tableId = ++this.#tables;
    const header = table.header.length === 0 && isFirst ? this.#headerBefore(table) : table.header;
    for (const text of header) yield { kind: "table_header", text, page, tableId };
    for (const text of table.rows) yield { kind: "table_row", text, page, tableId };
  }

  /** On top of a page, rows without a header in the columns of the last page's table go on with that one. */
  #headerBefore(table: Table): readonly string[] {
    const before = this.#unfinished;
    if (before?.columns === undefined || table.columns === undefined) return [];
    return sameColumns(before.columns, table.columns) ? before.header : [];
  }
}

function lastTable(runs: readonly Run[]): Table | undefined {
  const last = runs.at(-1);
  return last?.kind === "table" ? last : undefined;
}
