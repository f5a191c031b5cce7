/** Maximum number of remembered texts. A presentation has a handful of footers. */
const MAX_TEXTS = 1_000;
const MAX_CHARACTERS = 200;

/** Detects footers, dates and slide numbers that an earlier slide had, too. All numbers are considered equal. */
export class SlideMargins {
  readonly #seen = new Set<string>();

  isRepeated(text: string): boolean {
    const key = text.slice(0, MAX_CHARACTERS).replace(/\d+/g, "0");
    if (this.#seen.has(key)) return true;
    if (this.#seen.size < MAX_TEXTS) this.#seen.add(key);
    return false;
  }
}
