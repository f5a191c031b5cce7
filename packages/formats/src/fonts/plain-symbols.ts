/**
 * Rare variants of signs, by the sign that people type, search for and have fonts for: Unicode took over every shape of the
 * Wingdings fonts, so that a tick of a form is one of three.
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

/** Arrows of the Wingdings fonts in Unicode: their blocks go through the directions in one order. */
const ARROWS: readonly (readonly [first: number, last: number, directions: string])[] = [
  [0x1f800, 0x1f847, "←↑→↓"],
  [0x1f850, 0x1f887, "←↑→↓↖↗↘↙"],
  [0x1f890, 0x1f897, "←↑→↓"],
  [0x2b60, 0x2b69, "←↑→↓↔↕↖↗↘↙"],
];

/** The common form of a rare symbol; any other as it is. */
export function plainSymbol(symbol: string): string {
  const code = symbol.codePointAt(0)!;
  for (const [first, last, directions] of ARROWS) {
    if (code >= first && code <= last) return directions[(code - first) % directions.length]!;
  }
  return PLAIN.get(symbol) ?? symbol;
}
