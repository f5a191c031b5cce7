import type { PageText } from "./engine/page-text.ts";
import { pagesText } from "./pages-text.ts";
import type { PdfSettings } from "./pdf-settings.ts";

const NO_LETTERS = /[^\p{L}\p{N}]+/gu;

/** Separates the text of a document's pages that readers don't see, and reports it. */
export class UnseenText {
  readonly #isRead: boolean;
  readonly #unseen = new WordCount();
  readonly #unpainted = new WordCount();

  constructor({ hiddenContent }: Pick<PdfSettings, "hiddenContent">) {
    this.#isRead = hiddenContent;
  }

  /**
   * Returns the hidden text of a page that the settings include, marked as hidden. Unpainted text is always included:
   * recognised text exists to be found.
   */
  read({ lines, unseen = [], unpainted = [] }: PageText, number: number): readonly string[] {
    if (unseen.length === 0 && unpainted.length === 0) return [];
    // Copies of visible text (halos, text under its own correction) are not separate text.
    const seen = lettersOf(lines.map(({ text }) => text).join(""));
    const ownOf = (texts: readonly string[]): string[] =>
      texts
        .map((text) => text.trim())
        .filter((text) => text.split(/\s+/).some((word) => !seen.includes(lettersOf(word))));
    const hidden = ownOf(unseen);
    const read = [...(this.#isRead ? hidden : []), ...ownOf(unpainted)];
    this.#unseen.add(hidden, number);
    this.#unpainted.add(ownOf(unpainted), number);
    return read.length === 0 ? [] : [`[hidden] ${read.join(" ")}`];
  }

  warnings(): string[] {
    const outcome = this.#isRead
      ? "read separately, marked as hidden"
      : "skipped (the setting hiddenContent of the PDF parser reads them)";
    return [
      ...this.#unseen.warning(`can't be seen there (covered, transparent, or in the background's colour): ${outcome}`),
      ...this.#unpainted.warning("are invisible there, without a scan below: read separately, marked as hidden"),
    ];
  }
}

class WordCount {
  readonly #pages: number[] = [];
  #words = 0;

  add(texts: readonly string[], page: number): void {
    if (texts.length === 0) return;
    this.#pages.push(page);
    this.#words += texts.reduce((sum, text) => sum + text.split(/\s+/).length, 0);
  }

  /** Returns a warning about the counted words, if there are any. */
  warning(description: string): string[] {
    const words = this.#words === 1 ? "1 word" : `${this.#words} words`;
    return this.#words === 0 ? [] : [`${words} on ${pagesText(this.#pages)} ${description}`];
  }
}

const lettersOf = (text: string): string => text.replaceAll(NO_LETTERS, "");
