import { splitText } from "@quarry/formats/text";
import {
  cleanLine,
  cleanText,
  rowOfCells,
  type ParsedBlock,
  type ParserBudget,
  type ParserEvent,
} from "@quarry/plugin";

const DEEPEST_HEADING = 6;

/** Collects blocks until they are taken; counts their text against the budget and leaves blank ones out. */
export class BlockSink {
  readonly #budget: ParserBudget;
  readonly #maxBlockCharacters: number;
  #ready: ParserEvent[] = [];
  #tables = 0;

  constructor(budget: ParserBudget, maxBlockCharacters: number) {
    this.#budget = budget;
    this.#maxBlockCharacters = maxBlockCharacters;
  }

  take(): ParserEvent[] {
    const ready = this.#ready;
    this.#ready = [];
    return ready;
  }

  openTable(): number {
    return ++this.#tables;
  }

  heading(text: string, level: number): void {
    this.#push({
      kind: "heading",
      text: cleanLine(text),
      page: null,
      level: Math.min(Math.max(level, 1), DEEPEST_HEADING),
    });
  }

  row(kind: "table_header" | "table_row", cells: readonly string[], tableId: number): void {
    const row = rowOfCells(cells);
    // Rows are by far the most of what is written.
    if (row.text.length <= this.#maxBlockCharacters) this.#push({ kind, ...row, page: null, tableId });
    else
      for (const piece of splitText(row.text, this.#maxBlockCharacters))
        this.#push({ kind, text: piece, page: null, tableId });
  }

  /** A record: kept whole in a chunk where it fits. The line end behind it keeps it apart from the next. */
  record(text: string): void {
    for (const piece of splitText(text, this.#maxBlockCharacters))
      this.#push({ kind: "list_item", text: `${piece}\n`, page: null });
  }

  text(kind: "paragraph" | "list_item" | "code", text: string): void {
    for (const piece of splitText(cleanText(text), this.#maxBlockCharacters))
      this.#push({ kind, text: piece, page: null });
  }

  /** Text of several paragraphs, divided at its blank lines. */
  prose(text: string): void {
    for (const paragraph of text.split(/\n[^\S\n]*(?=\n)/)) this.text("paragraph", paragraph.trim());
  }

  #push(block: ParsedBlock): void {
    if (!/\S/.test(block.text)) return;
    this.#budget.spendText(block.text.length);
    this.#ready.push({ type: "block", block });
  }
}
