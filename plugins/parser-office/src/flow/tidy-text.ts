import { cleanText, isCleanLine } from "@quarry/plugin";

/** Hyphens that show only at the end of a line, and byte-order marks within text. */
const INVISIBLE = /[\u00ad\ufeff]/g;

/** Text with single blanks, line ends kept, nothing invisible in it. */
export function tidyText(text: string): string {
  if (isCleanLine(text)) return text;
  return cleanText(text)
    .replace(INVISIBLE, "")
    .replace(/[^\S\n]+/g, " ")
    .replace(/ ?\n\s*/g, "\n")
    .trim();
}

/** The same on one line. */
export const tidyLine = (text: string): string => (isCleanLine(text) ? text : tidyText(text).replaceAll("\n", " "));
