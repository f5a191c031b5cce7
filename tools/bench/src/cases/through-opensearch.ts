import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { addressOf, makeDatabase } from "@quarry/services";
import { COMMON, madeUpWords, Quarry, Random, RARE } from "@quarry/services/kit";
import type { Bench, Case } from "../harness/bench.ts";
import { BareOpenSearch, type BareQuery } from "../support/bare-opensearch.ts";
import { Caller } from "../support/caller.ts";
import { MODES } from "../support/library.ts";
import { BATCH, LIBRARY_DIMENSION, libraryQuestions, libraryRows } from "../support/library-rows.ts";

const COLLECTION = "library";
const MIDDLE = [520, 2_000] as const;

/**
 * Maximum number of rows with full-length vectors. Above it, both sides would build the HNSW graph for hours, so
 * vectors are short and queries are by keyword only.
 */
const MOST_WITH_WHOLE_VECTORS = 300_000;
const shortVector = (row: number): readonly number[] => [Math.sin(row), Math.cos(row), Math.sin(row / 7), 1];

const hasWholeVectors = (rows: number): boolean => rows <= MOST_WITH_WHOLE_VECTORS;
const dimensionOf = (rows: number): number => (hasWholeVectors(rows) ? LIBRARY_DIMENSION : shortVector(0).length);

/** Ranks of the words in keyword queries. */
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
    const rows = bench.rows(100_000, 1_000);
    const folder = await bench.prepared(`through-opensearch-${rows}`, (folder) => prepare(bench, rows, folder));
    const prepared = JSON.parse(readFileSync(join(folder, SIDES), "utf8")) as Prepared;
    const quarry = bench.use(await startService(folder, prepared));
    const bare = bench.use(new BareOpenSearch(bareIndexOf(prepared)));
    const caller = bench.use(new Caller(quarry));
    const ask = (mode: (typeof MODES)[number], { text, vector }: BareQuery, filters?: object) => {
      const body = { query: text, filters, top_k: 10, search_mode: mode };
      const requested = mode === "keyword" ? body : { ...body, vector };
      return caller.fetch(caller.request("POST", `/v1/collections/${COLLECTION}/query`, requested));
    };
    const compare = (mode: (typeof MODES)[number], kind: string, queries: readonly BareQuery[]) =>
      eachOf(Object.entries(FILTERS), ([share, filters]) =>
        bench.latency({
          ...{ name: `${mode}, ${kind}, ${share}`, items: queries, rounds: 7, warmUp: 2 },
          ...{ server: quarry, reference: "bare OpenSearch" },
          subject: (query) => ask(mode, query, filters),
          other: (query) => bare.search(mode, query, filters),
          p50: { ratio: 1.5 },
        }),
      );
    const count = bench.scaled(20, 3);
    const random = new Random(29);
    // Otherwise the first kind of query would run code that is not compiled yet: it took two and a half times as long
    // as the last.
    for (let requested = 0; requested < bench.scaled(3_000, 1); requested += 1) {
      const query = { text: madeUpWords().ofRank(MIDDLE, random), vector: [] };
      await Promise.all([ask("keyword", query), bare.search("keyword", query, undefined)]);
    }
    await eachOf(Object.entries(KINDS), ([kind, ranks]) => {
      const queries = Array.from({ length: count }, () => {
        return { text: ranks.map((range) => madeUpWords().ofRank(range, random)).join(" "), vector: [] };
      });
      return compare("keyword", kind, queries);
    });
    if (!hasWholeVectors(rows)) return;
    const questions = libraryQuestions(count, 41).map(({ query, vector }) => ({ text: query, vector }));
    await compare("semantic", "questions", questions);
    await compare("hybrid", "questions", questions);
  },
} satisfies Case;

const eachOf = async <Item>(items: readonly Item[], run: (item: Item) => Promise<void>): Promise<void> => {
  for (const item of items) await run(item);
};

