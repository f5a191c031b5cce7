import { readFileSync } from "node:fs";
import { join } from "node:path";

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
