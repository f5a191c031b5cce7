import { cleanLine } from "@quarry/plugin";
import type { XmlAttributes } from "../archive/read-xml.ts";
import { decodeEscapes } from "../archive/text-escapes.ts";
import { shiftFormula } from "./shift-formula.ts";

/** A formula that cells share, by the cell that has its text. */
interface SharedFormula {
  readonly text: string;
  readonly row: number;
  readonly column: number;
}

/** Characters of formulas that several cells of one sheet share; formulas beyond it are counted and not shown. */
const MAX_SHARED_CHARACTERS = 4_194_304;
/** The longest that Excel allows. */
const MAX_FORMULA_CHARACTERS = 8_192;
/** Prefix of newer functions in files, for programs that don't know them. */
const FUNCTION_PREFIX = /_xlfn\.(?:_xlws\.)?/g;

/** Texts of the formulas of one sheet that have no result: a program wrote them and none calculated them. */
export class FormulaTexts {
  readonly #shared = new Map<string, SharedFormula>();
  #sharedCharacters = 0;

  /** The text of a cell with a formula (`<f>`) and no result; empty where the file does not say it. */
  textOf(formula: string, { t, si = "" }: XmlAttributes, row: number, column: number): string {
    const text = formula.length > MAX_FORMULA_CHARACTERS ? "" : formula.replace(FUNCTION_PREFIX, "");
    if (t !== "shared") return shown(text);
    if (text !== "") {
      this.#share(si, { text, row, column });
      return shown(text);
    }
    const shared = this.#shared.get(si);
    return shared === undefined ? "" : shown(shiftFormula(shared.text, row - shared.row, column - shared.column));
  }

  #share(id: string, formula: SharedFormula): void {
    this.#sharedCharacters += formula.text.length;
    // A copy, because a substring would keep the whole piece of the file in memory.
    const text = Buffer.from(formula.text).toString();
    if (this.#sharedCharacters <= MAX_SHARED_CHARACTERS) this.#shared.set(id, { ...formula, text });
  }
}

const shown = (formula: string): string => (formula === "" ? "" : `=${cleanLine(decodeEscapes(formula))}`);
