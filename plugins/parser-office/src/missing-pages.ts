/** The first few show which program went wrong; a list of hundreds says no more. */
const MAX_NAMED = 10;

/** Says which slides or sheets (`unit`) have no text because their part is not there; their numbers are from 1. */
export function missingPages(unit: string, parts: readonly unknown[]): string[] {
  const numbers = parts.flatMap((part, index) => (part === undefined ? [index + 1] : []));
  if (numbers.length === 0) return [];
  const named = numbers.slice(0, MAX_NAMED).join(", ");
  const more = numbers.length > MAX_NAMED ? ` and ${numbers.length - MAX_NAMED} more` : "";
  return [`These ${unit} are missing in the file or hold no text: ${named}${more}.`];
}
