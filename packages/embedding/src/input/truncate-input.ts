import { sharedCounter } from "@quarry/text";
import { countsTokens, type EmbedderUse, maxInputTokensOf } from "../embedder-use.ts";

/** A text as it will be sent. */
export interface TruncatedText {
  readonly text: string;
  /** By the platform's tokenizer; where nobody counts them, as many as there can be at most. */
  readonly tokens: number;
}

/** A passage, its context line, and the tokens of the text alone. */
interface Passage {
  readonly text: string;
  readonly contextText?: string;
  readonly tokenCount?: number | undefined;
}

/** A passage as the embedder takes it. */
export const truncatePassage = (passage: Passage, use: EmbedderUse): TruncatedText =>
  countsTokens(use) ? truncatePassageTo(counted(passage, use), maxInputTokensOf(use)) : uncounted(passage);

/** Its tokens, or some more than the model or a batch takes: a client's text may have millions. */
const counted = (passage: Passage, use: EmbedderUse): Passage & { readonly tokenCount: number } => {
  const { text, tokenCount } = passage;
  const enough = Math.min(maxInputTokensOf(use), use.embedder.capabilities.maxBatchTokens);
  return { ...passage, tokenCount: tokenCount ?? sharedCounter.countRange(text, 0, text.length, enough) };
};

/** A query as the embedder takes it. */
export const truncateQuery = (text: string, use: EmbedderUse): TruncatedText =>
  countsTokens(use) ? truncateQueryTo(text, maxInputTokensOf(use)) : { text, tokens: Buffer.byteLength(text) };

/**
 * To count them, the process would read a vocabulary that takes 5 MB, and the first query some 30 ms. A token is of one
 * byte or more.
 */
const uncounted = ({ text, contextText = "", tokenCount = Buffer.byteLength(text) }: Passage): TruncatedText =>
  contextText === ""
    ? { text, tokens: tokenCount }
    : { text: below(contextText, text), tokens: tokenCount + Buffer.byteLength(contextText) + 1 };

const below = (contextText: string, text: string): string => `${contextText}\n\n${text}`;

/**
 * A passage below its context line, as long as both fit the model. A context that makes it too long is left out; a text
 * that is too long by itself is cut at its end.
 */
const truncatePassageTo = (
  { text, contextText = "", tokenCount }: Passage & { readonly tokenCount: number },
  maxTokens: number,
): TruncatedText => {
  if (contextText !== "") {
    // The empty line between them is one token more at most.
    const tokens = tokenCount + sharedCounter.count(contextText) + 1;
    if (tokens <= maxTokens) return { text: below(contextText, text), tokens };
  }
  return tokenCount <= maxTokens ? { text, tokens: tokenCount } : cut(text, maxTokens);
};

/** A query, cut at its end if it is too long for the model. */
const truncateQueryTo = (text: string, maxTokens: number): TruncatedText => {
  const tokens = sharedCounter.count(text);
  return tokens <= maxTokens ? { text, tokens } : cut(text, maxTokens);
};

/** Distance that a cut may move back to end with a whole word, as a share of the text that is left. */
const WORD_SEARCH = 0.1;

/** The longest beginning that has at most `maxTokens`, ended at a space if there is one near. */
const cut = (text: string, maxTokens: number): TruncatedText => {
  let fits = 0;
  // Not from the end, as the text may be very much longer than what fits.
  let tooLong = Math.min(maxTokens, text.length);
  while (tooLong < text.length && sharedCounter.countRange(text, 0, tooLong, maxTokens) <= maxTokens) {
    fits = tooLong;
    tooLong = Math.min(tooLong * 2, text.length);
  }
  while (tooLong - fits > 1) {
    const middle = (fits + tooLong) >> 1;
    if (sharedCounter.countRange(text, 0, middle, maxTokens) <= maxTokens) fits = middle;
    else tooLong = middle;
  }
  for (let end = wordEnd(text, fits); ; end -= 1) {
    // Less text can be a token more, where the cut parts a pair of letters that were one token.
    const retained = text.slice(0, end).toWellFormed();
    const tokens = sharedCounter.count(retained);
    if (tokens <= maxTokens) return { text: retained, tokens };
  }
};

const wordEnd = (text: string, end: number): number => {
  const space = Math.max(text.lastIndexOf(" ", end), text.lastIndexOf("\n", end));
  if (space > end * (1 - WORD_SEARCH)) return space;
  // Not in the middle of a pair.
  return isHighSurrogate(text.charCodeAt(end - 1)) ? end - 1 : end;
};

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
