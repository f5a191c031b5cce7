import { cleanLine, type ParsedBlock } from "@quarry/plugin";

/** Returns a block for each row of a table. A nested table is text of its cell. */
export class TableRows {
  readonly #emit: (block: ParsedBlock) => void;
  #depth = 0;
  #tableId = 0;
  #page: number | undefined;
  #cells: string[] = [];
  #text = "";
  #isHeader = false;

  constructor(emit: (block: ParsedBlock) => void) {
    this.#emit = emit;
  }

  get isInside(): boolean {
    return this.#depth > 0;
  }

  begin(name: string, page: number | undefined): void {
    if (name === "table") {
      this.#depth += 1;
      if (this.#depth > 1) return;
      this.#tableId += 1;
      // A table belongs to the page on which it begins.
      this.#page = page;
      this.#text = "";
    }
    if (name === "th" && this.#depth === 1) this.#isHeader = true;
    // Separates paragraphs within a cell.
    this.#text += " ";
  }

  add(text: string): void {
    this.#text += text;
  }

  end(name: string): void {
    if (this.#depth === 1 && (name === "td" || name === "th")) {
      this.#cells.push(cleanLine(this.#text));
      this.#text = "";
    } else if (this.#depth === 1 && name === "tr") this.#closeRow();
    else if (name === "table") {
      if (this.#depth === 1) this.#closeRow();
      this.#depth -= 1;
    }
  }

  #closeRow(): void {
    const text = this.#cells.some((cell) => cell !== "") ? this.#cells.join(" | ") : "";
    const kind = this.#isHeader ? "table_header" : "table_row";
    this.#emit({ kind, text, tableId: this.#tableId, ...(this.#page !== undefined && { page: this.#page }) });
    this.#cells = [];
    this.#text = "";
    this.#isHeader = false;
  }
}
