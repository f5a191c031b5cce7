import { cleanText, isCleanLine } from "@quarry/plugin";

/** Soft hyphens, and byte-order marks within text. */
const INVISIBLE = /[\u00ad\ufeff]/g;

/** Collapses spaces and removes invisible characters. Line ends are retained. */
export function tidyText(text: string): string {
  if (isCleanLine(text)) return text;
  return cleanText(text)
    .replace(INVISIBLE, "")
    .replace(/[^\S\n]+/g, " ")
    .replace(/ ?\n\s*/g, "\n")
    .trim();
}

/** Tidies text and joins its lines to one. */
export const tidyLine = (text: string): string => (isCleanLine(text) ? text : tidyText(text).replaceAll("\n", " "));
