/** Maximum number of missing parts listed: the first few are enough to diagnose the program that wrote the file. */
const MAX_NAMED = 10;

/** Returns a warning about slides or sheets (`unit`) whose part is missing, by number from 1. */
export function missingPages(unit: string, parts: readonly unknown[]): string[] {
  const numbers = parts.flatMap((part, index) => (part === undefined ? [index + 1] : []));
  if (numbers.length === 0) return [];
  const named = numbers.slice(0, MAX_NAMED).join(", ");
  const more = numbers.length > MAX_NAMED ? ` and ${numbers.length - MAX_NAMED} more` : "";
  return [`These ${unit} are missing in the file or hold no text: ${named}${more}.`];
}
