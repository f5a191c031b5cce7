import { type SymbolFont, symbolFontOf, symbolText } from "../fonts/index.ts";
import { StyleRules } from "./style-rules.ts";

/** Longer inline styles contain pictures. */
const MAX_STYLE_CHARACTERS = 10_000;
/** CSS property of word processors for a symbol's font, in addition to the font of the surrounding letters. */
const WORD_SYMBOL_FONT = "mso-symbol-font-family";
const FONT_SIZE = /^(?:\d|\.\d|xx?-|small|medium|large)/i;

/** Stack of the open symbol fonts: from `style`, `<font face>`, or the rules of `<style>`. */
export class FontStack {
  readonly #rules = new StyleRules();
  /** Fonts of the open elements that set one, with their depth. */
  readonly #open: { readonly depth: number; readonly font: SymbolFont | undefined }[] = [];
  #isSheet = false;

  openTag(name: string, attributes: Readonly<Record<string, string>>, depth: number): void {
    if (name === "style") {
      this.#isSheet = true;
      return;
    }
    const family =
      fontOfStyle(attributes["style"]) ?? this.#rules.fontOf(name, attributes) ?? fontOfFace(name, attributes);
    if (family !== undefined) this.#open.push({ depth, font: symbolFontOf(family) });
  }

  closeTag(name: string, depth: number): void {
    if (this.#isSheet && name === "style") {
      this.#isSheet = false;
      this.#rules.end(fontOfStyle);
    }
    if (this.#open.at(-1)?.depth === depth) this.#open.pop();
  }

  /** Handles text that is not displayed: the content of style sheets. */
  addHidden(text: string): void {
    if (this.#isSheet) this.#rules.addText(text);
  }

  /** Returns the text as displayed in its font. */
  shown(text: string): string {
    const font = this.#open.at(-1)?.font;
    return font === undefined ? text : symbolText(text, font);
  }
}

const fontOfFace = (name: string, { face }: Readonly<Record<string, string>>): string | undefined =>
  name === "font" && face !== undefined ? firstOf(face) : undefined;

/**
 * Returns the first font of declarations; further ones are fallbacks. Returns undefined if they set none, or inherit
 * it.
 */
function fontOfStyle(style: string | undefined): string | undefined {
  if (style === undefined || style.length > MAX_STYLE_CHARACTERS || !/font/i.test(style)) return undefined;
  let font: string | undefined;
  let symbol: string | undefined;
  let isSymbol = false;
  for (const declaration of style.split(";")) {
    const colon = declaration.indexOf(":");
    const property = declaration.slice(0, Math.max(colon, 0)).trim().toLowerCase();
    const value = declaration.slice(colon + 1).replace(/!\s*important\s*$/i, "");
    if (property === "font-family") font = firstOf(value);
    else if (property === "font") font = firstOf(familyOf(value));
    else if (property === WORD_SYMBOL_FONT) symbol = firstOf(value);
    else if (property === "mso-char-type") isSymbol = value.trim().toLowerCase() === "symbol";
  }
  const found = isSymbol ? (symbol ?? font) : font;
  return found === undefined || /^(?:inherit|unset|)$/i.test(found) ? undefined : found;
}

/** Returns the font family from the shorthand `italic 7.0pt/1.2 "Times New Roman", serif`: the part after the size. */
function familyOf(value: string): string {
  const words = value.trim().split(/\s+/);
  const size = words.findIndex((word) => FONT_SIZE.test(word));
  return size < 0 ? "" : words.slice(size + 1).join(" ");
}

const firstOf = (families: string): string => families.split(",", 1)[0]!.replace(/["']/g, "").trim();
