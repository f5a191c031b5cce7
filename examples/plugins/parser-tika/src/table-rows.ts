import { cleanLine, type ParsedBlock } from "@quarry/plugin";

/** Makes a block of each row of a table. A table within a cell is text of that cell. */
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
      // A table belongs to the page that it begins on.
      this.#page = page;
      this.#text = "";
    }
    if (name === "th" && this.#depth === 1) this.#isHeader = true;
    // Paragraphs within a cell are apart from each other.
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
