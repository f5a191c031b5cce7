import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { afterAll, beforeEach, expect, test } from "vitest";
import { useServer } from "../harness/test-server.ts";
import { ChangesApi, changesPath } from "./changes-api.ts";
import { Library } from "./library.ts";

const folder = mkdtempSync(join(tmpdir(), "quarry-changes-"));
const gate = join(folder, "gate");
const log = join(folder, "embedded");
const config = join(folder, "quarry.config.jsonc");
const gated = {
  plugin: fileURLToPath(new URL("gated-embedder.ts", import.meta.url)),
  settings: { gate, log },
};
writeFileSync(
  config,
  JSON.stringify({ embedders: { gated }, vectorStores: { second: { plugin: "@quarry/vector-embedded" } } }),
);
afterAll(() => rm(folder, { recursive: true, force: true }));
beforeEach(() => {
  rmSync(gate, { force: true });
  writeFileSync(log, "");
});

const server = useServer({ SERVICE_CONFIG: config });
const changes = new ChangesApi(() => server.api);

/** Number of texts that the gated embedder has embedded, in all processes. */
const embedded = (): number =>
  readFileSync(log, "utf8")
    .split("\n")
    .reduce((sum, line) => sum + Number(line), 0);

const VECTORS = 900;
const HELD_AT = 400;

let made = 0;
const filled = async (fields: Record<string, unknown> = {}): Promise<Library> => {
  made += 1;
  const library = new Library(`interrupted_${made}`, () => server.api);
  await server.api.createCollection(library.name, { dimension: 64, ...fields });
  await library.putVectors(Array.from({ length: VECTORS }, (_, number) => `note-${number}`));
  await library.addDocument();
  return library;
};

/** Starts a change of the model that blocks in the middle, and waits until it has made progress. */
const heldChange = async (library: Library) => {
  writeFileSync(gate, String(HELD_AT));
  const { id } = await changes.start(library.name, { embedding_provider: "gated" });
  return changes.reachesCount(library.name, id, 256);
};

test("a killed change resumes and embeds at most one page again, while the former model answers queries", async () => {
  const library = await filled();
  const held = await heldChange(library);
  expect(held).toMatchObject({ state: "building", finished_at: null });
  expect(held.progress).toBeGreaterThan(0);
  expect(held.progress).toBeLessThan(100);
  await library.expectExact();
  await server.current.kill();
  await server.current.startAgain();
  const resumed = await changes.get(library.name, held.id);
  expect(resumed.state).toBe("building");
  expect(resumed.done_count).toBeGreaterThanOrEqual(held.done_count);
  await library.expectExact();
  rmSync(gate);
  const switched = await changes.reaches(library.name, held.id, "switched");
  expect(switched.to).toMatchObject({ embedding_provider: "gated", embedding_model: "gated-a", dimension: 256 });
  await library.expectExact();
  // Texts embedded before the kill are not embedded again, except those whose vectors were not written yet.
  expect(embedded()).toBeLessThanOrEqual(VECTORS + 256 + 2);
});

test("a change whose job was lost gets a new job at the next start", async () => {
  const library = await filled();
  const held = await heldChange(library);
  await server.current.kill();
  const database = new DatabaseSync(server.current.folder.file("quarry.db"));
  const { changes: removed } = database.prepare("delete from jobs where kind = 'index-change'").run();
  database.close();
  expect(removed).toBeGreaterThan(0);
  rmSync(gate);
  await server.current.startAgain();
  await changes.reaches(library.name, held.id, "switched");
  await library.expectExact();
});

test("a cancelled change leaves the index as it was, and another change can start", async () => {
  const library = await filled();
  const held = await heldChange(library);
  const cancelled = await changes.cancel(library.name, held.id);
  expect(cancelled).toMatchObject({ state: "cancelled", error: null, finished_at: expect.any(String) });
  rmSync(gate);
  const again = await server.api.call("POST", changesPath(library.name, held.id, "cancel"));
  expect(again).toMatchObject({
    status: 409,
    body: { detail: expect.stringMatching(/already ended: it is cancelled/) },
  });
  expect((await changes.list(library.name)).current).toEqual(held.from);
  await library.addDocument();
  await library.putVectors(["note-0", "later"]);
  await library.expectExact();
  const next = await changes.start(library.name, { embedding_provider: "gated", embedding_model: "gated-b" });
  await changes.reaches(library.name, next.id, "switched");
  await library.expectExact();
  expect((await changes.list(library.name)).changes.map(({ id }) => id)).toEqual([next.id, held.id]);
});

test("writes succeed while the new provider rejects them; the change fails and reports the reason", async () => {
  const library = await filled();
  const held = await heldChange(library);
  writeFileSync(gate, "refuse");
  await library.addDocument();
  await library.putVectors(["note-1", "later"]);
  const failed = await changes.reaches(library.name, held.id, "failed");
  expect(failed.error).toMatch(/the key is refused/);
  expect((await changes.list(library.name)).current).toEqual(held.from);
  await library.expectExact();
});

test("a change copies writes that failed on the new index before it switches", async () => {
  const library = await filled();
  const held = await heldChange(library);
  // The change's embedding calls wait at the gate; texts of the new vectors, which contain "memo", are refused.
  writeFileSync(gate, `${HELD_AT} memo`);
  await library.putVectors(["note-1", "note-10"], "memo");
  await library.removeVectors(["note-2"]);
  rmSync(gate);
  await changes.reaches(library.name, held.id, "switched");
  await library.expectExact();
  for (const id of ["note-1", "note-10"]) await library.expectVectorFound(id, "memo");
});

