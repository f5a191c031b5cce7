import { type SymbolFont, symbolFontOf, symbolText } from "@quarry/formats/fonts";
import { attribute, type XmlAttributes } from "../archive/read-xml.ts";
import type { ThemeFonts } from "../archive/theme-fonts.ts";

/** Symbol font, or false for an ordinary font. */
export type ShownFont = SymbolFont | false;

/** Fonts of text by character class, as in Word. Undefined if not specified. */
export interface RunFonts {
  readonly ascii?: ShownFont;
  readonly hAnsi?: ShownFont;
  readonly eastAsia?: ShownFont;
  readonly cs?: ShownFont;
}

export const NO_FONTS: RunFonts = {};

export const shownFont = (name: string): ShownFont => symbolFontOf(name) ?? false;

/** Reads `<w:rFonts>`. A theme font takes precedence over a named one. */
export function readRunFonts(attributes: XmlAttributes, theme: ThemeFonts): RunFonts {
  const fonts: Record<string, ShownFont> = {};
  for (const slot of ["ascii", "hAnsi", "eastAsia", "cs"]) {
    const ofTheme = attribute(attributes, slot === "cs" ? "cstheme" : `${slot}Theme`);
    const name = attribute(attributes, slot);
    if (ofTheme !== undefined) fonts[slot] = shownFont(ofTheme.startsWith("major") ? theme.major : theme.minor);
    else if (name !== undefined) fonts[slot] = shownFont(name);
  }
  return fonts;
}

/**
 * Returns the text as displayed in its fonts. Private-use characters are displayed in whichever of them is a symbol
 * font.
 */
export function textInFonts(text: string, fonts: RunFonts): string {
  const { ascii, hAnsi, eastAsia, cs } = fonts;
  const symbols = hAnsi || ascii || eastAsia || cs;
  if (!symbols) return text;
  return text.replace(/[\uf000-\uf0ff]+|[\0-\u007f]+|[^\0-\u007f\uf000-\uf0ff]+/g, (segment) => {
    const code = segment.charCodeAt(0);
    const font = code < 0x80 ? ascii : code >= 0xf000 && code <= 0xf0ff ? symbols : hAnsi;
    return font ? symbolText(segment, font) : segment;
  });
}
