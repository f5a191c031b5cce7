import { romanNumeral } from "@quarry/formats/text";

/** Maximum repeats of a letter (aa, bb, cc) or digits of a numeral in a label. */
const MAX_REPEATS = 20;
const MAX_ROMAN = 4_999;

/** Formats a list item's number. Formats of other scripts are written in digits. */
export function listLabel(number: number, format: string): string {
  switch (format) {
    case "lowerLetter":
      return letters(number);
    case "upperLetter":
      return letters(number).toUpperCase();
    case "lowerRoman":
      return roman(number);
    case "upperRoman":
      return roman(number).toUpperCase();
    case "decimalZero":
      return String(number).padStart(2, "0");
    case "none":
      return "";
    default:
      return String(number);
  }
}

/** Returns a to z, then aa, bb, cc. */
function letters(number: number): string {
  const repeats = Math.ceil(number / 26);
  if (number < 1 || repeats > MAX_REPEATS) return String(number);
  return String.fromCharCode(0x61 + ((number - 1) % 26)).repeat(repeats);
}

function roman(number: number): string {
  return number < 1 || number > MAX_ROMAN ? String(number) : romanNumeral(number);
}
