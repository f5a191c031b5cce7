import { describe, expect, it } from "vitest";
import { Chunker, embeddingText } from "../src/index.ts";
import { blocksOf, coverage, type Passage, readChunkingSet, toPassage } from "./chunking-questions.ts";
import { MemoryIndex } from "./memory-index.ts";

/** What the goals ask at 512 tokens; the defaults of the contract. */
const CHUNK_SIZE = 512;
const CHUNK_OVERLAP = 50;
const RECALL_AT_5_BAR = 0.95;
const RECALL_IN_5000_CHARACTERS_BAR = 0.86;

function indexDocuments(texts: ReadonlyMap<string, string>): { index: MemoryIndex; passages: Map<string, Passage> } {
  const index = new MemoryIndex();
  const passages = new Map<string, Passage>();
  for (const [document, text] of texts) {
    const blocks = blocksOf(text);
    const chunker = new Chunker({ chunkSize: CHUNK_SIZE, chunkOverlap: CHUNK_OVERLAP });
    let canonical = -2;
    const map = blocks.map(({ block, start }) => {
      const entry = { canonical: canonical + 2, start };
      canonical = entry.canonical + block.text.length;
      return entry;
    });
    for (const chunk of [...blocks.flatMap(({ block }) => chunker.push(block)), ...chunker.finish()]) {
      const id = `${document}-${chunk.chunkIndex}`;
      passages.set(id, toPassage(document, chunk, map));
      index.add(id, embeddingText(chunk, {}));
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
  it("puts the answers into the first five chunks and the first 5,000 characters", ({ skip }) => {
    const set = readChunkingSet();
    if (set === null) return skip();
    const { index, passages } = indexDocuments(set.texts);
    let inFive = 0;
    let inCharacters = 0;
    for (const { question, answers } of set.questions) {
      const found = index.search(question, 100).map((hit) => passages.get(hit.id)!);
      inFive += coverage(answers, found.slice(0, 5)) / set.questions.length;
      inCharacters += coverage(answers, firstCharacters(found, 5000)) / set.questions.length;
    }
    console.log(`chunking: recall@5 ${inFive.toFixed(4)}, within 5,000 characters ${inCharacters.toFixed(4)}`);
    expect(inFive).toBeGreaterThanOrEqual(RECALL_AT_5_BAR);
    expect(inCharacters).toBeGreaterThanOrEqual(RECALL_IN_5000_CHARACTERS_BAR);
  });
});
