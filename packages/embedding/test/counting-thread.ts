import { Effect } from "effect";
import { readFileSync } from "node:fs";
import { parentPort } from "node:worker_threads";
import { byLength, capabilitiesOf, embedderOf, openEmbeddings, run, useOf } from "./embedding-fixture.ts";

/** Calls that an embedder received, and the bytes that this thread read from files in the meantime. */
export interface PendingQuery {
  readonly calls: readonly (readonly string[])[];
  readonly bytesRead: number;
}

const passages = [
  { text: "of a river", contextText: "Geography", tokenCount: 3 },
  { text: "of a lake", tokenCount: 3 },
];

/** As counted by the operating system. */
const bytesRead = (): number => Number(/^rchar: (\d+)/m.exec(readFileSync("/proc/thread-self/io", "utf8"))?.[1]);

const { embeddings, close } = await openEmbeddings();

const asked = async (capabilities: ReturnType<typeof capabilitiesOf>): Promise<PendingQuery> => {
  const before = bytesRead();
  const service = embedderOf((_, texts) => Effect.succeed(byLength(texts)));
  const use = useOf({ service, capabilities }, { dimension: 2 });
  await run(embeddings.documents(use, passages));
  await run(embeddings.query(use, "rivers"));
  return { calls: service.calls, bytesRead: bytesRead() - before };
};

const capabilities = capabilitiesOf({ usesTermStatistics: true, maxBatchTokens: 40 });
const model = { name: "text-embedding-3-small", dimension: 2, description: "", maxInputTokens: 8_192 };
const uncounted = await asked(capabilities);
const inShortCalls = await asked({ ...capabilities, maxBatchTokens: 15 });
const counted = await asked({ ...capabilities, models: [model] });
await close();
parentPort!.postMessage({ uncounted, inShortCalls, counted });
