import { randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { addressOf, makeDatabase } from "@quarry/services";
import { makeDocument, makeVocabulary } from "../data/prose.ts";
import { type Bench, type BenchContext, scaled } from "../harness/bench.ts";
import { compared } from "../harness/figure.ts";
import { ingestDocuments } from "../load/ingest-documents.ts";
import { QuarryClient } from "../load/quarry-client.ts";
import { Provider } from "../processes/provider.ts";
import { startQuarry } from "../processes/quarry-server.ts";

/** A provider that takes its time, so that neither processors nor stores are the limit, but what a worker may ask for. */
const LATENCY_MS = 400;
const CALLS_AT_ONCE = 2;
const DOCUMENTS = 80;
const CHARACTERS = 1_500;
const ROUNDS = 3;
const KEY = "sk-bench-0123456789abcdef";

/** What a second worker adds, on the servers that `npm run services:up mariadb redis chroma` starts. */
export const workers: Bench = {
  name: "workers",
  summary: "documents per second of an API process with two workers, against one with one",
  run: async (context) => {
    await using provider = await Provider.start(LATENCY_MS);
    const rounds = { subject: [] as number[], reference: [] as number[] };
    for (let round = 0; round < ROUNDS; round++) {
      rounds.reference.push(await documentsPerSecond(context, provider, round, 1));
      rounds.subject.push(await documentsPerSecond(context, provider, round, 2));
    }
    return [compared({ name: "two workers", unit: "documents/s", referenceName: "one worker" }, rounds)];
  },
};

const documentsPerSecond = async (
  context: BenchContext,
  provider: Provider,
  round: number,
  count: number,
): Promise<number> => {
  const folder = (name: string) => join(context.directory, `${name}-${round}-${count}`);
  const database = await makeDatabase();
  const environment = {
    ...(await configuration(folder("config"), provider)),
    SERVICE_DATABASE_URL: database.url,
    SERVICE_REDIS_URL: addressOf("redis"),
    SERVICE_REDIS_PREFIX: `quarry-bench-${randomBytes(6).toString("hex")}`,
    SERVICE_FILES: folder("files"),
    SERVICE_ENCRYPTION_KEY: randomBytes(32).toString("base64"),
    SERVICE_INGEST_CONCURRENCY: "4",
  };
  await using members = new AsyncDisposableStack();
  members.defer(database.drop);
  const api = members.use(await startQuarry(folder("api"), { ...environment, SERVICE_ROLE: "api" }));
  for (let worker = 0; worker < count; worker++) {
    members.use(await startQuarry(folder(`worker-${worker}`), { ...environment, SERVICE_ROLE: "worker" }));
  }
  using client = await QuarryClient.open(api);
  const collection = { name: "library", embedding_provider: "provider_a", embedding_api_key: KEY, dimension: 256 };
  await client.call("POST", "/v1/collections", collection);
  const vocabulary = makeVocabulary();
  const texts = (from: number, length: number) =>
    Array.from({ length }, (_, number) => makeDocument(vocabulary, CHARACTERS, from + number));
  await ingestDocuments(client, collection.name, texts(1, 4));
  const documents = scaled(context, DOCUMENTS, 10);
  const { seconds } = await ingestDocuments(client, collection.name, texts(100, documents));
  return documents / seconds;
};

const configuration = async (file: string, provider: Provider): Promise<{ readonly SERVICE_CONFIG: string }> => {
  const { hostname, port } = new URL(addressOf("chroma"));
  const openai = {
    plugin: "@quarry/embedder-openai",
    settings: { baseUrl: `${provider.url}/v1` },
    pace: { concurrency: CALLS_AT_ONCE },
  };
  const vectorStore = { plugin: "@quarry/vector-chroma", settings: { host: hostname, port: Number(port) } };
  await writeFile(`${file}.json`, JSON.stringify({ vectorStore, embedders: { provider_a: openai } }));
  return { SERVICE_CONFIG: `${file}.json` };
};
