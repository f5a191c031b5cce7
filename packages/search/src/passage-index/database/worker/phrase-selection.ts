import type { PhraseCheck } from "../../ranking/phrase-check.ts";
import type { QueryScores } from "../../ranking/query-scores.ts";
import type { RankedRow } from "../../ranking/top-rows.ts";
import type { PassageFacts } from "./passage-facts.ts";
import type { RowSelection } from "./row-selection.ts";

/** Passages whose texts are read at once: they are long, and only looked at. */
const TEXTS_PER_QUESTION = 256;

/** The passages that hold the phrases of a query and match its filter, whose texts are read in time. */
export class PhraseSelection {
  readonly #check: PhraseCheck;
  readonly #filter: RowSelection | undefined;
  readonly #facts: PassageFacts;
  #hasMissed = false;

  constructor(check: PhraseCheck, filter: RowSelection | undefined, facts: PassageFacts) {
    this.#check = check;
    this.#filter = filter;
    this.#facts = facts;
  }

  /** Whether a row was met that is not in the database any more; it matches nothing. */
  get hasMissed(): boolean {
    return this.#hasMissed || this.#filter?.hasMissed === true;
  }

  /** Reads what decisions on these rows take. */
  async read(rows: readonly RankedRow[], scores: QueryScores): Promise<void> {
    await this.#filter?.read(rows, scores);
    const unknown: number[] = [];
    for (const { segment, ordinal } of rows) {
      const { rows: seqs, documents } = scores.view.segments[segment]!;
      const isOpen = this.#check.known(seqs[ordinal]!) === undefined;
      if (isOpen && this.#filter?.matches(seqs[ordinal]!, documents[ordinal]!) !== false) unknown.push(seqs[ordinal]!);
    }
    await lookAt(unknown, this.#check, this.#facts);
  }

  matches = (row: number, document: number): boolean => {
    if (this.#filter?.matches(row, document) === false) return false;
    const verdict = this.#check.known(row);
    if (verdict === undefined) this.#hasMissed = true;
    return verdict ?? false;
  };
}

/** Looks for the phrases in passages; those that are not there any more stay unknown. */
export const lookAt = async (seqs: readonly number[], check: PhraseCheck, facts: PassageFacts): Promise<void> => {
  for (let start = 0; start < seqs.length; start += TEXTS_PER_QUESTION) {
    for (const { seq, ...passage } of await facts.texts(seqs.slice(start, start + TEXTS_PER_QUESTION))) {
      check.look(seq, passage);
    }
  }
};
