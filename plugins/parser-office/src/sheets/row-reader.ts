import { type SymbolFont, symbolText } from "@quarry/formats/fonts";
import { cleanLine, type ParserBudget, ParserError } from "@quarry/plugin";
import { isOn, type XmlAttributes, type XmlHandlers } from "../archive/read-xml.ts";
import { decodeEscapes } from "../archive/text-escapes.ts";
import { isYear } from "@quarry/formats/tables";
import { columnOf } from "./cell-range.ts";
import type { CellStyles } from "./cell-styles.ts";
import { FormulaTexts } from "./formula-texts.ts";
import type { HiddenCells } from "./hidden-cells.ts";
import { type NumberFormat, PLAIN_FORMAT } from "./number-formats.ts";
import { formattedText, isoDateText, numberText } from "./number-text.ts";
import { RichText } from "./rich-text.ts";
import type { Row } from "./row.ts";
import { type SheetLinks, urlOfFormula } from "./sheet-links.ts";
import type { SharedStrings } from "./shared-strings.ts";

export interface CellContext {
  readonly strings: SharedStrings;
  readonly styles: CellStyles;
  readonly is1904: boolean;
  /** Whether a formula's 0 counts as a missing result. */
  readonly isUncalculated: boolean;
  readonly budget: ParserBudget;
  /** Charges text to the budget before it is created: cells can refer to one long text repeatedly. */
  readonly spendText: (characters: number) => void;
}

/** Maximum text of a row, which is built as one string: 16,384 columns of a thousand characters. */
const MAX_ROW_CHARACTERS = 16_777_216;

const LETTER = /\p{L}/u;

/** Maximum width of a sheet. */
const MAX_COLUMNS = 16_384;

/** Collects the rows of one sheet. Only rows with text are returned. */
export class RowReader {
  readonly #context: CellContext;
  /** The sheet's hidden cells, if they are left out. */
  readonly #hidden: HiddenCells | undefined;
  #rows: Row[] = [];
  #rowNumber = 0;
  #columns: number[] = [];
  #texts: string[] = [];
  #hasMeasure = false;
  #characters = 0;
  #column = 0;
  #type = "n";
  #style = 0;
  #value = "";
  #isValue = false;
  #hasValue = false;
  /** Attributes of the cell's `<f>` element; undefined in a cell without a formula. */
  #formula: XmlAttributes | undefined;
  #formulaText = "";
  #isFormula = false;
  readonly #formulas = new FormulaTexts();
  /** Number of formulas without a result so far. */
  uncalculated = 0;
  /** Inline text of the cell, possibly of several runs. */
  readonly #rich = new RichText();

  readonly #sheetLinks: SheetLinks;
  #links: Map<number, string> | undefined;

  constructor(context: CellContext, links: SheetLinks, hidden?: HiddenCells) {
    this.#context = context;
    this.#sheetLinks = links;
    this.#hidden = hidden;
  }

  readonly handlers: XmlHandlers = {
    open: (name, attributes) => this.#open(name, attributes),
    text: (text) => {
      if (this.#isValue) this.#value += text;
      else if (this.#isFormula) this.#formulaText += text;
      else if (!this.#rich.add(text)) return;
      if (this.#value.length + this.#formulaText.length + this.#rich.length > MAX_ROW_CHARACTERS) throw tooLong();
    },
    close: (name) => this.#close(name),
  };

  take(): Row[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  #open(name: string, attributes: XmlAttributes): "skip" | void {
    if (name === "c") {
      this.#column = columnOf(attributes["r"]) ?? this.#column + 1;
      this.#type = attributes["t"] ?? "n";
      this.#style = Number(attributes["s"] ?? 0);
      this.#value = "";
      this.#hasValue = false;
      this.#formula = undefined;
      this.#formulaText = "";
    } else if (name === "v") {
      this.#isValue = true;
      this.#hasValue = true;
    } else if (name === "f") {
      this.#isFormula = true;
      this.#formula = attributes;
    } else if (name === "row") this.#openRow(attributes);
    else if (name === "col") this.#hidden?.addColumns(attributes);
    else if (name === "rPh" || name === "extLst") return "skip";
    else this.#rich.open(name, attributes);
    return undefined;
  }

  #close(name: string): void {
    if (name === "v") this.#isValue = false;
    else if (name === "f") this.#isFormula = false;
    else if (name === "c") this.#addCell();
    else if (name !== "row") this.#rich.close(name);
    else if (this.#columns.length > 0) {
      this.#rows.push({
        number: this.#rowNumber,
        position: this.#rowNumber - (this.#hidden?.rowCount ?? 0),
        columns: this.#columns,
        texts: this.#texts,
        hasMeasure: this.#hasMeasure,
        links: this.#links,
      });
    }
  }

  #openRow(attributes: XmlAttributes): void {
    const number = attributes["r"];
    this.#rowNumber = number === undefined ? this.#rowNumber + 1 : Number(number);
    this.#hidden?.addRow(this.#rowNumber, attributes);
    this.#columns = [];
    this.#texts = [];
    this.#hasMeasure = false;
    const links = this.#sheetLinks.get(this.#rowNumber);
    this.#links = links && new Map(links);
    this.#characters = 0;
    this.#column = 0;
  }

