import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import type { Document, DocumentStatus } from "../harness/resources.ts";
import { useServer } from "../harness/test-server.ts";
import { until } from "../harness/until.ts";

const folder = mkdtempSync(join(tmpdir(), "quarry-turns-"));
const configFile = join(folder, "quarry.config.json");
afterAll(() => rmSync(folder, { recursive: true }));
const digestOf = (token: string) => createHash("sha256").update(token).digest("hex");
const key = (token: string) => ({ scope: "write", sha256: digestOf(token) });
const apiKeys = { loud: key("loud-token"), quiet: key("quiet-token") };
writeFileSync(configFile, JSON.stringify({ apiKeys }));

const server = useServer({ SERVICE_CONFIG: configFile, SERVICE_INGEST_CONCURRENCY: "1" });

const WORDS = "the lighthouse keeper writes down every ship that passes ";
/** Takes a parser longer than everything else that the tests do meanwhile. */
const LONG = WORDS.repeat(1_800_000);
const BATCH = 100;

const files = (count: number, bytes: string) => {
  const form = new FormData();
  for (let index = 0; index < count; index += 1) form.append("files", new Blob([`${index} ${bytes}`]), `${index}.txt`);
  return form;
};
const batchUpload = (collection: string, token: string, form: FormData) =>
  server.api.expect<{ documents: readonly Document[] }>(
    201,
    "POST",
    `/v1/collections/${collection}/documents/batch/upload`,
    { body: form, token },
  );
const inStatus = async (collection: string, status: DocumentStatus) => {
  const path = `/v1/collections/${collection}/documents?status=${status}&limit=1`;
  return (await server.api.expect<{ total: number }>(200, "GET", path)).total;
};
const untilBegun = (collection: string) =>
  until("a document to be begun", async () => ((await inStatus(collection, "processing")) > 0 ? true : undefined));

/** Uploads a document to `calm` with this key. Returns how many documents of `busy` became ready before it. */
const doneBefore = async (busy: string, calm: string, token: string) => {
  const before = await inStatus(busy, "ready");
  const [document] = (await batchUpload(calm, token, files(1, WORDS))).documents;
  expect(await server.api.settled(calm, document!.id)).toMatchObject({ status: "ready" });
  return (await inStatus(busy, "ready")) - before;
};

test.each([
  ["another key's", "quiet-token"],
  ["the same key's, of another collection,", "loud-token"],
])("%s document becomes ready while a long one occupies the only worker and others wait", async (_, token) => {
  const [busy, calm] = [`busy_${token.slice(0, 4)}`, `calm_${token.slice(0, 4)}`];
  for (const name of [busy, calm]) await server.api.createCollection(name);
  await batchUpload(busy, "loud-token", files(1, LONG));
  await untilBegun(busy);
  await batchUpload(busy, "loud-token", files(BATCH, WORDS));
  expect(await doneBefore(busy, calm, token)).toBe(0);
  expect(await inStatus(busy, "processing")).toBe(1);
  // The other documents of the same collection are processed after it, one after the other.
  expect(await inStatus(busy, "pending")).toBe(BATCH);
  await server.api.deleteCollection(busy);
});

test("a document is not delayed until hundreds of others finish, even when those are reprocessed", async () => {
  for (const name of ["many", "one"]) await server.api.createCollection(name);
  const { documents } = await batchUpload("many", "loud-token", files(BATCH, WORDS));
  await batchUpload("many", "loud-token", files(BATCH, WORDS.repeat(2)));
  await untilBegun("many");
  expect(await doneBefore("many", "one", "quiet-token")).toBeLessThan(BATCH / 2);
  expect(await inStatus("many", "pending")).toBeGreaterThan(0);
  await until("all to be ready", async () => ((await inStatus("many", "ready")) === 2 * BATCH ? true : undefined));
  const reprocess = (id: string) =>
    server.api.expect(200, "POST", `/v1/collections/many/documents/${id}/reprocess`, { token: "loud-token" });
  await Promise.all(documents.map(({ id }) => reprocess(id)));
  await doneBefore("many", "one", "quiet-token");
  expect(await inStatus("many", "pending")).toBeGreaterThan(0);
});
