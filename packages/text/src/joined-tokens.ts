import type { ChunkUnit } from "./chunk-unit.ts";
import { lastSegmentStart, MAX_SEGMENT_LENGTH, segmentEnd, startsSegment } from "./token-segments.ts";
import { countTokens, countTokensIn } from "./tokenizer.ts";

export type CountedPart = Pick<ChunkUnit, "gap" | "text" | "tokens" | "isExact">;

/**
 * Returns the exact token count of the joined and trimmed parts: the sum of their counts, with only the segments at the
 * seams counted again. Undefined if this is not possible, and the text itself must be counted.
 */
export function joinedTokens(parts: readonly CountedPart[]): number | undefined {
  let total = 0;
  let before = "";
  /** Whether the first segment of `before` starts before its beginning. */
  let isOpen = false;
  for (const [index, part] of parts.entries()) {
    const isFirst = index === 0;
    const text = isFirst ? part.text.trimStart() : part.text;
    if (!part.isExact || text === "" || part.text.length >= MAX_SEGMENT_LENGTH) return undefined;
    total += part.gap === "" ? part.tokens : part.tokens - 1;
    if (isFirst) {
      total += trimmedTokensDelta(part.text, part.text.length - text.length);
    } else if (isSegmentBoundary(before, part.gap, text)) {
      total += countTokens(part.gap);
      isOpen = false;
    } else {
      const from = lastSegmentStart(before);
      if (from === 0 && isOpen) return undefined;
      total += mergedTokensDelta(before, from, part.gap, text);
      isOpen = true;
    }
    before = text;
  }
  const length = before.trimEnd().length;
  if (length === before.length) return total;
  const from = lastSegmentStart(before);
  if (length === 0 || (from === 0 && isOpen)) return undefined;
  return total + countTokensIn(before, from, length) - countTokensIn(before, from, before.length);
}

/** Returns the change in the number of tokens if leading white space, which is within the first segment, is trimmed. */
function trimmedTokensDelta(text: string, from: number): number {
  if (from === 0) return 0;
  const to = segmentEnd(text, 0, text.length);
  return countTokensIn(text, from, to) - countTokensIn(text, 0, to);
}

function isSegmentBoundary(before: string, gap: string, text: string): boolean {
  const last = before.charCodeAt(before.length - 1);
  const first = text.charCodeAt(0);
  if (gap === "") return startsSegment(last, first);
  return startsSegment(last, gap.charCodeAt(0)) && startsSegment(gap.charCodeAt(gap.length - 1), first);
}

/** Returns the change in the number of tokens if the last segment of one text is joined with the first of the next. */
function mergedTokensDelta(before: string, from: number, gap: string, text: string): number {
  const to = segmentEnd(text, 0, text.length);
  const joined = countTokens(`${before.slice(from)}${gap}${text.slice(0, to)}`);
  return joined - countTokensIn(before, from, before.length) - countTokensIn(text, 0, to);
}
