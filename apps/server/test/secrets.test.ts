import { startCohereServer, startOpenAiServer } from "@quarry/provider-servers";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { documentsPath } from "./harness/api.ts";
import type { Document } from "./harness/resources.ts";
import { TestServer } from "./harness/test-server.ts";
import { createWebhook } from "./webhooks/resources.ts";
import { Receiver } from "./webhooks/receiver.ts";
import { until } from "./harness/until.ts";

const EMBEDDING_KEY = "sk-planted-embedding-key-4f9a2b7c1d8e";
const RERANKING_KEY = "co-planted-reranking-key-8e1d7c2b9a4f";
const TEXT = "Herons stand still in shallow water and wait for fish.";

/** Returns a key as is, and as base64 encodes it at each offset in a longer text; a part of each is enough. */
const traces = (key: string): readonly string[] => {
  const middle = key.slice(6, -6);
  const shifted = [0, 1, 2].map((shift) =>
    Buffer.from("x".repeat(shift) + key)
      .toString("base64")
      .slice(8, -8),
  );
  return [middle, ...shifted, Buffer.from(key).toString("hex")];
};

const ALL_TRACES = [EMBEDDING_KEY, RERANKING_KEY].flatMap(traces);

const tracesIn = (text: string): readonly string[] => ALL_TRACES.filter((trace) => text.includes(trace));

const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

/** Returns every row of every table, with blobs also read as text. */
const dumpOf = (path: string): string => {
  const database = new DatabaseSync(path, { readOnly: true });
  const tables = database.prepare("select name from sqlite_master where type = 'table'").all();
  const rows = tables.flatMap(({ name }) => database.prepare(`select * from "${String(name)}"`).all());
  database.close();
  const values = rows.flatMap((row) => Object.values(row));
  return values
    .map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString("latin1") : String(value)))
    .join("\n");
};

test("a provider's key is in no response, log, webhook, event, table or file, even if the provider echoes it", async () => {
  await using openai = await startOpenAiServer({ keys: [EMBEDDING_KEY] });
  await using cohere = await startCohereServer({ keys: [RERANKING_KEY] });
  await using receiver = await Receiver.start();
  const server = await TestServer.start({
    OPENAI_BASE_URL: `${openai.url}/v1`,
    CO_API_URL: cohere.url,
    SERVICE_LOG_LEVEL: "debug",
  });
  const seen: string[] = [];
  try {
    const { api } = server;
    const call = async (method: string, path: string, json?: unknown) => {
      const answer = await api.call<Record<string, unknown>>(method, path, json === undefined ? {} : { json });
      seen.push(`${method} ${path}`, JSON.stringify([...answer.headers]), answer.text);
      return answer;
    };
    await createWebhook(api, { url: receiver.url });
    const created = await call("POST", "/v1/collections", {
      name: "birds",
      embedding_provider: "provider_a",
      embedding_api_key: EMBEDDING_KEY,
      reranking_enabled: true,
      reranking_api_key: RERANKING_KEY,
    });
    expect(created.status).toBe(201);
    const ready = await api.ingest({ collection: "birds", filename: "herons.txt", bytes: TEXT });
    expect(ready.status).toBe("ready");
    const requested = { query: "herons in water", search_mode: "semantic" };
    const applied = await call("POST", "/v1/collections/birds/query", requested);
    expect([applied.status, applied.headers.get("x-rerank-status")]).toEqual([200, "applied"]);

    // The refusal repeats the key, the header and its base64.
    cohere.faults.shares = { echo: 1 };
    const open = await call("POST", "/v1/collections/birds/query", requested);
    expect([open.status, open.headers.get("x-rerank-status")]).toEqual([200, "failed"]);
    openai.faults.shares = { echo: 1 };
    await call("POST", "/v1/collections/birds/query", { ...requested, query: "something else" });
    const echoed = await api.ingest({ collection: "birds", filename: "echo.txt", bytes: `${TEXT} Echo.` });
    expect(echoed.status).toBe("failed");

    // The key is revoked: the provider repeats parts of it.
    openai.faults.shares = {};
    openai.revokeKey(EMBEDDING_KEY);
    cohere.revokeKey(RERANKING_KEY);
    const failed = await api.ingest({ collection: "birds", filename: "revoked.txt", bytes: `${TEXT} Revoked.` });
    expect(failed).toMatchObject({ status: "failed", error_message: expect.stringContaining("embedding_api_key") });
    const refused = await call("POST", "/v1/collections/birds/query", { ...requested, query: "yet something else" });
    expect(refused.status).toBe(400);
    await call("POST", "/v1/collections/birds/query", { ...requested, search_mode: "keyword" });
    await call("PUT", "/v1/collections/birds", { reranking_api_key: RERANKING_KEY, default_top_k: 0 });
    await call("PUT", "/v1/collections/birds", { reranking_api_key: RERANKING_KEY });

    for (const { id } of [ready, echoed, failed] as readonly Document[]) {
      await call("GET", documentsPath("birds", id));
      await call("GET", documentsPath("birds", id, "progress"));
    }
    for (const path of [
      "/v1/collections",
      "/v1/collections/birds",
      "/v1/collections/birds/documents",
      "/v1/webhooks",
    ]) {
      await call("GET", path);
    }
    // Processing and completion of three documents.
    await until("the webhook to hear of all", () => Promise.resolve(receiver.received.length >= 6 || undefined));
    seen.push(JSON.stringify(receiver.received));
  } finally {
    await server.stop();
  }
  seen.push(server.process.stdout, server.process.stderr);
  // The keys were used, and the log is a verbose one.
  expect(openai.record.calls.some(({ headers }) => headers.authorization === `Bearer ${EMBEDDING_KEY}`)).toBe(true);
  expect(cohere.record.calls.some(({ headers }) => headers.authorization === `Bearer ${RERANKING_KEY}`)).toBe(true);
  expect(server.process.stderr.length + server.process.stdout.length).toBeGreaterThan(1_000);
  for (const text of seen) expect(tracesIn(text), text).toEqual([]);
  const files = filesBelow(server.folder.path);
  expect(files.some((file) => file.endsWith("quarry.db"))).toBe(true);
  for (const file of files) expect(tracesIn(readFileSync(file, "latin1")), file).toEqual([]);
  expect(tracesIn(dumpOf(server.folder.file("quarry.db")))).toEqual([]);
  expect(dumpOf(server.folder.file("quarry.db"))).toContain("herons.txt");
  await server.folder.remove();
});

test("the search for traces of a key detects a key", () => {
  for (const key of [EMBEDDING_KEY, RERANKING_KEY]) {
    expect(tracesIn(`Bearer ${key}`)).not.toEqual([]);
    for (const before of ["", "a", "ab", "abc"]) {
      expect(tracesIn(Buffer.from(`${before}${key} and more`).toString("base64"))).not.toEqual([]);
    }
  }
});
