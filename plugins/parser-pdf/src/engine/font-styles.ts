import type { Engine } from "./engine.ts";
import { readFontFile } from "./font-file.ts";
import type { Scratch } from "./scratch.ts";

// The weight that the engine computes is unreliable (748 for a regular and 415 for a bold face in real files).
const BOLD_NAME = /bold|black|heavy|demi|medi(?:ital)?$/i;
/** Bold faces of TeX, whose names end in their design size: "CMBX12", "SFBX1000", "CMSSBX10", "ECSX1095". */
const TEX_BOLD_NAME = /(?:^|\+)(?:cm(?:ss)?b|(?:sf|ec|la|pl|cs)(?:bx|sx|bl))[a-z]{0,3}\d+$/i;
const ITALIC_NAME = /ital|obli|slant/i;
/** Names assigned by a program instead of the font's own: "CIDFont+F2", "TT5", "F12". */
const RENAMED = /^(?:[A-Z]{6}\+)?(?:CIDFont\+)?(?:F|TT|T|R|C\d_|Font)\d{0,4}$/i;
/** Names of monospaced fonts, including those of TeX ("CMTT10", "SFTT1000", "LMMono10", "NimbusMonL-Regu"). */
const MONO_NAME =
  /mono(?!type)|nimbusmon|(?:source|fira|cascadia)code|cour|(?:^|\+)(?:cm|sf|ec|tx|lm|t1)[a-z]{0,4}tt|consol|typewriter|menlo|andale|lettergothic|fixed/i;
const FIXED_PITCH_FLAG = 1;
const FORCE_BOLD_FLAG = 1 << 18;
const ITALIC_FLAG = 1 << 6;
const MAX_NAME_BYTES = 256;

export interface FontStyle {
  readonly isBold: boolean;
  readonly isItalic: boolean;
  /** Whether all letters have the same width. */
  readonly isMono: boolean;
}

export const PLAIN_STYLE: FontStyle = { isBold: false, isItalic: false, isMono: false };

/** Detects the bold, italic and monospaced fonts of one page. A font's handle is only valid while the page is open. */
export class FontStyles {
  readonly #engine: Engine;
  readonly #scratch: Scratch;
  readonly #known = new Map<number, FontStyle>();

  constructor(engine: Engine, scratch: Scratch) {
    this.#engine = engine;
    this.#scratch = scratch;
  }

  styleOf(font: number): FontStyle {
    if (font === 0) return PLAIN_STYLE;
    let style = this.#known.get(font);
    if (style === undefined) this.#known.set(font, (style = this.#read(font)));
    return style;
  }

  #read(font: number): FontStyle {
    const flags = this.#engine.FPDFFont_GetFlags(font);
    const name = this.#name(font);
    const isNamedBold = (flags & FORCE_BOLD_FLAG) !== 0 || BOLD_NAME.test(name) || TEX_BOLD_NAME.test(name);
    return {
      isBold: isNamedBold || (RENAMED.test(name) && this.#isBoldFile(font)),
      isItalic: ITALIC_NAME.test(name) || ((flags & ITALIC_FLAG) !== 0 && RENAMED.test(name)),
      isMono: (flags & FIXED_PITCH_FLAG) !== 0 || MONO_NAME.test(name),
    };
  }

  #name(font: number): string {
    const buffer = this.#scratch.reserve(MAX_NAME_BYTES);
    const length = this.#engine.FPDFFont_GetBaseFontName(font, buffer, MAX_NAME_BYTES);
    return this.#scratch.latin1(buffer, Math.max(0, Math.min(length, MAX_NAME_BYTES) - 1));
  }

  /** Whether the embedded font file declares itself bold. */
  #isBoldFile(font: number): boolean {
    const file = readFontFile(this.#engine, this.#scratch, font);
    return file !== undefined && isBoldFontFile(file);
  }
}

/**
 * Whether a font file contains a bold face: a TrueType or OpenType font by `head.macStyle`, a bare CFF font by its
 * name.
 */
function isBoldFontFile(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isSfnt = bytes.length > 12 && [0x00010000, 0x74727565, 0x4f54544f].includes(view.getUint32(0));
  if (!isSfnt) return BOLD_NAME.test(cffName(bytes));
  const tables = view.getUint16(4);
  for (let index = 0; index < tables && 28 + index * 16 <= bytes.length; index++) {
    const entry = 12 + index * 16;
    if (view.getUint32(entry) !== 0x68656164) continue;
    const style = view.getUint32(entry + 8) + 44;
    return style + 2 <= bytes.length && (view.getUint16(style) & 1) === 1;
  }
  return false;
}

/** Returns the first name of a CFF font, or "" if there is none. */
function cffName(bytes: Uint8Array): string {
  const [major, , headerSize = 0] = bytes;
  const offsetSize = bytes[headerSize + 2];
  if (major !== 1 || offsetSize === undefined || offsetSize < 1 || offsetSize > 4) return "";
  const start = headerSize + 3 + offsetSize * 2;
  return Buffer.from(bytes.subarray(start, start + 64))
    .toString("latin1")
    .split(/[^\x21-\x7e]/)[0]!;
}
