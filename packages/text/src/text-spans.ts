import { safeSplitIndex } from "./characters.ts";
import { lineEnd, sentenceEnd } from "./sentence-end.ts";
import type { TextBlock } from "./text-block.ts";
import type { TokenCounter } from "./token-counter.ts";
import { pieceEnd } from "./token-segments.ts";

/** A part of a block's text that is packed into chunks as one; it starts with the white space in front of it. */
export interface TextSpan {
  readonly from: number;
  readonly to: number;
  readonly tokens: number;
  /** Whether these are the tokens of the part alone; else there may be one less for each place where a word was cut. */
  readonly isExact: boolean;
}

/** Runs without a space are cut into atoms of this many UTF-16 units: longer than almost every word. */
const ATOM_LENGTH = 40;
/** A sentence above half a chunk is cut at words, or chunks would stay half empty; but never one below this. */
const MIN_SENTENCE_LIMIT = 96;
/** Word groups are an eighth of a chunk: the most that cutting an endless sentence leaves unused. */
const GROUPS_PER_CHUNK = 8;
/** Where words are all that counts: chunks end within this part of the size. */
const WINDOW_GROUPS_PER_CHUNK = 32;
/** Kinds that are kept whole while they fit a chunk. */
const WHOLE_KINDS: ReadonlySet<TextBlock["kind"]> = new Set(["heading", "table_header", "table_row", "list_item"]);

/**
 * Cuts a block into spans of at most `chunkSize` tokens: whole rows, items and headings, lines of code, else sentences;
 * what is longer is cut at words, and what has no words at characters. Lazy and linear: a 50 MB line is never copied.
 * Without `keepsSentences` prose is groups of words from the start.
 */
export function* spansOf(
  block: TextBlock,
  chunkSize: number,
  counter: TokenCounter,
  keepsSentences = true,
): Generator<TextSpan> {
  const { text, kind } = block;
  const whole = wholeSpan(block, chunkSize, counter);
  if (whole !== undefined) {
    yield whole;
    return;
  }
  if (!keepsSentences && kind !== "code") {
    const windowLimit = Math.max(1, Math.floor(chunkSize / WINDOW_GROUPS_PER_CHUNK));
    yield* wordSpans(text, 0, text.length, windowLimit, counter);
    return;
  }
  const sentenceLimit = Math.min(chunkSize, Math.max(MIN_SENTENCE_LIMIT, chunkSize >> 1));
  const groupLimit = Math.max(1, Math.floor(chunkSize / GROUPS_PER_CHUNK));
  for (let from = 0; from < text.length;) {
    const to = kind === "code" ? lineEnd(text, from) : sentenceEnd(text, from);
    const tokens = counter.countRange(text, from, to, sentenceLimit);
    if (tokens <= sentenceLimit) yield { from, to, tokens, isExact: true };
    else yield* wordSpans(text, from, to, groupLimit, counter);
    from = to;
  }
}

/** All of a row, an item or a heading that fits. */
export function wholeSpan({ text, kind }: TextBlock, chunkSize: number, counter: TokenCounter): TextSpan | undefined {
  if (!WHOLE_KINDS.has(kind)) return undefined;
  const tokens = counter.countRange(text, 0, text.length, chunkSize);
  return tokens <= chunkSize ? { from: 0, to: text.length, tokens, isExact: true } : undefined;
}

/** Groups of words of at most `groupLimit` tokens each; a longer word is cut, down to single characters. */
export function* wordSpans(
  text: string,
  from: number,
  to: number,
  groupLimit: number,
  counter: TokenCounter,
): Generator<TextSpan> {
  let groupStart = from;
  let groupTokens = 0;
  let isExact = true;
  for (let at = from; at < to;) {
    const atom = atomAt(text, at, to, groupLimit, counter);
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

function atomAt(text: string, at: number, limit: number, maxTokens: number, counter: TokenCounter): TextSpan {
  const window = Math.min(limit, at + ATOM_LENGTH);
  let to = pieceEnd(text, at, window);
  let isExact = to < window || to === limit;
  if (!isExact) to = safeSplitIndex(text, to, at);
  let tokens = counter.countRange(text, at, to, Infinity);
  while (tokens > maxTokens) {
    const shorter = safeSplitIndex(text, at + ((to - at) >> 1), at);
    if (shorter <= at || shorter >= to) break;
    to = shorter;
    isExact = false;
    tokens = counter.countRange(text, at, to, Infinity);
  }
  return { from: at, to, tokens, isExact };
}
