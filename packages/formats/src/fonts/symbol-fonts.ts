import { codePoint } from "dingbat-to-unicode";
import { plainSymbol } from "./plain-symbols.ts";

/** A font whose glyphs are pictures or letters of another script, regardless of the stored characters. */
export type SymbolFont = "Symbol" | "Wingdings" | "Wingdings 2" | "Wingdings 3" | "Webdings" | "Dingbats" | "MT Extra";

/** Font names in lower case, without spaces, hyphens and suffixes for the regular style. */
const FONTS: ReadonlyMap<string, SymbolFont> = new Map([
  ["symbol", "Symbol"],
  ["symbolmt", "Symbol"],
  ["symbolps", "Symbol"],
  ["standardsymbolsl", "Symbol"],
  ["standardsymbolsps", "Symbol"],
  ["wingdings", "Wingdings"],
  ["wingdings2", "Wingdings 2"],
  ["wingdings3", "Wingdings 3"],
  ["webdings", "Webdings"],
  ["dingbats", "Dingbats"],
  ["zapfdingbats", "Dingbats"],
  ["itczapfdingbats", "Dingbats"],
  ["zapfdingbatsitc", "Dingbats"],
  ["d050000l", "Dingbats"],
  ["monotypesorts", "Dingbats"],
  ["mtextra", "MT Extra"],
]);
/** No symbol font has a longer name. */
const MAX_NAME_CHARACTERS = 40;

/**
 * Characters of Windows-1252 between 0x80 and 0x9F, except its bullet. Programs store a symbol as the character with
 * the same code.
 */
const WINDOWS_1252 = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”\u0095–—˜™š›œ\u009džŸ";

/** Known characters of MathType's font. The rest are fragments of braces and the like. */
const MT_EXTRA: Readonly<Record<string, string>> = { h: "ℏ", l: "ℓ", m: "∓", o: "∘", K: "…", L: "⋯", M: "⋮", O: "⋱" };

/** Dingbats that differ from Unicode's block of the same order. */
const DINGBATS: Readonly<Record<number, string>> = {
  0x25: "☎",
  0x2a: "☛",
  0x2b: "☞",
  0x48: "★",
  0x6c: "●",
  0x6e: "■",
  0x73: "▲",
  0x74: "▼",
  0x75: "◆",
  0x77: "◗",
  0xa8: "♣",
  0xa9: "♦",
  0xaa: "♥",
  0xab: "♠",
  0xd5: "→",
  0xd6: "↔",
  0xd7: "↕",
};

/** Returns the symbol font with a name, or undefined for ordinary fonts. */
export function symbolFontOf(name: string | undefined): SymbolFont | undefined {
  if (name === undefined || name.length > MAX_NAME_CHARACTERS) return undefined;
  return FONTS.get(
    name
      .toLowerCase()
      .replace(/["'\s_-]/g, "")
      .replace(/regular$/, ""),
  );
}

/**
 * Converts text in a symbol font to Unicode: `J` of Wingdings is ☺, `m` of Symbol is μ. Spaces and Unicode characters
 * are retained. Characters that the font lacks are left out.
 */
export function symbolText(text: string, font: SymbolFont): string {
  const symbols = symbolsOf(font);
  let shown = "";
  for (const character of text) shown += symbols.get(character) ?? character;
  return shown;
}

const known = new Map<SymbolFont, ReadonlyMap<string, string>>();

/**
 * Returns the symbol for each character of a font. The table is built once, because a whole page can be in the font.
 */
function symbolsOf(font: SymbolFont): ReadonlyMap<string, string> {
  const symbols = known.get(font) ?? makeSymbols(font);
  known.set(font, symbols);
  return symbols;
}

function makeSymbols(font: SymbolFont): ReadonlyMap<string, string> {
  const symbols = new Map<string, string>();
  for (let code = 0; code <= 0xff; code++) {
    const symbol = characterOf(code, font);
    symbols.set(String.fromCharCode(0xf000 + code), symbol ?? "");
    const letter = String.fromCharCode(code);
    if (!/\s/.test(letter)) symbols.set(letter, symbol ?? "");
    const windows = WINDOWS_1252[code - 0x80];
    // A symbol such as € that the font lacks was typed as itself, unlike letters.
    if (windows !== undefined && windows > "\u00ff")
      symbols.set(windows, symbol ?? (/\p{L}/u.test(windows) ? "" : windows));
  }
  return symbols;
}

function characterOf(code: number, font: SymbolFont): string | undefined {
  if (code === 0x20) return " ";
  if (font === "MT Extra") return MT_EXTRA[String.fromCharCode(code)];
  if (font === "Dingbats") return DINGBATS[code] ?? dingbatOf(code);
  const symbol = codePoint(font, code)?.string ?? codePoint(font, 0xf000 + code)?.string;
  return symbol === undefined ? undefined : plainSymbol(symbol);
}

/** Maps a code to Unicode's block "Dingbats", which has the font's order, in two runs. */
function dingbatOf(code: number): string | undefined {
  if (code >= 0xac && code <= 0xb5) return String.fromCodePoint(0x2460 + code - 0xac);
  if (code > 0x20 && code < 0x7f) return String.fromCodePoint(0x2700 + code - 0x20);
  return code > 0xa0 && code < 0xff && code !== 0xf0 ? String.fromCodePoint(0x2761 + code - 0xa1) : undefined;
}
