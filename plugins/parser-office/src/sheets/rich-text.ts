import { type SymbolFont, symbolText } from "@quarry/formats/fonts";
import type { XmlAttributes } from "../archive/read-xml.ts";
import { decodeEscapes } from "../archive/text-escapes.ts";
import { MarkedText } from "../flow/marked-text.ts";
import { type ShownFont, shownFont } from "../flow/run-fonts.ts";

interface Piece {
  readonly text: string;
  readonly isRaised: boolean;
  /** Font of its run; undefined if the cell's font applies. */
  readonly font: ShownFont | undefined;
}

/** Text of a cell or comment being read: one text, or runs with their own format. */
export class RichText {
  #runs: Piece[] = [];
  #length = 0;
  #isText = false;
  #isRaised = false;
  #font: ShownFont | undefined;

  get length(): number {
    return this.#length;
  }

  open(name: string, attributes: XmlAttributes): void {
    if (name === "t") this.#isText = true;
    else if (name === "r" || name === "si" || name === "is") this.#endRun();
    else if (name === "vertAlign") this.#isRaised = attributes["val"] === "superscript";
    else if (name === "rFont") this.#font = shownFont(attributes["val"] ?? "");
  }

  /** Adds text. Returns whether it is part of a text element. */
  add(text: string): boolean {
    if (!this.#isText) return false;
    this.#runs.push({ text, isRaised: this.#isRaised, font: this.#font });
    this.#length += text.length;
    return true;
  }

  close(name: string): void {
    if (name === "t") this.#isText = false;
    else if (name === "r") this.#endRun();
  }

  /** Whether some of its runs have their own font. */
  get hasOwnFonts(): boolean {
    return this.#runs.some(({ font }) => font !== undefined);
  }

  /** Returns the text so far, as displayed in a cell with this font. */
  textIn(cellFont: SymbolFont | undefined): string {
    const marked = new MarkedText();
    for (const { text, isRaised, font = cellFont } of this.#runs) {
      const decoded = decodeEscapes(text);
      marked.add(font ? symbolText(decoded, font) : decoded, isRaised);
    }
    return marked.take();
  }

  clear(): void {
    this.#runs = [];
    this.#length = 0;
    this.#endRun();
  }

  #endRun(): void {
    this.#isRaised = false;
    this.#font = undefined;
  }
}
