import { symbolFontOf, symbolText } from "@quarry/formats/fonts";

/** Field that displays one character: `SYMBOL 74 \f "Wingdings"`. */
const FIELD = /^\s*SYMBOL\s+(?:0x([0-9a-f]{1,4})|(\d{1,5}))\b([^"]{0,40}\\f\s{0,9}"?([^"\\]{1,40}))?/i;

/** Returns the character for a symbol (`<w:sym w:font w:char>`, hexadecimal), or "" if there is none. */
export function symbolCharacter(font: string, char: string): string {
  const code = Number.parseInt(char, 16);
  if (!(code >= 0x20 && code <= 0xffff)) return "";
  const symbolFont = symbolFontOf(font);
  if (symbolFont !== undefined) return symbolText(String.fromCharCode(code), symbolFont);
  return code >= 0xd800 && code <= 0xf8ff ? "" : String.fromCharCode(code);
}

/** Returns the text that a field's instruction displays without a result. */
export function symbolOfField(instruction: string): string {
  const [, hexadecimal, decimal, , font = ""] = FIELD.exec(instruction) ?? [];
  const code = hexadecimal ?? (decimal === undefined ? undefined : Number(decimal).toString(16));
  return code === undefined ? "" : symbolCharacter(font.trim(), code);
}
