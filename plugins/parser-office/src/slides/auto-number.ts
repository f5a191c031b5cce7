import { listLabel } from "../word/list-label.ts";

/**
 * Formats a number by its DrawingML type: `arabicPeriod` is `1.`, `alphaLcParenBoth` is `(a)`, `romanUcParenR` is `I)`.
 */
export function autoNumberLabel(number: number, type: string): string {
  const label = listLabel(number, formatOf(type));
  if (type.endsWith("ParenBoth")) return `(${label})`;
  if (type.endsWith("ParenR")) return `${label})`;
  return type.endsWith("Plain") ? label : `${label}.`;
}

function formatOf(type: string): string {
  if (type.startsWith("alphaLc")) return "lowerLetter";
  if (type.startsWith("alphaUc")) return "upperLetter";
  if (type.startsWith("romanLc")) return "lowerRoman";
  return type.startsWith("romanUc") ? "upperRoman" : "decimal";
}
