import type { ChunkUnit } from "./chunk-unit.ts";
import type { TokenCounter } from "./token-counter.ts";
import { lastSegmentStart, MAX_SEGMENT_LENGTH, segmentEnd, startsSegment } from "./token-segments.ts";

export type CountedPart = Pick<ChunkUnit, "gap" | "text" | "tokens" | "isExact">;

/**
 * Returns the exact token count of the joined and trimmed parts: the sum of their counts, with only the segments at the
 * seams counted again. Undefined if this is not possible, and the text itself must be counted.
 */
export function joinedTokens(parts: readonly CountedPart[], counter: TokenCounter): number | undefined {
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
      total += trimmedTokensDelta(part.text, part.text.length - text.length, counter);
    } else if (isSegmentBoundary(before, part.gap, text)) {
      total += counter.count(part.gap);
      isOpen = false;
    } else {
      const from = lastSegmentStart(before);
      if (from === 0 && isOpen) return undefined;
      total += mergedTokensDelta(before, from, part.gap, text, counter);
      isOpen = true;
    }
    before = text;
  }
  const length = before.trimEnd().length;
  if (length === before.length) return total;
  const from = lastSegmentStart(before);
  if (length === 0 || (from === 0 && isOpen)) return undefined;
  return total + counter.countRange(before, from, length, Infinity) - countFrom(before, from, counter);
}

/** Returns the change in the number of tokens if leading white space, which is within the first segment, is trimmed. */
function trimmedTokensDelta(text: string, from: number, counter: TokenCounter): number {
  if (from === 0) return 0;
  const to = segmentEnd(text, 0, text.length);
  return counter.countRange(text, from, to, Infinity) - counter.countRange(text, 0, to, Infinity);
}

function isSegmentBoundary(before: string, gap: string, text: string): boolean {
  const last = before.charCodeAt(before.length - 1);
  const first = text.charCodeAt(0);
  if (gap === "") return startsSegment(last, first);
  return startsSegment(last, gap.charCodeAt(0)) && startsSegment(gap.charCodeAt(gap.length - 1), first);
}

/** Returns the change in the number of tokens if the last segment of one text is joined with the first of the next. */
function mergedTokensDelta(before: string, from: number, gap: string, text: string, counter: TokenCounter): number {
  const to = segmentEnd(text, 0, text.length);
  const joined = counter.count(`${before.slice(from)}${gap}${text.slice(0, to)}`);
  return joined - countFrom(before, from, counter) - counter.countRange(text, 0, to, Infinity);
}

function countFrom(text: string, from: number, counter: TokenCounter): number {
  return counter.countRange(text, from, text.length, Infinity);
}
