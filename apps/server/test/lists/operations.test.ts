import { expect, test } from "vitest";
import { TestServer } from "../harness/test-server.ts";
import { until } from "../harness/until.ts";
import { ended, fill, list, operation, type Operation, work } from "./lists-api.ts";

const NAME = "many";

test("bulk work on over 1,000 documents is an operation: exact, resumed after a crash, followed, cancelled", async () => {
  const server = await TestServer.start({ SERVICE_INGEST_CONCURRENCY: "1" });
  try {
    await server.api.createCollection(NAME);
    await fill(server.api, NAME, 1_010, { batch: "old" });
    const again = await work(server.api, NAME, "reprocess", { filters: { batch: "old" } });
    expect(again.status).toBe(202);
    expect(again.body).toMatchObject({
      matched: 1_010,
      operation: { collection: NAME, kind: "reprocess_documents", state: "running", total: 1_010, finished_at: null },
    });
    const first = again.body.operation!.id;
    expect((await follow(server, first)).id).toBe(first);
    // On a fast machine it may have ended by itself.
    expect([200, 409]).toContain((await server.api.call("POST", `/v1/operations/${first}/cancel`)).status);
    expect(["cancelled", "completed"]).toContain((await operation(server.api, first)).state);
    expect((await server.api.call("POST", `/v1/operations/${first}/cancel`)).status).toBe(409);

    // A key whose access filter selects only these documents can't move them out of the filter, at once or later.
    const { key } = await server.api.expect<{ key: string }>(201, "POST", "/v1/admin/keys", {
      json: { name: "old-only", scope: "write", filter: { batch: "old" } },
    });
    const path = `/v1/collections/${NAME}/documents/update`;
    const leaving = { json: { all: true, metadata: { batch: "new" } }, token: key };
    const left = await server.api.expect<{ operation: Operation }>(202, "POST", path, leaving);
    expect(await ended(server.api, left.operation.id)).toMatchObject({
      ...{ kind: "update_documents", state: "completed", done: 0, failed: 1_010 },
    });
    const seen = await work(server.api, NAME, "update", { filters: { batch: "old" }, metadata: { seen: true } });
    expect(await ended(server.api, seen.body.operation!.id)).toMatchObject({
      state: "completed",
      done: 1_010,
      failed: 0,
    });
    expect((await list(server.api, NAME, { filters: { seen: true, batch: "old" } })).body.total).toBe(1_010);

    const deletion = await work(server.api, NAME, "delete", { filters: { batch: "old" } });
    const { id } = deletion.body.operation!;
    // Documents added after the start are left unchanged, although they match.
    await fill(server.api, NAME, 3, { batch: "old" });
    await until("some to be deleted", async () => ((await operation(server.api, id)).done > 0 ? true : undefined));
    await server.kill();
    await server.startAgain();
    expect(await ended(server.api, id)).toMatchObject({
      ...{ state: "completed", total: 1_010, done: 1_010, failed: 0, errors: [] },
    });
    expect((await list(server.api, NAME, { filters: { batch: "old" } })).body.total).toBe(3);

    const page = await server.api.expect<{ operations: Operation[]; total: number }>(
      200,
      "GET",
      "/v1/operations?limit=1",
    );
    expect(page).toMatchObject({ total: 4, operations: [{ id }] });
    expect((await server.api.call("GET", "/v1/operations/nothing")).status).toBe(404);
  } finally {
    await server.dispose();
  }
});

test("a deletion of many vectors resumes after a crash and deletes exactly the vectors that matched", async () => {
  const server = await TestServer.start();
  try {
    await server.api.createCollection(NAME, { embedding_provider: "none", dimension: 2 });
    const of = (verb: string, json: unknown, status = 200) =>
      server.api.expect<{ operation: Operation; count: number }>(
        status,
        "POST",
        `/v1/collections/${NAME}/vectors/${verb}`,
        { json },
      );
    const entryOf = (id: string) => ({ id, embedding: [1, 2], text: "x".repeat(400), metadata: { batch: "old" } });
    await of("upsert", { vectors: Array.from({ length: 5_000 }, (_, at) => entryOf(`e${at}`)) });
    const filters = { batch: "old" };
    const { operation: begun } = await of("delete", { filters }, 202);
    // Writes an entry again that would have been deleted last.
    await of("upsert", { vectors: [entryOf("e4999")] });
    await until("some to be deleted", async () =>
      (await operation(server.api, begun.id)).done > 0 ? true : undefined,
    );
    await server.kill();
    await server.startAgain();
    expect(await ended(server.api, begun.id)).toMatchObject({
      ...{ kind: "delete_vectors", state: "completed", total: 5_000, done: 5_000, failed: 0, errors: [] },
    });
    expect((await of("count", {})).count).toBe(1);
    const cancelled = await server.api.call("POST", `/v1/operations/${begun.id}/cancel`);
    expect(cancelled.status).toBe(409);
  } finally {
    await server.dispose();
  }
});

test("a cancelled deletion of vectors counts every vector it deleted", async () => {
  const server = await TestServer.start();
  try {
    const of = <Body>(name: string, verb: string, json: unknown, status = 200) =>
      server.api.expect<Body>(status, "POST", `/v1/collections/${name}/vectors/${verb}`, { json });
    const vectors = Array.from({ length: 4_000 }, (_, at) => ({ id: `e${at}`, embedding: [1, 2], text: "x" }));
    const cancelled: { readonly name: string; readonly id: string }[] = [];
    const isCounted = async ({ name, id }: (typeof cancelled)[number]) => {
      const { state, done } = await operation(server.api, id);
      expect(["cancelled", "completed"]).toContain(state);
      return (await of<{ count: number }>(name, "count", {})).count === vectors.length - done;
    };
    // Cancels at different moments of a step; each in its own collection, since a step continues after its
    // cancellation.
    for (const done of [0, 1, 1_001]) {
      const name = `cancelled_at_${done}`;
      await server.api.createCollection(name, { embedding_provider: "none", dimension: 2 });
      await of(name, "upsert", { vectors });
      const { operation: begun } = await of<{ operation: Operation }>(name, "delete", { all: true }, 202);
      await until("it to have begun", async () => (await operation(server.api, begun.id)).done >= done || undefined);
      await server.api.call("POST", `/v1/operations/${begun.id}/cancel`);
      cancelled.push({ name, id: begun.id });
      await until("what was under way to be counted", async () => (await isCounted(cancelled.at(-1)!)) || undefined);
    }
    // A stop waits for the steps in progress.
    await server.restart();
    for (const one of cancelled) expect(await isCounted(one)).toBe(true);
  } finally {
    await server.dispose();
  }
});

/** Returns the first event of an operation's stream. */
const follow = async (server: TestServer, id: string): Promise<Operation> => {
  const leave = new AbortController();
  const response = await server.api.fetch("GET", `/v1/operations/${id}/progress`, { signal: leave.signal });
  expect(response.headers.get("content-type")).toContain("text/event-stream");
  const decoder = new TextDecoder();
  let text = "";
  for await (const bytes of response.body!) {
    text += decoder.decode(bytes, { stream: true });
    if (text.includes("\n\n")) break;
  }
  leave.abort();
  return JSON.parse(text.slice(text.indexOf("{"), text.indexOf("\n\n"))) as Operation;
};
