/**
 * Rare variants of symbols, by the common symbol that people type, search for and have fonts for. Unicode adopted every
 * shape of the Wingdings fonts, so a form's tick is one of three.
 */
const VARIANTS: readonly (readonly [plain: string, variants: string])[] = [
  ["✓", "🗸"],
  ["✗", "🗴🗶"],
  ["✕", "🗙"],
  ["☑", "🗹"],
  ["☒", "🗵🗷⌧⮽"],
  ["☐", "🞎🞏🞐🞑🞒🞓□❏❐❑❒⬜"],
  ["■", "◼⬛"],
  ["●", "⚫⬤"],
  ["○", "🔾🔿⭘🞅"],
  ["•", "🞄"],
  ["➢", "⮚"],
  ["☎", "🕿🕾"],
  ["✉", "🖂"],
  ["↔", "⭤"],
  ["↕", "⭥"],
  ["∋", "∍"],
];

const PLAIN: ReadonlyMap<string, string> = new Map(
  VARIANTS.flatMap(([plain, variants]) => [...variants].map((variant) => [variant, plain] as const)),
);

/** Arrows of the Wingdings fonts in Unicode: their blocks list the directions in a common order. */
const ARROWS: readonly (readonly [first: number, last: number, directions: string])[] = [
  [0x1f800, 0x1f847, "←↑→↓"],
  [0x1f850, 0x1f887, "←↑→↓↖↗↘↙"],
  [0x1f890, 0x1f897, "←↑→↓"],
  [0x2b60, 0x2b69, "←↑→↓↔↕↖↗↘↙"],
];

/** Returns the common form of a rare symbol. Other symbols are unchanged. */
export function plainSymbol(symbol: string): string {
  const code = symbol.codePointAt(0)!;
  for (const [first, last, directions] of ARROWS) {
    if (code >= first && code <= last) return directions[(code - first) % directions.length]!;
  }
  return PLAIN.get(symbol) ?? symbol;
}
