import { cleanLine } from "@quarry/plugin";
import type { XmlHandlers } from "../archive/read-xml.ts";
import type { NumberKind } from "./number-formats.ts";
import { numberText } from "./number-text.ts";

export interface Row {
  /** 1-based, as in the sheet. */
  readonly number: number;
  /** Column of the first filled cell, 1-based. */
  readonly column: number;
  /** Texts of the filled cells with blanks between them. */
  readonly cells: readonly string[];
}

export interface CellContext {
  readonly strings: readonly string[];
  readonly kinds: readonly NumberKind[];
  readonly is1904: boolean;
}

/**
 * Empty cells between filled ones keep the columns below their header; more of them in one place come from a sheet
 * with cells far out, which must not become thousands of blanks.
 */
export const MAX_BLANK_CELLS = 30;

/** Collects the rows of one sheet; only rows with text come out. */
export class RowReader {
  readonly #context: CellContext;
  #rows: Row[] = [];
  #rowNumber = 0;
  #cells: string[] = [];
  #column = 0;
  #firstColumn = 0;
  #lastColumn = 0;
  #type = "n";
  #style = 0;
  #value = "";
  #isValue = false;
  #phoneticDepth = 0;

  constructor(context: CellContext) {
    this.#context = context;
  }

  readonly handlers: XmlHandlers = {
    open: (name, attributes) => this.#open(name, attributes),
    text: (text) => {
      if (this.#isValue) this.#value += text;
    },
    close: (name) => this.#close(name),
  };

  take(): Row[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  #open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === "c") {
      this.#column = columnOf(attributes["r"]) ?? this.#column + 1;
      this.#type = attributes["t"] ?? "n";
      this.#style = Number(attributes["s"] ?? 0);
      this.#value = "";
    } else if (name === "v" || (name === "t" && this.#phoneticDepth === 0)) this.#isValue = true;
    else if (name === "rPh") this.#phoneticDepth++;
    else if (name === "row") this.#openRow(attributes["r"]);
  }

  #close(name: string): void {
    if (name === "v" || name === "t") this.#isValue = false;
    else if (name === "rPh") this.#phoneticDepth--;
    else if (name === "c") this.#addCell();
    else if (name === "row" && this.#cells.length > 0) {
      this.#rows.push({ number: this.#rowNumber, column: this.#firstColumn, cells: this.#cells });
    }
  }

  #openRow(number: string | undefined): void {
    this.#rowNumber = number === undefined ? this.#rowNumber + 1 : Number(number);
    this.#cells = [];
    this.#column = 0;
    this.#lastColumn = 0;
  }

  #addCell(): void {
    const text = this.#cellText();
    if (text === "") return;
    if (this.#cells.length === 0) this.#firstColumn = this.#column;
    const blanks = this.#cells.length === 0 ? 0 : this.#column - this.#lastColumn - 1;
    for (let blank = 0; blank < Math.min(blanks, MAX_BLANK_CELLS); blank++) this.#cells.push("");
    this.#cells.push(text);
    this.#lastColumn = this.#column;
  }

  #cellText(): string {
    const { strings, kinds, is1904 } = this.#context;
    switch (this.#type) {
      case "s":
        return strings[Number(this.#value)] ?? "";
      case "b":
        return this.#value === "" ? "" : this.#value === "1" ? "TRUE" : "FALSE";
      case "n":
        return this.#value === "" ? "" : numberText(this.#value, kinds[this.#style] ?? "plain", is1904);
      default:
        return cleanLine(this.#value);
    }
  }
}

/** The column of a cell's name: 1 for "A7", 28 for "AB7". */
function columnOf(name: string | undefined): number | undefined {
  if (name === undefined) return undefined;
  let column = 0;
  for (let index = 0; index < name.length; index++) {
    const code = name.charCodeAt(index) & 0xdf;
    if (code < 0x41 || code > 0x5a) break;
    column = column * 26 + code - 0x40;
  }
  return column === 0 ? undefined : column;
}
