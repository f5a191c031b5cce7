import type { ReadBlock } from "./block-reader.ts";
import { escapeInline, escapeLines } from "./escape-markdown.ts";
import { MarkdownTable } from "./markdown-table.ts";
import { markLinks } from "./marked-links.ts";
import { markedCells } from "./row-cells.ts";

/**
 * Writes the blocks of a document as GitHub Flavored Markdown, in order. `<!-- page 3 -->` precedes the first block of
 * a page; a table that continues there repeats its header.
 */
export class MarkdownWriter {
  #isEmpty = true;
  #page: number | undefined;
  #section: readonly string[] = [];
  #isInList = false;
  #table: { readonly number: number; readonly writer: MarkdownTable } | undefined;
  #isInTable = false;

  /** Adds a block. Returns the text to append. */
  add(block: ReadBlock): string {
    const { kind, page, table } = block;
    let written = "";
    if (page !== undefined && page !== this.#page) {
      written += this.#leaveTable() + this.#paragraph(`<!-- page ${page} -->`);
      this.#page = page;
      this.#isInList = false;
    }
    if (table !== undefined) return written + this.#row(block, table.number);
    written += this.#leaveTable();
    const isItem = kind === "list_item";
    written += isItem && this.#isInList ? `\n${listItem(markLinks(block))}` : this.#block(block);
    this.#isInList = isItem;
    return written;
  }

  /** Returns the rest of the text, including the final line break. */
  finish(): string {
    const rest = this.#leaveTable();
    return this.#isEmpty ? rest : `${rest}\n`;
  }

  #block(block: ReadBlock): string {
    const { kind, level = 1, section } = block;
    if (kind === "code") return this.#paragraph(fenced(block.text));
    const text = markLinks(block);
    if (kind === "heading") return this.#paragraph(heading(text, level));
    if (kind === "list_item") return this.#paragraph(listItem(text));
    if (kind === "quote") return this.#paragraph(`> ${escapeLines(text).replaceAll("\n", "\n> ")}`);
    if (kind !== "unknown") return this.#paragraph(escapeLines(text.trim()));
    // Uploaded chunks can be Markdown, and have their headings in `section`.
    const known = this.#section;
    this.#section = section;
    const same = section.findIndex((each, index) => each !== known[index]);
    const from = same === -1 ? section.length : same;
    const headings = section.slice(from).map((each, index) => this.#paragraph(heading(each, from + index + 1)));
    return headings.join("") + this.#paragraph(text.trim());
  }

  #row(block: ReadBlock, number: number): string {
    let written = "";
    if (this.#table?.number !== number) {
      written += this.#leaveTable();
      this.#table = { number, writer: new MarkdownTable() };
    }
    if (!this.#isInTable) written += this.#paragraph("");
    this.#isInTable = true;
    this.#isInList = false;
    const { writer } = this.#table;
    const cells = markedCells(block);
    return written + (block.kind === "table_header" ? writer.addHeader(cells) : writer.addRow(cells));
  }

  #leaveTable(): string {
    if (!this.#isInTable) return "";
    this.#isInTable = false;
    return this.#table!.writer.end();
  }

  #paragraph(text: string): string {
    const before = this.#isEmpty ? "" : "\n\n";
    this.#isEmpty = false;
    return before + text;
  }
}

const DEEPEST = 6;

const heading = (text: string, level: number): string => {
  const line = escapeInline(text.replace(/\s+/g, " ").trim());
  // Trailing `#` signs would be read as the closing sequence of the heading.
  return `${"#".repeat(Math.min(level, DEEPEST))} ${line.endsWith("#") ? `${line.slice(0, -1)}\\#` : line}`;
};

const NUMBERED = /^\d{1,9}[.)] /;

/** Keeps the item's own number. Further lines are indented to stay part of the item. */
const listItem = (text: string): string => {
  const [mark = ""] = NUMBERED.exec(text) ?? [];
  const rest = escapeLines(text.slice(mark.length).trim());
  const lead = mark === "" ? "- " : mark;
  return lead + rest.replace(/\n(?=[^\n])/g, `\n${" ".repeat(lead.length)}`);
};

/** The fence is longer than any fence in the code. */
const fenced = (code: string): string => {
  const longest = Math.max(2, ...Array.from(code.matchAll(/`{3,}/g), ([fence]) => fence.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}\n${code}\n${fence}`;
};
