import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { useServer } from "../harness/test-server.ts";
import { until } from "../harness/until.ts";
import { ExampleCopy } from "./example-copy.ts";
import { PluginProcess } from "./plugin-process.ts";
import { WIKI_EXPORT } from "./wiki-export.ts";

const TOKEN = "a-token-of-the-plugins";

const [python, go] = await Promise.all([ExampleCopy.make("plugin-python"), ExampleCopy.make("plugin-go")]);
const token = { QUARRY_PLUGIN_TOKEN: TOKEN };
const [store, embedder, parser] = await Promise.all([
  PluginProcess.start(python, "vector_store.py", token),
  PluginProcess.start(python, "embedder.py", token),
  PluginProcess.start(go, "./plugin-go", token),
]);
afterAll(async () => {
  await Promise.all([store, embedder, parser].map((plugin) => plugin.kill()));
  await Promise.all([python.remove(), go.remove()]);
});

/** Returns the configuration from the READMEs, with the addresses of these processes and their token. */
const configurationOf = (copy: ExampleCopy): object => {
  const addresses = { 50_051: store, 50_052: embedder, 50_053: parser };
  const text = Object.entries(addresses).reduce(
    (all, [port, { address }]) => all.replace(`"http://127.0.0.1:${port}"`, `"${address}", "token": "${TOKEN}"`),
    copy.configuration,
  );
  // Removes the comment and trailing commas.
  return JSON.parse(text.replaceAll(/^\/\/.*$/gm, "").replaceAll(/,(\s*[}\]])/g, "$1")) as object;
};

const config = join(python.root, "quarry.config.json");
writeFileSync(config, JSON.stringify({ ...configurationOf(python), ...configurationOf(go) }));
const server = useServer({ SERVICE_CONFIG: config });

const DOCUMENTS = 16;

const noteOf = (number: number): string =>
  `# Berth ${number}\n\nThe crane at berth ${number} lifts ${number * 3} tonnes of ${WORDS[number % WORDS.length]!}.\n`;
const WORDS = ["timber", "granite", "barley", "copper", "oranges"];

const upload = (collection: string, number: number) =>
  server.api.upload({ collection, filename: `berth-${number}.md`, bytes: noteOf(number), metadata: { berth: number } });

/**
 * Checks that every document is found by its own words, with semantic search only and with a filter on its own metadata
 * only.
 */
const expectEachFound = async (collection: string): Promise<void> => {
  for (let number = 0; number < DOCUMENTS; number += 1) {
    const { results } = await server.api.query(collection, {
      query: `Which crane lifts ${WORDS[number % WORDS.length]!} at berth ${number}?`,
      search_mode: "semantic",
      filters: { berth: { $gte: number, $lte: number } },
      top_k: 100,
    });
    expect(new Set(results.map(({ metadata }) => metadata.filename))).toEqual(new Set([`berth-${number}.md`]));
  }
};

test("a service with the configs of both READMEs parses, embeds, stores, finds and deletes", async () => {
  const collection = await server.api.createCollection("wiki");
  expect(collection).toMatchObject({ embedding_provider: "letters", embedding_model: "letters-v1", dimension: 1024 });
  const document = await server.api.ingest({
    collection: "wiki",
    filename: "harbour.xml",
    bytes: WIKI_EXPORT,
    metadata: { team: "harbour" },
  });
  expect(document).toMatchObject({ status: "ready", error_message: null });
  await server.api.ingest({
    collection: "wiki",
    filename: "other.md",
    bytes: "# High water\n\nHigh water in the cellar.\n",
  });

  for (const search_mode of ["semantic", "hybrid"]) {
    const { results } = await server.api.query("wiki", {
      query: "When is high water?",
      search_mode,
      filters: { team: "harbour", page: { $gte: 2 } },
    });
    expect(results).toHaveLength(1);
    expect(results[0]).toMatchObject({
      text: expect.stringContaining("High water is at noon."),
      metadata: { filename: "harbour.xml", page: 2, section: ["Tides"], title: "Harbour wiki", language: "en" },
    });
  }
  const foreign = await server.api.ingest({ collection: "wiki", filename: "feed.xml", bytes: "<rss/>" });
  expect(foreign).toMatchObject({ status: "failed", error_message: expect.stringContaining("MediaWiki") });

  await server.api.deleteDocument("wiki", document.id);
  const { results } = await server.api.query("wiki", { query: "When is high water?", search_mode: "semantic" });
  expect(results.map(({ metadata }) => metadata.filename)).toEqual(["other.md"]);
});

test("documents uploaded while the store is killed become ready and are found, also after another kill", async () => {
  await server.api.createCollection("berths");
  const ids: string[] = [];
  for (let number = 0; number < DOCUMENTS / 2; number += 1) ids.push((await upload("berths", number)).id);
  await until("the first document", async () =>
    (await server.api.document("berths", ids[0]!)).status === "ready" ? true : undefined,
  );
  await store.kill();
  for (let number = DOCUMENTS / 2; number < DOCUMENTS; number += 1) ids.push((await upload("berths", number)).id);
  const query = { query: "crane", search_mode: "semantic" };
  expect(await server.api.badQuery("berths", query)).toMatchObject({
    status: 503,
    body: { detail: expect.any(String) },
  });
  expect((await server.api.call("GET", "/health/ready")).body).toMatchObject({ vector_store: false });

  await store.start();
  const documents = await Promise.all(ids.map((id) => server.api.settled("berths", id)));
  expect(documents.map(({ status }) => status)).toEqual(ids.map(() => "ready"));
  await expectEachFound("berths");

  await store.kill();
  await store.start();
  await until("the service to find its store again", async () =>
    (await server.api.call<{ vector_store: boolean }>("GET", "/health/ready")).body.vector_store ? true : undefined,
  );
  await expectEachFound("berths");
});

test("documents wait while the parser and the embedder are unavailable", async () => {
  await server.api.createCollection("waiting");
  await Promise.all([parser.kill(), embedder.kill()]);
  const document = await server.api.upload({ collection: "waiting", filename: "harbour.xml", bytes: WIKI_EXPORT });
  await server.api.inStatus("waiting", document.id, "processing");
  await parser.start();
  await embedder.start();
  expect(await server.api.settled("waiting", document.id)).toMatchObject({ status: "ready" });
});

test("all plugins exit with code 0 when stopped", async () => {
  expect(await Promise.all([store, embedder, parser].map((plugin) => plugin.stop()))).toEqual([0, 0, 0]);
});

test("the store passes its own tests", async () => {
  const ended = await python.run(".venv/bin/python -m unittest");
  expect(ended, ended.stdout + ended.stderr).toMatchObject({ code: 0 });
});
