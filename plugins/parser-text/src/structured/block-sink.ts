import { splitText } from "@quarry/formats/text";
import {
  cleanLine,
  cleanText,
  rowOfCells,
  type ParsedBlock,
  type ParserBudget,
  type ParserEvent,
} from "@quarry/plugin";

const MAX_HEADING_LEVEL = 6;

/** Collects blocks until they are taken. Counts their text against the budget and drops blank ones. */
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
      level: Math.min(Math.max(level, 1), MAX_HEADING_LEVEL),
    });
  }

  row(kind: "table_header" | "table_row", cells: readonly string[], tableId: number): void {
    const row = rowOfCells(cells);
    // Fast path, because rows are most of the output.
    if (row.text.length <= this.#maxBlockCharacters) this.#push({ kind, ...row, page: null, tableId });
    else
      for (const segment of splitText(row.text, this.#maxBlockCharacters))
        this.#push({ kind, text: segment, page: null, tableId });
  }

  /** Adds a record, which stays whole in a chunk if it fits. The line end after it separates it from the next. */
  record(text: string): void {
    for (const segment of splitText(text, this.#maxBlockCharacters))
      this.#push({ kind: "list_item", text: `${segment}\n`, page: null });
  }

  text(kind: "paragraph" | "list_item" | "code", text: string): void {
    for (const segment of splitText(cleanText(text), this.#maxBlockCharacters))
      this.#push({ kind, text: segment, page: null });
  }

  /** Adds text of several paragraphs, split at empty lines. */
  prose(text: string): void {
    for (const paragraph of text.split(/\n[^\S\n]*(?=\n)/)) this.text("paragraph", paragraph.trim());
  }

  #push(block: ParsedBlock): void {
    if (!/\S/.test(block.text)) return;
    this.#budget.spendText(block.text.length);
    this.#ready.push({ type: "block", block });
  }
}
