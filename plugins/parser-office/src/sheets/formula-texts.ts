import { cleanLine } from "@quarry/plugin";
import type { XmlAttributes } from "../archive/read-xml.ts";
import { decodeEscapes } from "../archive/text-escapes.ts";
import { shiftFormula } from "./shift-formula.ts";

/** A shared formula, with the position of the cell that defines it. */
interface SharedFormula {
  readonly text: string;
  readonly row: number;
  readonly column: number;
}

/** Maximum characters of shared formulas in one sheet. Further ones are counted but not shown. */
const MAX_SHARED_CHARACTERS = 4_194_304;
/** Excel's own limit. */
const MAX_FORMULA_CHARACTERS = 8_192;
/** Prefix of newer functions in files, for compatibility with programs that don't know them. */
const FUNCTION_PREFIX = /_xlfn\.(?:_xlws\.)?/g;

/** Texts of one sheet's formulas without a result: the program that wrote them did not calculate them. */
export class FormulaTexts {
  readonly #shared = new Map<string, SharedFormula>();
  #sharedCharacters = 0;

  /**
   * Returns the text for a cell with a formula (`<f>`) and no result, or "" if the file doesn't contain the formula.
   */
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
    // A copy, because a substring would keep the whole chunk of the file in memory.
    const text = Buffer.from(formula.text).toString();
    if (this.#sharedCharacters <= MAX_SHARED_CHARACTERS) this.#shared.set(id, { ...formula, text });
  }
}

const shown = (formula: string): string => (formula === "" ? "" : `=${cleanLine(decodeEscapes(formula))}`);
