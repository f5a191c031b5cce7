/** Longer headings are shortened in the path (never in the text): a path is context, not content. */
const MAX_HEADING_LENGTH = 200;

/** The headings that the current position stands under. */
export class HeadingPath {
  #entries: { level: number; text: string }[] = [];
  /** The same array until the next heading, so that sections can be told apart by identity. */
  current: readonly string[] = [];

  /** Enters the section of a heading: headings of the same or a deeper level are left. Levels may skip. */
  enter(text: string, level: number): void {
    this.#entries = this.#entries.filter((entry) => entry.level < level);
    this.#entries.push({ level, text: shorten(text) });
    this.current = this.#entries.map((entry) => entry.text);
  }
}

/** The part that both paths begin with. */
export function commonPath(first: readonly string[], second: readonly string[]): readonly string[] {
  if (first === second) return first;
  let length = 0;
  while (length < first.length && length < second.length && first[length] === second[length]) length++;
  return first.slice(0, length);
}

function shorten(text: string): string {
  // Bounded before the regular expression: a "heading" may be a 50 MB line.
  const line = text
    .slice(0, 4 * MAX_HEADING_LENGTH)
    .replace(/\s+/g, " ")
    .trim();
  return line.length <= MAX_HEADING_LENGTH ? line : `${line.slice(0, MAX_HEADING_LENGTH - 1).toWellFormed()}…`;
}
