import { type Phrase, PlainWords } from "@quarry/plugin/text";

/** What a passage is looked for phrases in. */
export interface PassageText {
  readonly text: string;
  readonly contextText: string;
}

/** Which passages hold all phrases of one query, as far as they were looked at. */
export class PhraseCheck {
  readonly #phrases: readonly Phrase[];
  readonly #verdicts = new Map<number, boolean>();

  constructor(phrases: readonly Phrase[]) {
    this.#phrases = phrases;
  }

  /** Whether the passage of a row holds them; undefined when nobody has looked yet. */
  known(row: number): boolean | undefined {
    return this.#verdicts.get(row);
  }

  look(row: number, { text, contextText }: PassageText): boolean {
    const [own, above] = [new PlainWords(text), new PlainWords(contextText)];
    const verdict = this.#phrases.every((phrase) => phrase.isIn(own) || phrase.isIn(above));
    this.#verdicts.set(row, verdict);
    return verdict;
  }
}
