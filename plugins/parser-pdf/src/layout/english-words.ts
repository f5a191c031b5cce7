import { readFileSync } from "node:fs";
import wordListPath from "word-list";

let list: string | undefined;

/** Whether a lower-case word is English. The sorted list (3 MB) is loaded on first use, and binary searched. */
export function isEnglishWord(word: string): boolean {
  list ??= `\n${readFileSync(wordListPath, "latin1").trimEnd()}\n`;
  let low = 0;
  let high = list.length - 1;
  while (low < high) {
    // Find the line around the middle. `low` and `high` are positions of line ends.
    const start = list.lastIndexOf("\n", (low + high) >> 1);
    const end = list.indexOf("\n", start + 1);
    const found = list.slice(start + 1, end);
    if (found === word) return true;
    if (found < word) low = end;
    else high = start;
  }
  return false;
}
