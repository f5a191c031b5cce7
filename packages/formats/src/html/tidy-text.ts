import { cleanLine, cleanText, isCleanLine } from "@quarry/plugin";

const SOFT_HYPHENS = /[\u00ad\u200b\ufeff]/g;

/** Text on one line. */
export const tidyLine = (raw: string): string => (isCleanLine(raw) ? raw : cleanLine(raw.replace(SOFT_HYPHENS, "")));

/** White space as a browser shows it: one blank, except for the line ends that `<br>` made. */
export function tidy(raw: string): string {
  if (isCleanLine(raw)) return raw;
  const text = cleanText(raw.replace(SOFT_HYPHENS, ""));
  return text
    .replace(/[^\S\n]+/g, " ")
    .replace(/ ?\n\s*/g, "\n")
    .trim();
}
