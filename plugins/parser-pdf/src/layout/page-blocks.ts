import type { ParsedBlock } from "@quarry/plugin";
import type { OutlineEntry } from "../engine/outline.ts";
import type { PageLine, PageText } from "../engine/page-text.ts";
import { type DocumentProfile, withLargerScales } from "./document-profile.ts";
import type { DocumentWords } from "./document-words.ts";
import { inOneColumn } from "./drawing-order.ts";
import { inReadingOrder } from "./column-order.ts";
import type { TextSizes } from "./heading-level.ts";
import { nonTableLines } from "./non-table-lines.ts";
import { joinedHeadings } from "./joined-headings.ts";
import { attachMarks } from "./attach-marks.ts";
import { notesLast } from "./notes-last.ts";
import { outlineHeadings } from "./outline-headings.ts";
import { type PageContext, paragraphs, type TextBlock } from "./paragraphs.ts";
import { lineBoxOf } from "./page-coordinates.ts";
import { ruledTables } from "./ruled-tables.ts";
import { SectionLevels } from "./section-levels.ts";
import type { Table, TableRow } from "./table.ts";
import { inTableOrder } from "./table-order.ts";
import { sameColumns } from "./table-columns.ts";
import { type Run, tableRuns } from "./table-runs.ts";
import { textLines } from "./text-line.ts";
import { textSizeOf } from "./text-size.ts";

/** Minimum gap, in font sizes, before a cell that a file draws separately within a table: wider than a space. */
const NAME_GAP = 0.6;
/** Shorter lines may be headings. */
const MIN_TEXT_LINE = 45;

/** A page to convert. Its lines exclude running headers and footers. */
export interface PageToRead extends Pick<PageText, "lines" | "rulings" | "shades" | "sheet"> {
  /** Page number, from 1. */
  readonly number: number;
  /** Outline entries whose target is this page. */
  readonly entries: readonly OutlineEntry[];
}

/** Converts pages into blocks, in order: a table or section can continue from the previous page. */
export class PageBlocks {
  #profile: DocumentProfile;
  readonly #words: DocumentWords;
  #tables = 0;
  /** Table at the end of the previous page. */
  #unfinished: Table | undefined;
  readonly #levels = new SectionLevels();
  /** Whether the previous page ended with entries of a table of contents. */
  #isInContents = false;

  constructor(profile: DocumentProfile, words: DocumentWords) {
    this.#profile = profile;
    this.#words = words;
  }

  /** Returns the blocks of a page. */
  *read({ lines: drawnLines, rulings, shades, sheet, number, entries }: PageToRead): Generator<ParsedBlock> {
    const lines = inOneColumn(attachMarks(drawnLines));
    const parts = ruledTables(lines, { rulings, shades }, this.#words);
    const drawn = parts.map((part) => ("kind" in part ? part : linesInOrder(part)));
    const sizes = this.#sizesOf(parts.length === 1 ? (drawn[0] as readonly PageLine[]) : textLines(lines));
    const shown = drawn.map((part) => ("kind" in part ? part : notesLast(part, sizes.largestText)));
    const ordered = shown.flatMap((part) => ("kind" in part ? [] : part));
    if (number > 1) this.#profile = withLargerScales(this.#profile, ordered, sizes.largestText);
    const styles = { profile: this.#profile, ...sizes, outline: outlineHeadings(ordered, entries) };
    const nonTable = nonTableLines(ordered, styles, this.#isInContents);
    const context: PageContext = { ...styles, nonTable, words: this.#words, sheet };
    this.#isInContents = ordered.length > 0 && nonTable.entries.has(ordered.at(-1)!);
    const runs = shown.flatMap((part) => ("kind" in part ? [part] : tableRuns(part, rulings, this.#words, nonTable)));
    for (const [index, run] of runs.entries()) {
      if (run.kind === "table") yield* this.#table(run, { sheet, number }, index === 0);
      else for (const block of joinedHeadings(paragraphs(run.lines, context))) yield this.#textBlock(block, number);
    }
    this.#unfinished = lastTable(runs);
  }

  /**
   * Returns the text sizes that lines are judged by. They are those of the page, because pages can be scaled. If some
   * text has the document's usual size, that is the largest text size, so that it isn't taken for headings on a page
   * full of notes.
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
      lines: lineBoxOf(lines, sheet),
    });
    for (const row of header) yield blockOf("table_header", row);
    for (const row of table.rows) yield blockOf("table_row", row);
  }

  /**
   * Returns the previous page's header for a table without a header at the top of a page, if its columns match the last
   * table's.
   */
  #headerBefore(table: Table): readonly TableRow[] {
    const before = this.#unfinished;
    if (before?.columns === undefined || table.columns === undefined) return [];
    return sameColumns(before.columns, table.columns) ? before.header.map(({ text }) => ({ text, lines: [] })) : [];
  }
}

const linesInOrder = (part: readonly PageLine[]): readonly PageLine[] =>
  inTableOrder(part).flatMap(({ isTable, lines }) =>
    isTable ? textLines(lines, NAME_GAP) : inReadingOrder(textLines(lines)),
  );

function lastTable(runs: readonly Run[]): Table | undefined {
  const last = runs.at(-1);
  return last?.kind === "table" ? last : undefined;
}
