import { foldVariants } from "./letter-variants.ts";
import { normalizeText } from "./normalize-text.ts";

const NON_JOINER = "\u200c";
/** Between letters of Arabic script it divides a word, as a hyphen does, where some write a blank and others nothing. */
const DIVIDING_NON_JOINER = /(?<=[\u0620-\u06ff])\u200c(?=[\u0620-\u06ff])/g;

/** Replaces characters that `normalizeText` would remove by the mark that the analyzer knows; each character stays in its place. */
export const withDivisions = (written: string): string =>
  written.includes(NON_JOINER) ? written.replaceAll(DIVIDING_NON_JOINER, "-") : written;

/**
 * The text that the keyword index makes terms of, for passages and queries alike. Embedders read `normalizeText` alone, as
 * what they made of texts is kept.
 */
export const searchText = (written: string): string => foldVariants(normalizeText(withDivisions(written)));
