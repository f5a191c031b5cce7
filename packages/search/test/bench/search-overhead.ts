/**
 * Measures what the planner adds to the vector store's own search (semantic, top 10):
 * `node packages/search/test/bench/search-overhead.ts [chunks]`.
 */
import { Effect } from "effect";
import type { Passage } from "../../src/index.ts";
import { exactVectorStore } from "../support/exact-vector-store.ts";
import { openIndex } from "../support/open-index.ts";
import { searchFixture } from "../support/search-fixture.ts";
import { unit, wordVector } from "../support/word-embedder.ts";
import { ZipfTexts } from "../support/zipf-text.ts";

const CHUNKS = Number(process.argv[2] ?? 2_000);
const QUERIES = 500;

const texts = new ZipfTexts(2);
const open = await openIndex();
const store = exactVectorStore();
const fixture = await searchFixture(open, "bench", store);
const passages = Array.from({ length: CHUNKS }, (_, number): Passage => {
  const documentId = `d${number % 20}`;
  const metadata = { document_id: documentId, chunk_index: number, filename: "a.md", section: ["One"], page: 1 };
  return {
    id: `chunk-${number}`,
    documentId,
    generation: 1,
    chunkIndex: number,
    text: texts.text(80),
    contextText: "",
    metadata,
    tokenCount: 100,
  };
});
await fixture.add(passages);
for (const { documentId } of passages) fixture.live.set(documentId, 1);

const median = (values: readonly number[]): string => values.toSorted((a, b) => a - b)[values.length >> 1]!.toFixed(3);
for (const mode of ["semantic", "keyword", "hybrid"] as const) {
  const added: number[] = [];
  const totals: number[] = [];
  for (let number = 0; number < QUERIES; number++) {
    const query = texts.query(3, 0, 5_000);
    const vector = unit(wordVector(query));
    let began = performance.now();
    await Effect.runPromise(store.search("bench", { vector, topK: 10 }));
    const alone = performance.now() - began;
    began = performance.now();
    await fixture.search({ query, mode, explain: false });
    const total = performance.now() - began;
    added.push(total - alone);
    totals.push(total);
  }
  console.log(`${mode}: ${median(totals)} ms at the median, ${median(added)} ms more than the store's own search`);
}
await open[Symbol.asyncDispose]();
