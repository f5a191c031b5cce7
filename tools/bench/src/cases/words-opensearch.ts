import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { addressOf, makeDatabase } from "@quarry/services";
import { COMMON, madeUpWords, Quarry, Random, RARE } from "@quarry/services/kit";
import type { Bench, Case } from "../harness/bench.ts";
import { BareOpenSearch } from "../support/bare-opensearch.ts";
import { Caller } from "../support/caller.ts";

const COLLECTION = "library";
const WORDS = 80;
const BATCH = 500;
const DIMENSION = 8;
const MIDDLE = [520, 2_000] as const;

/** The ranks of each query's words. */
const KINDS = {
  "1 word": [MIDDLE],
  "3 mixed words": [COMMON, MIDDLE, RARE],
  "3 common words": [COMMON, COMMON, COMMON],
  "10 words": [COMMON, COMMON, COMMON, MIDDLE, MIDDLE, MIDDLE, MIDDLE, RARE, RARE, RARE],
} as const;

const FILTERS = { all: undefined, "10 %": { tens: 3 }, "0.1 %": { thousands: 3 } } as const;

export default {
  summary: "words through a service on MariaDB and OpenSearch against the same words of OpenSearch over its own HTTP",
  needs: ["mariadb", "redis", "opensearch"],
  run: async (bench) => {
    const rows = bench.rows(50_000, 1_000);
    const quarry = await startService(bench);
    const bare = bench.use(await BareOpenSearch.create(`bench-bare-${randomBytes(4).toString("hex")}`));
    const random = new Random(29);
    for (let start = 0; start < rows; start += BATCH) {
      const entries = Array.from({ length: Math.min(BATCH, rows - start) }, (_, at) => {
        const row = start + at;
        return { row, text: madeUpWords().about(row, WORDS, random), tens: row % 10, thousands: row % 1_000 };
      });
      await bare.fill(entries);
      const vectors = entries.map(({ row, text, ...metadata }) => ({
        ...{ id: `row-${row}`, text, metadata },
        embedding: Array.from({ length: DIMENSION }, (_, place) => (place === row % DIMENSION ? 1 : 0.1)),
      }));
      await quarry.call("POST", `/v1/collections/${COLLECTION}/vectors/upsert`, { vectors });
    }
    const caller = bench.use(new Caller(quarry));
    for (const [kind, ranks] of Object.entries(KINDS)) {
      for (const [share, filters] of Object.entries(FILTERS)) {
        const items = Array.from({ length: bench.scaled(20, 3) }, () =>
          ranks.map((range) => madeUpWords().ofRank(range, random)).join(" "),
        );
        await bench.latency({
          ...{ name: `${kind}, ${share}`, items, rounds: 7, warmUp: 2, server: quarry, reference: "bare OpenSearch" },
          subject: (query) =>
            caller.fetch(
              caller.request("POST", `/v1/collections/${COLLECTION}/query`, {
                ...{ query, filters, top_k: 10, search_mode: "keyword" },
              }),
            ),
          other: (query) => bare.search(query, filters),
          p50: { ratio: 1.5 },
        });
      }
    }
  },
} satisfies Case;

const startService = async (bench: Bench): Promise<Quarry> => {
  const run = randomBytes(6).toString("hex");
  const address = addressOf("opensearch");
  const settings = { address, indexPrefix: `bench-${run}-`, shards: 1 };
  bench.use({
    [Symbol.asyncDispose]: async () => void (await fetch(`${address}/bench-${run}-*`, { method: "DELETE" })),
  });
  const database = await makeDatabase();
  bench.use({ [Symbol.asyncDispose]: database.drop });
  const config = {
    vectorStores: { engine: { plugin: "@quarry/vector-opensearch", settings } },
    ...{ defaultVectorStore: "engine", keywordIndex: "engine" },
  };
  const environment = {
    ...{ SERVICE_DATABASE_URL: database.url, SERVICE_REDIS_URL: addressOf("redis") },
    ...{ SERVICE_REDIS_PREFIX: `quarry-bench-${run}`, SERVICE_FILES: join(bench.directory, "files") },
    SERVICE_ENCRYPTION_KEY: randomBytes(32).toString("base64"),
    SERVICE_LOG_LEVEL: "error",
  };
  const quarry = bench.use(await Quarry.start({ data: join(bench.directory, "data"), config, environment }));
  await quarry.call("POST", "/v1/collections", { name: COLLECTION, dimension: DIMENSION });
  return quarry;
};
