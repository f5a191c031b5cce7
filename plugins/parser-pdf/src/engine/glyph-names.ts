import type { Engine } from "./engine.ts";
import { readFontFile } from "./font-file.ts";
import type { Scratch } from "./scratch.ts";

/**
 * Glyph names of TeX's symbol fonts that the engine doesn't know: it returns "h" and "i" for the brackets of `⟨name⟩`.
 */
const SIGNS: Readonly<Record<string, string>> = {
  angbracketleft: "⟨",
  angbracketright: "⟩",
  bardbl: "‖",
  bigstar: "★",
  circledot: "⊙",
  epsilon1: "ϵ",
  follows: "≻",
  greaterorequalslant: "⩾",
  greaterorsimilar: "≳",
  lessorequalslant: "⩽",
  lessorsimilar: "≲",
  llbracket: "⟦",
  mapsto: "↦",
  nequal: "≠",
  precedes: "≺",
  prime: "′",
  rrbracket: "⟧",
  similarequal: "≃",
  star: "⋆",
  visiblespace: "␣",
};
/**
 * Codes of brackets in TeX's symbol encoding. PDFs can assign this encoding to a font whose file has the brackets at
 * other codes.
 */
const TEX_CODES: readonly (readonly [code: number, sign: string])[] = [
  [104, "⟨"],
  [105, "⟩"],
];
/** Ligature names made of their letters: "f_i", "T_h". */
const LIGATURE = /^[A-Za-z](?:_[A-Za-z]){1,3}$/;
/** The readable part of a Type 1 font file, which maps codes to names, ends within this number of bytes. */
const MAX_HEAD_BYTES = 32_768;
const NAMED_CODE = /dup\s{1,4}(\d{1,3})\s{0,4}\/([A-Za-z0-9_.]{1,40})\s{1,4}put/g;

/** Maps letters without a Unicode value to text, by the glyph names in the font files of one page. */
export class GlyphNames {
  readonly #engine: Engine;
  readonly #scratch: Scratch;
  /** Texts by code, by font. */
  readonly #known = new Map<number, ReadonlyMap<number, string>>();

  constructor(engine: Engine, scratch: Scratch) {
    this.#engine = engine;
    this.#scratch = scratch;
  }

  /** Returns the text of a font's code, or undefined if the code has no name or a name without a meaning. */
  textOf(font: number, code: number): string | undefined {
    let texts = this.#known.get(font);
    if (texts === undefined) this.#known.set(font, (texts = this.#read(font)));
    return texts.get(code);
  }

  #read(font: number): ReadonlyMap<number, string> {
    const head = readFontFile(this.#engine, this.#scratch, font)?.toString("latin1", 0, MAX_HEAD_BYTES) ?? "";
    const texts = new Map<number, string>();
    if (!head.startsWith("%!")) return texts;
    for (const [, code, name] of head.matchAll(NAMED_CODE)) {
      const text = SIGNS[name!] ?? (LIGATURE.test(name!) ? name!.replaceAll("_", "") : undefined);
      if (text !== undefined) texts.set(Number(code), text);
    }
    const signs = new Set(texts.values());
    for (const [code, sign] of TEX_CODES) if (signs.has(sign) && !texts.has(code)) texts.set(code, sign);
    return texts;
  }
}
