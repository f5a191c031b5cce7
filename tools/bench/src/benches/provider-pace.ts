import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { makeDocument, makeVocabulary } from "../data/prose.ts";
import { type Bench, type BenchContext, scaled } from "../harness/bench.ts";
import { compared, measured } from "../harness/figure.ts";
import { HttpConnection, requestBytes } from "../load/http-connection.ts";
import { ingestDocuments } from "../load/ingest-documents.ts";
import { QuarryClient } from "../load/quarry-client.ts";
import { Provider, type ProviderSeen } from "../processes/provider.ts";
import { type QuarryServer, startQuarry } from "../processes/quarry-server.ts";

const COLLECTION = "library";
const LATENCY_MS = 50;
const CONCURRENCY = 8;
const IDEAL = CONCURRENCY / (LATENCY_MS / 1000);
/** Small calls, so that it is calls that are measured and not texts. */
const TEXTS_PER_CALL = 8;
const DIMENSION = 256;
const CHUNK_SIZE = 64;
const DOCUMENTS = 60;
/** About 25 calls. */
const CHARACTERS = 40_000;
const WARM_UP_DOCUMENTS = 4;
const REFERENCE_CALLS = 800;
const LOOK_MS = 50;
const KEY = "sk-bench-0123456789abcdef";

/** Whether the service, or what it does beside calling, keeps a provider waiting. */
export const providerPace: Bench = {
  name: "provider-pace",
  summary: `a provider that answers in ${LATENCY_MS} ms, ${CONCURRENCY} calls at once: calls per second, against a bare client that makes such calls`,
  run: async (context) => {
    await using provider = await Provider.start(LATENCY_MS);
    await using quarry = await startService(context, provider);
    using client = await QuarryClient.open(quarry);
    await client.call("POST", "/v1/collections", {
      ...{ name: COLLECTION, embedding_provider: "provider_a", embedding_api_key: KEY },
      ...{ dimension: DIMENSION, chunk_size: CHUNK_SIZE, chunk_overlap: 0 },
    });
    const vocabulary = makeVocabulary();
    let seed = 0;
    const documents = (count: number) =>
      Array.from({ length: count }, () => makeDocument(vocabulary, CHARACTERS, ++seed));

    await ingestDocuments(client, COLLECTION, documents(WARM_UP_DOCUMENTS));
    const callsPerDocument = (await provider.seen()).calls / WARM_UP_DOCUMENTS;
    const texts = documents(scaled(context, DOCUMENTS, 4));
    const expected = callsPerDocument * texts.length;
    const bareCalls = scaled(context, REFERENCE_CALLS, 80);

    const before = await bareRate(provider, bareCalls);
    const subject = await watch(provider, quarry, expected, () => ingestDocuments(client, COLLECTION, texts));
    const after = await bareRate(provider, bareCalls);

    context.note(`${subject.calls} calls of at most ${TEXTS_PER_CALL} texts; ideal: ${IDEAL} calls/s`);
    context.note(
      `of the ideal: Quarry ${percent(subject.rate / IDEAL)}, bare client ${percent((before + after) / 2 / IDEAL)}`,
    );
    context.note(`server: ${percent(subject.cpuShare)} of a processor, ${subject.cpuMs.toFixed(1)} ms of CPU per call`);
    return [
      compared(
        { name: "calls", unit: "/s", referenceName: "bare client" },
        { subject: [subject.rate], reference: [(before + after) / 2] },
      ),
      measured("calls under way", "", [subject.underWay]),
      ...subject.memoryMb.map((memory, quarter) => measured(`memory at ${(quarter + 1) * 25} %`, "MB", [memory])),
    ];
  },
};

const startService = async ({ directory }: BenchContext, provider: Provider): Promise<QuarryServer> => {
  const config = join(directory, "quarry.config.json");
  const openai = {
    plugin: "@quarry/embedder-openai",
    settings: { baseUrl: `${provider.url}/v1`, maxBatchTexts: TEXTS_PER_CALL },
    pace: { concurrency: CONCURRENCY },
  };
  await writeFile(config, JSON.stringify({ embedders: { provider_a: openai } }));
  return startQuarry(join(directory, "data"), { SERVICE_CONFIG: config });
};

/** Runs `work`, and looks at provider and service until it ends. */
const watch = async (provider: Provider, quarry: QuarryServer, expected: number, work: () => Promise<unknown>) => {
  const before = await provider.seen();
  const cpuBefore = (await quarry.process.usage()).cpuMs;
  const memoryMb: number[] = [];
  const working = work();
  const state = { isDone: false };
  const end = () => void (state.isDone = true);
  // A failure is told where the work is waited for, below.
  working.then(end, end);
  let first: number | undefined;
  let last: { readonly at: number; readonly seen: ProviderSeen } = { at: performance.now(), seen: before };
  while (!state.isDone) {
    await pause(LOOK_MS);
    const seen = await provider.seen();
    if (seen.calls > last.seen.calls) {
      last = { at: performance.now(), seen };
      first ??= last.at - LOOK_MS;
    }
    const share = (seen.calls - before.calls) / expected;
    while (memoryMb.length < 3 && share >= (memoryMb.length + 1) / 4) memoryMb.push(await memoryOf(quarry));
  }
  await working;
  memoryMb.push(await memoryOf(quarry));
  const cpuMs = (await quarry.process.usage()).cpuMs - cpuBefore;
  const calls = last.seen.calls - before.calls;
  const elapsedMs = last.at - (first ?? last.at);
  return {
    calls,
    rate: calls / (elapsedMs / 1000),
    underWay: ((await provider.seen()).callMs - before.callMs) / elapsedMs,
    cpuShare: cpuMs / elapsedMs,
    cpuMs: cpuMs / calls,
    memoryMb,
  };
};

const memoryOf = async (quarry: QuarryServer): Promise<number> => (await quarry.process.usageWithoutGarbage()).memoryMb;

/** Calls per second of a program that does nothing else, over as many connections. */
const bareRate = async (provider: Provider, calls: number): Promise<number> => {
  const input = Array.from(
    { length: TEXTS_PER_CALL },
    (_, number) => `${"A heron waits for fish. ".repeat(9)}${number}`,
  );
  const body = JSON.stringify({
    model: "text-embedding-3-small",
    input,
    dimensions: DIMENSION,
    encoding_format: "base64",
  });
  const headers = { authorization: `Bearer ${KEY}`, "content-type": "application/json" };
  const request = requestBytes("POST", "/v1/embeddings", headers, body);
  const connections = await Promise.all(Array.from({ length: CONCURRENCY }, () => HttpConnection.open(provider.port)));
  const started = performance.now();
  let left = calls;
  await Promise.all(
    connections.map(async (connection) => {
      while (left-- > 0) await connection.fetch(request);
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  for (const connection of connections) connection[Symbol.dispose]();
  return calls / seconds;
};

const percent = (share: number): string => `${(share * 100).toFixed(0)} %`;
