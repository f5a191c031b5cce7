import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { addressOf, makeDatabase } from "@quarry/services";
import { madeUpWords, Quarry } from "@quarry/services/kit";
import type { Bench, Case } from "../harness/bench.ts";
import { Caller } from "../support/caller.ts";
import { embeddersOf, PROVIDED, startProvider } from "../support/provider.ts";

/** A slow provider, so that the concurrency of a worker is the limit, and not processors or stores. */
const LATENCY_MS = 400;
const CALLS_AT_ONCE = 2;

export default {
  summary: "documents per second of an API process with two workers on MariaDB, Redis and Chroma, against one with one",
  needs: ["mariadb", "redis", "chroma"],
  run: async (bench) => {
    const provider = bench.use(await startProvider(LATENCY_MS));
    const { hostname, port } = new URL(addressOf("chroma"));
    const config = {
      vectorStore: { plugin: "@quarry/vector-chroma", settings: { host: hostname, port: Number(port) } },
      embedders: embeddersOf(provider, CALLS_AT_ONCE),
    };
    const side = (workers: number) => async () => ({ rate: await documentsPerSecond(bench, config, workers) });
    await bench.compare({
      reference: "one worker",
      ...{ rounds: 3, warmUp: 0, subject: side(2), other: side(1) },
      figures: { rate: ["two workers", "documents/s"] },
    });
  },
} satisfies Case;

const documentsPerSecond = async (bench: Bench, stores: object, workers: number): Promise<number> => {
  const run = randomBytes(6).toString("hex");
  await using members = new AsyncDisposableStack();
  const opensearch = addressOf("opensearch");
  const words = { address: opensearch, indexPrefix: `bench-${run}-`, shards: 1 };
  const config = {
    ...stores,
    vectorStores: { words: { plugin: "@quarry/vector-opensearch", settings: words } },
    keywordIndex: "words",
  };
  // The number of indices on a server is limited.
  members.defer(async () => void (await fetch(`${opensearch}/bench-${run}-*`, { method: "DELETE" })));
  const database = await makeDatabase();
  members.defer(database.drop);
  const start = async (role: "api" | "worker", index: number): Promise<Quarry> => {
    const environment = {
      SERVICE_ROLE: role,
      SERVICE_DATABASE_URL: database.url,
      SERVICE_REDIS_URL: addressOf("redis"),
      SERVICE_REDIS_PREFIX: `quarry-bench-${run}`,
      SERVICE_FILES: join(bench.directory, `${run}-files`),
      SERVICE_ENCRYPTION_KEY: Buffer.from(run.repeat(3).slice(0, 32)).toString("base64"),
      SERVICE_INGEST_CONCURRENCY: "4",
    };
    const data = join(bench.directory, `${run}-${role}-${index}`);
    return members.use(await Quarry.start({ data, config, environment }));
  };
  const api = await start("api", 0);
  for (let worker = 0; worker < workers; worker += 1) await start("worker", worker);
  await api.call("POST", "/v1/collections", { name: "library", ...PROVIDED });
  using caller = new Caller(api);
  await caller.ingest("library", texts(1, 4));
  const documents = bench.scaled(80, 10);
  return documents / (await caller.ingest("library", texts(100, documents)));
};

const texts = (from: number, length: number): readonly string[] =>
  Array.from({ length }, (_, number) => madeUpWords().document(1_500, from + number));
