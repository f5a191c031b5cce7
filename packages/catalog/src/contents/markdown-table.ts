import { escapeInline } from "./escape-markdown.ts";

type Row = readonly string[];

const MAX_NAME_ROWS = 20;
/** Rows that are looked at for how many columns there are, and how many characters of them. */
const LOOK_AHEAD_ROWS = 50;
const LOOK_AHEAD_CHARACTERS = 65_536;

/**
 * Writes one table as GitHub Flavored Markdown, row by row. That has one row of names: several are put into one, cell by cell. A
 * name over all columns becomes a paragraph above. Rows are held only until it is known how many columns there are.
 */
export class MarkdownTable {
  #header: Row[] = [];
  #buffered: Row[] = [];
  #bufferedCharacters = 0;
  #columns: number | undefined;
  #wasWritten = false;

  /** Where a table goes on, it may bring its names itself. */
  addHeader(cells: Row): string {
    if (this.#columns !== undefined || this.#buffered.length > 0) return this.addRow(cells);
    // Where every row says that it is one of names, most are none.
    if (this.#header.length >= MAX_NAME_ROWS && !this.#wasWritten) return this.addRow(cells);
    if (this.#wasWritten) this.#header = [];
    this.#wasWritten = false;
    this.#header.push(cells);
    return "";
  }

  /** Gives what can be written by now. */
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

/** A cell is on one line. */
const cellText = (cell: string): string => {
  const text = escapeInline(cell.trim());
  if (!/[|\n]/.test(text)) return text;
  const lines = text.replaceAll("|", "\\|").split("\n");
  return lines.map((line) => line.trim()).join("<br>");
};

/** Number of columns of the widest row. */
export const widthOf = (rows: readonly Row[]): number => rows.reduce((most, { length }) => Math.max(most, length), 0);

/** The rows above the names that have one cell, where the table has more columns: what the table is called. */
export const captionRows = (header: readonly Row[], columns: number): readonly Row[] => {
  if (columns < 2) return [];
  const first = header.findIndex((cells) => cells.length > 1);
  return header.slice(0, first === -1 ? header.length : first);
};

/** A name that goes over several rows stands in each of them, and is written once. */
const namesOf = (rows: readonly Row[], column: number): string =>
  [...new Set(rows.map((cells) => cells[column] ?? "").filter((name) => name !== ""))].join("\n");

const oneLine = (text: string): string => text.replace(/\s+/g, " ");
