import { describe, expect, it } from "vitest";
import { Chunker, type ChunkStrategy, contextLine } from "../src/index.ts";
import { blocksOf, coverage, type Passage, readChunkingSet, toPassage } from "./chunking-questions.ts";
import { MemoryIndex } from "./memory-index.ts";

/** Defaults of the contract. */
const CHUNK_SIZE = 512;
const CHUNK_OVERLAP = 50;

/** Shares of the answers in the first five chunks and in the first 5,000 characters: the targets for the default. */
const BARS = [
  ["sentence", 0.95, 0.86],
  ["paragraph", 0.94, 0.86],
  ["section", 0.94, 0.86],
  ["page", 0.94, 0.86],
  ["fixed", 0.94, 0.84],
] as const;

function indexDocuments(
  texts: ReadonlyMap<string, string>,
  chunkStrategy: ChunkStrategy,
): { index: MemoryIndex; passages: Map<string, Passage> } {
  const index = new MemoryIndex();
  const passages = new Map<string, Passage>();
  for (const [document, text] of texts) {
    const blocks = blocksOf(text);
    const chunker = new Chunker({ chunkSize: CHUNK_SIZE, chunkOverlap: CHUNK_OVERLAP, chunkStrategy });
    let canonical = -2;
    const map = blocks.map(({ block, start }) => {
      const entry = { canonical: canonical + 2, start };
      canonical = entry.canonical + block.text.length;
      return entry;
    });
    for (const chunk of [...blocks.flatMap(({ block }) => chunker.push(block)), ...chunker.finish()]) {
      const id = `${document}-${chunk.chunkIndex}`;
      passages.set(id, toPassage(document, chunk, map));
      index.add(id, chunk.text, contextLine(chunk.mainSection, {}));
    }
  }
  return { index, passages };
}

function firstCharacters(passages: readonly Passage[], budget: number): Passage[] {
  let left = budget;
  return passages.map((passage) => {
    const end = Math.min(passage.end, passage.start + left);
    left -= end - passage.start;
    return { ...passage, end };
  });
}

describe("chunks on questions with exact answer spans", () => {
  it.for(BARS)("by %s reach a recall of %d in five chunks, and %d in 5,000 characters", (bars, { skip }) => {
    const [strategy, inFiveBar, inCharactersBar] = bars;
    const set = readChunkingSet();
    if (set === null) return skip();
    const { index, passages } = indexDocuments(set.texts, strategy);
    let inFive = 0;
    let inCharacters = 0;
    for (const { question, answers } of set.questions) {
      const found = index.search(question, 100).map((hit) => passages.get(hit.id)!);
      inFive += coverage(answers, found.slice(0, 5)) / set.questions.length;
      inCharacters += coverage(answers, firstCharacters(found, 5000)) / set.questions.length;
    }
    const found = `recall@5 ${inFive.toFixed(4)}, within 5,000 characters ${inCharacters.toFixed(4)}`;
    console.log(`${strategy}: ${found}, ${passages.size} chunks`);
    expect(inFive).toBeGreaterThanOrEqual(inFiveBar);
    expect(inCharacters).toBeGreaterThanOrEqual(inCharactersBar);
  });
});
