/** Texts that are remembered; a presentation has a handful of footers. */
const MAX_TEXTS = 1_000;
const MAX_CHARACTERS = 200;

/** Tells footers, dates and slide numbers that were on an earlier slide, too; numbers are all alike. */
export class SlideMargins {
  readonly #seen = new Set<string>();

  isRepeated(text: string): boolean {
    const key = text.slice(0, MAX_CHARACTERS).replace(/\d+/g, "0");
    if (this.#seen.has(key)) return true;
    if (this.#seen.size < MAX_TEXTS) this.#seen.add(key);
    return false;
  }
}
