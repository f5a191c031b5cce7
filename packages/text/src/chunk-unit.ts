import type { TextBlock } from "./text-block.ts";
import { wordSpans } from "./text-spans.ts";

/** Smallest unit that is added to a chunk as a whole: a sentence, a row, a line, a group of words. */
export interface ChunkUnit {
  /** Canonical text between the previous unit and this one, beyond the unit's own leading white space. */
  readonly gap: string;
  readonly text: string;
  /** Canonical offset of the first character of `text`. */
  readonly start: number;
  /** Tokens of the gap and the text: exact or one too many, so that sums never underestimate a chunk. */
  readonly tokens: number;
  /** Whether `tokens` is exact, apart from the one token assumed for a gap. */
  readonly isExact: boolean;
  readonly kind: TextBlock["kind"];
  readonly page: number | null;
  readonly section: readonly string[];
  readonly tableId: number | undefined;
}

/** Splits a unit into word groups of at most `groupLimit` tokens. */
export function splitUnit(unit: ChunkUnit, groupLimit: number): ChunkUnit[] {
  const spans = wordSpans(unit.text, 0, unit.text.length, groupLimit);
  return Array.from(spans, ({ from, to, tokens, isExact }) => ({
    ...unit,
    gap: from === 0 ? unit.gap : "",
    text: unit.text.slice(from, to),
    start: unit.start + from,
    tokens,
    // The gap is not counted here.
    isExact: isExact && (from !== 0 || unit.gap === ""),
  }));
}

/**
 * Returns the units that the next chunk repeats: whole units from the end, up to `budget` tokens. If they are less than
 * half of it, the last words of the preceding unit are added. Never from another section, and never all of the chunk.
 * Of a table only whole rows are repeated (the header is repeated anyway).
 */
export function overlapOf(units: readonly ChunkUnit[], budget: number): ChunkUnit[] {
  const overlap: ChunkUnit[] = [];
  let left = budget;
  const last = units.at(-1);
  const first = firstWithText(units);
  for (let index = units.length - 1; index >= 0; index--) {
    const unit = units[index]!;
    if (unit.section !== last?.section || isRow(unit) !== isRow(last)) break;
    if (index > first && unit.tokens <= left) {
      overlap.unshift(unit);
      left -= unit.tokens;
      continue;
    }
    if (left * 2 > budget && isProse(unit)) overlap.unshift(...lastWords(unit, left));
    break;
  }
  return overlap;
}

/** White space at a chunk's start is trimmed, so the overlap must exclude the first unit after it. */
function firstWithText(units: readonly ChunkUnit[]): number {
  return units.findIndex((unit) => /\S/.test(unit.text));
}

function isRow(unit: ChunkUnit): boolean {
  return unit.kind === "table_row";
}

function isProse(unit: ChunkUnit): boolean {
  return unit.kind === "paragraph" || unit.kind === "quote" || unit.kind === "list_item";
}

function lastWords(unit: ChunkUnit, budget: number): ChunkUnit[] {
  const words = splitUnit(unit, Math.max(1, budget >> 3));
  const first = firstWithText(words);
  let from = words.length;
  let left = budget;
  while (from > first + 1 && words[from - 1]!.tokens <= left) left -= words[--from]!.tokens;
  return words.slice(from);
}
