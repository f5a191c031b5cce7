import { contentLength } from "@quarry/text";

/**
 * Length of a passage for BM25. At least 1: a passage of stop words alone is short, and the average length, by which it
 * is divided, must not become 0.
 */
export const passageLength = (terms: readonly string[]): number => Math.max(1, contentLength(terms));
