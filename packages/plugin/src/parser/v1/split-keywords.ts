import { cleanLine } from "./clean-text.ts";

/** Splits the keywords of a file, which most formats store as one text, at commas or semicolons; removes duplicates. */
export const splitKeywords = (text: string): string[] => [
  ...new Set(
    text
      .split(/[,;\n]/)
      .map(cleanLine)
      .filter((word) => word !== ""),
  ),
];
