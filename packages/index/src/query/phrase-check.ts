import { linkWords, type Phrase, PlainWords } from "@quarry/text";
import type { PassageText } from "../passages/passage.ts";

/** Cached results of the phrase check of one query. */
export class PhraseCheck {
  readonly #phrases: readonly Phrase[];
  readonly #verdicts = new Map<number, boolean>();

  constructor(phrases: readonly Phrase[]) {
    this.#phrases = phrases;
  }

  /** Whether the passage of a row contains all phrases; undefined if it is not checked yet. */
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
