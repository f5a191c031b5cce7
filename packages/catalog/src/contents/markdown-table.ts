import { escapeInline } from "./escape-markdown.ts";

type Row = readonly string[];

const MAX_NAME_ROWS = 20;
/** Number of rows, and of their characters, that are buffered to determine the number of columns. */
const LOOK_AHEAD_ROWS = 50;
const LOOK_AHEAD_CHARACTERS = 65_536;

/**
 * Writes one table as GitHub Flavored Markdown, row by row. The format has one header row, so several are merged cell
 * by cell. A header that spans all columns becomes a paragraph above the table. Rows are buffered only until the number
 * of columns is known.
 */
export class MarkdownTable {
  #header: Row[] = [];
  #buffered: Row[] = [];
  #bufferedCharacters = 0;
  #columns: number | undefined;
  #wasWritten = false;

  /** Adds a header row. A table that continues can bring its own header. */
  addHeader(cells: Row): string {
    if (this.#columns !== undefined || this.#buffered.length > 0) return this.addRow(cells);
    // If every row claims to be a header row, most are not.
    if (this.#header.length >= MAX_NAME_ROWS && !this.#wasWritten) return this.addRow(cells);
    if (this.#wasWritten) this.#header = [];
    this.#wasWritten = false;
    this.#header.push(cells);
    return "";
  }

  /** Adds a row. Returns the text that can be written now. */
  addRow(cells: Row): string {
    if (this.#columns !== undefined) return this.#line(cells);
    this.#buffered.push(cells);
    for (const cell of cells) this.#bufferedCharacters += cell.length;
    const isEnough = this.#buffered.length >= LOOK_AHEAD_ROWS || this.#bufferedCharacters >= LOOK_AHEAD_CHARACTERS;
    return isEnough ? this.#begin() : "";
  }

  /** Returns the rest of the table. Rows added after it begin with the header again. */
  end(): string {
    const rest = this.#columns === undefined ? this.#begin() : "";
    this.#columns = undefined;
    return rest;
  }

  #begin(): string {
    const rows = this.#buffered;
    this.#buffered = [];
    this.#bufferedCharacters = 0;
    const widest = widthOf([...this.#header, ...rows]);
    this.#columns = Math.max(1, widest);
    const captions = captionRows(this.#header, widest);
    const names = this.#header.slice(captions.length);
    const title = captions.map(([caption = ""]) => `${escapeInline(oneLine(caption))}\n\n`).join("");
    const head = this.#line(Array.from({ length: widest }, (_, column) => namesOf(names, column)));
    const divider = `\n|${" --- |".repeat(this.#columns)}`;
    const isFirst = !this.#wasWritten;
    this.#wasWritten = true;
    return (isFirst ? title : "") + head.trimStart() + divider + rows.map((cells) => this.#line(cells)).join("");
  }

  #line(cells: Row): string {
    const columns = this.#columns!;
    const visible =
      cells.length <= columns ? cells : [...cells.slice(0, columns - 1), cells.slice(columns - 1).join(" | ")];
    const texts = visible.map(cellText);
    while (texts.length < columns) texts.push("");
    return `\n| ${texts.join(" | ")} |`;
  }
}

/** A Markdown cell must be on one line. */
const cellText = (cell: string): string => {
  const text = escapeInline(cell.trim());
  if (!/[|\n]/.test(text)) return text;
  const lines = text.replaceAll("|", "\\|").split("\n");
  return lines.map((line) => line.trim()).join("<br>");
};

/** Number of columns of the widest row. */
export const widthOf = (rows: readonly Row[]): number => rows.reduce((most, { length }) => Math.max(most, length), 0);

/** Returns the leading header rows with a single cell, if the table has more columns: they are the table's caption. */
export const captionRows = (header: readonly Row[], columns: number): readonly Row[] => {
  if (columns < 2) return [];
  const first = header.findIndex((cells) => cells.length > 1);
  return header.slice(0, first === -1 ? header.length : first);
};

/** A column name that spans several rows is repeated in each, and is written once. */
const namesOf = (rows: readonly Row[], column: number): string =>
  [...new Set(rows.map((cells) => cells[column] ?? "").filter((name) => name !== ""))].join("\n");

const oneLine = (text: string): string => text.replace(/\s+/g, " ");
