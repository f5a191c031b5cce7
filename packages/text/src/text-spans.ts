import { safeSplitIndex } from "./characters.ts";
import { lineEnd, sentenceEnd } from "./sentence-end.ts";
import type { TextBlock } from "./text-block.ts";
import { segmentEnd } from "./token-segments.ts";
import { countTokensIn } from "./tokenizer.ts";

/** Span of a block's text that is added to chunks as a whole; it starts with the white space before it. */
export interface TextSpan {
  readonly from: number;
  readonly to: number;
  readonly tokens: number;
  /**
   * Whether `tokens` is exact for the span alone; otherwise the true count can be one lower for each position where a
   * word was split.
   */
  readonly isExact: boolean;
}

/** Length in UTF-16 units of the atoms into which runs without a space are split: longer than almost every word. */
const ATOM_LENGTH = 40;
/**
 * Minimum token limit of a sentence. A sentence above half a chunk is split at words, because chunks would otherwise
 * stay half empty; a sentence within this limit is never split.
 */
const MIN_SENTENCE_LIMIT = 96;
/** Word groups per chunk. An eighth of a chunk is the most that splitting an endless sentence leaves unused. */
const GROUPS_PER_CHUNK = 8;
/** Word groups per chunk if chunks are packed by words only: chunks end within this fraction of the size. */
const WINDOW_GROUPS_PER_CHUNK = 32;
/** Block kinds that are kept whole if they fit into a chunk. */
const UNSPLIT_KINDS: ReadonlySet<TextBlock["kind"]> = new Set(["heading", "table_header", "table_row", "list_item"]);

/**
 * Splits a block into spans of at most `chunkSize` tokens: whole rows, items and headings, lines of code, otherwise
 * sentences. Longer text is split at words, and text without words at characters. Lazy and linear: a 50 MB line is
 * never copied. Without `keepsSentences`, prose is split into groups of words from the start.
 */
export function* spansOf({ text, kind }: TextBlock, chunkSize: number, keepsSentences: boolean): Generator<TextSpan> {
  if (UNSPLIT_KINDS.has(kind)) {
    const tokens = countTokensIn(text, 0, text.length, chunkSize);
    if (tokens <= chunkSize) return yield { from: 0, to: text.length, tokens, isExact: true };
  }
  if (!keepsSentences && kind !== "code") {
    const windowLimit = Math.max(1, Math.floor(chunkSize / WINDOW_GROUPS_PER_CHUNK));
    return yield* wordSpans(text, 0, text.length, windowLimit);
  }
  const sentenceLimit = Math.min(chunkSize, Math.max(MIN_SENTENCE_LIMIT, chunkSize >> 1));
  const groupLimit = Math.max(1, Math.floor(chunkSize / GROUPS_PER_CHUNK));
  for (let from = 0; from < text.length;) {
    const to = kind === "code" ? lineEnd(text, from) : sentenceEnd(text, from);
    const tokens = countTokensIn(text, from, to, sentenceLimit);
    if (tokens <= sentenceLimit) yield { from, to, tokens, isExact: true };
    else yield* wordSpans(text, from, to, groupLimit);
    from = to;
  }
}

/**
 * Splits text into groups of words of at most `groupLimit` tokens each; a longer word is split, down to single
 * characters.
 */
export function* wordSpans(text: string, from: number, to: number, groupLimit: number): Generator<TextSpan> {
  let groupStart = from;
  let groupTokens = 0;
  let isExact = true;
  for (let at = from; at < to;) {
    const atom = atomAt(text, at, to, groupLimit);
    if (at > groupStart && groupTokens + atom.tokens > groupLimit) {
      yield { from: groupStart, to: at, tokens: groupTokens, isExact };
      groupStart = at;
      groupTokens = 0;
      isExact = true;
    }
    groupTokens += atom.tokens;
    isExact &&= atom.isExact;
    at = atom.to;
  }
  if (to > groupStart) yield { from: groupStart, to, tokens: groupTokens, isExact };
}

function atomAt(text: string, at: number, limit: number, maxTokens: number): TextSpan {
  const window = Math.min(limit, at + ATOM_LENGTH);
  let to = segmentEnd(text, at, window);
  let isExact = to < window || to === limit;
  if (!isExact) to = safeSplitIndex(text, to, at);
  let tokens = countTokensIn(text, at, to);
  while (tokens > maxTokens) {
    const shorter = safeSplitIndex(text, at + ((to - at) >> 1), at);
    if (shorter <= at || shorter >= to) break;
    to = shorter;
    isExact = false;
    tokens = countTokensIn(text, at, to);
  }
  return { from: at, to, tokens, isExact };
}
