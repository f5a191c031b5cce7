import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { libraryFiles } from "./fixtures/library.ts";
import type { QueryAnswer, QueryResult } from "./harness/resources.ts";
import { STACK } from "./harness/stacks/make-stack.ts";
import { useServer } from "./harness/test-server.ts";
import { until } from "./harness/until.ts";

const MODES = ["keyword", "semantic", "hybrid"] as const;

const QUERIES = [
  "How long are deleted documents kept?",
  "webhook signature",
  "which settings limit the size of uploads",
  '"data folder" backup',
  "webhok signatrue",
];

/** Nonsense of many kinds without any meaning: even "https" would match, since other addresses contain it. */
const NONSENSE = [
  "xqzvw plorfian grukkentash wubbledroth",
  "qxjzkvw",
  "zqjxkvwq ".repeat(400),
  "q".repeat(300),
  "8271930045518 9930127745123",
  "ZQXV-8830172",
  "d41d8cd98f00b204e9800998ecf8427e",
  "ᚠᚢᚦᚨᚱᚲ ᚷᚹᚺᚾᛁ",
  "ⴰⴱⴳⴷ ⴻⴼⴽⵀ",
  "ᠮᠣᠩᠭᠣᠯ",
  "한글낱말없음",
  "𓀀𓁐𓂀𓃠",
  "𠀀𠀁𠀂",
  "😀🦊🚀🍕🎻🧊",
  "👩‍👩‍👧 🏳️‍🌈 1️⃣",
  "?!.,;:-–—…()[]{}",
  "+-*/=<>≤≥≠∑∏∫√",
  "\u200b\u200c\u200d\u2060.",
  "qzxjv.qqzx/a8f3?zzqk=77zq",
  '"xqjzvk qqwxz"',
];

/** A collection is trained once it has not changed for three seconds, and queries check for that once a second. */
const QUIET_MS = 8_000;

/** Maximum number of records of the small collections; a large collection is searched with a graph. */
const GRAPH_FROM_ROWS = 100;

describe.runIf(STACK === "embedded")("the score of a chunk", async () => {
  const folder = await mkdtemp(join(tmpdir(), "quarry-test-scores-"));
  const config = join(folder, "quarry.config.json");
  const settings = { indexFromRows: GRAPH_FROM_ROWS };
  await writeFile(config, JSON.stringify({ vectorStore: { plugin: "@quarry/vector-embedded", settings } }));
  const server = useServer({ SERVICE_CONFIG: config });
  afterAll(() => rm(folder, { recursive: true }));

  const open = (name: string) => server.api.createCollection(name, { chunk_size: 64, chunk_overlap: 0 });

  const ask = async (body: Record<string, unknown>): Promise<readonly QueryResult[]> =>
    (await server.api.query("handbook", body)).results;

  /** Sends the same query in ways that must not affect how well a chunk matches it. */
  const otherWays = async (body: Record<string, unknown>): Promise<readonly (readonly QueryResult[])[]> => {
    const post = <Answer>(path: string, json: unknown) => server.api.expect<Answer>(200, "POST", path, { json });
    const several = await post<QueryAnswer>("/v1/query", { ...body, collections: ["other", "handbook"] });
    const queries = ["other", "handbook"].map((collection) => ({ ...body, collection }));
    const batch = await post<{ results: QueryAnswer[] }>("/v1/batch/query", { queries });
    return [
      several.results,
      batch.results[1]!.results,
      await ask({ ...body, top_k: 1_000 }),
      await ask({ ...body, top_k: 3 }),
      await ask({ ...body, explain: true, expand: 1 }),
      await ask({ ...body, filters: { file_type: "pdf" } }),
      await ask({ ...body, filters: { chunk_index: { $lt: 4 } } }),
      await ask({ ...body, max_chunks_per_document: 2 }),
      await ask({ ...body, diversity: 0.5 }),
    ];
  };

  const expectGoodScores = async () => {
    for (const search_mode of MODES) {
      for (const query of QUERIES) {
        const wide = await ask({ query, search_mode, top_k: 100 });
        const scores = new Map(wide.map(({ id, score }) => [id, score]));
        for (const results of await otherWays({ query, search_mode, top_k: 100 })) {
          for (const { id, score } of results) if (scores.has(id)) expect(score).toBe(scores.get(id));
        }
        for (const min_score of [wide[0]!.score, wide.at(-1)!.score, 0.2]) {
          const prefix = wide.filter(({ score }) => score >= min_score);
          expect(await ask({ query, search_mode, top_k: 100, min_score })).toEqual(prefix);
        }
      }
      for (const query of NONSENSE) {
        expect({ query, results: await ask({ query, search_mode, min_score: 0.2 }) }).toEqual({ query, results: [] });
      }
    }
  };

  /** Scores change with a training, and documents added after the first training cause another one. */
  const untilLearned = async () => {
    let busyAt = Date.now();
    await until("nothing to be left to learn", async () => {
      const { counts } = await server.api.expect<{ counts: Record<string, number> }>(
        200,
        "GET",
        "/v1/admin/jobs?kind=fit",
      );
      const { completed = 0, queued = 0, waiting = 0, processing = 0 } = counts;
      if (completed === 0 || queued + waiting + processing > 0) busyAt = Date.now();
      return Date.now() - busyAt > QUIET_MS ? true : undefined;
    });
  };

  test("doesn't depend on the request, and is below 0.2 for nonsense, before training", async () => {
    const [first, ...files] = await libraryFiles();
    await open("other");
    await server.api.ingest({ collection: "other", filename: "short.txt", bytes: "A webhook has a signature." });
    await open("handbook");
    await server.api.ingest({ collection: "handbook", ...first! });
    await expectGoodScores();
    const uploaded = await Promise.all(files.map((file) => server.api.upload({ collection: "handbook", ...file })));
    for (const { id } of uploaded) await server.api.settled("handbook", id);
  });

  test("doesn't depend on the request, and is below 0.2 for nonsense, after training and with a graph", async () => {
    await untilLearned();
    await expectGoodScores();
  });
});
