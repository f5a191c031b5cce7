/** Length beyond which headings are shortened in the path (never in the text): a path is context, not content. */
const MAX_HEADING_LENGTH = 200;

/** Headings above the current position. */
export class HeadingPath {
  #entries: { level: number; text: string }[] = [];
  /** Current path. The array is the same until the next heading, so that sections can be compared by identity. */
  current: readonly string[] = [];

  /** Enters the section of a heading, and leaves sections of the same or a deeper level. Levels can be skipped. */
  enter(text: string, level: number): void {
    this.#entries = this.#entries.filter((entry) => entry.level < level);
    this.#entries.push({ level, text: shorten(text) });
    this.current = this.#entries.map((entry) => entry.text);
  }
}

/** Returns the common prefix of two paths. */
export function commonPath(first: readonly string[], second: readonly string[]): readonly string[] {
  if (first === second) return first;
  let length = 0;
  while (length < first.length && length < second.length && first[length] === second[length]) length++;
  return first.slice(0, length);
}

function shorten(text: string): string {
  // Limit the length before the regular expression: a "heading" can be a 50 MB line.
  const line = text
    .slice(0, 4 * MAX_HEADING_LENGTH)
    .replace(/\s+/g, " ")
    .trim();
  return line.length <= MAX_HEADING_LENGTH ? line : `${line.slice(0, MAX_HEADING_LENGTH - 1).toWellFormed()}…`;
}
