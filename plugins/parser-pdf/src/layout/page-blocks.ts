import type { ParsedBlock } from "@quarry/plugin";
import type { OutlineEntry } from "../engine/outline.ts";
import type { PageLine, PageText } from "../engine/page-text.ts";
import { type DocumentProfile, withLargerScales } from "./document-profile.ts";
import type { DocumentWords } from "./document-words.ts";
import { inOneColumn } from "./drawing-order.ts";
import { inReadingOrder } from "./column-order.ts";
import type { TextSizes } from "./heading-level.ts";
import { linesApart } from "./lines-apart.ts";
import { joinedHeadings } from "./joined-headings.ts";
import { marksInPlace } from "./marks-in-place.ts";
import { notesLast } from "./notes-last.ts";
import { outlineHeadings } from "./outline-headings.ts";
import { type PageContext, paragraphs, type TextBlock } from "./paragraphs.ts";
import { placeOf } from "./place-on-page.ts";
import { ruledTables } from "./ruled-tables.ts";
import { SectionLevels } from "./section-levels.ts";
import type { Table, TableRow } from "./table.ts";
import { inTablePlaces } from "./table-places.ts";
import { sameColumns } from "./table-columns.ts";
import { type Run, tableRuns } from "./table-runs.ts";
import { textLines } from "./text-line.ts";
import { textSizeOf } from "./text-size.ts";

/** Least gap, in font sizes, in front of a cell that a file draws apart within a table: wider than a blank. */
const NAME_GAP = 0.6;
/** Shorter lines may be headings. */
const MIN_TEXT_LINE = 45;

/** A page that is to be read; running headers and footers are left out of its lines already. */
export interface PageToRead extends Pick<PageText, "lines" | "rulings" | "shades" | "sheet"> {
  /** From 1. */
  readonly number: number;
  /** Entries of the outline that lead here. */
  readonly entries: readonly OutlineEntry[];
}

/** Turns pages into blocks, one after the other: a table or a section may go on from the last. */
export class PageBlocks {
  #profile: DocumentProfile;
  readonly #words: DocumentWords;
  #tables = 0;
  /** The table that the last page ended with. */
  #unfinished: Table | undefined;
  readonly #levels = new SectionLevels();
  /** Whether the last page ended with entries of a table of contents. */
  #isInContents = false;

  constructor(profile: DocumentProfile, words: DocumentWords) {
    this.#profile = profile;
    this.#words = words;
  }

  /** The blocks of a page. */
  *read({ lines: drawnLines, rulings, shades, sheet, number, entries }: PageToRead): Generator<ParsedBlock> {
    const lines = inOneColumn(marksInPlace(drawnLines));
    const parts = ruledTables(lines, { rulings, shades }, this.#words);
    const drawn = parts.map((part) => ("kind" in part ? part : linesInOrder(part)));
    const sizes = this.#sizesOf(parts.length === 1 ? (drawn[0] as readonly PageLine[]) : textLines(lines));
    const shown = drawn.map((part) => ("kind" in part ? part : notesLast(part, sizes.largestText)));
    const ordered = shown.flatMap((part) => ("kind" in part ? [] : part));
    if (number > 1) this.#profile = withLargerScales(this.#profile, ordered, sizes.largestText);
    const judged = { profile: this.#profile, ...sizes, outline: outlineHeadings(ordered, entries) };
    const apart = linesApart(ordered, judged, this.#isInContents);
    const context: PageContext = { ...judged, apart, words: this.#words, sheet };
    this.#isInContents = ordered.length > 0 && apart.entries.has(ordered.at(-1)!);
    const runs = shown.flatMap((part) => ("kind" in part ? [part] : tableRuns(part, rulings, this.#words, apart)));
    for (const [index, run] of runs.entries()) {
      if (run.kind === "table") yield* this.#table(run, { sheet, number }, index === 0);
      else for (const block of joinedHeadings(paragraphs(run.lines, context))) yield this.#textBlock(block, number);
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
    const largestText = usual > bodySize && lines.some(isUsual) ? usual : bodySize;
    return { bodySize, largestText };
  }

  #textBlock(block: TextBlock, page: number): ParsedBlock {
    const { kind, text, level, lines } = block;
    if (kind !== "heading" || level === undefined) return { kind, text, page, lines };
    return { kind, text, page, level: this.#levels.levelOf(block), lines };
  }

  *#table(table: Table, { sheet, number: page }: Pick<PageToRead, "sheet" | "number">, isFirst: boolean) {
    const tableId = ++this.#tables;
    const header = table.header.length === 0 && isFirst ? this.#headerBefore(table) : table.header;
    const blockOf = (kind: ParsedBlock["kind"], { text, lines }: TableRow): ParsedBlock => ({
      kind,
      text,
      page,
      tableId,
      lines: placeOf(lines, sheet),
    });
    for (const row of header) yield blockOf("table_header", row);
    for (const row of table.rows) yield blockOf("table_row", row);
  }

  /** On top of a page, rows without a header in the columns of the last page's table go on with that one. */
  #headerBefore(table: Table): readonly TableRow[] {
    const before = this.#unfinished;
    if (before?.columns === undefined || table.columns === undefined) return [];
    return sameColumns(before.columns, table.columns) ? before.header.map(({ text }) => ({ text, lines: [] })) : [];
  }
}

const linesInOrder = (part: readonly PageLine[]): readonly PageLine[] =>
  inTablePlaces(part).flatMap(({ isTable, lines }) =>
    isTable ? textLines(lines, NAME_GAP) : inReadingOrder(textLines(lines)),
  );

function lastTable(runs: readonly Run[]): Table | undefined {
  const last = runs.at(-1);
  return last?.kind === "table" ? last : undefined;
}
