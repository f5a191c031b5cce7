import { linkWords, type Phrase, PlainWords } from "@quarry/text";
import type { PassageText } from "../passages/passage.ts";

/** Passages that hold all phrases of one query, as far as they were checked. */
export class PhraseCheck {
  readonly #phrases: readonly Phrase[];
  readonly #verdicts = new Map<number, boolean>();

  constructor(phrases: readonly Phrase[]) {
    this.#phrases = phrases;
  }

  /** Whether the passage of a row holds all phrases; undefined when it was not checked yet. */
  known(row: number): boolean | undefined {
    return this.#verdicts.get(row);
  }

  check(row: number, { text, contextText, layout = "" }: PassageText): boolean {
    const parts = [text, contextText, linkWords(layout)].map((part) => new PlainWords(part));
    const verdict = this.#phrases.every((phrase) => parts.some((part) => phrase.isIn(part)));
    this.#verdicts.set(row, verdict);
    return verdict;
  }
}
