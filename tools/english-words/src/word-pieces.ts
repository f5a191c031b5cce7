import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The pieces of words that a model knows; a piece that only continues a word begins with `##`. */
export interface WordPieces {
  /** In the order of the model, which has the frequent ones first. */
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
