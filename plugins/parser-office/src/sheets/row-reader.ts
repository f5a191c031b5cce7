import { cleanLine, type ParserBudget, ParserError } from "@quarry/plugin";
import { isOn, type XmlAttributes, type XmlHandlers } from "../archive/read-xml.ts";
import { decodeEscapes } from "../archive/text-escapes.ts";
import { MarkedText } from "../flow/marked-text.ts";
import { isYear } from "@quarry/formats/tables";
import { columnOf } from "./cell-range.ts";
import { type NumberFormat, PLAIN_FORMAT } from "./number-formats.ts";
import { formattedText, isoDateText, numberText } from "./number-text.ts";
import type { TextStore } from "./text-store.ts";

/** The filled cells of a row, from left to right. */
export interface Row {
  /** 1-based, as in the sheet. */
  readonly number: number;
  /** 1-based. */
  readonly columns: number[];
  /** One for each of the columns, none of them empty. */
  readonly texts: string[];
  /** Whether the format of a number adds words to it (`12 kg`, `INV-0042`): it reads like a name and is none. */
  readonly hasMeasure: boolean;
}

export interface CellContext {
  readonly strings: TextStore;
  readonly formats: readonly NumberFormat[];
  readonly is1904: boolean;
  readonly budget: ParserBudget;
  /** Counts text before it is made: cells can name one long text again and again. */
  readonly spendText: (characters: number) => void;
}

/** Text that a row may hold; it is put together as one. 16,384 columns of a thousand characters. */
const MAX_ROW_CHARACTERS = 16_777_216;

const LETTER = /\p{L}/u;

/** No sheet is wider. */
const MAX_COLUMNS = 16_384;

/** Collects the rows of one sheet; only rows with text come out. */
export class RowReader {
  readonly #context: CellContext;
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
  /** Text that stands in the cell itself, perhaps of several runs. */
  readonly #rich = new MarkedText();
  #isRich = false;
  #isRaised = false;

  constructor(context: CellContext) {
    this.#context = context;
  }

  readonly handlers: XmlHandlers = {
    open: (name, attributes) => this.#open(name, attributes),
    text: (text) => {
      if (this.#isRich) this.#rich.add(text, this.#isRaised);
      else if (this.#isValue) this.#value += text;
      else return;
      if (this.#value.length + this.#rich.length > MAX_ROW_CHARACTERS) throw tooLong();
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
    } else if (name === "v") this.#isValue = true;
    else if (name === "t") this.#isRich = true;
    else if (name === "r") this.#isRaised = false;
    else if (name === "vertAlign") this.#isRaised = attributes["val"] === "superscript";
    else if (name === "row") this.#openRow(attributes["r"]);
    else if (name === "rPh" || name === "extLst") return "skip";
    return undefined;
  }

  #close(name: string): void {
    if (name === "v") this.#isValue = false;
    else if (name === "t") this.#isRich = false;
    else if (name === "c") this.#addCell();
    else if (name === "row" && this.#columns.length > 0) {
      this.#rows.push({
        number: this.#rowNumber,
        columns: this.#columns,
        texts: this.#texts,
        hasMeasure: this.#hasMeasure,
      });
    }
  }

  #openRow(number: string | undefined): void {
    this.#rowNumber = number === undefined ? this.#rowNumber + 1 : Number(number);
    this.#columns = [];
    this.#texts = [];
    this.#hasMeasure = false;
    this.#characters = 0;
    this.#column = 0;
  }

  #addCell(): void {
    if (this.#rich.length > 0) this.#value = this.#rich.take();
    if (this.#value === "") return;
    const text = this.#cellText();
    if (text === "") return;
    this.#context.budget.spendCells(1);
    if (this.#columns.length >= MAX_COLUMNS) throw tooWide();
    this.#columns.push(this.#column);
    this.#texts.push(text);
  }

  #cellText(): string {
    const { strings, formats, is1904 } = this.#context;
    switch (this.#type) {
      case "s":
        return this.#sharedText(Number(this.#value), strings, formats[this.#style]);
      case "b":
        return isOn(this.#value) ? "TRUE" : "FALSE";
      case "n": {
        return this.#spend(this.#numberText(formats[this.#style] ?? PLAIN_FORMAT, is1904));
      }
      case "d":
        return this.#spend(isoDateText(this.#value));
      default:
        return this.#spend(formattedText(cleanLine(decodeEscapes(this.#value)), formats[this.#style]));
    }
  }

  #numberText(format: NumberFormat, is1904: boolean): string {
    const text = numberText(this.#value, format, is1904);
    if (text !== this.#value && LETTER.test(text) && !isYear(this.#value)) this.#hasMeasure = true;
    return text;
  }

  #sharedText(index: number, strings: TextStore, format: NumberFormat | undefined): string {
    this.#count(strings.lengthOf(index));
    return formattedText(strings.get(index), format);
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