  #addCell(): void {
    const text = this.#cellText();
    if (text === "") return;
    this.#context.budget.spendCells(1);
    if (this.#columns.length >= MAX_COLUMNS) throw tooWide();
    this.#columns.push(this.#column);
    this.#texts.push(text);
    const url = this.#formulaText === "" ? undefined : urlOfFormula(this.#formulaText);
    if (url !== undefined) (this.#links ??= new Map()).set(this.#column, url);
  }

  #cellText(): string {
    const { strings, styles, is1904, isUncalculated } = this.#context;
    const format = styles.formats[this.#style];
    const font = styles.fonts[this.#style];
    if (this.#rich.length > 0) {
      const text = this.#rich.textIn(font);
      this.#rich.clear();
      return this.#spend(formattedText(cleanLine(text), format));
    }
    const hasNoResult = this.#value === "" || (isUncalculated && this.#value === "0" && this.#type === "n");
    if (hasNoResult && this.#formula !== undefined) return this.#uncalculatedText(this.#formula);
    if (this.#value === "") return "";
    switch (this.#type) {
      case "s":
        return this.#sharedText(Number(this.#value), strings, format, font);
      case "b":
        return isOn(this.#value) ? "TRUE" : "FALSE";
      case "n": {
        return this.#spend(this.#numberText(format ?? PLAIN_FORMAT, font, is1904));
      }
      case "d":
        return this.#spend(isoDateText(this.#value));
      default:
        return this.#spend(formattedText(cleanLine(this.#inFont(decodeEscapes(this.#value), font)), format));
    }
  }

  /**
   * Returns the formula itself, because an empty cell would silently be wrong. A formula whose result is an empty text
   * is marked as such in the file.
   */
  #uncalculatedText(formula: XmlAttributes): string {
    if (this.#type === "str" && this.#hasValue) return "";
    this.uncalculated++;
    this.#hasMeasure = true;
    return this.#spend(this.#formulas.textOf(this.#formulaText, formula, this.#rowNumber, this.#column));
  }

  #numberText(format: NumberFormat, font: SymbolFont | undefined, is1904: boolean): string {
    const text = numberText(this.#value, format, is1904);
    const hasWords = text !== this.#value && LETTER.test(text);
    if (hasWords && !isYear(this.#value)) this.#hasMeasure = true;
    // Digits stay digits in any font. Text that a format displays instead is decoded by the font.
    return hasWords ? this.#inFont(text, font) : text;
  }

  #sharedText(
    index: number,
    strings: SharedStrings,
    format: NumberFormat | undefined,
    font: SymbolFont | undefined,
  ): string {
    this.#count(strings.lengthOf(index));
    return formattedText(strings.get(index, font), format);
  }

  #inFont(text: string, font: SymbolFont | undefined): string {
    return font === undefined ? text : symbolText(text, font);
  }

  #spend(text: string): string {
    this.#count(text.length);
    return text;
  }

  #count(characters: number): void {
    this.#context.spendText(characters);
    this.#characters += characters;
    if (this.#characters > MAX_ROW_CHARACTERS) throw tooLong();
  }
}

const tooLong = (): ParserError =>
  new ParserError("limit", "a row of a sheet holds more than 16 million characters: divide it into several rows");

const tooWide = (): ParserError =>
  new ParserError("limit", `a row of a sheet holds more than the ${MAX_COLUMNS} cells that a sheet can have`);