/** Writes the same rows on both sides. */
const fill = async (bench: Bench, count: number, quarry: Quarry, bare: BareOpenSearch): Promise<void> => {
  const batches = await libraryRows(bench, count);
  for (let start = 0; start < count; start += BATCH) {
    const { texts, vectors } = batches(start / BATCH);
    const entries = Array.from({ length: Math.min(BATCH, count - start) }, (_, at) => {
      const row = start + at;
      const facts = { halves: row % 2, hundreds: row % 100, thousands: row % 1_000 };
      const vector = hasWholeVectors(count) ? Array.from(vectors[at]!) : shortVector(row);
      return { row, text: texts[at]!, vector, ...facts };
    });
    const upserted = entries.map(({ row, text, vector, ...metadata }) => {
      return { id: `row-${row}`, text, metadata, embedding: vector };
    });
    await Promise.all([
      bare.fill(entries),
      quarry.call("POST", `/v1/collections/${COLLECTION}/vectors/upsert`, { vectors: upserted }),
    ]);
    if (start % 100_000 === 0) bench.note(`${start + entries.length} rows are written`);
  }
};

/**
 * Merges each index into one segment. The number of segments after many writes is random, and each is searched
 * separately, which makes vector search more expensive.
 */
const asOnePart = async (names: readonly string[]): Promise<void> => {
  // The merge may take half an hour, which exceeds the timeout of `fetch`.
  using caller = new Caller({ port: Number(new URL(addressOf("opensearch")).port) });
  await eachOf(names, async (name) => {
    for (const operation of ["_forcemerge?max_num_segments=1", "_refresh"])
      await caller.call("POST", `/${name}/${operation}`);
  });
};

/** State of a run's data on the servers, stored in its folder with the related files. */
interface Prepared {
  readonly run: string;
  readonly database: string;
  readonly encryptionKey: string;
}

const indicesOf = ({ run }: Prepared): string => `bench-${run}-*`;
const bareIndexOf = ({ run }: Prepared): string => `bench-bare-${run}`;

const SIDES = "sides.json";

/** Creates and fills both sides, once for all runs that keep them. */
const prepare = async (bench: Bench, rows: number, folder: string): Promise<void> => {
  const run = randomBytes(6).toString("hex");
  const database = await makeDatabase();
  const prepared = { run, database: database.url, encryptionKey: randomBytes(32).toString("base64") };
  if (!bench.isKept) {
    bench.use({ [Symbol.asyncDispose]: database.drop });
    for (const names of [indicesOf(prepared), bareIndexOf(prepared)])
      bench.use({
        [Symbol.asyncDispose]: async () =>
          void (await fetch(`${addressOf("opensearch")}/${names}`, { method: "DELETE" })),
      });
  }
  await using quarry = await startService(folder, prepared);
  await quarry.call("POST", "/v1/collections", { name: COLLECTION, dimension: dimensionOf(rows) });
  using bare = new BareOpenSearch(bareIndexOf(prepared));
  await bare.create(dimensionOf(rows));
  await fill(bench, rows, quarry, bare);
  await asOnePart([indicesOf(prepared), bareIndexOf(prepared)]);
  writeFileSync(join(folder, SIDES), JSON.stringify(prepared));
};

const startService = (folder: string, { run, database, encryptionKey }: Prepared): Promise<Quarry> => {
  const settings = { address: addressOf("opensearch"), indexPrefix: `bench-${run}-`, shards: 1 };
  const config = {
    vectorStores: { engine: { plugin: "@quarry/vector-opensearch", settings } },
    ...{ defaultVectorStore: "engine", keywordIndex: "engine" },
  };
  const environment = {
    ...{ SERVICE_DATABASE_URL: database, SERVICE_REDIS_URL: addressOf("redis") },
    ...{ SERVICE_REDIS_PREFIX: `quarry-bench-${run}`, SERVICE_FILES: join(folder, "files") },
    SERVICE_ENCRYPTION_KEY: encryptionKey,
    SERVICE_LOG_LEVEL: "error",
  };
  return Quarry.start({ data: join(folder, "data"), config, environment });
};
