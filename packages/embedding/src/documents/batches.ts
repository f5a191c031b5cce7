import type { TruncatedText } from "../input/truncate-input.ts";

export interface BatchLimits {
  readonly maxTexts: number;
  readonly maxTokens: number;
}

/** Splits texts into as few batches as the limits allow, in order. A text above the token limit gets its own batch. */
export const batchesOf = <Text extends TruncatedText>(
  texts: readonly Text[],
  { maxTexts, maxTokens }: BatchLimits,
): readonly (readonly Text[])[] => {
  const batches: Text[][] = [];
  let batch: Text[] = [];
  let tokens = 0;
  for (const text of texts) {
    if (batch.length > 0 && (batch.length >= maxTexts || tokens + text.tokens > maxTokens)) {
      batches.push(batch);
      batch = [];
      tokens = 0;
    }
    batch.push(text);
    tokens += text.tokens;
  }
  if (batch.length > 0) batches.push(batch);
  return batches;
};
