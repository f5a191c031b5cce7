import { expect, it } from "vitest";
import { symbolFontOf, symbolText } from "./symbol-fonts.ts";

it.each([
  // Regression: 5 µg was read as 5 mg.
  ["Symbol", "5 m", "5 μ"],
  ["SymbolMT", "\uf057\uf0b0a", "Ω°α"],
  ["Wingdings", "Jàüûþ¨ý\uf0fc", "☺→✓✗☑☐☒✓"],
  ["Wingdings-Regular", "Ÿ§v", "•▪❖"],
  ["Wingdings 2", "R\uf0a3PO", "☑☐✓✗"],
  ["Wingdings2", "T", "☒"],
  ["Wingdings 3", "fgh", "←→↑"],
  ["Webdings", "ar", "✔✕"],
  ["ZapfDingbats", "4l\u00d5", "✔●→"],
  ["MT Extra", "lm", "ℓ∓"],
  // Blanks, bullets and characters that are already Unicode stay unchanged.
  ["Symbol", "a\u00a0b\n•α", "α\u00a0β\n•α"],
  ["Wingdings", "☐ 好 😀", "☐ 好 😀"],
  // A missing character is better than a wrong one.
  ["Symbol", "a\u0080Šb", "αβ"],
  ["MT Extra", "z", ""],
])("the %s text %j is decoded as %j", (font, text, shown) => {
  expect(symbolText(text, symbolFontOf(font)!)).toBe(shown);
});

it.each(["Arial", "Segoe UI Symbol", "OpenSymbol", "Symbola", "", "x".repeat(1_000_000), undefined])(
  "%s is not a symbol font",
  (font) => {
    expect(symbolFontOf(font)).toBeUndefined();
  },
);
