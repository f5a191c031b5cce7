/** Writes the table of English words shipped with `@quarry/embedder-local`. The README lists the requirements. */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { embedWords } from "./embed-words.ts";
import { nearestWords, tableBytes } from "./table.ts";
import { entriesOf, wordNetWords, wordPieces } from "./words.ts";

const { values } = parseArgs({
  options: { model: { type: "string" }, wordnet: { type: "string" }, out: { type: "string" } },
});
const { model, wordnet, out } = values;
if (model === undefined || wordnet === undefined || out === undefined) {
  console.error("english-words --model <folder> --wordnet <folder> --out <file>");
  process.exit(2);
}

const entries = entriesOf(wordPieces(model), wordNetWords(wordnet));
const ranked = entries.filter(({ isRanked }) => isRanked).length;
console.log(`${entries.length} words, the first ${ranked} of them by how frequent they are`);
const vectors = await embedWords(model, entries);
console.log("embedded");
const bytes = tableBytes(entries, nearestWords(vectors, ranked));
writeFileSync(out, bytes);
console.log(`${bytes.length} bytes`);