test("deleting a collection during a change also deletes the change", async () => {
  const library = await filled();
  const held = await heldChange(library);
  await server.api.deleteCollection(library.name);
  rmSync(gate);
  expect((await server.api.call("GET", changesPath(library.name, held.id))).status).toBe(404);
});

test("invalid changes are rejected with the reason or the allowed values", async () => {
  const library = await filled();
  const refused = async (body: unknown) => {
    const answer = await changes.tryStart(library.name, body);
    return [answer.status, answer.body.detail];
  };
  expect(await refused({})).toEqual([400, expect.stringMatching(/one is required/)]);
  expect(await refused({ vector_store: "third" })).toEqual([
    400,
    'vector_store: must be one of default, second, got "third"',
  ]);
  expect(await refused({ vector_store: "default" })).toEqual([
    400,
    'vector_store: the collection is on "default" already',
  ]);
  expect(await refused({ embedding_model: "quarry-local-v2", dimension: 64 })).toEqual([
    400,
    expect.stringMatching(/already has vectors of quarry-local-v2 with 64 dimensions/),
  ]);
  expect(await refused({ embedding_provider: "nobody" })).toEqual([
    400,
    expect.stringMatching(/^embedding_provider: /),
  ]);
  expect(await refused({ embedding_provider: "gated", dimension: 3 })).toEqual([
    400,
    expect.stringMatching(/^dimension: must be 256/),
  ]);
  expect(await refused({ embedding_provider: "provider_a" })).toEqual([400, expect.any(String)]);
  const unknown = "00000000-0000-4000-8000-000000000000";
  expect((await server.api.call("GET", changesPath(library.name, unknown))).status).toBe(404);
  expect((await server.api.call("POST", changesPath(library.name, unknown, "rollback"))).status).toBe(404);
  expect((await changes.tryStart("nowhere", { dimension: 5 })).status).toBe(404);
  expect((await changes.list(library.name)).total).toBe(0);

  const embedding = Array.from({ length: 64 }, () => 1);
  const textless = [{ id: "bare", embedding }];
  const upsert = (vectors: unknown) =>
    server.api.call("POST", `/v1/collections/${library.name}/vectors/upsert`, { json: { vectors } });
  expect((await upsert(textless)).status).toBe(200);
  expect(await refused({ embedding_provider: "gated" })).toEqual([
    400,
    expect.stringMatching(/^embedding_model: 1 of the vectors that clients wrote/),
  ]);
  await library.removeVectors(["bare"]);

  const held = await heldChange(library);
  expect(await refused({ vector_store: "second" })).toEqual([409, expect.stringMatching(held.id)]);
  expect(await upsert(textless)).toMatchObject({
    status: 400,
    body: { detail: expect.stringMatching(/needs a text/) },
  });
  expect((await server.api.call("POST", changesPath(library.name, held.id, "rollback"))).status).toBe(409);
  rmSync(gate);
  await changes.reaches(library.name, held.id, "switched");
  expect((await server.api.call("POST", changesPath(library.name, held.id, "cancel"))).status).toBe(409);
});

test("repeated starts with the same Idempotency-Key create one change", async () => {
  const library = await filled();
  const start = () =>
    server.api.call<{ id: string }>("POST", changesPath(library.name), {
      json: { vector_store: "second" },
      headers: { "idempotency-key": "move-it" },
    });
  const first = await start();
  expect(first.status).toBe(201);
  await changes.reaches(library.name, first.body.id, "switched");
  const second = await start();
  expect(second).toMatchObject({ status: 201, body: { id: first.body.id } });
  expect((await changes.list(library.name)).total).toBe(1);
});

test("a store missing from the config is named; keyword search works meanwhile, and all search once it is back", async () => {
  const library = await filled();
  const { id } = await changes.start(library.name, { vector_store: "second" });
  await changes.reaches(library.name, id, "switched");
  await server.current.stop();
  const complete = readFileSync(config, "utf8");
  writeFileSync(config, JSON.stringify({ embedders: { gated } }));
  await server.current.startAgain();
  const [document, word] = [...library.documents][0]!;
  const missing = await server.api.badQuery(library.name, { query: word, search_mode: "semantic" });
  expect(missing).toMatchObject({ status: 503, body: { detail: expect.stringMatching(/add vectorStores\.second/) } });
  const { results } = await library.query({ query: word, search_mode: "keyword" });
  expect(results[0]!.document_id).toBe(document);
  await server.current.stop();
  writeFileSync(config, complete);
  await server.current.startAgain();
  await library.expectExact();
});

test("a store whose data was replaced is reported as lacking the vectors, not treated as empty", async () => {
  const library = await filled();
  await server.current.stop();
  rmSync(server.current.folder.file("plugins", "vector-store"), { recursive: true });
  await server.current.startAgain();
  const [document, word] = [...library.documents][0]!;
  const missing = await server.api.badQuery(library.name, { query: word, search_mode: "hybrid" });
  expect(missing).toMatchObject({
    status: 503,
    body: { detail: expect.stringMatching(/are not on the vector store/) },
  });
  expect((await library.query({ query: word, search_mode: "keyword" })).results[0]!.document_id).toBe(document);
  // New collections can still be created on it.
  const other = await filled();
  await other.expectExact();
});
