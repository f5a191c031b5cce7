/** Chunks counted separately: a word with the space before it. Long runs are split. */
const PIECES = /\s?\S{1,64}|\s{1,64}/gu;

/** Text that looks like a special token is plain text. */
const PLAIN = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() };

/**
 * Truncates the texts to `maxTokens` of cl100k, the tokenizer of OpenAI's embedding models. The platform counts with
 * o200k, which needs up to six times fewer tokens for some scripts; OpenAI rejects the whole batch because of one text.
 */
export const cutToTokens = async (texts: readonly string[], maxTokens: number): Promise<string[]> => {
  // A token has at least one byte. The vocabulary takes 50 MB, and most services never receive a text this long.
  if (texts.every((text) => Buffer.byteLength(text) <= maxTokens)) return [...texts];
  const { countTokens } = await import("gpt-tokenizer/encoding/cl100k_base");
  return texts.map((text) => cut(text, maxTokens, (piece) => countTokens(piece, PLAIN)));
};

/** Counts in chunks, so that a long run without spaces costs no more than ordinary text. The sum is never too low. */
const cut = (text: string, maxTokens: number, count: (piece: string) => number): string => {
  if (Buffer.byteLength(text) <= maxTokens) return text;
  let tokens = 0;
  for (const { 0: piece, index } of text.matchAll(PIECES)) {
    tokens += count(piece);
    if (tokens > maxTokens) return text.slice(0, index);
  }
  return text;
};
