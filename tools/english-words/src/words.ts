import { readFileSync } from "node:fs";
import { join } from "node:path";
import { STOP_TERMS, wordTerm } from "@quarry/text";

/** A word of the table: all forms of it that the analyzer makes one term of. */
export interface Entry {
  /** The most frequent first; it stands for the word in the table. */
  readonly forms: readonly string[];
  /** Whether the model's order tells how frequent it is. */
  readonly isRanked: boolean;
}

const WORD = /^[a-z]{2,}$/;

/**
 * The words that the model has whole, the most frequent first, then those of the word list, in the order of the alphabet, that
 * are in frequent use or that the model reads in two pieces. Other words are rare, and the model understands little of them.
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

/** The pieces of words that a model knows; a piece that only continues a word begins with `##`. */
interface WordPieces {
  /** Pieces in the order of the model, which has the frequent ones first. */
  readonly pieces: readonly string[];
  /** Whether the model reads the word in one piece or in two. */
  readonly isShort: (word: string) => boolean;
}

/** Reads them from the `tokenizer.json` of a model of BERT's kind. */
export function wordPieces(folder: string): WordPieces {
  const { model } = JSON.parse(readFileSync(join(folder, "tokenizer.json"), "utf8")) as {
    model: { vocab: Record<string, number> };
  };
  const numbers = new Map(Object.entries(model.vocab));
  const pieces = [...numbers].sort(([, left], [, right]) => left - right).map(([piece]) => piece);
  return { pieces, isShort: (word) => numbers.has(word) || isTwoPieces(word, numbers) };
}

/** The tokenizer takes the longest piece first. */
function isTwoPieces(word: string, known: ReadonlyMap<string, number>): boolean {
  for (let length = word.length - 1; length > 0; length--)
    if (known.has(word.slice(0, length))) return known.has(`##${word.slice(length)}`);
  return false;
}

const INDEX_FILES = ["index.noun", "index.verb", "index.adj", "index.adv"];

/**
 * The single words of WordNet, from its `dict` folder, and whether each is in frequent use: it has several senses, or one
 * that was found in the texts that WordNet's authors have read.
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

/** Lines of the licence at the head of each file begin with a blank. */
const ENTRY = /^([a-z]{3,}) /;

/** An entry's third field counts its senses; of those, the one before the senses' addresses, which end it, counts the found. */
function isFrequent(fields: readonly string[]): boolean {
  const senses = Number(fields[2]);
  return senses > 1 || Number(fields.at(-senses - 1)) > 0;
}
