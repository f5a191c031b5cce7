import { foldVariants } from "./letter-variants.ts";
import { normalizeText } from "./normalize-text.ts";

const NON_JOINER = "\u200c";
/**
 * Zero-width non-joiner between letters of Arabic script: it divides a word, like a hyphen; some writers use a blank
 * instead, others nothing.
 */
const DIVIDING_NON_JOINER = /(?<=[\u0620-\u06ff])\u200c(?=[\u0620-\u06ff])/g;

/**
 * Replaces characters that `normalizeText` would remove by a mark that the analyzer recognises; positions don't change.
 */
export const withDivisions = (written: string): string =>
  written.includes(NON_JOINER) ? written.replaceAll(DIVIDING_NON_JOINER, "-") : written;

/**
 * Returns the text from which the keyword index makes terms, for passages and queries alike. Embedders use
 * `normalizeText` alone, because their stored vectors must stay valid.
 */
export const searchText = (written: string): string => foldVariants(normalizeText(withDivisions(written)));
