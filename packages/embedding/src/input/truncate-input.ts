import { countTokens, countTokensIn } from "@quarry/text";
import { countsTokens, type EmbedderUse, maxInputTokensOf } from "../embedder-use.ts";
import { type TextToEmbed, textWithContext } from "../text-to-embed.ts";

/** Text in the form in which it will be sent. */
export interface TruncatedText {
  readonly text: string;
  /** Token count of the platform's tokenizer, or an upper bound if tokens do not matter. */
  readonly tokens: number;
}

/** Returns a passage in the form that the embedder accepts. */
export const truncatePassage = (passage: TextToEmbed, use: EmbedderUse): TruncatedText =>
  countsTokens(use) ? truncatePassageTo(counted(passage, use), maxInputTokensOf(use)) : uncounted(passage);

/** Counts the tokens up to slightly above the limit of the model or a batch: a client's text can have millions. */
const counted = (passage: TextToEmbed, use: EmbedderUse): TextToEmbed & { readonly tokenCount: number } => {
  const { text, tokenCount } = passage;
  const enough = Math.min(maxInputTokensOf(use), use.embedder.capabilities.maxBatchTokens);
  return { ...passage, tokenCount: tokenCount ?? countTokensIn(text, 0, text.length, enough) };
};

/** Returns a query in the form that the embedder accepts. */
export const truncateQuery = (text: string, use: EmbedderUse): TruncatedText =>
  countsTokens(use) ? truncateQueryTo(text, maxInputTokensOf(use)) : { text, tokens: Buffer.byteLength(text) };

/**
 * Uses the byte length as an upper bound, because a token has at least one byte. Counting would load a vocabulary of 5
 * MB and delay the first query by some 30 ms.
 */
const uncounted = (passage: TextToEmbed): TruncatedText => {
  const { text, contextText = "", tokenCount = Buffer.byteLength(text) } = passage;
  const contextBytes = contextText === "" ? 0 : Buffer.byteLength(contextText) + 1;
  return { text: textWithContext(passage), tokens: tokenCount + contextBytes };
};

/**
 * Places a passage below its context line if both fit the model. Omits the context if it does not fit, and truncates a
 * text that is too long by itself.
 */
const truncatePassageTo = (
  passage: TextToEmbed & { readonly tokenCount: number },
  maxTokens: number,
): TruncatedText => {
  const { text, contextText = "", tokenCount } = passage;
  if (contextText !== "") {
    // The empty line between them adds at most one token.
    const tokens = tokenCount + countTokens(contextText) + 1;
    if (tokens <= maxTokens) return { text: textWithContext(passage), tokens };
  }
  return tokenCount <= maxTokens ? { text, tokens: tokenCount } : truncate(text, maxTokens);
};

/** Truncates a query that is too long for the model. */
const truncateQueryTo = (text: string, maxTokens: number): TruncatedText => {
  const tokens = countTokens(text);
  return tokens <= maxTokens ? { text, tokens } : truncate(text, maxTokens);
};

/** Distance that the truncation may move back to a word boundary, as a share of the remaining text. */
const WORD_BOUNDARY_SHARE = 0.1;

/** Returns the longest prefix with at most `maxTokens`, ended at a space if there is one nearby. */
const truncate = (text: string, maxTokens: number): TruncatedText => {
  let fitting = 0;
  // The search does not start from the end, because the text can be much longer than what fits.
  let tooLong = Math.min(maxTokens, text.length);
  while (tooLong < text.length && countTokensIn(text, 0, tooLong, maxTokens) <= maxTokens) {
    fitting = tooLong;
    tooLong = Math.min(tooLong * 2, text.length);
  }
  while (tooLong - fitting > 1) {
    const middle = (fitting + tooLong) >> 1;
    if (countTokensIn(text, 0, middle, maxTokens) <= maxTokens) fitting = middle;
    else tooLong = middle;
  }
  for (let end = wordEnd(text, fitting); ; end -= 1) {
    // A shorter text can have one token more, if the truncation splits two letters that formed one token.
    const retained = text.slice(0, end).toWellFormed();
    const tokens = countTokens(retained);
    if (tokens <= maxTokens) return { text: retained, tokens };
  }
};

const wordEnd = (text: string, end: number): number => {
  const space = Math.max(text.lastIndexOf(" ", end), text.lastIndexOf("\n", end));
  if (space > end * (1 - WORD_BOUNDARY_SHARE)) return space;
  // The truncation must not split a surrogate pair.
  return isHighSurrogate(text.charCodeAt(end - 1)) ? end - 1 : end;
};

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
