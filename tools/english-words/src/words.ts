import { readFileSync } from "node:fs";
import { join } from "node:path";
import { STOP_TERMS, wordTerm } from "@quarry/text";

/** A word of the table, with all its forms that the analyzer maps to one term. */
export interface Entry {
  /** The most frequent form first; it represents the word in the table. */
  readonly forms: readonly string[];
  /** Whether the model's order shows the word's frequency. */
  readonly isRanked: boolean;
}

const WORD = /^[a-z]{2,}$/;

/**
 * Returns the words that are single tokens of the model, by descending frequency, then those of the word list that are
 * frequent or have two tokens, in alphabetical order. Other words are rare, and the model understands little of them.
 */
export function entriesOf({ pieces, isShort }: WordPieces, listed: ReadonlyMap<string, boolean>): readonly Entry[] {
  const ranked = groupByTerm(pieces.filter((piece) => WORD.test(piece)));
  const others = groupByTerm([...listed.keys()].sort());
  const isWanted = (form: string) => listed.get(form)! || isShort(form);
  return [
    ...[...ranked.values()].map((forms) => ({ forms, isRanked: true })),
    ...[...others]
      .filter(([term, forms]) => !ranked.has(term) && forms.some(isWanted))
      .map(([, forms]) => ({ forms, isRanked: false })),
  ];
}

function groupByTerm(words: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const word of words) {
    const term = wordTerm(word);
    if (STOP_TERMS.has(term)) continue;
    const forms = groups.get(term);
    if (forms === undefined) groups.set(term, [word]);
    else forms.push(word);
  }
  return groups;
}

/** Word pieces known to a model; a piece that only continues a word begins with `##`. */
interface WordPieces {
  /** Pieces in the order of the model's vocabulary: frequent ones first. */
  readonly pieces: readonly string[];
  /** Whether the model tokenizes the word into one or two pieces. */
  readonly isShort: (word: string) => boolean;
}

/** Reads the word pieces from the `tokenizer.json` of a BERT-like model. */
export function wordPieces(folder: string): WordPieces {
  const { model } = JSON.parse(readFileSync(join(folder, "tokenizer.json"), "utf8")) as {
    model: { vocab: Record<string, number> };
  };
  const numbers = new Map(Object.entries(model.vocab));
  const pieces = [...numbers].sort(([, left], [, right]) => left - right).map(([piece]) => piece);
  return { pieces, isShort: (word) => numbers.has(word) || isTwoPieces(word, numbers) };
}

/** Whether a word has two pieces; like the tokenizer, it takes the longest prefix first. */
function isTwoPieces(word: string, known: ReadonlyMap<string, number>): boolean {
  for (let length = word.length - 1; length > 0; length--)
    if (known.has(word.slice(0, length))) return known.has(`##${word.slice(length)}`);
  return false;
}

const INDEX_FILES = ["index.noun", "index.verb", "index.adj", "index.adv"];

/**
 * Returns the single words of WordNet from its `dict` folder, and whether each is frequent: it has several senses, or a
 * sense that occurs in the texts tagged by WordNet's authors.
 */
export function wordNetWords(folder: string): ReadonlyMap<string, boolean> {
  const words = new Map<string, boolean>();
  for (const file of INDEX_FILES)
    for (const line of readFileSync(join(folder, file), "latin1").split("\n")) {
      const word = ENTRY.exec(line)?.[1];
      if (word !== undefined) words.set(word, words.has(word) || isFrequent(line.trim().split(" ")));
    }
  return words;
}

/** Lines of the licence at the beginning of each file start with a space. */
const ENTRY = /^([a-z]{3,}) /;

/**
 * The third field of an entry is the number of its senses. The field before the senses' offsets, which end the entry,
 * is the number of tagged senses.
 */
function isFrequent(fields: readonly string[]): boolean {
  const senses = Number(fields[2]);
  return senses > 1 || Number(fields.at(-senses - 1)) > 0;
}
