import { type SymbolFont, symbolText } from "@quarry/formats/fonts";
import type { XmlAttributes } from "../archive/read-xml.ts";
import { decodeEscapes } from "../archive/text-escapes.ts";
import { MarkedText } from "../flow/marked-text.ts";
import { type ShownFont, shownFont } from "../flow/run-fonts.ts";

interface Piece {
  readonly text: string;
  readonly isRaised: boolean;
  /** The font of its run; undefined where the cell's font is meant. */
  readonly font: ShownFont | undefined;
}

/** The text of a cell or of a comment while it is read: one text, or runs that each have their format. */
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

  /** Takes text and says whether it was of a run. */
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

  /** Whether some of its runs have a font of their own. */
  get hasOwnFonts(): boolean {
    return this.#runs.some(({ font }) => font !== undefined);
  }

  /** The text so far, in a cell of a font. */
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
