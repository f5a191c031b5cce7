import type { Passage } from "@quarry/index";
import { PassageJoiner, whiteSpace } from "@quarry/text/join-passages";

const FORM_FEED = "\f";

/**
 * Reassembles the text of a document from its chunks, with the same offsets as in the chunks. At the end of a page, a
 * form feed replaces the last line break before the next page, so no offset changes.
 */
export class PagedText {
  readonly #joiner = new PassageJoiner();
  #page: unknown;
  #isFirst = true;

  /** Adds the next chunk, from the first on. Returns the text it adds. */
  add(passage: Passage): string {
    const { gap, text } = this.#joiner.add(passage);
    const { page, start_char: start } = passage.metadata;
    const isNext = !this.#isFirst && page !== this.#page;
    // Leading white space of a file is in no chunk.
    const before = this.#isFirst && typeof start === "number" ? whiteSpace(start) : gap;
    this.#isFirst = false;
    this.#page = page;
    return (isNext && before !== "" ? before.slice(0, -1) + FORM_FEED : before) + text;
  }
}
