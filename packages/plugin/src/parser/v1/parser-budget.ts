import { ParserError } from "./parser-error.ts";
import type { ParserLimits } from "./parser-limits.ts";

/** Counts a document's output, and ends parsing with a `limit` error if it exceeds a limit. */
export class ParserBudget {
  readonly #limits: ParserLimits;
  #characters = 0;
  #cells = 0;

  constructor(limits: ParserLimits) {
    this.#limits = limits;
  }

  /** Counts text that is about to be emitted. */
  spendText(characters: number): void {
    this.#characters += characters;
    if (this.#characters > this.#limits.maxTextCharacters) {
      throw new ParserError(
        "limit",
        `the file holds more than ${this.#limits.maxTextCharacters} characters of text: split it into smaller files`,
      );
    }
  }

  /** Checks a number of pages (`unit` in the plural: "pages", "slides", "sheets"). */
  checkPages(count: number, unit: string): void {
    if (count > this.#limits.maxPages) {
      throw new ParserError(
        "limit",
        `the file has ${count} ${unit}, more than the ${this.#limits.maxPages} allowed: split it into smaller files`,
      );
    }
  }

  /** Checks the size of a picture before it is decoded. */
  checkPixels(width: number, height: number): void {
    if (width * height > this.#limits.maxPixels) {
      throw new ParserError(
        "limit",
        `the picture has ${width} × ${height} pixels, more than the ${this.#limits.maxPixels} in all that are allowed: scale it down`,
      );
    }
  }

  /** Counts non-empty cells. */
  spendCells(count: number): void {
    this.#cells += count;
    if (this.#cells > this.#limits.maxCells) {
      throw new ParserError(
        "limit",
        `the file holds more than ${this.#limits.maxCells} cells: split it into smaller files`,
      );
    }
  }

  /** Checks the nesting depth of elements. */
  checkNesting(depth: number): void {
    if (depth > this.#limits.maxNesting) {
      throw new ParserError("limit", `the file nests elements more than ${this.#limits.maxNesting} deep`);
    }
  }
}
