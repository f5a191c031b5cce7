/** Start of an Obsidian callout or a GitHub alert: `> [!note]- Title`. */
const CALLOUT = /^\[!([a-z][a-z-]{0,40})(?:\|[^\]\n]{0,40})?\][-+]?[^\S\n]*/i;

/** Returns the displayed first text of a quote. A callout without a title has its kind as title. */
export function calloutTitle(text: string): string {
  const [mark, kind] = CALLOUT.exec(text) ?? [];
  if (mark === undefined || kind === undefined) return text;
  const rest = text.slice(mark.length);
  if (rest !== "" && !rest.startsWith("\n")) return rest;
  return `${kind[0]!.toUpperCase()}${kind.slice(1).toLowerCase()}${rest}`;
}
