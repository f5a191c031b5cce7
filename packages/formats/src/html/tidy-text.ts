import { cleanLine, cleanText, isCleanLine } from "@quarry/plugin";

const SOFT_HYPHENS = /[\u00ad\u200b\ufeff]/g;

/** Returns text on one line. */
export const tidyLine = (raw: string): string => (isCleanLine(raw) ? raw : cleanLine(raw.replace(SOFT_HYPHENS, "")));

/** Collapses white space as a browser does: to one space, except for line ends from `<br>`. */
export function tidy(raw: string): string {
  if (isCleanLine(raw)) return raw;
  const text = cleanText(raw.replace(SOFT_HYPHENS, ""));
  return text
    .replace(/[^\S\n]+/g, " ")
    .replace(/ ?\n\s*/g, "\n")
    .trim();
}
