import { cleanLine } from "./clean-text.ts";

/** The keywords of a file, which most formats keep in one text: parted by commas or semicolons, each once. */
export const splitKeywords = (text: string): string[] => [
  ...new Set(
    text
      .split(/[,;\n]/)
      .map(cleanLine)
      .filter((word) => word !== ""),
  ),
];
