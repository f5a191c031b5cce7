import { ParserError } from "@quarry/plugin";

/** Number of names listed: enough to recognise the cause. */
const MAX_SHOWN = 5;
const REFERENCES = /&[^\s&;<>]{1,64};/g;

/** Collects references to declared entities, which are left in the text unexpanded. */
export class UnexpandedEntities {
  readonly #shown = new Set<string>();
  #hasOtherText = false;

  add(references: readonly string[]): void {
    for (const reference of references) {
      if (this.#shown.size >= MAX_SHOWN) return;
      this.#shown.add(reference);
    }
  }

  /** Checks text of the document, until some contains more than references. */
  checkText(text: string): void {
    if (this.#hasOtherText) return;
    this.#hasOtherText = this.#shown.size === 0 ? /\S/.test(text) : /\S/.test(text.replace(REFERENCES, ""));
  }

  /** Fails if the document's text consists only of references. */
  check(): void {
    if (this.#shown.size === 0 || this.#hasOtherText) return;
    throw new ParserError(
      "empty",
      `the text of this file is made of entities that its DOCTYPE declares (${this.#list()}). They are not expanded, for safety: write their text into the file and upload it again`,
    );
  }

  warnings(): readonly string[] {
    if (this.#shown.size === 0) return [];
    return [`Entities that the DOCTYPE declares are not expanded and appear unchanged in the text: ${this.#list()}.`];
  }

  #list(): string {
    return [...this.#shown].join(" ");
  }
}
