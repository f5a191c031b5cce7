import { describe, expect, it } from "vitest";
import { type JudgedDocument, meanNdcg, readCollection } from "./judged-collection.ts";
import { MemoryIndex } from "./memory-index.ts";

/**
 * nDCG@10 that plain keyword search must reach: that of a Lucene-style BM25 with English stemming, and the target for
 * Chinese.
 */
const BARS = [
  ["cranfield", 0.374],
  ["xquad-en", 0.964],
  ["xquad-zh", 0.96],
  // The target is .96 with a tolerance of .003; 3 % of the questions contain no word that shows they are German.
  ["xquad-de", 0.957],
] as const;

function indexedText({ title, text }: JudgedDocument): string {
  return title === undefined || text.startsWith(title) ? text : `${title}\n\n${text}`;
}

describe("keyword search on judged collections", () => {
  it.for(BARS)("%s reaches nDCG@10 of %d", ([name, bar], { skip }) => {
    const collection = readCollection(name);
    if (collection === null) return skip();
    const index = new MemoryIndex();
    for (const document of collection.documents) index.add(document.id, indexedText(document));
    const ndcg = meanNdcg(collection, (query) => index.search(query, 10).map((hit) => hit.id));
    console.log(`${name}: keyword nDCG@10 ${ndcg.toFixed(4)} (bar ${bar})`);
    expect(ndcg).toBeGreaterThanOrEqual(bar);
  });
});
