import { describe, expect, test } from "vitest";
import { documentsPath } from "../harness/api.ts";
import type { Status } from "../harness/resources.ts";
import { useServer } from "../harness/test-server.ts";
import { until } from "../harness/until.ts";

const server = useServer();

const reprocess = (collection: string, id: string) =>
  server.api.call<Status>("POST", documentsPath(collection, id, "reprocess"));

/** Long enough to be observed while it is processed. */
const LONG = Array.from({ length: 20_000 }, (_, index) => `Line ${index} of a long report about turbines.`).join(
  "\n\n",
);

const found = async (collection: string) =>
  (await server.api.query(collection, { query: "turbines", search_mode: "keyword", top_k: 1000 })).results;

let made = 0;
const newCollection = async (): Promise<string> => {
  const name = `again_${(made += 1)}`;
  await server.api.createCollection(name);
  return name;
};

test("a ready document becomes pending, remains searchable, and ends ready with new chunks", async () => {
  const name = await newCollection();
  const document = await server.api.ingest({ collection: name, filename: "a.txt", bytes: LONG });
  expect(document.status).toBe("ready");
  const before = await server.api.chunks(name, document.id);
  const answer = await reprocess(name, document.id);
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({ status: "ok", message: expect.any(String) });
  let looks = 0;
  const after = await until("the new run to end", async () => {
    const { length } = await found(name);
    // The results and the state are read one after the other; the new run may finish in between, which is fine.
    expect(length).toBe(Math.min(1000, before.length));
    looks += 1;
    const current = await server.api.document(name, document.id);
    expect(["pending", "processing", "ready"]).toContain(current.status);
    return current.status === "ready" ? current : undefined;
  });
  expect(looks).toBeGreaterThan(0);
  expect(after).toMatchObject({ chunk_count: document.chunk_count, error_message: null });
  const chunks = await server.api.chunks(name, document.id);
  expect(chunks.map(({ text }) => text)).toEqual(before.map(({ text }) => text));
  expect(chunks[0]!.id).not.toBe(before[0]!.id);
});

test("reprocessing supersedes a run in progress, repeatedly, and exactly one set of chunks remains", async () => {
  const name = await newCollection();
  const { id } = await server.api.upload({ collection: name, filename: "a.txt", bytes: LONG });
  for (let round = 0; round < 4; round += 1) {
    await server.api.inStatus(name, id, "processing");
    expect((await reprocess(name, id)).status).toBe(200);
  }
  const document = await server.api.settled(name, id);
  expect(document.status).toBe("ready");
  const chunks = await server.api.chunks(name, id);
  expect(chunks.length).toBe(document.chunk_count);
  const stats = await server.api.expect<{ total_chunks: number }>(200, "GET", `/v1/collections/${name}/stats`);
  expect(stats.total_chunks).toBe(document.chunk_count);
  const ids = new Set(chunks.map((chunk) => chunk.id));
  for (const result of await found(name)) expect(ids).toContain(result.id);
});

test("concurrent requests all succeed, and the document ends ready", async () => {
  const name = await newCollection();
  const { id } = await server.api.ingest({ collection: name, filename: "a.txt", bytes: "One line on turbines." });
  const answers = await Promise.all(Array.from({ length: 10 }, () => reprocess(name, id)));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(await server.api.settled(name, id)).toMatchObject({ status: "ready", chunk_count: 1 });
  expect(await found(name)).toHaveLength(1);
});

test("a failed document is processed again, and fails with the same error", async () => {
  const name = await newCollection();
  const failed = await server.api.ingest({ collection: name, filename: "empty.txt", bytes: "" });
  expect(failed.status).toBe("failed");
  expect((await reprocess(name, failed.id)).status).toBe(200);
  expect(await server.api.settled(name, failed.id)).toMatchObject({
    status: "failed",
    error_message: failed.error_message,
  });
});

test("a kill during reprocessing loses nothing", async () => {
  const name = await newCollection();
  const { id } = await server.api.ingest({ collection: name, filename: "a.txt", bytes: LONG });
  await reprocess(name, id);
  await server.current.kill();
  await server.current.startAgain();
  expect((await server.api.settled(name, id)).status).toBe("ready");
  expect((await found(name)).length).toBeGreaterThan(0);
});

test("the progress stream follows the new run", async () => {
  const name = await newCollection();
  const { id } = await server.api.ingest({ collection: name, filename: "a.txt", bytes: LONG });
  await reprocess(name, id);
  const response = await server.api.fetch("GET", documentsPath(name, id, "progress"));
  const steps = (await response.text())
    .split("\n")
    .filter((line) => line.startsWith("data: "))
    .map((line) => (JSON.parse(line.slice(6)) as { step: string }).step);
  expect(steps[0]).not.toBe("complete");
  expect(steps.at(-1)).toBe("complete");
  expect((await server.api.document(name, id)).status).toBe("ready");
});

describe("returns 404", () => {
  test("for an unknown document, a document of another collection, and an unknown collection", async () => {
    const [name, other] = [await newCollection(), await newCollection()];
    const { id } = await server.api.upload({ collection: other, filename: "a.txt", bytes: "text" });
    expect((await reprocess(name, "00000000-0000-4000-8000-000000000000")).status).toBe(404);
    expect((await reprocess(name, "nothing")).status).toBe(404);
    expect((await reprocess(name, id)).status).toBe(404);
    expect((await reprocess("nowhere", id)).status).toBe(404);
    await server.api.settled(other, id);
  });
});
