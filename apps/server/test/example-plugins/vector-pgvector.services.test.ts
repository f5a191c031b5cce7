import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type OwnServer, startOwnServer } from "@quarry/services";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DataFolder } from "../harness/data-folder.ts";
import { TestServer } from "../harness/test-server.ts";
import { until } from "../harness/until.ts";

const PLUGIN = fileURLToPath(new URL("../../../../examples/plugins/vector-pgvector/src/index.ts", import.meta.url));
const MODES = ["semantic", "keyword", "hybrid"];

let postgres: OwnServer;
let server: TestServer;

beforeAll(async () => {
  postgres = await startOwnServer("postgres");
  const folder = await DataFolder.make();
  const config = folder.file("quarry.config.json");
  const settings = { port: postgres.port, user: "postgres", database: "postgres", timeoutSeconds: 10 };
  writeFileSync(config, JSON.stringify({ vectorStore: { plugin: PLUGIN, settings } }));
  server = await TestServer.start({ SERVICE_CONFIG: config }, folder);
});
afterAll(async () => {
  await server?.dispose();
  await postgres?.close();
});

const ingest = (filename: string, bytes: string, shelf: string) =>
  server.api.ingest({ collection: "library", filename, bytes, metadata: { shelf } });

const found = async (search_mode: string, filters: unknown): Promise<readonly string[]> => {
  const query = { query: "how long does the seal of a pump last", search_mode, filters, top_k: 10 };
  const { results } = await server.api.query("library", query);
  return [...new Set(results.map(({ metadata }) => String(metadata["filename"])))].toSorted();
};

test("filtered queries find documents in every mode, also after a database kill, and no deleted ones", async () => {
  const { api } = server;
  await api.createCollection("library");
  const pump = await ingest("pump.txt", "The zirconium seal of a pump lasts nine years.", "engineering");
  await ingest("valve.txt", "The seal of a valve or a pump lasts two years.", "archive");
  expect(pump).toMatchObject({ status: "ready", error_message: null });
  for (const mode of MODES) {
    expect(await found(mode, { shelf: "engineering" })).toEqual(["pump.txt"]);
    expect(await found(mode, { shelf: { $ne: "engineering" } })).toEqual(["valve.txt"]);
  }

  await postgres.kill();
  const refused = await api.call("POST", "/v1/collections/library/query", {
    json: { query: "seal", search_mode: "semantic" },
  });
  expect(refused.status).toBe(503);
  const waiting = await api.upload({
    collection: "library",
    filename: "later.txt",
    bytes: "A seal that came while the database was away.",
    metadata: { shelf: "engineering" },
  });
  await postgres.start();
  expect(await api.settled("library", waiting.id)).toMatchObject({ status: "ready", error_message: null });
  for (const mode of MODES) expect(await found(mode, { shelf: "engineering" })).toEqual(["later.txt", "pump.txt"]);

  await api.deleteDocument("library", pump.id);
  await until("the deleted document to be gone", async () => {
    const answers = await Promise.all(MODES.map((mode) => found(mode, { shelf: "engineering" })));
    return answers.every((names) => names.join() === "later.txt") ? true : undefined;
  });
});
