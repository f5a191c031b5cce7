import type { Passage } from "@quarry/index";
import { PassageJoiner, whiteSpace } from "@quarry/text/join-passages";

const FORM_FEED = "\f";

/**
 * Puts the text of a document together from its chunks, so that offsets in it are those of the chunks. Where a page ends a form
 * feed takes the place of the last line break before the next: nothing is moved by it.
 */
export class PagedText {
  readonly #joiner = new PassageJoiner();
  #page: unknown;
  #isFirst = true;

  /** The next of the document's chunks, from the first on; gives what it adds. */
  add(passage: Passage): string {
    const { gap, text } = this.#joiner.add(passage);
    const { page, start_char: start } = passage.metadata;
    const isNext = !this.#isFirst && page !== this.#page;
    // White space that a file begins with is in no chunk.
    const before = this.#isFirst && typeof start === "number" ? whiteSpace(start) : gap;
    this.#isFirst = false;
    this.#page = page;
    return (isNext && before !== "" ? before.slice(0, -1) + FORM_FEED : before) + text;
  }
}
