import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { addressOf, makeDatabase } from "@quarry/services";
import { COMMON, madeUpWords, Quarry, Random, RARE } from "@quarry/services/kit";
import type { Bench, Case } from "../harness/bench.ts";
import { BareOpenSearch, type BareQuery } from "../support/bare-opensearch.ts";
import { Caller } from "../support/caller.ts";
import { libraryQuestions, MODES } from "../support/library.ts";
import { BATCH, LIBRARY_DIMENSION, libraryRows } from "../support/library-rows.ts";
import { openTextVectors } from "../support/plugins.ts";

const COLLECTION = "library";
/** Rows of one request. */
const WRITTEN_AT_ONCE = 250;
const MIDDLE = [520, 2_000] as const;

/** The ranks of the words of queries by words. */
const KINDS = {
  "1 word": [MIDDLE],
  "3 mixed words": [COMMON, MIDDLE, RARE],
  "3 common words": [COMMON, COMMON, COMMON],
  "10 words": [COMMON, COMMON, COMMON, MIDDLE, MIDDLE, MIDDLE, MIDDLE, RARE, RARE, RARE],
} as const;

const FILTERS = { all: undefined, "50 %": { halves: 1 }, "1 %": { hundreds: 3 }, "0.1 %": { thousands: 3 } } as const;

export default {
  summary: "queries through a service on MariaDB and OpenSearch against the same of OpenSearch over its own HTTP",
  needs: ["mariadb", "redis", "opensearch"],
  run: async (bench) => {
    const { quarry, indices } = await startService(bench);
    const name = `bench-bare-${randomBytes(4).toString("hex")}`;
    const bare = bench.use(await BareOpenSearch.create(name, LIBRARY_DIMENSION));
    await fill(bench, quarry, bare);
    await asOnePart([indices, name]);
    const caller = bench.use(new Caller(quarry));
    const compare = (mode: (typeof MODES)[number], kind: string, queries: readonly BareQuery[]) =>
      eachOf(Object.entries(FILTERS), ([share, filters]) =>
        bench.latency({
          ...{ name: `${mode}, ${kind}, ${share}`, items: queries, rounds: 7, warmUp: 2 },
          ...{ server: quarry, reference: "bare OpenSearch" },
          subject: ({ text, vector }) => {
            const body = { query: text, filters, top_k: 10, search_mode: mode };
            const asked = mode === "keyword" ? body : { ...body, vector };
            return caller.fetch(caller.request("POST", `/v1/collections/${COLLECTION}/query`, asked));
          },
          other: (query) => bare.search(mode, query, filters),
          p50: { ratio: 1.5 },
        }),
      );
    const count = bench.scaled(20, 3);
    const random = new Random(29);
    await eachOf(Object.entries(KINDS), ([kind, ranks]) => {
      const queries = Array.from({ length: count }, () => {
        return { text: ranks.map((range) => madeUpWords().ofRank(range, random)).join(" "), vector: [] };
      });
      return compare("keyword", kind, queries);
    });
    const embedder = bench.use(await openTextVectors(join(bench.directory, "embedder"), LIBRARY_DIMENSION));
    const texts = libraryQuestions(count, 41);
    const vectors = await embedder.of(texts);
    const questions = texts.map((text, place) => ({ text, vector: Array.from(vectors[place]!) }));
    await compare("semantic", "questions", questions);
    await compare("hybrid", "questions", questions);
  },
} satisfies Case;

const eachOf = async <Item>(items: readonly Item[], run: (item: Item) => Promise<void>): Promise<void> => {
  for (const item of items) await run(item);
};

/** The same rows on both sides. */
const fill = async (bench: Bench, quarry: Quarry, bare: BareOpenSearch): Promise<void> => {
  const count = bench.rows(100_000, 1_000);
  const batches = await libraryRows(bench, count);
  for (let start = 0; start < count; start += WRITTEN_AT_ONCE) {
    const { texts, vectors } = batches(Math.floor(start / BATCH));
    const entries = Array.from({ length: Math.min(WRITTEN_AT_ONCE, count - start) }, (_, at) => {
      const row = start + at;
      const facts = { halves: row % 2, hundreds: row % 100, thousands: row % 1_000 };
      return { row, text: texts[row % BATCH]!, vector: Array.from(vectors[row % BATCH]!), ...facts };
    });
    await bare.fill(entries);
    const upserted = entries.map(({ row, text, vector, ...metadata }) => {
      return { id: `row-${row}`, text, metadata, embedding: vector };
    });
    await quarry.call("POST", `/v1/collections/${COLLECTION}/vectors/upsert`, { vectors: upserted });
  }
};

/** Of how many parts an index is after so many writes is chance; each is searched by itself, and vectors cost the more for it. */
const asOnePart = (names: readonly string[]): Promise<void> =>
  eachOf(names, async (name) => {
    for (const operation of ["_forcemerge?max_num_segments=1", "_refresh"]) {
      const answer = await fetch(`${addressOf("opensearch")}/${name}/${operation}`, { method: "POST" });
      if (!answer.ok) throw new Error(`${name}/${operation}: ${answer.status} ${await answer.text()}`);
    }
  });

/** With the names of its indices, as a pattern. */
const startService = async (bench: Bench): Promise<{ readonly quarry: Quarry; readonly indices: string }> => {
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
  await quarry.call("POST", "/v1/collections", { name: COLLECTION, dimension: LIBRARY_DIMENSION });
  return { quarry, indices: `bench-${run}-*` };
};
