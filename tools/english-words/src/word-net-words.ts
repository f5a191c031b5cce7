import { readFileSync } from "node:fs";
import { join } from "node:path";

const INDEX_FILES = ["index.noun", "index.verb", "index.adj", "index.adv"];
/** Lines of the licence at the head of each file begin with a blank. */
const ENTRY = /^([a-z]{3,}) /;

/** The single words of WordNet, from its `dict` folder. */
export function wordNetWords(folder: string): ReadonlySet<string> {
  const words = new Set<string>();
  for (const file of INDEX_FILES)
    for (const line of readFileSync(join(folder, file), "latin1").split("\n")) {
      const word = ENTRY.exec(line)?.[1];
      if (word !== undefined) words.add(word);
    }
  return words;
}
