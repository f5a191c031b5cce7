import { romanNumeral } from "../text/roman-numeral.ts";

/** Largest number written as a Roman numeral. */
const MAX_ROMAN = 3_999;
const STYLE = /list-style(?:-type)?\s{0,9}:[^;]{0,100}?\b(none|(?:lower|upper)-(?:alpha|latin|roman))\b/i;
const STYLE_TYPES: ReadonlyMap<string, string> = new Map([
  ["lower-alpha", "a"],
  ["lower-latin", "a"],
  ["upper-alpha", "A"],
  ["upper-latin", "A"],
  ["lower-roman", "i"],
  ["upper-roman", "I"],
]);

type Attributes = Record<string, string>;

/** Counts the items of one ordered list, according to its attributes. */
export class ListNumbers {
  readonly #type: string;
  readonly #step: 1 | -1;
  #next: number | undefined;

  constructor({ start, type, reversed, style }: Attributes) {
    const styleType = STYLE.exec(style ?? "")?.[1]?.toLowerCase() ?? "";
    this.#type = STYLE_TYPES.get(styleType) ?? type ?? "1";
    this.#step = reversed === undefined ? 1 : -1;
    const first = numberOf(start);
    // Reversed lists count down from the number of items, which is unknown until the last one.
    const isUnknown = (reversed !== undefined && first === undefined) || styleType === "none";
    this.#next = isUnknown ? undefined : (first ?? 1);
  }

  /** Returns the marker before the next item: "5. ", or "" if its number is hidden or unknown. */
  markOf({ value, type }: Attributes): string {
    this.#next = numberOf(value) ?? this.#next;
    if (this.#next === undefined) return "";
    const number = this.#next;
    this.#next += this.#step;
    return `${numeralOf(number, type ?? this.#type)}. `;
  }
}

function numberOf(value: string | undefined): number | undefined {
  const number = Number.parseInt(value ?? "", 10);
  return Number.isSafeInteger(number) ? number : undefined;
}

function numeralOf(number: number, type: string): string {
  if (number < 1) return String(number);
  if (type === "a") return letters(number);
  if (type === "A") return letters(number).toUpperCase();
  if (number > MAX_ROMAN) return String(number);
  if (type === "i") return romanNumeral(number);
  return type === "I" ? romanNumeral(number).toUpperCase() : String(number);
}

/** Returns a to z, aa to zz, … */
function letters(number: number): string {
  let text = "";
  for (let rest = number; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    text = String.fromCharCode(97 + ((rest - 1) % 26)) + text;
  }
  return text;
}
