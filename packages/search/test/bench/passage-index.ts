/**
 * Measures the passage index: `node packages/search/test/bench/passage-index.ts [chunks]`.
 * Figures without "service" are of the thread that answers, without the trip between threads.
 */
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseFilter } from "@quarry/plugin/domain";
import { Effect, ManagedRuntime } from "effect";
import { type Passage, PassageIndex, sqlitePassageIndexLayer } from "../../src/index.ts";
import { CollectionReader } from "../../src/passage-index/sqlite/collection-reader.ts";
import { ZipfTexts } from "../support/zipf-text.ts";

const CHUNKS = Number(process.argv[2] ?? 100_000);
const WORDS = 80;
const BATCH = 256;
const CHUNKS_PER_DOCUMENT = 50;
const QUERIES = 300;
const ROUNDS = 3;

const texts = new ZipfTexts(1);
const passageOf = (number: number): Passage => {
  const documentId = `document-${Math.floor(number / CHUNKS_PER_DOCUMENT)}`;
  const chunkIndex = number % CHUNKS_PER_DOCUMENT;
  return {
    id: `${(Math.imul(number, 0x9e3779b1) >>> 0).toString(16).padStart(8, "0")}-4f6a-5c1e-9d00-${String(number).padStart(12, "0")}`,
    documentId,
    generation: 1,
    chunkIndex,
    text: texts.text(WORDS),
    contextText: "",
    metadata: {
      document_id: documentId,
      filename: `${documentId}.md`,
      file_type: "md",
      created_at: "2026-11-20T10:00:00.000Z",
      topic: `topic-${Math.floor(number / CHUNKS_PER_DOCUMENT) % 10}`,
      page: chunkIndex,
      section: ["One", "Two"],
      start_char: chunkIndex * 500,
      end_char: chunkIndex * 500 + 500,
      chunk_index: chunkIndex,
    },
    tokenCount: 100,
  };
};

const quantile = (values: readonly number[], share: number): string =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]!.toFixed(2);

/**
 * Milliseconds of CPU for one query. The clock of a thread's CPU is too coarse for that (4 ms on some systems), so this
 * is the shortest of some runs by the wall clock; the reader keeps scores of two queries, so others run in between.
 */
const cpuOf = (query: string, filter: ReturnType<typeof parseFilter>): number => {
  let shortest = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    const began = performance.now();
    reader.run({ kind: "keywordSearch", query, topK: 10, filter });
    shortest = Math.min(shortest, performance.now() - began);
    for (const other of ["xbak", "xcak", "xdak"]) reader.run({ kind: "keywordScores", query: other, ids: [] });
  }
  return shortest;
};

const directory = mkdtempSync(join(tmpdir(), "quarry-bench-"));
const runtime = ManagedRuntime.make(sqlitePassageIndexLayer({ directory }));
const index = await runtime.runPromise(Effect.service(PassageIndex));
const run = Effect.runPromise;
await run(index.ensure("bench"));

const cpuStart = process.cpuUsage();
const mainStart = process.threadCpuUsage();
const start = performance.now();
let putWall = 0;
let pending: Promise<void>[] = [];
for (let first = 0; first < CHUNKS; first += BATCH) {
  const batch = Array.from({ length: Math.min(BATCH, CHUNKS - first) }, (_, offset) => passageOf(first + offset));
  const began = performance.now();
  pending.push(run(index.put("bench", batch)));
  if (pending.length === 4) {
    await Promise.all(pending);
    pending = [];
  }
  putWall += performance.now() - began;
}
await Promise.all(pending);
const cpu = process.cpuUsage(cpuStart);
const main = process.threadCpuUsage(mainStart);
const workerCpu = (cpu.user + cpu.system - main.user - main.system) / 1e6;
console.log(`put: ${Math.round(CHUNKS / workerCpu)} chunks per CPU second of the worker threads`);
console.log(
  `put: ${Math.round((CHUNKS / putWall) * 1000)} chunks per second waited for, of ${((performance.now() - start) / 1000).toFixed(1)} s`,
);

await new Promise((resolve) => setTimeout(resolve, 5_000));
const path = join(directory, "bench.db");
console.log(`file: ${(statSync(path).size / CHUNKS).toFixed(0)} bytes per chunk`);
const memory = process.memoryUsage();
console.log(`memory: ${Math.round(memory.rss / 2 ** 20)} MB resident`);

const opened = process.threadCpuUsage();
const reader = new CollectionReader(path, "bench");
reader.run({ kind: "keywordSearch", query: texts.query(3, 0, 5_000), topK: 10 });
const cold = process.threadCpuUsage(opened);
console.log(`open and first query: ${((cold.user + cold.system) / 1000).toFixed(1)} ms CPU`);

const kinds: readonly (readonly [string, () => string])[] = [
  ["rare (rank 5,000-50,000)", () => texts.query(3, 5_000, 50_000)],
  ["mixed (one of rank 20-520, two of 500-20,000)", () => `${texts.query(1, 20, 520)} ${texts.query(2, 500, 20_000)}`],
  ["common (three of rank 0-100)", () => texts.query(3, 0, 100)],
];
const filters = [
  ["no filter", undefined],
  ["document filter, 10 %", parseFilter({ topic: "topic-3" })],
  ["document filter, 0.05 %", parseFilter({ document_id: "document-7" })],
  ["passage filter, 2 %", parseFilter({ page: 7 })],
] as const;
for (const [filterName, filter] of filters) {
  for (const [kind, make] of kinds) {
    const cpuTimes: number[] = [];
    const wallTimes: number[] = [];
    for (let query = 0; query < QUERIES; query++) {
      const text = make();
      cpuTimes.push(cpuOf(text, filter));
      if (filter !== undefined) continue;
      const began = performance.now();
      await run(index.keywordSearch("bench", { query: text, topK: 10 }));
      wallTimes.push(performance.now() - began);
    }
    const wall =
      wallTimes.length > 0
        ? `; through the service, wall ${quantile(wallTimes, 0.5)} / ${quantile(wallTimes, 0.99)}`
        : "";
    console.log(
      `${filterName}, ${kind}: p50 ${quantile(cpuTimes, 0.5)} ms, p99 ${quantile(cpuTimes, 0.99)} ms CPU${wall}`,
    );
  }
}
console.log(`memory: ${Math.round(process.memoryUsage().rss / 2 ** 20)} MB resident`);
reader.close();
await runtime.dispose();
rmSync(directory, { recursive: true, force: true });
